"""The first searches by each method: who is worth measuring, found out in a few times the best one's time."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from .. import generators
from ..algorithms.bfs import bfs
from ..compiling import clock
from ..errors import DeviceError, InputError
from ..strategies import STRATEGIES
from .advice import MethodAdvice
from .searches import WARM_UP_VERTICES, search_milliseconds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..device import Device
    from ..graph import Graph
    from .searches import Search

FIRST = "fused"  # it is never far behind
BEHIND = 3.0  # times the best search: a method that takes longer is not measured further
WHOLE = 20.0  # times the best search: if at its pace it takes no longer, a method behind searches to the end
NO_TIME = "not run: no time left"  # a remark
DEEPER = 4  # times the last try's levels


class Searched(NamedTuple):
    """A search by `FIRST`."""

    milliseconds: float
    source: int
    depth: int  # levels


def searched_in_time(graph: Graph, sources: Sequence[int], device: Device, end: float) -> list[Searched]:
    """A search from each source, one at least, until the clock says that time."""
    search: Search = partial(bfs, graph, device=device, strategy=FIRST)
    found: list[Searched] = []
    for source in sources:
        if found and clock() > end:
            break
        depth = search(source).num_levels
        ((milliseconds,),) = search_milliseconds(device, [source], [search])
        found.append(Searched(milliseconds, source, depth))
    return found


def first_searches(
    graph: Graph, begun: Searched, device: Device, end: float, advance: Callable[[], None]
) -> tuple[dict[str, dict[str, Any]], list[MethodAdvice]]:
    """The methods that may be the best, and a row for each of the others.

    A method searches to level 1, 4, 16 and so on, at last to the end, unless one of these takes too long. So
    one that would need hours for 100,000 levels is found out by the first few.
    """
    small = generators.star(WARM_UP_VERTICES)
    taken = {FIRST: begun.milliseconds}
    rest: list[MethodAdvice] = []
    for name in STRATEGIES:
        if name == FIRST:
            continue
        advance()
        if clock() > end:
            rest.append(MethodAdvice(strategy=name, remark=NO_TIME))
            continue
        search = partial(bfs, strategy=name, device=device)
        try:
            search(small, 0)  # compiles
            search(graph, begun.source, depth_limit=0)  # builds the views
            slow = _too_slow(partial(search, graph), begun, device, min(taken.values()))
            if slow is None:
                taken[name] = _best_of_two(partial(search, graph), begun.source, device)
            else:
                rest.append(MethodAdvice(strategy=name, remark=slow))
        except (InputError, DeviceError) as error:
            rest.append(MethodAdvice(strategy=name, remark=f"not run: {error}"))
    most = BEHIND * min(taken.values())
    behind = [
        MethodAdvice(strategy=name, milliseconds=time, remark="behind in two searches")
        for time, name in sorted((time, name) for name, time in taken.items() if time > most)
    ]
    return {name: {"strategy": name} for name, time in taken.items() if time <= most}, behind + rest


def _too_slow(search: partial[Any], begun: Searched, device: Device, best: float) -> str | None:
    """What the search takes to a level, if that is so long that it isn't tried to the end."""
    level = 1
    while level < begun.depth:
        taken = _best_of_two(partial(search, depth_limit=level), begun.source, device)
        if taken > BEHIND * best:
            whole = taken * begun.depth / level
            return f"{taken:,.3g} ms to level {level:,}" if whole > WHOLE * best else None
        level *= DEEPER
    return None


def _best_of_two(search: partial[Any], source: int, device: Device) -> float:
    return min(search_milliseconds(device, [source] * 2, [search])[0])
