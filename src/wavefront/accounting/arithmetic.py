"""The work account's arithmetic: rows, warps in lockstep, sectors, and ranges where a race decides.

A strategy's `account` computes from the final levels what the threads of its GPU kernels do, level by level.
A figure that depends on the order of the threads is a range: its least and its most over all orders.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from ..frontier import UNVISITED
from ..graph import Graph

WARP_SIZE = 32  # threads
SECTOR_SIZE = 32  # bytes: the smallest read of a GPU's memory

Range = int | tuple[int, int]  # a figure, or its least and its most


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelWork:
    """The kernels' work to label one level. docs/guide/account.md defines each column.

    A pair is the least and the most of a figure that depends on the timing of the threads.
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
        """Edges inspected per lane and step of the warps that ran: 1 if no lane waited, 0 without work."""
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
    """One level to be labelled from the level before: the input of every strategy's account.

    An edge "discovers" if it leads from the frontier to a vertex of the level to be labelled.
    """

    level: int
    frontier: np.ndarray  # vertices of the level before, ascending
    degrees: np.ndarray  # out-edges of each vertex of the frontier
    vertices: int  # vertices of the level to be labelled
    edges: int  # edges that discover
    pairs: int  # pairs of vertices with an edge that discovers: parallel edges count once
    parents: int  # vertices of the frontier with an edge that discovers
    sole_parents: int  # parents that are some vertex's only parent; if there are none, 1


def steps(graph: Graph, levels: np.ndarray) -> Iterator[Step]:
    """The levels from 1 to the last, empty one, computed from the V final `levels`. O(V + E)."""
    reached = np.flatnonzero(levels != UNVISITED)
    by_level = reached[np.argsort(levels.take(reached), kind="stable")]
    sizes = np.bincount(levels.take(reached))
    end = sizes.size
    src, dst, _ = graph.coo
    discovers = (levels.take(src) != UNVISITED) & (levels.take(dst) == levels.take(src) + 1)
    src, dst = src[discovers], dst[discovers]
    first = np.ones(src.size, bool)  # whether an edge is the first of its parallel edges, which are adjacent
    first[1:] = (src[1:] != src[:-1]) | (dst[1:] != dst[:-1])
    only_one = np.bincount(dst[first], minlength=levels.size) == 1
    parents, sole_parents = np.unique(src), np.unique(src[first & only_one.take(dst)])
    counts = [
        np.bincount(levels.take(vertices), minlength=end + 1).tolist()
        for vertices in (reached, dst, dst[first], parents, sole_parents)
    ]
    for level, frontier in enumerate(np.split(by_level, np.cumsum(sizes)[:-1]), start=1):
        vertices, edges, pairs = (count[level] for count in counts[:3])
        having, sole = (count[level - 1] for count in counts[3:])
        degrees = graph.out_degrees.take(frontier)
        yield Step(level, frontier, degrees, vertices, edges, pairs, having, max(sole, min(vertices, 1)))


def between(least: int, most: int) -> Range:
    """The range, or a single figure if both ends are equal."""
    return int(least) if least == most else (int(least), int(most))


def warp_steps(thread: np.ndarray, edges: np.ndarray) -> int:
    """Steps of all warps: for each warp, the edges of its busiest lane. `thread` numbers the threads."""
    warp = thread // WARP_SIZE
    longest = np.zeros(int(warp.max(initial=-1)) + 1, np.int64)
    np.maximum.at(longest, warp, edges)
    return int(longest.sum())


def warp_steps_in_any_order(edges: np.ndarray, block_size: int = WARP_SIZE) -> tuple[int, int]:
    """The least and the most `warp_steps` over all orders of the queue from which threads take vertices.

    The least if lists of similar length share a warp; the most if every warp has one of the longest lists.
    """
    thread = np.arange(edges.size)
    warp = thread // block_size * -(-block_size // WARP_SIZE) + thread % block_size // WARP_SIZE
    lanes = np.sort(np.bincount(warp))[::-1]
    falling = np.sort(edges)[::-1]
    return int(falling[np.cumsum(lanes) - lanes].sum()), int(falling[: lanes.size].sum())


def sectors(array: np.ndarray, first: np.ndarray, end: np.ndarray) -> int:
    """Number of sectors of the array that hold the slots range(first[i], end[i]) of any i.

    The ranges must ascend; neighboring ranges may share a sector.
    """
    some = first < end
    begin = first[some].astype(np.int64) * array.itemsize // SECTOR_SIZE
    last = (end[some].astype(np.int64) * array.itemsize - 1) // SECTOR_SIZE
    begin[1:] = np.maximum(begin[1:], last[:-1] + 1)
    return int((last - begin + 1).clip(0).sum())


def sectors_of_slots(array: np.ndarray, slots: np.ndarray) -> int:
    """Number of sectors of the array that hold these slots."""
    return np.unique(slots.astype(np.int64) * array.itemsize // SECTOR_SIZE).size


def sectors_of_lists(ptr: np.ndarray, ids: np.ndarray, vertices: np.ndarray) -> int:
    """Number of sectors of offsets and ids that hold the lists of these vertices, which must ascend."""
    return sectors(ptr, vertices, vertices + 2) + sectors(ids, ptr.take(vertices), ptr.take(vertices + 1))


def scattering(graph: Graph, step: Step, **columns: Any) -> LevelWork:
    """One thread per vertex; threads of the frontier walk the out-neighbors. `columns` override figures."""
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
    """One thread per vertex; unvisited vertices walk their in-neighbors up to the first in the frontier.

    From one level to the next, only the vertices of these two levels change their work: the figures are kept
    and updated for those vertices. O(V + E), plus V / 32 per level.
    """
    dst_ptr, src, _ = graph.csc
    first, end = dst_ptr[:-1], dst_ptr[1:].copy()  # slots that each vertex inspects
    ends = _ends_of_search(graph, levels)
    vertices = np.arange(graph.num_vertices)
    offsets, ids = _SectorReaders(dst_ptr), _SectorReaders(src)
    offsets.add(vertices, vertices + 2, 1)
    ids.add(first, end, 1)
    lanes = np.zeros((-(-vertices.size // WARP_SIZE), WARP_SIZE), np.int64)  # edges inspected by each lane
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
    """The end of each vertex's walk in its own level: after the first in-neighbor in the frontier."""
    dst_ptr, src, _ = graph.csc
    dst = np.repeat(np.arange(graph.num_vertices), graph.in_degrees)
    hits = np.flatnonzero((levels.take(dst) > 0) & (levels.take(src) == levels.take(dst) - 1))
    found, first = np.unique(dst[hits], return_index=True)
    ends = dst_ptr[1:].copy()
    ends[found] = hits[first] + 1
    return ends


def over_edges(graph: Graph, step: Step, threads_labelling: Range) -> LevelWork:
    """One thread per edge; if the edge's source is in the frontier, the thread also reads the destination."""
    src, dst, _ = graph.coo
    ptr = graph.csr.src_ptr  # the edges are in the order of these lists
    active = sectors(dst, ptr.take(step.frontier), ptr.take(step.frontier + 1))
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
    """One thread per vertex of a frontier queue in any order; vertices are claimed by atomics.

    A thread that finds a vertex unvisited tries to claim it, by a compare-and-swap or an exchange: at least
    once per vertex, at most once per parent of the vertex.
    """
    given: dict[str, Any] = {
        "kernel_launches": 2,  # one of them swaps the tails
        "threads_launched": step.frontier.size,
        "threads_labelling": between(step.sole_parents, min(step.parents, step.vertices)),
        "warp_steps": between(*warp_steps_in_any_order(step.degrees, block_size)),
    }
    return scattering(graph, step, **given | columns)
