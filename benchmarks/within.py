"""Time of many small balls, and what part the size of the graph has in it; beside igraph where installed.

    python benchmarks/within.py [--vertices 5000000] [--degree 10] [--balls 10000] [--radius 2] [--times 1 4]

Uniform random graphs of `vertices`, and of four times as many. A ball's vertices are found by `wf.within`
from all centers in one call, and by igraph's `neighborhood`. The programs run in turns; times are medians.
"""

import argparse
from functools import partial
from importlib.util import find_spec

import numpy as np
from timing import interleaved, print_table

import wavefront as wf
from wavefront import generators

SIZES = 1, 4  # times as many vertices


def programs_of(graph: wf.Graph, centers: np.ndarray, radius: int) -> dict[str, partial]:
    """What is timed on this graph."""
    found = {"wavefront": partial(wf.within, graph, centers, radius)}
    if find_spec("igraph"):
        import igraph

        edges = np.column_stack([graph.coo.src, graph.coo.dst])
        theirs = igraph.Graph(graph.num_vertices, edges, directed=True)
        ask = partial(theirs.neighborhood, centers.tolist(), order=radius, mode="out")
        ours = found["wavefront"]()
        for index, ball in enumerate(ask()):
            assert set(ball) == set(ours.around(index).vertices.tolist())
        found["igraph"] = ask
    return found


def main() -> None:
    """Build the graphs, measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--vertices", type=int, default=5_000_000)
    parser.add_argument("--degree", type=int, default=10)
    parser.add_argument("--balls", type=int, default=10_000)
    parser.add_argument("--radius", type=int, default=2)
    parser.add_argument("--times", type=int, nargs="+", default=SIZES, help="vertices, as multiples")
    given = parser.parse_args()
    programs = {}
    for times in given.times:
        count = times * given.vertices
        graph = generators.uniform(count, count * given.degree, seed=1, directed=True)
        centers = np.random.default_rng(2).integers(0, count, given.balls)
        for name, program in programs_of(graph, centers, given.radius).items():
            programs[f"{name}, {count:,} vertices"] = program
    seconds = interleaved(programs)
    rows = [[name, f"{1e3 * time:.1f}", f"{1e6 * time / given.balls:.2f}"] for name, time in seconds.items()]
    print_table(f"{given.balls:,} balls of radius {given.radius}", ["program", "ms", "us per ball"], rows)


if __name__ == "__main__":
    main()
