"""HTML for notebooks: a caption, and the first rows of a table. Labels come from files: all is escaped."""

from __future__ import annotations

from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from ..device import Cpu, array_module

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .graph import Graph

SHOWN_ROWS = 10
MOST_CHARACTERS = 60  # of a cell


def table_html(caption: str, names: Sequence[str], rows: Iterable[Sequence[Any]], num_rows: int) -> str:
    """A caption and a table of the first `SHOWN_ROWS` rows; None is an empty cell."""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    shown = [f"<tr>{''.join(map(_cell, row))}</tr>" for row in islice(rows, SHOWN_ROWS)]
    more = f"<p>{num_rows - SHOWN_ROWS:,} more rows</p>" if num_rows > SHOWN_ROWS else ""
    body = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(shown)}</tbody></table>"
    return f"<div><p>{escape(caption)}</p>{body}{more}</div>"


def graph_html(graph: Graph) -> str:
    """The graph for a notebook: its `repr` and a table of its first edges, as they are stored."""
    csr, to_host = graph.csr, Cpu().array
    edges = array_module(csr.dst).arange(min(SHOWN_ROWS, graph.num_edges))
    src = to_host(array_module(csr.dst).searchsorted(csr.src_ptr, edges, side="right") - 1)
    dst = to_host(csr.dst[:SHOWN_ROWS])
    ends = [ids if graph.labels is None else graph.labels[ids] for ids in (src, dst)]
    columns = ends if csr.weights is None else [*ends, to_host(csr.weights[:SHOWN_ROWS])]
    names = ["source", "target", "weight"][: len(columns)]
    rows = zip(*(np.asarray(column).tolist() for column in columns), strict=True)
    return table_html(repr(graph), names, rows, graph.num_edges)


def _cell(value: Any) -> str:
    text = "" if value is None else str(value)
    return f"<td>{escape(text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 1] + '…')}</td>"
