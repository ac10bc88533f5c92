"""Results as tables, and by labels.

pandas and PyArrow are imported when a table is asked for.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..graph.libraries import library
from ..graph.notebook import SHOWN_ROWS, table_html

if TYPE_CHECKING:
    from collections.abc import Hashable

# Attribute of a result -> the column's name. A result has one of the first; some also have predecessors.
VALUES = {
    "levels": "level",
    "distances": "distance",
    "components": "component",
    "memberships": "memberships",
    "cores": "core",
    "counts": "triangles",
    "scores": "score",
    "ranks": "rank",
    "communities": "community",
    "eccentricities": "eccentricity",
}


class Column(NamedTuple):
    """One column of a result's table."""

    name: str
    values: np.ndarray  # numbers or labels
    missing: np.ndarray | None  # as many bools: where there is no value; None for a column without gaps


def to_frame(result: Any) -> Any:
    """This result as a pandas DataFrame, one row per vertex in the order of ids.

    The first column, `vertex`, has the labels, or the ids in a graph without labels; so has `predecessor`,
    which is missing (pandas.NA) where there is none. The other columns are the result's numbers as they are.
    A result for several sources has such rows for each, one source after the other, and a column `source`.

    Raises
    ------
    InputError
        If pandas isn't installed.
    """
    pandas = library("pandas")
    series = {}
    for column in _columns(result):
        values = column.values.tolist() if column.values.dtype.kind in "UO" else column.values
        if column.missing is not None:
            if column.values.dtype.kind in "iu":
                values = pandas.arrays.IntegerArray(column.values, column.missing)
            else:
                values = _with_gaps(column)
        series[column.name] = values
    return pandas.DataFrame(series)


def to_arrow(result: Any) -> Any:
    """This result as a PyArrow table, with the rows and columns of `to_frame`; a missing value is null.

    Raises
    ------
    InputError
        If PyArrow isn't installed, or labels are of several types, which no column of Arrow's can hold.
    """
    arrow = library("pyarrow", "wavefront[parquet]")
    try:
        arrays = {
            name: arrow.array(values.tolist() if values.dtype.kind in "UO" else values, mask=missing)
            for name, values, missing in _columns(result)
        }
    except (arrow.ArrowInvalid, arrow.ArrowTypeError, OverflowError) as error:
        raise InputError(f"an Arrow column holds values of one type: {error}") from None
    return arrow.table(arrays)


def to_html(result: Any) -> str:
    """The result for a notebook: its `repr` and a table of its first rows."""
    columns = _columns(result, SHOWN_ROWS)
    rows = zip(*(_with_gaps(column) for column in columns), strict=True)
    num_rows = getattr(result, _value_of(result)).size
    return table_html(repr(result), [column.name for column in columns], rows, num_rows)


class Labelled:
    """A result by labels; by ids in a graph without labels. Each look-up reads the labels once: O(V)."""

    def __init__(self, result: Any) -> None:
        self._result = result

    def __repr__(self) -> str:
        return f"Labelled({self._result!r})"

    def __getitem__(self, label: Hashable) -> int | float:
        """The value of the vertex with this label: its level, its distance, its rank.

        Raises InputError if no vertex has the label.
        """
        name = _value_of(self._result)
        vertex = self._result.graph.vertex(label)
        value: int | float = getattr(self._result.to_numpy(), name)[vertex].item()
        return value

    def path(self, label: Hashable) -> list[Any] | None:
        """The labels on the result's `path` to the vertex with this label; None if it wasn't reached.

        Raises InputError if no vertex has the label, or the result has no paths.
        """
        if not hasattr(self._result, "path"):
            raise InputError(f"a {type(self._result).__name__} has no paths")
        graph = self._result.graph
        path: list[int] | None = self._result.path(graph.vertex(label))
        return path if path is None or graph.labels is None else graph.labels[path].tolist()


def _value_of(result: Any) -> str:
    return next(name for name in VALUES if hasattr(result, name))


def _columns(result: Any, most: int | None = None) -> list[Column]:
    """The columns of the result's table, or of its first rows."""
    host, labels = result.to_numpy(), result.graph.labels
    values = np.asarray(getattr(host, _value_of(host)))
    columns = [
        Column(name, ids if labels is None else labels[ids], None)
        for name, ids in _ends(host, values.shape, most).items()
    ]
    columns.append(Column(VALUES[_value_of(host)], values.reshape(-1)[:most], None))
    if getattr(host, "predecessors", None) is not None:
        predecessors = host.predecessors[:most]
        missing = predecessors < 0
        vertices = predecessors if labels is None else labels[np.where(missing, 0, predecessors)]
        columns.append(Column("predecessor", vertices, missing))
    return columns


def _ends(host: Any, shape: tuple[int, ...], most: int | None) -> dict[str, np.ndarray]:
    """The ids of each row: of its vertex and, in a result for several sources, of its source."""
    dtype = host.graph.csr.dst.dtype
    rows = np.arange(math.prod(shape))[:most]
    if hasattr(host, "offsets"):
        place = np.searchsorted(host.offsets, rows, side="right") - 1
        return {"source": host.sources[place], "vertex": host.vertices[:most]}
    if len(shape) == 2:
        place, vertices = np.divmod(rows, max(shape[1], 1))
        return {"source": host.sources[place], "vertex": vertices.astype(dtype)}
    return {"vertex": rows.astype(dtype)}


def _with_gaps(column: Column) -> list[Any]:
    """The column's values; None where they are missing."""
    values: list[Any] = column.values.tolist()
    if column.missing is None:
        return values
    return [None if missing else value for value, missing in zip(values, column.missing, strict=True)]
