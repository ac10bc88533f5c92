"""The memory that operators take on a GPU, beside the frontier's two queues."""

from __future__ import annotations

from ..graph.needs import FOUND
from .load_balancing import TILE

PLACE = 8  # bytes of a degree, of an offset, and of the segment in which a tile begins


def of_advance(items: int, edges: int) -> int:
    """Bytes for a frontier of so many items with so many edges: degrees, offsets, and where tiles begin."""
    return 2 * PLACE * (items + 1) + PLACE * (edges // TILE + 2)


def of_loading(items: int) -> int:
    """Bytes of places that were found, and of their copy, while they become a frontier."""
    return 2 * FOUND * items
