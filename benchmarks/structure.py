"""Bridges, biconnected components and spanning forests against igraph and SciPy, where they are installed.

    python benchmarks/structure.py [--scale 18] [--side 1000] [--rounds 3]

Milliseconds, medians of calls in turns, and our time as a share of the peer's. The road-like graph is a grid
of which a third of the edges are gone.
"""

import argparse
import importlib.util
from functools import partial
from typing import Any

import numpy as np
from timing import interleaved, print_table

import wavefront as wf
from wavefront import generators
from wavefront.graph.random_weights import with_random_weights


def graphs(scale: int, side: int) -> dict[str, wf.Graph]:
    """The graphs, simple, undirected and weighted."""
    grid = generators.grid(side, side)
    src, dst, _ = grid.coo
    kept = (src < dst) & (np.random.default_rng(1).random(src.size) < 2 / 3)
    road = wf.Graph.from_edges(src[kept], dst[kept], grid.num_vertices, directed=False)
    made = {
        f"kronecker {scale}": generators.kronecker(scale, seed=1).simplified(),
        "grid": grid,
        "road": road,
    }
    return {name: with_random_weights(graph, seed=1) for name, graph in made.items()}


def peers(graph: wf.Graph) -> dict[str, dict[str, Any]]:
    """The peers' calls by their names, for each of our functions."""
    from scipy.sparse.csgraph import minimum_spanning_tree

    matrix = graph.to_scipy()
    found: dict[str, dict[str, Any]] = {"spanning_forest": {"SciPy": lambda: minimum_spanning_tree(matrix)}}
    if importlib.util.find_spec("igraph"):
        theirs = graph.to_igraph()
        found["spanning_forest"]["igraph"] = lambda: theirs.spanning_tree("weight", return_tree=False)
        found["bridges"] = {"igraph": theirs.bridges}
        found["articulation_points"] = {"igraph": theirs.articulation_points}
        found["biconnected_components"] = {"igraph": theirs.biconnected_components}
    return found


def main() -> None:
    """Print a row for each graph, function and peer."""
    parser = argparse.ArgumentParser()
    for name, usual in (("scale", 18), ("side", 1000), ("rounds", 3)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    asked = parser.parse_args()
    functions = {
        "bridges": wf.bridges,
        "articulation_points": wf.articulation_points,
        "biconnected_components": wf.biconnected_components,
        "spanning_forest": lambda graph: wf.spanning_forest(graph, weighted=True),
    }
    for name, graph in graphs(asked.scale, asked.side).items():
        theirs, rows = peers(graph), []
        for function, run in functions.items():
            programs = {"ours": partial(run, graph)} | theirs.get(function, {})
            seconds = interleaved(programs, asked.rounds)
            ours = seconds.pop("ours")
            cells = [f"{1e3 * time:.0f} ({ours / time:.2f})" for time in seconds.values()]
            known = dict(zip(seconds, cells, strict=True))
            rows.append(
                [function, f"{1e3 * ours:.0f}", *(known.get(peer, "-") for peer in ("igraph", "SciPy"))]
            )
        print_table(repr(graph) + f", {name}", ["function", "ours", "igraph (ratio)", "SciPy (ratio)"], rows)


if __name__ == "__main__":
    main()
