"""Graph: one adjacency matrix, each view of it built once, when first asked for."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ..device import Cpu, Device, device_of, get_device, working_on
from ..errors import InputError
from . import edges, formats, interop
from .labels import checked_id, label_array, position
from .preparation import Preparation, prepare
from .prepared import Prepared

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from numpy.typing import ArrayLike

Built = TypeVar("Built")


class Graph:
    """V vertices, ids 0 to V-1, and E directed edges; an undirected edge is stored in both directions.

    Vertex ids are int32, or int64 if V demands it; offsets are int32, or int64 if E demands it. Weights
    are float32 or float64; an unweighted graph holds no value array. Neighbor lists are sorted.
    Build a graph with `from_edges`, `from_csr`, `from_scipy`, `from_networkx` or `wavefront.read`.
    A graph of CuPy arrays is on their GPU, and so are all its views; `to_device` copies a graph.
    """

    def __init__(
        self,
        num_vertices: int,
        num_edges: int,
        pending: formats.CSR,
        *,
        directed: bool,
        labels: np.ndarray | None = None,
        origin: str | None = None,
    ) -> None:
        """For the named constructors: `pending` is checked on first use."""
        if labels is not None and len(labels) != num_vertices:
            raise InputError(f"{len(labels):,} labels for {num_vertices:,} vertices")
        self.num_vertices = num_vertices
        self.num_edges = num_edges
        self.directed = directed
        self.labels = labels
        self.weighted = pending.weights is not None
        self._pending: formats.CSR | None = pending
        self._origin = origin
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
    ) -> Graph:
        """Graph of the edges src[i] -> dst[i], in any order. The arrays are only read.

        Parameters
        ----------
        src, dst
            E integer vertex ids each; CuPy arrays make a graph on their GPU.
        num_vertices
            By default one more than the largest id.
        weights
            E numbers: float32 and float64 are kept, anything else becomes float64.
        directed
            If false, every edge is stored in both directions, a self-loop once, and `csc` is `csr`.
        simplify
            Drop self-loops, and merge parallel edges into one with the smallest weight.
        labels
            The caller's names of the vertices 0 to V-1.

        Raises
        ------
        InputError
            For ids that aren't integers from 0 to V-1, or lengths that differ.
        """
        source, destination = edges.as_array(src), edges.as_array(dst)
        with working_on(device_of(source)):
            coo = edges.given(source, destination, weights)
            csr = edges.built(coo, num_vertices, directed)
        names = None if labels is None else label_array(labels)
        graph = cls(csr.src_ptr.size - 1, csr.dst.size, csr, directed=directed, labels=names)
        graph._csr, graph._pending = csr, None  # needs no check
        return graph.simplified() if simplify else graph

    @classmethod
    def from_csr(
        cls,
        src_ptr: np.ndarray,
        dst: np.ndarray,
        weights: np.ndarray | None = None,
        *,
        directed: bool = True,
        labels: np.ndarray | None = None,
        origin: str | None = None,
    ) -> Graph:
        """Graph over existing arrays, NumPy's or CuPy's, copied only where their types must change.

        `src_ptr` holds V+1 offsets into the E neighbors `dst`. With ``directed=False`` the arrays must hold
        both directions of every edge. Offsets, ids and order are checked when the graph is first used; an
        error then names `origin`, the file of the arrays. Memory maps stay maps.
        """
        csr = edges.given_csr(src_ptr, dst, weights)
        num_vertices, num_edges = csr.src_ptr.size - 1, csr.dst.size
        return cls(num_vertices, num_edges, csr, directed=directed, labels=labels, origin=origin)

    @classmethod
    def from_scipy(cls, matrix: Any, *, directed: bool = True) -> Graph:
        """Graph of a square SciPy sparse array or matrix: element (u, v) is the edge u -> v.

        A bool matrix gives an unweighted graph; any other's values are weights. A CSR matrix with
        sorted int32 indices is not copied. ``directed=False`` says that the matrix is symmetric.
        """
        return cls.from_csr(*interop.csr_arrays(matrix), directed=directed)

    @classmethod
    def from_networkx(cls, graph: Any, *, weight: str | None = "weight") -> Graph:
        """Graph of a NetworkX graph, with the nodes in NetworkX's order.

        Weighted if any edge has the attribute `weight`; edges without the attribute then weigh 1. Unless
        the nodes are 0 to V-1 in order, they become labels.
        """
        src, dst, num_vertices, weights, directed, labels = interop.networkx_edges(graph, weight)
        return cls.from_edges(src, dst, num_vertices, weights, directed=directed, labels=labels)

    def to_scipy(self) -> Any:
        """``scipy.sparse.csr_array`` over this graph's own arrays; its values are true if unweighted.

        Parallel edges stay separate entries. Arrays on a GPU are copied.
        """
        return interop.scipy_csr(self.to_device("cpu").csr)

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        state.update(_lock=None, _copies={})  # neither a lock nor a GPU's memory goes to another process
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _lock=threading.RLock())

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        extras = ", weighted" * self.weighted + ", labelled" * (self.labels is not None)
        return f"Graph({self.num_vertices:,} vertices, {self.num_edges:,} edges, {kind}{extras})"

    @property
    def csr(self) -> formats.CSR:
        """Out-neighbors by source."""
        if self._pending is not None:
            with self._lock:
                if self._pending is not None:
                    self._csr = self._build(edges.checked, self._pending, self.num_vertices, self._origin)
                    self._pending = None
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
        return self._build(formats.csc_slots, self.coo, self.num_vertices)

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

    def dense(self) -> np.ndarray:
        """V x V adjacency matrix, a new array each time: bool, or the weights with 0 for no edge."""
        return self._build(formats.csr_to_dense, self.csr)

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
        InputError for an unknown form, another than before, and one-way edges of an undirected graph.
        """
        wanted = self._form or form
        if form not in ("auto", wanted):
            raise InputError(f"the graph was prepared in the form {wanted!r} before")
        preparation = self._preparation(self.device, wanted)
        self._form = wanted
        if explain:
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
        """The id of the vertex with this label; in a graph without labels, the label is the id.

        Raises InputError if there is no such vertex.
        """
        return self.checked_vertex(label) if self.labels is None else position(self.labels, label)

    @property
    def device(self) -> Device:
        """The device that holds the graph's arrays: the CPU, or a GPU."""
        pending = self._pending  # another thread may be building
        return device_of((self._csr if pending is None else pending).dst)

    def to_device(self, device: str | Device) -> Graph:
        """This graph on `device`: itself if already there, else a copy of `csr`, kept for the next call.

        Raises DeviceError for a GPU that isn't there, or that has too little memory.
        """
        where = get_device(device)
        place = getattr(where, "index", None)  # None is the CPU
        if place == getattr(self.device, "index", None):
            return self
        with self._lock:
            if place not in self._copies:
                self._copies[place] = self._copied(where)
            copy = self._copies[place]
            copy._form = self._form or copy._form
            return copy

    def checked_vertex(self, vertex: Any) -> int:
        """`vertex` as an int. Raises InputError unless it is an integer from 0 to V-1."""
        usual = type(vertex) is int and 0 <= vertex < self.num_vertices  # saves half a microsecond
        return vertex if usual else checked_id(vertex, self.num_vertices)

    def simplified(self) -> Graph:
        """This graph without self-loops, parallel edges merged into one with the smallest weight."""
        csr = self._build(edges.simplified, self.coo, self.num_vertices)
        return Graph.from_csr(*csr, directed=self.directed, labels=self.labels)

    def _copied(self, device: Device) -> Graph:
        with working_on(device):
            src_ptr, dst, weights = self.csr
            values = None if weights is None else device.array(weights)
            csr = formats.CSR(device.array(src_ptr), device.array(dst), values)
        copy = Graph(self.num_vertices, self.num_edges, csr, directed=self.directed, labels=self.labels)
        copy._csr, copy._pending = csr, None  # `self.csr` was checked already
        return copy

    def _build(self, conversion: Callable[..., Built], *arguments: Any) -> Built:
        """The conversion's result, made on this graph's device."""
        with working_on(self.device):
            return conversion(*arguments)
