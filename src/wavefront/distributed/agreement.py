"""Errors that one rank meets and all ranks raise, since the others would wait for it."""

import re
from collections.abc import Callable
from typing import TypeVar

import numpy as np

from ..errors import DeviceError, InputError
from .communicator import Communicator

Done = TypeVar("Done")

MOST_TEXT = 1000  # bytes of an error's message that ranks tell each other
FINE, INPUT, MACHINE = range(3)
SAID_BY = re.compile(r"(\w+: )?rank \d+: ")  # maybe after the error's type


def agreed(communicator: Communicator, work: Callable[[], Done]) -> Done:
    """The result of ``work()``, once every rank has done its own; every rank calls this.

    Raises, on the rank that met it, its error: InputError, OSError, DeviceError or MemoryError. The other
    ranks raise InputError or DeviceError with the same text, after the number of that rank.
    """
    shown = np.zeros(MOST_TEXT + 1, np.uint8)
    failure: Exception | None = None
    done: list[Done] = []
    try:
        done.append(work())
    except (InputError, OSError, DeviceError, MemoryError) as error:
        failure = error
        text = by_rank(communicator.rank, str(error)).encode()[:MOST_TEXT]
        shown[0] = MACHINE if isinstance(error, DeviceError | MemoryError) else INPUT
        shown[1 : 1 + len(text)] = np.frombuffer(text, np.uint8)
    everyone = np.empty((communicator.size, shown.size), np.uint8)
    communicator.gather(everyone.reshape(-1), shown)
    if failure is not None:
        raise failure
    for kind, *letters in everyone:
        if kind != FINE:
            message = bytes(letters).rstrip(b"\0").decode(errors="replace")
            raise (InputError if kind == INPUT else DeviceError)(message)
    return done[0]


def by_rank(rank: int, text: str) -> str:
    """The text after the number of the rank that says so, unless it names the rank that said so first."""
    return text if SAID_BY.match(text) else f"rank {rank}: {text}"
