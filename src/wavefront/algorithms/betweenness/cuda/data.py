"""What the parts of the kernel share: one thread's view of its group's arrays, and what each level does."""

from typing import Any, NamedTuple

from ....intrinsics.grid_barrier import group_barrier
from ...level_queue import ARRIVALS

# Of a level: its counts were multiplied by SHRINK; it has a long list.
WAS_SHRUNK, WAS_LONG = 1, 2


class Lists(NamedTuple):
    """The out-neighbors of every vertex."""

    src_ptr: Any
    dst: Any


class Paths(NamedTuple):
    """Scratch and results; each group has a part of its own, in order of the groups, of all but the last."""

    levels: Any  # V int32: UNVISITED between sources
    pairs: Any  # 2V: each vertex's shortest paths, times a power of SHRINK, and its credits' sum; 0 between
    entries: Any  # 2V int64: the queue
    starts: Any  # V int64: by level its packed place in the queue
    forms: Any  # V int8: by level bits: WAS_SHRUNK, WAS_LONG
    extremes: Any  # 4: largest and least count of a level, in turns
    scores: Any  # V: dependencies, over the group's sources
    unvisited: Any  # 2V int64: a queue of unvisited vertices; empty where levels only push
    state: Any  # STATE_SIZE int64
    dense: Any  # V: what one level gives, see dense.py; empty on sparse graphs
    edge_scores: Any  # E: dependencies, over all sources; empty if not asked for
    too_far: Any  # 1 int64: a source from which path counts differ by too much


class Limits(NamedTuple):
    """How large path counts may be."""

    growth: Any  # bits that they may grow by in a level
    large: Any  # bits from which a level's largest is looked for


class Group(NamedTuple):
    """A group of blocks, as one thread sees it."""

    team: Any
    queue: Any
    blocks: Any
    first: Any  # the group's first vertex in arrays of V elements
    number: Any  # of the group
    thread: Any  # in the group
    threads: Any


class Step(NamedTuple):
    """What lists are followed for."""

    level: Any  # of the vertices whose values change
    near: Any  # of the neighbors whose values are added up
    counts: Any  # whether path counts are: a vertex with none is new, and gets the level
    factor: Any  # of credits
    dense: Any  # whether what neighbors give is in the array of all vertices


def meet_group(group, goal):
    """A barrier of the group."""
    return group_barrier(group.queue.state, group.queue.words + ARRIVALS, group.blocks, goal)
