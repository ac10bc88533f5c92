"""A strategy and an algorithm are added to a copy of the project by a file, a row and a page each.

They are then in every list: the names of the package, the comparison, the command line, the tests.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from graphs import SIMULATED

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(SIMULATED, reason="is about lists, not about devices")

ALGORITHM = '''\
"""In-edges of each vertex, counted by an atomic of each edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..atomics import atomic_add
from ..device import Device, get_device, working_on
from ..graph import Graph
from ..operators import Frontier, advance
from .result import in_numpy


@dataclass(frozen=True, eq=False)
class ToyResult:
    """V int32: the in-edges of each vertex; and the vertices without any."""

    graph: Graph
    counts: np.ndarray
    num_sources: int
    device: Device

    def to_numpy(self) -> ToyResult:
        """This result with its array in NumPy."""
        return in_numpy(self)


class Counts(NamedTuple):
    """What the functor adds to."""

    counts: Any


def count_toy(source, neighbor, edge, problem):
    """Count the edge at its end."""
    return atomic_add(problem.counts, neighbor, 1) == 0


def toy(graph: Graph, *, device: str | Device = "auto") -> ToyResult:
    """The in-edges of each vertex."""
    where = get_device(device, graph.device)
    with working_on(where):
        views = graph.to_device(where)
        counts = where.xp.zeros(graph.num_vertices, np.int32)
        advance(views, Frontier(views, device=where).load_all(), count_toy, Counts(counts))
    return ToyResult(graph, counts, int((counts == 0).sum()), where)
'''
VALIDATOR = '''\
"""Rules of the in-edges."""

import numpy as np

from ..graph import Graph
from .rules import ValidationError


def validate_toy(graph: Graph, counts: np.ndarray) -> None:
    """Check counts.

    Raises
    ------
    ValidationError
        Naming the rule: (1) there is one count per vertex, (2) each is the vertex's in-degree.
    """
    if counts.shape != (graph.num_vertices,):
        raise ValidationError("rule 1: another number of counts")
    if (np.bincount(graph.coo.dst, minlength=graph.num_vertices) != counts).any():
        raise ValidationError("rule 2: an in-edge counts once")
'''
ALGORITHM_ROW = """\
    Algorithm(
        "toy",
        module="toy",
        result="ToyResult",
        summary="Count the in-edges of each vertex.",
        command=Command(
            "toy", step="count", values="counts", value_name="count", facts=("num_sources",)
        ),
    ),
"""

# The names that a user of the package sees.
PROGRAM = """
import json
import sys

import wavefront as wf
from wavefront import generators
from wavefront.cli import main

graph = generators.book_graph()
row = next(row for row in wf.compare(graph, [0], device="cpu", rounds=1).rows if row.strategy == "toy")
found = {
    "strategies": list(wf.STRATEGIES),
    "levels": wf.bfs(graph, 0, strategy="toy").levels.tolist(),
    "edges_inspected": row.edges_inspected,
    "counts": wf.toy(graph).counts.tolist(),
    "exported": {"toy", "ToyResult", "validate_toy"} <= set(wf.__all__),
}
print(json.dumps(found))
wf.write(graph, "book.npz")
sys.exit(main(["toy", "book.npz", "--validate", "--format", "json"]))
"""


def insert(path, before, text):
    """Put a row into a file, before this line of it, the last one that is so."""
    head, line, tail = path.read_text().rpartition(before)
    assert line
    path.write_text(head + text + line + tail)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the project with the toys; what runs a program there."""
    root = tmp_path_factory.mktemp("project")
    for name in ("src", "docs", "tests", "benchmarks", "README.md", "pyproject.toml"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, root / name)
    package, guide = root / "src/wavefront", root / "docs/guide"
    shutil.copy(package / "strategies/edge_centric.py", package / "strategies/toy.py")
    insert(package / "strategies/table.py", '    "operators",\n', '    "toy",\n')
    page = (guide / "strategies/edge_centric.md").read_text().replace("edge_centric", "toy")
    (guide / "strategies/toy.md").write_text(page)

    (package / "algorithms/toy.py").write_text(ALGORITHM)
    (package / "validate/toy.py").write_text(VALIDATOR)
    insert(package / "algorithms/__init__.py", ")\nALGORITHMS = ", ALGORITHM_ROW)
    (guide / "algorithms/toy.md").write_text("# In-edges\n\n`wf.toy(graph).counts`\n")

    def run(*arguments):
        environment = os.environ | {"PYTHONPATH": str(root / "src")}
        done = subprocess.run(
            [sys.executable, *map(str, arguments)], cwd=root, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    for script in ("strategy_pages", "tables"):
        run(f"docs/{script}.py")
    return run


def test_users_see_them(project):
    found, reported = (json.loads(line) for line in project("-c", PROGRAM).splitlines())
    assert found["strategies"][-2:] == ["toy", "operators"]
    assert found["levels"] == [0, 1, 1, 2, 2, 2, 2, 2, 3]
    assert found["edges_inspected"] > 0
    assert found["exported"]
    assert sum(found["counts"]) == 15
    assert (reported["validated"], reported["num_sources"]) == (True, found["counts"].count(0))
    assert sorted(row["count"] for row in reported["top"]) == sorted(found["counts"])


def test_the_command_line_names_them(project):
    summary = "Count the in-edges of each vertex."
    assert summary in project("-m", "wavefront", "--help")
    text = project("-m", "wavefront", "toy", "--help")
    assert f"{summary}\n\n  Example: wavefront toy karate.mtx\n" in text
    program = """
import sys
import wavefront as wf
from wavefront.cli import main

wf.write(wf.generators.book_graph(), "book.npz")
sys.stderr = sys.stdout
assert main(["bfs", "book.npz", "--source", "0", "--strategy", "fly"]) == 2
"""
    assert "degree_buckets, fused, toy, operators" in project("-c", program)


# Tests that the toys are in, and how many: of some files all, of others those with a toy in their name.
WHOLE = {
    "tests/test_lists.py|tests/docs/test_tables.py|tests/test_exports.py": 20,
    "tests/docs/test_strategy_pages.py": 20,
}
TOYS = {
    "tests/strategies/test_every_strategy.py": 30,
    "tests/algorithms/test_every_algorithm.py": 25,
    "tests/cli": 3,
    "tests/test_ptx.py": 2,
}


def test_the_tests_hold_them(project):
    files = [file for files in WHOLE | TOYS for file in files.split("|")]
    chosen = " or ".join(["toy", *(Path(file).stem for files in WHOLE for file in files.split("|"))])
    out = project("-m", "pytest", "-q", "-rp", "-p", "no:cacheprovider", *files, "-k", chosen)
    passed = [line.removeprefix("PASSED ") for line in out.splitlines() if line.startswith("PASSED ")]
    for files, least in (WHOLE | TOYS).items():
        assert sum(name.startswith(tuple(files.split("|"))) for name in passed) >= least, (files, out)
