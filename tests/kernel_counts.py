"""Counts of what the threads of the GPU's fused search do, where its kernel runs in plain Python."""

from collections import Counter

from wavefront.compiler.running import running
from wavefront.strategies.fused.cuda import rest

BLOCKS, THREADS = 3, 64  # threads of each block
PULLS = {"alpha": 1e9, "beta": 1e9}  # from the first level to the last


class Calls:
    """How often each thread called a function."""

    def __init__(self, monkeypatch, module, name):
        self.by_thread = Counter()
        function = getattr(module, name)

        def counted(*arguments):
            self.by_thread[running.get()] += 1
            return function(*arguments)

        monkeypatch.setattr(module, name, counted)

    def most(self):
        return max(self.by_thread.values(), default=0)


class Walks:
    """The most blocks of in-neighbors that a thread looked at one after another in one list."""

    def __init__(self, monkeypatch):
        self.longest, self.walks = 0, {}
        for name, blocks in (("look_at_block", 1), ("look_at_two", 2)):
            monkeypatch.setattr(rest, name, self.counted(getattr(rest, name), blocks))

    def counted(self, function, blocks):
        def look(search, old, vertex, edge, end):
            last_edge, last_end, length = self.walks.get(running.get(), (0, 0, 0))
            goes_on = end == last_end and edge > last_edge
            self.walks[running.get()] = edge, end, length + blocks if goes_on else blocks
            self.longest = max(self.longest, self.walks[running.get()][2])
            return function(search, old, vertex, edge, end)

        return look
