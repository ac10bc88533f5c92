"""Blocks as small as the simulator needs."""

import pytest
from graphs import SIMULATED

from wavefront.maze import wave


@pytest.fixture(autouse=True)
def small_block(monkeypatch):
    if SIMULATED:
        monkeypatch.setattr(wave, "BLOCK_SIZE", 32)
