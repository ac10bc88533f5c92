"""The devices behind their names, and which GPU is current.

Only `working_on` and `use` change the current GPU, and `working_on` gives back the one before.
"""

import importlib.util
from typing import Any, NamedTuple

import numpy as np
import pytest
import two_gpus
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.bfs import BfsResult
from wavefront.algorithms.components import Components
from wavefront.algorithms.core_number import CoreResult
from wavefront.algorithms.multi_source_bfs import MultiSourceBfsResult
from wavefront.algorithms.sssp import SsspResult
from wavefront.algorithms.topological_levels import TopologicalLevelsResult
from wavefront.algorithms.triangles import TrianglesResult
from wavefront.device import Cuda, device_of, get_device, select, working_on
from wavefront.maze.route import Route
from wavefront.operators import Frontier, compute, filter


def test_names():
    cpu = wf.Cpu(threads=1)
    assert get_device(cpu) is cpu
    assert get_device("auto").name == get_device("cpu").name == "cpu"
    assert repr(cpu) == "Cpu(threads=1)"


@pytest.mark.skipif(
    importlib.util.find_spec("cupy") is not None, reason="CuPy is installed: there may be a GPU"
)
def test_cuda_without_its_software_says_what_is_missing():
    with pytest.raises(wf.DeviceError, match="install the extra"):
        wf.bfs(generators.path(5), 0, device="cuda:1")


pytestmark = pytest.mark.skipif(SIMULATED, reason="the simulator has one GPU, and NumPy's arrays")


@pytest.fixture(params=[0, 1])
def gpus(request, monkeypatch):
    """Two GPUs, each of which is the current one in turn."""
    gpus = two_gpus.install(monkeypatch)
    gpus.current = request.param
    yield gpus
    assert gpus.current == request.param
    select._gpu.cache_clear()


@pytest.fixture
def graph(gpus):
    """The book's graph on the second GPU."""
    return generators.book_graph().to_device("cuda:1")


def is_on_second(*arrays):
    return all(array.device.id == 1 for array in arrays)


def test_to_find_a_device_leaves_the_current_one(gpus, graph):
    before = gpus.current
    assert get_device("cuda:1").index == Cuda(1).index == 1
    assert gpus.current == before
    assert device_of(graph.csr.dst).index == graph.device.index == 1


VIEWS = {
    "csr": lambda graph: graph.csr[:2],
    "csc": lambda graph: graph.csc[:2],
    "coo": lambda graph: graph.coo[:2],
    "ell": lambda graph: graph.ell[:1],
    "jds": lambda graph: graph.jds[:3],
    "dense": lambda graph: [graph.dense()],
    "degrees": lambda graph: [graph.out_degrees, graph.in_degrees],
    "simplified": lambda graph: graph.simplified().csr[:2],
    "from_csr": lambda graph: wf.Graph.from_csr(*graph.csr[:2]).coo[:2],
    "from_csr of both directions": lambda graph: wf.Graph.from_csr(
        *wf.Graph.from_edges(*graph.coo[:2], directed=False).csr[:2], directed=False
    ).coo[:2],
    "symmetrized": lambda graph: wf.Graph.from_csr(*graph.csr[:2], symmetrize=True).coo[:2],
    "from_csr backwards": lambda graph: wf.Graph.from_csr(graph.csr.src_ptr, graph.csr.dst[::-1]).coo[:2],
    "from_edges": lambda graph: wf.Graph.from_edges(*graph.coo[:2], directed=False).csc[:2],
    "to_device": lambda graph: graph.to_device("cuda:0").to_device("cuda:1").csr[:2],
}


@pytest.mark.parametrize("name", VIEWS)
def test_views_are_built_where_the_graph_is(name, graph):
    expected = (
        VIEWS[name](generators.book_graph()) if name != "to_device" else generators.book_graph().csr[:2]
    )
    arrays = VIEWS[name](graph)
    assert is_on_second(*arrays)
    for array, same in zip(arrays, expected, strict=True):
        assert np.array_equal(array.get(), same)


@pytest.mark.parametrize("strategy", ["push", "pull", "direction_optimized", "frontier_queue", "spmv"])
@pytest.mark.parametrize("where", ["the graph's", "another"])
def test_a_search_and_its_result(strategy, where, gpus, graph):
    searched = graph if where == "the graph's" else graph.to_device("cpu")
    before = gpus.current
    result = wf.bfs(searched, 0, strategy=strategy, device="auto" if where == "the graph's" else "cuda:1")
    assert gpus.current == before
    assert is_on_second(result.levels, result.predecessors)
    assert (result.num_levels, result.num_reached) == (4, 9)
    assert result.levels.get().tolist() == [0, 1, 1, 2, 2, 2, 2, 2, 3]
    assert len(result.path(8)) == 4


# What a result works out from arrays of 0, 1 and 2, which are on the second GPU.
RESULTS = {
    "components": lambda found, device: (
        Components(None, found, 3, "weak", device).sizes.tolist() == [1, 1, 1]
    ),
    "core numbers": lambda found, device: CoreResult(None, found, device).degeneracy == 2,
    "distances": lambda found, device: SsspResult(None, 0, found, None, 1.0, device).num_reached == 3,
    "levels": lambda found, device: BfsResult(None, None, found, None, "", device, None).num_levels == 3,
    "longest paths": lambda found, device: TopologicalLevelsResult(None, found, device).num_levels == 3,
    "route": lambda found, device: Route((0,), (2,), None, found, device).num_reached == 3,
    "several sources": lambda found, device: (
        MultiSourceBfsResult(None, None, found[None], device).closeness.tolist() == [2 / 3]
    ),
    "triangles": lambda found, device: TrianglesResult(None, found, device).total == 1,
}


@pytest.mark.parametrize("name", RESULTS)
def test_what_a_result_works_out(name, gpus):
    device = Cuda(1)
    assert RESULTS[name](device.array(np.arange(3)), device)


class Marks(NamedTuple):
    of: Any


def mark(item, marks):
    marks.of[item] = 1


def is_unmarked(item, marks):
    return marks.of[item] == 0


def test_operators_run_where_the_frontier_is(gpus, graph):
    frontier = Frontier(graph).load([3, 1])
    assert is_on_second(frontier.items, frontier.bitmap, Frontier(graph).load_all().items)
    marks = Marks(frontier.device.array(np.zeros(9, np.int32)))
    compute(frontier, mark, marks)
    assert is_on_second(marks.of)
    assert marks.of.get().tolist() == [0, 1, 0, 1, 0, 0, 0, 0, 0]
    frontier.load_all()
    filter(frontier, is_unmarked, marks)
    assert frontier.items.tolist() == [0, 2, 4, 5, 6, 7, 8]


def test_use_stays_and_says_which_was_current(gpus):
    before, device = gpus.current, Cuda(1)
    assert device.use() == (0 if before == 0 else None)
    assert gpus.current == 1
    assert device.use() is None
    gpus.current = before


def test_working_on_gives_back_what_was_current(gpus):
    before = gpus.current
    with working_on(Cuda(1)):
        assert gpus.current == 1
        with working_on(Cuda(0)), working_on(wf.Cpu()):
            assert gpus.current == 0
        assert gpus.current == 1
    with pytest.raises(ZeroDivisionError), working_on(Cuda(1 - before)):
        assert 1 // 0
    assert gpus.current == before


def test_a_gpu_without_memory_is_an_error_and_no_longer_current(gpus, graph):
    before, gpus.memory_is_full = gpus.current, True
    with pytest.raises(wf.DeviceError, match=r"GPU 1: none is left; 0 of its 1,073,741,824 bytes are free"):
        wf.bfs(graph, 0, strategy="push")
    assert gpus.current == before
