"""Betweenness against the definition and NetworkX, in each of its forms."""

import random
from types import SimpleNamespace

import networkx as nx
import numpy as np
import pytest
import reference
from graphs import GRAPHS, SIMULATED, size
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.betweenness import api as betweenness
from wavefront.algorithms.betweenness import by_level
from wavefront.algorithms.betweenness.form import (
    may_prefer_own_sources,
    prefers_own_sources,
    takes_own_sources,
)

pytestmark = pytest.mark.on_devices
SMALL = ["one vertex", "self-loop", "parallel edges", "disconnected", "complete", "book", "small book"]


@pytest.fixture(params=["a source a thread", "all on one source", "level by level"])
def form(request, monkeypatch):
    """Each of the CPU's two forms, and a GPU's for lack of memory, on the CPU too."""
    if SIMULATED and request.param == "a source a thread":
        pytest.skip("the simulator has no CPU's form")
    if request.param == "level by level":
        monkeypatch.setattr(betweenness, "has_room", lambda graph: False)
        monkeypatch.setattr(betweenness, "by_gather", by_level)
    own = request.param == "a source a thread"
    monkeypatch.setattr(betweenness, "takes_own_sources", lambda graph, sources, device: own)


def edges_of(graph):
    return list(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True))


def expected_scores(graph, sources):
    """Sums over the ordered pairs: a directed graph's exact scores that aren't normalised."""
    scores, along = map(np.array, reference.betweenness(graph.num_vertices, edges_of(graph), sources))
    if not graph.directed:
        along = along + along[graph.csc_slots]
    return scores, along


@pytest.mark.usefixtures("form")
@pytest.mark.parametrize("name", SMALL)
def test_scores_are_those_of_the_definition(name, device):
    graph = GRAPHS[name]()
    result = wf.betweenness_centrality(graph, normalized=False, edges=True, device=device).to_numpy()
    scores, along = expected_scores(graph, range(graph.num_vertices))
    # Pairs of an undirected graph count once.
    half = 1 if graph.directed else 2
    np.testing.assert_allclose(result.scores, scores / half, rtol=1e-9)
    np.testing.assert_allclose(result.edge_scores, along / half, rtol=1e-9)


@pytest.mark.usefixtures("form")
@pytest.mark.parametrize("name", GRAPHS)
def test_rules_hold_for_samples(name, device):
    graph = GRAPHS[name]()
    count = min(graph.num_vertices, size(3, 2))
    for normalized in (True, False):
        result = wf.betweenness_centrality(
            graph, count, normalized=normalized, edges=True, seed=3, device=device
        ).to_numpy()
        assert result.sources.size == count
        wf.validate_betweenness(
            graph, result.scores, result.edge_scores, sources=result.sources, normalized=normalized
        )


class Chosen(random.Random):
    """Makes NetworkX draw these."""

    def __init__(self, nodes):
        super().__init__()
        self.nodes = nodes

    def sample(self, population, k):
        return self.nodes


@pytest.mark.usefixtures("form")
@pytest.mark.parametrize("normalized", [True, False])
@pytest.mark.parametrize("sources", [None, [3, 7, 11], [5]], ids=["exact", "three", "one"])
@pytest.mark.parametrize("directed", [True, False], ids=["directed", "undirected"])
def test_scores_are_networkx_scores(directed, sources, normalized, device):
    other = nx.gnp_random_graph(size(40, 12), size(8, 20) / 100, seed=2, directed=directed)
    other.add_edge(4, 4)
    graph = wf.Graph.from_networkx(other)
    options = {"normalized": normalized}
    if sources is not None:
        options |= {"k": len(sources), "seed": Chosen(sources)}
    result = wf.betweenness_centrality(
        graph, sources, normalized=normalized, edges=True, device=device
    ).to_numpy()
    np.testing.assert_allclose(
        result.scores, list(nx.betweenness_centrality(other, **options).values()), rtol=1e-9
    )
    along = nx.edge_betweenness_centrality(other, **options)
    expected = [along[edge] if edge in along else along[edge[::-1]] for edge in edges_of(graph)]
    np.testing.assert_allclose(result.edge_scores, expected, rtol=1e-9)
    wf.validate_betweenness(
        graph, result.scores, result.edge_scores, sources=result.sources, normalized=normalized
    )


@pytest.mark.parametrize("vertices", [0, 1, 2, 3])
def test_tiny_graphs_are_scaled_as_networkx_does(vertices):
    other = nx.path_graph(vertices)
    graph = generators.path(vertices) if vertices else wf.Graph.from_edges([], [], directed=False)
    result = wf.betweenness_centrality(graph, edges=True)
    assert result.scores.tolist() == list(nx.betweenness_centrality(other).values())
    assert result.edge_scores.sum() == pytest.approx(2 * sum(nx.edge_betweenness_centrality(other).values()))
    wf.validate_betweenness(graph, result.scores, result.edge_scores)


@settings(max_examples=size(60, 5))
@given(
    st.integers(1, 8).flatmap(
        lambda n: st.tuples(
            st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=20)
        )
    ),
    st.booleans(),
)
def test_any_graph(pairs, directed):
    count, edges = pairs
    graph = wf.Graph.from_edges([u for u, _ in edges], [v for _, v in edges], count, directed=directed)
    result = wf.betweenness_centrality(graph, normalized=False, edges=True)
    scores, along = expected_scores(graph, range(count))
    half = 1 if directed or count == 1 else 2
    np.testing.assert_allclose(result.scores, scores / half, rtol=1e-9)
    np.testing.assert_allclose(result.edge_scores, along / half, rtol=1e-9)
    wf.validate_betweenness(graph, result.scores, result.edge_scores, normalized=False)


@pytest.mark.usefixtures("form")
def test_more_paths_than_a_float_can_count(device):
    levels, parallel = size(400, 190), 32
    path = np.arange(levels)
    # parallel**levels paths from end to end
    graph = wf.Graph.from_edges(np.repeat(path, parallel), np.repeat(path + 1, parallel))
    result = wf.betweenness_centrality(graph, [0], normalized=False, edges=True, device=device).to_numpy()
    # One source of V stands for V; its paths to all vertices further on lead through a vertex.
    np.testing.assert_allclose(result.scores[1:], levels * (levels - path - 1.0), rtol=1e-9)
    np.testing.assert_allclose(
        result.edge_scores[::parallel], (levels + 1) * (levels - path) / parallel, rtol=1e-9
    )


@pytest.mark.skipif(SIMULATED, reason="what the host does is the same as for the CPU")
@pytest.mark.usefixtures("form")
def test_counts_that_differ_by_too_much_are_refused(device):
    levels = 480
    path = np.arange(levels)
    alone = np.r_[0, levels + 1 + path[:-1]]
    src, dst = np.r_[np.repeat(path, 16), alone], np.r_[np.repeat(path + 1, 16), levels + 1 + path]
    with pytest.raises(wf.InputError, match=r"shortest paths from vertex 0 .* differ"):
        wf.betweenness_centrality(wf.Graph.from_edges(src, dst), [0], device=device)


def test_a_seed_gives_one_draw():
    graph = generators.grid(5, 5)
    draws = [wf.betweenness_centrality(graph, 5, seed=seed).sources.tolist() for seed in (1, 1, 2)]
    assert draws[0] == draws[1] != draws[2]


def test_which_form_the_cpu_takes():
    many, few = SimpleNamespace(threads=4), SimpleNamespace(threads=64)
    dense = generators.complete(30)
    assert prefers_own_sources(dense, 4, many)  # small
    assert not prefers_own_sources(dense, 4, few)
    assert not prefers_own_sources(generators.kronecker(12, 16), 4, many)
    assert not may_prefer_own_sources(generators.kronecker(12, 16), 4, many)
    assert prefers_own_sources(generators.grid(200, 200), 4, few)  # sparse, and too small for wide levels
    assert not prefers_own_sources(generators.grid(300, 300), 4, few)
    assert may_prefer_own_sources(generators.grid(300, 300), 4, few)
    assert not may_prefer_own_sources(generators.grid(300, 300), 1, few)


@pytest.mark.skipif(SIMULATED, reason="is a choice of the CPU's")
def test_sparse_graphs_of_wide_levels_are_searched_by_all_threads_together():
    rng, device = np.random.default_rng(1), wf.Cpu(1)
    wide = wf.Graph.from_edges(*rng.integers(100_000, size=(2, 300_000)), 100_000, directed=False)
    for graph, own in ((wide, False), (generators.grid(300, 300), True)):
        assert takes_own_sources(graph, 4, device) == own
        assert may_prefer_own_sources(graph, 4, device)


@pytest.mark.skipif(SIMULATED, reason="is a choice of the CPU's")
def test_a_dense_graph_of_many_small_levels_gets_a_thread_for_each_source():
    ends, device = np.triu_indices(300, 1), wf.Cpu(1)
    for tail, own in ((4_000, True), (2, False)):
        path = np.arange(301, 301 + tail)  # vertices 0 and 1 are a component of their own
        edges = np.r_[0, ends[0] + 2, path], np.r_[1, ends[1] + 2, path + 1]
        graph = wf.Graph.from_edges(*edges, directed=False)
        assert not prefers_own_sources(graph, 8, device)
        assert takes_own_sources(graph, 8, device) == own


def test_the_result_describes_itself():
    result = wf.betweenness_centrality(generators.path(3), 2)
    assert repr(result) == "BetweennessResult(3 vertices, 2 sources on cpu)"
    assert result.edge_scores is None
    assert result.to_numpy() is result


@pytest.mark.parametrize(
    ("sources", "message"),
    [
        (0, "from 1 to 3"),
        (4, "from 1 to 3"),
        (True, "from 1 to 3"),
        ([3], "out of range"),
        ([], "at least one"),
    ],
)
def test_wrong_sources_are_refused(sources, message):
    with pytest.raises(wf.InputError, match=message):
        wf.betweenness_centrality(generators.path(3), sources)


@pytest.mark.parametrize("seed", [-1, 0.5, None])
def test_wrong_seeds_are_refused(seed):
    with pytest.raises(wf.InputError, match="seed must be an integer, 0 or more"):
        wf.betweenness_centrality(generators.path(3), 2, seed=seed)
