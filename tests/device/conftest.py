"""What threads of the Python device run on."""

import pytest

from wavefront.device import coroutine, python_threads


@pytest.fixture(params=["OnGreenlet", "OnThread"])
def carrier(request, monkeypatch):
    """Greenlets, and threads of the system, which stand in where greenlet isn't installed."""
    kind = getattr(coroutine, request.param)
    monkeypatch.setattr(python_threads, "Coroutine", kind)
    return kind
