"""Edge lists: one ``source target [weight]`` per line, as SNAP, GAPBS (.el, .wel) and spreadsheets write.

Blanks, tabs or commas separate; ``#`` and ``%`` start a comment; io/fields.py has the details. The first line
with data decides how many columns there are, and whether vertices are integers or names. A header names the
columns as io/columns.py lists them, in a line or a comment; another one is refused where the file shows that
it is a header. Of more than three columns a header names the ones to read, or the caller chooses them; such
files are read line by line in Python. Ids that are exactly 0 to V-1 stay; any others become labels, in sorted
order. A vertex without edges can't be written. An edge list doesn't say whether the graph is directed: it is
read as directed, and an undirected graph is written with each edge once.
"""

import re
import sys
import warnings
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from ...errors import GraphFileError, InputError, shown
from ...graph import Graph
from ...graph.labels import number_integers, number_names
from ...graph.undirected import edges_once
from ...graph.weight_types import smallest
from ...progress import Report
from .. import output, text
from ..fields import (
    Layout,
    comment_names_columns,
    comment_words,
    counted,
    fields,
    first_layout,
    header_names,
    is_canonical,
    known_places,
    looks_integer,
    name_columns,
    read_as_integer,
    written,
)
from ..stream import Block, Input, blocks, opened_text, suffix_of

_SNAP_COUNTS = re.compile(rb"#\s*Nodes:\s*(\d{1,18})\s+Edges:\s*(\d{1,18})")


class Start(NamedTuple):
    """The part of the file that decides the layout, up to the first line with data."""

    layout: Layout
    line: int
    content: bytes
    header: bool  # whether the columns were named before
    claimed: tuple[int, int] | None  # SNAP's count of vertices and edges


def read(path: Input, report: Report | None = None, columns: Sequence[str | int] | None = None) -> Graph:
    """Directed graph of an edge list, weighted if there are three columns.

    `columns` are the names in the header, or the places from 0 on, of source, target and maybe weight.

    Warns if the counts of a SNAP comment ``# Nodes: V Edges: E`` are wrong: the file may be cut short. Warns
    if the first line may be a header: its two names are in no other line.
    """
    labels: np.ndarray | None
    with opened_text(path, report) as file:
        start = read_start(path, file, columns)
        rest = blocks(file, start.line, start.content)
        read_line = partial(read_edge, layout=start.layout)
        if start.layout.named:
            src_names, dst_names, weights = _read_named(path, rest, read_line)
            if not start.header:
                _suspect_header(path, start.line, src_names, dst_names)
            src, dst, num_vertices, labels = number_names(src_names, dst_names)
        elif start.layout.chosen is not None:
            *ends, weights = _read_named(path, rest, read_line)
            src, dst, num_vertices, labels = number_integers(*(np.array(ids, np.int64) for ids in ends))
        else:
            plain = text.Columns(start.layout.columns == 3, comma=start.layout.delimiter == b",")
            parts = [text.parse_edges(path, block, plain, read_line) for block in rest]
            src, dst, weights = text.joined(parts, plain)
            src, dst, num_vertices, labels = number_integers(src, dst)
    if start.claimed not in (None, (num_vertices, src.size)):
        claims = "{:,} vertices and {:,} edges".format(*start.claimed)
        found = f"{num_vertices:,} and {src.size:,}"
        warnings.warn(f"{path}: a comment says {claims}, the file has {found}", stacklevel=3)
    small = None if weights is None else smallest(weights)
    return Graph.from_edges(src, dst, num_vertices, small, labels=labels)


def read_start(path: Input, file: BinaryIO, columns: Sequence[str | int] | None) -> Start:
    """Read up to the first line with data, and choose the layout. Raises GraphFileError if there is none."""
    claimed, header = None, False
    wanted = [column for column in columns or () if isinstance(column, str)]
    chosen = None if wanted or columns is None else tuple(map(int, columns))
    for number, content in enumerate(file, 1):
        line = content.strip()
        if line.startswith((b"#", b"%")):
            if found := _SNAP_COUNTS.match(content):
                claimed = int(found[1]), int(found[2])
            header = header or text.at_line(path, number, comment_names_columns, content)
            if wanted and set(wanted) <= set(names := comment_words(content)):
                header, chosen = True, tuple(map(names.index, wanted))
        elif line:
            if not header or (wanted and chosen is None):
                find = partial(_places, suffix=suffix_of(path), columns=wanted)
                places = text.at_line(path, number, find, content)
                if places is not None:
                    header, chosen = True, chosen or places
                    continue
            choose = partial(_layout, path=path, header=header, chosen=chosen)
            layout = text.at_line(path, number, choose, content)
            if layout is not None:
                return Start(layout, number, content, header, claimed)
            header = True
    raise GraphFileError(path, "no edges: expected lines 'source target [weight]'")


def _places(content: bytes, suffix: str, columns: list[str]) -> tuple[int, ...] | None:
    """The places of the columns by the names in a header; None if the line is no header of many columns."""
    names = header_names(content, suffix)
    if not columns:
        return known_places(names) if len(names) > 3 else None
    for column in columns:
        if names.count(column) != 1:
            raise InputError(f"expected one column {shown(column)} in the header, found {shown(names)}")
    return tuple(map(names.index, columns))


def _layout(content: bytes, path: Input, header: bool, chosen: tuple[int, ...] | None) -> Layout | None:
    """The layout, from a line; None if the line names the columns."""
    layout, found = first_layout(content, suffix_of(path), chosen)
    if not header and (name_columns(found) if chosen is None else _is_header(found)):
        return None
    try:
        list(map(text.number, found[2:] if chosen is None else [found[at] for at in chosen[2:]]))
    except InputError as error:
        raise InputError(f"{error}; a header names the columns source, target and weight") from None
    return layout


def _is_header(found: list[bytes]) -> bool:
    return known_places([field.decode(errors="replace") for field in found]) is not None


def _suspect_header(path: Input, line: int, src: list[str], dst: list[str]) -> None:
    """Refuse a first line that must be a header, since all others hold integers; warn of one that may be."""
    first = src[0], dst[0]
    if len(src) == 1 or any(src.count(name) + dst.count(name) > 1 for name in first):
        return
    others = {*src, *dst} - {*first}
    if all(looks_integer(name.encode()) for name in others):
        names = " and ".join(text.shown(name.encode()) for name in first)
        problem = f"{names}, but integers in all other lines; a header names the columns source and target"
        raise GraphFileError(path, f"found {problem}", line)
    warnings.warn(
        f"{path}, line {line}: no other line has these two vertices; "
        "a header names the columns source, target and, if there are any, weight",
        stacklevel=4,
    )


def read_edge(content: bytes, layout: Layout) -> tuple[Any, ...] | None:
    """The ends and maybe the weight in a line; None for a comment. Raises InputError for another line."""
    found = fields(content, layout)
    if not found:
        return None
    if len(found) != layout.columns:
        raise InputError(f"expected {counted(layout.columns)}, found {len(found)}")
    if layout.chosen is not None:
        found = [found[at] for at in layout.chosen]
    vertex = _name if layout.named else partial(text.integer, what="vertex id")
    return *map(vertex, found[:2]), *map(text.number, found[2:])


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


def write(graph: Graph, path: output.Output, report: Report | None = None) -> None:
    """Writes one line per edge: labels, if there are any, else ids; then the weight, if there is one.

    Labels that look like integers are read back as integers if no edge has another label. Raises InputError
    if the graph has no edges, a label would be read back differently or as another's, or a weight is NaN.
    """
    src, dst, weights = edges_once(graph)
    if not src.size:
        raise InputError("an edge list can't hold a graph without edges")
    output.refuse_nan(weights, "edge list")
    delimiter = {".csv": ",", ".tsv": "\t"}.get(suffix_of(path), " ")
    columns: list[Any] = [src, dst] if weights is None else [src, dst, weights]
    named = graph.labels is not None and graph.labels.dtype.kind not in "iu"
    if graph.labels is not None:
        names = _written(output.names(graph), delimiter)
        integers = np.array([read_as_integer(name) for name in names])
        # An edge with an end that doesn't look like an integer goes first: then all vertices are names.
        first = np.flatnonzero(~(integers[src] & integers[dst]))[:1]
        if not first.size:
            _require_canonical(names[vertex] for vertex in np.union1d(src, dst).tolist())
        order = np.concatenate([first, np.delete(np.arange(src.size), first)])
        columns = [column[order] for column in columns]
        columns[:2] = [[names[vertex] for vertex in column.tolist()] for column in columns[:2]]
    header = delimiter.join(["source", "target", "weight"][: len(columns)])
    template = delimiter.join(["%s", "%s", "%r"][: len(columns)]) + "\n"
    with output.new_file(path) as file:
        if delimiter == "," or named:
            file.write((header if delimiter == "," else f"# {header}").encode() + b"\n")
        output.write_rows(file, template, *columns, report=report)


def _written(names: list[str], delimiter: str) -> list[str]:
    """Names as written in a line. Raises InputError for one that the reader would not read back."""
    lines = []
    for name in names:
        if (field := written(name, delimiter)) is None:
            problem = f"the label {output.shortened(name)} can't be written to an edge list"
            raise InputError(f"{problem}; choose another format")
        lines.append(field)
    return lines


def _require_canonical(names: Iterable[str]) -> None:
    for name in names:
        if not is_canonical(name):
            problem = f"the label {output.shortened(name)} would be read back as an integer"
            raise InputError(f"{problem}; choose another format")
