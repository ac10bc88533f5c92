"""Six broken kernels, each with a schedule that shows what goes wrong.

Each is a kernel of the book's ladder without one barrier, or with one atomic taken apart into a read and a
write. With that piece put back, no schedule of the same search goes wrong: the tests run all of them.
"""

from dataclasses import dataclass, field
from typing import Any

from ..graph import Graph
from .interleave import interleave
from .interleaving import Interleaving


@dataclass(frozen=True)
class Exhibit:
    """A broken kernel, a search that it fails in, and the schedule that shows it.

    Attributes
    ----------
    strategy, without
        The method, and the barrier or atomic that is left out.
    story
        What goes wrong, in words.
    edges, sources, options
        The search: source and end of each edge, the sources, the method's options.
    turns
        The threads' turns in the first launch, as `interleave` takes them.
    """

    strategy: str
    without: str
    story: str
    edges: tuple[list[int], list[int]]
    sources: list[int]
    turns: list[str]
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def graph(self) -> Graph:
        """The graph that is searched."""
        return Graph.from_edges(*self.edges)

    def run(self, **changed: Any) -> Interleaving:
        """`interleave` with the exhibit's arguments, some of them changed, as in ``run(without=None)``."""
        arguments = {"schedule": [self.turns], "without": self.without, **self.options, **changed}
        return interleave(self.strategy, self.graph, self.sources, **arguments)


# Two sources, and a path from each: 0 -> 2 -> 4 and 1 -> 3 -> 5.
TWO_PATHS = [0, 1, 2, 3], [2, 3, 4, 5]
# Two sources that lead to the same three vertices.
SHARED_ENDS = [0, 0, 0, 1, 1, 1], [2, 3, 4, 2, 3, 4]

GALLERY: dict[str, Exhibit] = {
    "lost-vertex": Exhibit(
        "frontier_queue",
        "append.atomic_add",
        "The tail is read, then written: two threads read the same tail and store into the same slot. One of "
        "the two vertices is never expanded, and what lies behind it is unreached.",
        TWO_PATHS,
        [0, 1],
        ["0 read tails", "1"],
    ),
    "double-claim": Exhibit(
        "frontier_queue",
        "claim.atomic_cas",
        "The label is read, then written: two threads find each vertex unvisited, and both append it. The "
        "result would still be right, but the queue has a slot per vertex only, and is written past its end.",
        SHARED_ENDS,
        [0, 1],
        ["0 read levels", "0 read levels", "1 write levels", "0 add tails"] * 3,
    ),
    "early-count": Exhibit(
        "privatized",
        "kernel.barrier.2",
        "The block counts its private queue before all its threads have appended: the vertex that comes late "
        "stays behind in shared memory.",
        TWO_PATHS,
        [0, 1],
        ["0 read size", "1"],
        {"block_size": 2, "capacity": 2},
    ),
    "early-flush": Exhibit(
        "hierarchical",
        "kernel.barrier.4",
        "The block moves its queue to the frontier before its last warp has put its vertices there: what is "
        "moved is what the memory held before.",
        TWO_PATHS,
        [0, 1],
        ["1 add block_size", "0 write curr_frontier"],
        {"block_size": 2, "warp_size": 1, "warp_capacity": 1, "capacity": 2},
    ),
    "overflow-edge": Exhibit(
        "hierarchical",
        "kernel.atomic_add.2",
        "All is well until the warps' queues are full. Then two warps take the same slot of the block's "
        "queue, and one vertex is overwritten.",
        ([0, 0, 1, 1, 2, 3, 4, 5], [2, 3, 4, 5, 6, 7, 8, 9]),
        [0, 1],
        ["0 read block_size", "1 write block_size"],
        {"block_size": 2, "warp_size": 1, "warp_capacity": 1, "capacity": 4},
    ),
    "torn-loop": Exhibit(
        "single_block",
        "block_levels.barrier.3",
        "One thread clears the count for the next level before the other has read it. The other takes the "
        "frontier for empty and leaves the loop; the first waits for it at the next barrier for ever.",
        TWO_PATHS,
        [0, 1],
        ["0 write count"] * 2,
        {"block_size": 2},
    ),
}
