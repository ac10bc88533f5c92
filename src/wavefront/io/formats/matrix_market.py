"""Matrix Market (.mtx): https://math.nist.gov/MatrixMarket/formats.html.

Element (i, j) of a square matrix is the edge from vertex i-1 to j-1. Coordinate and array layout;
pattern (no weights), integer (weights of the smallest type that holds them) and real (float64 weights);
general (directed), symmetric (undirected) and skew-symmetric (directed, the reverse edge with the opposite
weight). In the array layout only nonzero elements are edges; in the coordinate layout all entries are.
"""

from functools import partial
from typing import BinaryIO, NamedTuple

import numpy as np

from ...errors import GraphFileError, InputError
from ...graph import Graph
from ...graph.weight_types import smallest
from ...progress import Report
from .. import output, text
from ..claims import check_claimed_vertices
from ..stream import Input, blocks, check_num_vertices, opened_text

# The choices for each word of the first line, after "%%MatrixMarket".
CHOICES = {
    "object": ("matrix",),
    "layout": ("coordinate", "array"),
    "field": ("pattern", "integer", "unsigned-integer", "real", "double"),
    "symmetry": ("general", "symmetric", "skew-symmetric"),
}
INTEGER_FIELDS = "integer", "unsigned-integer"


class _Header(NamedTuple):
    layout: str
    field: str
    symmetry: str
    size: int
    entries: int  # stored in the file
    lines: int  # of the header


def read(path: Input, report: Report | None = None) -> Graph:
    """Graph of a square matrix, weighted unless its field is pattern."""
    with opened_text(path, report) as file:
        header = _read_header(path, file)
        check_num_vertices(path, header.size)
        read_entries = _read_array if header.layout == "array" else _read_coordinates
        src, dst, weights = read_entries(path, file, header)
    check_claimed_vertices(path, header.size, src.size)
    if header.symmetry == "skew-symmetric" and weights is not None:
        other = src != dst
        src, dst = np.concatenate([src, dst[other]]), np.concatenate([dst, src[other]])
        weights = np.concatenate([weights, -weights[other]])
    if header.field in INTEGER_FIELDS and weights is not None:
        weights = smallest(weights)
    return Graph.from_edges(src, dst, header.size, weights, directed=header.symmetry != "symmetric")


def _read_header(path: Input, file: BinaryIO) -> _Header:
    layout, field, symmetry = text.at_line(path, 1, _banner, file.readline())
    number = 1
    for number, content in enumerate(file, 2):
        if content.strip() and not content.startswith(b"%"):
            read_size = partial(_size, layout=layout, symmetry=symmetry)
            size, entries = text.at_line(path, number, read_size, content)
            return _Header(layout, field, symmetry, size, entries, number)
    raise GraphFileError(path, "the file ends before the line with the matrix's size", number)


def _banner(content: bytes) -> list[str]:
    words = content.decode("latin-1").lower().split()
    if words[:1] != ["%%matrixmarket"] or len(words) != 5:
        raise InputError("expected '%%MatrixMarket matrix layout field symmetry'")
    for (what, choices), word in zip(CHOICES.items(), words[1:], strict=True):
        if word not in choices:
            found = text.shown(word.encode())
            raise InputError(f"expected one of {', '.join(choices)} as {what}, found {found}")
    if words[2:4] == ["array", "pattern"] or words[3:] == ["pattern", "skew-symmetric"]:
        raise InputError(f"a matrix can't be {words[2]}, {words[3]} and {words[4]}")
    return words[2:]


def _size(content: bytes, layout: str, symmetry: str) -> tuple[int, int]:
    expected = "rows columns entries" if layout == "coordinate" else "rows columns"
    words = content.split()
    if len(words) != len(expected.split()):
        raise InputError(f"expected '{expected}', found {text.shown(content.strip())}")
    sizes = [text.integer(word, "size", least=0) for word in words]
    if sizes[0] != sizes[1]:
        raise InputError(f"an adjacency matrix is square, not {sizes[0]} x {sizes[1]}")
    if layout == "coordinate":
        return sizes[0], sizes[2]
    size = sizes[0]
    stored = {
        "general": size**2,
        "symmetric": size * (size + 1) // 2,
        "skew-symmetric": size * (size - 1) // 2,
    }
    return size, stored[symmetry]


def _read_coordinates(path: Input, file: BinaryIO, header: _Header) -> text.Edges:
    columns = text.Columns(header.field != "pattern", least=1, most=header.size)
    read_line = partial(_read_entry, columns=columns)
    rest = blocks(file, header.lines + 1)
    src, dst, weights = text.joined(
        [text.parse_edges(path, block, columns, read_line) for block in rest], columns
    )
    _check_count(path, src.size, header)
    if header.field in INTEGER_FIELDS and weights is not None:
        _refuse_any(path, weights != np.rint(weights), "isn't an integer, as the header says")
    if header.symmetry == "skew-symmetric":
        _refuse_any(path, src == dst, "is on the diagonal, which a skew-symmetric matrix has none of")
    return text.Edges(src, dst, weights)


def _refuse_any(path: Input, wrong: np.ndarray, problem: str) -> None:
    if wrong.any():
        raise GraphFileError(path, f"entry {np.flatnonzero(wrong)[0] + 1:,} {problem}")


def _read_entry(content: bytes, columns: text.Columns) -> tuple[float, ...] | None:
    if content.startswith(b"%"):
        return None
    words = content.split()
    if len(words) != 2 + columns.weighted:
        expected = "row column value" if columns.weighted else "row column"
        raise InputError(f"expected '{expected}', found {text.shown(content.strip())}")
    row = text.integer(words[0], "row", columns.least, columns.most)
    column = text.integer(words[1], "column", columns.least, columns.most)
    return row, column, *map(text.number, words[2:])


def _read_array(path: Input, file: BinaryIO, header: _Header) -> text.Edges:
    values = []
    for number, content in enumerate(file, header.lines + 1):
        if content.strip() and not content.startswith(b"%"):
            values.append(text.at_line(path, number, text.number, content.strip()))
    _check_count(path, len(values), header)
    if header.symmetry == "general":
        column, row = np.divmod(np.arange(len(values)), max(header.size, 1))
    else:
        column, row = np.triu_indices(header.size, 1 if header.symmetry == "skew-symmetric" else 0)
    weights = np.array(values, float)
    edge = weights != 0
    return text.Edges(row[edge], column[edge], weights[edge])


def _check_count(path: Input, count: int, header: _Header) -> None:
    if count != header.entries:
        raise GraphFileError(path, f"the header says {header.entries:,} entries, the file has {count:,}")


def write(graph: Graph, path: output.Output) -> None:
    """Writes the coordinate layout: pattern, integer or real, as the weights' type is.

    It is general or, if the graph is undirected, symmetric: the lower triangle.
    Raises InputError for a weight that is NaN.
    """
    from scipy.io import mmwrite

    output.refuse_nan(graph.csr.weights, "Matrix Market")
    weights = graph.csr.weights
    field = "pattern" if weights is None else "real" if weights.dtype.kind == "f" else "integer"
    symmetry = "general" if graph.directed else "symmetric"
    with output.new_file(path) as file:
        if not graph.num_edges:  # for which SciPy writes another field
            header = f"%%MatrixMarket matrix coordinate {field} {symmetry}\n"
            file.write(f"{header}{graph.num_vertices} {graph.num_vertices} 0\n".encode())
            return
        mmwrite(file, graph.to_scipy().tocoo(), field=field, symmetry=symmetry)
