"""A heap of the vertices that wait in a search by Dijkstra's algorithm, each once.

A slot has up to four below it: half as many levels as in a binary heap, so that a vertex moves over fewer
lines of memory. `heap` has the vertices and `keys` their distances, in the heap's order; `places` has for
each vertex 0 if the search hasn't met it, its slot plus 1 while it waits, SETTLED afterwards.
"""

SETTLED = -1
ARITY_BITS = 2  # a slot has 1 << ARITY_BITS below it


def move(vertex, key, slot, heap, keys, places):
    """Put the vertex into the slot."""
    heap[slot], keys[slot] = vertex, key
    places[vertex] = slot + 1


def lower(vertex, key, size, heap, keys, places):
    """Give the vertex, which waits or hasn't been met, this key, no larger one. Returns how many wait now."""
    slot = places[vertex] - 1
    if slot < 0:
        slot = size
        size += 1
    while slot > 0:
        above = (slot - 1) >> ARITY_BITS
        if keys[above] <= key:
            break
        move(heap[above], keys[above], slot, heap, keys, places)
        slot = above
    move(vertex, key, slot, heap, keys, places)
    return size


def take_nearest(size, heap, keys, places):
    """Settle the nearest of the vertices that wait, `size` in number, and return it."""
    nearest, last = heap[0], size - 1
    key = keys[last]
    slot, below = 0, 1
    while below < last:
        least, lowest = below, keys[below]
        for other in range(below + 1, min(below + (1 << ARITY_BITS), last)):
            if keys[other] < lowest:
                least, lowest = other, keys[other]
        if key <= lowest:
            break
        move(heap[least], lowest, slot, heap, keys, places)
        slot, below = least, (least << ARITY_BITS) + 1
    move(heap[last], key, slot, heap, keys, places)
    places[nearest] = SETTLED
    return nearest
