"""GAPBS, Galois and Graph500, against bytes put together by hand."""

import gzip
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


def galois(version, size, ends, neighbors, data=(), padding=0, edges=None, vertices=None):
    counts = len(ends) if vertices is None else vertices, len(neighbors) if edges is None else edges
    ids = {1: "I", 2: "Q"}[version]
    values = {0: "I", 4: "I", 8: "Q"}.get(size, "B")
    return (
        struct.pack("<4Q", version, size, *counts)
        + struct.pack(f"<{len(ends)}Q", *ends)
        + struct.pack(f"<{len(neighbors)}{ids}", *neighbors)
        + bytes(padding)
        + struct.pack(f"<{len(data)}{values}", *data)
    )


def test_gapbs_directed(file_of, listed):
    # The edges in reverse follow; they are not needed.
    content = gapbs(True, [0, 2, 2, 3], [1, 2, 0]) + gapbs(True, [0, 1, 2, 3], [2, 0, 0])[17:]
    for name, data in (("g.sg", content), ("g.sg.gz", gzip.compress(content))):
        graph = wf.read(file_of(name, data))
        assert graph.directed
        assert listed(graph) == EDGES


def test_gapbs_undirected_and_weighted(file_of, listed):
    graph = wf.read(file_of("g.wsg", gapbs(False, [0, 2, 3, 4], [(1, 5), (2, -6), (0, 5), (0, -6)])))
    assert not graph.directed
    assert listed(graph) == [(0, 1, 5), (0, 2, -6), (1, 0, 5), (2, 0, -6)]
    assert graph.csr.weights.dtype == np.float64


def test_gapbs_is_mapped_and_private(file_of):
    content = gapbs(False, [0, 500_000, 1_000_000], [0] * 500_000 + [1] * 500_000)
    path = file_of("g.sg", content)
    tracemalloc.start()
    try:
        graph = wf.read(path)
        assert tracemalloc.get_traced_memory()[1] < 3_000_000  # the neighbors alone take 4,000,000
    finally:
        tracemalloc.stop()
    graph.csr.dst[:] = 0
    assert path.read_bytes() == content


def test_gapbs_as_its_writer_lays_it_out(tmp_path):
    wf.write(wf.Graph.from_edges([0, 0, 2], [2, 1, 0]), tmp_path / "g.sg")
    reverse = gapbs(True, [0, 1, 2, 3], [2, 0, 0])[17:]
    assert (tmp_path / "g.sg").read_bytes() == gapbs(True, [0, 2, 2, 3], [1, 2, 0]) + reverse
    wf.write(wf.Graph.from_edges([1], [0], weights=[7], directed=False), tmp_path / "g.wsg")
    assert (tmp_path / "g.wsg").read_bytes() == gapbs(False, [0, 1, 2], [(1, 7), (0, 7)])


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("size", [0, 4, 8])
def test_galois(version, size, file_of, listed):
    data = [7, 8, 2**32 - 1][: 3 if size else 0]
    content = galois(version, size, [2, 2, 3], [1, 2, 0], data, padding=4 if version == 1 else 0)
    graph = wf.read(file_of("g.gr", content))
    assert graph.directed
    weights = [7.0, 8.0, 2.0**32 - 1] if size else [None] * 3
    assert listed(graph) == [(u, v, w) for (u, v, _), w in zip(EDGES, weights, strict=True)]
    assert listed(wf.read(file_of("g.gr.gz", gzip.compress(content)))) == listed(graph)


def test_galois_padding_of_version_2_may_be_there(file_of, listed):
    content = galois(2, 8, [2, 2, 3], [1, 2, 0], [7, 8, 9], padding=8)
    assert listed(wf.read(file_of("g.gr", content))) == [(0, 1, 7), (0, 2, 8), (2, 0, 9)]


def test_galois_is_written_as_version_1(tmp_path):
    wf.write(wf.Graph.from_edges([0, 0, 2], [2, 1, 0], weights=[3, 4, 5]), tmp_path / "g.gr", "galois")
    assert (tmp_path / "g.gr").read_bytes() == galois(1, 4, [2, 2, 3], [1, 2, 0], [4, 3, 5], padding=4)


def packed(*edges):
    rows = [(u & 0xFFFFFFFF, v & 0xFFFFFFFF, (u >> 32 & 0xFFFF) | (v >> 32 & 0xFFFF) << 16) for u, v in edges]
    return b"".join(struct.pack("<3I", *row) for row in rows)


def test_graph500(file_of, listed, tmp_path):
    path = file_of("g.packed", packed((0, 3), (1, 1), (3, 2)))
    graph = wf.read(path)
    assert not graph.directed
    assert listed(graph) == [(u, v, None) for u, v in ((0, 3), (1, 1), (2, 3), (3, 0), (3, 2))]
    wf.write(graph, tmp_path / "h.graph500")
    assert (tmp_path / "h.graph500").read_bytes() == packed((0, 3), (1, 1), (2, 3))


GOOD = gapbs(False, [0, 1, 2], [1, 0])
GALOIS = galois(1, 0, [1, 2], [1, 0])


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
        ("g.gr", b"", ": the file is empty"),
        ("g.gr", GALOIS[:20], ": the file ends inside its 32-byte header"),
        ("g.gr", GALOIS[:-1], ": the header says 2 vertices and 2 edges; a file of 55 bytes can't be that"),
        ("g.gr", GALOIS + b"\0", ": the header says 2 vertices and 2 edges"),
        ("g.gr", galois(1, 3, [1, 2], [1, 0]), ": expected version 1 or 2 with 0, 4 or 8 bytes of edge data"),
        ("g.gr", galois(1, 0, [1, 2], [1, 0], edges=TRILLION), ": the header says 2 vertices and 1,000,000"),
        ("g.gr", galois(1, 4, [1, 2], [1, 0], edges=2**63), ": the header says 2 vertices and 9,223"),
        ("g.gr", galois(1, 0, [1, 2], [1, 0], vertices=TRILLION), ": the header says 1,000,000"),
        ("g.gr", galois(1, 0, [1, 3], [1, 0]), ": offset 3 is out of range"),
        ("g.gr", galois(1, 0, [1, 1], [1, 0]), ": the offsets must rise from 0 to 2"),
        ("g.gr", galois(1, 0, [1, 2], [1, 2]), ": vertex 2 is out of range"),
        ("g.gr", galois(1, 0, [1, 2], [1, 2**32 - 1]), ": vertex 4294967295 is out of range"),
        ("g.gr", galois(2, 0, [1, 2], [1, 2**32]), ": vertex 4294967296 is out of range"),
        ("g.gr", galois(2, 0, [1, 2], [1, 2**64 - 1]), ": vertex 18446744073709551615 is out of range"),
        ("g.packed", b"", ": the file is empty"),
        ("g.packed", packed((0, 1))[:-1], ": 11 bytes are no whole number of 12-byte edges"),
        ("g.packed", packed((0, 2**47)), ": vertex -140737488355328 is negative"),
        ("g.packed", packed((0, 2**46)), " vertices needs about"),
    ],
)
def test_bad_files_are_refused_without_taking_memory(name, content, problem, refused):
    tracemalloc.start()
    try:
        assert problem in refused(name, content)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("name", "options", "problem"),
    [
        ("g.sg", {"weights": [1]}, "hold no weights"),
        ("g.wsg", {}, "write .sg"),
        ("g.wsg", {"weights": [0.5]}, "integer weights"),
        ("g.wsg", {"weights": [2.0**31]}, "integer weights"),
        ("g.packed", {}, "undirected graphs only"),
        ("g.packed", {"directed": False, "weights": [1]}, "hold no weights"),
    ],
)
def test_what_a_format_can_not_hold(name, options, problem, tmp_path):
    with pytest.raises(wf.InputError, match=problem):
        wf.write(wf.Graph.from_edges([0], [1], **options), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_weights_galois_can_not_hold(tmp_path):
    with pytest.raises(wf.InputError, match="integer weights from 0 to 4294967295"):
        wf.write(wf.Graph.from_edges([0], [1], weights=[-1]), tmp_path / "g.gr", "galois")


def test_graph500_needs_edges(tmp_path):
    with pytest.raises(wf.InputError, match="without edges"):
        wf.write(wf.Graph.from_edges([], [], 2, directed=False), tmp_path / "g.packed")
