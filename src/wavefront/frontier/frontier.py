"""The frontier of the operators: a queue, a bitmap, or both, made from each other when needed."""

from typing import Any, Literal

import numpy as np

from ..device import Device, device_of, get_device, working_on
from ..errors import InputError, checked_number, require_one_of, shown
from ..graph import Graph
from ..graph.arrays import index_dtype
from ..graph.edges import as_array
from ..graph.vertices import require_graph
from .bitmap import WORD_SIZE, insert_item

Kind = Literal["vertices", "edges"]

MOST_SIZING = 1024.0  # of a queue, as a share: a frontier that repeats items grows as needed


class Frontier:
    """A set of vertices or edges on one device: a queue, a bitmap, or both, made from each other when needed.

    There are two queues: an operator reads one, writes the other, and swaps them. Queues grow as needed.

    Attributes
    ----------
    device
        The device that holds the frontier.
    type
        "vertices", or "edges": then an item is an edge's slot in the CSR view.
    limits
        How many vertices, and how many edges, the graph has, by type.
    size
        Number of items, as `len`.
    holds_all
        Whether the frontier is known to hold every vertex, or edge, in order.
    kept
        Operators' cached results about the content; emptied when the content changes.
    """

    def __init__(
        self,
        graph: Graph,
        type: Kind = "vertices",
        *,
        device: str | Device = "auto",
        queue_sizing: float = 1.0,
    ) -> None:
        """An empty frontier of a graph.

        Parameters
        ----------
        device
            As of `bfs`; "auto" is where the graph is.
        queue_sizing
            A queue's initial capacity, as a share of the number of vertices, or edges.
        """
        require_graph(graph)
        require_one_of("type", type, ("vertices", "edges"))
        share = checked_number("queue_sizing", queue_sizing, "a share, 0 or more", 0, MOST_SIZING)
        self.device = get_device(device, graph.device)
        self.type: Kind = type
        self.size = 0
        self.limits = {"vertices": graph.num_vertices, "edges": graph.num_edges}
        first = int(share * self.limits[type])
        with working_on(self.device):
            self._queues = [self._empty(first, type), self._empty(0, type)]
        self._queue_is_valid = True
        self._words: Any = None
        self.holds_all = False
        self.kept: dict[Any, Any] = {}

    def _empty(self, capacity: int, type: Kind) -> Any:
        return self.device.xp.empty(capacity, index_dtype(self.limits[type]))

    def __len__(self) -> int:
        return self.size

    def __getstate__(self) -> dict[str, Any]:
        """What pickle and copy take: all but what operators keep about the content."""
        return vars(self) | {"kept": {}}

    def __repr__(self) -> str:
        return f"Frontier({self.size:,} {self.type} on {self.device.name})"

    @property
    def capacity(self) -> int:
        """Items that the next output may have before its queue has to grow."""
        return int(self._queues[1].size)

    @property
    def limit(self) -> int:
        """How many vertices, or edges, the graph has. Every item is smaller."""
        return self.limits[self.type]

    @property
    def items(self) -> Any:
        """The items, in any order, as an array on the device: a view, valid until the next operator."""
        if not self._queue_is_valid:
            with working_on(self.device):
                ids = self.device.xp.flatnonzero(self._bits(self._words))
                self._queues[0] = ids.astype(index_dtype(self.limit))
            self._queue_is_valid = True
        return self._queues[0][: self.size]

    @property
    def bitmap(self) -> Any:
        """The items as bits of uint32 words, item i in word i // 32."""
        if self._words is None:
            with working_on(self.device):
                self._words = self.new_bitmap(self.type)
                self.device.for_each(self.size, insert_item, self.items, self._words)
        return self._words

    def new_bitmap(self, type: Kind) -> Any:
        """An empty bitmap with one bit per vertex, or edge."""
        return self.device.xp.zeros(-(-self.limits[type] // WORD_SIZE), np.uint32)

    def _bits(self, words: Any) -> Any:
        """The bits of a bitmap, a byte for each."""
        return self.device.xp.unpackbits(words.view(np.uint8), bitorder="little")

    def load(self, items: Any) -> "Frontier":
        """Replace the content by these ids: one id, a sequence, or an array on any device. Returns itself.

        Raises InputError for an id that is no vertex, or edge, of the graph.
        """
        array = np.atleast_1d(as_array(items, "items"))
        if array.ndim != 1 or (array.size and not np.issubdtype(array.dtype, np.integer)):
            raise InputError(f"items: a frontier holds {self.type} by number, not {shown(items)}")
        limit = self.limit
        with working_on(device_of(array)):
            if array.size and not 0 <= int(array.min()) <= int(array.max()) < limit:
                wrong = int(array[(array < 0) | (array >= limit)][0])
                raise InputError(f"items: {wrong} is out of range: the graph has {limit:,} {self.type}")
        with working_on(self.device):
            self.resize(array.size)
            self._queues[1][: array.size] = self.device.array(array)
        self.swap(array.size, self.type)
        return self

    def load_all(self) -> "Frontier":
        """Replace the content by every vertex, or edge. Returns itself."""
        count = self.limit
        with working_on(self.device):
            self._queues[1] = self.device.xp.arange(count, dtype=self._queues[1].dtype)
        self.swap(count, self.type)
        self.holds_all = True
        return self

    def resize(self, capacity: int, type: Kind | None = None) -> Any:
        """Ensure that the next output's queue holds `capacity` items of this type. Returns the queue."""
        kind = type or self.type
        if capacity > self.capacity or self._queues[1].dtype != index_dtype(self.limits[kind]):
            self._queues[1] = self._empty(max(capacity, 2 * self.capacity), kind)
        return self._queues[1]

    def swap(self, size: int, type: Kind) -> None:
        """Make the first `size` items of the output queue, of this type, the frontier."""
        self._queues.reverse()
        self.size, self.type = size, type
        self._queue_is_valid, self._words, self.holds_all = True, None, False
        self.kept = {}

    def replace_bitmap(self, words: Any, type: Kind) -> None:
        """Make the bitmap's items, of this type, the frontier."""
        self._words, self.type = words, type
        self.size = int(self.device.xp.count_nonzero(self._bits(words)))
        self._queue_is_valid = self.holds_all = False
        self.kept = {}
