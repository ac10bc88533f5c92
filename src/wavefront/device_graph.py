"""A graph's views in a GPU's memory: each copied over once, when first used."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import formats

if TYPE_CHECKING:
    from .device import Cuda
    from .graph import Graph


class DeviceGraph:
    """The views of a `Graph` that traversals read, as a GPU's arrays; undirected, its CSC is its CSR."""

    def __init__(self, graph: Graph, device: Cuda) -> None:
        self._graph, self._device = graph, device
        self.num_vertices: int = graph.num_vertices
        self.num_edges: int = graph.num_edges
        self.directed: bool = graph.directed

    def _copied(self, view: Any) -> Any:
        return type(view)(*(None if a is None else self._device.array(a) for a in view))

    @cached_property
    def csr(self) -> formats.CSR:
        """Out-neighbors by source."""
        return self._copied(self._graph.csr)

    @cached_property
    def csc(self) -> formats.CSC:
        """In-neighbors by destination."""
        return self._copied(self._graph.csc) if self.directed else formats.CSC(*self.csr)

    @cached_property
    def coo(self) -> formats.COO:
        """Source and destination of every edge; the destinations and weights are `csr`'s."""
        return formats.COO(self._device.array(self._graph.coo.src), *self.csr[1:])

    @cached_property
    def ell(self) -> formats.ELL:
        """Neighbor lists padded to the longest."""
        return self._copied(self._graph.ell)

    @cached_property
    def jds(self) -> formats.JDS:
        """Jagged diagonals."""
        return self._copied(self._graph.jds)

    @cached_property
    def out_degrees(self) -> Any:
        """Edges that leave each vertex."""
        return self._device.xp.diff(self.csr.src_ptr)
