"""A hash of integers whose arithmetic never overflows.

Numba tells LLVM that signed integers don't overflow, and Python's don't, so a product of more than 63 bits
would mean something else in compiled code than in plain Python.
"""

HALF_BITS = 31
HALF = (1 << HALF_BITS) - 1
BITS_62 = (1 << 2 * HALF_BITS) - 1


def mixed(state):
    """62 bits, every one of which depends on all of the lowest 62 bits of a number of 0 or more.

    Four rounds of a Feistel network on halves of 31 bits, so different states of 62 bits stay different.
    """
    low, high = state & HALF, state >> HALF_BITS & HALF
    high ^= spread(low, 0x7FEB352D)
    low ^= spread(high, 0x68BC21EB)
    high ^= spread(low, 0x5851F42D)
    low ^= spread(high, 0x41C64E6D)
    return high << HALF_BITS | low


def spread(half, factor):
    """31 bits, from the middle of a product of 31 bits with an odd factor of 31 bits."""
    return ((half ^ half >> 15) * factor + 0x2545F491) >> 13 & HALF
