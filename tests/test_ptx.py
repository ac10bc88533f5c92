"""Every kernel compiles for every GPU generation; what a program launches runs in plain Python."""

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

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda isn't installed"),
    pytest.mark.skipif(SIMULATED, reason="the simulator compiles nothing"),
    # Plain Python warns where the numbers of a generator's hash wrap around.
    pytest.mark.filterwarnings("ignore:overflow encountered in scalar:RuntimeWarning"),
]
GENERATIONS = [(7, 5), (8, 0), (9, 0), (10, 0)]  # sm_75, sm_80, sm_90, sm_100


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
        raise Launched

    monkeypatch.setattr(Cuda, "for_each", compile_and_run_each)
    monkeypatch.setattr(Cuda, "launch", compile_and_run)
    monkeypatch.setattr(Cuda, "bind", compile_and_stop)
    monkeypatch.setattr("wavefront.device.cuda._cupy", lambda index: np)


PTX = {}  # of every kernel so far, by module, types and GPU generation: programs share kernels


@pytest.fixture
def used(monkeypatch, without_gpu):
    """The kernels and types that a program launches: each is compiled for every GPU generation, into PTX."""
    from numba import cuda

    class Gpu:
        compute_capability = GENERATIONS[0]

    found = set()

    def compile_only(body, template, shapes, arguments):
        kinds = tuple(map(kind_of, arguments))
        dispatcher = compiled_by_template(body, template, "cuda", shapes)
        key = dispatcher.py_func.__module__, kinds  # the module's name holds a hash of the kernel
        found.add(key)
        for generation in GENERATIONS:
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


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_kernels_compile(name, used):
    run(PROGRAMS[name])
    assert used
    for module, kinds in used:
        for generation in GENERATIONS:
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
