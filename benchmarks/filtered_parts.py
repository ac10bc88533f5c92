"""Searches from many vertices with filters: each asked in every search, and once, for a copy of what is kept.

    python benchmarks/filtered_parts.py [--graph kronecker] [--rounds 5] [--scale 20]

Each filter keeps 95 of 100 vertices or edges. "copied" is the time to make the copy; "asked" are levels from
so many sources by operators, which ask about an edge whenever they follow it; "copy" are those of a copy that
is made first, and "whole" those of the whole graph. Closeness of so many vertices is shown likewise.
"""

import argparse
from collections.abc import Callable
from functools import partial

import numpy as np
from filters import GRAPHS, KEPT
from timing import interleaved, print_table

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.multi_source_bfs import by_operators
from wavefront.device import Device, get_device
from wavefront.filters import checked_filters, kept_part

SOURCES = (1, 4, 64)
KINDS = GRAPHS | {"small world": lambda scale: generators.small_world(1 << scale, 10, 0.1, seed=1)}


def leads_elsewhere(source, neighbor, edge):
    """Drops both directions of one edge in twenty."""
    return (source + neighbor) % 20 != 7


def asked(graph: wf.Graph, sources: np.ndarray, kept: np.ndarray, device: Device) -> None:
    """Levels of searches that ask about the vertices as they follow edges."""
    filters = checked_filters(graph, sources, kept, None, device)
    levels = np.empty((sources.size, graph.num_vertices), np.int32)
    by_operators.write_levels(graph, sources, levels, device, filters)


def copied(graph: wf.Graph, sources: np.ndarray, kept: np.ndarray, device: Device) -> None:
    """Levels of searches of a copy of what is kept."""
    wf.multi_source_bfs(kept_part(graph, kept, None, device).graph, sources, device=device)


def programs(graph: wf.Graph, device: Device) -> dict[str, Callable[[], object]]:
    """What is timed, by name."""
    rng = np.random.default_rng(1)
    vertices, edges = rng.random(graph.num_vertices) < KEPT, rng.random(graph.num_edges) < KEPT
    able = np.flatnonzero((graph.out_degrees > 0) & vertices)
    sources = rng.choice(able, max(SOURCES), replace=False)
    _ = graph.csc_slots
    found: dict[str, Callable[[], object]] = {
        "copied: vertices, bool": partial(kept_part, graph, vertices, None, device),
        "copied: edges, bool": partial(kept_part, graph, None, edges, device),
        "copied: edges, function": partial(kept_part, graph, None, leads_elsewhere, device),
        "a search with an array of vertices": partial(wf.bfs, graph, int(sources[0]), vertex_filter=vertices),
    }
    for count in SOURCES:
        some = sources[:count]
        levels, scores = partial(wf.multi_source_bfs, graph, some), partial(wf.closeness, graph, some)
        found |= {
            f"levels of {count}: whole": levels,
            f"levels of {count}: asked": partial(asked, graph, some, vertices, device),
            f"levels of {count}: copy": partial(copied, graph, some, vertices, device),
            f"closeness of {count}: whole": scores,
            f"closeness of {count}: copy": partial(scores, vertex_filter=vertices),
        }
    return found


def main() -> None:
    """Measure on several kinds of graph, or on one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scale", type=int, default=20, help="binary logarithm of the vertices")
    parser.add_argument("--graph", choices=KINDS, help="one kind instead of all")
    given = parser.parse_args()
    for name in [given.graph] if given.graph else KINDS:
        seconds = interleaved(programs(KINDS[name](given.scale), get_device("cpu")), given.rounds)
        rows = [[program, f"{1e3 * taken:.1f}"] for program, taken in seconds.items()]
        print_table(f"{name}, 2^{given.scale} vertices", ["", "ms"], rows)


if __name__ == "__main__":
    main()
