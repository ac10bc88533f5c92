"""Every algorithm over ranks, on every graph of the table, against the search of one process."""

from importlib import import_module

import numpy as np
import pytest
from graphs import GRAPHS, SIMULATED

import wavefront as wf
from wavefront import distributed
from wavefront.device import Cuda
from wavefront.distributed import partition
from wavefront.distributed.graph import Segment
from wavefront.graph.random_weights import with_random_weights

pytestmark = pytest.mark.on_devices
SIZES = [2, 7, 3, 5, 4, 6, 1]  # of ranks; in the simulator a graph has one of them, or two ranks
# Ways of a search: the usual one; pulls only; pulls after which pushes follow; outboxes that overflow.
WAYS = [{}, {"alpha": 1e9, "beta": 1e-9}, {"alpha": 1e9, "beta": 1e9}, {"alpha": 1e-9, "room": 1}]
# CPU ranks share memory, or have messages only: "apart".
APART = [2, 3, 7]
TABLE = OTHERS = [(name, size, False) for name in GRAPHS for size in sorted(SIZES)] + [
    (name, size, True) for name in GRAPHS for size in APART
]
if SIMULATED:  # where launches are slow
    TABLE = [(name, SIZES[index % len(SIZES)], False) for index, name in enumerate(GRAPHS)]
    OTHERS = [(name, 2, False) for name in ("multigraph", "kronecker", "disconnected")]


def together(size, program, apart=False):
    def with_messages(ranks):
        if apart and not SIMULATED:
            ranks.symmetric = lambda words: None
        return program(ranks)

    return distributed.together(size, with_messages, devices=[Cuda()] * size if SIMULATED else None)


def weighted(name):
    return with_random_weights(GRAPHS[name](), seed=1)


def check_bfs(name, size, apart=False):
    graph = GRAPHS[name]()
    sources = sorted({graph.num_vertices // 2, graph.num_vertices - 1})

    def program(ranks):
        dealt = distributed.from_graph(graph, ranks)
        found = [distributed.bfs(dealt, source, **way) for source in sources for way in WAYS]
        for segment in found:
            distributed.validate_bfs(segment)
        return [(segment.source, *segment.gather()) for segment in found]

    for source, levels, predecessors in together(size, program, apart)[-1]:
        np.testing.assert_array_equal(levels, wf.bfs(graph, source, device="cpu").levels)
        wf.validate_bfs(graph, source, levels, predecessors)


@pytest.mark.parametrize(("name", "size", "apart"), TABLE)
def test_bfs(name, size, apart):
    check_bfs(name, size, apart)


@pytest.mark.numbas_simulator  # adds in the levels' own type
@pytest.mark.parametrize("last", [126, 127, 128])  # levels travel in 8 bits where they fit
def test_levels_at_the_bound_of_8_bits_are_right(last):
    graph = wf.Graph.from_edges(np.arange(last), np.arange(1, last + 1), directed=False)

    def program(ranks):
        dealt = distributed.from_graph(graph, ranks)
        segment = Segment(dealt, 0, dealt.ids.astype(np.int32), dealt.ids - 1)
        distributed.validate_bfs(segment)
        return segment.gather()[0].tolist()

    assert together(2, program) == [list(range(last + 1))] * 2


def check_others(name, size, apart=False):
    graph = weighted(name)
    # Some weights of 0: a vertex may be as near as its predecessor.
    some_zero = wf.Graph.from_csr(*graph.csr[:2], graph.csr.weights // 90, directed=graph.directed)
    sources = [0, graph.num_vertices - 1] * 33  # more than share a word

    def program(ranks):
        dealt, zeros = distributed.from_graph(graph, ranks), distributed.from_graph(some_zero, ranks)
        return (
            [distributed.sssp(one, 0).gather() for one in (dealt, zeros)],
            distributed.sssp(dealt, 0, delta=1.0, predecessors=False).gather()[0],
            distributed.pagerank(dealt, tolerance=1e-12).gather(),
            distributed.connected_components(dealt).gather(),
            distributed.multi_source_bfs(dealt, sources).gather(),
        )

    paths, distances, ranks, components, levels = together(size, program, apart)[-1]
    for one, (found, predecessors) in zip((graph, some_zero), paths, strict=True):
        expected = wf.sssp(one, 0, device="cpu")
        np.testing.assert_array_equal(found, expected.distances)
        np.testing.assert_array_equal(predecessors, expected.predecessors)
    np.testing.assert_array_equal(distances, paths[0][0])
    exact = wf.pagerank(graph, tolerance=1e-12, device="cpu").ranks
    np.testing.assert_allclose(ranks, exact, rtol=1e-9, atol=1e-11)
    np.testing.assert_array_equal(components, wf.connected_components(graph, device="cpu").components)
    np.testing.assert_array_equal(levels, wf.multi_source_bfs(graph, sources, device="cpu").levels)


@pytest.mark.parametrize(("name", "size", "apart"), OTHERS)
def test_other_algorithms(name, size, apart):
    check_others(name, size, apart)


@pytest.mark.skipif(SIMULATED, reason="the searches on CPUs")
def test_messages_where_memory_to_share_lacks(monkeypatch):
    monkeypatch.setattr(import_module("wavefront.distributed.together"), "_zeros", lambda size: None)
    graph = wf.generators.kronecker(7, seed=1)

    def program(ranks):
        dealt = distributed.from_graph(
            graph,
            ranks,
        )
        assert ranks.symmetric(8) is None
        return distributed.bfs(dealt, 0).gather()[0], distributed.connected_components(dealt).gather()

    levels, components = together(3, program)[1]
    np.testing.assert_array_equal(levels, wf.bfs(graph, 0).levels)
    np.testing.assert_array_equal(components, wf.connected_components(graph).components)


@pytest.mark.parametrize("bridged", [False, True])
def test_largest_trees_that_no_linked_edge_joins(monkeypatch, bridged):
    """Each rank skips the edges of its own giant component, between which there may be one edge."""
    monkeypatch.setattr("wavefront.distributed.components.GIANT", 1 << 10)
    src, dst = (np.asarray(ends) for ends in wf.generators.kronecker(6).coo[:2])
    src, dst = (np.append(ends, ends + 64) for ends in (src, dst))
    if bridged:
        src, dst = np.append(src, src[0]), np.append(dst, src[0] + 64)
    graph = wf.Graph.from_edges(src, dst, 128, directed=False)

    def program(ranks):
        return distributed.connected_components(distributed.from_graph(graph, ranks)).gather()

    expected = wf.connected_components(graph, device="cpu").components
    for size in (2, 5):
        np.testing.assert_array_equal(together(size, program, apart=True)[0], expected)


def test_a_largest_tree_that_its_own_rank_sees_no_edge_out_of():
    """Vertex 0's first edges are loops; the rank of vertex 1 follows one to vertex 0."""
    src = np.repeat([0, 1], [12, 10])
    dst = np.repeat([0, 1, 0, 1], [4, 8, 8, 2])
    graph = wf.Graph.from_edges(src, dst, 2, directed=True)

    def program(ranks):
        return distributed.connected_components(distributed.from_graph(graph, ranks)).gather().tolist()

    for size in (2, 3, 7):
        assert together(size, program, apart=True) == [[0, 0]] * size


def test_an_unweighted_graph_has_edges_of_length_one():
    graph = GRAPHS["multigraph"]()
    found = together(3, lambda ranks: distributed.sssp(distributed.from_graph(graph, ranks), 0).gather())
    np.testing.assert_array_equal(found[0][0], wf.sssp(graph, 0, device="cpu").distances)


def test_a_pull_goes_through_a_long_list():
    """Vertex 0 is entered by many, of which the last alone can be reached."""
    into = np.arange(1, 200)
    src, dst = np.concatenate([into, [200, 199]]), np.concatenate([np.zeros_like(into), [199, 201]])
    graph = wf.Graph.from_edges(src, dst)

    def program(ranks):
        found = distributed.bfs(distributed.from_graph(graph, ranks), 200, **WAYS[1])
        distributed.validate_bfs(found)
        return found.gather()[0]

    for levels in together(2, program):
        np.testing.assert_array_equal(levels, wf.bfs(graph, 200, device="cpu").levels)


@pytest.mark.skipif(SIMULATED, reason="a message of CPU ranks")
@pytest.mark.parametrize("size", [2, 3])
def test_a_small_level_sends_more_than_a_message_holds(size):
    children = np.arange(1, 2 + 40 + 40 * 40)
    graph = wf.Graph.from_edges((children - 1) // 40, children, directed=False)

    def program(ranks):
        found = distributed.bfs(distributed.from_graph(graph, ranks), 0, alpha=1e-9, room=1 << 14)
        distributed.validate_bfs(found)
        return found.gather()

    for levels, predecessors in together(size, program, apart=True):
        np.testing.assert_array_equal(levels, wf.bfs(graph, 0, device="cpu").levels)
        wf.validate_bfs(graph, 0, levels, predecessors)


@pytest.mark.skipif(SIMULATED, reason="a message of CPU ranks")
def test_a_small_level_of_many_ranks(monkeypatch):
    """Each of them may send less than a message has room for."""
    monkeypatch.setattr("wavefront.distributed.small_levels.MOST_PAIRS", 60)
    graph = GRAPHS["grid"]()

    def program(ranks):
        return distributed.bfs(distributed.from_graph(graph, ranks), 0, alpha=1e-9).gather()

    for levels, predecessors in together(3, program, apart=True):
        np.testing.assert_array_equal(levels, wf.bfs(graph, 0, device="cpu").levels)
        wf.validate_bfs(graph, 0, levels, predecessors)


@pytest.mark.skipif(SIMULATED, reason="blocks of ids, and what one CPU rank does by itself")
@pytest.mark.parametrize(("size", "apart"), [(2, True), (3, True), (3, False)])
def test_a_long_path_is_searched_block_by_block(size, apart):
    ids, weights = np.arange(1 << 14), np.arange(1, 1 << 14) % 7
    graph = wf.Graph.from_edges(ids[:-1], ids[1:], weights=weights, directed=False)
    messages = [0] * size

    def program(ranks):
        dealt, gather = distributed.from_graph(graph, ranks), ranks.gather

        def counted(*arguments):
            messages[ranks.rank] += 1
            gather(*arguments)

        ranks.gather = counted
        found = distributed.bfs(dealt, 0), distributed.sssp(dealt, 0, delta=3.0)
        ranks.gather = gather
        together_in = distributed.connected_components(dealt).num_components
        return *(segment.gather() for segment in found), together_in

    for (levels, _), (distances, _), components in together(size, program, apart):
        np.testing.assert_array_equal(levels, ids)
        np.testing.assert_array_equal(distances, np.append(0, np.cumsum(weights)))
        assert components == 1
    assert max(messages) < ids.size // 4  # of two searches


@pytest.mark.skipif(not SIMULATED, reason="is about ranks with GPUs")
def test_places_on_gpus_are_in_order_of_degree_even_where_ids_are_near(monkeypatch):
    monkeypatch.setattr(partition, "BLOCKS", 1)
    monkeypatch.setattr(partition, "LEAST_BITS", 1)

    def degrees(ranks):
        return np.diff(distributed.from_graph(GRAPHS["grid"](), ranks).out.ptr).tolist()

    devices = [Cuda(), wf.Cpu(1)]
    assert all(found == sorted(found)[::-1] for found in distributed.together(2, degrees, devices=devices))
    assert any(found != sorted(found)[::-1] for found in distributed.together(2, degrees))


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("way", WAYS[:3])
def test_a_search_stops_at_its_target(way, apart):
    graph = GRAPHS["grid"]()
    target = graph.num_vertices // 3

    def program(ranks):
        dealt = distributed.from_graph(graph, ranks)
        return distributed.bfs(dealt, 0, target=target, **way).gather()[0]

    expected = wf.bfs(graph, 0, target=target, device="cpu").levels
    for levels in together(3, program, apart):
        np.testing.assert_array_equal(levels, expected)


def test_lists_are_shared_by_lanes(monkeypatch):
    monkeypatch.setattr("wavefront.distributed.graph.TIERS", ((20, 8), (4, 3)))
    for name in ("kronecker", "multigraph"):
        check_bfs(name, 2)
        check_others(name, 2)
