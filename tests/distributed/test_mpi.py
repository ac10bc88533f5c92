"""Ranks as MPI processes, started by mpirun: the tests' own program on 1 to 4 of them."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from graphs import SIMULATED
from ranks_started import needs_mpi

pytestmark = [
    pytest.mark.skipif(SIMULATED, reason="is about processes, not about devices"),
    needs_mpi,
]

PROGRAM = """
import os, signal, sys, threading, time
sys.path.insert(0, {tests!r})
import numpy as np
import wavefront as wf
from wavefront import distributed
from rank_programs import check_collectives, collectives
from wavefront.distributed import host_memory, meeting_on_cpu, mpi

ranks = distributed.world()
what = sys.argv[1]
if what == "search":
    for piece in (1 << 30, 16):  # in one message, and in many
        mpi.PIECE = piece
        found = ranks.comm.gather(collectives(ranks))
        if ranks.rank == 0:
            check_collectives(found)
    mpi.PIECE = 1 << 30
    graph = distributed.kronecker(9)
    found = [distributed.bfs(graph, source) for source in (0, 7)]
    for segment in found:
        distributed.validate_bfs(segment)
    distances = distributed.sssp(graph, 0).gather()[0]
    if ranks.rank == 0:
        whole = wf.generators.kronecker(9)
        assert (distances == wf.sssp(whole, 0).distances).all()
    for segment in found:
        levels = segment.gather()[0]
        assert ranks.rank or (levels == wf.bfs(whole, segment.source).levels).all()
    memory = ranks.symmetric(4)  # of one host: shared
    assert memory.own.tolist() == [0] * 4
    memory.own[1] = 1 + ranks.rank
    ranks.barrier()
    assert memory.everyone[memory.starts + 1].tolist() == list(range(1, ranks.size + 1))
elif what in ("kill inside", "stop inside"):  # of a search's compiled loop
    meeting_on_cpu.DEADLINE = 2 * 10**9

    def shuffled_path(vertices):
        path = np.random.default_rng(1).permutation(vertices)
        graph = distributed.from_graph(wf.Graph.from_edges(path[:-1], path[1:], directed=False), ranks)
        assert host_memory.shared_memory_of(graph) is not None
        return graph

    def fail():
        # Between searches the other rank would wait in MPI, which doesn't notice that a rank was stopped.
        main, seen = threading.main_thread().ident, 0
        while seen < 10:
            time.sleep(0.01)
            seen = seen + 1 if sys._current_frames()[main].f_code.co_name == "call" else 0
        with open(sys.argv[2], "w") as file:
            file.write(str(time.monotonic()))
        os.kill(os.getpid(), signal.SIGKILL if what == "kill inside" else signal.SIGSTOP)

    distributed.bfs(shuffled_path(1 << 8), 0)  # compiles
    long = shuffled_path(1 << 21)  # a search of seconds
    if ranks.rank == ranks.size - 1:
        threading.Thread(target=fail, daemon=True).start()
    while True:
        distributed.bfs(long, 0)
else:
    graph = distributed.kronecker(7)
    for number in range(10**6):
        if number == 20 and ranks.rank == ranks.size - 1:
            with open(sys.argv[2], "w") as file:
                file.write(str(time.monotonic()))
            if what == "kill":
                os.kill(os.getpid(), 9)
            raise ValueError("boom")
        distributed.bfs(graph, 0)
if ranks.rank == 0:
    print("done", ranks.size)
"""


def run(tmp_path, size, what):
    from wavefront.distributed.launch import SETTINGS, launcher

    program = tmp_path / "program.py"
    program.write_text(PROGRAM.replace("{tests!r}", repr(str(Path(__file__).parents[1]))))
    command = [launcher(), "-n", str(size), sys.executable, str(program), what, str(tmp_path / "failed")]
    return subprocess.run(command, env=os.environ | SETTINGS, capture_output=True, text=True, timeout=180)


@pytest.mark.parametrize("size", range(1, 5))
def test_collectives_and_searches(tmp_path, size):
    done = run(tmp_path, size, "search")
    assert done.stdout == f"done {size}\n", done.stderr


FAILURES = {
    "kill": "signal 9",
    "raise": "ValueError: boom",
    "kill inside": "signal 9",
    "stop inside": "not all ranks came to a meeting in time",
}


@pytest.mark.parametrize(("what", "said"), FAILURES.items())
def test_a_rank_that_fails_ends_all(tmp_path, what, said):
    done = run(tmp_path, 2, what)
    assert time.monotonic() - float((tmp_path / "failed").read_text()) < 10
    assert done.returncode
    assert said in done.stderr
    assert "done" not in done.stdout
