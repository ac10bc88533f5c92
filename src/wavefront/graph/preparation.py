"""Chooses the form in which a graph is prepared, if any: from measurements of the graph, by counting bytes.

A search's time is about the bytes of the cache lines that it brings from memory. Two things waste lines:

- A pull reads a line of every list whose first in-neighbor isn't visited. On a GPU a sample of vertices is
  looked at, at the moment when a search would begin to pull: how often is the list's first in-neighbor
  visited, and how often the one of largest degree? Where hubs mostly are, and lists don't begin with them
  already, *hubs first* helps. On a CPU searches note where they found a visited in-neighbor, and the lists'
  order saves later ones little (docs/decisions/0011-fused-cpu-any-graph.md).
- In a graph of few edges per vertex, the level of each neighbor is a line of its own, unless neighbors have
  near ids. So a sample of edges is measured, in the caller's order and in that of a breadth-first search.
  Where the second is much better, as in a mesh in no order, new ids in *breadth-first* order help, although
  results must be translated to the caller's ids.

Elsewhere the graph stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..device import Cpu, array_module
from .hubs_first import with_hubs_first
from .prepared import Prepared, in_breadth_first_order, in_order_of_degree, relabelled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .formats import CSC, CSR

FORMS = "hubs_first", "breadth_first", "none"
WORTH = 0.8  # of the unprepared search's bytes, the most that a form may need
CACHED, CACHED_ON_GPU = 1 << 18, 1 << 28  # edges of a graph that the caches hold in any order
PULLS = 15  # a search pulls where the frontier has more than 1/15 of the edges not yet inspected
LEVELS = 12  # levels after which a search that hasn't begun to pull is given up
STARTS = 8  # searches of which a mean is taken
SAMPLE = 1 << 16  # vertices and edges to look at
LINE, WORD = 64, 4  # bytes
NEAR = 1024  # ids: neighbors nearer than that mostly share their lines, and those pages, with others
FEW = 16  # edges per vertex up to which the order of ids counts
HIT_MORE = 0.1  # share of vertices that must meet a visited in-neighbor first only if hubs come first


class Choice(NamedTuple):
    """A form; the expected time of a search, as a share of the unprepared search's; what was measured."""

    form: str
    expected: float
    reason: str


class Preparation(NamedTuple):
    """What was chosen, and the graph in that form: None for "none"."""

    choice: Choice
    prepared: Prepared | None

    def __str__(self) -> str:
        form, expected, reason = self.choice
        return f"{form}: searches are expected to take {expected:.2f} of their time; {reason}"


def prepare(csr: CSR, csc: CSC, form: str, on_gpu: bool) -> Preparation:
    """The graph of these views prepared for searches on a GPU or on the CPU, in a form of `FORMS` or "auto".

    Raises InputError for an undirected graph with an edge in one direction only.
    """
    choice = chosen(csr, csc, on_gpu) if form == "auto" else Choice(form, 1.0, "this form was asked for")
    if choice.form == "none":
        return Preparation(choice, None)
    if choice.form == "breadth_first":
        return Preparation(choice, relabelled(csr, csc, in_breadth_first_order(csr, csc)))
    if on_gpu:
        return Preparation(choice, relabelled(csr, csc, in_order_of_degree(csr, csc)))
    return Preparation(choice, with_hubs_first(csr, csc))


def chosen(csr: CSR, csc: CSC, on_gpu: bool) -> Choice:
    """The first form that is expected to help, or "none"."""
    if csr.dst.size <= (CACHED_ON_GPU if on_gpu else CACHED):
        return Choice("none", 1.0, f"caches hold a graph of {csr.dst.size:,} edges in any order")
    if on_gpu:
        best = with_hubs_expected(csr, csc)
    elif csr.dst.size <= FEW * csr.src_ptr.size:
        best = in_breadth_first_order_expected(csr, csc)
    else:
        best = Choice("none", 1.0, "searches find the hubs of lists by themselves")
    return best if best.expected <= WORTH else Choice("none", 1.0, best.reason)


def with_hubs_expected(csr: CSR, csc: CSC) -> Choice:
    """What hubs first would bring on a GPU: the mean over searches from several vertices."""
    looks = [look_at_pull(csr, csc, visited) for visited in visited_when_pulling(csr)]
    if not looks:
        return Choice("hubs_first", 1.0, "searches don't begin to pull")
    firsts, hubs = (np.mean([getattr(look, name) for look in looks]) for name in ("firsts", "hubs"))
    reason = f"in a pull, {firsts:.0%} of the lists' first vertices are visited, {hubs:.0%} of their largest"
    if hubs < firsts + HIT_MORE:
        return Choice("hubs_first", 1.0, reason)
    before, after = (sum(bytes_of_pull(look, is_prepared) for look in looks) for is_prepared in (False, True))
    return Choice("hubs_first", after / before, reason)


class PullLook(NamedTuple):
    """What vertices would find in a pull; shares of them, but for `share`, which is of all vertices."""

    share: float  # vertices that look for a visited in-neighbor
    firsts: float  # the first in-neighbor is visited
    hubs: float  # the in-neighbor of largest out-degree is visited
    missed_by_hubs: float  # the largest is not visited, and there are more


def look_at_pull(csr: CSR, csc: CSC, visited: Any) -> PullLook:
    """What a sample of the unvisited vertices would find."""
    xp = array_module(csr.dst)
    waiting = xp.flatnonzero(~visited & (csc.dst_ptr[1:] > csc.dst_ptr[:-1]))
    if not waiting.size:
        return PullLook(0.0, 1.0, 1.0, 0.0)
    sample = waiting[xp.linspace(0, waiting.size - 1, SAMPLE).astype(np.int64)]
    entries = lists_of(sample, csc.dst_ptr, csc.src)
    starts, ends = (Cpu().array(csc.dst_ptr[sample + more]).astype(np.int64) for more in (0, 1))
    several = ends - starts > 1
    firsts = Cpu().array(visited.take(csc.src.take(csc.dst_ptr[sample])))
    # The last bit is 1 for the unvisited, so that they count where degrees are equal.
    keys = Cpu().array(xp.diff(csr.src_ptr).take(entries).astype(np.int64) * 2 + ~visited.take(entries))
    hubs = np.maximum.reduceat(keys, np.cumsum(ends - starts) - (ends - starts)) % 2 == 0
    shares = firsts.mean(), hubs.mean(), (~hubs & several).mean()
    return PullLook(waiting.size / visited.size, *map(float, shares))


def bytes_of_pull(look: PullLook, is_prepared: bool) -> float:
    """Bytes per vertex of a search on a GPU that is mostly one pull, in which some vertices take part.

    Levels and predecessors are filled, levels read, what is found is labelled. Every vertex that takes part
    reads its first in-neighbor, the largest, which the search finds by itself; those that miss read their
    offset and a line of 32 bytes of their list. A prepared graph's answer is translated; but in an unprepared
    graph the hubs' bits are apart, and two of three are lines of their own. What is read or written in order
    takes half the time per byte.
    """
    if is_prepared:
        return 3 * WORD + look.share * (WORD / 2 + look.missed_by_hubs * (2 * WORD + LINE / 2))
    return 2 * WORD + look.share * (WORD + LINE / 3 + look.missed_by_hubs * LINE / 2)


def visited_when_pulling(csr: CSR) -> Iterator[Any]:
    """Whether each vertex is visited when a search begins to pull, for searches from several vertices."""
    xp = array_module(csr.dst)
    degrees = xp.diff(csr.src_ptr)
    able = xp.flatnonzero(degrees)
    for start in able[xp.asarray(np.random.default_rng(0).integers(able.size, size=STARTS))]:
        visited = xp.zeros(degrees.size, bool)
        frontier, left = start[None], csr.dst.size
        for _ in range(LEVELS):
            visited[frontier] = True
            edges = int(degrees[frontier].sum(dtype=np.int64))
            if edges * PULLS > left:
                yield visited
                break
            left -= edges
            is_next = xp.zeros(degrees.size, bool)
            is_next[lists_of(frontier, csr.src_ptr, csr.dst)] = True
            frontier = xp.flatnonzero(is_next & ~visited)


def lists_of(vertices: Any, ptr: Any, lists: Any) -> Any:
    """The vertices' lists, one after the other."""
    xp = array_module(lists)
    lengths = ptr[vertices + 1] - ptr[vertices]
    ends = xp.cumsum(lengths, dtype=np.int64)
    total = int(ends[-1]) if ends.size else 0
    return lists[xp.repeat(ptr[vertices] + lengths - ends, lengths) + xp.arange(total)]


def in_breadth_first_order_expected(csr: CSR, csc: CSC) -> Choice:
    """What breadth-first order would bring on the CPU."""
    edges = np.linspace(0, csr.dst.size - 1, SAMPLE).astype(np.int64)
    src, dst = np.searchsorted(csr.src_ptr, edges, "right") - 1, csr.dst[edges].astype(np.int64)
    before = (abs(src - dst) > NEAR).mean()
    degree = csr.dst.size / csr.src_ptr.size
    if before < 1 / 4:
        return Choice("breadth_first", 1.0, f"{1 - before:.0%} of neighbors have near ids")
    order = in_breadth_first_order(csr, csc)
    new_id = np.empty(csr.src_ptr.size - 1, np.int64)
    new_id[order] = np.arange(order.size)
    after = (abs(new_id[src] - new_id[dst]) > NEAR).mean()
    reason = f"{1 - before:.0%} of neighbors have near ids, {1 - after:.0%} in breadth-first order"
    return Choice(
        "breadth_first", bytes_of_mesh(degree, after, True) / bytes_of_mesh(degree, before, False), reason
    )


def bytes_of_mesh(degree: float, far: float, is_prepared: bool) -> float:
    """Bytes per vertex of a search that pushes, where this share of neighbors is far, thus in other lines."""
    translation = 2 * LINE if is_prepared else 0
    return 6 * WORD + degree * (WORD + far * LINE) + translation
