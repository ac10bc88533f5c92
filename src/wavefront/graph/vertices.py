"""Graphs and vertices as arguments and in messages: checked, and named in the caller's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..device import Cpu
from ..errors import InputError, shown
from .edges import as_array
from .graph import Graph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    Vertices = int | Sequence[int] | np.ndarray

ARRAYS = ("__array__", "__cuda_array_interface__", "__dlpack__", "tolist")  # of arrays and buffers
MAKERS = {  # by another library's name
    "igraph": "Graph.from_igraph",
    "networkx": "Graph.from_networkx",
    "rustworkx": "Graph.from_rustworkx",
    "scipy": "Graph.from_scipy",
}


def require_graph(graph: object) -> None:
    """Raise InputError, saying how one is made, unless this is a graph of ours."""
    if isinstance(graph, Graph):
        return
    library = type(graph).__module__.partition(".")[0]
    hint = f"; {MAKERS[library]} makes one of it" if library in MAKERS else ""
    raise InputError(f"graph is a wavefront.Graph, not {shown(graph)}{hint}")


def checked_vertices(graph: Graph, vertices: Vertices, name: str) -> np.ndarray:
    """The ids of several vertices, or of one, as int64 in the order given.

    Raises InputError, naming the argument, unless they are integers from 0 to V-1, at least one of them.
    """
    if isinstance(vertices, list | tuple | range):
        ids = [graph.checked_vertex(vertex, name) for vertex in vertices]
    elif any(hasattr(vertices, name) for name in ARRAYS):
        array = np.atleast_1d(Cpu().array(as_array(vertices)))
        if array.ndim != 1:
            raise InputError(f"{name} is a vertex or a list of vertices, not {shown(vertices)}")
        ids = [graph.checked_vertex(vertex, name) for vertex in array.tolist()]
    else:
        ids = [graph.checked_vertex(vertices, name)]
    if not ids:
        one = "vertex" if name == "vertices" else name.removesuffix("s")
        raise InputError(f"{name}: at least one {one} is needed")
    return np.array(ids, np.int64)


def distinct_vertices(graph: Graph, vertices: Vertices, name: str) -> np.ndarray:
    """The ids of several vertices, or of one, ascending, in the type of the graph's ids. Errors as above."""
    if isinstance(vertices, (int, np.integer)):  # the usual case, in fewer microseconds
        one = np.empty(1, graph.csr.dst.dtype)
        one[0] = graph.checked_vertex(vertices, name)
        return one
    return np.unique(checked_vertices(graph, vertices, name).astype(graph.csr.dst.dtype))


def chosen_vertices(
    graph: Graph, given: Vertices | None, name: str, seed: int, kept: np.ndarray | None = None
) -> np.ndarray:
    """Vertices to work from, ascending, as int64: all for None, so many drawn for a number, or those listed.

    `kept` are the ids, ascending, of those that a filter keeps. Raises InputError, naming the argument, for a
    number that isn't from 1 to V, or to as many as are kept; for one that is dropped; or as
    `checked_vertices`.
    """
    count = graph.num_vertices if kept is None else kept.size
    listed = checked_choice(graph, given, name, count)
    if listed is None:
        return np.arange(count) if kept is None else kept
    if isinstance(listed, int):
        drawn = np.sort(np.random.default_rng(seed).choice(count, listed, replace=False))
        return drawn if kept is None else kept[drawn]
    if kept is not None and (dropped := np.setdiff1d(listed, kept, assume_unique=True)).size:
        raise InputError(f"{name}: vertex {named(graph, dropped[0])} is dropped by vertex_filter")
    return listed


def checked_choice(
    graph: Graph, given: Vertices | None, name: str, count: int | None = None
) -> np.ndarray | int | None:
    """What to choose, before anything is made for it: all for None, a number to draw, or ids, ascending.

    At most `count`, by default V, are to be drawn. Raises InputError as `chosen_vertices`.
    """
    if given is None:
        return None
    if isinstance(given, int | np.integer):
        most = graph.num_vertices if count is None else count
        if isinstance(given, bool) or not 1 <= given <= most:
            raise InputError(f"{name} must be from 1 to {most:,} to be drawn, not {shown(given)}")
        return int(given)
    return np.unique(checked_vertices(graph, given, name))


def vertex_shares(graph: Graph, given: Mapping[int, float] | ArrayLike, name: str) -> np.ndarray:
    """V float64 that add up to 1, in proportion to V numbers, or to numbers for some vertices.

    Raises InputError, naming the argument, unless the numbers are finite, not negative, and not all 0.
    """
    shares = np.zeros(graph.num_vertices)
    if isinstance(given, Mapping):
        places: Any = [graph.checked_vertex(vertex, name) for vertex in given]
        numbers, count = as_array(list(given.values()), name), len(places)
    else:
        places, count = slice(None), graph.num_vertices
        numbers = Cpu().array(as_array(given, name))
    if numbers.shape != (count,) or (count and numbers.dtype.kind not in "biuf"):
        raise InputError(f"{name} must be {graph.num_vertices:,} numbers, or a number for some vertices")
    shares[places] = numbers
    with np.errstate(over="ignore"):  # enormous numbers are refused below
        total = shares.sum()
    if not (np.isfinite(total) and (shares >= 0).all() and total > 0):
        raise InputError(f"{name} must be finite, not negative, and not 0 everywhere")
    shares /= total
    return shares


def named(graph: Graph, vertex: Any) -> str:
    """How messages call a vertex: by its id; in a graph with labels by its label, and the id."""
    if graph.labels is None:
        return str(int(vertex))
    label = graph.labels[int(vertex)]
    return f"{shown(label.item() if isinstance(label, np.generic) else label)} (id {int(vertex)})"
