"""Mini Gunrock's breadth-first search: pushes, then pulls; labels and predecessors.

    python examples/gunrock_bfs.py [graph.mtx] [--source 0] [--undirected] [--random-weights SEED]
                                   [--threshold 0.3] [--device cuda]

docs/guide/gunrock.md has each part beside its counterpart there. Without a file, the book's graph is written
to a Matrix Market file first.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

import wavefront as wf
from wavefront.atomics import atomic_cas
from wavefront.operators import Frontier, advance, enact, filter


class Problem(NamedTuple):
    labels: Any
    preds: Any
    iteration: int


def cond_advance(source, neighbor, edge, problem):
    return problem.labels[neighbor] == -1


def apply_advance(source, neighbor, edge, problem):
    if atomic_cas(problem.labels, neighbor, -1, problem.iteration) != -1:
        return False  # another edge was faster
    problem.preds[neighbor] = source
    return True


def is_unvisited(vertex, problem):
    return problem.labels[vertex] == -1


def gunrock_bfs(graph, source, threshold=0.3, device="auto"):
    """Labels and predecessors, and how many iterations pushed and pulled.

    It pushes until the frontier is larger than `threshold`, a share of the vertices, then pulls to the end.
    """
    frontier = Frontier(graph, device=device).load(source)
    unvisited = Frontier(graph, device=device).load_all()
    labels, preds = (frontier.device.xp.full(graph.num_vertices, -1, np.int32) for _ in range(2))
    labels[source] = 0
    functors = {"cond": cond_advance, "apply": apply_advance}

    def push(iteration):
        problem = Problem(labels, preds, iteration)
        advance(graph, frontier, problem=problem, load_balance="edges", compact=False, **functors)
        filter(frontier)  # drops the slots of edges that weren't accepted
        return len(frontier) > threshold * graph.num_vertices

    pushed = enact(push, frontier).iterations
    filter(unvisited, is_unvisited, Problem(labels, preds, pushed))

    def pull(iteration):
        problem = Problem(labels, preds, pushed + iteration)
        advance(graph, frontier, problem=problem, direction="pull", unvisited=unvisited, **functors)

    pulled = enact(pull, frontier).iterations
    return labels, preds, pushed, pulled


def book_file(folder):
    """The book's graph of 9 vertices, as a Matrix Market file."""
    path = Path(folder) / "book.mtx"
    wf.write(wf.generators.book_graph(), path)
    return path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?")
    parser.add_argument("--source", type=int, default=0)
    parser.add_argument("--undirected", action="store_true")
    parser.add_argument("--random-weights", type=int, metavar="SEED")
    parser.add_argument("--threshold", type=float, default=0.3)
    parser.add_argument("--device", default="auto")
    given = parser.parse_args()
    try:
        run(given)
    except (wf.InputError, wf.DeviceError, OSError) as error:
        parser.error(str(error))


def run(given):
    with TemporaryDirectory() as folder:
        file = given.file or book_file(folder)
        graph = wf.read(file, undirected=given.undirected, random_weights=given.random_weights)
    print(graph)
    if graph.weighted and graph.num_edges:
        print(f"edges weigh {graph.csr.weights.min():g} to {graph.csr.weights.max():g}")
    labels, preds, pushed, pulled = gunrock_bfs(graph, given.source, given.threshold, given.device)
    wf.validate_bfs(graph, given.source, labels, preds)
    assert (labels == wf.bfs(graph, given.source, device=given.device).levels).all()
    print(f"iterations: {pushed} pushed, {pulled} pulled")
    print(f"{int((labels >= 0).sum()):,} of {graph.num_vertices:,} vertices reached; all labels checked")
    if graph.num_vertices <= 20:
        print(f"labels       {labels}")
        print(f"predecessors {preds}")


if __name__ == "__main__":
    main()
