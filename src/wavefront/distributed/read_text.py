"""A rank's part of an edge list: the lines that begin in its range of bytes."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from ..errors import GraphFileError
from ..io import text
from ..io.formats.edge_list import read_edge, read_start
from ..io.stream import BLOCK_SIZE, Block, opened_text


class TextPart(NamedTuple):
    """The range of bytes whose lines are a rank's, and how a line is read."""

    path: Path
    first: int  # where a line begins
    end: int  # lines that begin from here on are another rank's
    columns: text.Columns
    read_line: text.ReadLine

    @property
    def weights(self) -> Any:
        """The type of weights; None if there are none."""
        return np.dtype(np.float64) if self.columns.weighted else None

    @property
    def may_be_whole(self) -> bool:
        """Whether weights are stored as integers if all are whole."""
        return self.columns.weighted

    def blocks(self) -> Iterator[text.Edges]:
        """The edges, a block at a time. Raises GraphFileError, naming the line, for a bad one."""
        line = 1
        with self.path.open("rb") as file:
            file.seek(self.first)
            while (left := self.end - file.tell()) > 0:
                lines = file.read(min(left, BLOCK_SIZE))
                if not lines:
                    raise GraphFileError(self.path, "the file became shorter while it was read")
                if not lines.endswith(b"\n"):
                    lines += file.readline()
                try:
                    yield text.parse_edges(self.path, Block(lines, line), self.columns, self.read_line)
                except GraphFileError as error:
                    number = None if error.line is None else error.line + self._lines_before()
                    raise GraphFileError(self.path, error.problem, number) from error
                line += lines.count(b"\n")

    def _lines_before(self) -> int:
        with self.path.open("rb") as file:
            return file.read(self.first).count(b"\n")


def part(path: Path, rank: int, size: int) -> TextPart | None:
    """The part of one of `size` ranks; None if the file has names for vertices, or more columns.

    Raises GraphFileError for a file without edges, or whose first line with data is no edge.
    """
    with opened_text(path) as file:
        start = read_start(path, file, None)
        layout, data = start.layout, file.tell() - len(start.content)
    if layout.named or layout.chosen is not None:
        return None
    total = path.stat().st_size
    columns = text.Columns(layout.columns == 3, comma=layout.delimiter == b",")
    with path.open("rb") as file:
        first, end = (
            _line_start(file, data, data + (total - data) * part // size) for part in (rank, rank + 1)
        )
    return TextPart(path, first, end, columns, partial(read_edge, layout=layout))


def _line_start(file: BinaryIO, data: int, at: int) -> int:
    """Where the first line begins that begins at this byte or after it."""
    if at <= data:
        return data
    file.seek(at - 1)
    file.readline()
    return file.tell()
