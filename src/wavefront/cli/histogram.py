"""Bars of vertices by degree or level."""

from collections.abc import Sequence

from ..text_table import WIDTH
from .console import stdout
from .tables import plain_table


def print_histogram(header: str, names: Sequence[str], counts: Sequence[int]) -> None:
    """Draw one bar per row, its length in proportion to the row's count of vertices."""
    from rich.bar import Bar

    table = plain_table(header, "vertices", "share")
    table.columns[0].justify = "right"
    table.add_column(ratio=1)
    table.width = min(stdout().width, WIDTH)
    total, most = max(1, sum(counts)), max(1, *counts)
    for name, count in zip(names, counts, strict=True):
        visible = max(count, most / 100) if count else 0
        table.add_row(name, f"{count:,}", f"{count / total:.1%}", Bar(most, 0, visible, color="cyan"))
    stdout().print(table)
