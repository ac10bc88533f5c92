"""Numbers of components in the order of their smallest vertices, by a bitmap of these: V / 8 bytes per rank.

A vertex's number is how many smallest vertices come before its component's: so many as words before have,
which one sum over the words tells, and those in the same word below it.
"""

from typing import Any, NamedTuple

import numpy as np

from ..frontier.bitmap import WORD_SIZE, insert
from .forest import Forest
from .graph import DistributedGraph


class Numbering(NamedTuple):
    """The smallest vertices of all components."""

    firsts: Any  # bitmap of ids
    ends: Any  # how many there are up to the end of each word
    smallest: Any  # the smallest id of each root's tree


def numbered(graph: DistributedGraph, forest: Forest, smallest: Any) -> tuple[Any, int]:
    """The number of each own vertex's component, and how many there are; a collective."""
    device, ranks, xp = graph.device, graph.communicator, graph.device.xp
    alone = words_of_alone(graph, forest.linked)
    firsts = alone.copy() if ranks.rank == 0 else xp.zeros_like(alone)
    device.for_each(forest.linked, note_first, graph.ids, forest, smallest, firsts)
    firsts = ranks.sum(firsts)
    numbering = Numbering(firsts, ends_of(graph, firsts), smallest)
    components = xp.empty(graph.ids.size, graph.ids.dtype)
    device.for_each(components.size, take_number, graph.ids, forest, numbering, components)
    return components, int(numbering.ends[-1]) if firsts.size else 0


def ends_of(graph: DistributedGraph, firsts: Any) -> Any:
    """`Numbering.ends` of this bitmap."""
    xp = graph.device.xp
    counts = xp.empty(firsts.size, graph.ids.dtype)
    graph.device.for_each(firsts.size, count_bits, firsts, counts, size=firsts.size)
    return xp.cumsum(counts, dtype=counts.dtype)


def words_of_alone(graph: DistributedGraph, linked: int) -> Any:
    """A bitmap of the ids of all vertices without edges; found once, by a collective."""
    if "_alone" not in vars(graph):
        xp = graph.device.xp
        words = xp.zeros(-(-graph.num_vertices // WORD_SIZE), np.uint32)
        graph.device.for_each(graph.ids.size - linked, note_alone, linked, graph.ids, words)
        vars(graph)["_alone"] = graph.communicator.sum(words)  # no bit is set on two ranks
    return vars(graph)["_alone"]


def note_alone(item, linked, ids, words):
    """Note an own vertex without edges."""
    insert(words, ids[linked + item])


def note_first(local, ids, forest, smallest, firsts):
    """Note an own vertex if it is the smallest of its component."""
    root = forest.parents[forest.parents.size - forest.stride + local]
    if smallest[root] == ids[local]:
        insert(firsts, ids[local])


def count_bits(word, words, counts):
    """Count the bits of a word."""
    counts[word] = num_bits(np.int64(words[word]))


def num_bits(word):
    """How many of 32 bits are set: counted in pairs, fours and eights, which a product then adds up."""
    word -= word >> 1 & 0x55555555
    word = (word & 0x33333333) + (word >> 2 & 0x33333333)
    return ((word + (word >> 4) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


def take_number(local, ids, forest, numbering, components):
    """Give an own vertex the number of its component."""
    first = ids[local]
    if local < forest.linked:
        first = numbering.smallest[forest.parents[forest.parents.size - forest.stride + local]]
    components[local] = number_of(first, numbering.firsts, numbering.ends)


def number_of(first, firsts, ends):
    """The number of the component whose smallest id is `first`."""
    word = first >> 5
    later = np.int64(firsts[word]) >> (first & 31)  # itself, and those behind it
    return ends[word] - num_bits(later)
