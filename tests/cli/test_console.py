"""Progress bars for long steps, and notes while code is compiled."""

import io
import logging
import time

import pytest
from rich.console import Console

import wavefront as wf
from wavefront.cli import console


@pytest.fixture
def terminal(monkeypatch):
    """A terminal in stderr's place; returns the text written to it."""
    written = io.StringIO()
    shown = Console(file=written, force_terminal=True, force_interactive=True, width=80)
    monkeypatch.setattr(console, "stderr", lambda: shown)
    return written


def test_a_long_step_shows_a_bar(terminal, monkeypatch):
    monkeypatch.setattr(console, "BAR_AFTER", 0.0)
    milliseconds = {}
    with console.timed("read", milliseconds, "big.txt") as update:
        update(1, 2)
        deadline = time.monotonic() + 10
        while "50%" not in terminal.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    assert "read big.txt" in terminal.getvalue()
    assert "50%" in terminal.getvalue()
    assert milliseconds["read"] > 0


def test_a_short_step_shows_none(terminal):
    with console.timed("read", {}, "small.txt") as update:
        update(1, 2)
    assert terminal.getvalue() == ""


def test_compiling_is_noted_on_stderr(command, cities, monkeypatch):
    def noisy(path, *_, **__):
        logging.getLogger("wavefront").info("compiling a[0]")
        raise wf.InputError("enough")

    monkeypatch.setattr("wavefront.io.read", noisy)
    assert command("info", cities, status=2).err == "compiling a[0]\nwavefront: enough\n"
    assert not logging.getLogger("wavefront").handlers
