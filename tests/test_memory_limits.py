"""With too little memory a run ends right or with one clear error: no wrong result, no crash."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from memory_cases import CASES

PROGRAM = Path(__file__).with_name("memory_limits.py")
SHORT = [
    "build hubs weighted=False directed=True",
    "build random weighted=True directed=False",
    "prepare hubs_first",
    "bfs privatized",
    "bfs hierarchical",
    "read npz weighted=True",
]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs limits of address space, and /proc")


def sweep(names, step, folder):
    """How each case's runs ended: a dictionary by case, with the key "faults"."""
    found, left = {}, list(names)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([*sys.path, str(PROGRAM.parent)])}
    while left:
        command = [sys.executable, "-W", "ignore", PROGRAM, folder, str(step), *left]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"case"')]
        found |= {line["case"]: line for line in lines}
        left = left[sum("ends" in line for line in lines) :]
        if done.returncode:
            found[left[0]] = {"faults": [f"exit status {done.returncode}: {done.stderr[-300:]}"]}
            left = left[1:]
    return found


def check(names, step, folder):
    found = sweep(names, step, folder)
    assert list(found) == list(names)
    assert not {name: case["faults"] for name, case in found.items() if case["faults"]}
    short = sum(sum(case["ends"].values()) - case["ends"]["right"] for case in found.values())
    assert short > len(found)  # the limits were felt


def test_a_few_cases(tmp_path):
    check(SHORT, 4, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
def test_every_case(part, tmp_path):
    check(list(CASES)[part::8], 1, tmp_path)
