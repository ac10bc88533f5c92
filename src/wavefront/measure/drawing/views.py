"""The graph's views: adjacency matrix, CSR, CSC, COO, ELL and JDS; PMPP 4e, chapters 14 and 15."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from ...graph import Graph
from ...graph.formats import PADDING
from .svg import MARGIN, element, moved, name_of, page, text, width_of

CELL, HEAD, BOX, FOOT = 28, 16, 22, 20  # pixels, as all lengths here
NAMES = 90  # room for an array's name
PER_LINE = 32  # slots
Drawing = tuple[list[str], float, float]  # marks, width and height


class Row(NamedTuple):
    """An array: its name, the text of each slot, None for padding, and what the slots belong to."""

    name: str
    values: list[str | None]
    owners: Mapping[int, str] = MappingProxyType({})  # the first slot of each list, and whose it is
    of: str = "of vertex"  # what an owner is
    bars: bool = False  # before each list


def draw_views(graph: Graph, labels: list[object], wanted: Sequence[str]) -> str:
    """The SVG text of these views, one below the other."""
    names = [name_of(label) for label in labels]
    marks: list[str] = []
    top, width = float(MARGIN), 0.0
    for view in wanted:
        drawn, wide, height = VIEWS[view](graph, names)
        marks += moved(MARGIN, top, drawn)
        top += height + 2 * MARGIN
        width = max(width, wide)
    return page(f"The graph as {', '.join(wanted)}", max(width, 420.0) + 2 * MARGIN, top, marks)


def _title(heading: str, said: str) -> list[str]:
    return [
        text(0, 12, heading, anchor="start", size=14, bold=True),
        text(0, 29, said, anchor="start"),
    ]


def _matrix(graph: Graph, names: list[str]) -> Drawing:
    """Rows are sources, columns destinations; an element is the weight, or how many edges there are."""
    cell = max(float(CELL), *(8 + width_of(name, bold=True) for name in names))
    src, dst, weights = graph.coo
    elements: dict[tuple[int, int], list[float]] = {}
    for slot, pair in enumerate(zip(src.tolist(), dst.tolist(), strict=True)):
        elements.setdefault(pair, []).append(1.0 if weights is None else float(weights[slot]))
    marks = _title("Adjacency matrix", f"{len(elements)} of {graph.num_vertices**2} elements are not zero")
    left, top = cell + 4, 76.0
    for vertex, name in enumerate(names):
        marks.append(text(left + (vertex + 0.5) * cell, top - 6, name, bold=True))
        marks.append(text(left - 8, top + vertex * CELL + 18, name, anchor="end", bold=True))
    for row in range(graph.num_vertices):
        for column in range(graph.num_vertices):
            values = elements.get((row, column), [])
            x, y = left + column * cell, top + row * CELL
            kind = "inspects" if values else "frame"
            marks.append(element("rect", kind, x=x + 1, y=y + 1, width=cell - 2, height=CELL - 2))
            if values:
                value = sum(values) if weights is None else values[-1]
                marks.append(text(x + cell / 2, y + 18, f"{value:.4g}", size=12 if value < 1000 else 9))
    marks += [
        text(left + cell * len(names) / 2, top - 22, "destination", "muted"),
        text(0, top + CELL * len(names) + 14, "rows: source", "muted", anchor="start"),
    ]
    return marks, left + cell * len(names), top + CELL * len(names) + 18


def _csr(graph: Graph, names: list[str]) -> Drawing:
    src_ptr, dst, _ = graph.csr
    said = "out-neighbors of each source, one list after the other"
    return _compressed("CSR", said, ("src_ptr", src_ptr.tolist()), ("dst", dst.tolist()), names)


def _csc(graph: Graph, names: list[str]) -> Drawing:
    dst_ptr, src, _ = graph.csc
    said = "in-neighbors of each destination, one list after the other"
    return _compressed("CSC", said, ("dst_ptr", dst_ptr.tolist()), ("src", src.tolist()), names)


def _compressed(
    heading: str, said: str, pointers: tuple[str, list[int]], ids: tuple[str, list[int]], names: list[str]
) -> Drawing:
    offsets = pointers[1]
    owners = dict(enumerate(names))
    starts = {
        offsets[vertex]: name for vertex, name in enumerate(names) if offsets[vertex] < offsets[vertex + 1]
    }
    return _stacked(
        _title(heading, f"{said}: {len(offsets)} offsets, {len(ids[1])} ids"),
        [
            Row(pointers[0], [str(value) for value in offsets], owners),
            Row(ids[0], [names[value] for value in ids[1]], starts, bars=True),
        ],
    )


def _coo(graph: Graph, names: list[str]) -> Drawing:
    src, dst, _ = graph.coo
    rows = [
        Row("src", [names[value] for value in src.tolist()]),
        Row("dst", [names[value] for value in dst.tolist()]),
    ]
    return _stacked(_title("COO", f"both ends of each edge: {2 * graph.num_edges} ids"), rows)


def _ell(graph: Graph, names: list[str]) -> Drawing:
    """One row per rank: side by side lie the neighbors of that rank of all vertices."""
    table = graph.ell.dst
    dict(enumerate(names))
    rows = [
        Row(
            f"neighbor {rank}",
            [None if value == PADDING else names[value] for value in of_rank],
            {} if rank else dict(enumerate(names)),
        )
        for rank, of_rank in enumerate(table.tolist())
    ]
    padding = int((table == PADDING).sum())
    said = f"every list padded to the longest, stored row by row: {table.size} ids, {padding} of them padding"
    return _stacked(_title("ELL", said), rows)


def _jds(graph: Graph, names: list[str]) -> Drawing:
    vertices, column_ptr, dst, _ = graph.jds
    offsets = column_ptr.tolist()
    starts = {offset: str(rank) for rank, offset in enumerate(offsets[:-1])}
    rows = [
        Row("vertices", [names[value] for value in vertices.tolist()]),
        Row("column_ptr", [str(value) for value in offsets]),
        Row("dst", [names[value] for value in dst.tolist()], starts, "neighbor", bars=True),
    ]
    stored = len(vertices) + len(offsets) + graph.num_edges
    said = f"rows by falling degree, the k-th neighbors of all together, no padding: {stored} integers"
    return _stacked(_title("JDS", said), rows)


def _stacked(marks: list[str], rows: Iterable[Row]) -> Drawing:
    """Arrays one below the other, in lines of PER_LINE slots."""
    top, width = 44.0, 0.0
    for row in rows:
        words = [*filter(None, row.values), *row.owners.values()]
        cell = max([float(CELL), *(8 + width_of(word, bold=True) for word in words)])
        for first in range(0, max(len(row.values), 1), PER_LINE):
            slots = range(first, min(first + PER_LINE, len(row.values)))
            said = row.name if first == 0 else f"from {first}"
            marks.append(text(0, top + HEAD + 15.5, said, anchor="start"))
            if row.owners:
                marks.append(text(0, top + HEAD + BOX + 13, row.of, "muted", anchor="start", size=10))
            marks += moved(NAMES, top, _line(row, slots, cell))
            top += HEAD + BOX + (FOOT if row.owners else 8)
            width = max(width, NAMES + cell * len(slots))
    return marks, width, top


def _line(row: Row, slots: range, cell: float) -> list[str]:
    marks = []
    for place, slot in enumerate(slots):
        value, middle = row.values[slot], (place + 0.5) * cell
        kind = "idle" if value is None else "inspects"
        marks.append(text(middle, HEAD - 4, slot, "muted", size=9))
        marks.append(element("rect", kind, x=place * cell + 2, y=HEAD, width=cell - 4, height=BOX))
        if value is not None:
            marks.append(text(middle, HEAD + 15.5, value))
        if slot in row.owners:
            marks.append(text(middle, HEAD + BOX + 13, row.owners[slot], "muted", size=10))
        if slot in row.owners and row.bars:
            marks.append(element("path", "bound", d=f"M{place * cell:g} {HEAD - 4} V{HEAD + BOX + 4}"))
    return marks


VIEWS: dict[str, Callable[[Any, list[str]], Drawing]] = {
    "matrix": _matrix,
    "csr": _csr,
    "csc": _csc,
    "coo": _coo,
    "ell": _ell,
    "jds": _jds,
}
