"""Distances with filters, also by negative weights, against those of a copy that has only what is kept."""

import numpy as np
import pytest
from graphs import GRAPHS, suited
from test_filters import copy_of, on_devices, random_masks

import wavefront as wf
from wavefront.algorithms import ALGORITHMS


@on_devices
def test_rows_of_distances_are_those_of_a_copy(device):
    graph = suited(ALGORITHMS["multi_source_sssp"], GRAPHS["multigraph"]())
    vertices, edges = random_masks(graph, 13, share=0.9)
    sources = np.flatnonzero(vertices)[:5]
    filters = {"vertex_filter": vertices, "edge_filter": edges}
    found = wf.multi_source_sssp(graph, sources, device=device, **filters).to_numpy()
    expected = wf.multi_source_sssp(copy_of(graph, vertices, edges), sources, device="cpu")
    assert found.distances.tolist() == expected.distances.tolist()
    wf.validate_multi_source_sssp(graph, sources, found.distances, **filters)
    target = int(np.flatnonzero(expected.distances[1] < np.inf)[-1])
    assert found.row(1).path(target) == expected.row(1).path(target)
    dropped = int(np.flatnonzero(~vertices)[0])
    with pytest.raises(wf.InputError, match="is dropped by vertex_filter"):
        wf.multi_source_sssp(graph, [*sources, dropped], device=device, **filters)


@on_devices
@pytest.mark.parametrize("lowest", [0, -40])
def test_negative_weights_of_a_copy(device, lowest):
    rng = np.random.default_rng(14)
    src, dst = np.sort(rng.integers(0, 60, (2, 300)), axis=0)  # no cycles but self-loops
    weights = rng.integers(lowest, 100, 300).astype(float)
    graph = wf.Graph.from_edges(src, dst, 60, weights=np.where(src == dst, 1, weights))
    vertices, edges = random_masks(graph, 15, 0.9)
    filters = {"vertex_filter": vertices, "edge_filter": edges}
    found = wf.bellman_ford(graph, 0, device=device, **filters).to_numpy()
    expected = wf.bellman_ford(copy_of(graph, vertices, edges), 0, device="cpu")
    assert found.distances.tolist() == expected.distances.tolist()
    assert found.predecessors.tolist() == expected.predecessors.tolist()
    wf.validate_bellman_ford(graph, 0, found.distances, found.predecessors, **filters)
    before = wf.all_predecessors(found).to_numpy()
    wf.validate_all_predecessors(graph, 0, found.distances, before.offsets, before.vertices, **filters)


@on_devices
def test_a_negative_cycle_that_is_dropped(device):
    graph = wf.Graph.from_edges([0, 1, 2, 1], [1, 2, 1, 3], weights=[1.0, 1.0, -3.0, 2.0])
    kept = np.array([vertex != 2 for vertex in range(4)])
    with pytest.raises(wf.NegativeCycleError):
        wf.bellman_ford(graph, 0, device=device)
    found = wf.bellman_ford(graph, 0, device=device, vertex_filter=kept).to_numpy()
    assert found.distances.tolist() == [0, 1, np.inf, 3]
