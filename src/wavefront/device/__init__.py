"""Where work runs. A device owns arrays of its kind and runs one body for every item of a range.

Start with cpu.py, cuda.py and python.py, which have the same methods. Import from here the devices and the
functions that choose one; import clock, memory and launches from their own files.
"""

from .cpu import Cpu
from .cuda import Cuda
from .python import Python
from .select import Device, array_module, array_on, device_of, get_device, working_on

__all__ = [
    "Cpu",
    "Cuda",
    "Device",
    "Python",
    "array_module",
    "array_on",
    "device_of",
    "get_device",
    "working_on",
]
