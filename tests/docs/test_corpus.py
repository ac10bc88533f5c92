"""The corpus of benchmarks/: every shape can be made, and a run of it says what it measured."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
sys.path.append(str(FOLDER))

from shapes import QUICK, SHAPES  # noqa: E402


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_has_edges(name):
    graph = SHAPES[name](12)
    assert graph.num_edges
    assert not graph.directed or "directed" in name or "one way" in name
    assert 0 <= int(graph.csr.dst.min()) <= int(graph.csr.dst.max()) < graph.num_vertices
    assert int(np.asarray(graph.out_degrees).sum()) == graph.num_edges


def test_there_are_enough():
    assert len(SHAPES) >= 30
    assert len(QUICK) == 10
    assert set(QUICK) <= SHAPES.keys()


def test_a_run(tmp_path):
    report = tmp_path / "report.json"
    command = [sys.executable, FOLDER / "corpus.py", "star", "5 vertices", "--scale", "8", "--json", report]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True)
    assert "comparisons" in done.stdout.splitlines()[-1]
    (run,) = json.loads(report.read_text())["runs"]
    programs: dict[str, set[str]] = {}
    for row in run["rows"]:
        programs.setdefault(row["graph"], set()).add(row["program"])
        assert row["median"] > 0
    assert programs.keys() == {"star", "5 vertices"}
    assert all({"auto", "prepared", "one thread"} < found for found in programs.values())


def test_a_run_of_what_checks_the_advice(tmp_path):
    report = tmp_path / "report.json"
    command = [sys.executable, FOLDER / "advise.py", "star", "5 vertices", "--scale", "8", "--threads", "1"]
    command += ["--json", report, "--minutes"]
    none = subprocess.run([*map(str, command), "0"], capture_output=True, text=True, check=True)
    assert none.stdout.splitlines()[0] == "to be continued"
    done = subprocess.run([*map(str, command), "9"], capture_output=True, text=True, check=True)
    assert [line.split(":")[1] for line in done.stdout.splitlines()[-2:]] == [" 2 of 2 within 1.2"] * 2
    record = json.loads(report.read_text())
    again = subprocess.run([*map(str, command), "9"], capture_output=True, text=True, check=True)
    assert again.stdout.splitlines() == done.stdout.splitlines()[-2:]
    assert record["command"].endswith("advise.py star '5 vertices' --scale 8 --threads 1")
    assert {"machine", "date"} < record.keys()
    assert {row["graph"] for row in record["graphs"]} == {"star", "5 vertices"}
    assert all(row["ratio"] >= 1 and row["milliseconds"] > 0 for row in record["graphs"])
