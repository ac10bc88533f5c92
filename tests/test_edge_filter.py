"""Edge filters that are looked up once, and filtered levels in either direction, against a copy."""

import numpy as np
import pytest
from graphs import GRAPHS
from test_filters import bitmap, copy_of, on_devices, random_masks, strategy

import wavefront as wf
from wavefront import generators

__all__ = ["strategy"]  # a fixture


def is_alike(source, neighbor, edge):
    return (source + neighbor) % 3 != 1


@on_devices
@pytest.mark.parametrize("name", GRAPHS)
def test_edges_looked_up_once_are_arrays(device, strategy, name):
    graph = GRAPHS[name]()
    vertices, edges = random_masks(graph, 13)
    src, dst = graph.coo[:2]
    for edge_filter, mask in ((edges, edges), (bitmap(edges), edges), (is_alike, is_alike(src, dst, 0))):
        made = wf.EdgeFilter(graph, edge_filter)
        found = wf.bfs(
            graph, 0, strategy=strategy, device=device, vertex_filter=vertices, edge_filter=made
        ).to_numpy()
        copy = copy_of(graph, vertices, mask)
        assert found.levels.tolist() == wf.bfs(copy, 0, device="cpu").levels.tolist()
        wf.validate_bfs(copy, 0, found.levels, found.predecessors)
        wf.validate_bfs(graph, 0, found.levels, found.predecessors, edge_filter=made, vertex_filter=vertices)


def hubs():
    """Two vertices with long lists of in-neighbors, and edges at random."""
    rng = np.random.default_rng(5)
    src, dst = rng.integers(0, 400, (2, 1600))
    dst[:700], dst[700:800] = 7, 9
    return wf.Graph.from_edges(src, dst, 400)


@on_devices
@pytest.mark.parametrize("alpha", [1e-9, 1e9])
@pytest.mark.parametrize("share", [0.1, 0.8])
@pytest.mark.parametrize("make", [hubs, GRAPHS["kronecker"]])
def test_every_direction_and_few_edges(device, make, share, alpha):
    graph = make()
    vertices = random_masks(graph, 14, 0.8)[0]
    edges = random_masks(graph, 15, share)[1]
    edges[:20] = True
    copy = copy_of(graph, vertices, edges)
    filters = {"vertex_filter": vertices, "edge_filter": edges}
    found = wf.bfs(graph, 0, device=device, strategy="fused", alpha=alpha, beta=alpha, **filters).to_numpy()
    assert found.levels.tolist() == wf.bfs(copy, 0, device="cpu").levels.tolist()
    wf.validate_bfs(copy, 0, found.levels, found.predecessors)


def test_both_directions_alike_need_one_bitmap():
    graph = generators.kronecker(6, 4, seed=3)
    src, dst = graph.coo[:2]
    alike, unlike = (src + dst) % 3 != 0, src < dst
    found, declared = wf.EdgeFilter(graph, alike), wf.EdgeFilter(graph, alike, symmetric=True)
    assert found.symmetric
    assert found.nbytes == declared.nbytes < wf.EdgeFilter(graph, unlike).nbytes
    assert not wf.EdgeFilter(graph, unlike).symmetric
    expected = wf.bfs(graph, 0, edge_filter=alike).levels.tolist()
    for made in (found, declared):
        assert wf.bfs(graph, 0, edge_filter=made).levels.tolist() == expected


def test_edges_looked_up_once_stay_and_are_of_one_graph():
    graph = wf.Graph.from_edges([0, 1], [1, 2])
    mask = np.array([True, True])
    made = wf.EdgeFilter(graph, mask)
    mask[:] = False
    assert wf.bfs(graph, 0, edge_filter=made).levels.tolist() == [0, 1, 2]
    with pytest.raises(wf.InputError, match="edge_filter is of a graph of 3 vertices and 2 edges"):
        wf.bfs(wf.Graph.from_edges([0], [1]), 0, edge_filter=made)
    with pytest.raises(wf.InputError, match="symmetric=True is for undirected graphs"):
        wf.EdgeFilter(graph, mask, symmetric=True)
    with pytest.raises(wf.InputError, match="edges must have 2 bool"):
        wf.EdgeFilter(graph, [True])
