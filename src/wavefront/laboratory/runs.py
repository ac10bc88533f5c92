"""Whole searches in a given order of accesses, and whether their results are right."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..enactor import NO_STOP
from ..graph import Graph
from ..validate.bfs import validate_bfs
from ..validate.rules import ValidationError
from .machine import Choose, Machine, Played, PreparedLaunch
from .record import Site
from .threads import Fault, Pending

Schedule = Sequence[Sequence[Any]]  # for each launch, the threads' turns: numbers, or `Step`s


@dataclass
class Run:
    """One search: its launches, its result, and what is wrong with that."""

    launches: list[Played]
    levels: np.ndarray | None  # None where a fault ended the run, and in the next line
    predecessors: np.ndarray | None
    problem: str | None
    sites: dict[str, Site]

    @property
    def choices(self) -> list[list[int]]:
        """The schedule that repeats the run."""
        return [launch.choices for launch in self.launches]


class Search:
    """A search by a strategy that can be run in any order of its threads' accesses."""

    def __init__(
        self,
        strategy: Callable[..., Any],
        graph: Graph,
        sources: np.ndarray,
        options: dict[str, Any],
        *,
        predecessors: bool,
        without: str | None = None,
    ) -> None:
        self.graph, self.sources, self.without = graph, sources, without
        self._strategy, self._options, self._predecessors = strategy, options, predecessors

    def intact(self) -> "Search":
        """The same search with every barrier and atomic."""
        return Search(
            self._strategy, self.graph, self.sources, self._options, predecessors=self._predecessors
        )

    def machine(self, play: Callable[[PreparedLaunch], None]) -> Machine:
        """A device whose launches go to `play`."""
        return Machine(play, self.without)

    def result_on(self, machine: Machine) -> tuple[Any, Any, str | None]:
        """Levels, predecessors and what is wrong with them, of a search on this machine. Raises `Fault`."""
        levels, parents = self._strategy(
            self.graph,
            self.sources,
            machine,
            stop=NO_STOP,
            trace=None,
            predecessors=self._predecessors,
            **self._options,
        )
        found = parents if self._predecessors else None
        try:
            validate_bfs(self.graph, self.sources, levels, found)
        except ValidationError as error:
            return levels, found, str(error)
        return levels, found, None

    def run(self, chooser: Callable[[int], Choose]) -> Run:
        """One search; ``chooser(launch)`` gives the choice of turns for the launch of this number."""
        launches: list[Played] = []

        def play(launch: PreparedLaunch) -> None:
            played = launch.play(chooser(launch.number))
            launches.append(played)
            launch.machine.spend(len(played.events))
            if played.fault is not None:
                raise Fault(played.fault)

        machine = self.machine(play)
        levels = predecessors = None
        try:
            levels, predecessors, problem = self.result_on(machine)
        except Fault as fault:
            problem = str(fault)
        return Run(launches, levels, predecessors, problem, machine.sites)

    def replay(self, schedule: Schedule) -> Run:
        """One search in the order of a schedule; beyond it, threads run one after the other."""
        return self.run(lambda launch: in_turn(schedule[launch] if launch < len(schedule) else ()))


class Step(NamedTuple):
    """A thread goes on up to its next access of this kind to this array; None: as far as it can.

    While it waits at a barrier on its way there, the others go on, the lowest number first.
    """

    thread: int
    kind: str | None
    array: str | None

    def is_done_by(self, access: Pending) -> bool:
        """Whether the access is the step's last."""
        return (access.kind, access.array) == (self.kind, self.array)


def in_turn(turns: Iterable[int | Step]) -> Choose:
    """A choice that follows the turns, passing over threads that can't go on; then, the lowest number first."""
    left = list(turns)

    def choose(ready: dict[int, Pending]) -> int:
        while left and isinstance(step := left[0], Step):
            access = ready.get(step.thread)
            if access is None and step.kind is not None:
                return min(ready)
            if access is None or step.is_done_by(access):
                left.pop(0)
            if access is not None:
                return step.thread
        for place, thread in enumerate(left):
            if thread in ready:
                del left[place]
                return int(thread)  # type: ignore[arg-type]
        return min(ready)

    return choose
