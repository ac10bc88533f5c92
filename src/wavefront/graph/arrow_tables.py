"""Edges from tables, by column names. PyArrow, imported on first use, reads what offers Arrow's streams.

A name that is in many rows, a string or a date, becomes a Python object once, as a label.
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

WIDE = {"strings": "large_string", "bytes": "large_binary"}  # Arrow's type for names of a kind, of any length
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

    Ends that are integers and exactly 0 to V-1 are the ids; other integers, strings, bytes, dates and times
    become labels, in sorted order. The table needs PyArrow, the extra `parquet`; its own library isn't
    imported.

    Parameters
    ----------
    table
        An object with ``__arrow_c_stream__`` or ``__dataframe__``; its rows are only read.
    source, target
        The names of the columns with the ends, both of one kind: integers, strings, bytes, dates or times.
    weight
        The name of the column with the weights, numbers: integers are kept as int64, float32 as it is, and
        anything else as float64, integers beyond 2**63 among them.
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
            raise InputError(f"expected numbers in column {name!r}, found {_kind(values)}")
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
    kinds = ["numbers" if isinstance(column, np.ndarray) else _kind(column) for column in columns]
    are_numbers = kinds[0] == "numbers"
    if kinds[0] != kinds[1] or (are_numbers and "f" in [column.dtype.kind for column in columns[:2]]):
        raise InputError("expected source and target to be both integers or both strings, or both dates")
    for name, column in zip(names[:2], columns, strict=False):
        if are_numbers and column.dtype == np.uint64:
            raise InputError(f"column {name!r}: an end is an integer below 2**63, found {column.max()}")
    if kinds[2:] not in ([], ["numbers"]):
        raise InputError(f"expected numbers in the column of weights, found {kinds[2]}")
    weights = columns[2] if len(columns) > 2 else None
    if not len(columns[0]):
        none = np.empty(0, np.int64)
        return LabelledEdges(none, none, 0, weights, True, None)
    number = number_integers if are_numbers else _number_words
    src, dst, num_vertices, labels = number(*columns[:2])
    return LabelledEdges(src, dst, num_vertices, weights, True, labels)


def _column(column: Any, name: str) -> Any:
    """A column of numbers as int64, floats or, if int64 can't hold them, uint64; one of names as Arrow's."""
    types = arrow_library("tables").types
    if types.is_dictionary(column.type) and any(chunk.dictionary.null_count for chunk in column.chunks):
        column = column.cast(column.type.value_type)  # only then are missing words counted
    if column.null_count:
        raise InputError(f"column {name!r} has {column.null_count:,} missing values")
    if types.is_dictionary(column.type):
        if _kind(column) in WIDE:
            return column
        column = column.cast(column.type.value_type)
    if types.is_timestamp(column.type):
        return _converted(column, name, arrow_library("tables").timestamp("us", column.type.tz))
    if kind := _kind(column):
        return column.cast(WIDE.get(kind, column.type))
    if types.is_decimal(column.type):  # as SQL has numbers with a point
        column = column.cast("float64")
    if column.type == "uint64" and (most := arrow_library("tables").compute.max(column).as_py()) is not None:
        return column.to_numpy() if most >= 2**63 else column.cast("int64").to_numpy()
    if types.is_integer(column.type):
        column = _converted(column, name, "int64")
    elif not types.is_floating(column.type):
        raise InputError(f"expected numbers or strings in column {name!r}, found {column.type}")
    return column.to_numpy()


def _converted(column: Any, name: str, type: Any) -> Any:
    try:
        return column.cast(type)
    except ValueError as error:  # PyArrow's own are of this class
        raise InputError(f"column {name!r}: {error}") from None


def _kind(column: Any) -> str:
    """What a column of names holds, plain or in dictionaries; nothing for one of another type."""
    types = arrow_library("tables").types
    type = column.type.value_type if types.is_dictionary(column.type) else column.type
    if is_text(type):
        return "strings"
    if types.is_binary(type) or types.is_large_binary(type) or types.is_fixed_size_binary(type):
        return "bytes"
    return "dates" if types.is_date(type) else "times" if types.is_timestamp(type) else ""


def is_text(type: Any) -> bool:
    """Whether a column of this type holds strings."""
    types = arrow_library("tables").types
    views = getattr(types, "is_string_view", types.is_string)
    return bool(types.is_string(type) or types.is_large_string(type) or views(type))


def _number_words(src: Any, dst: Any) -> tuple[np.ndarray, np.ndarray, int, np.ndarray]:
    """As `number_names` for two columns of names of one kind, plain or in dictionaries.

    Python sees a name once, as a label.
    """
    arrow = arrow_library("tables")
    if src.type == dst.type and not arrow.types.is_dictionary(src.type):
        both = arrow.chunked_array([*src.chunks, *dst.chunks])
        encoded = both.dictionary_encode().unify_dictionaries()  # one pass makes one dictionary
        rows = [chunk.indices.to_numpy() for chunk in encoded.chunks]
        different = encoded.chunk(0).dictionary
    else:
        src, dst = src.dictionary_encode(), dst.dictionary_encode()
        rows, different = _unified([*src.chunks, *dst.chunks])
    first, second = np.split(np.concatenate(rows), [len(src)])  # empty chunks may have been left out
    used = np.zeros(len(different), bool)
    used[first] = True
    used[second] = True
    order = arrow.compute.array_sort_indices(different).to_numpy()  # by UTF-8, as Python's strings
    order = order[used[order]]
    ids = np.empty(used.size, np.int64)
    ids[order] = np.arange(order.size)
    return ids[first], ids[second], order.size, label_array(different.take(arrow.array(order)).to_pylist())


def _unified(chunks: list[Any]) -> tuple[list[np.ndarray], Any]:
    """Per chunk its rows as numbers of words in one dictionary for all, and this dictionary."""
    arrow = arrow_library("tables")
    wide = WIDE.get(_kind(chunks[0]), chunks[0].dictionary.type)
    words = arrow.chunked_array([chunk.dictionary.cast(wide) for chunk in chunks])
    encoded = words.dictionary_encode().unify_dictionaries().chunks
    rows = [
        same.indices.to_numpy()[chunk.indices.to_numpy()] for same, chunk in zip(encoded, chunks, strict=True)
    ]
    return rows, encoded[0].dictionary


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
