"""SciPy's sparse matrices (.npz): scipy.sparse.save_npz. A bool matrix has no weights.

The file doesn't say whether the graph is undirected: it is read as directed.
"""

import io
import math
import zipfile

import numpy as np

from ...errors import GraphFileError
from ...graph import Graph
from ...graph.interop import csr_arrays
from ...progress import Report
from .. import output
from ..claims import EDGE_SIZE, check_claimed_vertices, require_claim
from ..stream import Input, check_num_vertices, parsing, whole

MOST_PACKED = 1032  # most bytes that deflate can pack into one


def read(path: Input, report: Report | None = None) -> Graph:
    """Directed graph of a square matrix in any of SciPy's sparse formats."""
    from scipy.sparse import load_npz

    file = io.BytesIO(whole(path, report))
    with parsing(path, ".npz file"):
        _check_sizes(path, file)
        file.seek(0)
        matrix = load_npz(file)
        check_num_vertices(path, max(matrix.shape))
        check_claimed_vertices(path, max(matrix.shape), file.getbuffer().nbytes // EDGE_SIZE)
        if hasattr(matrix, "check_format"):  # of compressed layouts, whose indices are unchecked so far
            matrix.check_format(full_check=True)
            if (np.diff(matrix.indptr) < 0).any():  # which SciPy doesn't check if the last offset is 0
                raise GraphFileError(path, "the offsets of a compressed matrix must rise")
        return Graph.from_csr(*csr_arrays(matrix), origin=str(path))


def _check_sizes(path: Input, file: io.BytesIO) -> None:
    """Refuse arrays that claim more than the file can hold, before memory is taken for them."""
    total = 0
    with zipfile.ZipFile(file) as archive:
        for member in archive.infolist():
            with archive.open(member) as data:
                version = np.lib.format.read_magic(data)
                header = {
                    (1, 0): np.lib.format.read_array_header_1_0,
                    (2, 0): np.lib.format.read_array_header_2_0,
                }
                shape, _, dtype = header[version](data)
            claimed = math.prod(shape) * dtype.itemsize
            if claimed > min(member.file_size, member.compress_size * MOST_PACKED):
                raise GraphFileError(path, f"{member.filename} claims {claimed:,} bytes, more than there are")
            total += claimed
    require_claim(path, total, file.getbuffer().nbytes, "what it unpacks to")


def write(graph: Graph, path: output.Output) -> None:
    """A CSR array over the graph's offsets, neighbors and weights."""
    from scipy.sparse import save_npz

    archive = io.BytesIO()  # a zip file isn't written sequentially, as gzip needs
    try:
        save_npz(archive, graph.to_scipy())
    except ValueError as error:  # that the archive was left open, because memory ran short
        raise error.__context__ if isinstance(error.__context__, MemoryError) else error from None
    with output.new_file(path) as file:
        file.write(archive.getbuffer())
