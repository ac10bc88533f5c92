"""A CPU rank's lists in ascending order of their places, in no memory but theirs.

Neighbors arrive in rounds, in no order. Small places are those of hubs, which searches and trees look for
first, and neighboring places share cache lines. Short lists are sorted by insertion, others as a heap, whose
time doesn't depend on their order (Williams, "Algorithm 232: Heapsort", CACM 7, 1964).
"""

from ..compiler import int64

SHORT = 32  # neighbors of a list that is sorted by insertion


def sort_list(local, ptr, places, weights):
    """Sort the list at a local position, and its weights with it."""
    begin, end = int64(ptr[local]), int64(ptr[local + 1])
    if end - begin <= SHORT:
        sort_short(begin, end, places, weights)
    else:
        sort_long(begin, end - begin, places, weights)


def sort_short(begin, end, places, weights):
    """Sort by insertion."""
    for edge in range(begin + 1, end):
        slot = edge
        while slot > begin and places[slot - 1] > places[slot]:
            swap(slot - 1, slot, places, weights)
            slot -= 1


def sort_long(begin, count, places, weights):
    """Sort as a heap, the greatest place at its root."""
    for root in range(count // 2 - 1, -1, -1):
        sift_down(begin, root, count, places, weights)
    for last in range(count - 1, 0, -1):
        swap(begin, begin + last, places, weights)
        sift_down(begin, int64(0), last, places, weights)


def sift_down(begin, root, count, places, weights):
    """Move an element down the heap until none of its children is greater."""
    child = 2 * root + 1
    while child < count:
        if child + 1 < count and places[begin + child + 1] > places[begin + child]:
            child += 1
        if places[begin + root] >= places[begin + child]:
            return
        swap(begin + root, begin + child, places, weights)
        root = child
        child = 2 * root + 1


def swap(one, other, places, weights):
    """Exchange two neighbors and their weights."""
    places[one], places[other] = places[other], places[one]
    if weights.size:
        weights[one], weights[other] = weights[other], weights[one]
