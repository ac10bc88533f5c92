import contextlib
import importlib.util
import sys

import numpy as np
import pytest
from graphs import SIMULATED
from programs import PROGRAMS, kernels, with_callees

import wavefront as wf
from wavefront.compiler.numba_cuda import signature
from wavefront.compiler.templates import compiled as compiled_by_template
from wavefront.device import Cuda
from wavefront.device.launch import kind_of

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda isn't installed"),
    pytest.mark.skipif(SIMULATED, reason="the simulator compiles nothing"),
]
GENERATIONS = [(7, 5), (8, 0), (9, 0), (10, 0)]  # sm_75, sm_80, sm_90, sm_100


class Launched(Exception):
    """A kernel shaped by the hardware was compiled; there is nothing here that could run it."""


@pytest.fixture
def without_gpu(monkeypatch):
    """Let the CPU do the work of kernels where it can; a program that needs another kernel ends there."""
    for_each, launch = Cuda.for_each, Cuda.launch

    def launch_and_run(self, count, body, *arguments, size=None):
        for_each(self, count, body, *arguments)
        wf.Cpu(threads=1).for_each(count, body, *arguments)

    def launch_and_stop(self, *arguments):
        launch(self, *arguments)
        raise Launched

    monkeypatch.setattr(Cuda, "for_each", launch_and_run)
    monkeypatch.setattr(Cuda, "launch", launch_and_stop)
    monkeypatch.setattr("wavefront.device.cuda._cupy", lambda index: np)


@pytest.fixture
def compiled(request, monkeypatch, without_gpu):
    """The PTX so far, by kernel and types: every kernel is compiled for one GPU generation."""
    from numba import cuda

    class Gpu:
        compute_capability = request.param

    found = {}

    def compile_only(body, template, shapes, arguments):
        kinds = tuple(map(kind_of, arguments))
        if (body, kinds) not in found:
            kernel = compiled_by_template(body, template, "cuda", shapes).py_func
            found[body, kinds], _ = cuda.compile_ptx(kernel, signature(kinds), cc=request.param)

    def stop(*_):
        raise Launched

    for module in ("dispatcher", "compiler", "api"):
        monkeypatch.setattr(f"numba.cuda.{module}.get_current_device", Gpu, raising=False)
    monkeypatch.setattr("wavefront.device.cuda.function_of", compile_only)
    monkeypatch.setattr("wavefront.device.cuda.launch_once", lambda *_: None)
    monkeypatch.setattr("wavefront.device.cuda.BoundKernel", stop)
    return found, "sm_{}{}".format(*request.param)


def by_thread(balance, frontier, needs_edges):
    """Make `advance` share out edges in a way that the CPU can run, where the choice is free."""
    return "edges" if needs_edges else "thread"


def run(program, monkeypatch):
    """Each of the program's runs, as far as there is no kernel that can't be run here.

    Sharing the edges of a frontier evenly is one: then each run is begun again without.
    """
    for again in (False, True):
        with monkeypatch.context() as patch:
            if again:
                patch.setattr(sys.modules["wavefront.operators.advance"], "_balance", by_thread)
            for once in program:
                with contextlib.suppress(Launched):
                    once(Cuda())


# The upper one varies first: a program's generations, which share much of the compiler's work, are neighbors.
@pytest.mark.parametrize("compiled", GENERATIONS, indirect=True, ids="sm_{0[0]}{0[1]}".format)
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_kernels_compile(name, compiled, monkeypatch):
    found, generation = compiled
    run(PROGRAMS[name], monkeypatch)
    assert found
    assert all(f".target {generation}" in ptx for ptx in found.values())


def test_every_kernel_is_compiled(without_gpu, monkeypatch):
    compiled = set()

    def note(body, *_):
        compiled.update(with_callees(body))

    def note_and_stop(body, *_):
        note(body)
        raise Launched

    monkeypatch.setattr("wavefront.device.cuda.function_of", note)
    monkeypatch.setattr("wavefront.device.cuda.launch_once", lambda *_: None)
    monkeypatch.setattr(Cuda, "bind", lambda self, kernel, *_: note_and_stop(kernel))
    for program in PROGRAMS.values():
        run(program, monkeypatch)
    assert not kernels() - compiled
