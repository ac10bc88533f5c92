"""Graphs that one device can't hold: searches over several GPUs, processes and hosts.

Every rank runs the same program and owns a part of the vertices. ``wf.distributed.read`` and
``wf.distributed.kronecker`` make a graph, each rank its part; ``wf.distributed.bfs`` gives each rank the
levels of its own vertices. Ranks are the processes of ``mpirun`` or ``srun``, or threads (together.py).

Start with communicator.py, then partition.py, build.py and bfs.py.
"""

from .alone import Alone
from .bfs import bfs
from .build import from_graph
from .communicator import Communicator
from .components import connected_components
from .generate import kronecker, uniform
from .graph import DistributedGraph, Segment
from .mpi import Mpi
from .multi_source_bfs import multi_source_bfs
from .nccl import Nccl
from .pagerank import pagerank
from .read import read
from .sssp import sssp
from .together import together
from .validate import validate_bfs
from .world import world

__all__ = [
    "Alone",
    "Communicator",
    "DistributedGraph",
    "Mpi",
    "Nccl",
    "Segment",
    "bfs",
    "connected_components",
    "from_graph",
    "kronecker",
    "multi_source_bfs",
    "pagerank",
    "read",
    "sssp",
    "together",
    "uniform",
    "validate_bfs",
    "world",
]
