"""PageRank over ranks where one process extrapolates, too."""

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import distributed
from wavefront.device import Cuda

pytestmark = pytest.mark.on_devices
DEVICES = [Cuda()] if SIMULATED else None


@pytest.mark.parametrize("tolerance", [1e-5, 1e-11])
@pytest.mark.parametrize("damping", [0.85, 0.99])
def test_ranks_that_plain_iterations_approach_slowly(damping, tolerance):
    leaves = np.arange(2, 60 if SIMULATED else 2000)
    ends = np.concatenate([leaves % 2, [0]]), np.concatenate([leaves, [3]])
    graph = wf.Graph.from_edges(*ends, leaves.size + 5, directed=False)
    options = {"damping": damping, "tolerance": tolerance, "max_iterations": 1000}

    def program(ranks):
        found = distributed.pagerank(distributed.from_graph(graph, ranks), **options)
        return found.gather(), found.iterations, found.converged

    ranks, iterations, converged = distributed.together(3, program, devices=DEVICES and 3 * DEVICES)[1]
    assert converged
    rate = damping / (1 + (1 - damping**2) ** 0.5)
    assert iterations <= 20 + 1.5 * np.log(tolerance / 2) / np.log(rate)
    wf.validate_pagerank(graph, ranks, damping=damping, tolerance=tolerance)


def test_ranks_that_only_start_anew():
    graph = wf.generators.path(54)

    def program(ranks):
        found = distributed.pagerank(distributed.from_graph(graph, ranks), damping=0.0, tolerance=1e-17)
        return found.gather()

    np.testing.assert_allclose(distributed.together(2, program, devices=DEVICES and 2 * DEVICES)[0], 1 / 54)


@pytest.mark.skipif(SIMULATED, reason="CPU ranks share memory")
@pytest.mark.parametrize("size", [2, 3])
def test_one_call_after_another_with_numbers_of_another_size(size):
    graph = wf.generators.kronecker(12)

    def program(ranks):
        dealt = distributed.from_graph(graph, ranks)
        found = [distributed.pagerank(dealt, tolerance=(1e-5, 1e-9)[turn % 2]).ranks for turn in range(60)]
        return [part.tobytes() for part in found]

    for found in distributed.together(size, program):
        assert len(set(found[0::2])) == len(set(found[1::2])) == 1
