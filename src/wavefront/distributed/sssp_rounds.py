"""What a rank of one CPU thread does between two messages of its search for shortest paths: sssp_on_cpu.py.

The entries are those of ``algorithms/sssp/entries.py``, in lists of one thread; their vertices are local
positions. Edges lead to places. So the distances of all places, own ones' and what others were offered, are
in one array. Each rank judges by its own entries whether buckets are too wide or too narrow, as
``algorithms/sssp/width.py`` does, and says so in its message; all ranks change their width in the same round.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from ..algorithms.sssp.entries import (
    BASE,
    BLOCK,
    CUT,
    ENTRIES,
    FAR,
    LARGEST,
    LOOKED_AT,
    LOST,
    LOWEST,
    RELAXED,
    SLOT,
    WORK,
    bucket_of,
    collect,
    empty_lists,
    fetch_entries,
    first_filled,
    lowest_far,
    put,
    put_all,
    release,
    sort_entries,
)
from ..algorithms.sssp.weights import edge_weight
from ..algorithms.sssp.width import NARROWER, are_too_wide, change_width, widening
from ..atomics import atomic_add
from ..compiler import trailing_zeros
from ..intrinsics.prefetch import prefetch
from .graph import DistributedGraph

FEW_OFFERS = 254  # in a message, which threads show by a copy up to together.SMALL
# Numbers of a message before the offers, each a place and a distance: how many there are, the first bucket in
# which the rank has an entry or an offer, the first in which it has an offer, and by what the rank would
# multiply the buckets per unit of distance.
COUNT, NEXT, OFFERED, FACTOR, HEADER = range(5)
MESSAGE = HEADER + 2 * FEW_OFFERS  # numbers
AT_ONCE = 64  # edges that are looked at before a distance is lowered: bits of a word
AHEAD = 8  # offers; how far ahead of its turn a distance is fetched
ONE = np.uint64(1)
# Edges that a rank looks at, about, before it hears of the others: what it finds at the end of a long way
# is for nothing where another rank knows a shorter one.
FOLLOWED_EDGES = 32768


class Offers(NamedTuple):
    """What a rank knows of all places, and tells the others."""

    known: Any  # distances of own places; of the others', the smallest one that was offered
    nearest: Any  # the least distance that is to be offered
    is_listed: Any  # bool: whether the place is to be offered
    listed: Any  # the places to be offered
    own: Any  # float64: this rank's message
    everyone: Any  # the messages of all ranks
    signs: Any  # int64: signs of life, for ranks that wait in compiled code
    first: int  # place of this rank's local position 0
    owned: int
    own_sign: int  # where this rank's are


def entries_of(edges: int, graph: DistributedGraph) -> int:
    """Entries that have about so many edges."""
    return edges * graph.num_vertices // max(1, graph.num_edges)


def begin(offers, search, source):
    """Make an entry of the source, where there is one."""
    empty_lists(search)
    offers.own[FACTOR] = 1
    if source >= 0:
        search.distances[source] = 0
        put(0, source, search.distances[source], search)


def do_round(offers, search, bucket, until, factor, arrived, most_entries):
    """Take what was offered, relax the bucket's entries, about so many at most, and write the message.

    Buckets before the one with the number `until` may follow, unless the rank would have another width. The
    width was another one before if the factor isn't 1.
    """
    take_width(factor, bucket, offers, search)
    accept(arrived, 0, arrived.size, offers, search)
    for message in range(0, offers.everyone.size, MESSAGE):
        first = message + HEADER
        accept(offers.everyone, first, first + 2 * np.int64(offers.everyone[message + COUNT]), offers, search)
    count, following = relax_buckets(bucket, until, most_entries, offers, search)
    write_message(count, following, offers, search)


def take_width(factor, bucket, offers, search):
    """Change the width of buckets, of which this one is next."""
    if factor != 1:
        looked_at = change_width(factor, np.int64(bucket), search)
        if factor < 1:
            search.state[LOOKED_AT] = looked_at
        sort_collected(search)
    if factor != 1 or not offers.own[FACTOR]:
        offers.own[FACTOR] = 1


def relax_buckets(bucket, until, most_entries, offers, search):
    """Relax what the bucket has, and the next ones: see `do_round`.

    Returns how many places are listed, and the first bucket with an entry, or one before.
    """
    if search.state[LOST]:
        put_all(search)
    count, entries, following = np.int64(0), np.int64(0), np.float64(bucket)
    offers.nearest[0] = inf
    while True:
        bucket, wanted = following, offers.own[FACTOR]
        turn_to(np.int64(bucket), offers, search)
        while entries <= most_entries and search.lists[2 * search.state[SLOT]] >= 0:
            if are_too_wide(search):
                offers.own[FACTOR] = NARROWER
                break
            taken = collect(search.state[SLOT], search.state[SLOT], search)
            entries, search.state[ENTRIES] = entries + taken, search.state[ENTRIES] + taken
            count = relax_collected(count, offers, search)
        following = first_bucket(search)
        may_follow = bucket < following < min(until, first_offered(offers, search))
        if entries > most_entries or not may_follow or offers.own[FACTOR] != wanted:
            return count, following


def relax_collected(count, offers, search):
    """Relax what was collected; returns how many places are listed, `count` of them before."""
    for index in range(search.state[WORK]):
        block, size = search.work[index] // (2 * BLOCK), search.work[index] % (2 * BLOCK)
        count = relax_block(block * BLOCK, size, count, offers, search)
        release(0, block, search)
        atomic_add(offers.signs, offers.own_sign, 1)
    if search.state[LOST]:
        put_all(search)
    return count


def first_offered(offers, search):
    """The number of the first bucket with an offer; infinity if there is none."""
    return np.float64(bucket_of(offers.nearest[0], search)) if offers.nearest[0] < inf else inf


def write_message(count, following, offers, search):
    """Tell what is offered, and the first bucket with an entry, unless offers are before."""
    for slot in range(count):
        place = offers.listed[slot]
        offers.is_listed[place] = False
        if count <= FEW_OFFERS:
            offers.own[HEADER + 2 * slot], offers.own[HEADER + 2 * slot + 1] = place, offers.known[place]
    offers.own[COUNT] = count
    write_header(following, offers, search)


def write_header(following, offers, search):
    """Tell the first bucket with an entry or an offer, and the first with an offer."""
    offers.own[OFFERED] = first_offered(offers, search)
    offers.own[NEXT] = min(following, offers.own[OFFERED])
    if not following < inf:
        offers.own[FACTOR] = 0  # nothing is left whose buckets could be too narrow


def accept(rows, first, last, offers, search):
    """Lower own vertices' distances to what other ranks offer."""
    for row in range(first, last, 2):
        prefetch(search.distances, np.int64(rows[min(row + 2 * AHEAD, last - 2)]) - offers.first)
        local, distance = np.int64(rows[row]) - offers.first, rows[row + 1]
        if 0 <= local < offers.owned and distance < search.distances[local]:
            search.distances[local] = distance
            put(0, local, search.distances[local], search)


def turn_to(bucket, offers, search):
    """Go on with the bucket of this number; sort the far entries if it is one of theirs."""
    state = search.state
    if bucket - state[BASE] < FAR:
        state[SLOT] = bucket - state[BASE]
        return
    offers.own[FACTOR] = widening(search)
    state[BASE], state[SLOT] = bucket, 0
    lowest_far(search)
    state[LOOKED_AT] = collect(FAR, FAR, search)
    sort_collected(search)


def sort_collected(search):
    """Put what was collected into its buckets."""
    state = search.state
    for index in range(state[WORK]):
        block, size = search.work[index] // (2 * BLOCK), search.work[index] % (2 * BLOCK)
        sort_entries(0, block * BLOCK, block * BLOCK + size, search)
        release(0, block, search)
    if state[LOST]:
        put_all(search)


def first_bucket(search):
    """The number of the first bucket with an entry, or one before; infinity if there is none."""
    slot = first_filled(search.state[SLOT], search)
    if slot < FAR:
        return np.float64(search.state[BASE] + slot)
    lowest = search.own[LOWEST]
    return np.float64(bucket_of(lowest, search)) if lowest < inf else inf


def relax_block(first, size, count, offers, search):
    """Relax the entries of a block; returns how many places are listed, `count` of them before."""
    for entry in range(first, first + size):
        fetch_entries(entry, first + size - 1, search)
        vertex, base = search.vertices[entry], search.given[entry]
        if search.distances[vertex] == base:
            search.own[RELAXED] += 1
            last = np.int64(search.src_ptr[np.int64(vertex) + 1])
            for edge in range(np.int64(search.src_ptr[vertex]), last, AT_ONCE):
                count = relax(base, edge, min(edge + AT_ONCE, last), count, offers, search)
    return count


def relax(base, first, last, count, offers, search):
    """Relax these edges, AT_ONCE at most: first a bit is set for each one that lowers a distance.

    That takes no branch, and no list in memory: where in a list an edge comes would depend on the distances
    read before, and some processors read no further while they don't know the place of a store.
    """
    bits, start = np.uint64(0), np.uint64(first)
    for slot in range(np.uint64(last - first)):
        edge = start + slot
        is_lower = base + edge_weight(edge, search.weights) < offers.known[search.dst[edge]]
        bits |= np.uint64(is_lower) << slot
    while bits:
        edge = start + np.uint64(trailing_zeros(bits))
        bits &= bits - ONE
        place, distance = search.dst[edge], base + edge_weight(edge, search.weights)
        if not distance < offers.known[place]:  # a parallel edge was shorter
            continue
        if distance > search.scale[1]:
            search.state[CUT] = 1
            continue
        offers.known[place] = distance
        local = np.int64(place) - offers.first
        if 0 <= local < offers.owned:
            put(0, local, offers.known[place], search)
            continue
        offers.nearest[0] = min(offers.nearest[0], offers.known[place])
        if not offers.is_listed[place]:
            offers.is_listed[place] = True
            offers.listed[count] = place
            count += 1
    return count


def sort_offers(offers, stride, counts, cursors, rows):
    """Write the listed places and their distances in order of their owners, and how many each has."""
    total = np.int64(offers.own[COUNT])
    for slot in range(total):
        counts[offers.listed[slot] // stride] += 1
    end = np.int64(0)
    for owner in range(counts.size):
        cursors[owner] = end
        end += counts[owner]
    for slot in range(total):
        place = offers.listed[slot]
        row = 2 * cursors[place // stride]
        rows[row], rows[row + 1] = place, offers.known[place]
        cursors[place // stride] += 1


def read_messages(everyone, rank):
    """The most offers of a rank, the next bucket, the one that this rank may get offers in, and the factor.

    Buckets become narrower if a rank asks for it, and wider if all do that have entries, by the least of what
    these ask for.
    """
    most, bucket, until, factor = np.int64(0), inf, inf, 0.0
    for number in range(everyone.size // MESSAGE):
        first = number * MESSAGE
        most = max(most, np.int64(everyone[first + COUNT]))
        bucket = min(bucket, everyone[first + NEXT])
        until = min(until, everyone[first + (OFFERED if number == rank else NEXT)])
        factor = max(factor, everyone[first + FACTOR])
    factor = factor if factor > 0 else 1.0
    return most, number_by(bucket, factor), number_by(until, factor), factor


def number_by(bucket, factor):
    """The number that a bucket's lower bound has among buckets whose width was changed by the factor."""
    return min(np.floor(bucket * factor), LARGEST) if bucket < inf else bucket
