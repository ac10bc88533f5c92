"""Shortest paths on a rank of one CPU thread: the nearest bucket, as far as the rank can, then one message.

Delta-stepping as in ``algorithms/sssp/buckets.py``, whose entries a rank's vertices have, too. All ranks work
on the bucket of one number. A rank relaxes what it has there, and what that adds to the bucket, until nothing
of its own is left; then it offers other ranks' places their smaller distances, each once. With the offers it
tells the first bucket in which it has an entry or an offer, so that all ranks know the next one: the least.
It also tells whether it would have wider or narrower buckets.
Distances are right in whatever order offers come, since each that lowers a distance makes a new entry.

A rank goes on with later buckets while nothing can be offered to it there: while they are before the first
one of each other rank, and before its own offers. So where one rank alone has something to do, as on a path,
there is no message until another's turn comes, or until the rank would have another width.

A round costs a compiled call and one gather; with more than FEW_OFFERS from a rank an exchange besides. Ranks
that share memory do all rounds in one compiled call: shared_paths.py.
"""

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

import numpy as np

from ..algorithms.sssp.entries import (
    CUT,
    LEAST,
    LINE,
    ROW,
    STATE_SIZE,
    Search,
    new_room,
    num_blocks,
    scale_of,
)
from ..algorithms.sssp.narrow import LARGEST_NARROW, LEAST_VERTICES
from ..algorithms.sssp.width import WIDEST, few_entries
from ..device import Cpu
from ..graph.arrays import unsigned
from ..graph.weight_types import has_integers, search_type
from . import shared_paths
from .graph import DistributedGraph
from .shared_paths import inboxes_of
from .sssp_rounds import (
    COUNT,
    FEW_OFFERS,
    FOLLOWED_EDGES,
    MESSAGE,
    Offers,
    begin,
    do_round,
    entries_of,
    read_messages,
    sort_offers,
)
from .tree import with_lengths
from .typical import typical_of

# Weights over the degree in the first width. Low degrees have wider buckets: there a bucket is a message,
# elsewhere edges that are relaxed in vain. From 64 down to 4, of mean weights and degrees, Kronecker 20 went
# from 304 to 164 ms, uniform 20 from 1282 to 323, road-FLA from 40 to 35 (at 16) and 43.
SPREAD, SPREAD_IF_LOW, LOW_DEGREE = 4.0, 16.0, 8.0


class Kept(NamedTuple):
    """What searches of a graph use again."""

    offers: Offers
    room: dict[str, Any]


def usual_delta(graph: DistributedGraph) -> float:
    """The first width of buckets by default: a collective."""
    weight, degree = typical_of(graph)
    delta = (SPREAD if degree >= LOW_DEGREE else SPREAD_IF_LOW) * weight / degree or 1.0
    # One rank's, which all add up: logarithms may differ from processor to processor in the last bit.
    own = np.array([0.0 if graph.partition.rank else delta])
    return float(graph.communicator.sum(own)[0])


def lower(graph: DistributedGraph, local: int | None, delta: float, adapts: bool) -> np.ndarray:
    """The distances of own vertices from the source, at this local position if the rank owns it: floats.

    Buckets are as wide as delta. With `adapts` later ones are wider or narrower. By integer weights distances
    are float32 first, as in ``algorithms/sssp/narrow.py``.
    """
    weights = graph.out.weights
    if graph.num_vertices >= LEAST_VERTICES and has_integers(weights) and "_far" not in vars(graph):
        found, is_cut = _lowered(graph, local, delta, adapts, np.dtype(np.float32), LARGEST_NARROW)
        if not graph.communicator.sum(np.array([is_cut], np.int64))[0]:
            return found
        vars(graph)["_far"] = True
        del found, vars(graph)["_offers"]  # before the wider ones are made
    return _lowered(graph, local, delta, adapts, search_type(weights), inf)[0]


def _lowered(
    graph: DistributedGraph,
    local: int | None,
    delta: float,
    adapts: bool,
    dtype: np.dtype[Any],
    cutoff: float,
) -> tuple[np.ndarray, bool]:
    """The distances in this type, none beyond the cutoff, and whether this rank met one beyond."""
    part = graph.partition
    offers, room = _kept(graph, dtype)
    offers.known[:] = inf
    own = offers.known[part.first : part.first + part.owned]
    lists = with_lengths(graph.out, np)
    search: Any = Search(
        unsigned(lists.ptr),
        unsigned(lists.places),
        lists.weights,
        own,
        **room,
        lists=np.empty(ROW, np.int64),
        own=np.zeros(LINE),
        state=np.zeros(STATE_SIZE, np.int64),
        scale=scale_of(delta, cutoff, WIDEST),
        targets=np.empty(0, np.int64),
    )
    search.state[LEAST] = few_entries(part.size) if adapts else 0
    start, inboxes = -1 if local is None else local, inboxes_of(graph)
    if inboxes is None:
        _lower_by_messages(graph, offers, search, start)
    else:
        shared_paths.lower(graph, inboxes, offers, search, start)
    return own.copy(), bool(search.state[CUT])


def _lower_by_messages(graph: DistributedGraph, offers: Offers, search: Any, start: int) -> None:
    device, part = graph.device, graph.partition
    most_entries = entries_of(FOLLOWED_EDGES, graph)
    assert isinstance(device, Cpu)
    advance: Callable[..., None] = device.bind(do_round, offers, search)
    read: Callable[..., tuple[int, float, float, float]]
    read = device.bind(read_messages, offers.everyone, part.rank)
    device.call(begin, offers, search, start)
    arrived, bucket, until, factor = offers.everyone[:0], 0.0, 0.0, 1.0
    offers.everyone[:] = 0
    while bucket < inf:
        advance(bucket, until, factor, arrived, most_entries)
        graph.communicator.gather(offers.everyone, offers.own)
        most, bucket, until, factor = read()
        arrived = _exchanged(graph, offers) if most > FEW_OFFERS else arrived[:0]


def _exchanged(graph: DistributedGraph, offers: Offers) -> np.ndarray:
    """The offers to this rank, a place and a distance each; those of the messages are among them."""
    part = graph.partition
    offers.everyone[COUNT::MESSAGE] = 0
    rows = np.empty((int(offers.own[COUNT]), 2))
    counts = np.zeros(part.size, np.int64)
    Cpu(1).call(sort_offers, offers, part.stride, counts, np.empty(part.size, np.int64), rows.reshape(-1))
    received, _ = graph.communicator.exchange(rows, counts)
    flat: np.ndarray = received.reshape(-1)
    return flat


def _kept(graph: DistributedGraph, dtype: np.dtype[Any]) -> Kept:
    """Made by a graph's first search, and anew once distances were too large for float32."""
    if "_offers" not in vars(graph):
        part = graph.partition
        places = part.size * part.stride
        offers = Offers(
            np.empty(places, dtype),
            np.empty(1, dtype),
            np.zeros(places, bool),
            np.empty(places - part.stride, part.dtype),
            np.zeros(MESSAGE),
            np.zeros(part.size * MESSAGE),
            np.zeros(1, np.int64),
            part.first,
            part.owned,
            0,
        )
        vars(graph)["_offers"] = Kept(offers, new_room(num_blocks(part.owned, 1), np.dtype(np.int32), dtype))
    found: Kept = vars(graph)["_offers"]
    return found
