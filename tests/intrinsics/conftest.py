"""The devices on which a GPU's intrinsics run."""

import numpy as np
import pytest
from graphs import SIMULATED, devices

from wavefront.device import Cuda

WARPS = ["of a GPU"]
if SIMULATED:
    WARPS = ["in turns", pytest.param("in Numba's simulator", marks=pytest.mark.numbas_simulator)]


@pytest.fixture(params=WARPS)
def launch(request):
    """Function that runs a kernel on one warp of a GPU, or of a simulator, with arrays of these values.

    It returns the arrays afterwards, in NumPy.
    """
    found = [device for device in devices().values() if isinstance(device, Cuda)]
    if not found:
        pytest.skip("neither a GPU nor the simulator")

    def run(kernel, *arrays):
        there = [found[0].array(array) for array in arrays]
        found[0].launch(1, 32, kernel, *there)
        return [array if isinstance(array, np.ndarray) else array.get() for array in there]

    return run
