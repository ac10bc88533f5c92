"""The search over peers in plain Python: the kernels of all ranks together, their threads taking turns.

On GPUs a rank's kernel runs beside the others'. Here all blocks of all ranks are those of one run of the
Python device, each rank's with its own arguments, and the next thread is drawn.
"""

from dataclasses import replace
from random import Random

import in_turns
import numpy as np
import pytest
from numba.core import config

import wavefront as wf
from wavefront import distributed
from wavefront.device import Python
from wavefront.device.python import _checked
from wavefront.device.python_captures import with_checked_captures
from wavefront.device.python_threads import Block, Thread, Turns
from wavefront.distributed import fused_paths, fused_peers, fused_sources, peer_meeting, peer_memory
from wavefront.distributed.graph import Segment, gathered
from wavefront.distributed.peer_path_keys import DISTANCES
from wavefront.distributed.peer_paths import search_of
from wavefront.distributed.peer_sources import sources_over_peers
from wavefront.distributed.peer_state import LAST

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
    plan = peer_memory.plan_of(part, room)
    shared = peer_memory.shared_in(part, plan, ranks.symmetric(plan.failed + 1))
    return part, fused_peers.peers_with(part, shared), part.all_ids


def run_together(kernel, given, seed, ended=lambda number: None):
    """Run the kernel of each rank with its arguments; `ended` hears of each whose last thread ended."""
    draw = Draw(seed)
    turns = Turns(draw)
    kernel = with_checked_captures(kernel, turns)
    blocks, threads = Python().running_at_once(0)
    started = [_checked(arguments, turns) for arguments in given]
    draw.ranks = [[Block(number, blocks, threads) for number in range(blocks)] for _ in started]
    left = [blocks * threads for _ in started]

    def run(number):
        kernel(*started[number])
        left[number] -= 1
        if not left[number]:
            ended(number)

    turns.run(
        Thread(turns, block, index, lambda number=number: run(number))
        for number, own in enumerate(draw.ranks)
        for block in own
        for index in range(threads)
    )


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
        started, given = [], []
        for rank, (part, peers, ids) in enumerate(self.parts):
            own = [None if vertex is None else part.local(vertex) for vertex in (source, target)]
            source_here, target_here = (-1 if local is None else local for local in own)
            plan = peers.shared.plan._replace(
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
                started.append(arguments)

        def ended(number):
            if heard is not None:
                _, peers, _, _ = given[number]
                heard.append(bool(peers.own.words[peers.shared.plan.failed]))

        run_together(fused_peers.search_over_peers, started, self.seed, ended)
        return given

    def search(self, source, **options):
        """Search; returns levels and predecessors in order of id."""
        given = self.run(source, **options)
        for _, peers, _, _ in given:
            assert peers.own.words[peers.shared.plan.failed] == 0

        def together(ranks):
            part, _, levels, parents = given[ranks.rank]
            return Segment(replace(part, communicator=ranks), source, levels, parents).gather()

        return distributed.together(self.size, together)[0]


class LeanRanks:
    """Ranks, and the graph's parts on them, for a kernel that has no queue of levels."""

    def __init__(self, graph, size, seed=0):
        self.size, self.seed = size, seed
        self.parts = distributed.together(size, lambda ranks: self.dealt(graph, ranks))

    def dealt(self, graph, ranks):
        """A rank's part of the graph, and what its kernel needs."""
        part = distributed.from_graph(graph, ranks)
        plan = peer_memory.plan_of(part, 1)
        shared = peer_memory.shared_in(part, plan, ranks.symmetric(plan.failed + 1))
        return part, shared, self.arrays_of(part)

    def run_kernel(self, kernel, started, heard):
        """Run the kernel of these ranks; of each, `heard` gets what it knew when its last thread ended."""
        numbers = [rank for rank, _ in started]
        run_together(
            kernel,
            [arguments for _, arguments in started],
            self.seed,
            lambda number: heard.append(self.failed()[numbers[number]]),
        )

    def meetings(self):
        """How many meetings of all ranks there were."""
        (number,) = {int(shared.state[LAST]) for _, shared, _ in self.parts}
        return number

    def failed(self):
        """Which ranks know that one has given up."""
        return [bool(shared.words[shared.plan.failed]) for _, shared, _ in self.parts]

    def gathered(self, own):
        """What ranks found, each `own` of its number, part and arrays, in order of id."""
        assert not any(self.failed())

        def together(ranks):
            part, _, arrays = self.parts[ranks.rank]
            return gathered(replace(part, communicator=ranks), own(ranks.rank, part.partition, arrays))

        return distributed.together(self.size, together)[0]


class PathRanks(LeanRanks):
    """Ranks to be searched for shortest paths; an inbox has `room`, bitmaps are for more than `many`.

    Further `limits` are other fields of `Paths`, of how wide buckets are.
    """

    def __init__(self, graph, size, room=64, many=8, seed=0, **limits):
        self.room, self.limits = room, {"many": many} | limits
        super().__init__(graph, size, seed)

    def arrays_of(self, part):
        """What a rank's kernel works on."""
        memory = part.communicator.symmetric(fused_paths.words_of_inboxes(part, self.room))
        return fused_paths.paths_of(part, memory)._replace(**self.limits)

    def run(self, source, delta, present=None, deadline=PATIENCE, heard=None, keys=DISTANCES):
        """Search by these keys; `present` are the ranks that come; `heard` as in `run_kernel`."""
        started = []
        for rank, (part, shared, paths) in enumerate(self.parts):
            paths = fused_paths.with_keys(part, paths, keys)
            fused_paths.begin(part, shared, paths, part.local(source))
            *others, plan, paths = fused_paths.arguments_of(part, shared, paths)
            if present is None or rank in present:
                arguments = *others, plan._replace(deadline=deadline), paths._replace(delta=delta)
                started.append((rank, arguments))
        self.run_kernel(search_of(keys), started, [] if heard is None else heard)

    def search(self, source, delta, keys=DISTANCES):
        """Search; returns keys in order of id."""
        self.run(source, delta, keys=keys)
        return self.gathered(lambda rank, part, paths: self.known(rank, keys)[part.first :][: part.owned])

    def known(self, rank, keys):
        """What a rank knows of all places."""
        part, _, paths = self.parts[rank]
        return fused_paths.with_keys(part, paths, keys).keys


class SourceRanks(LeanRanks):
    """Ranks to be searched from many sources at once."""

    def arrays_of(self, part):
        """What a rank's kernel works on."""
        size = 2 * part.partition.size * part.partition.stride
        return fused_sources.words_of(part, part.communicator.symmetric(size))

    def run(self, sources, present=None, deadline=PATIENCE, heard=None):
        """Search; returns each rank's levels. `present` are the ranks that come; `heard` as above."""
        started, found = [], []
        for rank, (part, shared, words) in enumerate(self.parts):
            levels = np.full((len(sources), part.partition.owned), 77, np.int32)
            fused_sources.begin(part, words, sources, levels)
            found.append(levels)
            words = words._replace(levels=levels.reshape(-1), every=fused_sources.every_of(sources))
            *others, plan = fused_paths.arguments_in(part, shared)
            if present is None or rank in present:
                started.append((rank, (*others, plan._replace(deadline=deadline), words)))
        self.run_kernel(sources_over_peers, started, [] if heard is None else heard)
        return found

    def search(self, sources):
        """Search; returns a row of levels in order of id for each source."""
        found = self.run(sources)
        rows = range(len(sources))
        return [self.gathered(lambda rank, part, words, row=row: found[rank][row]) for row in rows]


def too_late_at(number, comes):
    """In the place of `peer_meeting.comes`: ranks but the first one give up at this meeting, after it."""

    def too_late(own, plan, slot, is_own, at):
        return comes(own, plan, slot, is_own, at) and (plan.rank == 0 or is_own or at != number)

    return too_late


def check_late_ranks(monkeypatch, graph, search, expected):
    """A search whose ranks did not meet in time is an error, and the next one on the graph is right."""
    dealt = on_gpu(monkeypatch, graph)
    with monkeypatch.context() as patched:
        patched.setattr(peer_memory, "DEADLINE", -1)
        patched.setattr(peer_meeting, "LOOKS", 1)
        with pytest.raises(wf.DeviceError, match="in time"):
            search(dealt)
    found = search(dealt)
    monkeypatch.undo()
    np.testing.assert_array_equal(found, expected)


def on_gpu(monkeypatch, graph):
    """The graph on one rank with a GPU, whose kernels run in plain Python."""
    dealt = distributed.from_graph(graph, distributed.Alone())
    monkeypatch.undo()  # else reads change threads twice, and also amid what is indivisible
    in_turns.install(monkeypatch)
    monkeypatch.setattr(config, "ENABLE_CUDASIM", True)
    return replace(dealt, communicator=distributed.Alone("cuda"))
