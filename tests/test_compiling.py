"""Compiling is announced where it takes long, counted, and left out of reported times."""

import gc
import io
import logging
import re
import sys
import time
from contextlib import redirect_stderr

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import compiling
from wavefront.device.clock import stopwatch

LINE = "wavefront: compiling slow.f for the CPU (once on this machine) ..."


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    """A terminal for stderr. Compilations are announced at once."""
    monkeypatch.setattr(compiling, "ANNOUNCED_AFTER", 0.0)
    monkeypatch.setattr(compiling._compilations, "announced", set())
    monkeypatch.delenv("WAVEFRONT_QUIET", raising=False)
    return Terminal()


def compile_slowly(stderr, until, compiles=lambda: True, name="wavefront.slow.f"):
    """A compilation with another one within, which lasts until the condition holds, or for a second."""
    with (
        redirect_stderr(stderr),
        compiling.compiling(name, "the CPU", compiles),
        compiling.compiling("wavefront.inner.g", "the CPU", compiles),
    ):
        deadline = time.monotonic() + 1
        while not until() and time.monotonic() < deadline:
            time.sleep(0.001)


def test_one_line_on_a_terminal_while_it_compiles_and_the_seconds_after(terminal):
    seen = []
    compile_slowly(terminal, lambda: seen.append(terminal.getvalue()) or seen[-1])
    assert seen[-1] == LINE
    assert re.fullmatch(r" \d\.\d s\n", terminal.getvalue().removeprefix(LINE))


def test_a_functions_other_argument_types_have_no_line(terminal):
    compile_slowly(terminal, terminal.getvalue)
    before, began = terminal.getvalue(), time.monotonic()
    compile_slowly(terminal, lambda: time.monotonic() > began + 0.05)
    assert terminal.getvalue() == before != ""


def test_a_function_is_named_without_those_that_it_is_made_in(terminal):
    name = "wavefront.strategies.privatized._chunk_kernel.<locals>.expand"
    compile_slowly(terminal, terminal.getvalue, name=name)
    assert terminal.getvalue().startswith("wavefront: compiling strategies.privatized.expand for the CPU")


@pytest.mark.parametrize("reason", ["quick", "quiet", "loaded", "no terminal"])
def test_no_line(reason, terminal, monkeypatch):
    if reason == "quick":
        monkeypatch.setattr(compiling, "ANNOUNCED_AFTER", 60.0)
    if reason == "quiet":
        monkeypatch.setenv("WAVEFRONT_QUIET", "1")
    if reason == "no terminal":
        monkeypatch.setattr(terminal, "isatty", lambda: False)
    began = time.monotonic()
    compile_slowly(terminal, lambda: time.monotonic() > began + 0.05, lambda: reason != "loaded")
    assert terminal.getvalue() == ""


def test_a_notebook_has_a_line_too(terminal, monkeypatch):
    monkeypatch.setattr(terminal, "isatty", lambda: False)
    monkeypatch.setitem(sys.modules, "ipykernel", None)
    compile_slowly(terminal, terminal.getvalue)
    assert terminal.getvalue().startswith(LINE)


def test_where_somebody_listens_the_log_has_it_instead(terminal, caplog):
    caplog.set_level(logging.INFO, "wavefront")
    compile_slowly(terminal, lambda: caplog.messages)
    assert caplog.messages == ["compiling slow.f for the CPU (once on this machine)"]
    assert terminal.getvalue() == ""


def test_without_room_for_a_thread_nothing_is_said(terminal, monkeypatch):
    def start(timer):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(compiling.threading.Timer, "start", start)
    compile_slowly(terminal, lambda: True)
    assert terminal.getvalue() == ""
    assert gc.isenabled()


def test_the_search_for_garbage_that_a_compilation_brings_is_counted_with_it(request):
    seconds = []

    def note(phase, details):
        seconds.append(compiling.compile_seconds())

    gc.collect()
    with compiling.compiling("slow.f", "the CPU", lambda: True):
        made = [[] for _ in range(2 * gc.get_threshold()[0])]
        gc.callbacks.append(note)
        request.addfinalizer(lambda: gc.callbacks.remove(note))
    made.extend([] for _ in range(100))
    began, ended, *later = seconds
    assert began < ended
    assert not later


def test_seconds_are_counted_once_and_stop_the_clock():
    start = time.perf_counter()
    before, began, elapsed = compiling.compile_seconds(), compiling.clock(), stopwatch(wf.Cpu())
    compile_slowly(Terminal(), lambda: time.perf_counter() > start + 0.05)
    counted = compiling.compile_seconds() - before
    times = compiling.clock() - began, 1e-3 * elapsed()
    rest = time.perf_counter() - start - counted
    assert 0.05 - rest <= counted
    assert all(0 <= taken <= rest for taken in times)
    compile_slowly(Terminal(), lambda: time.perf_counter() > start + 0.1, lambda: False)
    assert compiling.compile_seconds() - before == counted


@pytest.mark.skipif(SIMULATED, reason="compiles nothing in the simulator")
def test_a_functor_counts_once_with_what_it_calls(caplog):
    caplog.set_level(logging.DEBUG, "wavefront")
    step = time.perf_counter_ns()  # no other process has compiled this one

    def stepped(value):
        return value + step

    def step_up(item, out):
        out[item] = stepped(item)

    out, before = np.zeros(3, np.int64), compiling.compile_seconds()
    wf.Cpu().for_each(3, step_up, out)
    assert out.tolist() == [step, step + 1, step + 2]
    (message,) = (message for message in caplog.messages if message.endswith(" s"))
    assert "step_up for the CPU (once on this machine) took" in message
    assert compiling.compile_seconds() - before == pytest.approx(float(message.split()[-2]), abs=1e-2)
    count = len(caplog.messages)
    wf.Cpu().for_each(3, step_up, out)
    assert len(caplog.messages) == count
