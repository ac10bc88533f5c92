"""Machine operations for kernels: warp lanes, element access, prefetching, waiting, the grid's barrier.

Start with warp.py. Import each function from its own file. Each has a plain-Python form that the simulator
runs, and is registered with the compiler for the devices that have a better form.
"""
