"""Rows of results in memory that earlier rows were in."""

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.algorithms import kept_memory

pytestmark = pytest.mark.skipif(SIMULATED, reason="is memory of the CPU")


def searches(graph):
    """Rows of levels and of distances, and the same by single searches."""
    for sources in ([3, 5, 7], [0, 899, 30]):
        levels = wf.multi_source_bfs(graph, sources, device="cpu").levels
        distances = wf.multi_source_sssp(graph, sources, device="cpu").distances
        yield levels, [wf.bfs(graph, source, device="cpu").levels for source in sources]
        yield distances, [wf.sssp(graph, source, device="cpu").distances for source in sources]


@pytest.mark.parametrize("directed", [False, True])
def test_rows_stay_while_someone_has_them(directed, monkeypatch):
    monkeypatch.setattr(kept_memory, "LARGE", 1)
    graph = generators.kronecker(9, 16) if directed else generators.grid(30, 30)
    graph = wf.Graph.from_edges(*graph.coo[:2], 900, directed=directed)
    kept = [(rows, rows.copy(), single) for rows, single in searches(graph)]
    for rows, copy, single in kept:
        assert (rows == single).all()
        assert (rows == copy).all()


@pytest.mark.skipif(kept_memory.FREE is None, reason="this system's memory can't be marked as free to take")
def test_dropped_rows_make_room_for_the_next(monkeypatch):
    monkeypatch.setattr(kept_memory, "LARGE", 1)
    graph = generators.grid(30, 30)
    found = wf.multi_source_bfs(graph, [1, 2], device="cpu")
    place, part = found.levels.ctypes.data, found.levels[1]
    del found
    beside = wf.multi_source_bfs(graph, [1, 2], device="cpu").levels  # a row of the first is still held
    assert beside.ctypes.data != place
    assert part.tolist() == beside[1].tolist()
    del part
    assert wf.multi_source_bfs(graph, [5, 9], device="cpu").levels.ctypes.data == place


def test_without_large_memory_there_is_the_usual(monkeypatch):
    def refused(*_, **__):
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(kept_memory, "LARGE", 1)
    monkeypatch.setattr(kept_memory.mmap, "mmap", refused)
    made = kept_memory.kept_memory(generators.grid(2, 2), "a test", (3, 4), np.int16)
    assert made.shape == (3, 4)
    assert made.dtype == np.int16
