"""Values of vertices as a file: .npz for NumPy, .csv and .parquet for everything else.

A .npz holds one array per column, by vertex id: vertices as ids with -1 where there is none, and `labels` if
the graph has any. If only some vertices have values, it also holds their ids, as `vertices`. The tables have
one row per vertex: `vertex`, and other columns of vertices, are labels if the graph has any; where there is
no vertex, the field is empty. Labels of very different lengths are in a .npz as in a .npy folder: their bytes
and where each ends.
"""

import csv
import io
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from ...errors import InputError

if TYPE_CHECKING:
    import numpy as np

    from ...algorithms.bfs import BfsResult
    from ...graph import Graph

ROWS_AT_ONCE = 1 << 20  # of a .csv: as Python objects, about 200 bytes each


class Column(NamedTuple):
    """A value of every vertex, or of every vertex that is written."""

    array_name: str  # in a .npz
    column_name: str  # in a table
    values: "np.ndarray"  # by vertex id, or in the order of those written
    are_vertices: bool = False  # ids, -1 for none


def check_output(path: Path) -> None:
    """Raise InputError if `path` can't be written for a reason that is known before the work."""
    if path.suffix.lower() not in WRITERS:
        raise InputError(f"{path}: unknown suffix {path.suffix!r}; expected {', '.join(WRITERS)}")
    if path.suffix.lower() == ".parquet" and find_spec("pyarrow") is None:
        raise InputError("writing Parquet needs PyArrow: pip install 'wavefront[parquet]'")


def write_search(path: Path, result: "BfsResult") -> None:
    """Write levels and predecessors, as `write_columns` does."""
    columns = [Column("levels", "level", result.levels)]
    if result.predecessors is not None:
        columns.append(Column("predecessors", "predecessor", result.predecessors, are_vertices=True))
    write_columns(path, result.graph, columns)


def write_columns(
    path: Path, graph: "Graph", columns: Sequence[Column], vertices: "np.ndarray | None" = None
) -> None:
    """Write the columns in the format that the suffix says; the file appears when complete.

    `vertices` are the ids of the vertices that the columns describe, by default all.
    """
    from ...io.output import new_file

    with new_file(path) as file:
        WRITERS[path.suffix.lower()](file, graph, columns, vertices)


def _write_npz(
    file: IO[bytes], graph: "Graph", columns: Sequence[Column], vertices: "np.ndarray | None"
) -> None:
    import numpy as np

    from ...io.formats.npy import label_arrays

    arrays: dict[str, Any] = {column.array_name: column.values for column in columns}
    if vertices is not None:
        arrays["vertices"] = vertices
    if graph.labels is not None:
        arrays |= label_arrays(graph.labels)
    np.savez(file, allow_pickle=False, **arrays)


def _write_csv(
    file: IO[bytes], graph: "Graph", columns: Sequence[Column], vertices: "np.ndarray | None"
) -> None:
    names, written = _texts(graph), _texts(graph, vertices)
    text = io.TextIOWrapper(file, "utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["vertex", *(column.column_name for column in columns)])
    for first in range(0, written.size, ROWS_AT_ONCE):
        rows = slice(first, first + ROWS_AT_ONCE)
        writer.writerows(
            zip(written[rows].tolist(), *(_fields(column, rows, names) for column in columns), strict=True)
        )
    text.detach()


def _fields(column: Column, rows: slice, names: "np.ndarray") -> list[Any]:
    """A column's fields in these rows of a .csv."""
    values = column.values[rows]
    fields: list[Any] = values.tolist()
    if not column.are_vertices:
        return fields
    pairs = zip(fields, names[values].tolist(), strict=True)
    return [name if vertex >= 0 else "" for vertex, name in pairs]


def _write_parquet(
    file: IO[bytes], graph: "Graph", columns: Sequence[Column], vertices: "np.ndarray | None"
) -> None:
    import pyarrow
    from pyarrow import parquet

    names = _names(graph)
    table: dict[str, Any] = {"vertex": _names(graph, vertices)}
    for name, values, are_vertices in (column[1:] for column in columns):
        # A null where there is no vertex.
        table[name] = pyarrow.array(names[values], mask=values < 0) if are_vertices else values
    parquet.write_table(pyarrow.table(table), file)


def _names(graph: "Graph", vertices: "np.ndarray | None" = None) -> "np.ndarray":
    """What the user calls these vertices, by default all."""
    import numpy as np

    names = np.arange(graph.num_vertices) if graph.labels is None else graph.labels
    return names if vertices is None else names[vertices]


def _texts(graph: "Graph", vertices: "np.ndarray | None" = None) -> "np.ndarray":
    """As `_names`, with bytes, dates and times as text."""
    import numpy as np

    from ...graph.labels import text_of

    names = _names(graph, vertices)
    if names.dtype.kind in "iuU":
        return names
    texts = np.empty(names.size, object)
    texts[:] = list(map(text_of, names.tolist()))
    return texts


WRITERS = {".npz": _write_npz, ".csv": _write_csv, ".parquet": _write_parquet}
