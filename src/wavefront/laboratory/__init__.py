"""The laboratory: GPU kernels whose threads take turns at every access, run to find and to show races.

Start with interleave.py, the call that users make. machine.py runs a kernel in one order of accesses,
order.py says which accesses are ordered, exhaustive.py tries all orders, verdicts.py judges races,
gallery.py holds broken kernels. practice/ asks questions about the methods, answered by running them.
"""
