"""How much memory there is."""

import pytest

import wavefront as wf
from wavefront.device import memory


def test_memory_is_measured_or_unknown(monkeypatch):
    assert memory.total_memory() > 2**28
    monkeypatch.delattr("os.sysconf")
    monkeypatch.setattr(memory, "_CONTAINER_LIMITS", ())
    assert memory.total_memory() is None
    memory.require_memory(2**40, "a graph")
    with pytest.raises(wf.InputError):
        memory.require_memory(2**63, "a graph")
