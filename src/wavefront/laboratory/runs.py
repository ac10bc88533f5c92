"""Whole searches in a given order of accesses, and whether their results are right."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..enactor import NO_STOP
from ..graph import Graph
from ..validate.bfs import validate_bfs
from ..validate.rules import ValidationError
from .choosing import Chooser, Schedule, following
from .machine import Machine, Played, PreparedLaunch
from .record import Site
from .threads import Fault


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
        validate: Callable[..., None] = validate_bfs,
    ) -> None:
        """`validate` raises ValidationError, as `validate_bfs` does, if the strategy's result is wrong."""
        self.graph, self.sources, self.options, self.without = graph, sources, options, without
        self._strategy, self._predecessors, self._validate = strategy, predecessors, validate

    def intact(self) -> "Search":
        """The same search with every barrier and atomic."""
        intact = copy(self)
        intact.without = None
        return intact

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
            **self.options,
        )
        found = parents if self._predecessors else None
        try:
            self._validate(self.graph, self.sources, levels, found)
        except ValidationError as error:
            return levels, found, str(error)
        return levels, found, None

    def run(self, chooser: Chooser) -> Run:
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
        return self.run(following(schedule))
