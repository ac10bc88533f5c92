"""Edge lists: one ``source target [weight]`` per line, as SNAP, GAPBS (.el, .wel) and spreadsheets write.

Blanks, tabs or commas separate; ``#`` and ``%`` start a comment. The first line with data decides how many
columns there are, and whether vertices are integers or names. Ids that are exactly 0 to V-1 stay; any others
become labels, in sorted order. A vertex without edges can't be written. An edge list doesn't say whether the
graph is directed: it is read as directed, and an undirected graph is written with each edge once.
"""

import csv
import io
import re
import sys
import warnings
from collections.abc import Iterable
from functools import partial
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from ...errors import GraphFileError, InputError
from ...graph import Graph
from ...graph.labels import number_integers, number_names
from .. import output, text
from ..columns import SOURCE, TARGET, WEIGHT
from ..stream import Block, Input, Progress, blocks, opened_text, suffix_of

_COMMENT = re.compile(rb"(?<!\S)[#%].*", re.DOTALL)
_SNAP_COUNTS = re.compile(rb"#\s*Nodes:\s*(\d{1,18})\s+Edges:\s*(\d{1,18})")


class _Layout(NamedTuple):
    """The layout of all lines, which the first line with data decides."""

    delimiter: bytes | None  # None: blanks
    columns: int = 0
    named: bool = False  # vertices are names, not integers


class _Start(NamedTuple):
    """The part of the file that decides the layout, up to the first line with data."""

    layout: _Layout
    line: int
    content: bytes
    claimed: tuple[int, int] | None  # SNAP's count of vertices and edges


def read(path: Input, progress: Progress | None = None) -> Graph:
    """Directed graph of an edge list, weighted if there are three columns.

    Warns if the counts of a SNAP comment ``# Nodes: V Edges: E`` are wrong: the file may be cut short.
    """
    labels: np.ndarray | None
    with opened_text(path, progress) as file:
        start = _read_start(path, file)
        rest = blocks(file, start.line, start.content)
        read_line = partial(_read_line, layout=start.layout)
        if start.layout.named:
            src_names, dst_names, weights = _read_named(path, rest, read_line)
            src, dst, num_vertices, labels = number_names(src_names, dst_names)
        else:
            columns = text.Columns(start.layout.columns == 3, comma=start.layout.delimiter == b",")
            parts = [text.parse_edges(path, block, columns, read_line) for block in rest]
            src, dst, weights = text.joined(parts, columns)
            src, dst, num_vertices, labels = number_integers(src, dst)
    if start.claimed not in (None, (num_vertices, src.size)):
        claims = "{:,} vertices and {:,} edges".format(*start.claimed)
        found = f"{num_vertices:,} and {src.size:,}"
        warnings.warn(f"{path}: a comment says {claims}, the file has {found}", stacklevel=3)
    return Graph.from_edges(src, dst, num_vertices, weights, labels=labels)


def _read_start(path: Input, file: BinaryIO) -> _Start:
    claimed = None
    for number, content in enumerate(file, 1):
        if found := _SNAP_COUNTS.match(content):
            claimed = int(found[1]), int(found[2])
        if content.strip() and not re.match(rb"\s*[#%]", content):
            layout = text.at_line(path, number, partial(_layout, path=path), content)
            if layout is not None:
                return _Start(layout, number, content, claimed)
    raise GraphFileError(path, "no edges: expected lines 'source target [weight]'")


def _layout(content: bytes, path: Input) -> _Layout | None:
    """The layout, from a line; None if the line names the columns."""
    candidates = [b"\t", b","] if suffix_of(path) == ".tsv" else [b","]
    delimiter = next((candidate for candidate in candidates if candidate in content), None)
    fields = _fields(content, _Layout(delimiter))
    if len(fields) not in (2, 3):
        raise InputError(f"expected 'source target [weight]', found {_counted(len(fields))}")
    header = [field.decode(errors="replace").lower() for field in fields]
    if header[0] in TARGET and header[1] in SOURCE:
        raise InputError("expected the columns source, target and, if there are any, weight, in this order")
    if header[0] in SOURCE and header[1] in TARGET and (header[2:] == [] or header[2] in WEIGHT):
        return None
    return _Layout(delimiter, len(fields), named=not all(map(_looks_integer, fields[:2])))


def _fields(content: bytes, layout: _Layout) -> list[bytes]:
    if layout.delimiter is None or not layout.named:
        content = _COMMENT.sub(b"", content)
    content = content.strip(b"\r\n")
    if not content.strip() or content.lstrip()[:1] in (b"#", b"%"):
        return []
    if layout.delimiter is None:
        return content.split()
    if layout.delimiter == b"\t":
        return [field.strip() for field in content.split(b"\t")]
    try:
        # Latin-1 maps any bytes to text and back.
        [row] = csv.reader([content.decode("latin-1")], skipinitialspace=True)
    except (csv.Error, ValueError) as error:
        raise InputError(f"expected comma-separated fields: {error}") from error
    return [field.encode("latin-1").strip() for field in row]


def _counted(columns: int) -> str:
    return "1 column" if columns == 1 else f"{columns} columns"


def _looks_integer(field: bytes) -> bool:
    return re.fullmatch(rb"[+-]?[0-9]+", field) is not None


def _read_line(content: bytes, layout: _Layout) -> tuple[Any, ...] | None:
    fields = _fields(content, layout)
    if not fields:
        return None
    if len(fields) != layout.columns:
        raise InputError(f"expected {_counted(layout.columns)}, found {len(fields)}")
    vertex = _name if layout.named else partial(text.integer, what="vertex id")
    return *map(vertex, fields[:2]), *map(text.number, fields[2:])


def _name(field: bytes) -> str:
    try:
        return sys.intern(field.decode())
    except UnicodeDecodeError as error:
        raise InputError(f"expected UTF-8 text, found {text.shown(field)}") from error


def _read_named(
    path: Input, rest: Iterable[Block], read_line: text.ReadLine
) -> tuple[list[str], list[str], np.ndarray | None]:
    columns: tuple[list[Any], list[Any], list[Any]] = ([], [], [])
    for block in rest:
        for line, content in enumerate(block.text.split(b"\n"), block.first_line):
            row = text.at_line(path, line, read_line, content)
            for column, value in zip(columns, row or (), strict=False):
                column.append(value)
    return columns[0], columns[1], np.array(columns[2]) if columns[2] else None


def write(graph: Graph, path: output.Output) -> None:
    """Writes one line per edge: labels, if there are any, else ids; then the weight, if there is one.

    Raises InputError if the graph has no edges, or a label that would be read back differently.
    """
    src, dst, weights = output.edges_once(graph)
    if not src.size:
        raise InputError("an edge list can't hold a graph without edges")
    delimiter = {".csv": ",", ".tsv": "\t"}.get(suffix_of(path), " ")
    columns: list[Any] = [src, dst] if weights is None else [src, dst, weights]
    if graph.labels is not None:
        names = [_written(str(label), delimiter) for label in graph.labels.tolist()]
        integers = np.array([_looks_integer(name.encode()) for name in names])
        # An edge with an end that doesn't look like an integer goes first: then all vertices are names.
        first = np.flatnonzero(~(integers[src] & integers[dst]))[:1]
        order = np.concatenate([first, np.delete(np.arange(src.size), first)])
        columns = [column[order] for column in columns]
        columns[:2] = [[names[vertex] for vertex in column.tolist()] for column in columns[:2]]
    template = delimiter.join(["%s", "%s", "%r"][: len(columns)]) + "\n"
    with output.new_file(path) as file:
        if delimiter == ",":
            file.write(b"source,target,weight\n" if graph.weighted else b"source,target\n")
        output.write_rows(file, template, *columns)


def _written(label: str, delimiter: str) -> str:
    """A label as written in a line. Raises InputError if the reader would not read the same label back."""
    written = label
    if delimiter == ",":
        row = io.StringIO()
        csv.writer(row, lineterminator="").writerow([label])
        written = row.getvalue()
    layout = _Layout(None if delimiter == " " else delimiter.encode(), named=True)
    alone = "\n" not in written and (delimiter != " " or "," not in written)
    if not alone or _fields(written.encode(), layout) != [label.encode()]:
        raise InputError(f"the label {label!r} can't be written to an edge list; choose another format")
    return written
