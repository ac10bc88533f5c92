"""Lists of nets (.csv): a name and two cells per row, for maze routing."""

import csv
from pathlib import Path

from ..errors import GraphFileError
from ..io.stream import whole

AXES = ("layer", "row", "col")


def read_nets(path: Path, dimensions: int) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
    """The start and the goal of each net by its name, in the file's order.

    The first line names the columns: ``net``, ``from_row``, ``from_col``, ``to_row``, ``to_col``, and on a
    board of three dimensions ``from_layer`` and ``to_layer``, in any order. Coordinates count from 0.

    Raises
    ------
    GraphFileError
        For a column or a name that is missing or repeated, a row that is too long, or a value that is no
        coordinate.
    OSError
        If the file can't be opened or read.
    """
    axes = AXES[-dimensions:]
    ends = [[f"{end}_{axis}" for axis in axes] for end in ("from", "to")]
    try:
        rows = csv.DictReader(whole(path).decode("utf-8-sig").splitlines(), strict=True)
        wanted, columns = ["net", *ends[0], *ends[1]], rows.fieldnames or []
        if wrong := [column for column in wanted if columns.count(column) != 1]:
            problem = f"expected the columns {', '.join(wanted)}; {wrong[0]} is "
            raise GraphFileError(path, problem + ("repeated" if wrong[0] in columns else "missing"), 1)
        nets: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        for row in rows:
            name = row["net"]
            if not name or name in nets:
                raise GraphFileError(path, f"expected a new net's name, found {name!r}", rows.line_num)
            if None in row:
                raise GraphFileError(path, f"expected {len(columns)} values, found more", rows.line_num)
            start, goal = (
                tuple(_coordinate(path, row, column, rows.line_num) for column in end) for end in ends
            )
            nets[name] = start, goal
    except (UnicodeDecodeError, csv.Error) as error:
        raise GraphFileError(path, f"not valid CSV: {error}") from error
    return nets


def _coordinate(path: Path, row: dict[str, str], column: str, line: int) -> int:
    text = row[column] or ""
    if not (text.strip().isascii() and text.strip().isdecimal()):
        raise GraphFileError(path, f"expected a whole number from 0 up as {column}, found {text!r}", line)
    return int(text)
