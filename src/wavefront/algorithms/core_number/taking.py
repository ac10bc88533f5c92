"""What a vertex that goes takes from its neighbors, on a GPU."""

from ...atomics import atomic_add
from ...compiler import int64
from ...intrinsics.access import at


def take_two(degrees, a, b, level):
    """Two vertices lose a neighbor, none where the id is negative; whether this makes each go now.

    The reads overlap, and then the atomics.
    """
    degree_a, degree_b = at(degrees, max(a, int64(0))), at(degrees, max(b, int64(0)))
    in_a, in_b = (a >= 0) & (degree_a > level), (b >= 0) & (degree_b > level)
    old_a, old_b = level, level
    if in_a:
        old_a = int64(atomic_add(degrees, a, -1))
    if in_b:
        old_b = int64(atomic_add(degrees, b, -1))
    if in_a and old_a <= level:  # several threads came past the test above, and another one was first
        atomic_add(degrees, a, 1)
    if in_b and old_b <= level:
        atomic_add(degrees, b, 1)
    return in_a & (old_a == level + 1), in_b & (old_b == level + 1)
