"""compute: a functor on every item of a frontier."""

from collections.abc import Callable
from typing import Any

from ..device import working_on
from ..frontier import Frontier
from .functors import Functor, check, check_problem, kept_with_functor, require_frontiers


def compute(frontier: Frontier, functor: Functor, problem: Any) -> None:
    """Call ``functor(item, problem)`` for every item of the frontier, in parallel; its result is ignored.

    Raises InputError for a functor with other parameters or one that can't be compiled, or a problem that
    isn't a NamedTuple of numbers and of one-dimensional arrays on the frontier's device.
    """
    require_frontiers(frontier=frontier)
    check(functor, ("item", "problem"), "ignored")
    check_problem(problem, frontier.device)
    with working_on(frontier.device):
        frontier.device.for_each(frontier.size, _applier(functor), frontier.items, problem)


@kept_with_functor
def _applier(functor: Functor) -> Callable[..., None]:
    def call(index, items, problem):
        functor(items[index], problem)

    return call
