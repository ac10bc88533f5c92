"""What the host knows of a path's parts while a GPU searches them, and how numbers go there and back."""

from __future__ import annotations

from bisect import insort
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...device import Cpu
from .lengths import longest

if TYPE_CHECKING:
    from ...device import Cuda, Python
    from .candidate import Candidate


class Path(NamedTuple):
    """A path found, and what the searches of its parts know of it, per vertex."""

    vertices: np.ndarray
    lengths: np.ndarray  # from the source
    nearest: np.ndarray  # the least distance to the target from a vertex up to here


class Lists(NamedTuple):
    """The P parts of what is left of a part, once its shortest path is found."""

    leaves: np.ndarray  # P: where their paths leave the path found
    firsts: np.ndarray  # P + 1: where their forbidden neighbors begin
    forbidden: np.ndarray

    def of(self, part: int) -> np.ndarray:
        """The forbidden neighbors of this part."""
        return self.forbidden[self.firsts[part] : self.firsts[part + 1]]


def parts_of(path: Path, found: Candidate) -> Lists:
    """The parts of what is left of a candidate's part: the first one leaves where this one does."""
    leaves = np.arange(found.leave, path.vertices.size - 1)
    forbidden = np.concatenate([found.forbidden, path.vertices[found.leave + 1 :]])
    firsts = found.forbidden.size + np.arange(leaves.size + 1)
    firsts[0] = 0
    return Lists(leaves, firsts, forbidden)


class Found:
    """The shortest paths of parts, as far as they can be among the next so many."""

    def __init__(self, known: list[float], wanted: int) -> None:
        self.wanted, self.nearest = wanted, sorted(known)[:wanted]
        self.paths: list[tuple[float, int, np.ndarray]] = []
        self.limit = longest(self.nearest, wanted)

    def add(self, length: float, part: int, way: np.ndarray) -> None:
        """A path more."""
        self.paths.append((length, part, way))
        if len(self.nearest) < self.wanted or length < self.nearest[-1]:
            insort(self.nearest, length)
            del self.nearest[self.wanted :]
            if len(self.nearest) == self.wanted:
                self.limit = longest([self.nearest[-1]], 1)

    def best(self) -> list[tuple[float, int, np.ndarray]]:
        """As many as are wanted, in the order of the parts."""
        return sorted(sorted(self.paths)[: self.wanted], key=itemgetter(1))


class Packed:
    """Numbers of 8 bytes that go to the GPU at once, and come back at once."""

    def __init__(self, device: Cuda | Python) -> None:
        self.device, self.given = device, list[np.ndarray]()
        self.array: Any = None

    def add(self, numbers: np.ndarray) -> int:
        """Take along int64 or float64; which of the arrays it is."""
        self.given.append(np.ascontiguousarray(numbers))
        return len(self.given) - 1

    def there(self) -> list[Any]:
        """The arrays on the GPU."""
        self.array = self.device.array(np.concatenate([each.view(np.int64) for each in self.given]))
        return self._split(self.array, len(self.given))

    def found(self, count: int) -> list[np.ndarray]:
        """The first so many, as they are now."""
        return self._split(Cpu().array(self.array[: sum(each.size for each in self.given[:count])]), count)

    def _split(self, array: Any, count: int) -> list[Any]:
        ends = np.cumsum([0, *(each.size for each in self.given)]).tolist()
        return [array[ends[i] : ends[i + 1]].view(self.given[i].dtype) for i in range(count)]
