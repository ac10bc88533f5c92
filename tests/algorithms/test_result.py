"""The methods of all results, with a stand-in for a GPU's array where there is no GPU."""

import numpy as np

import wavefront as wf
from wavefront import generators
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
