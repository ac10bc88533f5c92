"""Tables as plain text."""

from collections.abc import Iterable, Sequence


def text_table(names: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table with right-aligned columns, without a newline at the end.

    The words of a column's name, split at "_", stand one below the other. Numbers are grouped by thousands,
    floats have three decimals, a pair is a range, ``2..5``, and None is ``-``.
    """
    heads = [name.split("_") for name in names]
    height = max(len(words) for words in heads)
    heads = [[""] * (height - len(words)) + words for words in heads]
    columns = [
        [*head, *map(_cell, values)] for head, values in zip(heads, _columns(names, rows), strict=True)
    ]
    widths = [max(map(len, column)) for column in columns]
    lines = zip(*columns, strict=True)
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
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
