"""The arrays of a CPU rank's search."""

from typing import Any, NamedTuple

import numpy as np

from ..frontier import UNVISITED
from .graph import DistributedGraph

# Counters: the end of the queue (of a pull: vertices found), the edges that leave what was found, whether the
# target was, and from SENT on how many pairs each outbox was asked to hold.
NEXT, EDGES, TARGET, SENT = range(4)

# A frontier with fewer edges than one for so many vertices of the graph is pushed: a pull costs a look at all
# words of the bitmap. Long graphs have such frontiers, and near their end all edges but a few inspected.
PULLED_FOR = 64.0


class Search(NamedTuple):
    """What the steps of a search read and write on one rank."""

    levels: Any  # int32, of the rank's own vertices
    parents: Any  # ids; empty if not asked for
    ids: Any  # the id at every place; empty likewise
    queue: Any  # local positions: what pushes found, and what pulls left to push from
    words: Any  # the bitmap of all places: visited, or sent to the owner
    segment: Any  # the rank's own segment on its way to the others
    found: Any  # of the rank's own segment, what the last pull found
    outboxes: Any  # pairs of local positions, there and of the parent here: `room` for each rank, flat
    counters: Any  # int64
    room: int
    first: int  # place of this rank's local position 0
    stride: int  # places per rank


class Frontier(NamedTuple):
    """The last level's vertices: where this rank's are in its queue, and sums over all ranks."""

    head: int
    end: int
    size: int
    edges: int
    has_target: int


def new_search(graph: DistributedGraph, predecessors: bool, room: int) -> Search:
    """The arrays of a search that has labelled no vertex yet; all but the result's are used again."""
    part = graph.partition
    if "_search" not in vars(graph) or vars(graph)["_search"].room != room:
        vars(graph)["_search"] = _new_arrays(graph, room)
    known: Search = vars(graph)["_search"]
    known.words[:] = 0
    return known._replace(
        levels=np.full(part.owned, UNVISITED, np.int32),
        parents=np.full(part.owned if predecessors else 0, -1, graph.ids.dtype),
        ids=graph.all_ids if predecessors else graph.ids[:0],
    )


def _new_arrays(graph: DistributedGraph, room: int) -> Search:
    part = graph.partition
    none = np.empty(0, np.int32)
    return Search(
        levels=none,
        parents=none,
        ids=none,
        queue=np.empty(part.owned, np.int32),
        words=np.zeros(part.size * part.words, np.uint32),
        segment=np.zeros(part.words, np.uint32),
        found=np.zeros(part.words, np.uint32),
        outboxes=np.empty(2 * part.size * room if part.size > 1 else 0, np.int32),
        counters=np.zeros(SENT + part.size, np.int64),
        room=room,
        first=part.first,
        stride=part.stride,
    )
