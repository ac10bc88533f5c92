"""Who reaches whose memory, with a stand-in for the driver."""

import gc
from types import SimpleNamespace

import numpy as np
import pytest

from wavefront import distributed
from wavefront.distributed import peers


class DriverError(Exception):
    pass


class Driver:
    """Two GPUs of a host; handles open by their first byte."""

    CUDARuntimeError = DriverError

    def __init__(self, reaches=True, refuses=False):
        self.reaches, self.refuses, self.open = reaches, refuses, []

    def deviceCanAccessPeer(self, gpu, other):
        return self.reaches

    def _deviceEnsurePeerAccess(self, other):
        if self.refuses:
            raise DriverError

    def deviceGetPCIBusId(self, gpu):
        return f"0000:0{gpu}:00.0"

    def ipcGetMemHandle(self, address):
        return bytes([address]) * peers.HANDLE_BYTES

    def ipcOpenMemHandle(self, handle, flags):
        if not self.reaches:
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
        (Driver(refuses=True), [0, 1], False),
        (Driver(reaches=False), [0, 1], False),
        (Driver(), [0, 0], False),  # both would wait for each other on one GPU
    ],
)
def test_threads_reach_one_another(driver, gpus, expected):
    assert peers.let_in(gpu(driver), gpus) is expected


def cards(driver, gpus):
    return np.array([peers.card_of(gpu(driver, index), Memory(8 * (1 + index))) for index in gpus])


def test_processes_reach_one_another_until_the_memory_is_gone():
    driver, own = Driver(), Memory(8)
    assert peers.opened(gpu(driver), own, cards(driver, [0, 1]), 0) == [8, 1016]
    assert driver.open == [1016]
    del own
    gc.collect()
    assert driver.open == []


@pytest.mark.parametrize(("reaches", "gpus"), [(False, [0, 1]), (True, [0, 0])])
def test_processes_that_do_not(reaches, gpus):
    driver = Driver(reaches=reaches)
    assert peers.opened(gpu(driver), Memory(8), cards(driver, gpus), 0) is None


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
