"""The communicator of a program that names none: MPI's under mpirun or srun, else one rank alone."""

import os
import sys
from functools import cache
from types import TracebackType

import numpy as np

from ..device import Cuda
from ..errors import DeviceError, checked_flag
from .agreement import agreed
from .alone import Alone
from .communicator import Communicator
from .mpi import Mpi, hosts_ranks
from .nccl import Nccl
from .peers import GPU_BYTES, name_of

# Set for their processes by OpenMPI's and MPICH's mpirun, and by Slurm's srun.
SIZES = ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS")
STEP = SIZES[-1]  # an allocation's shell is a step of one task, too, and srun may set PMI_SIZE besides


def is_rank() -> bool:
    """Whether mpirun or srun has started this process."""
    return _told_size() > 0


def _told_size() -> int:
    """How many ranks mpirun or srun says that it has started; 0 if neither did.

    A Slurm step of one task has no ranks: what runs in it may start some.
    """
    name = next((name for name in SIZES if name in os.environ), None)
    told = 0 if name is None else int(os.environ[name])
    return 0 if told == 1 and name != SIZES[0] and STEP in os.environ else told


def world(gpu: bool = False) -> Communicator:
    """The ranks that this program was started with; one that nobody started as a rank is alone.

    With `gpu`, each rank has a GPU: of its host's, the one with the rank's number on the host. A rank that
    ends by an exception ends all the others, which would wait for it.

    Raises DeviceError where MPI is missing, or is not the one that started the ranks; with `gpu`, on every
    rank, if one of them has no GPU of its own, or no NCCL.
    """
    return _world(checked_flag("gpu", gpu))


@cache
def _world(gpu: bool) -> Communicator:
    if not is_rank():
        return Alone("cuda" if gpu else "cpu")
    return Nccl(Mpi(device=_own_gpu(_processes()))) if gpu else _processes()


@cache
def _processes() -> Mpi:
    """All processes that were started with this one, each on its CPU threads."""
    ranks, told = Mpi(), _told_size()
    if ranks.size == 1 < told:  # each of these processes would work alone, and print the whole result
        raise DeviceError(
            f"{told} ranks were started, but mpi4py's MPI knows of one: it must be the MPI of mpirun or srun"
        )
    _end_all_by_an_exception(ranks)
    return ranks


def _end_all_by_an_exception(ranks: Mpi) -> None:
    before = sys.excepthook

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        before(kind, error, trace)
        ranks.abort(f"{kind.__name__}: {error}")

    sys.excepthook = report


def _own_gpu(ranks: Mpi) -> Cuda:
    """Of the GPUs that this process sees, the one with its number on the host; it may be shown just one.

    Raises DeviceError, on every rank, if one of them sees no such GPU, or sees that of another.
    """
    with hosts_ranks(ranks.comm) as host:
        gpu, name = agreed(ranks, lambda: _numbered(host.rank))
        names = np.empty((host.size, GPU_BYTES), np.uint8)
        host.gather(names.reshape(-1), np.frombuffer(name, np.uint8))
    agreed(ranks, lambda: _require_one(name, names))
    return gpu


def _numbered(number: int) -> tuple[Cuda, bytes]:
    """This GPU of those that the process sees, or the only one, and the name by which the host knows it."""
    gpu = Cuda()
    if gpu.xp is np:
        raise DeviceError("each rank needs a GPU, not the simulator")
    runtime = gpu.xp.cuda.runtime
    try:
        gpu = gpu if runtime.getDeviceCount() == 1 else Cuda(number)
        return gpu, name_of(gpu)
    except runtime.CUDARuntimeError as error:
        raise DeviceError(f"device 'cuda' doesn't answer: {error}") from error


def _require_one(name: bytes, names: np.ndarray) -> None:
    """Raise DeviceError if this name is in the list more than once."""
    same = int((names == np.frombuffer(name, np.uint8)).all(axis=1).sum())
    if same > 1:
        gpu = name.rstrip(b"\0").decode()
        raise DeviceError(f"{same} ranks of this host see the same GPU, {gpu}: each needs its own")
