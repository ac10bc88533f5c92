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
    table = re.search(r"<!-- measured peers_cpu -->(.*)<!-- /measured peers_cpu -->", guide, re.DOTALL)[1]
    header, _, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table.splitlines()
        if line.startswith("|")
    ]
    kronecker, grid = (
        {row[0]: row[header.index(graph)].split()[0] for row in rows}
        for graph in ("Kronecker 20", "grid 1024x1024")
    )
    names, _, times = re.search(r"(\| `wf.bfs` .*\n)(.*\n)(.*\n)", README).groups()
    cells = [[cell.strip() for cell in row.strip(" |\n").split("|")] for row in (names, times)]
    programs = {"`wf.bfs`": "Wavefront", "GAPBS (C++)": "GAPBS", "SuiteSparse:GraphBLAS": "GraphBLAS"}
    for name, time in zip(*cells, strict=True):
        assert kronecker[programs.get(name, name)] == time
    assert f"A grid gains less: {grid['Wavefront']} ms, and GAPBS {grid['GAPBS']}." in README


def test_pages_install_from_a_clone():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.py")]
    from_an_index = re.compile(r"\binstall(?: -[\w-]+)* ['\"`]?wavefront\b", re.IGNORECASE)
    assert [page.name for page in pages if from_an_index.search(page.read_text())] == []


def test_it_leads_to_every_section():
    for page in ("tutorials/start", "tutorials/README", "guide/algorithms/README", "reference/README"):
        assert f"(docs/{page}.md)" in README


@pytest.mark.skipif(not (ROOT / ".venv/core").exists(), reason="not installed by `make`")
def test_make_demo():
    planned = subprocess.run(["make", "-n", "demo"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "pip install" not in planned.stdout, "the tests' environment is older than pyproject.toml"
    done = subprocess.run(["make", "demo"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Path to" in done.stdout
