"""The README is short, and says what the guide says. tests/docs/test_blocks.py runs it."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def test_it_is_short():
    assert len(README.splitlines()) < 120


def test_its_figures_are_those_of_the_performance_guide():
    guide = (ROOT / "docs/guide/performance.md").read_text()
    measured = dict(
        re.findall(r"^\| (`?[\w.:() +]+`?) \| ([\d.]+) \|", guide.partition("## Searches by")[2], re.M)
    )
    names, _, times = re.search(r"(\| `wf.bfs` .*\n)(.*\n)(.*\n)", README).groups()
    cells = [[cell.strip() for cell in row.strip(" |\n").split("|")] for row in (names, times)]
    for name, time in zip(*cells, strict=True):
        assert measured[name] == time


def test_it_leads_to_every_section():
    for page in ("tutorials/start", "tutorials/README", "guide/algorithms/README", "reference/README"):
        assert f"(docs/{page}.md)" in README


@pytest.mark.skipif(not (ROOT / ".venv/core").exists(), reason="not installed by `make`")
def test_make_demo():
    done = subprocess.run(["make", "demo"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Installing" not in done.stdout
    assert "Path to" in done.stdout
