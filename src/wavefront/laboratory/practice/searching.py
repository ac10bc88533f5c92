"""Questions on one method's levels: 2 (levels), 3 (push), 4 (pull), 10 (threads), 12 (push against pull)."""

import numpy as np

from ...generators import small_world
from ...graph import Graph
from .draws import (
    FORMATS,
    Drawn,
    counted,
    directed_graph,
    format_read,
    levels_of,
    middle_level,
    numbers,
    one,
    run,
)
from .question import Part


def levels_and_launches(rng: np.random.Generator) -> Drawn:
    """Levels from two roots an edge apart; launches; edges inspected in all."""
    graph = directed_graph(rng, 9, 15)
    other = int(graph.csr.dst[0]) if graph.out_degrees[0] else 0
    first, second = levels_of(graph, 0), levels_of(graph, other)
    pushed, queued = counted(graph, 0, "push"), counted(graph, 0, "frontier_queue")
    return Drawn(
        f"Levels from vertex 0, then from its neighbor {other}; -1 for a vertex that isn't reached.",
        graph,
        (
            Part("from_0", "the levels from vertex 0, vertex by vertex", first.tolist()),
            Part("from_other", f"the levels from vertex {other}", second.tolist()),
            Part(
                "launches",
                "kernels that push launches from vertex 0, the one that finds nothing included",
                sum(row.kernel_launches for row in pushed.rows),
            ),
            Part(
                "inspections",
                "edges that frontier_queue inspects from vertex 0 in all",
                sum(row.edges_inspected for row in queued.rows),
            ),
        ),
        "A level is the fewest edges from the root: moving the root by one edge changes "
        f"{int((first != second).sum())} of {graph.num_vertices} levels. A kernel for level k looks for "
        "vertices of level k - 1, so all of these must be labelled before it starts; the end of a launch "
        "is the barrier that makes sure of that for the whole grid. With a queue every reached vertex is "
        "expanded once and each of its edges inspected once, O(V + E):",
        {"": queued},
    )


def pushing(rng: np.random.Generator) -> Drawn:
    """Threads of a push, and the vertices that several threads label."""
    graph = directed_graph(rng, 10, 24)
    levels = levels_of(graph, 0)
    src, dst, _ = graph.coo
    finders = np.bincount(dst[(levels[src] >= 0) & (levels[dst] == levels[src] + 1)], minlength=levels.size)
    level = int(levels[finders.argmax()])
    finders[levels != level] = 0
    pushed = counted(graph, 0, "push")
    row = pushed.rows[level - 1]
    return Drawn(
        f"Push from vertex 0 labels level {level}, one thread per vertex.",
        graph,
        (
            Part("launched", "threads launched", row.threads_launched),
            Part(
                "iterating",
                "vertices whose threads go through their neighbors",
                numbers(np.flatnonzero(levels == level - 1)),
            ),
            Part(
                "racing",
                "vertices that more than one thread may find unvisited and label",
                numbers(np.flatnonzero(finders > 1)),
            ),
            Part("value", "what all of these threads store as the level", level),
            Part(
                "atomics", "atomic operations of the level", one(row.block_atomics) + one(row.global_atomics)
            ),
        ),
        f"Threads whose vertex has level {level - 1} walk their lists: {row.threads_active} of "
        f"{row.threads_launched}. Threads that meet at a vertex all store {level}, and 1 in the flag: a "
        "plain store of the same value is the same in any order and any number, so nobody needs the value "
        "before, and no atomic. The level's account:",
        {"": pushed},
    )


def pulling(rng: np.random.Generator) -> Drawn:
    """Threads of a pull, and the edges that the early end saves."""
    graph = directed_graph(rng, 10, 28)
    levels = levels_of(graph, 0)
    pulled = counted(graph, 0, "pull")
    walked = [int(graph.in_degrees[_waiting(levels, row.level)].sum()) for row in pulled.rows]
    saved = [whole - row.edges_inspected for whole, row in zip(walked, pulled.rows, strict=True)]
    level = 2 + int(np.argmax(saved[1:]))
    row, whole, waiting = pulled.rows[level - 1], walked[level - 1], _waiting(levels, level)
    return Drawn(
        f"Pull from vertex 0 labels level {level}; a list's neighbors are looked at in ascending order.",
        graph,
        (
            Part("format", "the format that pull reads", format_read(graph, "pull"), FORMATS),
            Part("iterating", "vertices whose threads go through their in-neighbors", numbers(waiting)),
            Part("labelling", "vertices whose threads label", numbers(np.flatnonzero(levels == level))),
            Part("inspected", "edges inspected, each thread leaving at the first hit", row.edges_inspected),
            Part("without", "edges inspected if nobody left early", whole),
        ),
        "One in-neighbor of the level before settles a vertex's level, so its thread may leave: the rest "
        f"of its list can't change the result. That saves {whole - row.edges_inspected} of {whole} "
        "inspections here. Only a vertex without such a neighbor walks its whole list; where degrees "
        "vary, the threads of a warp wait less.",
        {"": pulled},
    )


def _waiting(levels: np.ndarray, level: int) -> np.ndarray:
    """The vertices that have no level yet when this one is labelled."""
    return np.flatnonzero((levels == -1) | (levels >= level))


def threads_of_a_level(rng: np.random.Generator) -> Drawn:
    """Threads launched and at work, of push, pull and edge_centric in one level."""
    graph = directed_graph(rng, 8, 14)
    level = middle_level(rng, levels_of(graph, 0))
    push, pull, edge = (counted(graph, 0, name).rows[level - 1] for name in ("push", "pull", "edge_centric"))
    return Drawn(
        f"From vertex 0, level {level} is labelled, once by each of three methods.",
        graph,
        (
            Part("push_launched", "threads that push launches", push.threads_launched),
            Part("push_iterating", "of these, threads that go through neighbors", push.threads_active),
            Part("pull_launched", "threads that pull launches", pull.threads_launched),
            Part("pull_iterating", "of these, threads that go through in-neighbors", pull.threads_active),
            Part("pull_labelling", "of these, threads that label", pull.vertices_labelled),
            Part("edge_launched", "threads that edge_centric launches", edge.threads_launched),
            Part(
                "edge_active", "of these, threads whose edge starts in the level before", edge.threads_active
            ),
        ),
        "Push and pull launch a thread per vertex, edge_centric one per edge. In a push the frontier "
        "works, in a pull everyone who isn't labelled yet, in edge_centric the edges that leave the "
        "frontier.",
        {name: counted(graph, 0, name) for name in ("push", "pull", "edge_centric")},
    )


def push_against_pull(rng: np.random.Generator) -> Drawn:
    """Edges inspected by both, level by level; where to switch; what has to be stored."""
    graph = small_world(16, 4, 0.4, int(rng.integers(1 << 30)))
    both = [[row.edges_inspected for row in counted(graph, 0, name).rows] for name in ("push", "pull")]
    cheaper = [level for level, (push, pull) in enumerate(zip(*both, strict=True), 1) if pull < push]
    lists = 1 if np.shares_memory(graph.csr.dst, graph.csc.src) else 2
    one_way = Graph.from_edges(graph.coo.src, graph.coo.dst, graph.num_vertices)
    moves = {name: _moves(graph, name) for name in ("push", "pull")}
    return Drawn(
        "Breadth-first search from vertex 0 of an undirected graph, by push alone and by pull alone.",
        graph,
        (
            Part("push", "edges that push inspects, level by level, the empty one included", both[0]),
            Part("pull", "edges that pull inspects, level by level", both[1]),
            Part(
                "switch",
                "the first level in which pull inspects fewer (0 if there is none)",
                cheaper[0] if cheaper else 0,
            ),
            Part("undirected", "sets of neighbor lists to store for both directions, in this graph", lists),
            Part(
                "directed",
                "the same, for a directed graph",
                1 if np.shares_memory(one_way.csr.dst, one_way.csc.src) else 2,
            ),
            *(
                Part(f"{name}_moves", f"what {name} is", move, ("scatter", "gather"))
                for name, move in moves.items()
            ),
        ),
        "A push walks every list of the frontier to its end; a pull walks the lists of all that are "
        "unvisited, and leaves a list at the first hit. Early the frontier is small and hits are rare: "
        "push. Late few are unvisited and most hit at once: pull. In a push a thread writes to other "
        "vertices (scatter), in a pull to its own only (gather), which the log of the kernels' stores "
        "shows. A symmetric matrix has the same rows and columns, so CSR serves as CSC.",
        {name: counted(graph, 0, name) for name in ("push", "pull")},
    )


def _moves(graph: Graph, strategy: str) -> str:
    """Whether the method's threads write labels to other vertices than their own."""
    _, counter = run(graph, 0, strategy)
    own = all(log.labelled in ([], [log.number]) for logs in counter.threads for log in logs)
    return "gather" if own else "scatter"
