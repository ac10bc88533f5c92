"""How many neighbors a vertex draws, and which: one item of a parallel loop per vertex.

The random numbers of a vertex depend on the layer's key and the vertex alone, so that the same ones are drawn
by any thread of any device.
"""

from math import log
from typing import Any, NamedTuple

import numpy as np

from ...intrinsics.hashing import mixed

LARGEST = float(np.finfo(np.float64).max)
FRACTION = 1 / (1 << 53)  # of 53 random bits: a number from 0 to below 1


class Lists(NamedTuple):
    """The neighbor lists that are drawn from."""

    src_ptr: Any
    weights: Any  # E numbers, or none: every neighbor is as likely


class Asked(NamedTuple):
    """What one layer asks for."""

    key: int  # of 62 bits
    fanout: int  # neighbors per vertex; -1 for all
    replace: bool
    longest: int  # edges of a list that is drawn from here; from others long_lists.py does


def count_draws(item, frontier, lists, asked, counts, wrong):
    """Store how many neighbors the vertex draws, and in `wrong` the first slot of a wrong weight, else -1."""
    begin, end = lists.src_ptr[frontier[item]], lists.src_ptr[frontier[item] + 1]
    possible = end - begin
    if possible > asked.longest:
        return
    wrong[item] = -1
    if lists.weights.size:
        possible -= possible  # 0 of the offsets' type
        for slot in range(begin, end):
            weight = lists.weights[slot]
            if not 0 <= weight < np.inf:
                if wrong[item] < 0:
                    wrong[item] = slot
            elif weight > 0:
                possible += 1
    counts[item] = possible
    if asked.fanout >= 0 and (asked.replace or possible > asked.fanout):
        counts[item] = asked.fanout if possible > 0 else 0


def draw(item, frontier, lists, asked, ptr, slots, ranks):
    """Store the slots of the edges that the vertex draws; `ranks` is room for a number per slot."""
    vertex = frontier[item]
    begin, end = lists.src_ptr[vertex], lists.src_ptr[vertex + 1]
    first, count = ptr[item], ptr[item + 1] - ptr[item]
    stream = mixed(asked.key + mixed(int(vertex) + 1))
    if count == 0 or end - begin > asked.longest:
        return
    if lists.weights.size:
        if asked.replace and asked.fanout >= 0:
            draw_again_by_weight(begin, end, first, count, stream, lists.weights, slots)
        elif count != asked.fanout:
            draw_possible(begin, end, first, lists.weights, slots)
        else:
            draw_by_weight(begin, end, first, count, stream, lists.weights, slots, ranks)
    elif asked.replace and asked.fanout >= 0:
        for number in range(count):
            slots[first + number] = begin + below(end - begin, stream, number)
    elif count == end - begin:
        for number in range(count):
            slots[first + number] = begin + number
    elif count * count <= end - begin:
        draw_few(begin, end, first, count, stream, slots)
    else:
        draw_in_order(begin, end, first, count, stream, slots)


def uniform(stream, number):
    """A random number from 0 to below 1: the one of this number in the vertex's stream."""
    return (mixed(stream + mixed(int(number) + 1)) >> 9) * FRACTION


def below(count, stream, number):
    """A random integer from 0 to below `count`, which favors none by more than `count` in 2**53."""
    return int(uniform(stream, number) * count)


def draw_few(begin, end, first, count, stream, slots):
    """Draw without replacement, in count**2 steps (Floyd: Bentley, CACM 30:9, 1987)."""
    for number in range(count):
        last = end - count + number  # the largest slot that may be drawn now
        drawn = begin + below(last - begin + 1, stream, number)
        for before in range(first, first + number):
            if slots[before] == drawn:
                drawn = last
                break
        slots[first + number] = drawn


def draw_in_order(begin, end, first, count, stream, slots):
    """Draw without replacement in one walk over the list (Knuth, TAOCP 2, 3.4.2, algorithm S)."""
    taken = 0
    for slot in range(begin, end):
        if below(end - slot, stream, slot - begin) < count - taken:
            slots[first + taken] = slot
            taken += 1


def draw_again_by_weight(begin, end, first, count, stream, weights, slots):
    """Draw with replacement, in proportion to the weights, in one walk over the list.

    The walk meets `count` uniform numbers in descending order, each made of the one before: Bentley, Saxe,
    Generating sorted lists of random numbers, ACM TOMS 6:3, 1980.
    """
    total = 0.0
    for slot in range(begin, end):
        total += weights[slot]
    above, rest, slot = 1.0, total, end
    last = begin  # the walk puts a slot of positive weight in its place
    for number in range(count):
        above *= (1.0 - uniform(stream, number)) ** (1.0 / (count - number))
        while slot > begin and rest >= above * total:  # at least one weight above 0 is met
            slot -= 1
            rest -= weights[slot]
            if weights[slot] > 0:
                last = slot
        slots[first + number] = last


def draw_possible(begin, end, first, weights, slots):
    """Draw all that may be drawn."""
    for slot in range(begin, end):
        if weights[slot] > 0:
            slots[first] = slot
            first += 1


def rank_of(stream, number, weight):
    """An edge's rank: exponential, with its weight, which is above 0, as the rate; finite."""
    return min(-log(1.0 - uniform(stream, number)) / float(weight), LARGEST)


def draw_by_weight(begin, end, first, count, stream, weights, slots, ranks):
    """Draw without replacement, one after the other in proportion to the weights left.

    The edges of the smallest ranks win, the smallest first. They are kept in a heap with the largest on top,
    which is sorted in the end (Efraimidis, Spirakis, Information Processing Letters 97, 2006).
    """
    size = 0
    for slot in range(begin, end):
        if not weights[slot] > 0:
            continue
        rank = rank_of(stream, slot - begin, weights[slot])
        if size < count:
            place = size  # rises from the heap's end
            size += 1
            while place > 0 and ranks[first + (place - 1) // 2] < rank:
                slots[first + place] = slots[first + (place - 1) // 2]
                ranks[first + place] = ranks[first + (place - 1) // 2]
                place = (place - 1) // 2
            slots[first + place], ranks[first + place] = slot, rank
        elif rank < ranks[first]:
            sink(slot, rank, first, count, slots, ranks)
    for last in range(first + count - 1, first, -1):
        slot, rank = slots[last], ranks[last]
        slots[last], ranks[last] = slots[first], ranks[first]
        sink(slot, rank, first, last - first, slots, ranks)


def sink(slot, rank, first, count, slots, ranks):
    """Put a slot in the place of the one on top of a heap."""
    place = 0
    while 2 * place + 1 < count:
        child = 2 * place + 1
        if child + 1 < count and ranks[first + child + 1] > ranks[first + child]:
            child += 1
        if ranks[first + child] <= rank:
            break
        slots[first + place], ranks[first + place] = slots[first + child], ranks[first + child]
        place = child
    slots[first + place], ranks[first + place] = slot, rank
