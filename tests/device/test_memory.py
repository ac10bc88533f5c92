"""How much memory there is."""

import numpy as np
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


@pytest.mark.parametrize("count", [2**50, 2**61])
def test_an_array_that_does_not_fit_is_an_error_that_names_its_bytes(count):
    with pytest.raises(MemoryError, match=f"can't allocate {8 * count:,} bytes for a test"):
        memory.allocated(count, np.int64, "a test")
