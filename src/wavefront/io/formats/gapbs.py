"""GAP Benchmark Suite's serialized graphs (.sg, .wsg with weights): https://github.com/sbeamer/gapbs.

Little-endian and without padding: directed (1 byte), number of stored edges and of vertices (int64), V+1
offsets (int64), E neighbors (int32; .wsg: pairs of neighbor and weight, int32), and, if directed, the
same two arrays for the reversed edges. Reading ignores the second pair.
"""

import numpy as np

from ...errors import GraphFileError, InputError
from ...graph import Graph
from ...graph.weight_types import smallest
from ...progress import Report
from .. import output
from ..stream import Input, mapped, narrowed, suffix_of

HEADER_SIZE = 17  # bytes
INT32_MAX = 2**31 - 1


def read(path: Input, report: Report | None = None) -> Graph:
    """Graph over the memory-mapped file: its neighbors are the graph's, and aren't read before they are used.

    Offsets become 32 bits wide where that is enough, and pairs of neighbor and weight are copied apart. Ids
    and offsets are checked when the graph is first used. While the graph is in use, the file may be renamed
    or deleted, or replaced by a new file as `write` does, but not changed in place: the graph would change
    too, and a shortened file ends the process. A graph may change its own arrays; the file stays as it is.

    An undirected graph's file must hold both directions of every edge, which is checked then too.
    """
    data = mapped(path, report)
    if data.size < HEADER_SIZE:
        raise GraphFileError(path, f"the file ends inside its {HEADER_SIZE}-byte header")
    directed = int(data[0])
    num_edges, num_vertices = (int(count) for count in data[1:HEADER_SIZE].view("<i8"))
    if directed > 1 or num_edges < 0 or num_vertices < 0:
        raise GraphFileError(path, "not a serialized graph: the header makes no sense")
    widths = [
        width
        for width in (4, 8)
        if data.size == HEADER_SIZE + (1 + directed) * (8 * (num_vertices + 1) + width * num_edges)
    ]
    if not widths:
        claims = f"{num_vertices:,} vertices and {num_edges:,} edges"
        raise GraphFileError(path, f"the header says {claims}; a file of {data.size:,} bytes can't be that")
    neighbors_at = HEADER_SIZE + 8 * (num_vertices + 1)
    # Without edges, the name tells whether there are weights.
    width = widths[-1] if suffix_of(path) == ".wsg" else widths[0]
    offsets = narrowed(path, data[HEADER_SIZE:neighbors_at].view("<i8"), num_edges, "offset")
    columns = data[neighbors_at : neighbors_at + width * num_edges].view("<i4")
    if width == 4:
        return Graph.from_csr(offsets, columns, directed=bool(directed), origin=str(path))
    neighbors, weights = columns[::2].copy(), smallest(columns[1::2])
    return Graph.from_csr(offsets, neighbors, weights, directed=bool(directed), origin=str(path))


def write(graph: Graph, path: output.Output) -> None:
    """Raises InputError for weights in .sg, and in .wsg for none or any but 32-bit integers."""
    suffix = suffix_of(path)
    output.refuse(graph, suffix, weights=suffix != ".wsg")
    if suffix == ".wsg" and not graph.weighted:
        raise InputError(".wsg files hold weights and this graph has none; write .sg")
    if graph.num_vertices > INT32_MAX:
        raise InputError(f"{suffix} files hold no more than {INT32_MAX:,} vertices")
    views = [graph.csr, graph.csc] if graph.directed else [graph.csr]
    with output.new_file(path) as file:
        file.write(bytes([graph.directed]))
        file.write(np.array([graph.num_edges, graph.num_vertices], "<i8").data)
        for offsets, neighbors, weights in views:
            columns = neighbors.astype("<i4")
            if weights is not None:
                integers = output.require_integers(weights, -INT32_MAX - 1, INT32_MAX, suffix)
                columns = np.column_stack([columns, integers]).astype("<i4")
            file.write(offsets.astype("<i8").data)
            file.write(columns.data)
