"""The communicator of a program that names none: MPI's under mpirun or srun, else one rank alone."""

import os
import sys
from functools import cache
from types import TracebackType

from .alone import Alone
from .communicator import Communicator
from .mpi import Mpi

# Set for their processes by OpenMPI's and MPICH's mpirun, and by Slurm's srun.
SIZES = ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS")


def is_rank() -> bool:
    """Whether mpirun or srun has started this process."""
    return any(name in os.environ for name in SIZES)


@cache
def world() -> Communicator:
    """The ranks that this program was started with; one that nobody started as a rank is alone.

    A rank that ends by an exception ends all the others, which would wait for it.
    """
    if not is_rank():
        return Alone()
    ranks = Mpi()
    before = sys.excepthook

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        before(kind, error, trace)
        ranks.abort(f"{kind.__name__}: {error}")

    sys.excepthook = report
    return ranks
