"""Breadth-first search of a graph that is dealt out to ranks: the same program on one process or on many.

python search.py
mpirun -n 4 python search.py
srun python search.py
"""

import numpy as np

import wavefront as wf


def main() -> None:
    ranks = wf.distributed.world()
    graph = wf.distributed.kronecker(16)
    segment = wf.distributed.bfs(graph, 0)  # levels of this rank's vertices, segment.ids
    wf.distributed.validate_bfs(segment)
    reached = ranks.sum(np.array([(segment.levels >= 0).sum()]))[0]
    edges = segment.traversed_edges()
    if ranks.rank == 0:
        print(f"{graph.num_vertices:,} vertices: {reached:,} reached along {edges:,} edges")


if __name__ == "__main__":
    main()
