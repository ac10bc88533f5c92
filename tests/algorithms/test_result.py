"""The methods of all results, with a stand-in for a GPU's array where there is no GPU."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.bfs import BfsResult
from wavefront.algorithms.pagerank import PageRankResult


class OnGpu:
    """An array that has to be fetched."""

    __cuda_array_interface__ = ()

    def __init__(self, values):
        self.values, self.fetched = values, 0

    def get(self):
        self.fetched += 1
        return self.values


def test_in_numpy_a_result_is_itself():
    result = wf.pagerank(generators.book_graph())
    assert result.to_numpy() is result


def test_a_gpus_result_is_fetched_once():
    array = OnGpu(np.ones(3))
    result = PageRankResult(generators.path(3), array, 4, True, wf.Cpu())
    fetched = result.to_numpy()
    assert fetched.ranks is array.values
    assert (fetched.graph, fetched.iterations, fetched.converged) == (result.graph, 4, True)
    assert result.to_numpy() is fetched
    assert fetched.to_numpy() is fetched
    assert array.fetched == 1


def test_a_gpus_result_knows_of_its_edge_filter_when_fetched():
    graph = generators.path(3)
    found = wf.bfs(graph, 0, device="python", predecessors=False, edge_filter=np.ones(4, bool))
    on_gpu = BfsResult(graph, found.sources, OnGpu(found.levels), None, "fused", found.device, None)
    vars(on_gpu).update({name: value for name, value in vars(found).items() if name not in vars(on_gpu)})
    with pytest.raises(wf.InputError, match="the path along filtered edges needs predecessors"):
        on_gpu.path(2)
