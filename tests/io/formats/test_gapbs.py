"""GAPBS's serialized graphs, against bytes put together by hand."""

import gzip
import pickle
import struct
import tracemalloc

import numpy as np
import pytest

import wavefront as wf

TRILLION = 10**12
EDGES = [(0, 1, None), (0, 2, None), (2, 0, None)]


def gapbs(directed, ptr, neighbors, edges=None, vertices=None):
    counts = len(neighbors) if edges is None else edges, len(ptr) - 1 if vertices is None else vertices
    rows = [neighbor if isinstance(neighbor, tuple) else (neighbor,) for neighbor in neighbors]
    lists = struct.pack(f"<{len(ptr)}q", *ptr) + b"".join(struct.pack(f"<{len(row)}i", *row) for row in rows)
    return struct.pack("<?qq", directed, *counts) + lists


def test_directed(file_of, listed):
    # The edges in reverse follow; they are not needed.
    content = gapbs(True, [0, 2, 2, 3], [1, 2, 0]) + gapbs(True, [0, 1, 2, 3], [2, 0, 0])[17:]
    for name, data in (("g.sg", content), ("g.sg.gz", gzip.compress(content))):
        graph = wf.read(file_of(name, data))
        assert graph.directed
        assert listed(graph) == EDGES


def test_undirected_and_weighted(file_of, listed):
    graph = wf.read(file_of("g.wsg", gapbs(False, [0, 2, 3, 4], [(1, 5), (2, -6), (0, 5), (0, -6)])))
    assert not graph.directed
    assert listed(graph) == [(0, 1, 5), (0, 2, -6), (1, 0, 5), (2, 0, -6)]
    assert graph.csr.weights.dtype == np.int16


def test_one_way_edges_of_an_undirected_graph_are_no_internal_error(file_of):
    path = file_of("g.sg", gapbs(False, [0, 1, 1, 2], [1, 1]))
    with pytest.raises(wf.InputError):
        wf.topological_levels(wf.read(path))


def test_is_mapped_and_private(file_of):
    content = gapbs(False, [0, 500_000, 1_000_000], [0] * 500_000 + [1] * 500_000)
    path = file_of("g.sg", content)
    tracemalloc.start()
    try:
        graph = wf.read(path)
        assert tracemalloc.get_traced_memory()[1] < 3_000_000  # the neighbors alone take 4,000,000
    finally:
        tracemalloc.stop()
    assert np.shares_memory(graph.csr.dst, mapped_by(graph.csr.dst))
    graph.csr.dst[:] = 0
    assert path.read_bytes() == content


def mapped_by(array):
    """The file's map that an array is a view of."""
    while not isinstance(array, np.memmap):
        array = array.base
    return array


def test_a_mapped_graph_is_searched_prepared_copied_and_outlives_its_file(tmp_path):
    path = tmp_path / "g.sg"
    made = wf.generators.kronecker(8, seed=2)
    wf.write(made, path)
    graph = wf.read(path)
    assert not graph.csr.dst.flags.aligned
    path.unlink()
    expected = wf.bfs(made, 3).levels.tolist()
    for strategy in wf.STRATEGIES:
        assert wf.bfs(graph, 3, strategy=strategy).levels.tolist() == expected, strategy
    assert (
        wf.connected_components(graph).components.tolist()
        == wf.connected_components(made).components.tolist()
    )
    copy = pickle.loads(pickle.dumps(graph))
    assert copy.csr.dst.tolist() == made.csr.dst.tolist()
    assert wf.bfs(graph.prepare(), 3).levels.tolist() == expected


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("g.sg", gapbs(False, [0, 1, 1], [1]), "there is 0 -> 1, but no 1 -> 0 for it"),
        ("g.wsg", gapbs(False, [0, 1, 2], [(1, 5), (0, 6)]), "there is 0 -> 1 of weight 5, but no 1 -> 0"),
    ],
)
def test_an_undirected_file_with_edges_one_way_is_refused_on_first_use(name, content, problem, file_of):
    for use in (
        wf.topological_levels,
        wf.Graph.prepare,
        lambda graph: wf.bfs(graph, 1),
        lambda graph: graph.csc,
    ):
        graph = wf.read(file_of(name, content))
        for _ in range(2):
            with pytest.raises(wf.GraphFileError, match=f"{name}: an undirected graph .*{problem}"):
                use(graph)


def test_as_its_writer_lays_it_out(tmp_path):
    wf.write(wf.Graph.from_edges([0, 0, 2], [2, 1, 0]), tmp_path / "g.sg")
    reverse = gapbs(True, [0, 1, 2, 3], [2, 0, 0])[17:]
    assert (tmp_path / "g.sg").read_bytes() == gapbs(True, [0, 2, 2, 3], [1, 2, 0]) + reverse
    wf.write(wf.Graph.from_edges([1], [0], weights=[7], directed=False), tmp_path / "g.wsg")
    assert (tmp_path / "g.wsg").read_bytes() == gapbs(False, [0, 1, 2], [(1, 7), (0, 7)])


GOOD = gapbs(False, [0, 1, 2], [1, 0])


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("g.sg", b"", ": the file is empty"),
        ("g.sg", GOOD[:10], ": the file ends inside its 17-byte header"),
        ("g.sg", GOOD[:-1], ": the header says 2 vertices and 2 edges; a file of 48 bytes can't be that"),
        ("g.sg", GOOD + b"\0", ": the header says 2 vertices and 2 edges; a file of 50 bytes can't be that"),
        ("g.sg", b"\1" + GOOD[1:], ": the header says 2 vertices and 2 edges"),
        ("g.sg", b"\2" + GOOD[1:], ": not a serialized graph"),
        ("g.sg", gapbs(False, [0, 1, 2], [1, 0], edges=-2), ": not a serialized graph"),
        ("g.sg", gapbs(False, [0, 1, 2], [1, 0], vertices=-2), ": not a serialized graph"),
        (
            "g.sg",
            gapbs(False, [0, 1, 2], [1, 0], edges=TRILLION),
            ": the header says 2 vertices and 1,000,000",
        ),
        ("g.sg", gapbs(False, [0, 1, 2], [1, 0], vertices=2**62), ": the header says 4,611,"),
        ("g.sg", gapbs(False, [0, 3, 2], [1, 0]), ": offset 3 is out of range"),
        ("g.sg", gapbs(False, [0, 2**32 + 1, 2], [1, 0]), ": offset 4294967297 is out of range"),
        ("g.sg", gapbs(False, [0, 2, 1], [1, 0]), ": the offsets must rise from 0 to 2"),
        ("g.sg", gapbs(False, [0, 1, 2], [1, 2]), ": vertex 2 is out of range"),
        ("g.sg", gapbs(False, [0, 1, 2], [1, -1]), ": vertex -1 is out of range"),
    ],
)
def test_bad_files(name, content, problem, refused_at_once):
    assert problem in refused_at_once(name, content)


@pytest.mark.parametrize(
    ("name", "options", "problem"),
    [
        ("g.sg", {"weights": [1]}, "hold no weights"),
        ("g.wsg", {}, "write .sg"),
        ("g.wsg", {"weights": [0.5]}, "integer weights"),
        ("g.wsg", {"weights": [2.0**31]}, "integer weights"),
    ],
)
def test_what_can_not_be_held(name, options, problem, tmp_path):
    with pytest.raises(wf.InputError, match=problem):
        wf.write(wf.Graph.from_edges([0], [1], **options), tmp_path / name)
    assert not list(tmp_path.iterdir())
