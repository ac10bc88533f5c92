"""Generated modules: those in use stay in memory, and few others."""

import gc
import sys
import weakref

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront.compiler import cache

pytestmark = pytest.mark.skipif(SIMULATED, reason="compiles nothing in the simulator")


def adder(step):
    def add_step(item, out):
        out[item] += step

    return add_step


def modules():
    return [name for name in sys.modules if "_add_step_" in name]


def test_a_body_is_not_kept_alive_by_its_machine_code():
    out, big = np.zeros(3), np.zeros(1000)
    body = adder(2.5)
    gone = weakref.ref(body), weakref.ref(big)
    scope = {"unused": big, "body": body}
    exec("def caller(item, out):\n    body(item, out)", scope)
    wf.Cpu().for_each(3, scope["caller"], out)
    assert out.tolist() == [2.5] * 3
    del scope, body, big
    gc.collect()
    assert [reference() for reference in gone] == [None, None]


def test_modules_that_nothing_uses_are_forgotten(monkeypatch):
    monkeypatch.setattr(cache, "MAX_MODULES", 0)
    out, used = np.zeros(3), adder(1)
    wf.Cpu().for_each(3, used, out)
    for step in (20, 300):
        wf.Cpu().for_each(3, adder(step), out)
        gc.collect()
    assert len(modules()) == 2  # of `used`, and of the last, which was in use when the others were forgotten
    wf.Cpu().for_each(3, used, out)
    wf.Cpu().for_each(3, adder(20), out)
    assert out.tolist() == [342] * 3
