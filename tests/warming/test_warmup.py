"""After a warm-up a new process compiles nothing; an interrupted one leaves nothing behind."""

import json
import os
import signal
import subprocess
import sys
import time
from inspect import signature
from pathlib import Path

import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront.algorithms import ALGORITHMS
from wavefront.strategies import METHODS, STRATEGIES
from wavefront.warming.calls import GRAPHS, Call, stages_of
from wavefront.warming.workers import Worker

pytestmark = pytest.mark.skipif(SIMULATED, reason="the simulator compiles nothing")

# Default calls on the tests' graphs, and on larger ones; which functions are compiled meanwhile.
PROGRAM = """
import json, sys
from inspect import signature
from numba.core import event
from graphs import GRAPHS, suited
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
import numpy as np
import wavefront as wf
from wavefront import generators
from wavefront.graph.random_weights import with_random_weights
from wavefront.algorithms import ALGORITHMS
compiled = []
class Listener(event.Listener):
    def on_start(self, event):
        compiled.append(str(event.data["dispatcher"].py_func.__doc__))
    def on_end(self, event):
        pass
event.register("numba:compile", Listener())
large = [generators.kronecker(15, seed=3), generators.grid(300, 400), generators.star(100_000)]
for row in (ALGORITHMS[name] for name in sys.argv[1:]):
    for graph in [*(make() for make in GRAPHS.values()), *large]:
        for taken in (row.suited(graph), suited(row, graph)):
            row.function(taken, **row.starts(taken))
            if "predecessors" in signature(row.function).parameters:
                row.function(taken, **row.starts(taken), predecessors=False)
with TemporaryDirectory() as folder:
    for graph in large[:2]:
        weights = with_random_weights(graph, seed=1).csr.weights.astype(np.float64)
        for written in (graph, wf.Graph.from_csr(*graph.csr[:2], weights, directed=graph.directed)):
            wf.write(written, Path(folder, "graph.npy"))
            wf.read(Path(folder, "graph.npy")).csr
            rmtree(Path(folder, "graph.npy"))
print(json.dumps(compiled))
"""


def compiled_anew(names):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    command = [sys.executable, "-c", PROGRAM, *names]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_calls_of_an_algorithm_compile_nothing_after_a_warm_up():
    seen = []
    done = wf.warmup(["topological_levels"], jobs=1, progress=lambda *numbers: seen.append(numbers))
    assert done.failed == {}
    assert seen == [(number + 1, done.calls) for number in range(done.calls)]
    assert done.loaded + done.compiled > 0
    assert done.size >= sum(file.stat().st_size for file in done.folder.glob("cpu_*.code")) > 0
    assert compiled_anew(["topological_levels"]) == []


@pytest.mark.soak
def test_no_default_call_compiles_anything_after_a_warm_up(tmp_path, monkeypatch):
    monkeypatch.setenv("WAVEFRONT_CACHE_DIR", str(tmp_path))
    done = wf.warmup()
    assert done.failed == {}
    assert (done.folder, done.size) == (tmp_path, sum(file.stat().st_size for file in tmp_path.iterdir()))
    assert compiled_anew(ALGORITHMS) == []
    again = wf.warmup()
    assert again.compiled == 0 < again.loaded


@pytest.mark.soak
def test_every_call_can_be_made():
    assert wf.warmup(every=True).failed == {}


def test_the_calls_follow_from_the_tables():
    graphs, calls = stages_of(list(ALGORITHMS), every=False)
    assert [call.name for call in graphs] == [GRAPHS]
    for name, row in ALGORITHMS.items():
        with_predecessors = "predecessors" in signature(row.function).parameters
        expected = [name, f"{name} predecessors=False"] if with_predecessors else [name]
        assert [str(call) for call in calls if call.name == name] == expected
    every = {str(call) for call in stages_of(list(ALGORITHMS), every=True)[1]}
    assert {f"bfs strategy={name}" for name in STRATEGIES} <= every
    assert {f"bfs strategy=push layout={layout}" for layout in METHODS["push"].LAYOUTS} <= every
    assert "account" in every
    assert {"connected_components kind=strong", "pagerank weighted=True", "bfs deterministic=True"} <= every


def test_a_process_that_ends_is_a_failure_of_its_call():
    worker = Worker()
    worker.process.kill()
    answer = worker.answer(Call("bfs", {}), "cpu", False)
    worker.end()
    assert answer == {
        "call": "bfs",
        "compiled": 0,
        "loaded": 0,
        "failed": "the process ended, with status -9",
    }


@pytest.mark.soak
def test_a_process_ends_in_silence_when_its_caller_is_gone(capfd):
    worker = Worker()
    worker.process.stdout.close()
    worker.process.stdin.write(json.dumps([Call("no such", {}), "cpu", False]).encode() + b"\n")
    worker.process.stdin.close()
    assert worker.process.wait(timeout=60) == 0
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"only": ["dfs"]}, "only 'dfs': choose one of"), ({"jobs": 0}, "jobs"), ({"device": "tpu"}, "tpu")],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(wf.InputError, match=message):
        wf.warmup(**arguments)


@pytest.mark.soak
def test_ctrl_c_ends_every_process_and_says_so_in_a_line(tmp_path):
    environment = os.environ | {"WAVEFRONT_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "wavefront", "warmup", "--jobs", "2"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    workers = []
    while len(workers) < 2:
        time.sleep(0.1)
        workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (130, "wavefront: interrupted\n")
    assert not any(Path("/proc", worker).exists() for worker in workers)
    assert not list(tmp_path.glob("*.tmp"))
