"""Which rank owns which vertex: vertices in order of degree are dealt out like cards.

So each rank has as many hubs as any other, and edges are balanced within a percent. A vertex has an `id`, the
caller's; an owner and a local position there, 0 for the owner's vertex of highest degree; and a `place`,
owner * stride + local, which is what neighbor lists hold. Bit p of the bitmap of all vertices belongs to
place p: the bitmap is the ranks' segments one after another, as a gather leaves them.
"""

from typing import Any, NamedTuple

from ..device import array_module
from ..frontier.bitmap import WORD_SIZE
from ..graph.arrays import index_dtype

# Words at the end of a rank's segment of a bitmap, with which sums travel in the same message: two int64.
RIDER_WORDS = 4


class Partition(NamedTuple):
    """How `num_vertices` are dealt out to `size` ranks, and which rank this is."""

    rank: int
    size: int
    num_vertices: int

    @property
    def owned(self) -> int:
        """Vertices of this rank."""
        return max(0, -(-(self.num_vertices - self.rank) // self.size))

    @property
    def words(self) -> int:
        """Words of a bitmap's segment, the riders' included: an even number, the same on every rank."""
        most = -(-self.num_vertices // self.size)
        return 2 * -(-most // (2 * WORD_SIZE)) + RIDER_WORDS

    @property
    def stride(self) -> int:
        """Places per rank; no vertex has the last ones."""
        return self.words * WORD_SIZE

    @property
    def first(self) -> int:
        """The place of this rank's local position 0."""
        return self.rank * self.stride

    @property
    def dtype(self) -> Any:
        """The type of places."""
        return index_dtype(self.size * self.stride)

    def deal(self, degrees: Any) -> tuple[Any, Any]:
        """The place of every vertex, and the vertices of this rank in order of their local positions."""
        xp = array_module(degrees)
        order = xp.argsort(-degrees, kind="stable")
        places = xp.empty(self.num_vertices, self.dtype)
        for rank in range(self.size):
            first = rank * self.stride
            theirs = order[rank :: self.size]
            places[theirs] = xp.arange(first, first + theirs.size, dtype=self.dtype)
        return places, order[self.rank :: self.size].copy()
