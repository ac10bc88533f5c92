"""Two blocks in plain Python, one of which runs late, as a GPU's blocks may."""

import random

from wavefront.device import Python


class Late:
    """Draws the next thread: one of this block only if at most one of the others can go on."""

    def __init__(self, block):
        self.block = block

    def __call__(self, ready):
        others = [place for place, thread in enumerate(ready) if thread.block.index != self.block]
        if len(others) > 1 or (others and random.random() < 0.5):
            return random.choice(others)
        return random.randrange(len(ready))


class Blocks(Python):
    """A device of two blocks of one warp."""

    def running_at_once(self, threads):
        return 2, 32
