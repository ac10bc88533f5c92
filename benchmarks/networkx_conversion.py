"""The time that a conversion of a NetworkX graph takes, with its weights.

    python benchmarks/networkx_conversion.py [--edges 500000] [--repeats 5] [--kinds KIND ...] [--against SRC]
        [--json FILE]

Random graphs of mean degree 16, whose edges are in random order, which is the worst for a processor's caches.
Nodes that are strings are another object in each edge, as after reading a file.
--against is the folder src of another source tree, measured in turns with this one. --json adds the times of
this one to a file of results.
"""

import argparse
import gc
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import networkx as nx
from timing import keep, print_table, result

WEIGHTS: dict[str, Callable[[int], dict[str, Any]] | None] = {
    "none": None,
    "integers": lambda place: {"weight": 1 + place % 17},
    "floats": lambda place: {"weight": 1.5 + place % 17},
    "mixed": lambda place: {"weight": place % 17 if place % 2 else 0.5 + place % 17},
    "half missing": lambda place: {"weight": 1.5 + place % 17} if place % 2 else {},
}
KINDS = nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph


def graph_of(
    kind: type[nx.Graph], edges: int, named: bool, data: Callable[[int], dict[str, Any]] | None
) -> nx.Graph:
    """A graph of this kind, with a dictionary of attributes per edge."""
    random = nx.gnm_random_graph(edges // 8, edges, seed=1, directed=kind().is_directed())
    name = (lambda vertex: f"vertex {vertex}") if named else (lambda vertex: vertex)
    graph = kind()
    graph.add_nodes_from(map(name, random))
    places = enumerate(random.edges())
    graph.add_edges_from((name(u), name(v), {} if data is None else data(place)) for place, (u, v) in places)
    return graph


def seconds(convert: Callable[[Any], Any], graph: nx.Graph, weight: str | None) -> float:
    """The time of one conversion."""
    graph.__networkx_cache__.clear()
    gc.collect()
    start = perf_counter()
    converted = convert(graph)
    if weight is not None:
        converted.weighted(weight)
    return perf_counter() - start


def converter(source: str | None) -> Callable[[Any], Any]:
    """`convert_from_nx` of this source tree, or of another, beside it."""
    others = {
        name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == "wavefront"
    }
    if source is not None:
        sys.path.insert(0, source)
    from wavefront.networkx_backend.interface import convert_from_nx

    if source is not None:
        sys.path.remove(source)
        for name in [name for name in sys.modules if name.partition(".")[0] == "wavefront"]:
            del sys.modules[name]
        sys.modules.update(others)
    return convert_from_nx


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edges", type=int, default=500_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--against", metavar="SRC", help="the folder src of another source tree")
    parser.add_argument("--kinds", nargs="+", default=[kind.__name__ for kind in KINDS])
    parser.add_argument("--json", type=Path, help="a file of results to add this run to")
    options = parser.parse_args()
    converts = [converter(None), *([] if options.against is None else [converter(options.against)])]
    rows, results = [], []
    for kind in [kind for kind in KINDS if kind.__name__ in options.kinds]:
        for named in (False, True):
            for weights, data in WEIGHTS.items():
                graph = graph_of(kind, options.edges, named, data)
                found: list[list[float]] = [[] for _ in converts]
                for _ in range(options.repeats):
                    for convert, times in zip(converts, found, strict=True):
                        times.append(seconds(convert, graph, None if data is None else "weight"))
                nodes = "strings" if named else "0 to V-1"
                graph_told = f"{kind.__name__}, nodes {nodes}"
                results.append(result([1e3 * each for each in found[0]], graph=graph_told, program=weights))
                rows.append([kind.__name__, nodes, weights, *(f"{min(times):.3f}" for times in found)])
    header = ["graph", "nodes", "weights", "seconds", *([] if options.against is None else ["against"])]
    print_table(f"conversion of {options.edges:,} edges, best of {options.repeats}", header, rows)
    keep(options.json, results)


if __name__ == "__main__":
    main()
