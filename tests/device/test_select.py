"""What the names of devices mean."""

import wavefront as wf
from wavefront.device import get_device


def test_names():
    cpu = wf.Cpu(threads=1)
    assert get_device(cpu) is cpu
    assert get_device("auto").name == get_device("cpu").name == "cpu"
    assert repr(cpu) == "Cpu(threads=1)"
