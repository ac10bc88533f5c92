"""Edge tables (.parquet), by PyArrow: columns source, target and, if there are weights, weight.

Columns are found by the names in io/columns.py, else by position. Ids that aren't exactly 0 to V-1 become
labels, as in an edge list. A vertex without edges can't be written, and an undirected graph is written with
each edge once and read as directed.

PyArrow rather than Polars, because of damaged files: Polars 2.1 aborts the process on about one in two
thousand, PyArrow raised an exception for every one of 60,000.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...errors import GraphFileError, InputError, shown
from ...graph import Graph
from ...graph.arrow_tables import arrow_library, is_text, labelled_edges
from ...graph.labels import all_strings
from ...graph.undirected import edges_once
from ...graph.weight_types import smallest
from ...progress import Report
from .. import output
from ..claims import require_claim
from ..columns import SOURCE, TARGET, WEIGHT
from ..stream import Input, parsing, whole

MOST_WORDS = 2**31 - 1  # bytes of all different labels; more are written with every edge


def read(path: Input, report: Report | None = None, columns: Sequence[str | int] | None = None) -> Graph:
    """Directed graph, weighted if there is a third column.

    `columns` are the names, or the places from 0 on, of source, target and maybe weight. Raises InputError if
    PyArrow isn't installed.
    """
    arrow = arrow_library("Parquet files")
    content = whole(path, report)
    with parsing(path, ".parquet file"):
        file = arrow.parquet.ParquetFile(arrow.BufferReader(content))
        known = file.schema_arrow.names
        names = column_names(path, known) if columns is None else _chosen(known, columns)
        rows = file.metadata.num_rows
        require_claim(path, 8 * len(names) * rows, len(content), f"a table of {rows:,} rows")
        # A string that is in many rows is read once.
        words = [name for name in names if is_text(file.schema_arrow.field(name).type)]
        file = arrow.parquet.ParquetFile(arrow.BufferReader(content), read_dictionary=words)
        table = file.read(names, use_threads=False)
        table.validate(full=True)
        if not table.num_rows:
            raise GraphFileError(path, "no edges: the table has no rows")
        edges = labelled_edges(table, names)
    if edges.weights is not None and edges.weights.dtype.kind != "f":
        edges = edges._replace(weights=smallest(edges.weights))
    return Graph.from_edges(**edges._asdict())


def column_names(path: Input, names: list[str]) -> list[str]:
    """The names of the columns of sources, targets and, if there is one, weights."""
    found = [[name for name in names if name.lower() in known][:1] for known in (SOURCE, TARGET, WEIGHT)]
    if found[0] and found[1]:
        return [name for match in found for name in match]
    if len(names) not in (2, 3):
        raise GraphFileError(
            path, f"expected columns source, target and maybe weight, found {', '.join(names)}"
        )
    return names


def _chosen(known: list[str], columns: Sequence[str | int]) -> list[str]:
    """The names of the chosen columns. Raises InputError unless there is one of each."""
    for column in columns:
        if isinstance(column, int) and column >= len(known):
            raise InputError(f"no column has the place {column}: expected 0 to {len(known) - 1}")
    names = [known[column] if isinstance(column, int) else column for column in columns]
    for name in names:
        if known.count(name) != 1:
            raise InputError(f"expected one column {shown(name)}, found {shown(known)}")
    return names


def write(graph: Graph, path: output.Output) -> None:
    """Writes labels, if there are any, else ids; then the weights, if there are any.

    Raises InputError if the graph has no edges, two vertices have the same label, or labels are neither all
    integers nor all strings, or if PyArrow isn't installed.
    """
    arrow = arrow_library("Parquet files")
    src, dst, weights = edges_once(graph)
    if not src.size:
        raise InputError(".parquet files can't hold a graph without edges")
    labels = np.arange(graph.num_vertices) if graph.labels is None else graph.labels
    columns: dict[str, Any] = {"source": src, "target": dst}
    if labels.dtype.kind == "i":
        output.require_distinct(labels.tolist())
        columns = {name: labels[ids] for name, ids in columns.items()}
    elif all_strings(labels):
        words = arrow.array(output.names(graph), arrow.large_string())
        columns = {name: arrow.DictionaryArray.from_arrays(ids, words) for name, ids in columns.items()}
    else:
        raise InputError(".parquet files hold labels that are all integers or all strings, int64 or str")
    if weights is not None:
        columns["weight"] = weights
    with output.new_file(path) as file:
        # Every group of rows holds all words again, so there is one group (of up to 2^26 rows).
        arrow.parquet.write_table(
            arrow.table(columns),
            file,
            row_group_size=src.size,
            store_schema=False,
            dictionary_pagesize_limit=MOST_WORDS,
        )
