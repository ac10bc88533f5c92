"""Compiles plain Python functions for the CPU and for NVIDIA GPUs, and caches the machine code on disk.

Start with templates.py, which every launch goes through; numba_cuda.py is the one door to Numba's CUDA.
Import from here the names that kernels use.
"""

from numba import float32, float64, int32, int64, uint16, uint32
from numba.cpython.unsafe.numbers import trailing_zeros

from .numba_cuda import cuda

__all__ = ["cuda", "float32", "float64", "int32", "int64", "trailing_zeros", "uint16", "uint32"]
