"""Graph500's packed edges, against bytes put together by hand."""

import struct

import pytest

import wavefront as wf


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


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", ": the file is empty"),
        (packed((0, 1))[:-1], ": 11 bytes are no whole number of 12-byte edges"),
        (packed((0, 2**47)), ": vertex -140737488355328 is negative"),
        (packed((0, 2**46)), " vertices needs about"),
    ],
)
def test_bad_files(content, problem, refused_at_once):
    assert problem in refused_at_once("g.packed", content)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({}, "undirected graphs only"),
        ({"directed": False, "weights": [1]}, "hold no weights"),
    ],
)
def test_what_can_not_be_held(options, problem, tmp_path):
    with pytest.raises(wf.InputError, match=problem):
        wf.write(wf.Graph.from_edges([0], [1], **options), tmp_path / "g.packed")
    assert not list(tmp_path.iterdir())


def test_a_graph_without_edges(tmp_path):
    with pytest.raises(wf.InputError, match="without edges"):
        wf.write(wf.Graph.from_edges([], [], 2, directed=False), tmp_path / "g.packed")
