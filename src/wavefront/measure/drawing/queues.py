"""The queues that a level fills: what each slot holds, where it came from, and who stored it.

The queues of warps and blocks are shared memory as the launch left it; the current frontier, and the buckets,
are the stores that the threads made. A single block's queue is what its threads labelled: the next level has
overwritten it when the launch ends. An arrow is a vertex that moved on with its queue; a dashed slot is a
vertex that found the queue before full.
"""

from typing import Any, NamedTuple

from .runs import LevelRun
from .svg import element, moved, text, width_of

CELL, GAP = 26, 22  # pixels, as all lengths here
HEAD, BOX, FOOT, FLOW = 16, 22, 16, 30  # indices of slots; its slots; who stored; the arrows
MOST_EMPTY = 8  # slots of a queue's capacity that are drawn though empty

FRONTIER = "curr_frontier"  # what kernels call the queue that they fill
BUCKETS = {
    "thread_bucket": "a thread each",
    "warp_bucket": "a warp each",
    "block_bucket": "a block each",
}


class Slot(NamedTuple):
    """One slot of a queue."""

    vertex: int | None
    overflow: bool = False  # whether the vertex found the queue before full
    stored_by: int | None = None  # the thread's number


class Queue(NamedTuple):
    """A queue, its first slots, and for each of these where its vertex goes: a band, a queue and a slot."""

    words: tuple[str, ...]  # its name and size, lines beside it
    slots: list[Slot]
    targets: dict[int, tuple[int, int, int]]


Bands = list[list[Queue]]  # from the queues of the warps to the frontier


def queues_of(strategy: str, run: LevelRun, options: dict[str, Any]) -> Bands:
    """The level's queues, if the method has any: `Slot.vertex` is the id of what it holds."""
    if strategy == "privatized":
        return _privatized(run, options["capacity"])
    if strategy == "hierarchical":
        return _hierarchical(run, options["warp_capacity"], options["capacity"])
    if run.row.where in ("shared", "global"):
        return _of_single_block(run, options["capacity"], options["block_size"])
    stored = _stored(run, FRONTIER)
    bands: Bands = []
    buckets = {name: _stored(run, name) for name in BUCKETS}
    if any(buckets.values()):
        bands.append(
            [
                Queue((BUCKETS[name], str(len(slots))), [slots[index] for index in sorted(slots)], {})
                for name, slots in buckets.items()
                if slots
            ]
        )
    if stored:
        bands.append([_frontier([stored[index] for index in sorted(stored)])])
    return bands


def _frontier(slots: list[Slot]) -> Queue:
    return Queue(("current", "frontier", str(len(slots))), slots, {})


def _stored(run: LevelRun, array: str) -> dict[int, Slot]:
    return {
        at.slot: Slot(at.value, stored_by=at.log.number)
        for at in run.accesses
        if at.kind == "write" and at.array == array
    }


def _privatized(run: LevelRun, capacity: int) -> Bands:
    stored = _stored(run, FRONTIER)
    queues, moved_on = [], set()
    for memory in run.shared:
        arrays = memory.arrays
        count, start = min(int(arrays["size"][0]), capacity), int(arrays["start"][0])
        targets = {slot: (1, 0, start + slot) for slot in range(count)}
        moved_on |= {start + slot for slot in range(count)}
        queues.append(
            _private((f"block {memory.block}",), capacity, arrays["queue"][:count].tolist(), targets, set())
        )
    return [queues, *_global(stored, moved_on)]


def _hierarchical(run: LevelRun, warp_capacity: int, capacity: int) -> Bands:
    stored = _stored(run, FRONTIER)
    places = {slot.vertex: index for index, slot in stored.items()}
    of_warps, of_blocks, moved_on = [], [], set()
    for number, memory in enumerate(run.shared):
        arrays = memory.arrays
        count, start = min(int(arrays["block_size"][0]), capacity), int(arrays["start"][0])
        from_warps: set[int] = set()
        for warp, size in enumerate(arrays["warp_sizes"].tolist()):
            held = arrays["warp_queues"][warp * warp_capacity :][: min(size, warp_capacity)].tolist()
            first = int(arrays["warp_starts"][warp])
            targets = {
                slot: (1, number, first + slot) if first + slot < capacity else (2, 0, places[vertex])
                for slot, vertex in enumerate(held)
            }
            from_warps |= {first + slot for slot in range(len(held))}
            of_warps.append(
                _private((f"block {memory.block}", f"warp {warp}"), warp_capacity, held, targets, set())
            )
        targets = {slot: (2, 0, start + slot) for slot in range(count)}
        moved_on |= {start + slot for slot in range(count)}
        direct = set(range(count)) - from_warps
        held = arrays["block_queue"][:count].tolist()
        of_blocks.append(_private((f"block {memory.block}",), capacity, held, targets, direct))
    return [of_warps, of_blocks, *_global(stored, moved_on)]


def _of_single_block(run: LevelRun, capacity: int, block_size: int) -> Bands:
    appended = [Slot(vertex, stored_by=log.number) for log in run.threads for vertex in log.labelled]
    held, past = appended[:capacity], [slot._replace(overflow=True) for slot in appended[capacity:]]
    empty = [Slot(None)] * min(capacity - len(held), max(0, MOST_EMPTY - len(held)))
    size = f"{len(held)} of {capacity}"
    if not past:
        return [[Queue(("current", "frontier", size), held + empty, {})]] if held else []
    targets = {slot: (1, 0, len(past) + slot) for slot in range(capacity)}
    copied = [Slot(slot.vertex, stored_by=place % block_size) for place, slot in enumerate(held)]
    return [[Queue(("block 0", size), held, targets)], [_frontier(past + copied)]]


def _private(
    names: tuple[str, ...],
    capacity: int,
    held: list[int],
    targets: dict[int, tuple[int, int, int]],
    direct: set[int],
) -> Queue:
    slots = [Slot(vertex, slot in direct) for slot, vertex in enumerate(held)]
    empty = min(capacity - len(held), max(0, MOST_EMPTY - len(held)))
    return Queue((*names, f"{len(held)} of {capacity}"), slots + [Slot(None)] * empty, targets)


def _global(stored: dict[int, Slot], moved_on: set[int]) -> Bands:
    slots = [stored[index]._replace(overflow=index not in moved_on) for index in sorted(stored)]
    return [[_frontier(slots)]] if slots else []


def width_of_queue(queue: Queue, cell: float) -> float:
    """Room that a queue takes, with slots of this width."""
    return _beside(queue) + cell * len(queue.slots)


def _beside(queue: Queue) -> float:
    return max(map(width_of, queue.words))


def width_of_slot(names: list[str]) -> float:
    """The width of slots that hold vertices of these names."""
    return max(CELL, *(8 + width_of(name, bold=True) for name in names))


def draw_queues(bands: Bands, names: list[str], width: float) -> tuple[list[str], float]:
    """The queues, bands from top to bottom, and the height that they take."""
    cell = width_of_slot(names)
    marks, top = [], 0.0
    at: dict[tuple[int, int, int], tuple[float, float]] = {}  # the middle of each slot's upper side
    for number, band in enumerate(bands):
        left = 0.0
        for order, queue in enumerate(band):
            size = width_of_queue(queue, cell)
            if left and left + size > width:
                left, top = 0.0, top + HEAD + BOX + FOOT
            first = left + _beside(queue)
            at |= {
                (number, order, slot): (first + (slot + 0.5) * cell, top + HEAD)
                for slot in range(len(queue.slots))
            }
            marks += moved(left, top, _queue_marks(queue, names, cell))
            left += size + GAP
        top += HEAD + BOX + FLOW
    flows = [
        _flow(at[number, order, slot], at[target])
        for number, band in enumerate(bands)
        for order, queue in enumerate(band)
        for slot, target in queue.targets.items()
    ]
    return [*flows, *marks], top - FLOW + FOOT + 6


def _queue_marks(queue: Queue, names: list[str], cell: float) -> list[str]:
    first = HEAD + BOX - 6 - 13 * (len(queue.words) - 1)
    marks = [
        text(0, first + 13 * line, words, "over", anchor="start") for line, words in enumerate(queue.words)
    ]
    beside = _beside(queue)
    for index, slot in enumerate(queue.slots):
        middle = beside + (index + 0.5) * cell
        kind = "idle" if slot.vertex is None else "overflow" if slot.overflow else "inspects"
        marks.append(element("rect", kind, x=middle - cell / 2 + 1, y=HEAD, width=cell - 2, height=BOX))
        marks.append(text(middle, HEAD - 4, index, "over", size=9))
        if slot.vertex is not None:
            marks.append(text(middle, HEAD + 15.5, names[slot.vertex], bold=True))
        if slot.stored_by is not None:
            marks.append(text(middle, HEAD + BOX + 12, f"t{slot.stored_by}", "muted", size=10))
    return marks


def _flow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """An arrow from below a slot to above another slot's index."""
    x, y = end[0], end[1] - 13
    line = f"M{start[0]:g} {start[1] + BOX:g} L{x:g} {y:g}"
    return element("path", "flow", d=f"{line} M{x - 3:g} {y - 5:g} L{x:g} {y:g} L{x + 3:g} {y - 5:g}")


def legend() -> list[str]:
    """A line about the queues."""
    marks, left = [], 0
    shapes = {
        "inspects": "slot of a queue",
        "overflow": "appended past a full queue",
        "idle": "slot left empty",
    }
    for kind, words in shapes.items():
        marks.append(element("rect", kind, x=left + 2, y=0, width=22, height=22))
        marks.append(text(left + 34, 16, words, anchor="start"))
        left += 245
    return [*marks, text(left + 2, 16, "t3: stored by thread 3", "muted", anchor="start")]
