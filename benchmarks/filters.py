"""What filters cost: against the search of the whole graph, and that of a filtered copy.

    python benchmarks/filters.py [--graph kronecker] [--rounds 9] [--scale 20] [--sources 16] [--device cuda]
                                 [--json FILE]

Each filter keeps 95 of 100 vertices or edges. "whole" is the ratio to the search of the whole graph, "copy"
that to a search of a graph that has only what is kept. Searches take turns, and medians are shown. "made" are
the times to make an `EdgeFilter`; its edges are looked up then, and no more in the searches. The second table
says from how many searches on that pays. On a GPU the graph and the filters are there, and each answer is
waited for.

With `--sources`, each search of a graph begins at another source than the one before. Nine searches take
turns: so in 16 rounds, or 32, each of them begins at each of 16 sources as often. The CPU's search of a graph
keeps which in-neighbor it found visited, and looks there first the next time: from the same source again it
finds almost all at once.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from timing import all_times, keep, print_table, result

import wavefront as wf
from wavefront import generators
from wavefront.device import Device, get_device

KEPT = 0.95  # share of the vertices or edges
IN_A_ROW = (1, 2, 4, 8, 16)  # searches


class Times(NamedTuple):
    """Data of `is_recent`."""

    times: Any
    limit: Any


def is_recent(source, neighbor, edge, data):
    """A window of time."""
    return data.times[edge] < data.limit


def is_wanted(vertex):
    """Drops one vertex in twenty."""
    return vertex % 20 != 3


def bitmap(mask: np.ndarray) -> np.ndarray:
    """Item i is bit i % 32 of word i // 32."""
    packed = np.packbits(mask, bitorder="little")
    return np.concatenate([packed, np.zeros(-packed.size % 4, np.uint8)]).view(np.uint32)


def times_of(graph: wf.Graph, seed: int) -> np.ndarray:
    """A random time per edge, the same for both directions of an undirected edge."""
    src, dst = (ids.astype(np.uint64) for ids in graph.coo[:2])
    mixed = (np.minimum(src, dst) << np.uint64(32) | np.maximum(src, dst)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9 + 2 * seed)
    return (mixed ^ mixed >> np.uint64(32)) / 2.0**64


def copy_of(graph: wf.Graph, kept: np.ndarray, device: Device) -> wf.Graph:
    """A graph of the edges that are kept."""
    made = wf.Graph.from_edges(graph.coo.src[kept], graph.coo.dst[kept], graph.num_vertices).to_device(device)
    _ = made.csc
    return made


def waited(run: Callable[..., object], *given: Any, **options: Any) -> None:
    """Call it, and wait for a GPU's answer."""
    run(*given, **options)
    if "cupy" in sys.modules:
        sys.modules["cupy"].cuda.get_current_stream().synchronize()


def in_turn(graph: wf.Graph, following: Iterator[int], **options: Any) -> Callable[[], object]:
    """A search that begins at the next source each time."""
    return lambda: waited(wf.bfs, graph, next(following), **options)


def sources_of(graph: wf.Graph, count: int) -> list[int]:
    """The vertex of highest degree that `is_wanted` keeps, and others with at least the mean degree."""
    degrees = np.where(is_wanted(np.arange(graph.num_vertices)), graph.out_degrees, 0)
    others = np.flatnonzero(degrees >= graph.num_edges / graph.num_vertices)
    return [int(degrees.argmax()), *np.random.default_rng(2).choice(others, count - 1).tolist()]


def searches(
    graph: wf.Graph, sources: Sequence[int], device: Device
) -> dict[str, tuple[str, Callable[[], object]]]:
    """The searches, and of each the one of the copy that it is compared with."""
    rng = np.random.default_rng(1)
    src, dst = graph.coo[:2]
    kept, times = rng.random(graph.num_vertices) < KEPT, times_of(graph, 1)
    kept[sources] = True
    open_, wanted = times < KEPT, is_wanted(np.arange(graph.num_vertices))
    each_way = rng.random(graph.num_edges) < KEPT  # each direction for itself
    copies = {
        "vertices": copy_of(graph, kept[src] & kept[dst], device),
        "edges": copy_of(graph, open_, device),
        "unlike": copy_of(graph, each_way, device),
        "wanted": copy_of(graph, wanted[src] & wanted[dst], device),
    }
    graph = graph.to_device(device)
    vertices, edges, unlike = map(device.array, (kept, open_, each_way))
    vertex_bits, edge_bits = device.array(bitmap(kept)), device.array(bitmap(open_))
    search = partial(in_turn, graph, cycle(sources))  # one cycle: a source comes again much later
    recent = is_recent, Times(device.array(times), KEPT)
    made, made_unlike = wf.EdgeFilter(graph, edges), wf.EdgeFilter(graph, unlike)
    found: dict[str, tuple[str, Callable[[], object]]] = {
        f"copy: {name}": ("", in_turn(copy, cycle(sources))) for name, copy in copies.items()
    }
    return found | {
        "whole": ("", search()),
        "vertices, bool": ("copy: vertices", search(vertex_filter=vertices)),
        "vertices, bitmap": ("copy: vertices", search(vertex_filter=vertex_bits)),
        "vertices, function": ("copy: wanted", search(vertex_filter=is_wanted)),
        "edges, bool": ("copy: edges", search(edge_filter=edges)),
        "edges, bitmap": ("copy: edges", search(edge_filter=edge_bits)),
        "edges, function": ("copy: edges", search(edge_filter=recent)),
        "EdgeFilter, symmetric": ("copy: edges", search(edge_filter=made)),
        "EdgeFilter, not symmetric": ("copy: unlike", search(edge_filter=made_unlike)),
        "made: bool, symmetric": ("", partial(waited, wf.EdgeFilter, graph, edges, symmetric=True)),
        "made: function, symmetric": ("", partial(waited, wf.EdgeFilter, graph, recent, symmetric=True)),
        "made: bool": ("", partial(waited, wf.EdgeFilter, graph, edges)),
    }


def in_a_row(graph: wf.Graph, source: int, device: Device) -> dict[tuple[str, int], Callable[[], object]]:
    """So many searches with a filter, and as many with an `EdgeFilter` that is made first."""
    times = times_of(graph, 1)
    graph, recent, times = graph.to_device(device), device.array(times < KEPT), device.array(times)
    filters: dict[str, Any] = {"array of bool": recent, "function": (is_recent, Times(times, KEPT))}

    def search(kept: Any, number: int) -> None:
        for _ in range(number):
            waited(wf.bfs, graph, source, edge_filter=kept)

    def make_and_search(kept: Any, number: int) -> None:
        search(wf.EdgeFilter(graph, kept, symmetric=True), number)

    return {
        (f"{name}{first}", number): partial(run, kept, number)
        for name, kept in filters.items()
        for first, run in (("", search), (", EdgeFilter made first", make_and_search))
        for number in IN_A_ROW
    }


def report(title: str, graph: wf.Graph, given: argparse.Namespace) -> list[dict[str, Any]]:
    """Time the searches; returns the results."""
    sources, rounds, device = sources_of(graph, given.sources), given.rounds, get_device(given.device)
    rows = searches(graph, sources, device)
    taken = milliseconds({name: run for name, (_, run) in rows.items()}, rounds)
    middle = {name: median(times) for name, times in taken.items()}
    table = [
        [
            name,
            f"{middle[name]:.3f}",
            f"{middle[name] / middle['whole']:.2f}",
            f"{middle[name] / middle[copy]:.2f}" if copy else "",
        ]
        for name, (copy, _) in rows.items()
    ]
    print_table(title, ["filter", "ms", "whole", "copy"], table)
    kept = [result(times, graph=title, program=name, beside=rows[name][0]) for name, times in taken.items()]
    if len(sources) > 1:
        return kept
    together = milliseconds(in_a_row(graph, sources[0], device), rounds)
    table = [[name, str(number), f"{median(times):.3f}"] for (name, number), times in together.items()]
    print_table(f"{title}, searches in a row", ["filter", "searches", "ms"], table)
    return kept + [
        result(times, graph=title, program=name, task=f"{number} in a row")
        for (name, number), times in together.items()
    ]


def milliseconds(programs: Mapping[Any, Callable[[], object]], rounds: int) -> dict[Any, list[float]]:
    """The programs' times in turns."""
    seconds = all_times(programs, rounds)
    return {name: [1e3 * second for second in times] for name, times in seconds.items()}


def uniform(scale: int, degree: int = 16) -> wf.Graph:
    """So many edges per vertex on average, between vertices taken at random."""
    ends = np.random.default_rng(0).integers(0, 1 << scale, (2, degree // 2 << scale))
    return wf.Graph.from_edges(*ends, 1 << scale, directed=False)


GRAPHS: dict[str, Callable[[int], wf.Graph]] = {
    "kronecker": lambda scale: generators.kronecker(scale, 16, seed=1),
    "grid": lambda scale: generators.grid(1 << scale // 2, 1 << scale // 2),
    "uniform": uniform,
    "uniform, degree 8": partial(uniform, degree=8),
    "uniform, degree 32": partial(uniform, degree=32),
}


def main() -> None:
    """Measure on each kind of graph, or on one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--scale", type=int, default=20, help="binary logarithm of the vertices")
    parser.add_argument("--sources", type=int, default=1, help="vertices to search from, in turns")
    parser.add_argument("--graph", choices=GRAPHS, help="one kind instead of all")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    given = parser.parse_args()
    results = []
    for name in [given.graph] if given.graph else GRAPHS:
        title, graph = f"{name}, 2^{given.scale} vertices", GRAPHS[name](given.scale)
        title += f", {given.sources} sources" if given.sources > 1 else ""
        results += report(title, graph, given)
        keep(given.json, results)


if __name__ == "__main__":
    main()
