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
from ..result import in_numpy, result_array
from ..shortage import shortage
from ..tables import Labelled, to_arrow, to_frame, to_html
from .afforest import Forest, compress
from .afforest_on_cpu import grown
from .multistep import strong_components
from .numbering_on_cpu import numbered_on_cpu

if TYPE_CHECKING:
    from ...graph import Graph

Kind = Literal["weak", "strong"]


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

    Weak ones by Afforest (Sutton, Ben-Nun and Barak, IPDPS 2018), O(V + E) in practice; strong ones on
    a CPU by trimming, forward and backward searches, and coloring (Slota, Rajamanickam and Madduri, IPDPS
    2014), O(V + E) for each of at most 8 rounds of coloring, or by one depth-first search where threads are
    few; on a GPU by signatures (ECL-SCC: Alabandi, Sands, Biros and Burtscher, SC 2023), O(V + E) per sweep.

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
        For a GPU that isn't there, or that has too little memory; for strong components of more than 2^31
        vertices on a GPU.
    """
    require_graph(graph)
    require_one_of("kind", kind, ("weak", "strong"))
    where = get_device(device, graph.device)
    with working_on(where, shortage, "connected_components", graph, {"kind": kind}):
        views = graph.to_device(where)
        components, count = _found(views, kind, where)
    return Components(graph, components, count, kind, where)


def _found(graph: Graph, kind: Kind, device: Device) -> tuple[Any, int]:
    """The component of each vertex, and how many there are."""
    is_strong = kind == "strong" and graph.directed
    if isinstance(device, Cpu):
        if not is_strong:
            return numbered_on_cpu(*grown(graph, device), device)
        parents = strong_components(graph, device)
        return numbered_on_cpu(parents, result_array(graph, parents.dtype), device)
    if is_strong:
        from .signatures import numbered_strong_components  # here, since only a GPU needs its kernels

        return numbered_strong_components(graph, device)
    from .one_launch import numbered_components  # likewise

    return numbered_components(graph, device)


def weak_components(graph: Graph, device: Device) -> Any:
    """V vertex ids: the smallest of each vertex's component, which `connected_components` would number."""
    if not isinstance(device, Cpu):
        from .one_launch import smallest_of_each  # likewise

        return smallest_of_each(graph, device)
    parents, _ = grown(graph, device)
    device.for_each(graph.num_vertices, compress, Forest(*graph.csr[:2], parents))
    return parents
