"""HTML for notebooks: a caption, and the first rows of a table. Labels come from files: all is escaped."""

from __future__ import annotations

from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SHOWN_ROWS = 10
MOST_CHARACTERS = 60  # of a cell


def table_html(caption: str, names: Sequence[str], rows: Iterable[Sequence[Any]], num_rows: int) -> str:
    """A caption and a table of the first `SHOWN_ROWS` rows; None is an empty cell."""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    shown = [f"<tr>{''.join(map(_cell, row))}</tr>" for row in islice(rows, SHOWN_ROWS)]
    more = f"<p>{num_rows - SHOWN_ROWS:,} more rows</p>" if num_rows > SHOWN_ROWS else ""
    body = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(shown)}</tbody></table>"
    return f"<div><p>{escape(caption)}</p>{body}{more}</div>"


def _cell(value: Any) -> str:
    text = "" if value is None else str(value)
    return f"<td>{escape(text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 1] + '…')}</td>"
