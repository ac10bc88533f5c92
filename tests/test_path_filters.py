"""Paths, predecessors and reachable vertices with filters, against NetworkX on a graph of what is kept."""

import pickle
from itertools import islice

import networkx as nx
import numpy as np
import pytest
from graphs import SIMULATED, devices
from test_filters import Times, bitmap, copy_of, is_mixed, is_not_third, is_recent, on, random_masks

import wavefront as wf
from wavefront.filters import every_vertex

pytestmark = pytest.mark.on_devices
DEVICES = devices()
SEARCHES = [wf.bfs, wf.sssp, wf.bellman_ford]
on_devices = pytest.mark.parametrize("device", DEVICES.values(), ids=DEVICES)


def weighted_graph(directed, seed=5, count=24):
    """Parallel edges, self-loops, and weights of which many are equal."""
    rng = np.random.default_rng(seed)
    src, dst = rng.integers(0, count, (2, 4 * count))
    return wf.Graph.from_edges(src, dst, count, rng.integers(1, 4, src.size).astype(float), directed=directed)


def as_networkx(graph, by_weight=True):
    """Of parallel edges the lightest."""
    arcs = nx.DiGraph()
    arcs.add_nodes_from(range(graph.num_vertices))
    src, dst, weights = (array.tolist() for array in graph.coo)
    for u, v, weight in sorted(zip(src, dst, weights, strict=True), key=lambda edge: -edge[2]):
        arcs.add_edge(u, v, weight=weight if by_weight else 1)
    return arcs


@on_devices
@pytest.mark.parametrize("by_weight", [False, True])
@pytest.mark.parametrize("directed", [False, True])
def test_all_shortest_paths_of_what_is_kept(device, directed, by_weight):
    graph = weighted_graph(directed)
    vertices, edges = random_masks(graph, 6, 0.9)
    filters = {"vertex_filter": vertices, "edge_filter": bitmap(edges)}
    kept = as_networkx(copy_of(graph, vertices, edges), by_weight)
    result = (wf.sssp if by_weight else wf.bfs)(graph, 0, device=device, **filters)
    found, host = wf.all_predecessors(result), result.to_numpy()
    lengths, arrays = host.distances if by_weight else host.levels, found.to_numpy()
    wf.validate_all_predecessors(graph, 0, lengths, arrays.offsets, arrays.vertices, **filters)
    for target in np.flatnonzero(lengths > 0)[::3].tolist():
        if lengths[target] == np.inf:
            continue
        expected = sorted(nx.all_shortest_paths(kept, 0, target, "weight" if by_weight else None))
        assert sorted(found.paths(target)) == expected
        given = {"weighted": by_weight, "device": device, **filters}
        assert sorted(wf.all_shortest_paths(graph, 0, target, **given)) == expected
    dropped = int(np.flatnonzero(~vertices)[0])
    assert list(wf.all_shortest_paths(graph, 0, dropped, device=device, **filters)) == []
    with pytest.raises(wf.InputError, match=f"source {dropped} is dropped by vertex_filter"):
        wf.all_shortest_paths(graph, dropped, 0, device=device, **filters)


@on_devices
def test_predecessors_by_functions_and_by_an_edge_filter(device):
    graph = weighted_graph(True)
    src, dst, weights = graph.coo
    numbers, data = np.arange(src.size), Times(on(device, weights), 3.0)
    for edge_filter, edges in (
        (is_mixed, (src + 2 * dst + numbers) % 3 != 0),
        ((is_recent, data), weights < 3),
        (wf.EdgeFilter(graph, weights < 3), weights < 3),
    ):
        result = wf.bfs(graph, 0, strategy="sequential", device=device, edge_filter=edge_filter)
        found = wf.all_predecessors(result).to_numpy()
        levels = result.to_numpy().levels
        wf.validate_all_predecessors(graph, 0, levels, found.offsets, found.vertices, edge_filter=edges)
        assert found.vertices.size > 5


@on_devices
@pytest.mark.parametrize("directed", [False, True])
def test_reachable_along_what_is_kept(device, directed):
    graph = weighted_graph(directed, count=40)
    vertices, edges = random_masks(graph, 7, 0.6)
    kept = as_networkx(copy_of(graph, vertices, edges))
    forms = {"bools": on(device, edges), "made": wf.EdgeFilter(graph, edges)}
    for vertex in np.flatnonzero(vertices)[::5].tolist():
        before, behind = sorted(nx.ancestors(kept, vertex)), sorted(nx.descendants(kept, vertex))
        for edge_filter in forms.values():
            filters = {"vertex_filter": vertices, "edge_filter": edge_filter, "device": device}
            assert wf.ancestors(graph, vertex, **filters).tolist() == before
            assert wf.descendants(graph, vertex, **filters).tolist() == behind
    dropped = int(np.flatnonzero(~vertices)[0])
    for search in (wf.ancestors, wf.descendants):
        with pytest.raises(wf.InputError, match=f"{dropped} is dropped by vertex_filter"):
            search(graph, dropped, device=device, vertex_filter=vertices)


@pytest.mark.skipif(SIMULATED, reason="is about the edges' numbers, in plain Python")
def test_ancestors_by_functions_of_the_graphs_own_edges():
    graph = weighted_graph(True, count=40)
    src, dst, weights = graph.coo
    everything, numbers = np.ones(40, bool), np.arange(src.size)
    for edge_filter, edges in (
        (is_mixed, (src + 2 * dst + numbers) % 3 != 0),
        ((is_recent, Times(weights, 3.0)), weights < 3),
        (lambda source, neighbor, edge: source < neighbor, src < dst),
    ):
        kept = as_networkx(copy_of(graph, everything, edges))
        for vertex in range(0, 40, 7):
            found = wf.ancestors(graph, vertex, device="python", edge_filter=edge_filter)
            assert found.tolist() == sorted(nx.ancestors(kept, vertex))
    with pytest.raises(wf.InputError, match="edge_filter is of a graph of 40 vertices"):
        wf.ancestors(weighted_graph(True), 0, edge_filter=wf.EdgeFilter(graph, weights < 3))


@pytest.mark.skipif(SIMULATED, reason="runs on the CPU, wherever the graph is")
@pytest.mark.parametrize("by_weight", [False, True])
@pytest.mark.parametrize("directed", [False, True])
def test_k_shortest_paths_of_what_is_kept(directed, by_weight):
    graph = weighted_graph(directed)
    vertices, edges = random_masks(graph, 8, 0.85)
    vertices[13] = True
    mixed = (graph.coo.src + 2 * graph.coo.dst + np.arange(edges.size)) % 3 != 0
    made, everything = wf.EdgeFilter(graph, edges), np.ones(vertices.size, bool)
    for edge_filter, mask, few in (
        (edges, edges, vertices),
        (is_mixed, mixed, vertices),
        (made, edges, vertices),
        (made, edges, None),
    ):
        filters = {"vertex_filter": few, "edge_filter": edge_filter, "weighted": by_weight}
        kept = as_networkx(copy_of(graph, everything if few is None else few, mask), by_weight)
        for target in (1, 13):
            found = list(wf.k_shortest_paths(graph, 0, target, 25, **filters))
            wf.validate_k_shortest_paths(graph, 0, target, found, **filters)
            right = islice(nx.shortest_simple_paths(kept, 0, target, "weight"), 25)
            right = list(right) if nx.has_path(kept, 0, target) else []
            lengths = [[nx.path_weight(kept, path, "weight") for path in paths] for paths in (found, right)]
            assert lengths[0] == lengths[1]
    dropped = int(np.flatnonzero(~vertices)[0])
    assert list(wf.k_shortest_paths(graph, 0, dropped, 3, vertex_filter=vertices)) == []
    assert len(list(wf.k_shortest_paths(graph, 0, 13, 3, vertex_filter=is_not_third))) == 3
    for source, target in ((dropped, 0), (dropped, dropped)):
        with pytest.raises(wf.InputError, match=f"source {dropped} is dropped by vertex_filter"):
            wf.k_shortest_paths(graph, source, target, 3, vertex_filter=vertices)


@pytest.mark.skipif(SIMULATED, reason="a GPU has tests of its own")
def test_parallel_edges_that_the_lists_have_in_different_orders():
    ptr, dst = [0, 3, 6, 8, 10], [1, 1, 3, 0, 0, 2, 1, 3, 0, 2]
    weights = np.array([1, 5, 1, 5, 1, 1.5, 1.5, 1, 1, 1])
    graph = wf.Graph.from_csr(np.array(ptr), np.array(dst), weights, directed=False)
    given = {"weighted": True, "edge_filter": weights < 5}
    for filters in ({"weighted": True}, given, given | {"vertex_filter": np.ones(4, bool)}):
        assert list(wf.k_shortest_paths(graph, 3, 1, 2, **filters)) == [[3, 0, 1], [3, 2, 1]]
    scores = wf.betweenness_centrality(graph, weighted=True, edges=True, normalized=False).edge_scores
    assert scores.tolist() == [2, 0, 3, 0, 2, 1, 1, 2, 3, 2]


@pytest.mark.skipif(SIMULATED, reason="is about objects, not about devices")
def test_results_keep_only_what_is_asked_again():
    graph = weighted_graph(True)
    vertices, edges = random_masks(graph, 6, 0.9)
    made = wf.EdgeFilter(graph, edges)
    rows = wf.multi_source_sssp(graph, [0], vertex_filter=vertices, edge_filter=made)
    results = [search(graph, 0, edge_filter=made, vertex_filter=vertices) for search in SEARCHES]
    for result in (*results, rows):
        assert {id(made), id(made.entering)}.isdisjoint(map(id, result._filters))
        assert result._filters.vertices.functor is every_vertex
    without = wf.sssp(graph, 0, vertex_filter=vertices, edge_filter=edges, predecessors=False)
    targets = np.flatnonzero(np.isfinite(without.distances)).tolist()
    expected = [results[1].path(target) for target in targets]
    assert [without.path(target) for target in targets] == expected
    assert [rows.row(0).path(target) for target in targets] == expected
    assert all(search(graph, 0, vertex_filter=vertices)._filters is None for search in SEARCHES)


@pytest.mark.skipif(SIMULATED, reason="is about objects, not about devices")
@pytest.mark.parametrize("search", SEARCHES)
def test_copies_of_results_keep_arrays_and_no_functions(search):
    graph = wf.Graph.from_edges([0, 0, 1, 3], [1, 3, 2, 2])
    given = {"edge_filter": np.array([True, True, False, True]), "vertex_filter": np.ones(4, bool)}
    copied = pickle.loads(pickle.dumps(search(graph, 0, device="cpu", **given)))
    assert list(wf.all_predecessors(copied).paths(2)) == [[0, 3, 2]]
    options = {"strategy": "sequential"} if search is wf.bfs else {}
    result = search(graph, 0, device="cpu", vertex_filter=is_not_third, **options)
    assert pickle.loads(pickle.dumps(result))._filters is None
    if search is wf.bfs:
        result = search(graph, 0, device="cpu", edge_filter=is_mixed, **options)
        with pytest.raises(wf.InputError, match="a copy of a result has no functions"):
            wf.all_predecessors(pickle.loads(pickle.dumps(result)))
        result = search(graph, 0, device="cpu", edge_filter=is_mixed, predecessors=False, **options)
        with pytest.raises(wf.InputError, match="predecessors=True"):
            pickle.loads(pickle.dumps(result)).path(3)
