"""The loop or the kernel around a body, as generated modules: on the CPU, and in two ways on a GPU.

The parallel loop hands out chunks of items through one atomic cursor, so that a few long items (hubs)
don't leave the other threads waiting.
"""

import inspect
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from . import jit

CPU_LOOP = '''\
from numba import njit, prange

from wavefront.atomics import atomic_add


@njit(cache=True, nogil=True, error_model="numpy", _nrt={makes_arrays})
def run_chunk(first, last{parameters}):
    for item in range(first, last):
        body(item{parameters})


@njit(parallel=True, cache=True, nogil=True, error_model="numpy")
def loop(count, chunk, num_threads, cursor{parameters}):
    """{title}"""
    for _ in prange(num_threads):
        first = atomic_add(cursor, 0, chunk)
        while first < count:
            run_chunk(first, min(first + chunk, count){parameters})
            first = atomic_add(cursor, 0, chunk)
'''

GPU_GRID = '''\
from numba import cuda


@cuda.jit(cache=True)
def loop(count{parameters}):
    """{title}"""
    item = cuda.grid(1)
    if item < count:
        body(item{parameters})
'''

GPU_KERNEL = '''\
from numba import cuda


@cuda.jit(cache=True)
def loop({parameters}):
    """{title}"""
    body({parameters})
'''


@lru_cache(maxsize=1024)  # a functor made anew for every call must not pile up
def compiled(body: Callable[..., Any], template: str, target: jit.Target) -> Any:
    """The generated function of this template around the body, compiled when it is called."""
    names = [f"a{number}" for number in range(len(inspect.signature(body).parameters))]
    parameters = ", ".join(names) if template is GPU_KERNEL else "".join(f", {name}" for name in names[1:])
    title = f"{body.__module__}.{body.__qualname__}"
    source = template.format(parameters=parameters, title=title, makes_arrays=jit.makes_arrays(body))
    return jit.load_module(body, source, target).loop
