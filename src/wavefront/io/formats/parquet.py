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
from ...graph.labels import all_strings, number_integers, number_seen
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
        seen: dict[str, int] = {}
        columns = [_column(path, table.column(name), name, seen) for name in names]
    src, dst = columns[:2]
    if not len(src):
        raise GraphFileError(path, "no edges: the table has no rows")
    text = [_is_words(table.column(name).type) for name in names]
    if all(text[:2]):
        src, dst, num_vertices, labels = number_seen(seen, src, dst)
    elif src.dtype == dst.dtype == np.int64 and not any(text[:2]):
        src, dst, num_vertices, labels = number_integers(src, dst)
    else:
        raise GraphFileError(path, "expected source and target to be both integers or both strings")
    if any(text[2:]):
        raise GraphFileError(path, "expected numbers in the column of weights, found strings")
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


def _column(path: Input, column: Any, name: str, seen: dict[str, int]) -> np.ndarray:
    """A column as int64, as floats or, if it holds strings, as their numbers in `seen`."""
    types = _arrow().types
    if column.null_count:
        raise GraphFileError(path, f"column {name!r} has {column.null_count:,} missing values")
    if _is_words(column.type):
        return np.concatenate([np.empty(0, np.int64), *(_numbers(chunk, seen) for chunk in column.chunks)])
    if types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if types.is_integer(column.type):
        column = column.cast("int64")
    elif not types.is_floating(column.type):
        raise GraphFileError(path, f"expected numbers or strings in column {name!r}, found {column.type}")
    values: np.ndarray = column.to_numpy()
    return values


def _is_text(type: Any) -> bool:
    return bool(_arrow().types.is_string(type) or _arrow().types.is_large_string(type))


def _is_words(type: Any) -> bool:
    """Whether it is the type of strings that are numbers of words in a dictionary."""
    return bool(_arrow().types.is_dictionary(type) and _is_text(type.value_type))


def _numbers(chunk: Any, seen: dict[str, int]) -> np.ndarray:
    """The strings of a chunk as their numbers in `seen`: Python looks at each word once, not at each row."""
    indices = chunk.indices.to_numpy()
    used = np.zeros(len(chunk.dictionary), bool)
    used[indices] = True
    numbers = np.empty(used.size, np.int64)
    words = chunk.dictionary.to_numpy(zero_copy_only=False)[used].tolist()
    numbers[used] = [seen.setdefault(word, len(seen)) for word in words]
    rows: np.ndarray = numbers[indices]
    return rows


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
        import pyarrow.parquet
    except ImportError as error:
        raise InputError("Parquet files need the parquet extra: pip install wavefront[parquet]") from error
    return pyarrow
