"""Arrays and edges from SciPy and NetworkX, and arrays to SciPy. Both libraries are imported on first use."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import InputError, shown
from .labels import label_array
from .weight_types import smallest

if TYPE_CHECKING:
    from .graph import Graph


class LabelledEdges(NamedTuple):
    """Edges as positions of their ends among the nodes; `labels` are the nodes, unless these are 0 to V-1."""

    src: np.ndarray
    dst: np.ndarray
    num_vertices: int
    weights: np.ndarray | None
    directed: bool
    labels: np.ndarray | None


def csr_arrays(matrix: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """indptr, indices and, unless the matrix is bool, data of a square SciPy matrix.

    Room that SciPy keeps behind the last element is left out. Raises InputError for a matrix that is dense,
    complex or isn't square.
    """
    if not hasattr(matrix, "tocsr"):
        hint = "scipy.sparse.csr_array makes one"
        raise InputError(f"matrix is a sparse array or matrix of SciPy's, not {shown(matrix)}; {hint}")
    sides = matrix.shape
    if len(sides) != 2 or sides[0] != sides[1]:
        raise InputError(f"an adjacency matrix is square, not {' x '.join(map(str, sides))}")
    if matrix.dtype.kind == "c":
        raise InputError("weights are real numbers; this matrix is complex")
    csr = matrix.tocsr()
    indices, data, used = csr.indices, csr.data, csr.indptr[-1]
    if indices.size > used:
        indices, data = indices[:used], data[:used]
    return csr.indptr, indices, None if csr.dtype == bool else data


def to_scipy(graph: Graph) -> Any:
    """``scipy.sparse.csr_array`` over this graph's own arrays; its values are true if unweighted.

    Parallel edges stay separate entries. Arrays on a GPU are copied. Arithmetic on values of a narrow type
    wraps: take ``.astype(float)`` first.
    """
    from scipy.sparse import csr_array

    src_ptr, dst, weights = graph.to_device("cpu").csr
    data = np.ones(dst.size, bool) if weights is None else weights
    return csr_array((data, dst, src_ptr), shape=(graph.num_vertices, graph.num_vertices))


def networkx_edges(graph: Any, weight: str | None) -> LabelledEdges:
    """The edges of a NetworkX graph, weighted if any has the attribute `weight`; the rest then weigh 1."""
    if not hasattr(graph, "number_of_edges"):
        raise InputError(f"graph is a graph of NetworkX's, not {shown(graph)}")
    if not isinstance(weight, Hashable):
        raise InputError(f"weight is the name of an edge's attribute, not {shown(weight)}")
    nodes = list(graph)
    position = {node: index for index, node in enumerate(nodes)}
    count = graph.number_of_edges()
    src = np.fromiter((position[u] for u, _ in graph.edges()), np.int64, count)
    dst = np.fromiter((position[v] for _, v in graph.edges()), np.int64, count)
    weights = None
    if weight is not None and any(weight in data for _, _, data in graph.edges(data=True)):
        weights = edge_weights((value for _, _, value in graph.edges(data=weight, default=1)), weight)
    return LabelledEdges(src, dst, len(nodes), weights, graph.is_directed(), node_labels(nodes))


def edge_weights(values: Iterable[Any], attribute: Hashable) -> np.ndarray:
    """Values of an edge attribute: integers in the smallest type that holds them all, else float64.

    Raises InputError, naming the attribute, unless they are real numbers.
    """
    numbers = list(values)
    try:
        if all(issubclass(kind, int | np.integer) for kind in set(map(type, numbers))):
            with suppress(OverflowError):
                return smallest(np.array(numbers, np.int64))
        return np.fromiter(map(float, numbers), np.float64)  # NumPy would take None for NaN
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"the edges' attribute {shown(attribute)} must be real numbers: {error}") from None


def node_labels(nodes: list[Any]) -> np.ndarray | None:
    """Another library's nodes as labels; None if they are 0 to V-1 in order."""
    return None if nodes == list(range(len(nodes))) else label_array(nodes)
