"""enact: runs steps until the frontier is empty, and switches between push and pull."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..device import working_on
from ..device.clock import stopwatch
from ..errors import InputError, checked_counts, checked_flag, checked_number, shown
from ..frontier import Frontier
from ..text_table import text_table
from .functors import require_frontiers

PULL_SHARE = 0.05  # of the unvisited vertices: a frontier with more vertices pulls


@dataclass(frozen=True, slots=True)
class Iteration:
    """One step that was run."""

    iteration: int
    direction: str  # "push" or "pull"
    frontier: int  # items before the step
    output: int  # items after it
    milliseconds: float  # wall time on the CPU, time between two events on a GPU


@dataclass(frozen=True)
class Run:
    """The result of `enact`.

    Attributes
    ----------
    iterations
        How many steps ran.
    trace
        One `Iteration` per step; empty unless a trace was asked for.
    """

    iterations: int
    trace: list[Iteration]

    def table(self) -> str:
        """The trace as a plain-text table."""
        names = list(Iteration.__slots__)
        return text_table(names, [[getattr(row, name) for name in names] for row in self.trace])


def enact(
    step: Callable[[int], Any],
    frontier: Frontier,
    *,
    pull: Callable[[int], Any] | None = None,
    unvisited: Frontier | None = None,
    pull_share: float = PULL_SHARE,
    max_iterations: int | None = None,
    trace: bool = False,
) -> Run:
    """Call ``step(iteration)`` for 1, 2, ... until the frontier is empty, or a step returns true.

    Parameters
    ----------
    pull
        Called instead of `step` while the frontier is larger than `pull_share` of the vertices not visited
        yet, which are counted as `unvisited` less all frontiers since. Needs `unvisited`. Steps that push
        don't update `unvisited`, so `pull` must begin by filtering it.
    max_iterations
        Steps to run at most.
    trace
        Whether to record each step.

    Raises
    ------
    InputError
        For a `pull` without `unvisited`, a negative `pull_share`, or a limit that isn't positive.
    """
    require_frontiers(frontier=frontier)
    if (pull is None) != (unvisited is None):
        raise InputError("a step that pulls comes with the unvisited vertices: give both, or neither")
    if pull is not None and unvisited is not None:
        require_frontiers(unvisited=unvisited)
    for name, given in (("step", step), ("pull", pull)):
        if not callable(given) and (given is not None or name == "step"):
            raise InputError(f"{name} is a function of the iteration's number, not {shown(given)}")
    pull_share = checked_number("pull_share", pull_share, "a share, 0 or more")
    trace = checked_flag("trace", trace)
    if max_iterations is not None:
        checked_counts(max_iterations=max_iterations)
    left = 0 if unvisited is None else len(unvisited)
    rows: list[Iteration] = []
    iteration = 0
    while len(frontier) and iteration != max_iterations:
        iteration += 1
        size = len(frontier)
        pulls = pull is not None and size > pull_share * left
        elapsed = stopwatch(frontier.device) if trace else None
        with working_on(frontier.device):  # so that a step's allocations go there
            finished = (pull if pulls and pull is not None else step)(iteration)
        if elapsed is not None:
            rows.append(Iteration(iteration, "pull" if pulls else "push", size, len(frontier), elapsed()))
        left -= len(frontier)
        if finished:
            break
    return Run(iteration, rows)
