"""The component of the vertex of most edges, found before one_launch.py links the rest.

On skewed graphs that vertex, the hub, has so many neighbors that most vertices have one of these among their
first few neighbors. So the hub's neighbors become members first, who point to the hub. If half of a sample of
vertices are near a member then, passes follow: a vertex becomes a member if one of its first LOOKS edges
leads to one. Its own thread alone writes that, so that no atomic is needed; a member that is seen too late is
found in the next pass. The last pass is one that finds few.

Where nearly all vertices with edges are members in the end, these point to the smallest of them, as Afforest
wants it. Else Afforest begins anew, and the host remembers not to try again.
"""

from ...atomics import atomic_add, atomic_max
from ...compiler import cuda, int64
from ...intrinsics.access import at, put
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.warp import WARP_SIZE, ballot, warp_max, warp_sum
from .afforest import SPREAD

# Words of one_launch.py's state: whether most vertices are members; then what that is found from. MEMBERS has
# a word for each pass; ABOVE has V less the smallest member, so that it can begin at 0.
IS_AROUND, HUB, LINKED, ABOVE, ASKED, NEAR, MEMBERS = 21, 22, 23, 24, 25, 26, 27
SAMPLE = 128  # vertices asked whether they are near a member
OUTSIDE = 8  # one of so many vertices with edges is no member, at most
PASSES = 4  # at most
LOOKS = 8
HUB_SHARE = 256  # the hub has an edge for so many linked vertices, at least
GAIN = 64  # a pass that finds fewer than one of so many is the last
NONE = -1  # no tree
MOST_EDGES, EDGE_SHIFT = (1 << 22) - 1, 40  # a hub's edges and itself in one word


def note_hub(forest, state):
    """Have each vertex point to itself; note the vertex of most edges, and how many have edges."""
    linked, hub = int64(0), int64(0)
    for vertex in range(int64(cuda.grid(1)), forest.parents.size, int64(cuda.gridsize(1))):
        put(forest.parents, vertex, vertex)
        count = at(forest.src_ptr, vertex + 1) - at(forest.src_ptr, vertex)
        if count:
            linked += 1
            hub = max(hub, min(count, int64(MOST_EDGES)) << EDGE_SHIFT | vertex)
    linked, hub = warp_sum(linked), warp_max(hub)
    if cuda.threadIdx.x % WARP_SIZE == 0:
        atomic_add(state, LINKED, linked)
        atomic_max(state, HUB, hub)


def gather_around(forest, state, goal):
    """Have the hub's component point to its smallest vertex, or nearly all of it.

    All threads call this, behind a barrier. Returns that vertex, or NONE if there are too few members, and
    the goal of the next barrier.
    """
    hub, linked = at(state, HUB) & ((1 << EDGE_SHIFT) - 1), at(state, LINKED)
    first, end = at(forest.src_ptr, hub), at(forest.src_ptr, hub + 1)
    if (end - first) * HUB_SHARE <= linked:
        return int64(NONE), goal
    for edge in range(first + int64(cuda.grid(1)), end, int64(cuda.gridsize(1))):
        put(forest.parents, at(forest.dst, edge), hub)
    goal = grid_barrier(state, goal)
    if cuda.blockIdx.x == 0:
        ask(forest, hub, state)
    goal = grid_barrier(state, goal)
    if 2 * at(state, NEAR) < at(state, ASKED):
        return int64(NONE), goal
    members, before, number = int64(0), int64(0), int64(0)
    while number < PASSES and (number == 0 or (members - before) * GAIN > linked):
        take_in(forest, hub, state, MEMBERS + number)
        goal = grid_barrier(state, goal)
        members, before, number = at(state, MEMBERS + number), members, number + 1
    if OUTSIDE * (linked - members) > linked:
        return int64(NONE), goal
    smallest = forest.parents.size - at(state, ABOVE)
    for vertex in range(int64(cuda.grid(1)), forest.parents.size, int64(cuda.gridsize(1))):
        if at(forest.parents, vertex) == hub:
            put(forest.parents, vertex, smallest)
    if cuda.grid(1) == 0:
        put(state, IS_AROUND, 1)
    return smallest, grid_barrier(state, goal)


def ask(forest, hub, state):
    """Count the vertices of a sample that have edges, and of these the members and those near a member.

    One block calls this: LOOKS lanes ask about a vertex, each along one of its edges.
    """
    lane, look = cuda.threadIdx.x % WARP_SIZE, cuda.threadIdx.x % LOOKS
    for base in range(int64(cuda.threadIdx.x - lane), LOOKS * SAMPLE, cuda.blockDim.x):
        vertex = ((base + lane) // LOOKS + 1) * SPREAD % forest.parents.size
        edge, end = at(forest.src_ptr, vertex), at(forest.src_ptr, vertex + 1)
        near = edge < end and at(forest.parents, vertex) == hub
        if edge + look < end:
            near = near or at(forest.parents, at(forest.dst, edge + look)) == hub
        group = (ballot(near) >> lane) & ((1 << LOOKS) - 1)  # where `look` is 0
        if look == 0 and edge < end:
            atomic_add(state, ASKED, 1)
            atomic_add(state, NEAR, int64(group != 0))


def is_near(forest, hub, vertex):
    """Whether the vertex is a member, or one of its first edges leads to one."""
    if at(forest.parents, vertex) == hub:
        return True
    found, edge = False, at(forest.src_ptr, vertex)
    end = min(at(forest.src_ptr, vertex + 1), edge + LOOKS)
    while edge < end and not found:
        found = at(forest.parents, at(forest.dst, edge)) == hub
        edge += 1
    return found


def take_in(forest, hub, state, word):
    """Join the vertices that one of their first edges leads to a member; count members, note the smallest."""
    members, above, count = int64(0), int64(0), forest.parents.size
    for vertex in range(int64(cuda.grid(1)), count, int64(cuda.gridsize(1))):
        if is_near(forest, hub, vertex):
            put(forest.parents, vertex, hub)
            members, above = members + 1, max(above, count - vertex)
    members, above = warp_sum(members), warp_max(above)
    if members and cuda.threadIdx.x % WARP_SIZE == 0:
        atomic_add(state, word, members)
        atomic_max(state, ABOVE, above)
