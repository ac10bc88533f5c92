"""Compiled code survives the process, and an edit of its source recompiles it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import logging, sys, wavefront as wf
from wavefront.compiler import prange
from wavefront.device import get_device
logging.getLogger("wavefront").setLevel(logging.INFO)
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
