"""Every CUDA kernel compiles to PTX for four GPU generations, on a machine that need have none."""

import contextlib
import importlib.util
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest
from graphs import METHOD_IDS, METHODS, SIMULATED

import wavefront as wf
from wavefront import cuda_launch, generators, operators
from wavefront.atomics import atomic_add
from wavefront.device import Cuda

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
        kinds = [cuda_launch.kind_of(argument) for argument in arguments]
        ptx, _ = cuda.compile_ptx(dispatcher.py_func, cuda_launch.signature(kinds), cc=request.param)
        kernels[dispatcher.py_func.__doc__] = ptx

    for_each, launch = Cuda.for_each, Cuda.launch

    def compile_and_run(self, count, body, *arguments):
        for_each(self, count, body, *arguments)
        wf.Cpu(threads=1).for_each(count, body, *arguments)

    def compile_and_stop(self, *arguments):
        launch(self, *arguments)
        raise Launched

    for module in ("dispatcher", "compiler", "api"):
        monkeypatch.setattr(f"numba.cuda.{module}.get_current_device", Gpu, raising=False)
    monkeypatch.setattr(cuda_launch, "launch", compile_only)
    monkeypatch.setattr(Cuda, "for_each", compile_and_run)
    monkeypatch.setattr(Cuda, "launch", compile_and_stop)
    monkeypatch.setattr("wavefront.device._cupy", lambda index: np)
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
