"""The loop or the kernel around a body, as generated modules: in two ways on the CPU, in three on a GPU.

The parallel loop hands out chunks of items through one atomic cursor, so that a few long items (hubs)
don't leave the other threads waiting.

A NamedTuple among the arguments is passed field by field, and put together again next to the body.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from . import jit

CPU_LOOP = '''\
from collections import namedtuple

from numba import njit, prange

from wavefront.atomics import atomic_add

{classes}

@njit(cache=True, nogil=True, error_model="numpy", _nrt={makes_arrays})
def run_chunk(first, last, {parameters}):
    for item in range(first, last):
        body(item, {arguments})


@njit(parallel=True, cache=True, nogil=True, error_model="numpy")
def loop(count, chunk, num_threads, cursor, {parameters}):
    """{title}"""
    for _ in prange(num_threads):
        first = atomic_add(cursor, 0, chunk)
        while first < count:
            run_chunk(first, min(first + chunk, count), {parameters})
            first = atomic_add(cursor, 0, chunk)
'''

CPU_CALL = '''\
from collections import namedtuple

from numba import njit

{classes}

@njit(cache=True, nogil=True, error_model="numpy")
def loop({parameters}):
    """{title}"""
    return body({arguments})
'''

GPU_GRID = '''\
from collections import namedtuple

from numba import cuda

{classes}

@cuda.jit(cache=True)
def loop(count, {parameters}):
    """{title}"""
    item = cuda.grid(1)
    if item < count:
        body(item, {arguments})
'''

GPU_KERNEL = '''\
from collections import namedtuple

from numba import cuda

{classes}

@cuda.jit(cache=True)
def loop({parameters}):
    """{title}"""
    body({arguments})
'''

RESIDENT_THREADS = 512  # of a block, at most, of a kernel whose blocks all run at once: 128 registers each
GPU_RESIDENT = GPU_KERNEL.replace("cache=True", f"cache=True, launch_bounds=({RESIDENT_THREADS}, 1)")

Shape = tuple[str, ...]  # of a NamedTuple, its name and its fields'; none of a plain argument


def flattened(arguments: tuple[Any, ...]) -> tuple[tuple[Shape, ...], list[Any]]:
    """Each argument's shape, and the arguments with those of a NamedTuple in its place."""
    shapes: list[Shape] = []
    flat: list[Any] = []
    for argument in arguments:
        if isinstance(argument, tuple):
            shapes.append((type(argument).__name__, *argument._fields))  # type: ignore[attr-defined]
            flat += argument
        else:
            shapes.append(())
            flat.append(argument)
    return tuple(shapes), flat


@lru_cache(maxsize=1024)  # a functor made anew for every call must not pile up
def compiled(body: Callable[..., Any], template: str, target: jit.Target, shapes: tuple[Shape, ...]) -> Any:
    """The generated function of this template around the body, compiled when it is called."""
    classes, parameters, arguments = [], [], []
    for number, shape in enumerate(shapes):
        names = [f"a{number}_{field}" for field in shape[1:]] or [f"a{number}"]
        parameters += names
        if shape:
            classes.append(f"Tuple{number} = namedtuple({shape[0]!r}, {shape[1:]!r})\n")
            arguments.append(f"Tuple{number}({', '.join(names)})")
        else:
            arguments += names
    source = template.format(
        classes="".join(classes),
        parameters=", ".join(parameters),
        arguments=", ".join(arguments),
        title=f"{body.__module__}.{body.__qualname__}",
        makes_arrays=jit.makes_arrays(body),
    )
    return jit.load_module(body, source, target).loop
