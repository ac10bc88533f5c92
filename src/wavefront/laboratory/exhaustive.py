"""Every order of a launch's accesses that can end differently, each once.

Two runs in which all conflicting accesses come in the same order end alike. So after each run, two
conflicting accesses that could have come the other way are turned round: the threads to begin with are noted
where the first of them ran (dynamic partial-order reduction with source sets: Abdulla, Aronis, Jonsson and
Sagonas, POPL 2014). A thread that has been tried sleeps until an access conflicts with what it would do
(sleep sets: Godefroid 1996), so that no two complete runs are alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from .machine import GivenUp, Played, PreparedLaunch
from .order import Order, Pair, reversible
from .threads import Event, Pending


@dataclass
class _Turn:
    """A point of the run where a thread was chosen."""

    chosen: int
    asleep: dict[int, Pending]  # threads that have been tried, and what they would do
    ready: dict[int, Pending]
    to_try: set[int] = field(default_factory=set)


def every_order(launch: PreparedLaunch) -> Iterator[Played]:
    """Run the launch in all its orders. Restores the arrays before each run."""
    turns: list[_Turn] = []
    while True:
        launch.restore()
        played = _play(launch, turns)
        if played.is_complete:
            yield played
        order = Order(played.events, played.barriers, by_conflicts=True)
        for pair in reversible(played.events, order):
            _note(turns[pair.first], _initials(played.events, order, pair))
        if not _step_back(turns):
            return


def _play(launch: PreparedLaunch, turns: list[_Turn]) -> Played:
    """Take the turns chosen, then go on with threads that aren't asleep."""
    depth = 0

    def choose(ready: dict[int, Pending]) -> int:
        nonlocal depth
        if depth == len(turns):
            turns.append(_next_turn(turns, ready))
        depth += 1
        return turns[depth - 1].chosen

    return launch.play(choose)


def _next_turn(turns: list[_Turn], ready: dict[int, Pending]) -> _Turn:
    asleep: dict[int, Pending] = {}
    if turns:
        last = turns[-1]
        done = last.ready[last.chosen]
        asleep = {thread: does for thread, does in last.asleep.items() if not _conflict(does, done)}
    awake = ready.keys() - asleep.keys()
    if not awake:
        raise GivenUp  # a run like this one has been
    chosen = min(awake)
    return _Turn(chosen, asleep, ready, {chosen})


def _conflict(one: Pending, other: Pending) -> bool:
    return one.address == other.address and (one.writes or other.writes)


def _initials(events: list[Event], order: Order, pair: Pair) -> set[int]:
    """The threads that can begin a run in which the pair's second access comes first."""
    found: set[int] = set()
    independent: list[int] = []
    seen: set[int] = set()
    for position in _turned(order, pair):
        thread = events[position].thread
        if thread not in seen and not any(order.before(other, position) for other in independent):
            found.add(thread)
        seen.add(thread)
        independent.append(position)
    return found


def _turned(order: Order, pair: Pair) -> list[int]:
    """The accesses that come first when the pair is turned round, the second of the pair the last."""
    first, second = pair
    return [*(place for place in range(first + 1, second) if not order.before(first, place)), second]


def turned_round(played: Played, order: Order, pair: Pair) -> list[int]:
    """The threads' turns of a run in which the pair's second access comes first, the rest as before."""
    choices = played.choices
    early = _turned(order, pair)
    late = [place for place in range(pair.first, len(choices)) if place not in set(early)]
    return [*choices[: pair.first], *(choices[place] for place in (*early, *late))]


def _note(turn: _Turn, initials: set[int]) -> None:
    if not initials & turn.to_try:
        turn.to_try.add(min(initials))


def _step_back(turns: list[_Turn]) -> bool:
    """Go back to the last turn where a thread is still to be tried. Returns whether there is one."""
    while turns:
        turn = turns[-1]
        turn.asleep[turn.chosen] = turn.ready[turn.chosen]
        if left := turn.to_try - turn.asleep.keys():
            turn.chosen = min(left)
            return True
        turns.pop()
    return False
