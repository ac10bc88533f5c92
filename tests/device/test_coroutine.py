"""Calls that pause, on greenlets and on threads of the system alike."""

import sys
import threading
from contextvars import ContextVar, copy_context

import pytest

color = ContextVar("color", default="none")


def test_a_call_runs_from_pause_to_pause(carrier):
    seen = []

    def call():
        for number in range(3):
            seen.append(number)
            paused.pause()

    paused = carrier(call, copy_context())
    for number in range(3):
        paused.resume()
        assert seen == list(range(number + 1))
        assert not paused.ended
    paused.resume()
    assert paused.ended


def test_an_error_comes_to_the_caller_with_its_place(carrier):
    def call():
        raise KeyError("here")

    paused = carrier(call, copy_context())
    with pytest.raises(KeyError, match="here") as caught:
        paused.resume()
    assert caught.traceback[-1].name == "call"
    assert paused.ended


def test_a_call_that_is_stopped_cleans_up(carrier):
    seen = []

    def call():
        try:
            paused.pause()
        finally:
            seen.append("cleaned up")

    paused = carrier(call, copy_context())
    paused.resume()
    paused.stop()
    assert paused.ended
    assert seen == ["cleaned up"]
    paused.stop()


def test_a_call_never_begun_is_stopped(carrier):
    threads = threading.active_count()
    carrier(pytest.fail, copy_context()).stop()
    assert threading.active_count() == threads


def test_a_call_runs_in_its_context(carrier):
    context = copy_context()
    context.run(color.set, "red")
    seen = []
    paused = carrier(lambda: seen.append(color.get()), context)
    paused.resume()
    assert (seen, color.get()) == (["red"], "none")


def test_a_debuggers_breakpoints_hold_in_the_call(carrier):
    lines = []

    def trace(frame, event, argument):
        lines.append((frame.f_code.co_name, event))
        return trace

    def call():
        lines.append("ran")

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        carrier(call, copy_context()).resume()
    finally:
        sys.settrace(before)
    assert lines.index(("call", "line")) < lines.index("ran")
