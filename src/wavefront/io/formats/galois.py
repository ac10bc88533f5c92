"""Galois's binary graphs (.gr): https://github.com/IntelligentSoftwareSystems/Galois, libgalois FileGraph.

Little-endian: version (1 or 2), bytes of data per edge, vertices, edges (uint64 each); the end of each
vertex's edges (uint64); neighbors (uint32, in version 2 uint64), an odd number of them padded with one
more; the edges' data. Directed. Data of 4 or 8 bytes are read as weights, unsigned integers.
"""

import numpy as np

from ...errors import GraphFileError
from ...graph import Graph
from ...graph.weight_types import smallest
from ...progress import Report
from .. import output
from ..stream import Input, mapped, narrowed

HEADER_SIZE = 32  # bytes
NEIGHBOR: dict[int, np.dtype] = {1: np.dtype("<u4"), 2: np.dtype("<u8")}  # by version
WEIGHT: dict[int, np.dtype] = {4: np.dtype("<u4"), 8: np.dtype("<u8")}  # by size


def is_start(data: bytes) -> bool:
    """Whether a file that starts with these 8 bytes is Galois's."""
    return int.from_bytes(data, "little") in NEIGHBOR


def read(path: Input, report: Report | None = None) -> Graph:
    """Directed graph, weighted if the file holds edge data."""
    data = mapped(path, report)
    if data.size < HEADER_SIZE:
        raise GraphFileError(path, f"the file ends inside its {HEADER_SIZE}-byte header")
    version, weight_size, num_vertices, num_edges = (int(word) for word in data[:HEADER_SIZE].view("<u8"))
    if version not in NEIGHBOR or weight_size not in (0, *WEIGHT):
        found = f"version {version} with {weight_size} bytes of edge data"
        raise GraphFileError(
            path, f"expected version 1 or 2 with 0, 4 or 8 bytes of edge data, found {found}"
        )
    neighbors_at = HEADER_SIZE + 8 * num_vertices
    neighbors_end = neighbors_at + NEIGHBOR[version].itemsize * num_edges
    weights_at = data.size - weight_size * num_edges
    # Galois itself writes the padding of version 2 in some places and forgets it in others.
    if weights_at - neighbors_end not in (0, NEIGHBOR[version].itemsize * (num_edges % 2)):
        claims = f"{num_vertices:,} vertices and {num_edges:,} edges"
        raise GraphFileError(path, f"the header says {claims}; a file of {data.size:,} bytes can't be that")
    ends = narrowed(path, data[HEADER_SIZE:neighbors_at].view("<u8"), num_edges, "offset")
    neighbors = data[neighbors_at:neighbors_end].view(NEIGHBOR[version])
    neighbors = narrowed(path, neighbors, max(num_vertices - 1, 0), "vertex")
    weights = None
    if weight_size:
        weights = smallest(data[weights_at:].view(WEIGHT[weight_size]))
    offsets = np.concatenate([np.zeros(1, ends.dtype), ends])
    return Graph.from_csr(offsets, neighbors, weights, origin=str(path))


def write(graph: Graph, path: output.Output) -> None:
    """Writes version 1 (2 beyond 2^32 vertices), both directions of each edge, weights as 4-byte integers.

    Raises InputError for other weights.
    """
    src_ptr, dst, weights = graph.csr
    version = 1 if graph.num_vertices <= 2**32 else 2
    header = [version, 0 if weights is None else 4, graph.num_vertices, graph.num_edges]
    with output.new_file(path) as file:
        file.write(np.array(header, "<u8").data)
        file.write(src_ptr[1:].astype("<u8").data)
        file.write(dst.astype(NEIGHBOR[version]).data)
        file.write(bytes(NEIGHBOR[version].itemsize * (graph.num_edges % 2)))
        if weights is not None:
            file.write(output.require_integers(weights, 0, 2**32 - 1, ".gr").astype("<u4").data)
