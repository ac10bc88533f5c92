"""Neighbor sampling on the CPU: milliseconds per batch of seeds, beside torch_sparse where it is installed.

    python benchmarks/sampling.py [--scale 20] [--rounds 7] [--seeds 1024] [--json FILE]

Both draw without replacement, and a vertex draws once. The peer is ``neighbor_sample`` of torch_sparse, which
PyTorch Geometric takes where pyg-lib is missing; it runs on one thread. Batches take turns, and medians are
shown, with the edges of a batch. --json adds the run to a file of results.
"""

import argparse
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from timing import all_times, keep, print_table, result

import wavefront as wf
from wavefront import generators

FANOUTS = [10, 10], [15, 10, 5], [25, 10]


def peer_of(graph: wf.Graph) -> Callable[[np.ndarray, list[int]], object] | None:
    """The peer's search for the graph; None if it isn't installed."""
    if not (found := find_spec("torch_sparse")) or not found.origin:
        return None
    import torch

    for name in ("_neighbor_sample", "_sample"):  # without torch_scatter, which the package imports
        (library,) = Path(found.origin).parent.glob(f"{name}_c*.so")
        torch.ops.load_library(str(library))
    offsets, neighbors = (torch.from_numpy(array.astype(np.int64)) for array in graph.csr[:2])
    sample = torch.ops.torch_sparse.neighbor_sample

    def draw(seeds: np.ndarray, fanouts: list[int]) -> object:
        return sample(offsets, neighbors, torch.from_numpy(seeds), fanouts, False, True)

    return draw


def measured(
    name: str, graph: wf.Graph, fanouts: list[int], given: argparse.Namespace
) -> list[dict[str, Any]]:
    """The times of one list of fanouts, a row for each program."""
    draws, peer = np.random.default_rng(1), peer_of(graph)
    has_edge = np.flatnonzero(graph.out_degrees)
    seeds = draws.choice(has_edge, given.seeds, replace=False)
    programs: dict[str, Callable[[], object]] = {
        "1 thread" if threads == 1 else f"{threads} threads": partial(
            wf.sample_neighbors, graph, seeds, fanouts, device=wf.Cpu(threads)
        )
        for threads in (1, wf.Cpu().threads)
    }
    if peer is not None:
        programs["torch_sparse"] = lambda: peer(seeds, fanouts)
    edges = wf.sample_neighbors(graph, seeds, fanouts, device="cpu").edges.size
    task = f"{name}: {', '.join(map(str, fanouts))} ({edges:,} edges)"
    return [
        result([1e3 * each for each in seconds], task=task, program=program)
        for program, seconds in all_times(programs, given.rounds).items()
    ]


def main() -> None:
    """Measure on a Kronecker graph and on one whose vertices have about the same degree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--scale", type=int, default=20, help="binary logarithm of the vertices")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seeds", type=int, default=1024)
    parser.add_argument("--json", type=Path, help="a file of results to add this run to")
    given = parser.parse_args()
    graphs = {
        "Kronecker": generators.kronecker(given.scale, 16, seed=1),
        "uniform": generators.uniform(1 << given.scale, 8 << given.scale, seed=1),
    }
    rows: list[dict[str, Any]] = []
    for name, graph in graphs.items():
        for fanouts in FANOUTS:
            rows += measured(name, graph, fanouts, given)
    cells = [[row["task"], row["program"], f"{row['median']:.2f}"] for row in rows]
    print_table(f"2^{given.scale} vertices, {given.seeds} seeds, ms", ["fanouts", "program", "ms"], cells)
    keep(given.json, rows)


if __name__ == "__main__":
    main()
