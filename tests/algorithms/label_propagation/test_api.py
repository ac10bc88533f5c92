"""Label propagation converges to a valid result, finds communities, and depends on its seed alone."""

import networkx as nx
import numpy as np
import pytest
import reference
from graphs import GRAPHS, devices, size
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.device import Python

pytestmark = pytest.mark.on_devices
LAST = [*devices().values()][-1]  # a GPU if there is one


def undirected(graph):
    return wf.Graph.from_edges(graph.coo.src, graph.coo.dst, graph.num_vertices, directed=False)


def edges_of(graph):
    return zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True)


@pytest.mark.parametrize("name", GRAPHS)
def test_labels_come_to_rest(name, device):
    graph = undirected(GRAPHS[name]())
    found = wf.label_propagation(graph, device=device).to_numpy()
    assert found.converged
    assert reference.is_stable_labelling(edges_of(graph), found.communities.tolist())
    assert sorted(set(found.communities.tolist())) == list(range(found.num_communities))
    wf.validate_label_propagation(graph, found.communities)
    again = wf.label_propagation(graph, device=wf.Cpu(threads=1))
    assert again.communities.tolist() == found.communities.tolist()


@pytest.mark.parametrize(("warp_degree", "block_degree"), [(3, 4096), (2, 6)])
def test_warps_and_blocks_of_a_gpu_count_as_threads_do(warp_degree, block_degree, monkeypatch):
    on_gpu = "wavefront.algorithms.label_propagation.one_launch"
    monkeypatch.setattr(f"{on_gpu}.WARP_DEGREE", warp_degree)
    monkeypatch.setattr(f"{on_gpu}.BLOCK_DEGREE", block_degree)
    for graph in (
        generators.kronecker(4, seed=1),
        wf.Graph.from_networkx(nx.windmill_graph(3, 7)),
    ):
        found = [wf.label_propagation(graph, device=device) for device in (Python(), "cpu")]
        assert found[0].communities.tolist() == found[1].communities.tolist()
        assert found[0].iterations == found[1].iterations


EDGES = st.lists(st.tuples(st.integers(0, 19), st.integers(0, 19)), max_size=60)


@settings(max_examples=size(50, 5))
@given(EDGES, st.integers(0, 2**70))
def test_any_graph_and_seed(edges, seed):
    graph = wf.Graph.from_edges([u for u, _ in edges], [v for _, v in edges], 20, directed=False)
    found = wf.label_propagation(graph, seed=seed, device=LAST).to_numpy()
    assert found.converged
    assert reference.is_stable_labelling(edges_of(graph), found.communities.tolist())
    for part in nx.connected_components(nx.Graph(edges)):
        others = np.setdiff1d(np.arange(20), list(part))
        assert not set(found.communities[list(part)]) & set(found.communities[others])


@pytest.mark.parametrize("seed", range(size(10, 1)))
def test_sides_of_a_bipartite_graph_do_not_swap_for_ever(seed):
    sides = wf.Graph.from_networkx(nx.complete_bipartite_graph(size(60, 6), size(60, 6)))
    found = wf.label_propagation(sides, seed=seed, device=LAST)
    assert (found.converged, found.num_communities) == (True, 1)


def test_cliques_in_a_ring_are_the_communities():
    graph = wf.Graph.from_networkx(nx.ring_of_cliques(size(12, 3), size(12, 6)))
    found = wf.label_propagation(graph, seed=1, device=LAST).to_numpy()
    cliques = found.communities.reshape(size(12, 3), size(12, 6))
    assert (cliques == cliques[:, :1]).all()
    assert found.num_communities == size(12, 3)


def test_parallel_edges_vote_as_often_and_self_loops_do_not():
    # 1 is torn between two triangles; two of its edges to the second are parallel.
    src = [0, 0, 1, 1, 1, 1, 1, 3, 3]
    dst = [1, 2, 2, 3, 3, 4, 1, 4, 4]
    graph = wf.Graph.from_edges(src, dst, directed=False)
    for seed in range(10):
        communities = wf.label_propagation(graph, seed=seed, device=LAST).to_numpy().communities
        assert communities[1] == communities[3] == communities[4]


def test_the_limit_stops_it():
    grid = generators.grid(9, 9)
    found = wf.label_propagation(grid, max_iterations=1, device=LAST).to_numpy()
    assert (found.iterations, found.converged) == (1, False)
    wf.validate_label_propagation(grid, found.communities, converged=False)
    with pytest.raises(wf.ValidationError, match="rule 2"):
        wf.validate_label_propagation(grid, found.communities)
    assert "stopped after 1 iterations" in repr(found)


def test_seeds_make_a_difference():
    grid = generators.grid(9, 9)
    found = [wf.label_propagation(grid, seed=seed).communities.tolist() for seed in range(3)]
    assert found[0] != found[1] != found[2]


def test_a_graph_without_vertices_has_no_communities():
    found = wf.label_propagation(wf.Graph.from_edges([], [], directed=False), device=LAST)
    assert (found.num_communities, found.iterations, found.converged) == (0, 0, True)


@pytest.mark.parametrize(
    ("graph", "options", "message"),
    [
        (wf.Graph.from_edges([0], [1]), {}, "needs an undirected graph"),
        (generators.path(3), {"seed": -1}, "seed must be an integer, 0 or more, not -1"),
        (generators.path(3), {"seed": 0.5}, "seed must be an integer"),
        (generators.path(3), {"max_iterations": 0}, "max_iterations is a whole number, 1 or more, .* not 0"),
        (generators.path(3), {"max_iterations": 10**13}, "max_iterations is .*below 2.*31, not 1"),
    ],
)
def test_wrong_arguments(graph, options, message, device):
    with pytest.raises(wf.InputError, match=message):
        wf.label_propagation(graph, **options, device=device)


@pytest.mark.parametrize("at_once", [1, 3])
def test_iterations_of_several_launches_are_those_of_one(at_once, monkeypatch):
    on_gpu = "wavefront.algorithms.label_propagation.one_launch"
    monkeypatch.setattr(f"{on_gpu}.AT_ONCE", at_once)
    graph = generators.grid(3, 7)
    for limit in (2, 6, 2**31 - 1):
        found, expected = (
            wf.label_propagation(graph, max_iterations=limit, device=where) for where in (Python(), "cpu")
        )
        assert found.communities.tolist() == expected.communities.tolist()
        assert (found.iterations, found.converged) == (expected.iterations, expected.converged)
