"""Every CUDA kernel compiles to PTX for four GPU generations, on a machine that need have none."""

import contextlib
import importlib.util
import sys
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest
from graphs import METHOD_IDS, METHODS, SIMULATED

import wavefront as wf
from wavefront import generators, operators
from wavefront.atomics import atomic_add
from wavefront.compiler.numba_cuda import signature
from wavefront.device import Cuda
from wavefront.device.launch import kind_of

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda isn't installed"),
    pytest.mark.skipif(SIMULATED, reason="the simulator compiles nothing"),
]
GENERATIONS = [(7, 5), (8, 0), (9, 0), (10, 0)]  # sm_75, sm_80, sm_90, sm_100


class Launched(Exception):
    """A kernel shaped by the hardware was compiled; there is nothing here that could run it."""


@pytest.fixture(params=GENERATIONS, ids=lambda version: f"sm_{version[0]}{version[1]}")
def gpu(request, monkeypatch):
    """A Cuda device that compiles each kernel for one GPU generation, then has the CPU do its work if it can.

    Comes with the PTX so far, by kernel, and the generation's name.
    """
    from numba import cuda

    class Gpu:
        compute_capability = request.param

    kernels = {}

    def compile_only(dispatcher, blocks, threads, arguments):
        kinds = [kind_of(argument) for argument in arguments]
        ptx, _ = cuda.compile_ptx(dispatcher.py_func, signature(kinds), cc=request.param)
        kernels[dispatcher.py_func.__doc__] = ptx

    for_each, launch = Cuda.for_each, Cuda.launch

    def compile_and_run(self, count, body, *arguments):
        for_each(self, count, body, *arguments)
        wf.Cpu(threads=1).for_each(count, body, *arguments)

    def compile_and_stop(self, *arguments):
        launch(self, *arguments)
        raise Launched

    def bind_and_stop(dispatcher, names, arguments):
        compile_only(dispatcher, 0, 0, arguments)
        raise Launched

    for module in ("dispatcher", "compiler", "api"):
        monkeypatch.setattr(f"numba.cuda.{module}.get_current_device", Gpu, raising=False)
    monkeypatch.setattr("wavefront.device.cuda.launch_once", compile_only)
    monkeypatch.setattr("wavefront.device.cuda.BoundKernel", bind_and_stop)
    monkeypatch.setattr(Cuda, "for_each", compile_and_run)
    monkeypatch.setattr(Cuda, "launch", compile_and_stop)
    monkeypatch.setattr("wavefront.device.cuda._cupy", lambda index: np)
    return Cuda(), kernels, "sm_{}{}".format(*request.param)


@pytest.mark.parametrize(("strategy", "options"), METHODS, ids=METHOD_IDS)
def test_every_kernel_compiles(strategy, options, gpu):
    device, kernels, generation = gpu
    # Four sources are more than single_block's small capacity, so that its other kernel is needed too.
    with contextlib.suppress(Launched):
        wf.bfs(
            generators.book_graph(),
            [0, 1, 2, 3],
            strategy=strategy,
            device=device,
            deterministic=True,
            **options,
        )
    assert kernels
    assert all(f".target {generation}" in ptx for ptx in kernels.values())


@pytest.mark.parametrize("predecessors", [False, True])
@pytest.mark.parametrize("prepared", [False, True])
def test_every_form_of_fused_compiles(prepared, predecessors, gpu):
    device, kernels, _ = gpu
    graph = generators.book_graph()
    if prepared:
        graph.prepare()
    with pytest.raises(Launched):
        wf.bfs(graph, 0, strategy="fused", device=device, predecessors=predecessors)
    assert kernels


def test_the_generators_kernels_compile(gpu):
    device, kernels, generation = gpu
    generators.kronecker(4, device=device)
    generators.uniform(10, 20, device=device)
    assert len(kernels) == 2
    assert all(f".target {generation}" in ptx for ptx in kernels.values())


class Counted(NamedTuple):
    counts: Any
    least: int
    weight: float


def count_edge(source, neighbor, edge, problem):
    return atomic_add(problem.counts, edge, problem.weight) >= problem.least


def count_item(item, problem):
    return atomic_add(problem.counts, item, problem.weight) >= problem.least


def weigh(source, neighbor, edge, problem):
    return problem.counts[edge] * problem.weight


def pull(graph, frontier, problem):
    unvisited = operators.Frontier(graph, device=frontier.device).load_all()
    operators.advance(graph, frontier, count_edge, problem, direction="pull", unvisited=unvisited)


def reduce(graph, frontier, problem, **options):
    operators.neighbor_reduce(graph, weigh, problem, np.zeros(70), frontier=frontier, **options)


OPERATORS = {
    **{
        f"advance {balance}": lambda g, f, p, balance=balance: operators.advance(
            g, f, count_edge, p, load_balance=balance, unique=True
        )
        for balance in ("thread", "buckets", "edges")
    },
    "pull": pull,
    "bitmap": lambda g, f, p: f.bitmap,
    "compute": lambda g, f, p: operators.compute(f, count_item, p),
    "filter exact": lambda g, f, p: operators.filter(f, count_item, p, deduplicate="exact"),
    "filter cheap": lambda g, f, p: operators.filter(f, count_item, p, deduplicate="cheap"),
    "reduce sum": partial(reduce, over="in"),
    "reduce any": partial(reduce, reduction="any"),
}


@pytest.mark.parametrize("name", OPERATORS)
def test_the_operators_kernels_compile(name, gpu):
    device, kernels, generation = gpu
    graph = generators.star(70)  # its center has a block to itself
    frontier = operators.Frontier(graph, device=device).load_all()
    with contextlib.suppress(Launched):
        OPERATORS[name](graph, frontier, Counted(np.zeros(graph.num_edges), 0, 0.5))
    assert kernels
    assert all(f".target {generation}" in ptx for ptx in kernels.values())


@pytest.mark.parametrize("capacity", [0, 4096], ids=["device", "block"])
def test_the_wave_of_a_maze_compiles(capacity, gpu, monkeypatch):
    device, kernels, generation = gpu
    monkeypatch.setattr("wavefront.maze.wave.CAPACITY", capacity)
    with contextlib.suppress(Launched):
        wf.maze.route(np.zeros((2, 9, 9), bool), (0, 0, 0), (1, 8, 8), device=device)
    assert len(kernels) == (1 if capacity else 4)
    assert all(f".target {generation}" in ptx for ptx in kernels.values())


def triangles_without_and_with_hubs(graph, device):
    wf.triangles(graph, device=device)
    wf.triangles(generators.star(100), device=device)


def communities(graph, device):
    for searched in (graph, generators.star(300)):  # without and with a block for a vertex
        with contextlib.suppress(Launched):
            wf.label_propagation(searched, device=device)


def levels_of_a_dag(graph, device):
    with contextlib.suppress(Launched):
        wf.topological_levels(wf.Graph.from_edges([0], [1]), device=device)


def searches_for_shortest_paths(graph, device):
    narrow = wf.Graph.from_csr(graph.csr.src_ptr, graph.csr.dst, np.float32(graph.csr.weights))
    with contextlib.suppress(Launched):  # by the first advance
        wf.sssp(graph, 0, device=device)
    with an_advance_that_the_cpu_can_do():
        wf.sssp(graph, 0, delta=1.0, device=device)
        wf.sssp(narrow, 0, delta=1.0, device=device)


@contextlib.contextmanager
def an_advance_that_the_cpu_can_do():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules["wavefront.operators.advance"], "_balance", lambda *_: "thread")
        yield


def components_of_both_kinds(graph, device):
    cycles = wf.Graph.from_edges([0, 1, 2, 3, 1, 5, 4, 5], [1, 0, 3, 2, 2, 4, 5, 5])
    with an_advance_that_the_cpu_can_do(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("wavefront.algorithms.components.multistep.SERIAL_VERTICES", 0)
        wf.connected_components(cycles, device=device)
        wf.connected_components(cycles, "strong", device=device)


ALGORITHMS = {
    "components": components_of_both_kinds,
    "betweenness": lambda graph, device: wf.betweenness_centrality(graph, edges=True, device=device),
    "sssp": searches_for_shortest_paths,
    "triangles": triangles_without_and_with_hubs,
    "label_propagation": communities,
    "topological_levels": levels_of_a_dag,
    "core_number": lambda graph, device: wf.core_number(graph, device=device),
    "pagerank": lambda graph, device: wf.pagerank(graph, device=device),
    "weighted pagerank": lambda graph, device: wf.pagerank(graph, weighted=True, device=device),
}


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_algorithms_kernels_compile(name, gpu):
    device, kernels, generation = gpu
    # No vertex has a block to itself: that kernel is among the operators'.
    graph = wf.Graph.from_edges([0, 1, 2, 3], [1, 2, 0, 0], weights=[1.0, 2.0, 3.0, 4.0], directed=False)
    ALGORITHMS[name](graph, device)
    assert len(kernels) > 1
    assert all(f".target {generation}" in ptx for ptx in kernels.values())


@pytest.mark.parametrize("balance", ["thread", "edges"])
def test_every_step_of_a_search_from_many_sources_compiles(balance, gpu, monkeypatch):
    device, kernels, generation = gpu
    # Sharing the edges evenly is a kernel that can't be run here, nor what comes after it.
    monkeypatch.setattr(sys.modules["wavefront.operators.advance"], "_balance", lambda *_: balance)
    with contextlib.suppress(Launched):
        wf.multi_source_bfs(generators.path(9), [0, 1], device=device)
    assert balance == "edges" or "wavefront.algorithms.multi_source_bfs.forget" in kernels  # the last one
    assert all(f".target {generation}" in ptx for ptx in kernels.values())
