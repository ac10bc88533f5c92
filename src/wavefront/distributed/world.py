"""The communicator of a program that names none: MPI's under mpirun or srun, else one rank alone."""

import os
import sys
from functools import cache
from types import TracebackType

import numpy as np

from ..device import Cuda
from ..errors import checked_flag
from .alone import Alone
from .communicator import Communicator
from .mpi import Mpi, on_this_host
from .nccl import Nccl

# Set for their processes by OpenMPI's and MPICH's mpirun, and by Slurm's srun.
SIZES = ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS")


def is_rank() -> bool:
    """Whether mpirun or srun has started this process."""
    return any(name in os.environ for name in SIZES)


@cache
def world(gpu: bool = False) -> Communicator:
    """The ranks that this program was started with; one that nobody started as a rank is alone.

    With `gpu`, each rank has a GPU: of its host's, the one with the rank's number on the host. A rank that
    ends by an exception ends all the others, which would wait for it.

    Raises DeviceError where MPI, or with `gpu` a GPU or NCCL, is missing.
    """
    gpu = checked_flag("gpu", gpu)
    if not is_rank():
        return Alone("cuda" if gpu else "cpu")
    ranks: Communicator = Nccl(Mpi(device=_own_gpu())) if gpu else Mpi()
    before = sys.excepthook

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        before(kind, error, trace)
        ranks.abort(f"{kind.__name__}: {error}")

    sys.excepthook = report
    return ranks


def _own_gpu() -> Cuda:
    """Of the GPUs that this process sees, the one with its number on the host; it may be shown just one."""
    number, first = on_this_host()[0], Cuda()
    return first if first.xp is np else Cuda(number % first.xp.cuda.runtime.getDeviceCount())
