"""Where ranks that share memory meet inside compiled code: a meeting takes less than a microsecond.

A rank writes its row, then its number of meetings; it has met the others once their numbers are as high. Rows
are of two kinds by turns: a rank is at most one meeting ahead of another, which still reads the rows before.

A rank that waits looks at the clock. If the rank that it waits for neither comes nor gives a sign of life
within the deadline, it gives up, notes that for all, and no rank gets beyond the next meeting. A rank that
works for long gives such signs. Where ranks are more than cores, one that waits leaves its core to others.
"""

from typing import Any, NamedTuple

from ..atomics import atomic_add
from ..intrinsics.timer import nanoseconds
from ..intrinsics.waiting import fence, let_run, watched

LINE = 8  # words of 8 bytes that cores pass on together
ARRIVED, SIGNS = range(2)  # of a rank's line: its meetings so far, and its signs of life
DEADLINE = 7_000_000_000  # nanoseconds: all ranks have ended within 10 s
SPINS = 256  # looks at another's number before a rank leaves its core
CLOCK = 8  # so many times it leaves it between two looks at the clock
AT_ONCE = 1_000_000_000  # nanoseconds that count between two looks at the clock, at most


class Room(NamedTuple):
    """One rank's view of where ranks meet."""

    words: Any  # int64, shared: a line per rank, one with a word for failures, then the rows
    met: Any  # int64: how many meetings this rank has been at
    rank: int
    size: int
    row: int  # words of a row
    deadline: int


def words_of_room(size: int, row: int) -> int:
    """Words that ranks share in order to meet, with rows of so many words."""
    return (size + 1) * LINE + 2 * size * row


def next_row(room: Any) -> Any:
    """Where the row begins that this rank shows at the next meeting."""
    return (room.size + 1) * LINE + ((room.met[0] + 1 & 1) * room.size + room.rank) * room.row


def row_of(other: Any, room: Any) -> Any:
    """Where the row begins that a rank showed at the last meeting."""
    return (room.size + 1) * LINE + ((room.met[0] & 1) * room.size + other) * room.row


def give_sign(room):
    """Tell ranks that wait that this one works."""
    atomic_add(room.words, room.rank * LINE + SIGNS, 1)


def meet(room):
    """Show this rank's row, and wait for those of all others; whether they came in time."""
    number = room.met[0] + 1
    room.met[0] = number
    fence()
    atomic_add(room.words, room.rank * LINE + ARRIVED, 1)
    for step in range(1, room.size):
        other = room.rank + step
        if not waited(other - room.size if other >= room.size else other, number, room):
            return False
    fence()
    return watched(room.words, room.size * LINE) == 0


def waited(other, number, room):
    """Wait for a rank to have been at so many meetings; False if some rank gave up.

    Between two looks at the clock counts AT_ONCE at most: all ranks may have been stopped together for long.
    """
    line, failed = other * LINE, room.size * LINE
    looks, signs, silent, before = 0, -1, 0, 0
    while watched(room.words, line + ARRIVED) < number:
        looks += 1
        if looks > SPINS:
            if watched(room.words, failed):
                return False
            let_run()
            if looks % CLOCK == 0:
                now, heard = nanoseconds(), watched(room.words, line + SIGNS)
                silent = silent + min(now - before, AT_ONCE) if heard == signs else 0
                signs, before = heard, now
                if silent > room.deadline and watched(room.words, line + ARRIVED) < number:
                    room.words[failed] = 1
                    fence()
                    return False
    return True
