"""Searches take the same steps on every machine: cores are near one another, unless a test says otherwise."""

import pytest

from wavefront.strategies.fused.cpu import gates, host


@pytest.fixture(autouse=True)
def near_cores(monkeypatch):
    monkeypatch.setattr(host, "distance", lambda device: 1)
    monkeypatch.setattr(gates, "turn_nanoseconds", lambda: gates.NEAR)
