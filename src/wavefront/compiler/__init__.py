"""From plain Python functions to machine code, for the CPU and for NVIDIA GPUs, kept from process to process.

Start with templates.py, which every launch goes through; numba_cuda.py is the one door to Numba's CUDA.
From here come the names that kernels use.
"""

from numba import float64, int32, int64, prange, uint16, uint32
from numba.cpython.unsafe.numbers import trailing_zeros

from .numba_cuda import cuda

__all__ = ["cuda", "float64", "int32", "int64", "prange", "trailing_zeros", "uint16", "uint32"]
