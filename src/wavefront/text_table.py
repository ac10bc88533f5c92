"""Tables and paragraphs as plain text that fits a terminal."""

from collections.abc import Iterable, Sequence
from unicodedata import category, east_asian_width

WIDTH = 80  # letters of a line, at most
GAP = 2  # spaces between columns
NO_WIDTH = ("Mn", "Me", "Cf")  # categories of letters drawn upon others, or not at all


def text_table(names: Sequence[str], rows: Iterable[Sequence[object]], keys: int = 1) -> str:
    """A table with right-aligned columns, without a newline at the end.

    The words of a column's name, split at "_", stand one below the other. Numbers are grouped by thousands,
    floats have three decimals, a pair is a range, ``2..5``, and None is ``-``. Columns that don't fit `WIDTH`
    follow in a table below, after the first `keys` columns again.
    """
    columns = [list(map(_cell, values)) for values in _columns(names, rows)]
    heads = [name.split("_") for name in names]
    widths = [max(map(width_of, [*head, *cells])) for head, cells in zip(heads, columns, strict=True)]
    tables = []
    for group in column_groups(widths, keys):
        height = max(len(heads[number]) for number in group)
        lines = zip(
            *([""] * (height - len(heads[number])) + heads[number] + columns[number] for number in group),
            strict=True,
        )
        tables.append("\n".join(_line(cells, [widths[number] for number in group]) for cells in lines))
    return "\n\n".join(tables)


def column_groups(widths: Sequence[int], keys: int = 1) -> list[list[int]]:
    """The columns, by number, of the tables that stand one below the other so that each fits `WIDTH`.

    The first `keys` columns are in every table, and at least one more.
    """
    groups = [list(range(keys))]
    for number in range(keys, len(widths)):
        wider = [*groups[-1], number]
        if len(wider) > keys + 1 and sum(widths[one] + GAP for one in wider) - GAP > WIDTH:
            wider = [*range(keys), number]
            groups.append(wider)
        groups[-1] = wider
    return groups


def width_of(text: str) -> int:
    """The columns that a terminal takes for the text: two for a wide letter, none for an accent upon one."""
    if text.isascii():
        return len(text)
    return sum(
        0 if category(letter) in NO_WIDTH else 2 if east_asian_width(letter) in "WF" else 1 for letter in text
    )


def folded(text: str) -> str:
    """The text with lines wider than `WIDTH` broken between words; what follows is indented by two."""
    return "\n".join(line if width_of(line) <= WIDTH else _folded(line) for line in text.split("\n"))


def _folded(line: str) -> str:
    start = " " * (len(line) - len(line.lstrip()))
    first, *words = line.strip().split(" ")  # two spaces in a row stay two
    lines = [start + first]
    for word in words:
        if word and width_of(f"{lines[-1]} {word}") > WIDTH:
            lines.append(start + " " * GAP + word)
        else:
            lines[-1] += f" {word}"
    return "\n".join(line.rstrip() for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return (" " * GAP).join(
        " " * (width - width_of(cell)) + cell for cell, width in zip(cells, widths, strict=True)
    )


def _columns(names: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterable[Sequence[object]]:
    return list(zip(*rows, strict=True)) or [()] * len(names)


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, tuple):
        return "..".join(map(_cell, value))
    if isinstance(value, float):
        return f"{value:,.3f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
