"""Stand-ins for a GPU in a comparison."""

import pytest

import wavefront as wf
from wavefront import generators
from wavefront.measure import compare as comparing


class SecondCpu(wf.Cpu):
    """In a GPU's place."""

    name = "cuda"


@pytest.fixture
def second_device(monkeypatch):
    """Make a stand-in for a GPU available."""
    monkeypatch.setattr(comparing, "Cuda", SecondCpu)


@pytest.fixture
def with_two_devices(second_device):
    """A comparison on stand-ins for the CPU and a GPU."""
    return wf.compare(generators.book_graph(), [0, 3], rounds=2)
