"""Weights that shortest paths can be counted by: above 0, so that no path goes round and round."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...device import Device
from ...errors import InputError
from ...graph import Graph, formats
from ...graph.vertices import named


def with_lengths(graph: Graph, weighted: bool, device: Device) -> Graph:
    """The graph with weights of float64: its own, or without weights, or if not `weighted`, 1.

    Raises InputError, naming the edge, for a weight that isn't above 0.
    """
    src_ptr, dst, weights = graph.csr
    if not weighted or weights is None:
        lengths = device.xp.ones(graph.num_edges)
    else:
        lengths = weights.astype(np.float64)
        if not bool((lengths > 0).all()):
            edge = int((~(lengths > 0)).argmax())
            ends = f"{named(graph, graph.coo.src[edge])} -> {named(graph, dst[edge])}"
            raise InputError(f"betweenness needs weights above 0; edge {ends} has {lengths[edge]}")
    return Graph(formats.CSR(src_ptr, dst, lengths), directed=graph.directed, labels=graph.labels)


def too_many_paths(graph: Graph, source: Any) -> InputError:
    """The error for more paths than float64 holds."""
    return InputError(
        f"there are more shortest paths from vertex {named(graph, source)} to another than float64 can hold"
    )


def too_small(graph: Graph, source: Any) -> InputError:
    """The error for a weight that makes no path longer."""
    return InputError(
        f"a weight is too small: added to a distance from vertex {named(graph, source)} it changes nothing"
    )
