"""Pulls of the CPU's fused search: at which in-neighbor a vertex looks first, and where it finds another."""

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront.strategies.fused.cpu import host
from wavefront.strategies.fused.pool import pool_of

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about the CPU")
PULL = {"alpha": 1e9, "beta": 1e9, "serial_edges": 0}  # in every level


def looked_at_first(graph):
    """The in-neighbor of each vertex that the next pull looks at first."""
    scratch = pool_of(graph, "cpu").take(False)
    pool_of(graph, "cpu").give_back(False, scratch)
    return scratch.graph.first


def cliques(sizes):
    """Cliques in a chain: the last vertex of one has an edge to the first of the next."""
    src, dst, begin = [], [], 0
    for size in sizes:
        ends = np.triu_indices(size, 1)
        src += [*(ends[0] + begin), begin + size - 1]
        dst += [*(ends[1] + begin), begin + size]
        begin += size
    return wf.Graph.from_edges(src[:-1], dst[:-1], begin, directed=False)


def test_a_pull_looks_first_where_the_last_one_found_something():
    graph = wf.Graph.from_edges([0, 0, 1, 2, 3], [1, 2, 3, 3, 4], 5, directed=False)
    wf.bfs(graph, 2, strategy="fused", device=wf.Cpu(1), **PULL)  # 3 comes from 2; its list begins with 1
    assert looked_at_first(graph)[3] == 2
    wf.bfs(graph, 1, strategy="fused", device=wf.Cpu(1), **PULL)
    assert looked_at_first(graph)[3] == 1


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("sizes", [(70, 3, 130), (5, 40, 64, 90), (200,), (1, 300, 1)])
def test_lists_looked_through_as_one_miss_no_visited_vertex(sizes, threads, monkeypatch):
    monkeypatch.setattr(host, "LONE_LISTS", 0)  # several threads, though the graph is small
    graph = cliques(sizes)
    for source in (0, 3, 69, graph.num_vertices - 1):
        expected = wf.bfs(graph, source, strategy="sequential").levels
        found = wf.bfs(graph, source, strategy="fused", device=wf.Cpu(threads), **PULL)
        np.testing.assert_array_equal(found.levels, expected)
        wf.validate_bfs(graph, source, found.levels, found.predecessors)
