"""Tables and text that a command prints, in 80 columns."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..text_table import column_groups, folded
from .console import print_facts, sizes_text, stdout, step_facts

if TYPE_CHECKING:
    from rich.table import Table

    from ..graph import Graph


def print_text(text: str) -> None:
    """Print text; lines that are too long are broken between words, but not words."""
    stdout().print(folded(text), markup=False, soft_wrap=True)


def plain_table(*headers: str) -> "Table":
    """An empty table without a frame: the first column is text, the others are numbers, flush right."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for number, header in enumerate(headers):
        of_text = {"justify": "left", "overflow": "fold"}
        table.add_column(header, **(of_text if number == 0 else {"justify": "right", "no_wrap": True}))
    return table


def print_table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a `plain_table`; columns that don't fit follow below, after the first column again."""
    columns = zip(headers, *rows, strict=True)
    widths = [max(len(line) for cell in column for line in cell.split("\n")) for column in columns]
    for group in column_groups(widths):
        table = plain_table(*(headers[number] for number in group))
        for row in rows:
            table.add_row(*(row[number] for number in group))
        stdout().print()
        stdout().print(table, markup=False)


def print_level_table(
    path: Path, graph: "Graph", search: str, milliseconds: dict[str, float], table: str
) -> None:
    """Print what was searched, how, and the steps' times above a table."""
    facts = [("file", str(path)), ("graph", sizes_text(graph)), ("search", search)]
    print_facts(facts + step_facts(milliseconds))
    print_text(f"\n{table}")
