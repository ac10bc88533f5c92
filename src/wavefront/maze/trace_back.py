"""A way back from the goal by one block of a GPU, on a board of one layer: route.py has the method.

One thread steps back. Reading levels from the GPU's memory, it would wait for each step. So the block copies
the levels of a window around the cell into shared memory, and the thread steps on until it leaves the window.
"""

from ..compiler import cuda, int32, int64
from ..frontier import UNVISITED
from ..intrinsics.access import at

WINDOW = 64  # cells along a window's side, a power of two
WINDOW_CELLS = WINDOW * WINDOW
THREADS = 1024  # of the block
DIRECTIONS = 4  # right, below, left, above: as `route.next_cell` has them
ROW, COLUMN, LEVEL, DIRECTION = 0, 1, 2, 3
STUCK = -1  # in place of a level


def step_back_by_windows(levels, goal, columns, path):
    """As `route.step_back`, of a board of one layer."""
    window = cuda.shared.array(WINDOW_CELLS, int32)
    told = cuda.shared.array(4, int64)
    row, column, level, direction = goal // columns, goal % columns, path.size - 1, int64(0)
    while level >= 0:
        top, left = row - WINDOW // 2, column - WINDOW // 2
        fill(window, levels, top, left, columns)
        cuda.syncthreads()  # the window is complete
        if cuda.threadIdx.x == 0:
            row, column, level, direction = step_on(
                window, (top, left), (row, column, level, direction), columns, path
            )
            told[ROW], told[COLUMN], told[LEVEL], told[DIRECTION] = row, column, level, direction
        cuda.syncthreads()  # the thread has left the window
        row, column, level, direction = told[ROW], told[COLUMN], told[LEVEL], told[DIRECTION]


def fill(window, levels, top, left, columns):
    """Copy the levels of the cells in the window; those outside the board become UNVISITED."""
    rows = levels.size // columns
    for place in range(cuda.threadIdx.x, WINDOW_CELLS, cuda.blockDim.x):
        row, column = top + place // WINDOW, left + place % WINDOW
        inside = 0 <= row < rows and 0 <= column < columns
        window[place] = at(levels, row * columns + column) if inside else UNVISITED


def step_on(window, corner, before, columns, path):
    """Step back within the window. Returns where that ends: row, column, level and direction."""
    (top, left), (row, column, level, direction) = corner, before
    row, column = row - top, column - left
    while level >= 0 and 0 < row < WINDOW - 1 and 0 < column < WINDOW - 1:
        path[level] = (top + row) * columns + left + column
        if level == 0:
            return top + row, left + column, int64(STUCK), direction
        for _turn in range(DIRECTIONS):
            down, aside = step_of(direction)
            if window[(row + down) * WINDOW + column + aside] == level - 1:
                break
            direction = (direction + 1) % DIRECTIONS
        else:
            return top + row, left + column, int64(STUCK), direction
        row, column, level = row + down, column + aside, level - 1
    return top + row, left + column, level, direction


def step_of(direction):
    """Rows down and columns to the right, of a step in this direction."""
    down = 1 if direction == 1 else -1 if direction == 3 else 0
    aside = 1 if direction == 0 else -1 if direction == 2 else 0
    return down, aside
