"""The simulator that the tests of the fused search use instead of Numba's."""

import pytest
from graphs import SIMULATED


@pytest.fixture
def quick_simulator(monkeypatch):
    """One block of one warp whose threads take turns: Numba's simulator takes ten times as long."""
    if SIMULATED:
        import interleaved

        interleaved.install(monkeypatch, blocks=1, threads=32, seed=0)
