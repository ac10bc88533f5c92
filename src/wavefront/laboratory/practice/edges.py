"""Questions on edge-centric search: 5 (for and against), 13 (against vertex-centric)."""

import numpy as np

from ...graph import Graph
from .draws import (
    FORMATS,
    Drawn,
    counted,
    directed_graph,
    format_read,
    hub_graph,
    levels_of,
    middle_level,
    one,
    run,
)
from .question import Part


def _stored(graph: Graph) -> tuple[int, int]:
    """Integers that COO and CSR store."""
    coo, csr = (sum(array.size for array in view[:2]) for view in (graph.coo, graph.csr))
    return coo, csr


def for_and_against(rng: np.random.Generator) -> Drawn:
    """Threads, their work, threads in vain, and storage."""
    graph = directed_graph(rng, 9, 22)
    level = middle_level(rng, levels_of(graph, 0))
    edge, push = (counted(graph, 0, name).rows[level - 1] for name in ("edge_centric", "push"))
    coo, csr = _stored(graph)
    return Drawn(
        f"From vertex 0, level {level} is labelled by edge_centric, then by push.",
        graph,
        (
            Part("format", "the format that edge_centric reads", format_read(graph, "edge_centric"), FORMATS),
            Part("edge_threads", "threads that edge_centric launches", edge.threads_launched),
            Part("push_threads", "threads that push launches", push.threads_launched),
            Part("edge_longest", "edges of edge_centric's busiest thread", one(edge.longest_thread)),
            Part("push_longest", "edges of push's busiest thread", one(push.longest_thread)),
            Part(
                "in_vain",
                "edge_centric's threads that stop at their first check",
                edge.threads_launched - edge.threads_active,
            ),
            Part("coo", "integers that COO stores", coo),
            Part("csr", "integers that CSR stores", csr),
        ),
        "For: more threads, which fill a device even when the graph is small; and equal work, one edge "
        f"each, so that no thread waits for one with {push.longest_thread}. Against: every edge gets a "
        f"thread in every level, of which {edge.threads_launched - edge.threads_active} find here that "
        f"their edge doesn't matter; and COO spells out the sources, {coo} integers against {csr}.",
        {name: counted(graph, 0, name) for name in ("edge_centric", "push")},
    )


def against_vertices(rng: np.random.Generator) -> Drawn:
    """A graph with a hub: parallelism, imbalance, storage, and the checks of a hub that doesn't matter."""
    graph, hub = hub_graph(rng, 16, int(rng.integers(6, 11)))
    names = ("edge_centric", "push")
    accounts = {name: counted(graph, 0, name) for name in names}
    checks = {name: _checks(graph, name, hub) for name in names}
    coo, csr = _stored(graph)
    longest = {name: max(one(row.longest_thread) for row in found.rows) for name, found in accounts.items()}
    return Drawn(
        f"Vertex {hub} is a hub. From vertex 0, which has no edge to it, two methods search.",
        graph,
        (
            Part(
                "edge_threads",
                "threads of a level, edge_centric",
                accounts["edge_centric"].rows[0].threads_launched,
            ),
            Part(
                "push_threads",
                "threads of a level, push",
                accounts["push"].rows[0].threads_launched,
            ),
            Part(
                "edge_longest",
                "edges of the busiest thread of all levels, edge_centric",
                longest["edge_centric"],
            ),
            Part("push_longest", "edges of the busiest thread of all levels, push", longest["push"]),
            Part("coo", "integers that COO stores", coo),
            Part("csr", "integers that CSR stores", csr),
            Part(
                "edge_checks",
                f"how often level 1's threads read the level of vertex {hub}, edge_centric",
                checks["edge_centric"],
            ),
            Part(
                "push_checks",
                f"how often level 1's threads read the level of vertex {hub}, push",
                checks["push"],
            ),
        ),
        f"The hub's {int(graph.out_degrees[hub])} edges are {int(graph.out_degrees[hub])} threads of "
        "edge_centric, and each of them reads the hub's level in every level, in vain or not; push's one "
        "thread reads it once and skips the whole list. When the hub's turn comes, push's thread walks "
        f"{longest['push']} edges while its warp waits. So edges suit small graphs and uneven degrees; "
        "vertices suit even degrees, and can leave the idle ones out of the launch altogether with a "
        "frontier.",
        accounts,
    )


def _checks(graph: Graph, strategy: str, vertex: int) -> int:
    """How often the threads of level 1 read this vertex's level."""
    _, counter = run(graph, 0, strategy)
    return sum(at.kind == "read" and at.array == "levels" and at.slot == vertex for at in counter.accesses[0])
