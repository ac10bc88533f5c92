"""Graph: one adjacency matrix, each view of it built once, when first asked for."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ..device import Cpu, Device, device_of, get_device, working_on
from ..errors import InputError, checked_flag, require_one_of
from . import arrow_tables, attributes, changes, edge_arrays, edges, formats, interop, libraries, parts
from .labels import checked_id, checked_labels, position
from .neighbor_lists import checked
from .notebook import graph_html
from .preparation import FORMS, Preparation, prepare
from .prepared import Prepared
from .undirected import as_undirected

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from numpy.typing import ArrayLike

Built = TypeVar("Built")


class Graph:
    """V vertices, ids 0 to V-1, and E directed edges; an undirected edge is stored in both directions.

    Vertex ids are int32, or int64 if V demands it; offsets likewise by E. Lists are sorted. A graph of CuPy
    arrays is on their GPU, with all its views. Arrays must not be changed: what is made of them is kept. See
    `from_edges`, `from_csr`, `from_networkx`, and `wavefront.read`.
    """

    def __init__(
        self,
        csr: formats.CSR,
        *,
        directed: bool,
        labels: Sequence[Hashable] | np.ndarray | None,
        origin: str | None = None,
        is_checked: bool = True,
        edge_attributes: attributes.Attributes | None = None,
    ) -> None:
        """For the named constructors: a `csr` that isn't checked yet is checked on first use."""
        self.num_vertices, self.num_edges = csr.src_ptr.size - 1, csr.dst.size
        self.directed, self.weighted = directed, csr.weights is not None
        self.labels = None if labels is None else checked_labels(labels, self.num_vertices)
        self._csr, self._pending, self._origin = csr, not is_checked, origin
        self._edge_attributes = edge_attributes or {}
        self._form: str | None = None  # that `prepare` was asked for
        self._preparations: dict[bool, Preparation] = {}  # by whether it is for a GPU
        self._copies: dict[int | None, Graph] = {}  # by GPU
        self._lock = threading.RLock()

    @classmethod
    def from_edges(
        cls,
        src: ArrayLike,
        dst: ArrayLike,
        num_vertices: int | None = None,
        weights: ArrayLike | None = None,
        *,
        directed: bool = True,
        simplify: bool = False,
        labels: Sequence[Hashable] | np.ndarray | None = None,
        edge_attributes: attributes.GivenAttributes = None,
    ) -> Graph:
        """Graph of the edges src[i] -> dst[i], in any order. The arrays are only read.

        Parameters
        ----------
        src, dst
            E integer vertex ids each; CuPy arrays make a graph on their GPU.
        num_vertices
            By default one more than the largest id.
        weights
            E numbers, maybe infinite or NaN, of uint8, int16 to int64, float32 or float64; others widen.
        directed
            If false, every edge is stored in both directions, a self-loop once, and `csc` is `csr`.
        simplify
            Drop self-loops, and merge parallel edges into one with the smallest weight.
        labels
            The caller's names of the vertices 0 to V-1.
        edge_attributes
            Arrays by name, of E booleans or numbers each, kept as `edge_attributes`.

        Raises
        ------
        InputError
            For ids that aren't integers from 0 to V-1, other wrong arrays, or too many vertices for memory.
        """
        directed, simplify = checked_flag("directed", directed), checked_flag("simplify", simplify)
        source, destination = edges.as_array(src, "src"), edges.as_array(dst, "dst")
        values = None if weights is None else edges.as_array(weights, "weights")
        with working_on(device_of(source)):
            coo = edges.given(source, destination, values)
            csr, kept = attributes.built(coo, num_vertices, directed, edge_attributes)
        graph = cls(csr, directed=directed, labels=labels, edge_attributes=kept)
        return graph.simplified() if simplify else graph

    @classmethod
    def from_csr(
        cls,
        src_ptr: np.ndarray,
        dst: np.ndarray,
        weights: np.ndarray | None = None,
        *,
        directed: bool = True,
        symmetrize: bool = False,
        check: bool = True,
        labels: Sequence[Hashable] | np.ndarray | None = None,
        origin: str | None = None,
        edge_attributes: attributes.GivenAttributes = None,
    ) -> Graph:
        """Graph over existing arrays, which must not change from then on. Memory maps stay maps.

        Arrays are copied only where they have gaps, or a type, the byte order or a list's order must change.
        Raises InputError for arrays that aren't as follows.

        Parameters
        ----------
        src_ptr, dst, weights
            V+1 offsets, which rise from 0 to E; E neighbors, vertex v's from src_ptr[v] on; E numbers.
        directed
            If false, the arrays must hold every edge in both directions, with equal weights.
        symmetrize
            Make the graph undirected: an edge without a reverse of equal weight gets one.
        check
            If false, nothing is read: all this must be true, and lists sorted.
        origin
            The file of the arrays. They are then checked on first use, and an error names the file.
        edge_attributes
            Arrays by name, of E booleans or numbers each, in the order of `dst`.
        """
        symmetrize, check = checked_flag("symmetrize", symmetrize), checked_flag("check", check)
        csr = edges.given_csr(src_ptr, dst, weights)
        directed = checked_flag("directed", directed) or symmetrize
        kept = attributes.checked_attributes(edge_attributes, csr.dst)
        graph = cls(csr, directed=directed, labels=labels, origin=origin, is_checked=not check)
        if kept or origin is None:
            graph._edge_attributes = graph._build(attributes.in_order_of, graph.csr, csr, kept)  # checks now
        return as_undirected(graph) if symmetrize else graph

    @classmethod
    def from_scipy(
        cls, matrix: Any, *, directed: bool = True, symmetrize: bool = False, check: bool = True
    ) -> Graph:
        """Graph of a square SciPy sparse array or matrix: the stored element (u, v) is the edge u -> v.

        A bool matrix gives an unweighted graph; any other's values are weights. A CSR matrix with sorted
        int32 indices isn't copied; duplicates in it are parallel edges, in COO SciPy adds them up. The other
        parameters and the errors are those of `from_csr`; for an upper triangle, pass ``symmetrize=True``.
        """
        csr = interop.csr_arrays(matrix)
        return cls.from_csr(*csr, directed=directed, symmetrize=symmetrize, check=check)

    from_edges_table = classmethod(arrow_tables.from_edges_table)
    from_networkx = classmethod(libraries.from_networkx)
    from_igraph, from_rustworkx = classmethod(libraries.from_igraph), classmethod(libraries.from_rustworkx)
    from_networkit, from_dgl = classmethod(edge_arrays.from_networkit), classmethod(edge_arrays.from_dgl)
    from_graph_tool, from_pyg = classmethod(edge_arrays.from_graph_tool), classmethod(edge_arrays.from_pyg)
    to_networkx, to_igraph, to_pandas = libraries.to_networkx, libraries.to_igraph, libraries.to_pandas
    to_rustworkx, to_networkit = libraries.to_rustworkx, edge_arrays.to_networkit
    to_graph_tool, to_scipy = edge_arrays.to_graph_tool, interop.to_scipy
    _repr_html_ = graph_html

    def __getstate__(self) -> dict[str, Any]:
        """What pickle and copy take: labels and neighbor lists. What is made from these is made again."""
        views = {name for name, value in vars(type(self)).items() if isinstance(value, cached_property)}
        kept = {name: value for name, value in vars(self).items() if name not in views}
        return kept | {"_lock": None, "_copies": {}, "_preparations": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _lock=threading.RLock())

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        extras = ", weighted" * self.weighted + ", labelled" * (self.labels is not None)
        return f"Graph({self.num_vertices:,} vertices, {self.num_edges:,} edges, {kind}{extras})"

    @property
    def csr(self) -> formats.CSR:
        """Out-neighbors by source."""
        if self._pending:
            with self._lock:
                if self._pending:
                    self._csr = self._build(checked, self._csr, self.directed, self._origin)
                    self._pending = False
        return self._csr

    @cached_property
    def csc(self) -> formats.CSC:
        """In-neighbors by destination; for an undirected graph the same arrays as `csr`."""
        if not self.directed:
            return formats.CSC(*self.csr)
        return self._build(formats.coo_to_csc, self.coo, self.num_vertices)

    @cached_property
    def csc_slots(self) -> np.ndarray:
        """The slot in `csr` of each edge of `csc`: E integers, to look up values stored per edge."""
        return self._build(formats.csc_slots, self.coo, self.num_vertices, self.directed)

    @cached_property
    def coo(self) -> formats.COO:
        """Source and destination of every edge, in `csr`'s order."""
        return self._build(formats.csr_to_coo, self.csr)

    @cached_property
    def ell(self) -> formats.ELL:
        """Neighbor lists padded to the longest."""
        return self._build(formats.csr_to_ell, self.csr)

    @cached_property
    def jds(self) -> formats.JDS:
        """Jagged diagonals."""
        return self._build(formats.csr_to_jds, self.csr)

    @cached_property
    def out_degrees(self) -> np.ndarray:
        """Edges that leave each vertex: V integers of the offsets' type."""
        return self._build(formats.lengths, self.csr.src_ptr)

    @cached_property
    def in_degrees(self) -> np.ndarray:
        """Edges that enter each vertex: V integers of the offsets' type."""
        return self._build(formats.lengths, self.csc.dst_ptr)

    def prepare(self, form: str = "auto", *, explain: bool = False) -> Graph:
        """Store the graph again in a form that `bfs` searches in less time, if one helps; returns this graph.

        "auto" measures the graph; the other forms are those of `preparation.FORMS`. `explain` prints the
        choice. Takes the time of tens of searches, and memory as `csr`. Vertex ids stay the caller's. Raises
        InputError for an unknown form, or another than before.
        """
        require_one_of("form", form, ("auto", *FORMS))
        wanted = self._form or form
        if form not in ("auto", wanted):
            raise InputError(f"the graph was prepared in the form {wanted!r} before")
        preparation = self._preparation(self.device, wanted)
        self._form = wanted
        if checked_flag("explain", explain):
            print(preparation)
        return self

    def prepared_for(self, device: Device) -> Prepared | None:
        """What searches on this device read instead of the graph's views, built by the first one; or None."""
        return None if self._form is None else self._preparation(device, self._form).prepared

    def _preparation(self, device: Device, form: str) -> Preparation:
        with self._lock:
            if (on_gpu := not isinstance(device, Cpu)) not in self._preparations:
                self._preparations[on_gpu] = self._build(prepare, self.csr, self.csc, form, on_gpu)
            return self._preparations[on_gpu]

    def vertex(self, label: Hashable) -> int:
        """The id of the vertex with this label, by default its id. Raises InputError if there is none."""
        return self.checked_vertex(label) if self.labels is None else position(self.labels, label)

    @cached_property
    def device(self) -> Device:
        """The device that holds the graph's arrays: the CPU, or a GPU."""
        return device_of(self._csr.dst)

    def to_device(self, device: str | Device) -> Graph:
        """This graph on `device`: itself if already there, else a copy, kept for the next call.

        Raises DeviceError for a GPU that isn't there, or that has too little memory.
        """
        where = get_device(device)
        if (place := getattr(where, "index", None)) == getattr(self.device, "index", None):  # None: the CPU
            return self
        with self._lock:
            if place not in self._copies:
                self._copies[place] = parts.copied(self, where)
            copy = self._copies[place]
            copy._form = self._form or copy._form
            return copy

    def checked_vertex(self, vertex: Any, name: str | None = None) -> int:
        """`vertex` as an int. Raises InputError, with the `name`, unless it is an integer from 0 to V-1."""
        usual = type(vertex) is int and 0 <= vertex < self.num_vertices  # saves half a microsecond
        return vertex if usual else checked_id(vertex, self.num_vertices, self.labels, name)

    edge_attributes = property(attributes.edge_attributes)
    reversed = cached_property(parts.reversed)
    neighbors, has_edge, subgraph, dense = parts.neighbors, parts.has_edge, parts.subgraph, parts.dense
    simplified, to_undirected, with_edges = parts.simplified, as_undirected, changes.with_edges

    def _build(self, conversion: Callable[..., Built], *arguments: Any) -> Built:
        """The conversion's result, made on this graph's device."""
        with working_on(self.device):
            return conversion(*arguments)
