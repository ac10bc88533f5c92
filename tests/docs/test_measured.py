"""The measured tables of the guide come from files of results, which say where and how they came about."""

import json
import re
import sys
from pathlib import Path
from statistics import quantiles

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs/guide"
RESULTS = sorted((ROOT / "benchmarks/results").glob("*.json"))
MEASURED = re.compile(r"<!-- measured (\w+) -->\n(.*?)<!-- /measured \1 -->", re.DOTALL)
PAGES = [page for page in sorted(GUIDE.rglob("*.md")) if MEASURED.search(page.read_text())]


def test_every_table_of_the_performance_guide_is_generated():
    words = MEASURED.sub("", (GUIDE / "performance.md").read_text())
    assert not [line for line in words.splitlines() if line.startswith("|")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_table_says_where_it_is_from(page):
    for name, table in MEASURED.findall(page.read_text()):
        origin = table.strip().splitlines()[0]
        assert re.search(r"EPYC|NVIDIA H[12]00", origin), name
        assert re.search(r"; \d{4}-\d\d-\d\d", origin), name
        assert re.search(r"`[^`]*python benchmarks/\w+\.py[^`]*`|medians? of", origin), name
        assert re.search(r"^\| .*\d", table, re.MULTILINE), name


@pytest.mark.parametrize("path", RESULTS, ids=lambda path: path.stem)
def test_a_file_of_results(path):
    seen = set()
    for run in json.loads(path.read_text())["runs"]:
        assert run["machine"]
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", run["date"])
        assert ("command" in run) != ("how" in run)
        for row in run["rows"]:
            key = tuple(str(row.get(name)) for name in ("graph", "task", "program", "unit"))
            assert key not in seen
            seen.add(key)
            assert row["median"] >= 0
            if "quartiles" in row:
                least, most = row["quartiles"]
                assert least <= row["median"] <= most
                assert row["samples"] >= 1
    assert seen


def test_every_file_of_results_has_a_table(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    import measured

    shown = {name for page in PAGES for name, _ in MEASURED.findall(page.read_text())}
    assert shown == measured.TABLES.keys() | measured.OTHERS.keys()
    others = {measured.SEARCHES, measured.SEARCHES_ON_GPU, measured.FILTERS_ELSEWHERE}
    files = others | {table.file for table in measured.TABLES.values()}
    assert files == {path.stem for path in RESULTS}


def test_what_is_measured_again_takes_the_place_of_the_earlier_row(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    from timing import keep, result

    path = tmp_path / "kept.json"
    times = [4.0, 1.0, 3.0, 2.0, 9.0]
    for words, graph, taken in (
        ("a.py --scale 3", "star", [1.0]),
        ("b.py", "path", [2.0]),
        ("c.py", "star", times),
    ):
        monkeypatch.setattr(sys, "argv", [*words.split(), "--json", str(path)])
        keep(path, [result(taken, graph=graph, program="push")])
    runs = json.loads(path.read_text())["runs"]
    assert [run["command"] for run in runs] == ["python b.py", "python c.py"]
    (row,) = runs[1]["rows"]
    lower, middle, upper = quantiles(times, n=4, method="inclusive")
    assert (row["median"], row["quartiles"], row["samples"]) == (middle, [lower, upper], 5)
    assert {"machine", "versions", "date"} < runs[0].keys()
