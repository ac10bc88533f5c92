"""Every strategy on graphs of different shape, and what "auto" picks.

    python benchmarks/strategies.py [--scale 18]

Times are wall time of `wf.bfs`, levels and predecessors included, median of 5 rounds over the same 4 sources.
"""

import argparse
from collections.abc import Callable

import numpy as np
from timing import interleaved, print_table

import wavefront as wf
from wavefront import generators


def shapes(scale: int) -> dict[str, Callable[[], wf.Graph]]:
    size, side = 1 << scale, 1 << scale // 2
    return {
        f"kronecker {scale}": lambda: generators.kronecker(scale),
        f"uniform {scale}, degree 32": lambda: generators.uniform(size, 16 * size),
        f"uniform {scale}, degree 8": lambda: generators.uniform(size, 4 * size),
        f"uniform {scale}, degree 4": lambda: generators.uniform(size, 2 * size),
        f"small world {scale}, degree 10": lambda: generators.small_world(size, 10, 0.05),
        f"grid {side}x{side}": lambda: generators.grid(side, side),
        f"star {scale}": lambda: generators.star(size),
    }


def search_all(graph: wf.Graph, sources: np.ndarray, strategy: str) -> None:
    for source in sources:
        wf.bfs(graph, int(source), strategy=strategy)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scale", type=int, default=18, help="log2 of the number of vertices")
    rows = []
    for name, make in shapes(parser.parse_args().scale).items():
        graph = make()
        sources = np.random.default_rng(1).choice(np.flatnonzero(graph.out_degrees), 4)
        times = interleaved(
            {
                strategy: lambda graph=graph, sources=sources, strategy=strategy: search_all(
                    graph, sources, strategy
                )
                for strategy in wf.STRATEGIES
            }
        )
        picked = wf.bfs(graph, int(sources[0])).strategy
        cost = times[picked] / min(times.values())
        cells = [f"{1e3 * seconds / sources.size:.1f}" for seconds in times.values()]
        rows.append([name, *cells, picked, f"{cost:.2f}"])
    header = ["milliseconds a search", *wf.STRATEGIES, "auto picks", "auto / best"]
    print_table("Breadth-first search", header, rows)
