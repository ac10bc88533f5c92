"""x."""
from .alone import Alone
from .bfs import bfs
from .build import from_graph
from .generate import kronecker, uniform
from .mpi import Mpi
from .together import together
