"""Which rank owns which vertex: vertices in order of degree are dealt out like cards, to and fro.

Each rank has as many hubs as any other, and edges are balanced: the ranks get one card each in turn, from the
first to the last, then from the last to the first, since the earlier one has the higher degree. A vertex has an `id`, the
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
        rounds, left = divmod(self.num_vertices, self.size)
        return rounds + (self._turn(rounds) < left)

    def _turn(self, round: int) -> int:
        """When it is this rank's turn in a round, from 0 on."""
        return self.size - 1 - self.rank if round % 2 else self.rank

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
            theirs = self._replace(rank=rank)
            vertices = theirs._dealt(order)
            places[vertices] = xp.arange(theirs.first, theirs.first + vertices.size, dtype=self.dtype)
        return places, self._dealt(order)

    def _dealt(self, order: Any) -> Any:
        """This rank's vertices, of all in the order in which they are dealt."""
        vertices = array_module(order).empty(self.owned, order.dtype)
        for round in range(2):
            vertices[round::2] = order[round * self.size + self._turn(round) :: 2 * self.size]
        return vertices
