"""Who reaches whose memory, with a stand-in for the driver."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from wavefront import distributed
from wavefront.distributed import peers


class DriverError(Exception):
    def __init__(self, status=1):
        self.status = status


class Driver:
    """Two GPUs of a host; handles open by their first byte."""

    CUDARuntimeError = DriverError

    def __init__(self, reaches=True, status=0, knows=True):
        self.reaches, self.status, self.knows, self.open = reaches, status, knows, []

    def deviceCanAccessPeer(self, gpu, other):
        if not self.knows:
            raise DriverError
        return self.reaches

    def deviceEnablePeerAccess(self, other):
        if self.status:
            raise DriverError(self.status)

    def deviceGetPCIBusId(self, gpu):
        return f"0000:0{gpu}:00.0"

    def deviceGetByPCIBusId(self, name):
        if name not in ("0000:00:00.0", "0000:01:00.0"):
            raise DriverError
        return int(name[6])

    def ipcGetMemHandle(self, address):
        if not self.knows:
            raise DriverError
        return bytes([address]) * peers.HANDLE_BYTES

    def ipcOpenMemHandle(self, handle, flags):
        if not self.reaches or handle[0] == 24:
            raise DriverError
        self.open.append(handle[0] + 1000)
        return handle[0] + 1000

    def ipcCloseMemHandle(self, address):
        self.open.remove(address)


def gpu(driver, index=0):
    return SimpleNamespace(index=index, xp=SimpleNamespace(cuda=SimpleNamespace(runtime=driver)))


class Memory:
    def __init__(self, address):
        self.data = SimpleNamespace(ptr=address)


@pytest.mark.parametrize(
    ("driver", "gpus", "expected"),
    [
        (Driver(), [0, 1], True),
        (Driver(status=peers.ALREADY_ENABLED), [0, 1], True),  # by CuPy, to copy an array
        (Driver(status=1), [0, 1], False),
        (Driver(knows=False), [0, 1], False),
        (Driver(reaches=False), [0, 1], False),
        (Driver(), [0, 0], False),  # both would wait for each other on one GPU
    ],
)
def test_threads_reach_one_another(driver, gpus, expected):
    assert peers.reaches(gpu(driver), gpus) is expected


@pytest.mark.parametrize(
    ("gpus", "expected"), [([0], True), ([0, 1], True), ([0, 1, 2], False), ([0, peers.UNSEEN], False)]
)
def test_atomic_operations_of_one_gpu_on_another(monkeypatch, gpus, expected):
    """GPUs 0 and 1 are joined by NVLink, others by PCIe."""
    runtime = SimpleNamespace(
        cudaDeviceP2PAttr=SimpleNamespace(cudaDevP2PAttrNativeAtomicSupported=3),
        cudaDeviceGetP2PAttribute=lambda asked, one, other: (0, int(asked == 3 and {one, other} == {0, 1})),
    )
    monkeypatch.setitem(sys.modules, "cuda.bindings", SimpleNamespace(runtime=runtime))
    assert peers.has_atomics(gpu(Driver()), gpus) is expected


def test_atomic_operations_are_not_known_without_the_bindings(monkeypatch):
    monkeypatch.setitem(sys.modules, "cuda.bindings", None)
    assert peers.has_atomics(gpu(Driver()), [0])
    assert not peers.has_atomics(gpu(Driver()), [0, 1])


def test_the_numbers_of_gpus_that_others_named():
    assert peers.numbers_of(gpu(Driver()), tickets(Driver(), [1, 0, 7])) == [1, 0, peers.UNSEEN]


def tickets(driver, gpus):
    return np.array([peers.ticket_of(gpu(driver, index), Memory(8 * (1 + index))) for index in gpus])


def test_processes_reach_one_another():
    driver, own = Driver(), Memory(8)
    addresses = peers.opened(gpu(driver), own, tickets(driver, [0, 1]), 0)
    assert addresses == [8, 1016]
    assert driver.open == [1016]
    peers.close(gpu(driver), own, addresses)
    assert driver.open == []


def test_processes_that_do_not():
    driver = Driver()
    for given in (tickets(driver, [0, 0]), tickets(driver, [0, 1, 2])):  # one GPU twice; the last won't open
        assert peers.opened(gpu(driver), Memory(8), given, 0) is None
    lends_none = peers.ticket_of(gpu(Driver(knows=False), 1), Memory(16))
    for last in (lends_none, peers.ticket_of(gpu(driver, 1), None)):
        given = np.stack([*tickets(driver, [0]), last])
        assert [peers.opened(gpu(driver), Memory(8), given, rank) for rank in (0, 1)] == [None, None]
    assert driver.open == []


@pytest.mark.parametrize("size", [1, 3])
def test_ranks_without_gpus_share_an_array(size):
    def program(ranks):
        memory = ranks.symmetric(4)
        assert memory.own.tolist() == [0] * 4
        ranks.barrier()
        for other in range(size):
            memory.everyone[memory.starts[other] + ranks.rank] = 1 + ranks.rank
        ranks.barrier()
        return memory.own.tolist()

    expected = [*range(1, size + 1), 0, 0, 0][:4]
    assert distributed.together(size, program) == [expected] * size
    assert distributed.Alone().symmetric(2).own.tolist() == [0, 0]
