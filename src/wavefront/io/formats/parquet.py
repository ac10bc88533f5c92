"""Edge tables (.parquet), by PyArrow: columns source, target and, if there are weights, weight.

Columns are found by the names in io/columns.py, else by position. Ids that aren't exactly 0 to V-1 become
labels, as in an edge list. A vertex without edges can't be written, and an undirected graph is written with
each edge once and read as directed.

PyArrow rather than Polars, because of damaged files: Polars 2.1 aborts the process on about one in two
thousand, PyArrow raised an exception for every one of 60,000.
"""

from typing import Any

import numpy as np

from ...errors import GraphFileError, InputError
from ...graph import Graph
from ...graph.labels import all_strings, label_array, number_integers
from .. import output
from ..claims import require_claim
from ..columns import SOURCE, TARGET, WEIGHT
from ..stream import Input, Progress, parsing, whole

MOST_WORDS = 2**31 - 1  # bytes of all different labels; more are written with every edge


def read(path: Input, progress: Progress | None = None) -> Graph:
    """Directed graph, weighted if there is a third column.

    Raises InputError if PyArrow isn't installed.
    """
    arrow = _arrow()
    content = whole(path, progress)
    with parsing(path, ".parquet file"):
        file = arrow.parquet.ParquetFile(arrow.BufferReader(content))
        names = _names(path, file.schema_arrow.names)
        rows = file.metadata.num_rows
        require_claim(path, 8 * len(names) * rows, len(content), f"a table of {rows:,} rows")
        # A string that is in many rows is read once.
        words = [name for name in names if _is_text(file.schema_arrow.field(name).type)]
        file = arrow.parquet.ParquetFile(arrow.BufferReader(content), read_dictionary=words)
        table = file.read(names, use_threads=False)
        table.validate(full=True)
        if not table.num_rows:
            raise GraphFileError(path, "no edges: the table has no rows")
        columns = [_column(path, table.column(name), name) for name in names]
        text = [_is_words(column) for column in columns]
        integers = [
            not words and column.dtype == np.int64 for words, column in zip(text, columns, strict=True)
        ]
        if not all(text[:2]) and not all(integers[:2]):
            raise GraphFileError(path, "expected source and target to be both integers or both strings")
        if any(text[2:]):
            raise GraphFileError(path, "expected numbers in the column of weights, found strings")
        src, dst, num_vertices, labels = (_number_words if text[0] else number_integers)(*columns[:2])
    weights = columns[2] if len(columns) > 2 else None
    return Graph.from_edges(src, dst, num_vertices, weights, labels=labels)


def _names(path: Input, names: list[str]) -> list[str]:
    """The names of the columns of sources, targets and, if there is one, weights."""
    found = [[name for name in names if name.lower() in known][:1] for known in (SOURCE, TARGET, WEIGHT)]
    if found[0] and found[1]:
        return [name for match in found for name in match]
    if len(names) not in (2, 3):
        raise GraphFileError(
            path, f"expected columns source, target and maybe weight, found {', '.join(names)}"
        )
    return names


def _column(path: Input, column: Any, name: str) -> Any:
    """A column as int64 or floats or, if it holds strings, as it is: numbers of words in dictionaries."""
    types = _arrow().types
    if column.null_count:
        raise GraphFileError(path, f"column {name!r} has {column.null_count:,} missing values")
    if types.is_dictionary(column.type):
        if _is_text(column.type.value_type):
            return column
        column = column.cast(column.type.value_type)
    if types.is_integer(column.type):
        column = column.cast("int64")
    elif not types.is_floating(column.type):
        raise GraphFileError(path, f"expected numbers or strings in column {name!r}, found {column.type}")
    return column.to_numpy()


def _is_text(type: Any) -> bool:
    return bool(_arrow().types.is_string(type) or _arrow().types.is_large_string(type))


def _is_words(column: Any) -> bool:
    return not isinstance(column, np.ndarray)


def _number_words(src: Any, dst: Any) -> tuple[np.ndarray, np.ndarray, int, np.ndarray]:
    """As `number_names` for two columns of words in dictionaries. Python sees a word once, as a label."""
    arrow = _arrow()
    chunks = [*src.chunks, *dst.chunks]
    words = arrow.chunked_array([chunk.dictionary.cast("large_string") for chunk in chunks])
    encoded = words.dictionary_encode().unify_dictionaries().chunks
    rows = [
        same.indices.to_numpy()[chunk.indices.to_numpy()] for same, chunk in zip(encoded, chunks, strict=True)
    ]
    first, second = np.concatenate(rows[: src.num_chunks]), np.concatenate(rows[src.num_chunks :])
    different = encoded[0].dictionary
    used = np.zeros(len(different), bool)
    used[first] = True
    used[second] = True
    order = arrow.compute.array_sort_indices(different).to_numpy()  # by UTF-8, as Python's strings
    order = order[used[order]]
    ids = np.empty(used.size, np.int64)
    ids[order] = np.arange(order.size)
    return ids[first], ids[second], order.size, label_array(different.take(arrow.array(order)).to_pylist())


def write(graph: Graph, path: output.Output) -> None:
    """Writes labels, if there are any, else ids; then the weights, if there are any.

    Raises InputError if the graph has no edges, two vertices have the same label, or labels are neither all
    integers nor all strings, or if PyArrow isn't installed.
    """
    arrow = _arrow()
    src, dst, weights = output.edges_once(graph)
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


def _arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError as error:
        raise InputError("Parquet files need the parquet extra: pip install wavefront[parquet]") from error
    return pyarrow
