"""The examples run, and give what SciPy and plain Python give."""

import re
import runpy
import subprocess
import sys
from functools import cache
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices
FOLDER = Path(__file__).parents[2] / "examples"
NAMES = [
    "own_bfs",
    "widest_path",
    "two_hops",
    "local_peaks",
    "independent_set",
    "coloring",
    "gunrock_bfs",
    "search",
]
host = wf.Cpu().array


@cache
def example(name):
    """What the script defines, and prints."""
    with patch("sys.argv", [name]), patch("sys.stdout", StringIO()) as out:
        return runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__"), out.getvalue()


def function(script, name):
    return example(script)[0][name]


@pytest.mark.parametrize("name", NAMES)
def test_the_script_runs(name):
    assert example(name)[1]


def test_own_bfs_is_short():
    source = (FOLDER / "own_bfs.py").read_text()
    program = source[source.index("class Search") : source.index("if __name__")]
    assert len([line for line in program.splitlines() if line.strip()]) <= 20


def test_own_bfs(device):
    graph = generators.kronecker(6, 4)
    found = function("own_bfs", "own_bfs")(graph, 1, device)
    assert np.array_equal(host(found), wf.bfs(graph, 1, device="cpu").levels)


def test_widest_paths(device):
    rng = np.random.default_rng(1)
    src, dst = rng.integers(0, 30, (2, 120))
    graph = wf.Graph.from_edges(src, dst, 30, rng.integers(1, 9, 120).astype(float))
    expected = np.zeros(30)
    expected[0] = np.inf
    for _ in range(30):
        np.maximum.at(expected, graph.coo.dst, np.minimum(expected[graph.coo.src], graph.coo.weights))
    assert np.array_equal(host(function("widest_path", "widest_paths")(graph, 0, device)), expected)


def test_two_hops(device):
    graph = generators.grid(6, 7)
    levels = wf.bfs(graph, 10, device="cpu").levels
    assert function("two_hops", "within_two")(graph, 10, device) == np.isin(levels, [1, 2]).sum()


@pytest.mark.parametrize("graph", [generators.grid(6, 7), generators.kronecker(6, 4), generators.star(9)])
def test_independent_set(graph, device):
    inside = np.zeros(graph.num_vertices, bool)
    inside[host(function("independent_set", "independent_set")(graph, device))] = True
    src, dst, _ = graph.coo
    around = np.bincount(src[inside[dst] & (src != dst)], minlength=graph.num_vertices)
    assert ((around == 0) == inside).all()  # none has a neighbor inside, and all others have one


@pytest.mark.parametrize("graph", [generators.grid(6, 7), generators.kronecker(6, 4), generators.star(9)])
def test_coloring(graph, device):
    colors = host(function("coloring", "coloring")(graph, device))
    for vertex, color in enumerate(colors.tolist()):
        around = {colors[other] for other in graph.neighbors(vertex).tolist() if other != vertex}
        assert color not in around
        assert set(range(color)) <= around  # no smaller color was free


def test_local_peaks(device):
    graph = generators.grid(8, 9)
    heights = np.random.default_rng(2).random(72)
    found = function("local_peaks", "local_peaks")(graph, heights, device)
    lists = np.split(graph.csr.dst, graph.csr.src_ptr[1:-1])
    expected = [v for v, neighbors in enumerate(lists) if heights[v] > heights[neighbors].max()]
    assert sorted(host(found).tolist()) == expected


@pytest.mark.parametrize("threshold", [0, 0.3, 9])
def test_gunrocks_bfs(threshold, device):
    for graph in (generators.book_graph(), generators.kronecker(6, 4)):
        found = function("gunrock_bfs", "gunrock_bfs")(graph, 1, threshold, device)
        levels = wf.bfs(graph, 1, device="cpu").levels
        assert np.array_equal(host(found[0]), levels)
        wf.validate_bfs(graph, 1, host(found[0]), host(found[1]))
        sizes = np.bincount(levels[levels > 0])[1:]
        large = np.flatnonzero(sizes > threshold * graph.num_vertices)
        pushed = large[0] + 1 if large.size else sizes.size + 1
        assert found[2:] == (pushed, sizes.size + 1 - pushed)


def test_gunrocks_bfs_prints_what_its_page_says(capsys):
    page = (FOLDER.parent / "docs/guide/gunrock.md").read_text()
    (command, printed), *more = re.findall(r"```console\n\$ python (.*?)\n(.*?)```", page, re.DOTALL)
    assert not more
    script, *options = command.split()
    assert script == "examples/gunrock_bfs.py"
    with patch("sys.argv", [script, *options]):
        function("gunrock_bfs", "main")()
    assert capsys.readouterr().out == printed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["no such file.mtx"], "no such file.mtx"),
        (["--source", "99"], "99 is out of range"),
        (["--source", "-1"], "-1 is out of range"),
        (["--device", "tpu"], "tpu"),
        (["none.mtx"], "out of range"),
        (["none.mtx", "--random-weights", "7"], "out of range"),
        (["empty.mtx"], "empty.mtx: the file is empty"),
    ],
    ids=" ".join,
)
def test_gunrocks_bfs_tells_what_is_wrong_in_a_line(options, message, file_of, capsys, monkeypatch):
    head = "%%MatrixMarket matrix coordinate pattern general\n"
    folder = file_of("none.mtx", f"{head}0 0 0\n").parent
    file_of("empty.mtx", "")
    monkeypatch.chdir(folder)
    with patch("sys.argv", ["gunrock_bfs", *options]), pytest.raises(SystemExit) as ended:
        function("gunrock_bfs", "main")()
    *_, said = capsys.readouterr().err.splitlines()
    assert ended.value.code == 2
    assert message in said


def test_gunrocks_bfs_reads_a_file(file_of, capsys):
    listed = "%%MatrixMarket matrix coordinate pattern general\n4 4 3\n2 1\n3 2\n4 3\n"
    file = file_of("path.mtx", listed)
    options = ["--undirected", "--random-weights", "7", "--source", "0"]
    with patch("sys.argv", ["gunrock_bfs", str(file), *options]):
        function("gunrock_bfs", "main")()
    printed = capsys.readouterr().out
    weights = wf.read(file, undirected=True, random_weights=7).csr.weights
    assert f"edges weigh {weights.min():g} to {weights.max():g}" in printed
    assert "labels       [0 1 2 3]\npredecessors [-1  0  1  2]\n" in printed


def test_ranks_in_a_dask_cluster():
    pytest.importorskip("distributed.client", reason="needs Dask: pip install distributed")
    command = [sys.executable, str(FOLDER / "dask_search.py")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    expected = wf.bfs(generators.kronecker(10), 0, device="cpu")
    said = f"{expected.num_reached:,} of 1,024 vertices reached in {expected.num_levels} levels\n"
    assert done.stdout == said, done.stderr
