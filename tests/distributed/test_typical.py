"""The typical weight and degree: those of one process, whatever rank has which edges."""

import pytest
from graphs import GRAPHS
from odd_weights import heavy_tail, powers_of_two, with_weights

from wavefront import distributed, generators
from wavefront.algorithms.sssp import typical as of_one_process
from wavefront.distributed.typical import typical_of


@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize("weights", [None, powers_of_two, heavy_tail])
@pytest.mark.parametrize("name", ["star", "grid", "multigraph", "disconnected"])
def test_small_graphs_are_sampled_whole(name, weights, size):
    graph = GRAPHS[name]()
    if weights is not None:
        graph = with_weights(graph, weights)
    found = distributed.together(size, lambda ranks: typical_of(distributed.from_graph(graph, ranks)))
    assert graph.num_edges < of_one_process.SAMPLED_EDGES
    for one in found:
        assert one == pytest.approx(of_one_process.typical_of(graph))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_large_ones_are_estimated(size):
    graph = with_weights(generators.kronecker(13, seed=1), heavy_tail)
    weight, degree = distributed.together(
        size, lambda ranks: typical_of(distributed.from_graph(graph, ranks))
    )[0]
    expected_weight, expected_degree = of_one_process.typical_of(graph)
    assert weight == pytest.approx(expected_weight, rel=0.1)
    assert degree == pytest.approx(expected_degree, rel=0.1)
