"""Graphs made in parts: the edges of each rank, how even they are, and the memory while they are made."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from graphs import GRAPHS, SIMULATED

import wavefront as wf
from wavefront import distributed, generators
from wavefront.distributed.graph import Segment
from wavefront.distributed.partition import deal

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about the parts, not about devices")


def hub_and_grid():
    """A grid, and a vertex with an edge to a third of the grid's."""
    grid = generators.grid(90, 120)
    ends = np.arange(0, 90 * 120, 3)
    src, dst = grid.coo[:2]
    src, dst = src[src < dst], dst[src < dst]
    hub = np.full(ends.size, 90 * 120)
    return wf.Graph.from_edges(np.append(src, hub), np.append(dst, ends), 90 * 120 + 1, directed=False)


def edges_of(graph):
    """The stored edges of this rank, as pairs of ids, in order."""
    src = np.repeat(graph.ids, np.diff(graph.out.ptr))
    dst = graph.all_ids[graph.out.places]
    return np.stack([src, dst])


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("size", [1, 3])
def test_generated_edges_are_those_of_one_process(size, directed):
    whole = [
        generators.kronecker(7, 5, 2, directed=directed),
        generators.uniform(50, 300, 3, directed=directed),
    ]

    def program(ranks):
        parts = [
            distributed.kronecker(7, 5, 2, directed=directed, communicator=ranks),
            distributed.uniform(50, 300, 3, directed=directed, communicator=ranks),
        ]
        return [edges_of(part) for part in parts]

    for graph, *parts in zip(whole, *distributed.together(size, program), strict=True):
        found = np.concatenate(parts, axis=1)
        found = found[:, np.lexsort(found[::-1])]
        np.testing.assert_array_equal(found, graph.coo[:2])


def test_in_lists_hold_the_edges_turned_around():
    graph = GRAPHS["multigraph"]()

    def program(ranks):
        part = distributed.from_graph(graph, ranks)
        dst = np.repeat(part.ids, np.diff(part.into.ptr))
        return np.stack([part.all_ids[part.into.places], dst])

    found = np.concatenate(distributed.together(3, program), axis=1)
    found = found[:, np.lexsort(found[::-1])]
    np.testing.assert_array_equal(found, graph.coo[:2])


@pytest.mark.parametrize("size", [2, 3, 7])
@pytest.mark.parametrize(
    "make", [lambda: generators.kronecker(14), lambda: generators.grid(90, 120), hub_and_grid]
)
def test_ranks_have_as_many_edges_within_a_percent(make, size):
    graph = make()
    parts = distributed.together(size, lambda ranks: distributed.from_graph(graph, ranks).out.places.size)
    assert sum(parts) == graph.num_edges
    assert max(parts) < 1.01 * min(parts)


def test_vertices_of_near_ids_stay_together():
    """But not those of a graph whose edges lead anywhere."""

    def program(ranks):
        graphs = generators.grid(100, 100), generators.kronecker(14)
        parts = [distributed.from_graph(graph, ranks) for graph in graphs]
        return [(part.out.places // part.partition.stride == ranks.rank).mean() for part in parts]

    for grid, kronecker in distributed.together(2, program):
        assert grid > 0.7
        assert kronecker < 0.6


@pytest.mark.parametrize("bits", [0, 10])
def test_to_deal_vertices_takes_30_bytes_each(bits):
    degrees = np.full(200_000, 4, np.int32)
    tracemalloc.start()
    deal(degrees, 0, 2, bits)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 31 * degrees.size


def test_vertices_without_edges_even_out_the_vertices():
    graph = wf.Graph.from_edges([0] * 50, range(1, 51), 200, directed=False)  # a star, and 149 apart from it
    found = distributed.together(
        3,
        lambda ranks: (lambda part: (part.ids.size, part.out.places.size))(
            distributed.from_graph(graph, ranks)
        ),
    )
    assert sorted(size for size, _ in found) == [66, 67, 67]
    assert sorted(edges for _, edges in found) == [25, 25, 50]


def test_a_list_begins_with_the_neighbor_of_highest_degree():
    graph = generators.kronecker(8)

    def program(ranks):
        part = distributed.from_graph(graph, ranks)
        firsts = part.out.ptr[:-1][np.diff(part.out.ptr) > 0]
        return part.ids[np.diff(part.out.ptr) > 0], part.all_ids[part.out.places[firsts]]

    for vertices, heads in distributed.together(2, program):
        for vertex, head in zip(vertices, heads, strict=True):
            assert graph.out_degrees[head] == graph.out_degrees[graph.neighbors(vertex)].max()


def test_building_takes_little_more_memory_than_the_parts():
    def program(ranks):
        return distributed.kronecker(16, communicator=ranks).nbytes

    distributed.together(2, program)  # compiles
    tracemalloc.start()
    held = sum(distributed.together(2, program))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak <= 1.6 * held


def test_fewer_vertices_than_ranks():
    graph = wf.Graph.from_edges([0, 1], [1, 2])

    def program(ranks):
        part = distributed.from_graph(graph, ranks)
        return part.ids.size, distributed.bfs(part, 0).gather()

    sizes, found = zip(*distributed.together(5, program), strict=True)
    assert sizes == (1, 1, 1, 0, 0)
    for levels, predecessors in found:
        assert levels.tolist() == [0, 1, 2]
        assert predecessors.tolist() == [-1, 0, 1]


def test_what_a_part_says_of_itself():
    part = distributed.kronecker(4, communicator=distributed.Alone())
    assert repr(part) == f"DistributedGraph(16 vertices, {part.num_edges} edges, undirected, rank 0 of 1)"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"scale": -1}, "scale"),
        ({"scale": 4, "edge_factor": -1}, "edge_factor"),
        ({"scale": 4, "seed": -1}, "seed"),
        ({"scale": 4, "directed": 2}, "directed"),
    ],
)
def test_wrong_arguments(arguments, problem):
    with pytest.raises(wf.InputError, match=problem):
        distributed.kronecker(**arguments)


def test_edges_of_a_hub_with_2_to_the_30():
    graph = distributed.from_graph(wf.Graph.from_edges([0, 0], [1, 2], 3), distributed.Alone())
    ptr = np.array([0, 1 << 30, 1 << 30, 1 << 30])  # of lists that nothing reads
    graph = replace(graph, out=graph.out._replace(ptr=ptr))
    segment = Segment(graph, 0, np.array([0, 1, 1], np.int32), None)
    assert segment.traversed_edges() == 1 << 30
