"""``wavefront info``: what a graph is like, and what each format would take to store it."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .console import (
    EdgeColumns,
    Format,
    GraphPath,
    InputFormat,
    ReportFormat,
    Undirected,
    print_facts,
    print_json,
    read_graph,
    sizes_text,
    stdout,
    timed,
)
from .histogram import print_histogram
from .json_records import graph_record
from .tables import plain_table

if TYPE_CHECKING:
    import numpy as np

    from ..graph import Graph

TOP_SHARE = 0.01  # of the vertices: the hubs whose share of the edges tells the skew

STORED = {  # what each format stores, in elements; formats.py has the layouts
    "csr": "V + 1 + E",
    "csc": "V + 1 + E",
    "coo": "2 E",
    "ell": "V x largest degree",
    "jds": "V + largest degree + 1 + E",
    "dense": "V x V",
}


def info(
    path: GraphPath,
    undirected: Undirected = False,
    input_format: InputFormat = None,
    edge_columns: EdgeColumns = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Describe a graph: sizes, degrees, storage.

    Example: wavefront info karate.mtx
    """
    graph = read_graph(path, {}, input_format, undirected, edge_columns)
    with timed("examine", {}, path.name):
        record = _describe(path, graph)
    if report_format is Format.json:
        print_json(record)
    else:
        _print_text(graph, record)


def _describe(path: Path, graph: "Graph") -> dict[str, Any]:
    """The values that are printed, by name; an undirected edge counts once in all but `graph`."""
    from scipy.sparse.csgraph import connected_components

    src, dst, _ = graph.coo
    loop = src == dst
    repeated = loop & False
    repeated[1:] = (src[1:] == src[:-1]) & (dst[1:] == dst[:-1])
    parallel = int((repeated & ~loop).sum())
    components, _ = connected_components(graph.to_scipy(), connection="weak")
    return {
        "graph": graph_record(path, graph),
        "weighted": graph.weighted,
        "labelled": graph.labels is not None,
        "num_self_loops": int(loop.sum()),
        "num_parallel_edges": int((repeated & loop).sum()) + (parallel if graph.directed else parallel // 2),
        "num_components": int(components),
        "out_degree": _degree_facts(graph.out_degrees),
        "in_degree": _degree_facts(graph.in_degrees),
        "out_degree_histogram": _histogram(graph.out_degrees),
        "bytes": _bytes_by_format(graph),
    }


def _degree_facts(degrees: "np.ndarray") -> dict[str, float]:
    """Range and skew: the largest degree over the mean, and the share of edges at the hubs."""
    import numpy as np

    if not degrees.size:
        return {"min": 0, "mean": 0.0, "max": 0, "max_over_mean": 0.0, "top_1_percent_share": 0.0}
    edges, largest = int(degrees.sum(dtype=np.int64)), int(degrees.max())
    hubs = math.ceil(TOP_SHARE * degrees.size)
    at_hubs = int(np.partition(degrees, -hubs)[-hubs:].sum(dtype=np.int64))
    mean = edges / degrees.size
    return {
        "min": int(degrees.min()),
        "mean": mean,
        "max": largest,
        "max_over_mean": largest / mean if edges else 0.0,
        "top_1_percent_share": at_hubs / edges if edges else 0.0,
    }


def _histogram(degrees: "np.ndarray") -> list[dict[str, int]]:
    """Vertices by degree: 0, 1, 2 to 3, 4 to 7, and so on by powers of two."""
    import numpy as np

    _, bits = np.frexp(degrees.astype(np.float64))
    counts = np.bincount(bits).tolist()
    return [
        {"least": 1 << bit >> 1, "most": (1 << bit) - 1, "num_vertices": count}
        for bit, count in enumerate(counts)
    ]


def _bytes_by_format(graph: "Graph") -> dict[str, int]:
    """Bytes in each format, without building it; in all but dense, edges' weights come on top."""
    vertices, edges = graph.num_vertices, graph.num_edges
    longest = int(graph.out_degrees.max(initial=0))
    vertex, offset = graph.csr.dst.itemsize, graph.csr.src_ptr.itemsize
    weight = 0 if graph.csr.weights is None else graph.csr.weights.itemsize
    compressed = (vertices + 1) * offset + edges * (vertex + weight)
    return {
        "csr": compressed,
        "csc": compressed,
        "coo": edges * (2 * vertex + weight),
        "ell": vertices * longest * (vertex + weight),
        "jds": vertices * vertex + (longest + 1) * offset + edges * (vertex + weight),
        "dense": vertices**2 * max(1, weight),
    }


def _print_text(graph: "Graph", record: dict[str, Any]) -> None:
    features = [word for word, name in (("weighted", "weighted"), ("labelled", "labelled")) if record[name]]
    facts = [
        ("file", record["graph"]["file"]),
        ("graph", sizes_text(graph) + "".join(f", {feature}" for feature in features)),
        ("self-loops", f"{record['num_self_loops']:,}"),
        ("parallel edges", f"{record['num_parallel_edges']:,}"),
        ("components", f"{record['num_components']:,}" + " (weakly connected)" * graph.directed),
    ]
    for name in ("out_degree", "in_degree") if graph.directed else ("out_degree",):
        degree = record[name]
        title = name.replace("_", "-") if graph.directed else "degree"
        facts.append((title, "{min:,} to {max:,}, mean {mean:,.2f}".format(**degree)))
        skew = "largest {max_over_mean:,.1f} x mean; top 1% of vertices: {top_1_percent_share:.1%} of edges"
        facts.append(("  skew", skew.format(**degree)))
    print_facts(facts)
    if rows := record["out_degree_histogram"]:
        ends = [(row["least"], row["most"]) for row in rows]
        names = [f"{least}-{most}" if most > least else str(most) for least, most in ends]
        stdout().print()
        print_histogram("degree", names, [row["num_vertices"] for row in rows])
    stdout().print()
    _print_bytes(record["bytes"])


def _print_bytes(sizes: dict[str, int]) -> None:
    from rich.filesize import decimal

    table = plain_table("format", "bytes", "")
    table.add_column("stores", style="dim")
    for name, size in sizes.items():
        table.add_row(name.upper() if name != "dense" else name, f"{size:,}", decimal(size), STORED[name])
    stdout().print(table)
