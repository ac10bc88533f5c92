"""Galois's graphs, against bytes put together by hand."""

import gzip
import struct

import pytest

import wavefront as wf

TRILLION = 10**12
EDGES = [(0, 1, None), (0, 2, None), (2, 0, None)]


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


def test_padding_of_version_2_may_be_there(file_of, listed):
    content = galois(2, 8, [2, 2, 3], [1, 2, 0], [7, 8, 9], padding=8)
    assert listed(wf.read(file_of("g.gr", content))) == [(0, 1, 7), (0, 2, 8), (2, 0, 9)]


def test_is_written_as_version_1(tmp_path):
    wf.write(wf.Graph.from_edges([0, 0, 2], [2, 1, 0], weights=[3, 4, 5]), tmp_path / "g.gr", "galois")
    assert (tmp_path / "g.gr").read_bytes() == galois(1, 4, [2, 2, 3], [1, 2, 0], [4, 3, 5], padding=4)


GOOD = galois(1, 0, [1, 2], [1, 0])


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", ": the file is empty"),
        (GOOD[:20], ": the file ends inside its 32-byte header"),
        (GOOD[:-1], ": the header says 2 vertices and 2 edges; a file of 55 bytes can't be that"),
        (GOOD + b"\0", ": the header says 2 vertices and 2 edges"),
        (galois(1, 3, [1, 2], [1, 0]), ": expected version 1 or 2 with 0, 4 or 8 bytes of edge data"),
        (galois(1, 0, [1, 2], [1, 0], edges=TRILLION), ": the header says 2 vertices and 1,000,000"),
        (galois(1, 4, [1, 2], [1, 0], edges=2**63), ": the header says 2 vertices and 9,223"),
        (galois(1, 0, [1, 2], [1, 0], vertices=TRILLION), ": the header says 1,000,000"),
        (galois(1, 0, [1, 3], [1, 0]), ": offset 3 is out of range"),
        (galois(1, 0, [1, 1], [1, 0]), ": the offsets must rise from 0 to 2"),
        (galois(1, 0, [1, 2], [1, 2]), ": vertex 2 is out of range"),
        (galois(1, 0, [1, 2], [1, 2**32 - 1]), ": vertex 4294967295 is out of range"),
        (galois(2, 0, [1, 2], [1, 2**32]), ": vertex 4294967296 is out of range"),
        (galois(2, 0, [1, 2], [1, 2**64 - 1]), ": vertex 18446744073709551615 is out of range"),
    ],
)
def test_bad_files(content, problem, refused_at_once):
    assert problem in refused_at_once("g.gr", content)


def test_weights_that_can_not_be_held(tmp_path):
    with pytest.raises(wf.InputError, match="integer weights from 0 to 4294967295"):
        wf.write(wf.Graph.from_edges([0], [1], weights=[-1]), tmp_path / "g.gr", "galois")
