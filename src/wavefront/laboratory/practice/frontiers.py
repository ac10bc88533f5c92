"""Questions on frontiers: 6 (claims), 7 (private queues), 8 (launches, buckets), 11 (compare-and-swap)."""

import numpy as np

from ...accounting.counting import CountingDevice
from ...accounting.steps import steps
from ...atomics import atomic_cas
from ...frontier import UNVISITED
from ...generators import grid
from .draws import (
    Drawn,
    counted,
    directed_graph,
    hub_graph,
    levels_of,
    middle_level,
    numbers,
    one,
    run,
)
from .question import Part

BUCKETS = ("thread_bucket", "warp_bucket", "block_bucket")


def why_a_claim(rng: np.random.Generator) -> Drawn:
    """Threads per level, and the entries of a frontier with and without the claim."""
    graph = directed_graph(rng, 10, 26)
    found = counted(graph, 0, "frontier_queue")
    step = max(steps(graph, levels_of(graph, 0)), key=lambda step: step.edges - step.vertices)
    level = step.level
    return Drawn(
        "Push from vertex 0 with a frontier queue.",
        graph,
        (
            Part(
                "launched",
                "threads launched for vertices, level by level, the empty one included",
                [row.threads_launched for row in found.rows],
            ),
            Part(
                "claimed", f"vertices in the queue of level {level}", found.rows[level - 1].vertices_labelled
            ),
            Part(
                "unclaimed",
                "entries of that queue if all threads looked at the levels at once and nobody claimed",
                step.edges,
            ),
            Part("last", "vertices in the frontier that ends the search", found.rows[-1].vertices_labelled),
        ),
        "A thread per entry of the queue, not per vertex. Two labels of the same value do no harm, two "
        f"entries do: the {step.edges - step.vertices} extra entries of level {level} would be expanded "
        "again. The compare-and-swap checks and labels in one operation and tells one thread alone that "
        "it was first; that thread appends. The search ends with an empty frontier, and needs no flag.",
        {"": found},
    )


def privatizing(rng: np.random.Generator) -> Drawn:
    """Atomic adds on the frontier's counter, with and without private queues."""
    graph = directed_graph(rng, 14, 34)
    levels = levels_of(graph, 0)
    level = int(np.bincount(levels[levels > 0]).argmax())
    block_size, capacity = 2, int(rng.integers(2, 4))
    options = {"block_size": block_size, "capacity": capacity}
    _, plain = run(graph, 0, "frontier_queue")
    _, private = run(graph, 0, "privatized", **options)
    shared = private.shared[level - 1]
    held = [min(int(memory.arrays["size"][0]), capacity) for memory in shared]
    claimed = int((levels == level).sum())
    row = private.rows[level - 1]
    before = " ".join(map(str, _queue(private, level)))
    return Drawn(
        f"Level {level} from vertex 0, by frontier_queue, then by privatized with blocks of {block_size} "
        f"threads and private queues of {capacity} vertices. Threads run in the order of their numbers, "
        f"each to its end; the frontier before is {before} in this order.",
        graph,
        (
            Part("plain", "adds on the frontier's counter, frontier_queue", _adds(plain, level)),
            Part("blocks", "blocks of privatized", len(shared)),
            Part("held", "vertices in each block's private queue at the end", held),
            Part("overflow", "vertices that found their private queue full", claimed - sum(held)),
            Part("private", "adds on the frontier's counter, privatized", _adds(private, level)),
            Part("in_block", "adds on the counters in shared memory, privatized", one(row.block_atomics)),
        ),
        f"Every one of {claimed} vertices costs frontier_queue an add on one counter of the whole grid. "
        "With private queues it costs an add in shared memory, contended by the block alone, and the "
        "block reserves its place with one add. A vertex past the capacity is appended as before, one add "
        f"each. When a block moves its queue, "
        "thread k stores the queue's slot k: neighboring threads store to neighboring slots, coalesced.",
        {"": counted(graph, 0, "privatized", **options)},
    )


def _queue(counter: CountingDevice, level: int) -> list[int]:
    """The frontier before, as the threads of the level took it."""
    taken = [(log.number, vertex) for log in counter.threads[level - 1] for vertex in log.vertices]
    return [vertex for _, vertex in sorted(taken)]


def _adds(counter: CountingDevice, level: int) -> int:
    """Atomic adds on the frontier's tail."""
    return sum(at.kind == "atomic" and at.array == "tails" for at in counter.accesses[level - 1])


def launches_and_buckets(rng: np.random.Generator) -> Drawn:
    """Launches with and without a single block; a hub's frontier in buckets by degree."""
    rows, cols, capacity = int(rng.integers(2, 4)), int(rng.integers(5, 9)), int(rng.integers(2, 4))
    roads = grid(rows, cols)
    graph, hub = hub_graph(rng, 18, 12)
    queued, single = counted(roads, 0, "frontier_queue"), counted(roads, 0, "single_block", capacity=capacity)
    options = {"warp_degree": 2, "block_degree": 8}
    levels, buckets = run(graph, 0, "degree_buckets", **options)
    level = int(levels[hub]) + 1
    sizes = [
        sum(at.kind == "write" and at.array == name for at in buckets.accesses[level - 1]) for name in BUCKETS
    ]
    longest = {
        "queue": counted(graph, 0, "frontier_queue").rows[level - 1].longest_thread,
        "buckets": buckets.rows[level - 1].longest_thread,
        "edges": counted(graph, 0, "edge_centric").rows[level - 1].longest_thread,
    }
    return Drawn(
        f"A grid of {rows} x {cols} cells is searched from a corner; and the graph below, in which vertex "
        f"{hub} is a hub, from vertex 0. degree_buckets gives a vertex of {options['warp_degree']} edges "
        f"or more a warp, of {options['block_degree']} or more a block of 256.",
        graph,
        (
            Part(
                "queue_launches",
                "launches on the grid, frontier_queue, which swaps the queues' tails after each level",
                sum(row.kernel_launches for row in queued.rows),
            ),
            Part(
                "block_launches",
                f"launches on the grid, single_block with capacity={capacity}",
                sum(row.kernel_launches for row in single.rows),
            ),
            Part(
                "buckets", f"level {level} of the graph below: vertices for a thread, a warp, a block", sizes
            ),
            Part(
                "queue_longest", "edges of that level's busiest thread, frontier_queue", one(longest["queue"])
            ),
            Part("buckets_longest", "the same, degree_buckets", one(longest["buckets"])),
            Part("edges_longest", "the same, edge_centric", one(longest["edges"])),
        ),
        "A small level does less than its launch costs. One block can run level after level with a block "
        "barrier in between, and give the search back when the frontier outgrows it: its launches are "
        "those of the first small level and of each large one. A hub's list, walked by one thread, holds "
        "up the level; two remedies: a thread per edge, or groups of threads by degree.",
        {
            "single_block on the grid": single,
            "degree_buckets on the graph with the hub": counted(graph, 0, "degree_buckets", **options),
        },
    )


def compare_and_swap(rng: np.random.Generator) -> Drawn:
    """What each compare-and-swap returns, who appends, and the levels after."""
    graph = directed_graph(rng, 9, 20)
    levels = levels_of(graph, 0)
    level = middle_level(rng, levels)
    now = np.where(levels < level, levels, UNVISITED)
    before = now.tolist()
    frontier = np.flatnonzero(levels == level - 1)
    src_ptr, dst, _ = graph.csr
    calls = [
        (int(vertex), int(neighbor))
        for vertex in frontier
        for neighbor in dst[src_ptr[vertex] : src_ptr[vertex + 1]]
    ]
    calls = [calls[place] for place in rng.permutation(len(calls))]
    returned = [int(atomic_cas(now, neighbor, UNVISITED, level)) for _, neighbor in calls]
    appended = [neighbor for (_, neighbor), old in zip(calls, returned, strict=True) if old == UNVISITED]
    said = [
        f"  thread of {vertex}: atomic_cas(levels, {neighbor}, -1, {level})" for vertex, neighbor in calls
    ]
    shown = f"levels = {' '.join(map(str, before))}, where -1 is not visited. The threads call in turn:"
    return Drawn(
        "\n".join([shown, *said, "of the search from vertex 0 of this graph:"]),
        graph,
        (
            Part("returned", "what each call returns", returned),
            Part("appended", "the vertices that are appended to the queue", numbers(appended)),
            Part("levels", "the levels after the last call", now.tolist()),
        ),
        "The call stores its last argument if the element equals the one before, in one operation, and "
        "returns the element as it was. -1 says that this thread, and no other, took the vertex from -1 "
        f"to {level}: it appends. Whoever comes later gets a level and leaves. A check and a store apart "
        "would let two threads through.",
    )
