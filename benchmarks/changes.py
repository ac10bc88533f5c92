"""Time of `Graph.with_edges` against that of a copy of the lists and of a graph built anew, in turns.

``python benchmarks/changes.py [--rounds N]`` prints a row per graph and share of edges that change: half of
them are removed, as many random ones added. The goal is three copies at most.
"""

import argparse

import numpy as np
from timing import interleaved, print_table

import wavefront as wf
from wavefront import generators

SHARES = (1e-5, 1e-3, 1e-1)


def graphs():
    """The graphs by name."""
    return {
        "Kronecker 18": generators.kronecker(18, seed=1),
        "grid 1000": generators.grid(1000, 1000),
        "uniform 18": generators.uniform(1 << 18, 1 << 22, seed=1),
    }


def changed(graph, share):
    """Edges to add and edges to remove, a share of all in sum."""
    rng = np.random.default_rng(0)
    count = int(graph.num_edges * share / 2)
    src, dst, _ = graph.coo
    gone = rng.choice(graph.num_edges, count, replace=False)
    return rng.integers(0, graph.num_vertices, (2, count)), (src[gone], dst[gone])


def copied(graph):
    """The lists in new arrays."""
    return [array.copy() for array in graph.csr[:2]]


def rebuilt(graph, added, removed):
    """What users do otherwise: the edges that are kept and the added ones as a new graph."""
    src, dst, _ = graph.coo
    key = src.astype(np.int64) * graph.num_vertices + dst
    gone = removed[0].astype(np.int64) * graph.num_vertices + removed[1]
    kept = ~np.isin(key, gone)
    ends = (np.concatenate((old[kept], new)) for old, new in zip((src, dst), added, strict=True))
    return wf.Graph.from_edges(*ends, graph.num_vertices)


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    rows = []
    for name, graph in graphs().items():
        for share in SHARES:
            added, removed = changed(graph, share)
            times = interleaved(
                {
                    "copy": lambda graph=graph: copied(graph),
                    "with_edges": lambda graph=graph, edges=(added, removed): graph.with_edges(*edges),
                    "anew": lambda graph=graph, edges=(added, removed): rebuilt(graph, *edges),
                },
                rounds,
            )
            ratios = [
                f"{times[one] / times[other]:.2f}"
                for one, other in (("with_edges", "copy"), ("anew", "with_edges"))
            ]
            rows.append([name, f"{share:g}", *(f"{1e3 * time:.1f}" for time in times.values()), *ratios])
    header = [
        "graph",
        "changed",
        "copy, ms",
        "with_edges, ms",
        "built anew, ms",
        "with_edges / copy",
        "anew / with_edges",
    ]
    print_table("Graph.with_edges", header, rows)


if __name__ == "__main__":
    main()
