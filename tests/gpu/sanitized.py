"""Runs every program that launches a kernel on a GPU, under compute-sanitizer: see `make test-gpu`.

Memory comes straight from the driver, not from CuPy's pool, so that an access past an array's end is seen.
"""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from graphs import METHODS, RUNS
from programs import PROGRAMS, Program, run, search

from wavefront import generators
from wavefront.device import Cuda


def programs() -> Iterator[Program]:
    """The programs of the list, and all strategies and algorithms on larger graphs; no library kernels."""
    for name, runs in PROGRAMS.items():
        if "library" not in name:
            yield from runs
    for graph in (generators.kronecker(7, seed=1), generators.grid(9, 9)):
        for strategy, options in METHODS:
            if "library" not in options:
                yield partial(search, strategy, options, graph, [0, 3])
        for row, options in RUNS:
            yield partial(run, row, options, graph)


if __name__ == "__main__":
    import cupy

    cupy.cuda.set_allocator(None)
    device = Cuda()
    for program in programs():
        program(device)
    print("every result was valid")
