"""Which rank owns which vertex: vertices in order of degree are dealt out like cards, to and fro.

Each rank gets one card in every round. In the first rounds, the hubs', the rank with the fewest edges so far
gets the first card, of the highest degree; in the others the order turns around from round to round. Edges
are balanced within a percent where no hub alone has more. A vertex has an `id`, the
caller's; an owner and a local position there, 0 for the owner's vertex of highest degree; and a `place`,
owner * stride + local, which is what neighbor lists hold. Bit p of the bitmap of all vertices belongs to
place p: the bitmap is the ranks' segments one after another, as a gather leaves them.
"""

from typing import Any, NamedTuple

import numpy as np

from ..device import Cpu, array_module
from ..frontier.bitmap import WORD_SIZE
from ..graph.arrays import index_dtype

# Words at the end of a rank's segment of a bitmap, with which sums travel in the same message: three int64.
RIDER_WORDS = 6
HUB_ROUNDS = 1024  # rounds in which ranks take turns by their edges


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
        rounds = min(HUB_ROUNDS, self.num_vertices // self.size)
        hubs = order[: rounds * self.size]
        turns = _turns(Cpu().array(degrees[hubs]).reshape(rounds, self.size))
        places = xp.empty(self.num_vertices, self.dtype)
        own = order[:0]
        for rank in range(self.size):
            theirs = self._replace(rank=rank)
            vertices = theirs._dealt(order, xp.asarray(turns[:, rank]))
            places[vertices] = xp.arange(theirs.first, theirs.first + vertices.size, dtype=self.dtype)
            own = vertices if rank == self.rank else own
        return places, own

    def _dealt(self, order: Any, turns: Any) -> Any:
        """This rank's vertices, of all in the order in which they are dealt."""
        xp = array_module(order)
        vertices = xp.empty(self.owned, order.dtype)
        for odd in range(2):
            vertices[odd::2] = order[odd * self.size + self._turn(odd) :: 2 * self.size]
        vertices[: turns.size] = order[xp.arange(turns.size) * self.size + turns]
        return vertices


def _turns(degrees: np.ndarray) -> np.ndarray:
    """When it is each rank's turn, by round and rank, so that the sums of degrees stay close."""
    turns, loads = np.empty(degrees.shape, np.int64), np.zeros(degrees.shape[1], np.int64)
    for round, cards in enumerate(degrees):
        waiting = np.argsort(loads, kind="stable")
        turns[round, waiting] = np.arange(waiting.size)
        loads[waiting] += cards
    return turns
