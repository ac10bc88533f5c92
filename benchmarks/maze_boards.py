"""Boards to be routed on."""

import numpy as np


def random_board(width: int, share: float) -> np.ndarray:
    """A board whose corners are joined: free along the left and the lower edge."""
    blocked = np.random.default_rng(width).random((width, width)) < share
    blocked[:, 0] = blocked[-1] = False
    return blocked


def board_name(width: int, share: float) -> str:
    """What a table calls the board."""
    return f"{width} x {width}, {f'{share:.0%}' if share else 'no'} walls"
