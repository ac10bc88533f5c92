"""What every test may ask for."""

import pytest
from graphs import devices
from hypothesis import settings

# A test's time is the machine's, which others use too.
settings.register_profile("without deadline", deadline=None)
settings.load_profile("without deadline")

DEVICES = devices()


@pytest.fixture(params=DEVICES)
def device(request):
    """Each of the devices there are: see graphs.devices."""
    return DEVICES[request.param]


@pytest.fixture
def gpu():
    """The GPU: a test that asks for it is skipped where there is none."""
    if "gpu" not in DEVICES:
        pytest.skip("needs a GPU and the extra cuda13 or cuda12")
    return DEVICES["gpu"]
