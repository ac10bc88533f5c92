"""The bitmap of the vertices that a filter keeps, made anew in each search by a launch before the search's.

The bitmap's memory and the bound kernel are kept with the search's scratch. Whether the source is kept, the
kernel tells the host, which hears of it while the search runs: to ask first would be to wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....device.launch import INTEGER, REAL, kind_of
from ....device.told import Told
from ....filters import Predicate, vertex_in_arrays
from ....filters.votes import Ballot, Bytes, Words, in_bytes, in_words, vote
from ....filters.votes import Told as Place

if TYPE_CHECKING:
    from ....device import Cuda, Python
    from ....graph import Graph


class Voted(NamedTuple):
    """How the bitmap of a vertex filter is made anew in each search, kept with the search's scratch."""

    kind: tuple[Any, ...]
    ballot: Ballot | None
    words: Any


def vote_on_vertices(
    graph: Graph, vertices: Predicate, scratch: Any, watched: int | None, device: Cuda | Python
) -> Any:
    """The bitmap of the vertices that are kept, with the bits behind the last one, in the scratch's memory.

    Its word of the place `watched` is told the host.
    """
    kernels: dict[Any, Any] = scratch.kernels
    functor, data, _ = vertices
    if functor is vertex_in_arrays:
        is_mask = data.mask.size
        functor = in_bytes if is_mask else in_words
        data = Bytes(data.mask.view(np.uint8)) if is_mask else Words(data.words)
    changed = {
        f"data.{name}": value.item() if isinstance(value, np.generic) else value
        for name, value in zip(data._fields, data, strict=True)
    }
    kind = functor, type(data), watched is None, *map(kind_of, changed.values())
    voted, told = kernels.get("votes"), None
    if watched is not None:
        tells = kernels["told"] = kernels.get("told") or Told()
        tells.forget()
        told, changed["watched"] = Place(watched, tells.array), watched
    count = graph.num_vertices
    if voted is None or voted.kind != kind:
        words = device.xp.ndarray(scratch.graph.settled.size + 1, np.uint32) if voted is None else voted.words
        vote(count, functor, data, words, device, beyond=True, told=told)
        kernels["votes"] = Voted(kind, None, words)
        return words
    if voted.ballot is None:  # bound in the second search of a kind: a kernel of one search isn't kept
        empty = type(data)(*(emptied(changed[f"data.{name}"], device.xp) for name in data._fields))
        ballot = Ballot(count, functor, empty, voted.words, device, beyond=True, told=told)
        voted = kernels["votes"] = voted._replace(ballot=ballot)
    voted.ballot.again(changed)
    return voted.words


def emptied(value: Any, xp: Any) -> Any:
    """In place of an array one without elements, so that a bound kernel doesn't keep the array's memory."""
    return value if isinstance(value, INTEGER | REAL) else xp.empty(0, value.dtype)
