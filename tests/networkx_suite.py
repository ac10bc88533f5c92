"""A plugin for pytest that counts, while NetworkX's own tests run, the calls that ran on Wavefront.

    python -m pytest -p networkx_suite --backend wavefront PATH_OF_NETWORKX

A function of the backend that no test called fails the run, but for those in UNTESTED: NetworkX alone
would have passed then. Without --fallback-to-nx many tests can't build their graphs, which NetworkX expects:
then no call is asked for.
"""

from collections import Counter
from functools import wraps

import networkx as nx
import pytest

from wavefront.networkx_backend import interface
from wavefront.networkx_backend.info import SMALLEST

CALLS = Counter()
UNTESTED = {"generic_bfs_edges"}  # NetworkX's tests call it by way of others, with a function of neighbors
ASKED = set(SMALLEST) & set(nx.utils.backends._registered_algorithms) - UNTESTED


def counted(name, function):
    """The function; a call that gives back a result, or an error of NetworkX's, is counted."""

    @wraps(function)
    def call(*args, **kwargs):
        CALLS[name] += 1
        try:
            return function(*args, **kwargs)
        except NotImplementedError:
            CALLS[name] -= 1
            raise

    return call


def pytest_configure(config):
    for name in SMALLEST:
        setattr(interface, name, counted(name, getattr(interface, name)))


def pytest_testnodedown(node, error):
    CALLS.update(node.workeroutput.get("calls", {}))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["calls"] = dict(CALLS)
    elif session.config.getoption("--fallback-to-nx") and ASKED - set(+CALLS):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter):
    terminalreporter.section("calls that ran on Wavefront")
    for name in SMALLEST:
        terminalreporter.line(f"{CALLS[name]:>8}  {name}" + (" NEVER CALLED" if not CALLS[name] else ""))
