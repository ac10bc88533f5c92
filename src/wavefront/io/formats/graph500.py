"""Graph500's packed edges (.packed, .graph500): https://github.com/graph500/graph500, packed_edge.

One undirected edge is 12 bytes: the low 32 bits of each end, then a word with the high 16 bits of the first
end in its low half and those of the second end in its high half. Little-endian. The number of vertices is
the largest id plus 1.
"""

import numpy as np

from ...errors import GraphFileError, InputError
from ...graph import Graph
from ...graph.undirected import edges_once
from ...progress import Report
from .. import output
from ..claims import check_claimed_vertices
from ..stream import Input, check_num_vertices, mapped

EDGE = np.dtype([("low", "<u4", 2), ("high", "<i2", 2)])


def read(path: Input, report: Report | None = None) -> Graph:
    """Undirected graph without weights."""
    data = mapped(path, report)
    if data.size % EDGE.itemsize:
        raise GraphFileError(path, f"{data.size:,} bytes are no whole number of {EDGE.itemsize}-byte edges")
    edges = data.view(EDGE)
    ends = edges["low"] | edges["high"].astype(np.int64) << 32
    if int(ends.min()) < 0:
        raise GraphFileError(path, f"vertex {ends.min()} is negative")
    num_vertices = int(ends.max()) + 1
    check_num_vertices(path, num_vertices)
    check_claimed_vertices(path, num_vertices, edges.size)
    return Graph.from_edges(ends[:, 0], ends[:, 1], num_vertices, directed=False)


def write(graph: Graph, path: output.Output) -> None:
    """Writes each edge once. Raises InputError for a graph that is directed, weighted or without edges.

    Vertices after the last one that has an edge are lost.
    """
    output.refuse(graph, ".packed", weights=True, directed=True)
    src, dst, _ = edges_once(graph)
    if not src.size:
        raise InputError(".packed files can't hold a graph without edges")
    ends = np.stack([src, dst], axis=1).astype(np.int64)
    edges = np.empty(src.size, EDGE)
    edges["low"], edges["high"] = ends & 0xFFFFFFFF, ends >> 32
    with output.new_file(path) as file:
        file.write(edges.data)
