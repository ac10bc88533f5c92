"""What the names of devices mean."""

import importlib.util

import pytest

import wavefront as wf
from wavefront import generators
from wavefront.device import get_device


def test_names():
    cpu = wf.Cpu(threads=1)
    assert get_device(cpu) is cpu
    assert get_device("auto").name == get_device("cpu").name == "cpu"
    assert repr(cpu) == "Cpu(threads=1)"


@pytest.mark.skipif(
    importlib.util.find_spec("cupy") is not None, reason="CuPy is installed: there may be a GPU"
)
def test_cuda_without_its_software_says_what_is_missing():
    with pytest.raises(wf.DeviceError, match="install the extra"):
        wf.bfs(generators.path(5), 0, device="cuda:1")
