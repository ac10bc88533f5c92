"""A stand-in for CuPy and its NCCL in a process that mpirun has started: GPUs made of NumPy, joined by MPI.

Python imports `sitecustomize` as it starts, before any program: `path_with` writes one that installs this.
"""

import ctypes
import os
import sys
import threading
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from two_gpus import TwoGpus

from wavefront.device import Python, cuda

RANKS = "OMPI_COMM_WORLD_RANK", "PMI_RANK"
ELSEWHERE = 1 << 50  # added to an address by which another process knows the memory
TESTS = Path(__file__).parent


class DriverError(RuntimeError):
    def __init__(self, text="", status=1):
        super().__init__(text)
        self.status = status


class Runtime:
    """GPUs of a host, of which this process sees so many."""

    CUDARuntimeError = DriverError

    def __init__(self, gpus, seen, first=0, lends=False, opens=True):
        self.gpus, self.seen, self.first, self.lends, self.opens = gpus, seen, first, lends, opens
        self.open = []

    def getDevice(self):
        return self.gpus.current

    def setDevice(self, index):
        self.gpus.current = index

    def getDeviceCount(self):
        if not self.seen:
            raise DriverError("no GPU is there")
        return self.seen

    def deviceGetPCIBusId(self, index):
        return f"0000:0{self.first + index}:00.0"

    def deviceGetByPCIBusId(self, name):
        return int(name[6]) - self.first

    def ipcGetMemHandle(self, address):
        if not self.lends:
            raise DriverError("nothing is lent")
        return address.to_bytes(64, "little")

    def ipcOpenMemHandle(self, handle, flags):
        if not self.opens:
            raise DriverError("nothing is opened")
        self.open.append(ELSEWHERE + int.from_bytes(handle, "little"))
        return self.open[-1]

    def ipcCloseMemHandle(self, address):
        self.open.remove(address)


class Gpus(TwoGpus):
    """The module `cupy`."""

    def __init__(self, nccl=True, room=True, **runtime):
        super().__init__()
        self.__spec__ = ModuleSpec("cupy", None)
        self.room, self.cuda.runtime = room, Runtime(self, **runtime)
        self.cuda.nccl = Nccl(nccl)
        self.cuda.get_current_stream = lambda: SimpleNamespace(ptr=0, synchronize=lambda: None)
        self.cuda.memory = SimpleNamespace(Memory=self.allocated, MemoryPointer=lambda memory, offset: None)

    def allocated(self, size):
        if not self.room:
            raise DriverError("out of memory")

    def ndarray(self, shape, dtype, pointer):
        return self.empty(shape, dtype)


def bytes_at(address, count):
    return np.ctypeslib.as_array((ctypes.c_uint8 * count).from_address(address))


class Nccl:
    """The module `cupy.cuda.nccl`; its types are NumPy's."""

    NcclError, NCCL_UINT8, NCCL_SUM = DriverError, np.dtype(np.uint8), None

    def __init__(self, available):
        self.available, self.waiting = available is not False, []
        self.joins = available  # or "fails", or "waits" for one that fails
        for kind in (np.int32, np.uint32, np.int64, np.float32, np.float64):
            setattr(self, f"NCCL_{np.dtype(kind).name.upper()}", np.dtype(kind))

    def get_unique_id(self):
        return bytes(range(128))

    def groupStart(self):
        assert not self.waiting

    def groupEnd(self):
        from mpi4py import MPI

        MPI.Request.Waitall(self.waiting)
        self.waiting = []

    def NcclCommunicator(self, size, identity, rank):
        from mpi4py import MPI

        assert identity == self.get_unique_id()
        if self.joins == "fails":
            raise DriverError("out of memory")
        if self.joins == "waits":
            threading.Event().wait()
        ranks = MPI.COMM_WORLD

        def all_reduce(send, into, count, kind, operation, stream):
            send, into = (bytes_at(at, count * kind.itemsize).view(kind) for at in (send, into))
            ranks.Allreduce(send, into)

        def post(start, address, count, other):
            self.waiting.append(start(bytes_at(address, count), other))

        return SimpleNamespace(
            allReduce=all_reduce,
            allGather=lambda send, into, count, kind, stream: ranks.Allgather(
                bytes_at(send, count).copy(), bytes_at(into, count * size)
            ),
            send=lambda at, count, kind, other, stream: post(ranks.Isend, at, count, other),
            recv=lambda at, count, kind, other, stream: post(ranks.Irecv, at, count, other),
            abort=lambda: None,
        )


def rank():
    """This process's number; None if mpirun hasn't started it."""
    return next((int(os.environ[name]) for name in RANKS if name in os.environ), None)


def install(**options):
    """Have the package find GPUs as these options of `Gpus` say, whose kernels run as plain Python."""
    gpus = Gpus(**options)

    def for_each(self, count, body, *arguments, size=None):
        assert self.index == gpus.current
        with np.errstate(over="ignore"):  # of hashes
            Python().for_each(count, body, *gpus.here(arguments))

    def launch(self, blocks, threads, kernel, *arguments):
        assert self.index == gpus.current
        Python().launch(blocks, threads, kernel, *gpus.here(arguments))

    def bind(self, kernel, *arguments, threads):
        return Python().bind(kernel, *gpus.here(arguments))

    def relaunch(self, blocks, threads, kernel, changed):
        assert self.index == gpus.current
        Python().relaunch(
            blocks, threads, kernel, {name: gpus.here(value) for name, value in changed.items()}
        )

    sys.modules["cupy"], sys.modules["cupy.cuda"] = gpus, gpus.cuda
    cuda.Cuda.for_each, cuda.Cuda.launch = for_each, launch
    cuda.Cuda.bind, cuda.Cuda.relaunch = bind, relaunch
    cuda.Cuda.running_at_once = lambda self, threads: Python().running_at_once(threads)
    return gpus


def path_with(folder, options):
    """A PYTHONPATH with which each rank has such GPUs: `options` of each rank, or for all of them."""
    (folder / "sitecustomize.py").write_text(
        f"import sys\n"
        f"sys.path.append({str(TESTS)!r})\n"
        f"import os\n"
        f"if {RANKS[0]!r} in os.environ or {RANKS[1]!r} in os.environ:\n"
        f"    import gpu_ranks\n"
        f"    options = {options!r}\n"
        f"    gpu_ranks.install(**(options[gpu_ranks.rank()] if type(options) is list else options))\n"
    )
    return os.pathsep.join([str(folder), *filter(None, sys.path)])
