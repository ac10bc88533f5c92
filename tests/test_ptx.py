"""Every kernel compiles for the oldest and the newest GPU generation; programs run in plain Python, too."""

import contextlib
import importlib.util

import numpy as np
import pytest
from graphs import SIMULATED
from programs import PROGRAMS, kernels, with_callees

from wavefront.compiler.numba_cuda import signature
from wavefront.compiler.templates import compiled as compiled_by_template
from wavefront.device import Cuda, Python
from wavefront.device.launch import kind_of
from wavefront.distributed.peer_kernel import take_one_step

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda isn't installed"),
    pytest.mark.skipif(SIMULATED, reason="the simulator compiles nothing"),
    # Plain Python warns where the numbers of a generator's hash wrap around.
    pytest.mark.filterwarnings("ignore:overflow encountered in scalar:RuntimeWarning"),
]
# sm_75 and sm_100, the oldest and the newest; then those between, which run all that the oldest does.
GENERATIONS = [((7, 5), (10, 0)), pytest.param(((8, 0), (9, 0)), marks=pytest.mark.soak)]


class Launched(Exception):
    """A search in one launch was compiled. Nothing follows the launch, and there is no GPU to run it."""


@pytest.fixture
def without_gpu(monkeypatch):
    """Let plain Python run the kernels, once they are compiled."""
    for_each, launch, bind = Cuda.for_each, Cuda.launch, Cuda.bind

    def compile_and_run_each(self, count, body, *arguments, size=None):
        for_each(self, count, body, *arguments)
        Python().for_each(count, body, *arguments)

    def compile_and_run(self, blocks, threads, kernel, *arguments, **sizes):
        launch(self, blocks, threads, kernel, *arguments, **sizes)
        Python().launch(blocks, threads, kernel, *arguments)

    def compile_and_stop(self, kernel, *arguments, **sizes):
        bind(self, kernel, *arguments, **sizes)
        if kernel is not take_one_step and kernel.__module__ != "wavefront.algorithms.sweep_on_gpu":
            raise Launched
        return Python().bind(kernel, *arguments)

    def run_again(self, *launch):
        Python().relaunch(*launch)

    monkeypatch.setattr(Cuda, "for_each", compile_and_run_each)
    monkeypatch.setattr(Cuda, "launch", compile_and_run)
    monkeypatch.setattr(Cuda, "bind", compile_and_stop)
    monkeypatch.setattr(Cuda, "relaunch", run_again)
    monkeypatch.setattr("wavefront.device.cuda._cupy", lambda index: np)


PTX = {}  # of every kernel so far, by module, types and GPU generation: programs share kernels


@pytest.fixture
def used(monkeypatch, without_gpu, generations):
    """The kernels and types that a program launches: each is compiled for these GPU generations, into PTX."""
    from numba import cuda

    class Gpu:
        compute_capability = generations[0]

    found = set()

    def compile_only(body, template, shapes, arguments):
        kinds = tuple(map(kind_of, arguments))
        dispatcher = compiled_by_template(body, template, "cuda", shapes)
        key = dispatcher.py_func.__module__, kinds  # the module's name holds a hash of the kernel
        found.add(key)
        for generation in generations:
            if (*key, generation) not in PTX:
                Gpu.compute_capability = generation
                ptx, _ = cuda.compile_ptx(dispatcher.py_func, signature(kinds), cc=generation)
                PTX[(*key, generation)] = ptx

    for module in ("dispatcher", "compiler", "api"):
        monkeypatch.setattr(f"numba.cuda.{module}.get_current_device", Gpu, raising=False)
    monkeypatch.setattr("wavefront.device.cuda.function_of", compile_only)
    monkeypatch.setattr("wavefront.device.cuda.launch_once", lambda *_: None)
    monkeypatch.setattr("wavefront.device.cuda.BoundKernel", lambda *_: None)
    return found


def run(program):
    """Each of the program's runs."""
    for once in program:
        with contextlib.suppress(Launched):
            once(Cuda())


@pytest.mark.parametrize("generations", GENERATIONS, ids=["oldest, newest", "between"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_kernels_compile(name, used, generations):
    run(PROGRAMS[name])
    assert used
    for module, kinds in used:
        for generation in generations:
            assert ".target sm_{}{}".format(*generation) in PTX[module, kinds, generation]


def test_every_kernel_is_compiled(without_gpu, monkeypatch):
    compiled = set()
    monkeypatch.setattr(
        "wavefront.device.cuda.function_of", lambda body, *_: compiled.update(with_callees(body))
    )
    monkeypatch.setattr("wavefront.device.cuda.launch_once", lambda *_: None)
    monkeypatch.setattr("wavefront.device.cuda.BoundKernel", lambda *_: None)
    for program in PROGRAMS.values():
        run(program)
    assert sorted(kernels() - compiled) == []
