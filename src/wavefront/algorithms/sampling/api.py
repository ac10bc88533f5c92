"""Neighbors drawn at random: the function that callers use, and its result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple
from warnings import warn

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...errors import InputError, checked_flag, checked_integer
from ...graph.arrays import exclusive_scan
from ...graph.edges import as_array
from ...graph.formats import lengths
from ...graph.vertices import checked_vertices, named, require_graph
from ...graph.weight_types import real_weights
from ...old_names import renamed, renamed_attribute
from .draws import Asked, Lists, count_draws, draw
from .long_lists import LONGEST, count_long, draw_long, long_lists

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from ...graph import Graph


class SampledLayer(NamedTuple):
    """The M edges that one layer drew."""

    edge_index: np.ndarray  # 2 x M int64, places in `vertices`: the neighbors drawn; the vertices they are of
    edges: np.ndarray  # M int64: each edge's slot in the graph's `csr`, to look up what is stored per edge
    num_vertices: int  # how many of `vertices` are known after the layer


@dataclass(frozen=True, eq=False)
class SampledNeighbors:
    """Neighbors drawn around the sources: a graph of N vertices, in layers.

    Attributes
    ----------
    vertices
        N int64 ids, by which features are looked up: the S sources in the order given, then the vertices that
        each layer found, ascending.
    layers
        A `SampledLayer` per fanout, the one around the sources first.
    fanouts, replace, seed, weighted, device
        What the neighbors were drawn with; `weighted` if in proportion to weights.
    """

    graph: Graph
    sources: np.ndarray
    vertices: np.ndarray
    layers: tuple[SampledLayer, ...]
    fanouts: tuple[int, ...]
    replace: bool
    seed: int
    weighted: bool
    device: Device

    seeds = renamed_attribute("seeds", "sources")

    @property
    def edge_index(self) -> np.ndarray:
        """The edges of all layers, 2 x M int64: ``edge_index`` of PyTorch Geometric."""
        return self._joined("edge_index", axis=1)

    @property
    def edges(self) -> np.ndarray:
        """The slots of the edges of all layers in the graph's `csr`: M int64."""
        return self._joined("edges", axis=0)

    def _joined(self, name: str, axis: int) -> np.ndarray:
        with working_on(self.device):
            arrays = [getattr(layer, name) for layer in self.layers]
            joined: np.ndarray = self.device.xp.concatenate(arrays, axis=axis)
            return joined

    def __repr__(self) -> str:
        sizes = f"{self.vertices.size:,} vertices, {sum(layer.edges.size for layer in self.layers):,} edges"
        return f"SampledNeighbors({sizes}, fanouts {list(self.fanouts)}, on {self.device.name})"


@renamed(seeds="source")
def sample_neighbors(
    graph: Graph,
    source: int | Sequence[int] | np.ndarray,
    fanouts: Sequence[int],
    *,
    replace: bool = False,
    seed: int = 0,
    weighted: bool = False,
    weights: ArrayLike | None = None,
    device: str | Device = "auto",
) -> SampledNeighbors:
    """Draw neighbors of the sources, then neighbors of the vertices found, and so on, once per fanout.

    This is the sampling of GraphSAGE (Hamilton, Ying, Leskovec, NeurIPS 2017, algorithm 2), with each vertex
    drawing once. A vertex draws from its list: the ends of the edges that leave it. For messages along the
    edges, so that a vertex draws from those that enter it, pass ``graph.reversed``.

    Parameters
    ----------
    source
        S different vertex ids, or one.
    fanouts
        How many neighbors a vertex draws in each layer; -1 for all of them.
    replace
        Whether one edge can be drawn several times. Otherwise a vertex with fewer neighbors draws them all.
    seed
        The same seed gives the same edges: on every device, and however many threads there are. With
        weights, a GPU's logarithms may differ in the last bit.
    weighted
        Whether neighbors are drawn in proportion to the weights of the edges, 0 or more, one after the other,
        and never for 0. Otherwise all are as likely. Edges come in the order of the draws, or in that of the
        list where all are drawn.
    weights
        E numbers in the order of `csr`, in place of the graph's weights.
    device
        As for `bfs`.

    Returns
    -------
    SampledNeighbors
        With arrays on the device, which PyTorch takes without a copy: ``torch.from_dlpack``.

    Raises
    ------
    InputError
        For sources that are no vertices or not different, a fanout below -1, and weights that are missing,
        too few, or, where a vertex draws, negative or not finite.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    replace = checked_flag("replace", replace)
    chosen = _chosen_weights(graph, checked_flag("weighted", weighted), weights)
    seed = checked_integer("seed", seed, 0)
    is_array = isinstance(fanouts, np.ndarray) and fanouts.ndim == 1
    if not (is_array or isinstance(fanouts, list | tuple | range)) or not len(fanouts):
        raise InputError(
            "fanouts is a list of at least one fanout: of neighbors per vertex, a number per layer"
        )
    numbers = tuple(checked_integer("a fanout", fanout, -1) for fanout in fanouts)
    starts = checked_vertices(graph, source, "source")
    if np.unique(starts).size < starts.size:
        raise InputError("source: different vertices; numpy.unique keeps each once")
    where = get_device(device, graph.device)
    with working_on(where):
        csr = graph.to_device(where).csr
        lists = Lists(csr.src_ptr, _probabilities(graph, chosen, where))
        known = Known(where.array(starts), where.xp)
        keys = np.random.default_rng(seed).integers(2**62, size=len(numbers))
        layers = []
        for key, fanout in zip(keys, numbers, strict=True):
            asked = Asked(int(key), fanout, replace, graph.num_edges)
            frontier = known.found_last
            ptr, slots = _drawn(graph, lists, frontier, asked, where)
            drawing = where.xp.arange(known.size - frontier.size, known.size)
            drew = where.xp.repeat(drawing, lengths(ptr))
            edge_index = where.xp.stack((known.entered(csr.dst[slots]), drew))
            layers.append(SampledLayer(edge_index, slots, known.size))
        options = numbers, replace, seed, lists.weights.size > 0, where
        return SampledNeighbors(graph, starts, known.vertices, tuple(layers), *options)


class Known:
    """The vertices found so far, in order, and the place of each."""

    def __init__(self, vertices: Any, xp: Any) -> None:
        self._xp = xp
        self._parts = [vertices]
        self.size = vertices.size
        self._places = xp.argsort(vertices)
        self._ascending = vertices[self._places]

    @property
    def found_last(self) -> Any:
        """The vertices that the last call of `entered` found first."""
        return self._parts[-1]

    @property
    def vertices(self) -> Any:
        """All of them."""
        return self._xp.concatenate(self._parts)

    def entered(self, ids: Any) -> Any:
        """The places of these vertices; those that aren't known yet get the next ones, ascending."""
        xp = self._xp
        each, inverse = xp.unique(ids, return_inverse=True)
        each = each.astype(np.int64)
        nearest = xp.minimum(xp.searchsorted(self._ascending, each), self.size - 1)
        places = self._places[nearest]
        new = xp.flatnonzero(self._ascending[nearest] != each)
        places[new] = xp.arange(self.size, self.size + new.size)
        self._parts.append(each[new])
        self.size += new.size
        ascending = xp.concatenate((self._ascending, each[new]))
        order = xp.argsort(ascending, kind="stable")
        self._ascending = ascending[order]
        self._places = xp.concatenate((self._places, places[new]))[order]
        return places[inverse.ravel()]


def _chosen_weights(graph: Graph, weighted: bool, weights: ArrayLike | None) -> ArrayLike | None:
    """The weights that were given or else the graph's if they were asked for."""
    if isinstance(weights, bool):
        warn("weights=True is now weighted=True", DeprecationWarning, stacklevel=4)
        weighted, weights = weights, None
    if weights is not None or not weighted:
        return weights
    if graph.csr.weights is None:
        raise InputError("weighted=True needs a graph with weights")
    return graph.csr.weights


def _probabilities(graph: Graph, weights: ArrayLike | None, device: Device) -> Any:
    """E weights on the device; none if all neighbors are as likely."""
    if weights is None:
        return device.xp.empty(0)
    values = as_array(weights, "weights")
    if values.shape != (graph.num_edges,):
        raise InputError(f"weights must be {graph.num_edges:,} numbers, one per stored edge")
    return device.array(real_weights(values))


def _drawn(graph: Graph, lists: Lists, frontier: Any, asked: Asked, device: Device) -> tuple[Any, Any]:
    """Where each vertex's edges begin, and the slots of the edges drawn."""
    counts, wrong = (device.xp.empty(frontier.size, np.int64) for _ in range(2))
    long = None
    if lists.weights.size and not (asked.replace and asked.fanout >= 0) and not isinstance(device, Cpu):
        asked = asked._replace(longest=LONGEST)
        long = long_lists(frontier, lists, asked, device)
    device.for_each(frontier.size, count_draws, frontier, lists, asked, counts, wrong)
    if long is not None:
        count_long(long, lists, asked, counts, wrong, device)
    if frontier.size and (slot := int(wrong.max())) >= 0:
        vertex, weight = int(frontier[int(wrong.argmax())]), float(lists.weights[slot])
        raise InputError(f"weights holds {weight} for an edge from vertex {named(graph, vertex)}")
    ptr = exclusive_scan(counts, np.int64)
    slots = device.xp.empty(int(ptr[-1]), np.int64)
    ranks = device.xp.empty(slots.size if lists.weights.size else 0)
    device.for_each(frontier.size, draw, frontier, lists, asked, ptr, slots, ranks)
    if long is not None:
        draw_long(long, lists, asked, ptr, slots, device)
    return ptr, slots
