"""Attributes of edges: named arrays of one value per stored edge, which move with the edges."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from ..device import array_module
from ..errors import InputError, shown
from . import edges, formats
from .arrays import index_dtype

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike

    from .graph import Graph

    Attributes = dict[str, np.ndarray]
    GivenAttributes = Mapping[str, ArrayLike] | None


def edge_attributes(graph: Graph) -> Mapping[str, np.ndarray]:
    """The arrays by name, each of E values: that of edge i, which leads to ``csr.dst[i]``, is value i."""
    return MappingProxyType(graph._edge_attributes)


def checked_attributes(given: GivenAttributes, ends: np.ndarray) -> Attributes:
    """The arrays, not copied where they are contiguous, for edges with these ends.

    Raises InputError unless each has one boolean or number per edge, and is where the edges are.
    """
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise InputError(f"edge_attributes maps names to arrays, not {shown(given)}")
    arrays = {}
    for name, values in given.items():
        argument = f"edge_attributes[{name!r}]"
        array = edges.as_array(values, argument)
        if array.ndim != 1 or (array.size and array.dtype.kind not in "biuf"):
            raise InputError(f"{argument} must be a one-dimensional array of booleans or real numbers")
        if array.size != ends.size:
            raise InputError(f"there are {ends.size:,} edges, {argument} has {array.size:,} elements")
        edges.require_one_place(**{"dst": ends, argument: array})
        arrays[name] = array
    return arrays


def of_edges(attributes: Mapping[str, np.ndarray], chosen: np.ndarray) -> Attributes:
    """The values of the chosen edges, E' numbers of edges."""
    return {name: values[chosen] for name, values in attributes.items()}


def built(
    coo: formats.COO, num_vertices: int | None, directed: bool, given: GivenAttributes
) -> tuple[formats.CSR, Attributes]:
    """As `edges.built`, with the attributes in the order of the stored edges."""
    attributes = checked_attributes(given, coo.dst)
    if not attributes:
        return edges.built(coo, num_vertices, directed), {}
    csr = edges.built(coo._replace(weights=_numbers(coo.dst)), num_vertices, directed)
    assert csr.weights is not None  # the number of each stored edge among the given ones
    weights = None if coo.weights is None else coo.weights[csr.weights]
    return csr._replace(weights=weights), of_edges(attributes, csr.weights)


def in_order_of(lists: formats.CSR, given: formats.CSR, attributes: Attributes) -> Attributes:
    """The attributes of given neighbor lists in the order of the sorted `lists` made of them."""
    if not attributes or lists.dst is given.dst:
        return attributes
    src, dst, _ = formats.csr_to_coo(given)
    order = formats.coo_to_csr(formats.COO(src, dst, _numbers(dst)), given.src_ptr.size - 1).weights
    assert order is not None
    return of_edges(attributes, order)


def _numbers(ends: np.ndarray) -> np.ndarray:
    numbers: np.ndarray = array_module(ends).arange(ends.size, dtype=index_dtype(ends.size))
    return numbers
