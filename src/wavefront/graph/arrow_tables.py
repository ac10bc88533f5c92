"""Edges from tables, by column names. PyArrow, imported on first use, reads what offers Arrow's streams.

A string that is in many rows becomes a Python object once, as a label.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError, checked_flag, shown
from .interop import LabelledEdges
from .labels import label_array, number_integers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .graph import Graph

STREAMS = "__arrow_c_stream__", "__dataframe__"  # the second is the older protocol


def from_edges_table(
    cls: type[Graph],
    table: Any,
    *,
    source: str = "source",
    target: str = "target",
    weight: str | None = None,
    directed: bool = True,
    simplify: bool = False,
    edge_attributes: Sequence[str] = (),
) -> Graph:
    """Graph of a table with one row per edge: of pandas, Polars, PyArrow, DuckDB, or any that speaks Arrow.

    Ends that are integers and exactly 0 to V-1 are the ids; other integers, and strings, become labels, in
    sorted order. The table needs PyArrow, the extra `parquet`; its own library isn't imported.

    Parameters
    ----------
    table
        An object with ``__arrow_c_stream__`` or ``__dataframe__``; its rows are only read.
    source, target
        The names of the columns with the ends: both integers or both strings.
    weight
        The name of the column with the weights, numbers: float32 is kept, anything else becomes float64.
    directed, simplify
        As for `from_edges`.
    edge_attributes
        The names of columns of numbers, kept as the graph's `edge_attributes`.

    Raises
    ------
    InputError
        For a column that isn't there, has missing values (NaN counts as missing in pandas) or a wrong type,
        or if PyArrow isn't installed. It names the column.
    """
    checked_flag("directed", directed)
    names = [source, target] if weight is None else [source, target, weight]
    for argument, name in zip(("source", "target", "weight"), names, strict=False):
        if not isinstance(name, str):
            raise InputError(f"{argument} is the name of a column, not {shown(name)}")
    is_list = isinstance(edge_attributes, list | tuple)
    if not is_list or not all(isinstance(name, str) for name in edge_attributes):
        raise InputError(f"edge_attributes is a list of names of columns, not {shown(edge_attributes)}")
    made = _arrow_table(table, [*names, *edge_attributes])
    edges = labelled_edges(made, names)._replace(directed=directed)._asdict()
    attributes = {name: _column(made.column(name), name) for name in edge_attributes}
    for name, values in attributes.items():
        if not isinstance(values, np.ndarray):
            raise InputError(f"expected numbers in column {name!r}, found strings")
    return cls.from_edges(**edges, simplify=simplify, edge_attributes=attributes)


def _arrow_table(table: Any, names: list[str]) -> Any:
    """The table as PyArrow's; of one like pandas', whose other columns can hold anything, these columns."""
    if isinstance(table, type) or not any(hasattr(table, protocol) for protocol in STREAMS):
        raise InputError(f"table is a table of pandas, Polars, PyArrow or DuckDB, not {shown(table)}")
    arrow = arrow_library("tables")
    if hasattr(table, "loc"):
        _require_columns(names, list(table.columns))
        table = table[list(dict.fromkeys(names))]
    try:
        if hasattr(table, STREAMS[0]):
            made = arrow.table(table)
        else:
            made = arrow.interchange.from_dataframe(table)
    except Exception as error:  # of the table's own library
        raise InputError(f"the table can't be read: {' '.join(str(error).split())[:200]}") from error
    _require_columns(names, made.column_names)
    return made


def _require_columns(names: list[str], known: list[Any]) -> None:
    for name in names:
        if (times := known.count(name)) != 1:
            problem = f"has {times} columns {shown(name)}" if times else f"has no column {shown(name)}"
            raise InputError(f"the table {problem}; it has {shown(list(map(str, known)))}")


def labelled_edges(table: Any, names: Sequence[str]) -> LabelledEdges:
    """The directed edges in the columns of sources, targets and maybe weights of a PyArrow table.

    Raises InputError, naming the column, for missing values and for wrong types.
    """
    columns = [_column(table.column(name), name) for name in names]
    are_words = [not isinstance(column, np.ndarray) for column in columns]
    are_integers = [
        not words and column.dtype == np.int64 for words, column in zip(are_words, columns, strict=True)
    ]
    if not all(are_words[:2]) and not all(are_integers[:2]):
        raise InputError("expected source and target to be both integers or both strings")
    if any(are_words[2:]):
        raise InputError("expected numbers in the column of weights, found strings")
    weights = columns[2] if len(columns) > 2 else None
    if not len(columns[0]):
        none = np.empty(0, np.int64)
        return LabelledEdges(none, none, 0, weights, True, None)
    number = _number_words if are_words[0] else number_integers
    src, dst, num_vertices, labels = number(*columns[:2])
    return LabelledEdges(src, dst, num_vertices, weights, True, labels)


def _column(column: Any, name: str) -> Any:
    """A column as int64 or floats or, if it holds strings, as it is: numbers of words in dictionaries."""
    types = arrow_library("tables").types
    if types.is_dictionary(column.type) and any(chunk.dictionary.null_count for chunk in column.chunks):
        column = column.cast(column.type.value_type)  # only then are missing words counted
    if column.null_count:
        raise InputError(f"column {name!r} has {column.null_count:,} missing values")
    if types.is_dictionary(column.type):
        if is_text(column.type.value_type):
            return column
        column = column.cast(column.type.value_type)
    if is_text(column.type):
        return column.cast("large_string").dictionary_encode()
    if types.is_decimal(column.type):  # as SQL has numbers with a point
        column = column.cast("float64")
    if types.is_integer(column.type):
        column = _as_int64(column, name)
    elif not types.is_floating(column.type):
        raise InputError(f"expected numbers or strings in column {name!r}, found {column.type}")
    return column.to_numpy()


def _as_int64(column: Any, name: str) -> Any:
    try:
        return column.cast("int64")
    except ValueError as error:  # PyArrow's own are of this class
        raise InputError(f"column {name!r}: {error}") from None


def is_text(type: Any) -> bool:
    """Whether a column of this type holds strings."""
    types = arrow_library("tables").types
    views = getattr(types, "is_string_view", types.is_string)
    return bool(types.is_string(type) or types.is_large_string(type) or views(type))


def _number_words(src: Any, dst: Any) -> tuple[np.ndarray, np.ndarray, int, np.ndarray]:
    """As `number_names` for two columns of words in dictionaries. Python sees a word once, as a label."""
    arrow = arrow_library("tables")
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


def arrow_library(what: str) -> Any:
    """PyArrow. Raises InputError, naming what needs it, if it isn't installed."""
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.interchange
        import pyarrow.parquet
    except ImportError as error:
        raise InputError(f"{what} need the parquet extra: pip install wavefront[parquet]") from error
    return pyarrow
