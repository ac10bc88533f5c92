"""Buckets of ranks of one CPU thread: all ranks have the same width, and change it together."""

import numpy as np
import pytest
from odd_weights import SIDE, by_region, expected, heavy_tail, light_then_heavy, powers_of_two, with_weights

import wavefront as wf
from wavefront import distributed, generators
from wavefront.algorithms.sssp.entries import RELAXED, USED
from wavefront.algorithms.sssp.width import WIDEST
from wavefront.distributed import sssp_on_cpu
from wavefront.graph.random_weights import with_random_weights
from wavefront.graph.weight_types import smallest

EXACT = 2**24  # float32 holds all integers up to here
WAYS = [(1, False), (2, False), (3, False), (2, True), (3, True)]  # ranks, and whether they are apart


def no_memory(words):
    """In the place of a communicator's `symmetric`."""


def searched(monkeypatch, graph, size, apart=False, **delta):
    """The searches of all ranks from vertex 0, checked; with `apart` ranks share no memory."""
    seen, search = [], sssp_on_cpu.Search

    def noted(*arguments, **named):
        seen.append(search(*arguments, **named))
        return seen[-1]

    def program(ranks):
        if apart:
            ranks.symmetric = no_memory
        return distributed.sssp(distributed.from_graph(graph, ranks), 0, **delta).gather()

    with monkeypatch.context() as patched:
        patched.setattr(sssp_on_cpu, "Search", noted)
        distances, predecessors = distributed.together(size, program)[0]
    wf.validate_sssp(graph, 0, distances, predecessors)
    np.testing.assert_allclose(distances, expected(graph, 0))
    return seen


def relaxed(searches, graph):
    """Entries relaxed by all ranks for each vertex."""
    return sum(search.own[RELAXED] for search in searches) / graph.num_vertices


def widths(searches):
    """What widths all ranks had at the end."""
    return {1 / search.scale[0] for search in searches}


@pytest.mark.parametrize("weights", [powers_of_two, heavy_tail, by_region])
@pytest.mark.parametrize(("size", "apart"), WAYS)
def test_few_vertices_are_relaxed_again_whatever_the_weights(weights, size, apart, monkeypatch):
    graph = with_weights(generators.grid(SIDE, SIDE), weights)
    searches = searched(monkeypatch, graph, size, apart)
    assert relaxed(searches, graph) < 5
    assert len(widths(searches)) == 1


@pytest.mark.parametrize(("size", "apart"), WAYS)
def test_buckets_that_are_too_wide_become_narrower_on_all_ranks(size, apart, monkeypatch):
    graph = light_then_heavy()
    delta = distributed.together(
        size, lambda ranks: sssp_on_cpu.usual_delta(distributed.from_graph(graph, ranks))
    )[0]
    changing = searched(monkeypatch, graph, size, apart)
    constant = searched(monkeypatch, graph, size, apart, delta=delta)
    assert widths(constant) == {delta}
    (width,) = widths(changing)
    assert width < delta
    assert relaxed(changing, graph) < 0.75 * relaxed(constant, graph)


@pytest.mark.parametrize("size", [1, 2])
def test_buckets_widen_without_a_limit_where_far_entries_are_looked_at_in_vain(size, monkeypatch):
    """A star whose leaves are from 1 to a billion away: few are in each 64 of the first buckets."""
    leaves = np.arange(1, 50_000)
    weights = np.minimum(np.random.default_rng(1).random(leaves.size) ** -2.0, 1e9)
    graph = wf.Graph.from_edges(np.zeros_like(leaves), leaves, weights=weights, directed=False)
    delta = distributed.together(
        size, lambda ranks: sssp_on_cpu.usual_delta(distributed.from_graph(graph, ranks))
    )[0]
    (width,) = widths(searched(monkeypatch, graph, size))
    assert width > WIDEST * delta


@pytest.mark.parametrize("apart", [False, True])
def test_a_search_takes_nothing_of_the_one_before(apart):
    """In one bucket, so that ranks offer each other distances up to the end."""
    graph = with_random_weights(generators.uniform(60, 90, seed=1), seed=1)
    sources = range(0, 60, 3)

    def program(ranks):
        if apart:
            ranks.symmetric = no_memory
        dealt = distributed.from_graph(graph, ranks)
        return [distributed.sssp(dealt, source, delta=1e300).gather()[0] for source in sources]

    for source, distances in zip(sources, distributed.together(3, program)[0], strict=True):
        np.testing.assert_array_equal(distances, wf.sssp(graph, source, device="cpu").distances)


@pytest.mark.parametrize("heavy", [100, 2**20])  # uint8 and int32
@pytest.mark.parametrize("beyond", [-2, -1, 0, 1, 3])
@pytest.mark.parametrize(("size", "apart"), WAYS[1:4])
def test_integers_are_added_up_in_float32_up_to_what_it_holds(heavy, beyond, size, apart, monkeypatch):
    """A path one way whose last vertex is as far as the largest distance in float32, or nearly."""
    monkeypatch.setattr(sssp_on_cpu, "LEAST_VERTICES", 0)
    end = EXACT // 1024 if heavy == 100 else EXACT  # else the path had 167,773 edges
    monkeypatch.setattr(sssp_on_cpu, "LARGEST_NARROW", end - 1.0)
    distance = end + beyond
    weights = np.append(np.full((distance - 1) // heavy, heavy), [(distance - 1) % heavy, 1])
    path = np.append(0, np.random.default_rng(1).permutation(np.arange(1, weights.size + 1)))
    graph = wf.Graph.from_edges(path[:-1], path[1:], weights=smallest(weights))
    searches = searched(monkeypatch, graph, size, apart)
    wide = [search for search in searches if search.distances.dtype == np.float64]
    assert len(wide) == (size if beyond >= 0 else 0)
    assert len(searches) == size + len(wide)


@pytest.mark.parametrize("dtype", [np.uint8, np.int32])
@pytest.mark.parametrize(("size", "apart"), WAYS)
def test_many_searches_by_small_integers(dtype, size, apart, monkeypatch):
    """Hubs with longer lists than a word has bits, parallel edges, weights of 0; one search after another."""
    monkeypatch.setattr(sssp_on_cpu, "LEAST_VERTICES", 0)
    rng = np.random.default_rng(size)
    src, dst = (200 * rng.random((2, 3000)) ** 3).astype(np.int64)
    weights = rng.choice(np.array([0, 1, 7, 100, 101, 127]), src.size).astype(dtype)
    graph = wf.Graph.from_edges(src, dst, 203, weights=weights)
    sources = [0, 150, 202, *range(20, 40)]

    def program(ranks):
        if apart:
            ranks.symmetric = no_memory
        dealt = distributed.from_graph(graph, ranks)
        found = [distributed.sssp(dealt, source) for source in sources]
        assert "_far" not in vars(dealt)
        return [segment.gather() for segment in found]

    for source, (distances, predecessors) in zip(
        sources, distributed.together(size, program)[0], strict=True
    ):
        wf.validate_sssp(graph, source, distances, predecessors)
        one = wf.sssp(graph, source, device="cpu")
        np.testing.assert_array_equal(distances, one.distances)
        np.testing.assert_array_equal(predecessors, one.predecessors)


def test_a_parallel_edge_that_is_not_taken_does_not_count_as_far(monkeypatch):
    monkeypatch.setattr(sssp_on_cpu, "LEAST_VERTICES", 0)
    graph = wf.Graph.from_edges([0, 0], [1, 1], weights=[1, EXACT])

    def program(ranks):
        dealt = distributed.from_graph(graph, ranks)
        return distributed.sssp(dealt, 0).gather()[0].tolist(), "_far" in vars(dealt)

    assert distributed.together(2, program) == [([0, 1], False)] * 2


@pytest.mark.parametrize("apart", [False, True])
def test_a_graph_with_larger_distances_is_searched_once_afterwards(apart, monkeypatch):
    monkeypatch.setattr(sssp_on_cpu, "LEAST_VERTICES", 0)
    graph = wf.Graph.from_edges([0, 1], [1, 2], weights=[EXACT, 1], directed=False)
    types, search = [], sssp_on_cpu.Search

    def noted(*arguments, **named):
        made = search(*arguments, **named)
        types.append(made.distances.dtype.char)
        return made

    monkeypatch.setattr(sssp_on_cpu, "Search", noted)

    def program(ranks):
        if apart:
            ranks.symmetric = no_memory
        dealt = distributed.from_graph(graph, ranks)
        return [distributed.sssp(dealt, source).gather() for source in (1, 0, 2)]

    for source, (distances, _) in zip((1, 0, 2), distributed.together(2, program)[0], strict=True):
        assert distances.tolist() == wf.sssp(graph, source, device="python").distances.tolist()
    assert sorted(types) == ["d"] * 6 + ["f"] * 2


@pytest.mark.parametrize("size", [2, 4])
def test_buckets_that_had_to_be_narrow_become_wider_again(size, monkeypatch):
    """Each bucket is a message: at the width that the light part needs there are over 6,000."""
    graph = light_then_heavy()

    def program(ranks):
        messages, gather = [0], ranks.gather

        def counted(*arguments):
            messages[0] += 1
            gather(*arguments)

        ranks.symmetric = no_memory
        dealt = distributed.from_graph(graph, ranks)
        monkeypatch.setattr(ranks, "gather", counted)
        distributed.sssp(dealt, 0, predecessors=False)
        return messages[0]

    assert 100 < distributed.together(size, program)[0] < 2500


@pytest.mark.parametrize("weights", [powers_of_two, by_region])
def test_buckets_stay_as_wide_as_the_caller_asks(weights, monkeypatch):
    graph = with_weights(generators.grid(40, 40), weights)
    assert widths(searched(monkeypatch, graph, 2, delta=8.0)) == {8.0}


@pytest.mark.parametrize("unit", [1e-314, 2e-323, 1e-300, 1e290])
def test_weights_too_small_or_large_to_tell_apart_by_buckets(unit, monkeypatch):
    graph = with_weights(
        generators.grid(SIDE, SIDE), lambda at_random, low, high: unit * powers_of_two(at_random, low, high)
    )
    searches = searched(monkeypatch, graph, 2)
    assert all(0 < search.scale[0] < np.inf for search in searches)


@pytest.mark.parametrize("apart", [False, True])
def test_entries_that_had_no_room_are_made_anew_in_buckets_of_other_widths(apart, monkeypatch):
    graph = light_then_heavy()
    room = max(search.state[USED] for search in searched(monkeypatch, graph, 2, apart)) - 2  # blocks
    monkeypatch.setattr(sssp_on_cpu, "num_blocks", lambda num_vertices, threads: room)
    searches = searched(monkeypatch, graph, 2, apart)
    assert all(search.after.size == room for search in searches)
    assert all(search.scale[0] != search.scale[2] * WIDEST for search in searches)
