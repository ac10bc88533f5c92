"""Betweenness by weights, and of the paths to some targets, against NetworkX."""

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from distance_cases import EDGE, NUM_VERTICES
from graphs import SIMULATED, devices, size
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices
LAST = [*devices().values()][-1]  # a GPU if there is one
# Small whole weights, so that many paths are equally long; and others. One weight for both directions.
WEIGHT = st.sampled_from([1.0, 2.0, 3.0, 0.1, 2.5])
EDGES = st.dictionaries(EDGE, WEIGHT, max_size=40)
VERTICES = st.sets(st.integers(0, NUM_VERTICES - 1), min_size=1, max_size=6)


def both(edges, directed):
    """The graph of these weighted edges, without parallel ones, as ours and as NetworkX's."""
    theirs = (nx.DiGraph if directed else nx.Graph)()
    theirs.add_nodes_from(range(NUM_VERTICES))
    theirs.add_weighted_edges_from((u, v, weight) for (u, v), weight in edges.items())
    triples = list(theirs.edges(data="weight"))
    src, dst, weights = (list(column) for column in zip(*triples, strict=True)) if triples else ([], [], [])
    return wf.Graph.from_edges(src, dst, NUM_VERTICES, weights or None, directed=directed), theirs


def check(graph, found, scores, edge_scores):
    assert found.scores.tolist() == pytest.approx([scores[v] for v in range(NUM_VERTICES)], abs=1e-12)
    for u, v, score in zip(*graph.coo[:2], found.edge_scores, strict=True):
        expected = edge_scores.get((u, v), edge_scores.get((v, u)))
        assert score == pytest.approx(expected, abs=1e-12)


@settings(max_examples=size(60, 4))
@given(EDGES, st.booleans(), st.booleans())
def test_weighted_scores_are_those_of_networkx(edges, directed, normalized):
    graph, theirs = both(edges, directed)
    options = {"weighted": True, "normalized": normalized}
    found = wf.betweenness_centrality(graph, edges=True, device=LAST, **options).to_numpy()
    scores = nx.betweenness_centrality(theirs, normalized=normalized, weight="weight")
    along = nx.edge_betweenness_centrality(theirs, normalized=normalized, weight="weight")
    check(graph, found, scores, along)
    wf.validate_betweenness(graph, found.scores, found.edge_scores, **options)


def along_paths(graph, sources, targets, normalized, weight):
    """Scores of edges, from all paths: NetworkX's own of subsets divide by predecessors in place of paths."""
    scores = dict.fromkeys(graph.edges, 0.0)
    for source in sources:
        for target in set(targets) & nx.descendants(graph, source):
            paths = list(nx.all_shortest_paths(graph, source, target, weight))
            for path in paths:
                for u, v in pairwise(path):
                    scores[(u, v) if (u, v) in scores else (v, u)] += 1 / len(paths)
    pairs = len(graph) * (len(graph) - 1)
    scale = 1 / pairs if normalized else 1 if graph.is_directed() else 0.5
    return {edge: score * scale for edge, score in scores.items()}


@settings(max_examples=size(60, 4))
@given(EDGES, st.booleans(), st.booleans(), st.booleans(), VERTICES, VERTICES)
def test_subsets_are_those_of_networkx(edges, directed, normalized, weighted, sources, targets):
    graph, theirs = both(edges, directed)
    given_ends = {"sources": sorted(sources), "targets": sorted(targets), "normalized": normalized}
    found = wf.betweenness_centrality(graph, weighted=weighted, edges=True, device=LAST, **given_ends)
    theirs_options = given_ends | {"weight": "weight" if weighted else None}
    scores = nx.betweenness_centrality_subset(theirs, **theirs_options)
    along = along_paths(theirs, **theirs_options)
    found = found.to_numpy()
    check(graph, found, scores, along)
    wf.validate_betweenness(graph, found.scores, found.edge_scores, weighted=weighted, **given_ends)


def test_a_draw_is_scaled_as_without_weights(device):
    """Where all weights are equal, paths are those without weights."""
    edges = generators.grid(size(8, 3), 7)
    graph = wf.Graph.from_csr(*edges.csr[:2], np.full(edges.num_edges, 2.0), directed=False)
    ours = wf.betweenness_centrality(graph, 5, weighted=True, edges=True, device=device).to_numpy()
    plain = wf.betweenness_centrality(graph, 5, edges=True, device=device).to_numpy()
    np.testing.assert_allclose(ours.scores, plain.scores)
    np.testing.assert_allclose(ours.edge_scores, plain.edge_scores)


def test_infinite_weights_are_no_edges(device):
    graph = wf.Graph.from_edges([0, 1, 0], [1, 2, 2], weights=[1.0, 1.0, np.inf])
    found = wf.betweenness_centrality(graph, weighted=True, normalized=False, edges=True, device=device)
    assert found.to_numpy().scores.tolist() == [0, 1, 0]
    assert found.to_numpy().edge_scores.tolist() == [2, 0, 2]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0, 0.0], "weights above 0; edge 1 -> 2 has 0.0"),
        ([-1.0, 1.0], "edge 0 -> 1 has -1.0"),
        ([np.nan, 1.0], "edge 0 -> 1 has nan"),
        ([1e20, 1.0], "too small: added to a distance from vertex 0"),
    ],
)
def test_wrong_weights(weights, message, device):
    graph = wf.Graph.from_edges([0, 1], [1, 2], weights=weights)
    with pytest.raises(wf.InputError, match=message):
        wf.betweenness_centrality(graph, weighted=True, device=device)


@pytest.mark.skipif(SIMULATED, reason="NumPy, which computes there, warns of the overflow")
def test_more_paths_than_float64_holds(device):
    """A chain of 1100 pairs of parallel edges: 2**1100 paths."""
    steps = np.arange(1100).repeat(2)
    graph = wf.Graph.from_edges(steps, steps + 1)
    with pytest.raises(wf.InputError, match="more shortest paths from vertex 0"):
        wf.betweenness_centrality(graph, [0], targets=[5], device=device)


def test_targets_are_vertices():
    with pytest.raises(wf.InputError, match="vertex 4 is out of range"):
        wf.betweenness_centrality(generators.path(4), targets=[4])
