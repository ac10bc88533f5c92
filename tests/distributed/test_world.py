"""Ranks with a GPU each, as processes of mpirun: with a stand-in for CuPy, NCCL and the driver."""

import os
import subprocess
import sys

import gpu_ranks
import pytest
from graphs import SIMULATED
from ranks_started import needs_mpi

import wavefront as wf
from wavefront import distributed
from wavefront.distributed.world import SIZES, is_rank

pytestmark = [pytest.mark.skipif(SIMULATED, reason="is about processes, not about devices"), needs_mpi]
HEAD = """
import cupy
import gpu_ranks
import numpy as np
import wavefront as wf
from wavefront import distributed
"""


def soak(*values):
    return pytest.param(*values, marks=pytest.mark.soak)


SEARCH = """
import numpy as np
from rank_programs import check_collectives, collectives

ranks = distributed.world(gpu=True)
assert ranks is distributed.world(True) and distributed.world() is distributed.world(gpu=False)
assert ranks.device.index == ranks.rank
found = ranks.beside.comm.gather([wf.Cpu().array(array) for array in collectives(ranks)])
if ranks.rank == 0:
    check_collectives(found)
graph = distributed.kronecker(6, communicator=ranks)
segment = distributed.bfs(graph, 0)
distributed.validate_bfs(segment)
levels = segment.gather()[0]
assert (levels == wf.bfs(wf.generators.kronecker(6), 0).levels).all()
print("done")
"""

FAILS = """
from wavefront.distributed import nccl

nccl.JOINS_WITHIN = 0.5
ranks = distributed.world()
for _ in range(2):  # no rank waits for another, in the first call or the next
    try:
        distributed.world(gpu=True)
    except wf.DeviceError as error:
        heard = ranks.comm.gather(str(error))
        if ranks.rank == 0:
            print(*heard, sep="\\n")
"""

# Memory, addresses and what is open here, as the ranks make memory and drop it.
LENDS = """
ranks = distributed.Mpi(device=f"cuda:{distributed.world().rank}")
is_open = cupy.cuda.runtime.open
first = ranks.symmetric(4)
own = ranks.comm.allgather(first.own.data.ptr)
other = 1 - ranks.rank
assert first.own.tolist() == [0] * 4
assert is_open == [gpu_ranks.ELSEWHERE + own[other]]
starts = first.starts.tolist()
assert starts[ranks.rank] == 0 and 8 * starts[other] == is_open[0] - own[ranks.rank]
kept = first if ranks.rank == 0 else None
del first
second = ranks.symmetric(4)
assert len(is_open) == 2  # one rank still has the first
del kept, second
third = ranks.symmetric(4)
assert len(is_open) == 1
assert distributed.Nccl(ranks, peer_memory=False).symmetric(4) is None
print("done")
"""

LACKS = """
ranks = distributed.Mpi(device=f"cuda:{distributed.world().rank}")
assert ranks.symmetric(4) is None
assert cupy.cuda.runtime.open == []
print("done")
"""


def run(tmp_path, program, gpus, count=2):
    """What the program prints on ranks that have such GPUs."""
    from wavefront.distributed.launch import SETTINGS, launcher

    file = tmp_path / "program.py"
    file.write_text(HEAD + program)
    paths = {"PYTHONPATH": gpu_ranks.path_with(tmp_path, gpus)}
    command = [launcher(), "-n", str(count), sys.executable, "-W", "error", str(file)]
    done = subprocess.run(
        command, env=os.environ | SETTINGS | paths, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_each_rank_has_its_gpu(tmp_path):
    assert run(tmp_path, SEARCH, {"seen": 2}) == "done\n" * 2


@pytest.mark.parametrize(
    ("gpus", "said"),
    [
        ([{"seen": 2}, {"seen": 0}], "device 'cuda' is not there: no GPU is there"),
        soak(
            [{"seen": 1}, {"seen": 1}],
            "2 ranks of this host see the same GPU, 0000:00:00.0: each needs its own",
        ),
        soak(
            [{"seen": 2}, {"seen": 2, "nccl": False}],
            "several GPUs by NCCL need its library: install wavefront[nccl]",
        ),
        (
            [{"seen": 2, "nccl": "waits"}, {"seen": 2, "nccl": "fails"}],
            {
                "NCCL hasn't joined the ranks' GPUs within 0.5 s",
                "NCCL doesn't join the ranks' GPUs: out of memory",
            },
        ),
    ],
)
def test_all_ranks_hear_that_one_lacks_something(tmp_path, gpus, said):
    heard = run(tmp_path, FAILS, gpus).splitlines()
    assert {line.removeprefix("rank 1: ") for line in heard} == ({said} if isinstance(said, str) else said)
    assert len(heard) == 4


@pytest.mark.soak
def test_gpus_that_each_process_counts_from_0(tmp_path):
    program = "print(distributed.world(gpu=True).device.index)"
    assert run(tmp_path, program, [{"seen": 1}, {"seen": 1, "first": 1}]) == "0\n" * 2


def test_memory_of_processes(tmp_path):
    assert run(tmp_path, LENDS, {"seen": 2, "lends": True}) == "done\n" * 2


@pytest.mark.parametrize("lacks", [{"lends": False}, soak({"opens": False}), soak({"room": False})])
def test_no_rank_has_memory_where_one_lacks_it(tmp_path, lacks):
    assert (
        run(tmp_path, LACKS, [{"seen": 2, "lends": True}, {"seen": 2, "lends": True} | lacks]) == "done\n" * 2
    )


@pytest.mark.soak
def test_ranks_that_mpi_does_not_know():
    started = os.environ | {"OMPI_COMM_WORLD_SIZE": "2"}
    command = [sys.executable, "-c", "import wavefront as wf; wf.distributed.world()"]
    done = subprocess.run(command, env=started, capture_output=True, text=True, timeout=300)
    assert "2 ranks were started, but mpi4py's MPI knows of one" in done.stderr


@pytest.mark.parametrize(
    ("told", "ranks"),
    [
        ({"SLURM_STEP_NUM_TASKS": "1"}, False),
        ({"SLURM_STEP_NUM_TASKS": "1", "PMI_SIZE": "1"}, False),
        ({"SLURM_STEP_NUM_TASKS": "1", "PMI_SIZE": "4"}, True),
        ({"SLURM_STEP_NUM_TASKS": "1", "OMPI_COMM_WORLD_SIZE": "1"}, True),
        ({"SLURM_STEP_NUM_TASKS": "2"}, True),
        ({"PMI_SIZE": "1"}, True),
    ],
)
def test_a_slurm_step_of_one_task_is_no_rank(monkeypatch, told, ranks):
    for name in SIZES:
        monkeypatch.delenv(name, raising=False)
    for name, size in told.items():
        monkeypatch.setenv(name, size)
    assert is_rank() is ranks


def test_one_process_alone(monkeypatch):
    for name in SIZES:
        monkeypatch.delenv(name, raising=False)
    assert distributed.world() is distributed.world(gpu=False)
    with pytest.raises(wf.InputError, match="gpu is true or false"):
        distributed.world(gpu="yes")
