"""Tells a graph's format by the first bytes of its file."""

import codecs
import re
from itertools import dropwhile

from .file_objects import HEAD_SIZE

STARTS = {  # of formats that say what they are
    b"%%MatrixMarket": "mtx",
    b"PK\x03\x04": "npz",
    b"PAR1": "parquet",
    (1).to_bytes(8, "little"): "galois",
    (2).to_bytes(8, "little"): "galois",
}
MOST_DIGITS = 18  # of a size or an id: fits in int64
BYTE_ORDER_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
GML_START = re.compile(rb"\s*((#[^\n]*|Creator\b[^\n]*|Version\b[^\n]*)\s+)*graph\s*\[", re.IGNORECASE)
PAJEK_START = re.compile(rb"\s*\*(vertices|network)\b", re.IGNORECASE)
DIMACS_HEADER = re.compile(rb"\s*(c\b[^\n]*\s+)*p\s+sp\s")


def format_by_content(head: bytes) -> str | None:
    """The format of a file that starts with these bytes, or None for bytes that are of no known format.

    Any text is an edge list, unless its start is that of another format. METIS's has no mark of its own: the
    text must be a header of sizes, and then lines of numbers that are lists of neighbors, each at both ends.
    Lines that are both, lists of neighbors and edges, are edges if a vertex lists itself: METIS forbids that.
    """
    for mark in BYTE_ORDER_MARKS:
        head = head.removeprefix(mark)
    if head.replace(b"\0", b"").lstrip()[:1] == b"<":
        return "gexf" if b"<gexf" in head.replace(b"\0", b"") else "graphml"
    for start, format in STARTS.items():
        if head[: len(start)].lower() == start.lower():
            return format
    if b"\0" in head:
        return None
    if DIMACS_HEADER.match(head):
        return "dimacs"
    if PAJEK_START.match(head):
        return "pajek"
    if GML_START.match(head):
        return "gml"
    return "metis" if _is_metis(head) else "edges"


def _is_metis(head: bytes) -> bool:
    """Whether the text, of which the end may be missing, keeps METIS's rules as far as can be seen."""
    complete = len(head) < HEAD_SIZE
    lines = head.removesuffix(b"\n").split(b"\n")
    kept = [line.split() for line in lines if not line.lstrip().startswith(b"%")]
    rows = list(dropwhile(lambda row: not row, kept if complete else kept[:-1]))
    if not all(word.isdigit() and len(word) <= MOST_DIGITS for row in rows for word in row):
        return False
    header, rows = [int(word) for word in rows[0]] if rows else [], rows[1:]
    if not 2 <= len(header) <= 4 or header[0] == 0 or any(rows[header[0] :]):
        return False
    num_vertices, num_edges, *rest = header
    if complete and len(rows) < num_vertices:
        return False
    flags = f"{rest[0] if rest else 0:03d}"
    if len(flags) > 3 or flags.strip("01"):
        return False
    weights = (rest[1] if len(rest) > 1 else 1) * (flags[1] == "1")
    step = 1 + (flags[2] == "1")
    are_edges = len(header) in (2, 3) and all(len(row) in (0, len(header)) for row in rows)
    for before in {(flags[0] == "1") + weights, weights}:  # the 10th DIMACS challenge's files have no sizes
        if any(len(row) < before or (len(row) - before) % step for row in rows[:num_vertices]):
            continue
        listed = [[int(word) for word in row[before::step]] for row in rows[:num_vertices]]
        total = sum(map(len, listed))
        loops = sum(row.count(vertex) for vertex, row in enumerate(listed, 1))
        if loops and are_edges:
            continue
        totals = {2 * num_edges, 2 * num_edges - loops} | ({num_edges} if flags == "100" else set())
        if (total in totals or not complete) and _both_ends_list(listed, num_vertices):
            return True
    return False


def _both_ends_list(listed: list[list[int]], num_vertices: int) -> bool:
    """Whether neighbors are from 1 to V, and list each vertex that lists them, if they are seen yet."""
    sets = [set(row) for row in listed]
    return all(
        1 <= neighbor <= num_vertices and (neighbor > len(sets) or vertex in sets[neighbor - 1])
        for vertex, row in enumerate(sets, 1)
        for neighbor in row
    )
