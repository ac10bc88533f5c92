"""The threads of this process: how many there are, when they start, and why they can't be forked."""

import _thread
import os
import threading
from contextlib import suppress

import numpy as np
from numba.core import config

from ..compiler.templates import compiled
from ..errors import DeviceError
from .team import TEAM_SIZE, serve

MOST_THREADS: int = config.NUMBA_NUM_THREADS  # the machine's cores, or NUMBA_NUM_THREADS of the environment

SERVICE = '''\
from numba import njit

@njit(nogil=True, error_model="numpy", _nrt=False)
def loop(index, team):
    """{title}"""
    body(index, team)
'''

_lock = threading.Lock()
_nobody = np.zeros(TEAM_SIZE, np.int64)
_team: np.ndarray | None = None
_used = False
_lost_in_fork = False


def team_of(threads: int) -> np.ndarray:
    """The team (team.py) that helps a caller who works with this many threads.

    Starts the team's threads when they are first needed. Raises DeviceError if a fork lost them.
    """
    global _used
    if _lost_in_fork:
        raise DeviceError(
            "this process was forked after Wavefront had been used, whose threads a fork does "
            "not carry over; use multiprocessing's 'spawn' or 'forkserver' start method"
        )
    _used = True
    if threads == 1:
        return _nobody
    return _started() if _team is None else _team


def _started() -> np.ndarray:
    global _team
    with _lock:
        if _team is None:
            team = np.zeros(TEAM_SIZE, np.int64)
            service = compiled(serve, SERVICE, "cpu", ())
            with suppress(RuntimeError):  # no room for another stack: the team works with fewer threads
                for index in range(1, MOST_THREADS):
                    # Not as threading.Thread, which the interpreter would join.
                    _thread.start_new_thread(service, (index, team))
            _team = team
        return _team


def _after_fork() -> None:
    global _lock, _lost_in_fork
    _lock = threading.Lock()
    _lost_in_fork = _used


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
