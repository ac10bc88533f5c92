"""Kernels in plain Python: in Numba's CUDA simulator, where every thread is a Python thread, or elsewhere."""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from ..compiler import cuda
from ..compiler.templates import flattened
from .launch import kind_of, names_of

Run = Callable[[int, int, Callable[..., Any], tuple[Any, ...]], None]


class SimulatedKernel:
    """`launch.BoundKernel` in plain Python."""

    def __init__(self, kernel: Callable[..., Any], arguments: tuple[Any, ...], run: Run) -> None:
        """``run(blocks, threads, kernel, arguments)`` runs the kernel."""
        self._kernel = kernel
        self._arguments = arguments
        self._run = run
        shapes, flat = flattened(arguments)
        # By name, the fields of a NamedTuple in its place.
        self._flat = dict(zip(names_of(kernel, shapes), flat, strict=True))

    def launch(self, blocks: int, threads: int, changed: Mapping[str, Any], *, cooperative: bool) -> None:
        """Run the kernel, `changed` replacing bound arguments of the same types by name."""
        for name, argument in changed.items():
            assert kind_of(argument) == kind_of(self._flat[name]), name
        values = iter({**self._flat, **changed}.values())
        arguments = tuple(
            type(argument)(*islice(values, len(argument))) if isinstance(argument, tuple) else next(values)
            for argument in self._arguments
        )
        self._run(blocks, threads, self._kernel, arguments)


def guarded(body: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that runs the body for one item per thread."""

    def kernel(count: int, *arguments: Any) -> None:
        item = cuda.grid(1)
        if item < count:
            body(item, *arguments)

    return kernel
