"""The same search inside the workers of a Dask cluster, each of them a rank.

Dask starts the workers, and its queues carry what the ranks tell each other: the class below is all that
Wavefront asks of an engine. Queues are slow; on workers with a GPU each, give the class a device, and
``wf.distributed.Nccl(Ranks(...))`` moves the arrays.
"""

import numpy as np
from distributed import Client, LocalCluster, Queue

import wavefront as wf


class Ranks:
    """The communicator of one worker: every rank tells every other one a value, by a queue for each pair."""

    def __init__(self, rank, size, device=None):
        self.rank, self.size, self.device = rank, size, device or wf.Cpu(threads=1)
        self._to = [Queue(f"{rank} to {other}") for other in range(size)]
        self._from = [Queue(f"{other} to {rank}") for other in range(size)]

    def _told(self, values):
        """What each rank tells this one; values[r] is what this rank tells rank r."""
        for queue, value in zip(self._to, values, strict=True):
            queue.put(value)
        return [queue.get() for queue in self._from]

    def sum(self, values):
        return np.sum(self._told([values] * self.size), axis=0, dtype=values.dtype)

    def gather(self, whole, segment):
        whole[:] = np.concatenate(self._told([segment] * self.size))

    def exchange(self, send, counts, sizes=None):
        received = self._told(np.split(send, np.cumsum(counts)[:-1]))
        return np.concatenate(received), np.array([len(rows) for rows in received])

    def barrier(self):
        self._told([None] * self.size)

    def symmetric(self, words):
        return None

    def abort(self, reason, status=1):
        raise RuntimeError(reason)


def search(rank, size):
    graph = wf.distributed.kronecker(10, communicator=Ranks(rank, size))
    segment = wf.distributed.bfs(graph, 0)
    wf.distributed.validate_bfs(segment)
    return segment.ids, segment.levels


def main():
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        workers = list(client.scheduler_info()["workers"])
        tasks = [
            client.submit(search, rank, len(workers), workers=[name], pure=False)
            for rank, name in enumerate(workers)
        ]
        parts = client.gather(tasks)
    levels = np.empty(1 << 10, np.int32)
    for ids, own in parts:
        levels[ids] = own
    print(f"{(levels >= 0).sum():,} of {levels.size:,} vertices reached in {levels.max() + 1} levels")
    return levels


if __name__ == "__main__":
    main()
