"""Lee's wave over a board of one layer on a whole GPU, in one launch, many levels between two barriers.

The board is cut into tiles of 64 x 64 cells. A warp reads a tile and 32 cells around it, a bit per cell: four
rows of 128 cells per lane. It then runs 32 levels by itself, by shifts and by an exchange of rows with the
lanes beside it. At the edge levels are wrong, where the wave from further away is missing. In each level, the
error gets one cell closer to the tile, which it doesn't reach. So the tile's own cells are right, and these
are stored. A barrier of all blocks follows.

Cells beside one another are never in the same level, as they are of different color on a chessboard. So the
next level has all free neighbors of this one that are not in the one before. The walls and two levels of the
wave are all that a warp must know.

A tile is visited in a round if the wave is in it or within 32 cells of it, which is where its neighbors mark
it. It is also visited if words that it stored two rounds ago must be overwritten, since two halves of the
wave's words take turns. A mark is the number of a round: it needs no atomic, and is never cleared.

Work O(cells) on an open board; O(levels / 32) barriers. See docs/decisions/0018-gpu-algorithms.md.
"""

from typing import Any, NamedTuple

import numpy as np

from ..compiler import cuda, int64
from ..device import Cuda, Python
from ..frontier import UNVISITED
from ..intrinsics.access import at, pair_at, put
from ..intrinsics.grid_barrier import grid_barrier
from ..intrinsics.warp import WARP_SIZE, ballot, broadcast_bits, first_bit, lowest, without_lowest

SIDE = 64  # cells along a tile's side
HALO = 32  # cells around a tile that a warp reads too
LEVELS = 32  # that a warp runs between two barriers: not more than HALO, or the tile's own cells get wrong
THREADS = 512  # per block
OUTER = HALO // 4  # lanes whose rows are above the tile; as many are below it
UPPER, LOWER = 0x0000FF00, 0x00FF0000  # lanes of the tile's upper and lower half
ARRIVALS, MOVING = 0, 1  # in the state: the barrier's word; whether the wave moves on in a round, three turns
STATE_SIZE = 4

NONE, ONE, HALF, LAST = (np.uint64(number) for number in (0, 1, 32, 63))


class Tiles(NamedTuple):
    """A board in strips of 64 columns: a uint64 word per row, row after row, strip after strip."""

    free: Any  # words: the free cells; with a border of walls, one strip at both sides and HALO rows
    wave: Any  # two halves that take turns: the words of the level reached, then of the level before it
    marks: Any  # two halves, a number per tile, with a border: the last round that the tile is visited in
    levels: Any  # of every cell
    state: Any
    strip_words: int  # with the border
    tile_columns: int
    columns: int  # of cells


class Rows(NamedTuple):
    """Four rows of 128 cells: `a` has the left halves, `b` the right ones."""

    a0: Any
    b0: Any
    a1: Any
    b1: Any
    a2: Any
    b2: Any
    a3: Any
    b3: Any


def flood_by_tiles(blocked: Any, start: int, goal: int, device: Cuda | Python) -> Any:
    """As `wave.flood`, of a board with two dimensions."""
    xp = device.xp
    rows, columns = blocked.shape
    padding = (HALO, HALO + -rows % SIDE), (SIDE, SIDE + -columns % SIDE)
    bits = ~xp.packbits(xp.pad(blocked, padding, constant_values=True).ravel(), bitorder="little")
    strips = xp.ascontiguousarray(bits.view(np.uint64).reshape(rows + sum(padding[0]), -1).T)
    tile_rows, tile_columns = -(-rows // SIDE), -(-columns // SIDE)
    tiles = Tiles(
        strips.ravel(),
        xp.zeros(4 * strips.size, np.uint64),
        xp.zeros(2 * (tile_rows + 2) * (tile_columns + 2), np.int32),
        xp.full(blocked.size, UNVISITED, np.int32),
        xp.zeros(STATE_SIZE, np.int64),
        strips.shape[1],
        tile_columns,
        columns,
    )
    blocks, threads = device.running_at_once(THREADS)
    kernel: Any = device.bind(run_wave, tiles, start, goal, threads=threads)
    device.relaunch(blocks, threads, kernel, {})
    return tiles.levels


def run_wave(tiles, start, goal):
    """Round after round, until the goal has a level or the wave doesn't move on."""
    state, lane, turn = tiles.state, int64(cuda.threadIdx.x % WARP_SIZE), int64(1)
    arrivals, level = int64(cuda.gridDim.x), int64(0)
    warp = int64(cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE))
    warps = int64(cuda.gridsize(1) // WARP_SIZE)
    count = (tiles.marks.size // 2 // (tiles.tile_columns + 2) - 2) * tiles.tile_columns
    if cuda.grid(1) < 9:
        begin(tiles, start, int64(cuda.grid(1)))
    arrivals = grid_barrier(state, arrivals)
    # All reads start before one of them decides.
    visited, found = marked(tiles, warp + lane * warps, count, turn), at(tiles.levels, goal)
    while at(state, MOVING + turn % 3) and not 0 <= found <= level:
        if cuda.grid(1) == 0:
            put(state, MOVING + (turn + 2) % 3, 0)
        first = warp
        while first < count:
            while visited:
                visit(tiles, first + lowest(visited) * warps, lane, turn, level)
                visited = without_lowest(visited)
            first += warps * WARP_SIZE
            visited = marked(tiles, first + lane * warps, count, turn)
        arrivals = grid_barrier(state, arrivals)
        turn, level = turn + 1, level + LEVELS
        visited, found = marked(tiles, warp + lane * warps, count, turn), at(tiles.levels, goal)
    if 0 <= found < level:
        index = int64(cuda.grid(1))
        while index < tiles.levels.size:
            if at(tiles.levels, index) > found:
                put(tiles.levels, index, UNVISITED)
            index += cuda.gridsize(1)


def marked(tiles, tile, count, turn):
    """The lanes of which the tile is to be visited in this round; there are so many tiles."""
    half = turn % 2 * (tiles.marks.size // 2)
    return ballot(tile < count and at(tiles.marks, half + mark_of(tiles, min(tile, count - 1))) == turn)


def mark_of(tiles, tile):
    """The place of a tile's mark."""
    row = tile // tiles.tile_columns
    return (row + 1) * (tiles.tile_columns + 2) + tile - row * tiles.tile_columns + 1


def begin(tiles, start, number):
    """Level 0 is the start. Each of nine threads marks a tile, of the start's and those around it."""
    row, column = start // tiles.columns, start % tiles.columns
    width = tiles.tile_columns + 2
    tile = (row // SIDE + number // 3) * width + column // SIDE + number % 3
    put(tiles.marks, tiles.marks.size // 2 + tile, 1)
    if number == 0:
        word = (column // SIDE + 1) * tiles.strip_words + HALO + row
        put(tiles.wave, 2 * tiles.free.size + word, int64(1) << (column % SIDE))
        put(tiles.levels, start, 0)
        put(tiles.state, MOVING + 1, 1)


def visit(tiles, tile, lane, turn, level):
    """Run a tile's levels from `level` on, and store what has changed."""
    size, row = tiles.free.size, tile // tiles.tile_columns
    column = tile - row * tiles.tile_columns
    strip = (column + 1) * tiles.strip_words
    word = strip + row * SIDE + 4 * lane
    read, written = turn % 2 * 2 * size + word, (turn + 1) % 2 * 2 * size + word
    inner = OUTER <= lane < WARP_SIZE - OUTER
    free = rows_at(tiles.free, word, tiles.strip_words)
    now = rows_at(tiles.wave, read, tiles.strip_words)
    before = rows_at(tiles.wave, read + size, tiles.strip_words)
    was_here = inner and (bits_of(now) | bits_of(before)) != NONE
    if ballot(bits_of(now) != NONE):
        cell = (row * SIDE - HALO + 4 * lane) * tiles.columns + column * SIDE
        for _ in range(LEVELS):
            now, before = next_level(now, before, free, lane), now
            level += 1
            if inner:
                note(tiles.levels, cell, tiles.columns, now, level)
    else:
        before = now
    is_left = left = right = False
    if inner:
        store(tiles.wave, written, now)
        store(tiles.wave, written + size, before)
        bits = middle(now.a0, now.b0) | middle(now.a1, now.b1)
        bits |= middle(now.a2, now.b2) | middle(now.a3, now.b3)
        left, right = bits << HALF != NONE, bits >> HALF != NONE
        is_left = was_here or bits_of(before) != NONE
    mark(tiles, mark_of(tiles, tile), (ballot(left), ballot(right), ballot(is_left)), lane, turn)


def mark(tiles, place, lanes, lane, turn):
    """Mark the tiles that are to be visited in the next round: nine lanes look at one each."""
    left, right, is_left = lanes
    if lane < 9:
        down, aside = lane // 3 - 1, lane % 3 - 1
        found = left if aside < 0 else right if aside > 0 else left | right
        found &= UPPER if down < 0 else LOWER if down > 0 else UPPER | LOWER
        if found or (lane == 4 and is_left):
            put(
                tiles.marks,
                (turn + 1) % 2 * (tiles.marks.size // 2) + place + down * (tiles.tile_columns + 2) + aside,
                turn + 1,
            )
        if lane == 4 and found:
            put(tiles.state, MOVING + (turn + 1) % 3, 1)


def rows_at(words, word, strip_words):
    """Four rows of a strip from this word on, and half a strip at both sides."""
    left0, left1 = pair_at(words, word - strip_words)
    left2, left3 = pair_at(words, word - strip_words + 2)
    own0, own1 = pair_at(words, word)
    own2, own3 = pair_at(words, word + 2)
    right0, right1 = pair_at(words, word + strip_words)
    right2, right3 = pair_at(words, word + strip_words + 2)
    return Rows(
        joined(left0, own0),
        joined(own0, right0),
        joined(left1, own1),
        joined(own1, right1),
        joined(left2, own2),
        joined(own2, right2),
        joined(left3, own3),
        joined(own3, right3),
    )


def joined(left, right):
    """The right half of a word of cells and the left half of the next one."""
    return np.uint64(left) >> HALF | np.uint64(right) << HALF


def middle(left, right):
    """The tile's own cells of a row."""
    return left >> HALF | right << HALF


def bits_of(rows):
    """All cells together."""
    return rows.a0 | rows.b0 | rows.a1 | rows.b1 | rows.a2 | rows.b2 | rows.a3 | rows.b3


def next_level(now, before, free, lane):
    """The free cells beside this level's that are not in the level before."""
    upper, lower = (lane - 1) % WARP_SIZE, (lane + 1) % WARP_SIZE  # what comes around is wrong, as all there
    above_a, above_b = broadcast_bits(now.a3, upper), broadcast_bits(now.b3, upper)
    below_a, below_b = broadcast_bits(now.a0, lower), broadcast_bits(now.b0, lower)
    return Rows(
        left_beside(now.a0, now.b0, above_a | now.a1) & free.a0 & ~before.a0,
        right_beside(now.a0, now.b0, above_b | now.b1) & free.b0 & ~before.b0,
        left_beside(now.a1, now.b1, now.a0 | now.a2) & free.a1 & ~before.a1,
        right_beside(now.a1, now.b1, now.b0 | now.b2) & free.b1 & ~before.b1,
        left_beside(now.a2, now.b2, now.a1 | now.a3) & free.a2 & ~before.a2,
        right_beside(now.a2, now.b2, now.b1 | now.b3) & free.b2 & ~before.b2,
        left_beside(now.a3, now.b3, now.a2 | below_a) & free.a3 & ~before.a3,
        right_beside(now.a3, now.b3, now.b2 | below_b) & free.b3 & ~before.b3,
    )


def left_beside(a, b, vertical):
    """The cells beside a row's, in its left half; `vertical` are the rows above and below."""
    return a << ONE | a >> ONE | b << LAST | vertical


def right_beside(a, b, vertical):
    """As `left_beside`, in the right half."""
    return b << ONE | b >> ONE | a >> LAST | vertical


def note(levels, cell, columns, rows, level):
    """Store the level of the tile's own cells in four rows, the first of which begins at `cell`."""
    cells0, cells1 = middle(rows.a0, rows.b0), middle(rows.a1, rows.b1)
    cells2, cells3 = middle(rows.a2, rows.b2), middle(rows.a3, rows.b3)
    while cells0 | cells1 | cells2 | cells3 != NONE:
        cells0 = note_first(levels, cell, cells0, level)
        cells1 = note_first(levels, cell + columns, cells1, level)
        cells2 = note_first(levels, cell + 2 * columns, cells2, level)
        cells3 = note_first(levels, cell + 3 * columns, cells3, level)


def note_first(levels, cell, cells, level):
    """Store the level of the first of these cells, if there is one; returns the others."""
    if cells == NONE:
        return cells
    put(levels, cell + first_bit(cells), level)
    return cells & (cells - ONE)


def store(words, word, rows):
    """Store the tile's own cells in four rows."""
    words[word] = middle(rows.a0, rows.b0)
    words[word + 1] = middle(rows.a1, rows.b1)
    words[word + 2] = middle(rows.a2, rows.b2)
    words[word + 3] = middle(rows.a3, rows.b3)
