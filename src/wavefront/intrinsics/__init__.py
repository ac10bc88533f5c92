"""What kernels call below Python: lanes of a warp, element access, prefetching, waiting, the grid's barrier.

Start with warp.py. Each function is imported from its file, has a plain-Python form that the simulator runs,
and is registered with the compiler for the devices that have a better one.
"""
