"""Sampled neighbors: by rules, and how often each is drawn."""

from itertools import permutations

import numpy as np
import pytest
from graphs import random_multigraph
from hypothesis import given
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.graph.random_weights import with_random_weights

STAR = wf.Graph.from_edges([0] * 6, [1, 2, 3, 4, 5, 6], 7)


def host(array):
    return array if isinstance(array, np.ndarray) else array.get()


@given(
    st.lists(st.integers(0, 29), min_size=1, max_size=5, unique=True),
    st.lists(st.integers(-1, 6), min_size=1, max_size=4),
    st.booleans(),
    st.booleans(),
    st.integers(0, 2**62),
)
def test_rules_hold_whatever_is_asked(seeds, fanouts, replace, weighted, seed):
    graph = random_multigraph(3)
    seeds = sorted({start % graph.num_vertices for start in seeds})
    weights = np.random.default_rng(0).random(graph.num_edges) * (np.arange(graph.num_edges) % 3 > 0)
    options = {"replace": replace, "seed": seed, "weights": weights if weighted else None}
    found = wf.sample_neighbors(graph, seeds, fanouts, **options)
    wf.validate_sampling(graph, found)
    assert found.edge_index.shape == (2, found.edges.size)
    assert (graph.coo.src[found.edges] == found.vertices[found.edge_index[1]]).all()
    if weighted:
        assert (weights[found.edges] > 0).all()


@pytest.mark.on_devices
@pytest.mark.parametrize("replace", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_every_device_and_any_number_of_threads_draws_the_same(device, replace, weighted):
    graph = with_random_weights(generators.kronecker(6, 8, seed=1), seed=1)
    options = {"replace": replace, "seed": 5, "weighted": weighted}
    expected = wf.sample_neighbors(graph, [3, 60, 9], [4, 2], device="python", **options)
    found = wf.sample_neighbors(graph, [3, 60, 9], [4, 2], device=device, **options)
    wf.validate_sampling(graph, found)
    assert host(found.vertices).tolist() == expected.vertices.tolist()
    assert host(found.edge_index).tolist() == expected.edge_index.tolist()
    other = wf.sample_neighbors(graph, [3, 60, 9], [4, 2], device=device, **(options | {"seed": 6}))
    assert host(other.edges).tolist() != expected.edges.tolist()


@pytest.mark.on_devices
@pytest.mark.parametrize("fanouts", [[4, 2], [-1, 3], [100, 1]])
def test_long_lists_are_drawn_from_alike(device, fanouts, monkeypatch):
    monkeypatch.setattr("wavefront.algorithms.sampling.api.LONGEST", 5)
    graph = generators.kronecker(6, 8, seed=1)
    weights = np.random.default_rng(0).random(graph.num_edges) * (np.arange(graph.num_edges) % 3 > 0)
    options = {"fanouts": fanouts, "seed": 5, "weights": weights}
    expected = wf.sample_neighbors(graph, [3, 60, 9], device="cpu", **options)
    found = wf.sample_neighbors(graph, [3, 60, 9], device=device, **options)
    assert host(found.vertices).tolist() == expected.vertices.tolist()
    assert host(found.edges).tolist() == expected.edges.tolist()
    weights[graph.csr.src_ptr[3] + 7 :] = np.nan
    for where in ("cpu", device):
        with pytest.raises(wf.InputError, match="weights holds nan for an edge from vertex 60"):
            wf.sample_neighbors(graph, [3, 60, 9], device=where, **options)


def drawn(count, weights=None, replace=False, rounds=4000):
    """The neighbors that each of many vertices with six neighbors draws, a row per vertex."""
    graph = wf.Graph.from_edges(np.repeat(np.arange(rounds), 6), np.tile(np.arange(6), rounds) + rounds)
    numbers = None if weights is None else np.tile(weights, rounds)
    found = wf.sample_neighbors(graph, range(rounds), [count], weights=numbers, replace=replace, seed=1)
    return found.edges.reshape(rounds, count) % 6


def far(counts, probabilities):
    """Pearson's chi-squared, per degree of freedom."""
    expected = np.asarray(probabilities) * np.sum(counts)
    return ((counts - expected) ** 2 / expected).sum() / (len(counts) - 1)


# Seeds are fixed, so nothing here is left to chance; a biased draw gives tens or hundreds.
LIMIT = 3.5


@pytest.mark.parametrize("count", [2, 4])  # by Floyd's algorithm, by one walk
def test_each_set_of_neighbors_is_as_likely(count):
    sets, counts = np.unique(np.sort(drawn(count), axis=1), axis=0, return_counts=True)
    assert len(sets) == 15
    assert far(counts, np.full(15, 1 / 15)) < LIMIT


def test_with_replacement_draws_are_independent():
    pairs = drawn(2, replace=True)
    counts = np.bincount(pairs[:, 0] * 6 + pairs[:, 1], minlength=36)
    assert far(counts, np.full(36, 1 / 36)) < LIMIT


WEIGHTS = np.array([1, 2, 0, 3, 4, 0.5])


def test_by_weight_with_replacement():
    counts = np.bincount(drawn(3, WEIGHTS, replace=True).ravel(), minlength=6)
    assert counts[2] == 0
    kept = WEIGHTS > 0
    assert far(counts[kept], WEIGHTS[kept] / WEIGHTS.sum()) < LIMIT


def test_a_weight_of_0_is_never_drawn_even_where_the_sum_overflows():
    graph = wf.Graph.from_edges([0, 0, 0], [1, 2, 3], weights=[0.0, 1e308, 1e308])
    found = wf.sample_neighbors(graph, 0, [50], replace=True, weighted=True)
    assert set(found.edges.tolist()) <= {1, 2}


def test_by_weight_without_replacement_one_after_the_other():
    probabilities = np.zeros((6, 6))
    for first, second in permutations(range(6), 2):
        chance = WEIGHTS[first] / WEIGHTS.sum() * WEIGHTS[second] / (WEIGHTS.sum() - WEIGHTS[first])
        probabilities[first, second] = chance
    pairs = drawn(2, WEIGHTS)
    counts = np.zeros((6, 6))
    np.add.at(counts, tuple(pairs.T), 1)
    possible = probabilities > 0
    assert counts[~possible].sum() == 0
    assert far(counts[possible], probabilities[possible]) < LIMIT


def test_draws_of_different_vertices_and_layers_differ():
    size = 200
    graph = wf.Graph.from_edges(np.repeat(np.arange(size), 8), np.arange(8 * size) % size, size)
    found = wf.sample_neighbors(graph, np.arange(size), [1, 1])
    places = found.layers[0].edges % 8
    assert far(np.bincount(places, minlength=8), np.full(8, 1 / 8)) < LIMIT


def test_messages_along_the_edges_take_the_reversed_graph():
    graph = wf.Graph.from_edges([1, 2], [0, 0])
    assert wf.sample_neighbors(graph, 0, [-1]).vertices.tolist() == [0]
    assert wf.sample_neighbors(graph.reversed, 0, [-1]).vertices.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"source": [1, 1]}, "different"),
        ({"source": 7}, "source"),
        ({"fanouts": 3}, "fanouts is a list"),
        ({"fanouts": []}, "at least one fanout"),
        ({"fanouts": [-2]}, "fanout"),
        ({"fanouts": [1.5]}, "fanout"),
        ({"weighted": True}, "needs a graph with weights"),
        ({"weights": [1, 2]}, "6 numbers"),
        ({"weights": [1, 2, -3, 4, 5, 6]}, "-3.0 for an edge from vertex 0"),
        ({"weights": [1, 2, np.nan, 4, 5, 6]}, "nan for an edge"),
        ({"weights": [1, 2, np.inf, 4, 5, 6]}, "inf for an edge"),
        ({"seed": -1}, "seed"),
        ({"replace": "yes"}, "replace"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(wf.InputError, match=message):
        wf.sample_neighbors(STAR, **({"source": 0, "fanouts": [2]} | arguments))


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("1", lambda found: found.vertices.__setitem__(0, 6)),
        ("1", lambda found: found.vertices.__setitem__(2, found.vertices[1])),
        ("2", lambda found: found.layers[0].edges.__setitem__(0, 5 - found.layers[0].edges[0])),
        ("5", lambda found: [array.__setitem__((..., 1), array[..., 0]) for array in found.layers[0][:2]]),
    ],
)
def test_the_validator_sees(rule, change):
    found = wf.sample_neighbors(STAR, 0, [2], seed=1)
    wf.validate_sampling(STAR, found)
    change(found)
    with pytest.raises(wf.ValidationError, match=f"rule {rule}"):
        wf.validate_sampling(STAR, found)


@pytest.mark.parametrize(("rule", "fanout"), [("4", 3), ("4", 1)])
def test_the_validator_counts(rule, fanout):
    found = wf.sample_neighbors(STAR, 0, [2], seed=1)
    vars(found)["fanouts"] = (fanout,)
    with pytest.raises(wf.ValidationError, match=f"rule {rule}"):
        wf.validate_sampling(STAR, found)
