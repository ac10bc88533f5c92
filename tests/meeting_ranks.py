"""The search over peers in plain Python: the kernels of all ranks together, their threads taking turns.

On GPUs a rank's kernel runs beside the others'. Here all blocks of all ranks are those of one run of the
Python device, each rank's with its own arguments, and the next thread is drawn.
"""

from dataclasses import replace
from random import Random

import numpy as np

from wavefront import distributed
from wavefront.device import Python
from wavefront.device.python import _checked
from wavefront.device.python_captures import with_checked_captures
from wavefront.device.python_threads import Block, Thread, Turns
from wavefront.distributed import fused_peers
from wavefront.distributed.graph import Segment

SLOW_FOR = 5000  # turns
PATIENCE = 10**12  # nanoseconds: a busy machine takes long for what a GPU does at once


class Draw:
    """Draws the next thread, seldom one of a block, or of a rank, that is left behind for a while."""

    def __init__(self, seed):
        self.random, self.turns, self.slow = Random(seed), 0, set()
        self.ranks = []  # the blocks of each

    def __call__(self, ready):
        if self.turns % SLOW_FOR == 0:
            blocks = self.random.choice(self.ranks)
            self.slow = {*blocks} if self.random.random() < 0.5 else {self.random.choice(blocks)}
        self.turns += 1
        for _ in range(16):
            place = int(self.random.random() * len(ready))
            if ready[place].block not in self.slow:
                break
        return place


def dealt(graph, ranks, room):
    """A rank's part of the graph, and what its kernel needs."""
    part = distributed.from_graph(graph, ranks)
    plan = fused_peers.plan_of(part, room)
    peers = fused_peers.arrays_of(part, plan, ranks.symmetric(plan.failed + 1))
    return part, peers, part.all_ids


class Ranks:
    """Ranks, and the graph's parts on them, to be searched."""

    def __init__(self, graph, size, room=64, seed=0):
        self.size, self.seed = size, seed
        self.parts = distributed.together(size, lambda ranks: dealt(graph, ranks, room))

    def run(
        self,
        source,
        *,
        target=None,
        predecessors=True,
        present=None,
        deadline=PATIENCE,
        heard=None,
        **changed,
    ):
        """Search; `present` are the ranks that come. Returns what each rank's kernel was given and wrote.

        Of each rank's last thread to end `heard` gets whether it knew then that a rank had given up.
        """
        draw = Draw(self.seed)
        turns = Turns(draw)
        kernel = with_checked_captures(fused_peers.search_over_peers, turns)
        blocks, threads = Python().running_at_once(0)
        started, given = [], []
        for rank, (part, peers, ids) in enumerate(self.parts):
            own = [None if vertex is None else part.local(vertex) for vertex in (source, target)]
            source_here, target_here = (-1 if local is None else local for local in own)
            plan = peers.plan._replace(
                source=source_here,
                target=target_here,
                has_target=int(target is not None),
                deadline=deadline,
                **changed,
            )
            levels = np.full(part.partition.owned, 77, np.int32)  # garbage, as of a new array
            parents = np.full(levels.size, 77, part.ids.dtype) if predecessors else None
            ids = ids if predecessors else None
            arguments = fused_peers.arguments_of(peers, (levels, parents), ids, plan)
            given.append((part, peers, levels, parents))
            if present is None or rank in present:
                started.append(_checked(arguments, turns))
        draw.ranks = [[Block(number, blocks, threads) for number in range(blocks)] for _ in started]
        left = [blocks * threads for _ in started]

        def run(number):
            kernel(*started[number])
            left[number] -= 1
            if heard is not None and not left[number]:
                _, peers, _, _ = given[number]
                heard.append(bool(peers.own.words[peers.failed]))

        turns.run(
            Thread(turns, block, index, lambda number=number: run(number))
            for number, own in enumerate(draw.ranks)
            for block in own
            for index in range(threads)
        )
        return given

    def search(self, source, **options):
        """Search; returns levels and predecessors in order of id."""
        given = self.run(source, **options)
        for _, peers, _, _ in given:
            assert peers.own.words[peers.failed] == 0

        def together(ranks):
            part, _, levels, parents = given[ranks.rank]
            return Segment(replace(part, communicator=ranks), source, levels, parents).gather()

        return distributed.together(self.size, together)[0]
