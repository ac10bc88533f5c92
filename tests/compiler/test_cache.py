"""Compiled code survives the process; an edit of its source recompiles it; unused modules are forgotten."""

import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront.compiler import cache

compiling = pytest.mark.skipif(SIMULATED, reason="compiles nothing in the simulator")

PROGRAM = """
import logging, sys, wavefront as wf
from wavefront.device import get_device
logging.getLogger("wavefront").setLevel(logging.DEBUG)
logging.getLogger("wavefront").addHandler(logging.StreamHandler(sys.stdout))
FACTOR = 10
def twice(value):
    return 2 * value
def body(item, out):
    out[item] = FACTOR * twice(item)
device = get_device("DEVICE")
out = device.xp.zeros(4, "i8")
device.for_each(4, body, out)
print(out.tolist())
"""


def run(program, cache):
    environment = os.environ | {"WAVEFRONT_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    *messages, result = done.stdout.splitlines()
    return bool(messages), result


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_compiled_code_survives_the_process_and_edits_recompile(device, tmp_path: Path, request):
    if device == "cuda":
        request.getfixturevalue("gpu")
    program = PROGRAM.replace("DEVICE", device)
    assert run(program, tmp_path) == (True, "[0, 20, 40, 60]")
    assert run(program, tmp_path) == (False, "[0, 20, 40, 60]")
    callee = program.replace("2 * value", "3 * value")
    assert run(callee, tmp_path) == (True, "[0, 30, 60, 90]")
    constant = program.replace("FACTOR = 10", "FACTOR = 1")
    assert run(constant, tmp_path) == (True, "[0, 2, 4, 6]")
    assert run(program, tmp_path) == (False, "[0, 20, 40, 60]")


def test_without_a_writable_cache_folder_it_still_works(tmp_path: Path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    assert run(PROGRAM.replace("DEVICE", "cpu"), in_the_way / "cache") == (True, "[0, 20, 40, 60]")


def adder(step):
    def add_step(item, out):
        out[item] += step

    return add_step


def modules():
    return [name for name in sys.modules if "_add_step_" in name]


@compiling
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


@compiling
def test_a_body_made_anew_compiles_for_other_types_when_the_first_is_gone(tmp_path, monkeypatch):
    monkeypatch.setenv("WAVEFRONT_CACHE_DIR", str(tmp_path))
    for kind in (np.float64, np.float32):
        out = np.zeros(3, kind)
        wf.Cpu().for_each(3, adder(0.75), out)
        gc.collect()
        assert out.tolist() == [0.75] * 3
    assert len(list(tmp_path.iterdir())) == 2


@compiling
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
