"""The work account's arithmetic: rows, warps in lockstep, sectors, and what a race leaves open.

A strategy's `account` says what the threads of its GPU kernels do, level by level, from the final levels.
Every figure is that of any run, whatever order the threads take, or else the least and the most it can be.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from ..frontier import UNVISITED
from ..graph import Graph

WARP_SIZE = 32  # threads
SECTOR_SIZE = 32  # bytes: the least that a GPU reads from memory

Range = int | tuple[int, int]  # a figure, or the least and the most that it can be


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelWork:
    """What the kernels did to label one level. docs/guide/account.md defines each column.

    A pair is the least and the most that the timing of the threads makes of a figure.
    """

    level: int
    direction: str = "push"
    kernel_launches: int = 1
    threads_launched: int
    threads_active: int
    edges_inspected: int
    threads_labelling: Range
    vertices_labelled: int
    longest_thread: Range
    warp_steps: Range
    sectors_read: int
    block_atomics: Range = 0
    global_atomics: Range = 0

    @property
    def simd_efficiency(self) -> float | tuple[float, float]:
        """Edges inspected per lane and step of the warps that ran: 1 where no lane waited, 0 without work."""
        steps = self.warp_steps if isinstance(self.warp_steps, tuple) else (self.warp_steps, self.warp_steps)
        least, most = (
            self.edges_inspected / (WARP_SIZE * count) if count else 0.0 for count in reversed(steps)
        )
        return least if least == most else (least, most)

    def columns(self) -> dict[str, Any]:
        """Every column of the account by name, in order."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        names = list(found)
        names.insert(names.index("sectors_read"), "simd_efficiency")
        return {name: getattr(self, name) for name in names}


class Step(NamedTuple):
    """One level to be labelled from the one before: what every strategy's account starts from.

    An edge "discovers" if it leads from the frontier to a vertex of the level to be labelled.
    """

    level: int
    frontier: np.ndarray  # vertices of the level before, ascending
    degrees: np.ndarray  # edges that leave each of them
    vertices: int  # of the level to be labelled
    edges: int  # that discover
    pairs: int  # of vertices with an edge that discovers: parallel edges make one
    parents: int  # vertices of the frontier with an edge that discovers
    sole_parents: int  # those that are some vertex's only parent, or 1 if there are only others


def steps(graph: Graph, levels: np.ndarray) -> Iterator[Step]:
    """The levels from 1 to the last, empty one, as the V final `levels` tell them. O(V + E)."""
    reached = np.flatnonzero(levels != UNVISITED)
    by_level = reached[np.argsort(levels[reached], kind="stable")]
    sizes = np.bincount(levels[reached])
    end = sizes.size
    src, dst, _ = graph.coo
    discovers = (levels[src] != UNVISITED) & (levels[dst] == levels[src] + 1)
    src, dst = src[discovers], dst[discovers]
    first = np.ones(src.size, bool)  # of its parallel edges, which are neighbors in the lists
    first[1:] = (src[1:] != src[:-1]) | (dst[1:] != dst[:-1])
    only_one = np.bincount(dst[first], minlength=levels.size) == 1
    parents, sole_parents = np.unique(src), np.unique(src[first & only_one[dst]])
    counts = [
        np.bincount(levels[vertices], minlength=end + 1).tolist()
        for vertices in (reached, dst, dst[first], parents, sole_parents)
    ]
    for level, frontier in enumerate(np.split(by_level, np.cumsum(sizes)[:-1]), start=1):
        vertices, edges, pairs = (count[level] for count in counts[:3])
        having, sole = (count[level - 1] for count in counts[3:])
        degrees = graph.out_degrees[frontier]
        yield Step(level, frontier, degrees, vertices, edges, pairs, having, max(sole, min(vertices, 1)))


def between(least: int, most: int) -> Range:
    """The range, or the figure itself where nothing is left open."""
    return int(least) if least == most else (int(least), int(most))


def warp_steps(thread: np.ndarray, edges: np.ndarray) -> int:
    """Steps of all warps together, each as many as its longest lane's edges, for threads of these numbers."""
    warp = thread // WARP_SIZE
    longest = np.zeros(int(warp.max(initial=-1)) + 1, np.int64)
    np.maximum.at(longest, warp, edges)
    return int(longest.sum())


def warp_steps_in_any_order(edges: np.ndarray, block_size: int = WARP_SIZE) -> tuple[int, int]:
    """The least and the most that `warp_steps` can be where the threads' order is that of a queue.

    Least where lists of like length share a warp, most where every warp has got one of the longest.
    """
    thread = np.arange(edges.size)
    warp = thread // block_size * -(-block_size // WARP_SIZE) + thread % block_size // WARP_SIZE
    lanes = np.sort(np.bincount(warp))[::-1]
    falling = np.sort(edges)[::-1]
    return int(falling[np.cumsum(lanes) - lanes].sum()), int(falling[: lanes.size].sum())


def sectors(array: np.ndarray, first: np.ndarray, end: np.ndarray) -> int:
    """Sectors of the array that hold the slots range(first[i], end[i]) of any i, each once.

    The ranges ascend, and may share ends.
    """
    some = first < end
    begin = first[some].astype(np.int64) * array.itemsize // SECTOR_SIZE
    last = (end[some].astype(np.int64) * array.itemsize - 1) // SECTOR_SIZE
    begin[1:] = np.maximum(begin[1:], last[:-1] + 1)
    return int((last - begin + 1).clip(0).sum())


def sectors_of_slots(array: np.ndarray, slots: np.ndarray) -> int:
    """Sectors of the array that hold these slots, each once."""
    return np.unique(slots.astype(np.int64) * array.itemsize // SECTOR_SIZE).size


def sectors_of_lists(ptr: np.ndarray, ids: np.ndarray, vertices: np.ndarray) -> int:
    """Sectors of offsets and ids that hold the lists of these vertices, which ascend."""
    return sectors(ptr, vertices, vertices + 2) + sectors(ids, ptr[vertices], ptr[vertices + 1])


def scattering(graph: Graph, step: Step, **columns: Any) -> LevelWork:
    """One thread a vertex; those of the frontier walk their out-neighbors. `columns` say what differs."""
    given: dict[str, Any] = {
        "level": step.level,
        "threads_launched": graph.num_vertices,
        "threads_active": step.frontier.size,
        "edges_inspected": int(step.degrees.sum(dtype=np.int64)),
        "threads_labelling": step.parents,
        "vertices_labelled": step.vertices,
        "longest_thread": int(step.degrees.max()),
    }
    if "warp_steps" not in columns:
        given["warp_steps"] = warp_steps(step.frontier, step.degrees)
    if "sectors_read" not in columns:
        given["sectors_read"] = sectors_of_lists(*graph.csr[:2], step.frontier)
    return LevelWork(**given | columns)


class _SectorReaders:
    """How many threads read each sector of an array, and how many sectors are read."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.readers = np.zeros(-(-array.nbytes // SECTOR_SIZE), np.int64)
        self.read = 0

    def add(self, first: np.ndarray, end: np.ndarray, change: int) -> None:
        """Add `change` readers to every sector that holds the slots range(first[i], end[i]), for each i."""
        some = first < end
        begin = first[some].astype(np.int64) * self.array.itemsize // SECTOR_SIZE
        sizes = (end[some].astype(np.int64) * self.array.itemsize - 1) // SECTOR_SIZE + 1 - begin
        touched = np.repeat(begin - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        once = np.unique(touched)
        self.read -= int(np.count_nonzero(self.readers[once]))
        np.add.at(self.readers, touched, change)
        self.read += int(np.count_nonzero(self.readers[once]))


def gathering(graph: Graph, levels: np.ndarray) -> Iterator[LevelWork]:
    """One thread a vertex; the unvisited ones walk their in-neighbors up to the first of the frontier.

    From one level to the next, only the vertices of the two change what they do: the figures are kept, and
    put right for those. O(V + E), and V / 32 a level.
    """
    dst_ptr, src, _ = graph.csc
    first, end = dst_ptr[:-1], dst_ptr[1:].copy()  # slots that each vertex inspects
    ends = _ends_of_search(graph, levels)
    vertices = np.arange(graph.num_vertices)
    offsets, ids = _SectorReaders(dst_ptr), _SectorReaders(src)
    offsets.add(vertices, vertices + 2, 1)
    ids.add(first, end, 1)
    lanes = np.zeros((-(-vertices.size // WARP_SIZE), WARP_SIZE), np.int64)  # edges that each inspects
    edges = lanes.reshape(-1)
    edges[: vertices.size] = end - first
    longest = lanes.max(axis=1)
    waiting, inspected = vertices.size, int(edges.sum())
    taken = list(steps(graph, levels))
    for step, found in zip(taken, [*(step.frontier for step in taken[1:]), vertices[:0]], strict=True):
        changed = np.concatenate([step.frontier, found])
        offsets.add(step.frontier, step.frontier + 2, -1)
        ids.add(first[changed], end[changed], -1)
        end[step.frontier], end[found] = first[step.frontier], ends[found]
        ids.add(first[changed], end[changed], 1)
        inspected -= int(edges[changed].sum())
        edges[changed] = end[changed] - first[changed]
        inspected += int(edges[changed].sum())
        warps = np.unique(changed // WARP_SIZE)
        longest[warps] = lanes[warps].max(axis=1)
        waiting -= step.frontier.size
        yield LevelWork(
            level=step.level,
            direction="pull",
            threads_launched=graph.num_vertices,
            threads_active=waiting,
            edges_inspected=inspected,
            threads_labelling=step.vertices,
            vertices_labelled=step.vertices,
            longest_thread=int(longest.max(initial=0)),
            warp_steps=int(longest.sum()),
            sectors_read=offsets.read + ids.read,
        )


def _ends_of_search(graph: Graph, levels: np.ndarray) -> np.ndarray:
    """Where each vertex's walk ends in its own level: after its first in-neighbor of the frontier."""
    dst_ptr, src, _ = graph.csc
    dst = np.repeat(np.arange(graph.num_vertices), graph.in_degrees)
    hits = np.flatnonzero((levels[dst] > 0) & (levels[src] == levels[dst] - 1))
    found, first = np.unique(dst[hits], return_index=True)
    ends = dst_ptr[1:].copy()
    ends[found] = hits[first] + 1
    return ends


def over_edges(graph: Graph, step: Step, threads_labelling: Range) -> LevelWork:
    """One thread an edge; those whose source is in the frontier look at the other end as well."""
    src, dst, _ = graph.coo
    ptr = graph.csr.src_ptr  # the edges are in the order of these lists
    active = sectors(dst, ptr[step.frontier], ptr[step.frontier + 1])
    return LevelWork(
        level=step.level,
        kernel_launches=min(1, graph.num_edges),
        threads_launched=graph.num_edges,
        threads_active=int(step.degrees.sum(dtype=np.int64)),
        edges_inspected=graph.num_edges,
        threads_labelling=threads_labelling,
        vertices_labelled=step.vertices,
        longest_thread=min(1, graph.num_edges),
        warp_steps=-(-graph.num_edges // WARP_SIZE),
        sectors_read=-(-src.nbytes // SECTOR_SIZE) + active,
    )


def from_queue(graph: Graph, step: Step, block_size: int = WARP_SIZE, **columns: Any) -> LevelWork:
    """One thread a vertex of a frontier queue, whose order is a race's; vertices are claimed by atomics.

    A claim's compare-and-swap, or exchange, is tried by a thread that finds the vertex unvisited: once a
    vertex at least, and for every one of its parents at most.
    """
    given: dict[str, Any] = {
        "kernel_launches": 2,  # the swap of the tails is one
        "threads_launched": step.frontier.size,
        "threads_labelling": between(step.sole_parents, min(step.parents, step.vertices)),
        "warp_steps": between(*warp_steps_in_any_order(step.degrees, block_size)),
    }
    return scattering(graph, step, **given | columns)
