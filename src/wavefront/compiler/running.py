"""The running thread of a kernel that the Python device runs: the meaning of waits and of ``cuda`` there."""

from contextvars import ContextVar
from typing import Any

# A `device.python_threads.Thread`; None in compiled code's host, in Numba's simulator and in a plain call.
running: ContextVar[Any] = ContextVar("running", default=None)


def let_others_run() -> None:
    """Let other threads of the kernel run first, where the Python device runs the kernel."""
    thread = running.get()
    if thread is not None:
        thread.give_way()
