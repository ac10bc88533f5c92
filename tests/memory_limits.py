"""A program: runs cases with less memory than they need, more each time, and says how each run ended.

    python memory_limits.py FOLDER STEP CASE...

A run has the address space in use and 0, 1, 2, ... times STEP mebibytes, up to a run that is
right three times. For each case a line of JSON is printed: how many runs were right, how many ended with
which error, and what was wrong. Code is compiled, and threads are started, before there is a limit.
"""

import ctypes
import faulthandler
import gc
import json
import resource
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from memory_cases import CASES, Case

import wavefront as wf

MOST_STEPS = 200
MOST_SECONDS = 900  # after which the program ends, and says where it was
CLEAR = MemoryError, wf.InputError, wf.DeviceError
PAGE = resource.getpagesize()
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # mallopt's
HELD = (ctypes.c_void_p * 1_000_000)()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]


def address_space() -> int:
    """Bytes of address space in use, once all that is free is given back."""
    gc.collect()
    libc.malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[0]) * PAGE


def grow_stack() -> None:
    """Have the stack take the space that it will need: where it can't grow, the process ends."""
    nested: list[Any] = []
    for _ in range(5000):
        nested = [nested]
    sys.setrecursionlimit(20_000)
    repr(nested)
    sys.setrecursionlimit(1000)


def hold_free_memory() -> int:
    """Take all memory that was freed but is still this process's; returns how many pieces HELD has."""
    count = 0
    for size in (1 << 15, 1 << 12, 1 << 9):
        while count < len(HELD) and (piece := libc.malloc(size)):
            HELD[count] = piece
            count += 1
    return count


def limited(run: Any, more: int) -> Any:
    """What the run returns with so many bytes beyond those in use, or the error that it raises."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    used, count = address_space(), 0
    try:
        resource.setrlimit(resource.RLIMIT_AS, (used, hard))
        count = hold_free_memory()
        resource.setrlimit(resource.RLIMIT_AS, (used + more, hard))
        return run()
    except BaseException as error:
        return error.with_traceback(None)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        for place in range(count):
            libc.free(HELD[place])


def is_same(found: list[Any], expected: list[Any]) -> bool:
    if len(found) != len(expected):
        return False
    for one, other in zip(found, expected, strict=True):
        floats = isinstance(one, np.ndarray) and one.dtype.kind == "f"
        if not (np.allclose(one, other) if floats else np.array_equal(one, other)):
            return False
    return True


def swept(case: Case, folder: Path, step: int) -> dict[str, Any]:
    """How the case's runs ended."""
    run, check = case(folder)
    expected = check(run())
    ends: Counter[str] = Counter()
    faults: list[str] = []
    unnamed, more, right = 0, 0, 0
    while right < 3 and more < MOST_STEPS * step:
        run, check = case(folder)
        made = limited(run, more)
        if isinstance(made, BaseException):
            kind, right = type(made).__name__, 0
            ends["MemoryError" if isinstance(made, MemoryError) else kind] += 1
            unnamed += isinstance(made, MemoryError) and not str(made)
            if not isinstance(made, CLEAR):
                faults.append(f"{more:,}: {kind}: {made}")
            made = run()  # the graph is as good as before
            if not is_same(check(made), expected):
                faults.append(f"{more:,}: wrong after {kind}")
        elif is_same(check(made), expected):
            ends["right"], right = ends["right"] + 1, right + 1
        else:
            faults.append(f"{more:,}: wrong")
        del run, check, made
        more += step
    if right < 3:
        faults.append(f"not right with {more:,} bytes")
    return {"ends": ends, "without a text": unnamed, "bytes": more, "faults": faults}


if __name__ == "__main__":
    faulthandler.enable()
    faulthandler.dump_traceback_later(MOST_SECONDS, exit=True)
    grow_stack()
    libc.mallopt(M_MMAP_THRESHOLD, 1 << 16)  # so that memory that is freed can be given back
    libc.mallopt(M_ARENA_MAX, 1)  # a thread's arena would hold address space in reserve
    place, size, *names = sys.argv[1:]
    for name in names:
        print(json.dumps({"case": name, "started": True}), flush=True)
        found = swept(CASES[name], Path(place), int(float(size) * (1 << 20)))
        print(json.dumps({"case": name, **found}), flush=True)
