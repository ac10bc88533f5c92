"""DIMACS shortest paths (.gr): http://www.diag.uniroma1.it/challenge9/format.shtml.

``p sp vertices arcs``, then ``a source target weight`` for each arc, with vertices from 1; ``c`` starts a
comment. Arcs are directed and have weights: an undirected graph is written with both directions of each
edge, an unweighted graph with weight 1 for each.
"""

from functools import partial
from typing import BinaryIO

import numpy as np

from ...errors import GraphFileError, InputError
from ...graph import Graph
from ...graph.weight_types import smallest
from ...progress import Report
from .. import output, text
from ..claims import check_claimed_vertices
from ..stream import Input, blocks, check_num_vertices, opened_text


def read(path: Input, report: Report | None = None) -> Graph:
    """Directed, weighted graph."""
    with opened_text(path, report) as file:
        num_vertices, num_arcs, lines = _read_header(path, file)
        check_num_vertices(path, num_vertices)
        columns = text.Columns(True, least=1, most=num_vertices, tag=b"a")
        read_line = partial(_read_arc, num_vertices=num_vertices)
        rest = blocks(file, lines + 1)
        parts = [text.parse_edges(path, block, columns, read_line) for block in rest]
    src, dst, weights = text.joined(parts, columns)
    assert weights is not None  # as the columns say
    if src.size != num_arcs:
        raise GraphFileError(path, f"the header says {num_arcs:,} arcs, the file has {src.size:,}")
    check_claimed_vertices(path, num_vertices, num_arcs)
    return Graph.from_edges(src, dst, num_vertices, smallest(weights))


def _read_header(path: Input, file: BinaryIO) -> tuple[int, int, int]:
    number = 0
    for number, content in enumerate(file, 1):
        if content.split()[:1] not in ([], [b"c"]):
            return *text.at_line(path, number, _sizes, content), number
    raise GraphFileError(path, "the file ends before a line 'p sp vertices arcs'", number)


def _sizes(content: bytes) -> tuple[int, int]:
    words = content.split()
    if words[:2] != [b"p", b"sp"] or len(words) != 4:
        raise InputError(f"expected 'p sp vertices arcs', found {text.shown(content.strip())}")
    return text.integer(words[2], "number of vertices", least=0), text.integer(
        words[3], "number of arcs", least=0
    )


def _read_arc(content: bytes, num_vertices: int) -> tuple[float, ...] | None:
    words = content.split()
    if words[0] == b"c":
        return None
    if words[0] != b"a" or len(words) != 4:
        raise InputError(f"expected 'a source target weight', found {text.shown(content.strip())}")
    source, target = (text.integer(word, "vertex", 1, num_vertices) for word in words[1:3])
    return source, target, text.number(words[3])


def write(graph: Graph, path: output.Output, report: Report | None = None) -> None:
    """Writes both directions of undirected edges, and weight 1 for all edges of an unweighted graph.

    Raises InputError for a weight that is NaN.
    """
    src, dst, weights = graph.coo
    if weights is None:
        weights = np.ones(src.size, np.uint8)
    output.refuse_nan(weights, "DIMACS")
    values = smallest(weights)  # whole numbers are written as integers
    with output.new_file(path) as file:
        file.write(b"p sp %d %d\n" % (graph.num_vertices, graph.num_edges))
        output.write_rows(file, "a %d %d %r\n", src + 1, dst + 1, values, report=report)
