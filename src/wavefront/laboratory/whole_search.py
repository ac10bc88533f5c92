"""Every order of a whole search, launch by launch.

A launch is explored from each state of memory that the launches before it can leave, and from each only once.
"""

from collections import deque
from dataclasses import dataclass, field
from itertools import pairwise

from ..errors import InputError
from .evidence import RIGHT, WRONG, Book, note
from .exhaustive import every_order
from .machine import Played, PreparedLaunch
from .runs import Search
from .schedules import Found
from .threads import Fault

State = tuple[bytes, ...]


class _Explored(Exception):
    """The launch to explore has been explored: the search needs not go on."""


@dataclass(eq=False)
class _Node:
    """A state of memory after some launches, or the end of a search.

    Attributes
    ----------
    schedule, states
        Turns that led there, of the ways found those that change threads least; the memory after each launch.
    followers
        What the next launch makes of it: in how many of its orders, and the turns of one.
    problem
        What is wrong, if a search has ended here with a fault or a wrong result.
    """

    schedule: list[list[int]] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    followers: "dict[_Node, tuple[int, list[int]]]" = field(default_factory=dict)
    problem: str | None = None

    def can_be(self, known: "dict[_Node, set[str]]") -> set[str]:
        """Whether the searches that go on from here end right, wrong, or some so and some so."""
        if self not in known:
            ends = {RIGHT if self.problem is None else WRONG} if not self.followers else set()
            known[self] = ends.union(*(follower.can_be(known) for follower in self.followers))
        return known[self]

    def rest(self, known: "dict[_Node, set[str]]") -> list[list[int]]:
        """Turns of the launches that follow, to a wrong result if one can come."""
        node, turns = self, []
        while node.followers:
            paths = node.followers.items()
            node, (_, path) = next(
                (step for step in paths if WRONG in step[0].can_be(known)), next(iter(paths))
            )
            turns.append(path)
        return turns


class _Everything:
    """The exploration of one search."""

    def __init__(self, search: Search, most: int) -> None:
        self._search, self._most = search, most
        self.book: Book = {}
        self.plays = 0
        self.nodes: dict[object, _Node] = {}
        self._waiting = deque([_Node()])
        while self._waiting:
            self._visit(self._waiting.popleft())

    def _visit(self, node: _Node) -> None:
        """Search on from the node to the end of the next launch, or to the end if there is none."""
        self.nodes.setdefault(id(node), node)

        def play(launch: PreparedLaunch) -> None:
            if launch.number < len(node.states):
                launch.machine.install(node.states[launch.number])
                return
            for played in every_order(launch):
                self._count()
                self._follow(node, launch, played)
            raise _Explored

        try:
            *_, node.problem = self._search.result_on(self._search.machine(play))
        except _Explored:
            pass
        except Fault as fault:
            node.problem = str(fault)

    def _count(self) -> None:
        self.plays += 1
        if self.plays > self._most:
            raise InputError(
                f"max_schedules: there are more than {self._most:,} schedules; take a smaller graph or "
                "smaller blocks, or allow more"
            )

    def _follow(self, node: _Node, launch: PreparedLaunch, played: Played) -> None:
        """Note where one order of the launch has led."""
        schedule = [*node.schedule, played.choices]
        if played.fault is None:
            state = launch.machine.contents()
            key: object = (launch.number, launch.kernel, tuple(launch.numbers.items()), state)
            states = [*node.states, state]
        else:
            key, states = (launch.number, played.fault), node.states
        if key not in self.nodes:
            self.nodes[key] = _Node(schedule, states, problem=played.fault)
            if played.fault is None:
                self._waiting.append(self.nodes[key])
        follower = self.nodes[key]
        orders, turns = node.followers.get(follower, (0, played.choices))
        node.followers[follower] = orders + 1, turns
        if len(follower.schedule) == len(schedule) and _changes(schedule) < _changes(follower.schedule):
            follower.schedule = schedule
        note(self.book, played, schedule, follower, set())


def _changes(schedule: list[list[int]]) -> int:
    """How often the turn passes from one thread to another."""
    return sum(one != other for turns in schedule for one, other in pairwise(turns))


def every_schedule(search: Search, most: int) -> Found:
    """Run all orders of the search. Raises InputError if they are more than `most`.

    Counts a launch's order once per state that it begins in; it is wrong if every search that goes on from
    there ends wrong.
    """
    everything = _Everything(search, most)
    nodes = set(everything.nodes.values())
    ends: dict[_Node, set[str]] = {}
    wrong = sum(
        orders
        for node in nodes
        for follower, (orders, _) in node.followers.items()
        if follower.can_be(ends) == {WRONG}
    )
    faults = [node.schedule for node in nodes if not node.followers and node.problem is not None]
    shown = min(faults, key=lambda schedule: (_changes(schedule), schedule), default=[])
    for evidence in everything.book.values():
        evidence.settle(
            lambda node: RIGHT if node.can_be(ends) == {RIGHT} else WRONG, lambda node: node.rest(ends)
        )
    return Found(search.replay(shown), everything.plays, wrong, everything.book)
