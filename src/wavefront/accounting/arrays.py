"""Arrays that report what is done to them: in kernels, `CountingArray`; on the host, `HostArray`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .roles import Role, Roles

if TYPE_CHECKING:
    from .counting import CountingDevice

OF_GRAPH: set[Role] = {"offsets", "edges"}


def role_of(kernel: Callable[..., None], name: str) -> Role:
    """The array's role in the kernel. Raises TypeError unless the kernel's module gives it exactly one."""
    table: Roles = kernel.__globals__.get("ROLES", {})
    given = [role for role, names in table.items() if name in names]
    if len(given) != 1:
        roles = " and ".join(given) or "no role"
        raise TypeError(f"{kernel.__module__}.ROLES gives {roles} to the array {name!r} of {kernel.__name__}")
    return given[0]


class CountingArray:
    """A one-dimensional array that reports reads and writes."""

    def __init__(
        self, device: "CountingDevice", name: str, array: np.ndarray, role: Role, levels: np.ndarray | None
    ) -> None:
        """`levels` are the kernel's labels, if it has any: they tell the level of a vertex from a queue."""
        self._device, self.name, self.array = device, name, array.view(np.ndarray)
        self._levels = None if levels is None else levels.view(np.ndarray)
        self._is_edges, self._of_graph = role == "edges", role in OF_GRAPH
        self._is_labels, self._is_queue = role == "labels", role == "queue"
        self.is_claimed, self._is_appended = role in ("labels", "marks"), role in ("queue", "next_queue")

    def __getitem__(self, index: int) -> Any:
        value = self.array[index].item()
        self._device.access("read", self.name, index, value)
        if self._is_queue:
            self._device.take(value, None if self._levels is None else int(self._levels[value]) + 1)
        self._device.touch(self._of_graph)
        if self._of_graph:
            self._device.read(self.array, index, self._is_edges)
        return value

    def __setitem__(self, index: int, value: Any) -> None:
        self.array[index] = value
        self._device.access("write", self.name, index, value)
        self._device.write(self.array, index, self._is_appended)
        if self._is_labels:
            self._device.label(index)

    @property
    def size(self) -> int:
        """Number of elements; reading it counts as reading the array."""
        self._device.touch(self._of_graph)
        return self.array.size


class Transfers:
    """Bytes that the host copied from the device's arrays, and to them."""

    to_host = from_host = 0


class HostArray(np.ndarray):
    """A device's array, as the host has it: an element is one on the device, until the host asks for it."""

    transfers: Transfers

    def __array_finalize__(self, made_from: Any) -> None:
        if isinstance(made_from, HostArray) and hasattr(made_from, "transfers"):
            self.transfers = made_from.transfers

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        found = np.asarray(array).view(HostArray)
        found.transfers = self.transfers
        return found

    def __getitem__(self, index: Any) -> Any:
        place: Any = (index, ...) if np.isscalar(index) else index
        return super().__getitem__(place)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(value, HostArray):
            value = value.view(np.ndarray)
        else:
            self.transfers.from_host += np.size(value) * self.itemsize
        super().__setitem__(index, value)

    def tolist(self) -> Any:
        """The elements, copied to the host."""
        self.transfers.to_host += self.nbytes
        return self.view(np.ndarray).tolist()

    def __bool__(self) -> bool:
        return bool(self.tolist())

    def __int__(self) -> int:
        return int(self.tolist())

    __index__ = __int__


class HostModule:
    """NumPy in the place of a device's array module: its functions return the device's arrays."""

    def __init__(self, transfers: Transfers) -> None:
        self._transfers = transfers

    def __getattr__(self, name: str) -> Any:
        function = getattr(np, name)

        def on_device(*arguments: Any, **options: Any) -> Any:
            found = np.asarray(function(*arguments, **options)).view(HostArray)
            found.transfers = self._transfers
            return found

        return on_device
