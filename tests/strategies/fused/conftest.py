"""The simulator that the tests of the fused search use instead of Numba's; small graphs aren't tiny."""

import pytest
from graphs import SIMULATED

from wavefront.strategies.fused.cuda import tiny


@pytest.fixture(autouse=True)
def nothing_is_tiny(monkeypatch):
    """The kernel for large graphs searches small ones, too: cuda/test_tiny.py tests the other one."""
    monkeypatch.setattr(tiny, "MOST_EDGES", -1)


@pytest.fixture
def quick_simulator(monkeypatch):
    """One block of one warp whose threads take turns: Numba's simulator takes ten times as long."""
    if SIMULATED:
        import interleaved

        interleaved.install(monkeypatch, blocks=1, threads=32, seed=0)
