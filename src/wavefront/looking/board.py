"""What the page of a board holds: Lee's wave, level by level, and the way that it found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..device import Cpu
from ..errors import InputError
from ..maze.route import checked_board, route
from ..maze.words import SIDE

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_CELLS = 4096  # that a page draws


def of_board(blocked: Any, start: Any, goal: Sequence[int]) -> dict[str, Any]:
    """The board, the wave and the way for the page's JSON. Raises InputError as `route` does."""
    board = Cpu().array(checked_board(blocked))
    if board.size > MOST_CELLS:
        raise InputError(f"a page shows boards of up to {MOST_CELLS:,} cells; this one has {board.size:,}")
    found = route(board, start, goal, device="cpu")
    layers, rows, columns = (1, *board.shape) if board.ndim == 2 else board.shape
    assert found.levels is not None
    levels = found.levels.reshape(layers, rows, columns)
    path = np.ravel_multi_index(tuple(found.path.T), board.shape).tolist() if found.reached else []
    return {
        "shape": [layers, rows, columns],
        "walls": np.flatnonzero(board).tolist(),
        "levels": levels.ravel().tolist(),
        "path": path,
        "start": int(np.ravel_multi_index(found.start, board.shape)),
        "goal": int(np.ravel_multi_index(found.goal, board.shape)),
        "word": SIDE,
        "waves": [_wave(levels == level, level) for level in range(int(levels.max()) + 1)],
    }


def _wave(cells: np.ndarray, level: int) -> dict[str, int]:
    """Cells of the wave in a level, and the words that hold them: what the queue has in that level."""
    layer, row, column = np.nonzero(cells)
    words = np.unique(np.stack([layer, row // SIDE, column // SIDE]), axis=1)
    return {"level": level, "cells": int(layer.size), "words": int(words.shape[1])}
