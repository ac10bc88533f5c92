"""Connected components: the function that callers use, and its result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ...device import Cpu, Device, array_module, get_device, working_on
from ...errors import require_one_of
from ...graph.build_on_gpu import occurrences
from ...graph.vertices import require_graph
from ..result import in_numpy
from ..shortage import shortage
from ..tables import Labelled, to_arrow, to_frame, to_html
from .afforest import weak_components
from .multistep import strong_components

if TYPE_CHECKING:
    from ...graph import Graph

Kind = Literal["weak", "strong"]

CHUNK = 4096  # vertices whose components a CPU thread numbers at once


@dataclass(frozen=True, eq=False)
class Components:
    """The connected components of a graph.

    Attributes
    ----------
    components
        V integers of the vertex ids' type, from 0 to `num_components` - 1: the component of each vertex.
        Components are numbered in the order of their smallest vertices.
    num_components
        How many there are.
    kind, device
        The kind of the components, and the device that ran.
    """

    graph: Graph
    components: np.ndarray
    num_components: int
    kind: Kind
    device: Device

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html
    labelled = property(Labelled)

    def to_numpy(self) -> Components:
        """This result with its array in NumPy: itself unless it is on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        return f"Components({self.num_components:,} {self.kind} components, on {self.device.name})"

    @cached_property
    def sizes(self) -> np.ndarray:
        """Vertices of each component, where `components` is."""
        with working_on(self.device):
            sizes: np.ndarray = occurrences(self.components, self.num_components)
            return sizes

    def largest(self) -> np.ndarray:
        """The vertices of the largest component, ascending; of equally large ones those of the first.

        For the graph among them: ``graph.subgraph(found.largest())``.
        """
        xp = array_module(self.components)
        with working_on(self.device):
            number = self.sizes.argmax() if self.num_components else 0
            vertices: np.ndarray = xp.flatnonzero(self.components == number)
            return vertices.astype(self.components.dtype, copy=False)


def connected_components(graph: Graph, kind: Kind = "weak", *, device: str | Device = "auto") -> Components:
    """The components of a graph: of an undirected one, or weak or strong ones of a directed one.

    Weak ones by Afforest (Sutton, Ben-Nun and Barak, IPDPS 2018), O(V + E) in practice; strong ones by
    trimming, forward and backward searches, and coloring (Slota, Rajamanickam and Madduri, IPDPS 2014), O(V +
    E) for each of at most 8 rounds of coloring, or by one depth-first search on a CPU of few threads.

    Parameters
    ----------
    kind
        "weak": vertices are in one component if a path joins them that ignores directions. "strong": if
        each can be reached from the other. In an undirected graph both are the same.
    device
        As for `bfs`.

    Notes
    -----
    The numbering is that of SciPy's weak components. SciPy numbers strong ones in another order.

    Raises
    ------
    InputError
        For an unknown `kind`.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    require_one_of("kind", kind, ("weak", "strong"))
    where = get_device(device, graph.device)
    with working_on(where, shortage, "connected_components", graph, {"kind": kind}):
        views = graph.to_device(where)
        if kind == "strong" and graph.directed:
            components, count = _numbered(strong_components(views, where), where)
        elif isinstance(where, Cpu):
            components, count = _numbered(weak_components(views, where), where)
        else:
            from .one_launch import numbered_components  # here, since only a GPU needs its kernels

            components, count = numbered_components(views, where)
    return Components(graph, components, count, kind, where)


def _numbered(smallest: Any, device: Device) -> tuple[Any, int]:
    """Numbered components, and how many, from V ids of the smallest vertex of each vertex's component."""
    if isinstance(device, Cpu):
        return _numbered_in_chunks(smallest, device)
    from .numbering import numbered_on_gpu  # here, since only a GPU needs its kernel

    return numbered_on_gpu(smallest, device)


def _numbered_in_chunks(smallest: np.ndarray, device: Cpu) -> tuple[np.ndarray, int]:
    """As `_numbered`, by all threads."""
    chunks = -(-smallest.size // CHUNK)
    counts = np.empty(chunks, smallest.dtype)
    numbers, components = np.empty_like(smallest), np.empty_like(smallest)
    device.for_each(chunks, count_first, smallest, counts, size=smallest.size)
    ends = counts.cumsum(dtype=smallest.dtype)
    device.for_each(chunks, number_first, smallest, ends - counts, numbers, size=smallest.size)
    device.for_each(smallest.size, take_number, smallest, numbers, components)
    return components, int(counts.sum())


def count_first(chunk, smallest, counts):
    """How many of a chunk of the vertices are their component's smallest."""
    count = 0
    for vertex in range(chunk * CHUNK, min((chunk + 1) * CHUNK, smallest.size)):
        count += smallest[vertex] == vertex
    counts[chunk] = count


def number_first(chunk, smallest, starts, numbers):
    """Number the components whose smallest vertices are in a chunk."""
    number = starts[chunk]
    for vertex in range(chunk * CHUNK, min((chunk + 1) * CHUNK, smallest.size)):
        if smallest[vertex] == vertex:
            numbers[vertex] = number
            number += 1


def take_number(vertex, smallest, numbers, components):
    """Give the vertex its component's number."""
    components[vertex] = numbers[smallest[vertex]]
