"""SciPy's sparse matrices (.npz): scipy.sparse.save_npz. A bool matrix has no weights.

The file doesn't say whether the graph is undirected: it is read as directed.
"""

import io
import math
import zipfile
from pathlib import Path
from typing import IO

import numpy as np

from ...errors import GraphFileError
from ...graph import Graph
from ...graph.interop import csr_arrays
from .. import output
from ..stream import Progress, check_num_vertices, parsing, whole

MOST_PACKED = 1032  # most bytes that deflate can pack into one


def read(path: Path, progress: Progress | None = None) -> Graph:
    """Directed graph of a square matrix in any of SciPy's sparse formats."""
    from scipy.sparse import load_npz

    file = io.BytesIO(whole(path, progress))
    with parsing(path, ".npz file"):
        _check_sizes(path, file)
        file.seek(0)
        matrix = load_npz(file)
        check_num_vertices(path, max(matrix.shape))
        if hasattr(matrix, "check_format"):  # of compressed layouts, whose indices are unchecked so far
            matrix.check_format(full_check=True)
        return Graph.from_csr(*csr_arrays(matrix), origin=str(path))


def _check_sizes(path: Path, file: IO[bytes]) -> None:
    """Refuse arrays that claim more than the file can hold, before memory is taken for them."""
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


def write(graph: Graph, path: Path) -> None:
    """A CSR array over the graph's offsets, neighbors and weights."""
    from scipy.sparse import save_npz

    archive = io.BytesIO()  # a zip file isn't written sequentially, as gzip needs
    try:
        save_npz(archive, graph.to_scipy())
    except ValueError as error:  # that the archive was left open, because memory ran short
        raise error.__context__ if isinstance(error.__context__, MemoryError) else error from None
    with output.new_file(path) as file:
        file.write(archive.getbuffer())
