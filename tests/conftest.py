"""Fixtures for all tests."""

import gc
import time

import in_turns
import numpy as np
import pytest
from browser import chromium as chromium
from graphs import SIMULATED, devices
from hypothesis import settings

from wavefront import progress

# A test's time depends on the machine, which runs other work too.
settings.register_profile("without deadline", deadline=None)
settings.load_profile("without deadline")

DEVICES = devices()


def pytest_collection_finish(session):
    """Leave thousands of tests out of collections of garbage: else each that is asked for takes a second.

    And collect less often: with Python's own thresholds a tenth of the tests' time went there.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def pytest_runtest_teardown(item, nextitem):
    """Leave what a file's tests have compiled out of them, too: it stays until the process ends."""
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


@pytest.fixture(autouse=True)
def threads_in_turns(request, monkeypatch):
    """Where the simulator is chosen, the Python device runs kernels: quicker, and every index is checked.

    Tests marked `numbas_simulator` run them in Numba's.
    """
    if SIMULATED and request.node.get_closest_marker("numbas_simulator") is None:
        in_turns.install(monkeypatch)


@pytest.fixture(params=DEVICES)
def device(request):
    """Each device of this machine: see graphs.devices."""
    return DEVICES[request.param]


@pytest.fixture
def gpu():
    """The GPU: a test that asks for it is skipped where there is none."""
    if "gpu" not in DEVICES:
        pytest.skip("needs a GPU and the extra cuda13 or cuda12")
    return DEVICES["gpu"]


@pytest.fixture
def set_sizes(monkeypatch):
    """Function that sets a module's constants for a test, which is skipped where kernels are compiled."""
    if not SIMULATED:
        pytest.skip("compiled kernels keep their sizes")

    def change(module, **sizes):
        for name, value in sizes.items():
            monkeypatch.setattr(module, name, value)

    return change


class Terminal:
    """What is written to stderr."""

    def __init__(self, capsys):
        self.capsys, self.written = capsys, ""

    def __call__(self):
        self.written += self.capsys.readouterr().err
        return self.written

    def wait_for(self, text):
        deadline = time.monotonic() + 10
        while text not in self() and time.monotonic() < deadline:
            time.sleep(0.001)
        assert text in self()


@pytest.fixture
def terminal(monkeypatch, capsys):
    """A terminal in stderr's place, on which lines of progress are drawn often."""
    monkeypatch.setattr(progress, "is_interactive", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "REDRAWN_AFTER", 0.001)
    return Terminal(capsys)


@pytest.fixture
def file_of(tmp_path):
    """Function that writes a file of this name and content and returns its path."""

    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def edges_of(graph):
    """Every stored edge as (source, target, weight), by label where there are labels, sorted."""
    src, dst, weights = graph.coo
    names = np.arange(graph.num_vertices) if graph.labels is None else graph.labels
    values = [None] * src.size if weights is None else weights.tolist()
    return sorted(zip(names[src].tolist(), names[dst].tolist(), values, strict=True))


@pytest.fixture(scope="session")
def listed():
    return edges_of


@pytest.fixture(scope="session")
def assert_same():
    """Function that checks that two graphs have the same vertices, edges, weights and direction."""

    def check(found, expected):
        assert found.num_vertices == expected.num_vertices
        assert found.directed == expected.directed
        assert found.weighted == expected.weighted
        assert edges_of(found) == edges_of(expected)

    return check
