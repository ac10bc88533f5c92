"""The guide's indexes, the reference and the stub follow from the tables."""

import ast
import re
from pathlib import Path

import pytest

import wavefront as wf

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def written():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "docs"))
        from tables import files
    return files()


def test_what_follows_is_up_to_date(written):
    stale = [path.name for path, content in written.items() if path.read_text() != content]
    assert not stale, "run: python docs/tables.py"


def test_the_reference_has_every_public_name(written):
    index = written[ROOT / "docs/reference/README.md"]
    shown = re.findall(r"^\| \[?`(\w+)`", index, re.MULTILINE)
    assert sorted(shown) == wf.__all__


def test_type_checkers_know_the_names_there_are():
    lines = ast.parse((ROOT / "src/wavefront/__init__.pyi").read_text()).body
    imports = [line for line in lines if isinstance(line, ast.ImportFrom)]
    known = {line.names[0].asname: line.module for line in imports}
    assert sorted(known) == wf.__all__
    for name, module in known.items():
        value = getattr(wf, name)
        if module is not None and hasattr(value, "__module__"):  # a constant has none
            assert value.__module__.startswith(f"wavefront.{module}")


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs/guide/algorithms").glob("*.md")), ids=lambda page: page.stem
)
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\((?!http)([^)#]*)", page.read_text()):
        assert not link or (page.parent / link).is_file(), link


def test_every_validator_has_its_rules(written):
    page = written[ROOT / "docs/guide/validators.md"]
    parts = re.split(r"^\| `(\w+)` \|", page, flags=re.MULTILINE)[1:]
    rules = {
        name: re.findall(r"^\|  \| (\w+) \| ", rows, re.MULTILINE)
        for name, rows in zip(parts[::2], parts[1::2], strict=True)
    }
    assert sorted(rules) == [name for name in wf.__all__ if name.startswith("validate_")]
    for name, numbers in rules.items():
        if name not in ("validate_multi_source_bfs", "validate_multi_source_sssp", "validate_routes"):
            assert numbers == [str(place + 1) for place in range(len(numbers))]
            assert len(numbers) > 1
