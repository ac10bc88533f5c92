"""METIS (.graph): https://karypis.github.io/glaros/files/sw/metis/manual.pdf, section 4.1.1.

A line ``vertices edges [fmt [ncon]]``, then one line per vertex: ``[size] [ncon weights] neighbor [weight]
...``, with neighbors from 1. The three digits of fmt say whether there are vertex sizes, vertex weights (both
are dropped) and edge weights. Undirected: both ends list an edge. ``%`` starts a comment.

METIS has no self-loops; here a vertex may list itself, once for each loop. In the 10th DIMACS challenge's
dialect, fmt 100 means that the header counts listed neighbors, not edges, and there are no sizes. The count
tells the dialect: https://www.cc.gatech.edu/dimacs10/downloads.shtml.
"""

from itertools import pairwise
from typing import BinaryIO, NamedTuple

import numpy as np

from ...errors import GraphFileError, InputError
from ...graph import Graph
from ...graph.arrays import exclusive_scan
from ...graph.undirected import edges_once
from ...graph.weight_types import smallest
from ...progress import Report, pieces
from .. import output, text
from ..stream import Block, Input, blocks, check_num_vertices, opened_text

PLAIN = b"0123456789 \t\r\n"
LARGEST_WEIGHT = 2**31 - 1  # METIS is usually built with 32-bit integers


class _Header(NamedTuple):
    num_vertices: int
    num_edges: int
    sizes: bool
    vertex_weights: int
    edge_weights: bool
    line: int


class _Rows(NamedTuple):
    """Lines in order, comments left out."""

    lines: np.ndarray  # line numbers in the file
    counts: np.ndarray  # how many numbers each line holds
    numbers: np.ndarray  # the numbers of all lines, one line after another


def read(path: Input, report: Report | None = None) -> Graph:
    """Undirected graph, weighted if the file has edge weights."""
    with opened_text(path, report) as file:
        header = _read_header(path, file)
        check_num_vertices(path, header.num_vertices)
        parts = [_read_rows(path, block) for block in blocks(file, header.line + 1)]
    parts = parts or [_Rows(*np.empty((3, 0), np.int64))]
    rows = _Rows(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    rows = _one_a_vertex(path, rows, header.num_vertices)
    listed = header.num_edges * 2
    if header[2:5] == (True, 0, False) and rows.numbers.size == header.num_edges:
        header, listed = header._replace(sizes=False), header.num_edges
    graph = _graph(path, rows, header)
    loops = int(np.count_nonzero(graph.coo.src == graph.coo.dst))
    if graph.num_edges not in (listed, listed - loops):
        counts = f"{header.num_edges:,} edges, the vertices list {graph.num_edges:,} neighbors"
        raise GraphFileError(path, f"the header says {counts}; expected {listed:,}", header.line)
    _check_symmetry(path, graph, rows.lines)
    return Graph.from_csr(*graph.csr, directed=False, check=False)


def _read_header(path: Input, file: BinaryIO) -> _Header:
    number = 0
    for number, content in enumerate(file, 1):
        if content.strip() and not content.lstrip().startswith(b"%"):
            return _Header(*text.at_line(path, number, _header, content), number)
    raise GraphFileError(path, "the file ends before a line 'vertices edges [fmt [ncon]]'", number)


def _header(content: bytes) -> tuple[int, int, bool, int, bool]:
    words = content.split()
    flags = (words[2] if len(words) > 2 else b"0").rjust(3, b"0")
    if not 2 <= len(words) <= 4 or len(flags) > 3 or flags.strip(b"01"):
        found = text.shown(content.strip())
        raise InputError(f"expected 'vertices edges [fmt [ncon]]', fmt three digits 0 or 1, found {found}")
    num_vertices = text.integer(words[0], "number of vertices", least=0)
    num_edges = text.integer(words[1], "number of edges", least=0)
    constraints = text.integer(words[3], "ncon", 0, 2**31) if len(words) == 4 else 1
    sizes, vertex_weights, edge_weights = (flag == ord("1") for flag in flags)
    return num_vertices, num_edges, sizes, constraints * vertex_weights, edge_weights


def _read_rows(path: Input, block: Block) -> _Rows:
    content, lines = block.text, None
    if content.translate(None, PLAIN):
        numbered = enumerate(content.removesuffix(b"\n").split(b"\n"), block.first_line)
        kept = {line: row for line, row in numbered if not row.lstrip().startswith(b"%")}
        for line, row in kept.items():
            text.at_line(path, line, _check_plain, row)
        content, lines = b"".join(row + b"\n" for row in kept.values()), np.array(list(kept), int)
    characters = np.frombuffer(content, np.uint8)
    starts = text.line_starts(characters)
    if lines is None:
        lines = np.arange(block.first_line, block.first_line + starts.size - 1)
    digit = characters > ord(" ")
    digit[1:] &= ~digit[:-1]  # only the first digit of each number
    if not digit.any():
        return _Rows(lines, np.zeros(lines.size, int), np.empty(0, np.int64))
    counts = np.add.reduceat(digit, starts[:-1], dtype=np.int64)
    return _Rows(lines, counts, np.fromstring(content, np.int64, sep=" "))


def _check_plain(row: bytes) -> None:
    for word in row.split():
        text.integer(word, "number", least=0)
        if word.translate(None, PLAIN):
            raise InputError(f"expected digits only, found {text.shown(word)}")


def _one_a_vertex(path: Input, rows: _Rows, num_vertices: int) -> _Rows:
    if rows.lines.size < num_vertices:
        found = f"the file ends after {rows.lines.size:,}"
        raise GraphFileError(path, f"expected a line for each of {num_vertices:,} vertices; {found}")
    surplus = np.flatnonzero(rows.counts[num_vertices:])
    if surplus.size:
        line = int(rows.lines[num_vertices + surplus[0]])
        raise GraphFileError(path, f"expected no more than {num_vertices:,} vertices", line)
    return rows._replace(lines=rows.lines[:num_vertices], counts=rows.counts[:num_vertices])


def _graph(path: Input, rows: _Rows, header: _Header) -> Graph:
    """The directed graph with an edge from each vertex to every neighbor that it lists."""
    before, step = header.sizes + header.vertex_weights, 1 + header.edge_weights
    wrong = np.flatnonzero((rows.counts < before) | ((rows.counts - before) % step != 0))
    if wrong.size:
        then = "pairs 'neighbor weight'" if header.edge_weights else "neighbors"
        problem = f"expected {before} numbers, then {then}; found {rows.counts[wrong[0]]} numbers"
        raise GraphFileError(path, problem, int(rows.lines[wrong[0]]))
    place = np.arange(rows.numbers.size) - np.repeat(exclusive_scan(rows.counts)[:-1], rows.counts) - before
    dst = rows.numbers[(place >= 0) & (place % step == 0)]
    src = np.repeat(np.arange(header.num_vertices), (rows.counts - before) // step)
    wrong = np.flatnonzero((dst < 1) | (dst > header.num_vertices))
    if wrong.size:
        problem = f"neighbor {dst[wrong[0]]} is out of range: expected 1 to {header.num_vertices}"
        raise GraphFileError(path, problem, int(rows.lines[src[wrong[0]]]))
    weights = rows.numbers[(place >= 0) & (place % step == 1)] if header.edge_weights else None
    if weights is not None:
        wrong = np.flatnonzero(weights == np.iinfo(np.int64).max)  # NumPy clamps larger numbers to this
        if wrong.size:
            raise GraphFileError(path, "a weight is beyond 63 bits", int(rows.lines[src[wrong[0]]]))
        weights = smallest(weights)
    return Graph.from_edges(src, dst - 1, header.num_vertices, weights)


def _check_symmetry(path: Input, graph: Graph, lines: np.ndarray) -> None:
    """Raise GraphFileError unless both ends of every edge list it, with the same weight."""
    listed, (dst_ptr, listing, weights) = graph.coo, graph.csc
    owner = np.repeat(np.arange(graph.num_vertices), np.diff(dst_ptr))
    differs = np.flatnonzero((listed.src != owner) | (listed.dst != listing))
    if differs.size:
        pairs = [
            (int(src[differs[0]]) + 1, int(dst[differs[0]]) + 1)
            for src, dst in (listed[:2], (owner, listing))
        ]
        # Of two sorted lists of pairs, the smaller at the first difference is missing in the other.
        vertex, neighbor = pairs[0] if pairs[0] < pairs[1] else pairs[1][::-1]
        problem = f"vertex {vertex} lists {neighbor}, which does not list {vertex}"
        raise GraphFileError(path, problem, int(lines[vertex - 1]))
    if listed.weights is not None and weights is not None and (listed.weights != weights).any():
        # Parallel edges may be in any order, so sort by weight too.
        there, back = (w[np.lexsort((w, listed.dst, listed.src))] for w in (listed.weights, weights))
        for edge in np.flatnonzero(there != back)[:1].tolist():
            ends = f"{listed.src[edge] + 1} and {listed.dst[edge] + 1}"
            values = f"{there[edge]:g} and {back[edge]:g}"
            line = int(lines[listed.src[edge]])
            raise GraphFileError(path, f"the edge of {ends} has two weights, {values}", line)


def write(graph: Graph, path: output.Output, report: Report | None = None) -> None:
    """Raises InputError if the graph is directed, or its weights aren't integers from 0 to 2^31 - 1."""
    output.refuse(graph, ".graph", directed=True)
    src_ptr, numbers, weights = graph.csr
    numbers = numbers + 1
    if weights is not None:
        integers = output.require_integers(weights, 0, LARGEST_WEIGHT, ".graph")
        src_ptr, numbers = src_ptr * 2, np.column_stack([numbers, integers]).ravel()
    count = edges_once(graph).src.size
    with output.new_file(path) as file:
        file.write(b"%d %d%s\n" % (graph.num_vertices, count, b" 001" * graph.weighted))
        for some in pieces(graph.num_vertices, output.CHUNK_ROWS, report, output.CHUNK_ROWS):
            ends = src_ptr[some.start : some.stop + 1].tolist()
            words = [str(number) for number in numbers[ends[0] : ends[-1]].tolist()]
            rows = [" ".join(words[start - ends[0] : end - ends[0]]) for start, end in pairwise(ends)]
            file.write("\n".join([*rows, ""]).encode())
