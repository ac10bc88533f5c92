"""Functions of NetworkX alone and on our backend, on random graphs of mean degree 8.

    python benchmarks/networkx_backend.py [--exponents 5 7 9 11] [--longest 0.2] [--crossover] [--by-hand]
        [FUNCTION ...]

Each graph has 2**exponent nodes. "converted" is the time with the conversion included, "kept" that of a call
on a graph whose conversion NetworkX keeps. Ratios are NetworkX's time over ours: above 1 we are faster. No
function is run on larger graphs once NetworkX takes longer than --longest seconds. --crossover prints the
table SMALLEST of wavefront/networkx_backend/info.py: the stored entries from which each ratio stays above 1.
--by-hand adds igraph, rustworkx and graphblas-algorithms, if they are installed, called by hand on graphs of
their own. --json adds a run to a file of runs, in place of one by the same command, and writes it after each
function. The guide's table is of docs/guide/networkx.json, whose runs say their commands.
"""

import argparse
import json
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

import networkx as nx
from networkx_by_hand import LIBRARIES, call_of, graph_in
from timing import circumstances, print_table, written

from wavefront.networkx_backend import interface
from wavefront.networkx_backend.info import NEVER, SMALLEST

ACYCLIC = [
    name for name in SMALLEST if "topological" in name or name.startswith("dag_") or name == "has_cycle"
]
DIRECTED = [
    name
    for name in SMALLEST
    if any(part in name for part in ("strong", "weak", "acyclic", "attracting", "in_degree", "out_degree"))
    or "reciprocity" in name
    or name
    in (
        "flow_hierarchy",
        "condensation",
        "is_semiconnected",
        "is_aperiodic",
        "is_arborescence",
        "is_branching",
    )
]
FROM_ONE = [
    "ancestors descendants bfs_edges generic_bfs_edges bfs_layers bfs_predecessors bfs_successors bfs_tree",
    "node_connected_component predecessor single_source_shortest_path single_source_shortest_path_length",
    "single_target_shortest_path single_target_shortest_path_length dijkstra_predecessor_and_distance",
    "single_source_dijkstra single_source_dijkstra_path single_source_dijkstra_path_length",
    "single_source_all_shortest_paths single_source_bellman_ford single_source_bellman_ford_path",
    "single_source_bellman_ford_path_length bellman_ford_predecessor_and_distance find_negative_cycle",
    "bfs_labeled_edges ego_graph local_reaching_centrality",
]
BETWEEN_TWO = [
    "has_path bidirectional_shortest_path dijkstra_path dijkstra_path_length bidirectional_dijkstra",
    "efficiency shortest_path shortest_path_length all_shortest_paths astar_path astar_path_length",
    "bellman_ford_path bellman_ford_path_length",
]


def arguments(name: str, last: int) -> tuple[Any, ...]:
    """The arguments after the graph, whose nodes are 0 to `last`."""
    if name in " ".join(FROM_ONE).split():
        return (0,)
    if name in " ".join(BETWEEN_TWO).split():
        return 0, last // 2
    if name.endswith("_subset"):
        return list(range(8)), list(range(8))
    if name in ("k_corona", "k_truss"):
        return (4,)
    if name == "shortest_simple_paths":
        return 0, last // 2
    if name.startswith("multi_source"):
        return ([0, last],)
    return (0, 2) if name == "descendants_at_distance" else ()


def graph_of(exponent: int, kind: str) -> nx.Graph:
    """A graph of one of the KINDS, of mean degree 8."""
    count = 1 << exponent
    is_directed = kind != "undirected"
    graph = nx.gnm_random_graph(count, 4 * count * (1 + is_directed), seed=exponent, directed=is_directed)
    nodes = list(graph)
    nx.add_cycle(graph, nodes)  # connected
    if kind == "acyclic":
        graph.remove_edges_from([edge for edge in graph.edges if edge[0] >= edge[1]])
    for place, (_, _, data) in enumerate(graph.edges(data=True)):
        data["weight"] = 1 + place % 17
    return graph


def seconds(function: Callable[[], Any], repeats: int) -> float:
    """The least of several runs, with what is generated."""
    least = float("inf")
    for _ in range(repeats):
        start = perf_counter()
        listed(function)
        least = min(least, perf_counter() - start)
    return least


def times(name: str, graph: nx.Graph, repeats: int) -> tuple[float, float, float]:
    """NetworkX's time, ours with the conversion, and ours without."""
    args = arguments(name, len(graph) - 1)
    ours, theirs = getattr(interface, name), nx.utils.backends._registered_algorithms[name]
    if name == "shortest_simple_paths":  # there are too many to list all
        ours, theirs = first_ten(ours), first_ten(theirs)
    kept = interface.convert_from_nx(graph)
    listed(lambda: ours(kept, *args))  # compiles
    without = seconds(lambda: ours(kept, *args), repeats)
    graph.__networkx_cache__.clear()
    with_conversion = seconds(lambda: ours(interface.convert_from_nx(graph), *args), repeats)
    return seconds(lambda: theirs(graph, *args, backend="networkx"), repeats), with_conversion, without


def first_ten(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function without all results but the first ten."""
    return lambda *args, **keywords: islice(function(*args, **keywords), 10)


def times_by_hand(name: str, graph: nx.Graph, repeats: int) -> list[float | None]:
    """Each library's time on a graph of its own; None where it has no such function."""
    found: list[float | None] = []
    for library in LIBRARIES:
        call = call_of(library, name)
        own = None if call is None else graph_in(library, graph)
        found.append(None if call is None else seconds(lambda call=call, own=own: call(own), repeats))
    return found


def listed(function: Callable[[], Any]) -> None:
    """Run a function and what it generates; that there is no negative cycle is an error in NetworkX."""
    with suppress(nx.NetworkXError, nx.PowerIterationFailedConvergence):
        found = function()
        if hasattr(found, "__next__"):
            deque(found, maxlen=0)


def keep(path: Path, rows: list[list[Any]]) -> None:
    """Put a run with these rows, times in seconds, into a file of runs."""
    run = circumstances() | {"columns": ["function", "edges", "networkx", "converted", "kept", *LIBRARIES]}
    earlier = json.loads(path.read_text())["runs"] if path.exists() else []
    others = [each for each in earlier if each["command"] != run["command"]]
    path.write_text(written([*others, run | {"rows": rows}]))


def kind_of(name: str) -> str:
    """The kind of graph that a function is measured on."""
    return "acyclic" if name in ACYCLIC else "directed" if name in DIRECTED else "undirected"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("functions", nargs="*", metavar="FUNCTION", default=list(SMALLEST))
    parser.add_argument("--exponents", type=int, nargs="+", default=[3, 5, 7, 9, 11, 13])
    parser.add_argument("--longest", type=float, default=0.2)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--crossover", action="store_true")
    parser.add_argument("--by-hand", action="store_true")
    parser.add_argument("--json", type=Path, help="a file for the times")
    options = parser.parse_args()
    kinds = {kind_of(name) for name in options.functions}
    graphs = {(each, kind): graph_of(each, kind) for each in options.exponents for kind in kinds}
    rows, found, smallest = [], [], {}
    for name in options.functions:
        smallest[name] = [NEVER, NEVER]
        for exponent in options.exponents:
            graph = graphs[exponent, kind_of(name)]
            entries = graph.number_of_edges() * (1 if graph.is_directed() else 2)
            theirs, converted, kept = times(name, graph, options.repeats)
            by_hand = (
                times_by_hand(name, graph, options.repeats) if options.by_hand else [None] * len(LIBRARIES)
            )
            edges = entries // (1 + (not graph.is_directed()))
            taken = (theirs, converted, kept, *by_hand)
            found.append([name, edges, *(each and float(f"{each:.3g}") for each in taken)])
            rows.append(
                [
                    name,
                    f"{entries:,}",
                    f"{theirs * 1e3:.3f}",
                    f"{theirs / converted:.2f}",
                    f"{theirs / kept:.2f}",
                    *("" if each is None else f"{theirs / each:.2f}" for each in by_hand if options.by_hand),
                ]
            )
            for column, ours in enumerate((converted, kept)):
                smallest[name][column] = NEVER if theirs < ours else min(smallest[name][column], entries)
            if theirs > options.longest:
                break
        if options.json is not None:
            keep(options.json, found)
    if options.crossover:
        for name, (converted, kept) in smallest.items():
            least = ", ".join("NEVER" if each == NEVER else str(each) for each in (converted, kept))
            print(f'    "{name}": ({least}),')
    else:
        print_table(
            "NetworkX alone and on Wavefront",
            [
                "function",
                "entries",
                "NetworkX, ms",
                "converted",
                "kept",
                *(LIBRARIES if options.by_hand else ()),
            ],
            rows,
        )


if __name__ == "__main__":
    main()
