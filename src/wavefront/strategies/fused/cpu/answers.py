"""How the CPU's fused search reads the answers of an edge filter, and prefetches them.

Arrays and bitmaps have functions of their own, without a branch. Of a caller's function all arrays of its
data are prefetched at the edge's number: whether they have an element per edge isn't known.
"""

import numpy as np

from ....filters import Filters, Predicate, edge_in_arrays
from ....filters.votes import Bytes, Words
from ....frontier import contains
from ....intrinsics.prefetch import prefetch
from ....operators.functors import Functor, kept_with_functor


def read_directly(edges: Predicate) -> Predicate:
    """The filter with a function of its own for an array of bool, and for a bitmap."""
    if edges.functor is not edge_in_arrays:
        return edges
    mask, words = edges.data
    if mask.size:
        return Predicate(edge_in_bytes, Bytes(mask.view(np.uint8)), True)
    return Predicate(edge_in_words, Words(words), True)


def edge_in_bytes(source, neighbor, edge, data):
    """Whether the array keeps the edge."""
    return data.mask[np.uint64(edge)] != 0


def edge_in_words(source, neighbor, edge, data):
    """Whether the bitmap keeps the edge."""
    return contains(data.words, np.uint64(edge))


def fetcher_of(filters: Filters, size: int) -> Functor:
    """A function of an edge and of an extended tuple, which had `size` fields: it prefetches edges' data.

    Those are the elements of all arrays at its number, or of a bitmap, if the filter asks for the edge.
    """
    functor, data, reads_edge = filters.edges
    first = size + len(filters.vertices.data)
    arrays = [place for place, values in enumerate(data, first) if isinstance(values, np.ndarray)]
    places = arrays if reads_edge else []
    if functor in (edge_in_words, edge_in_arrays):
        return _fetcher_of_words(functor, places[-1])
    return _fetcher(functor, tuple(places))


@kept_with_functor
def _fetcher_of_words(functor: Functor, words: int) -> Functor:
    def fetch(edge, record):
        prefetch(record[words], edge >> 5)

    return fetch


@kept_with_functor
def _fetcher(functor: Functor, places: tuple[int, ...]) -> Functor:
    def nothing(edge, record):
        return

    fetch: Functor = nothing
    for place in places:
        fetch = _fetch_also(fetch, place)
    return fetch


def _fetch_also(before: Functor, place: int) -> Functor:
    def fetch(edge, record):
        before(edge, record)
        prefetch(record[place], edge)

    return fetch
