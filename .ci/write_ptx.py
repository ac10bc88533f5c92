"""Writes the PTX that comes with the package: of the kernels that a graph's first search on a GPU runs.

    python .ci/write_ptx.py [--check]

Needs no GPU, but numba-cuda with CUDA's compiler: the extra cuda13. To be run when a kernel has changed; with
--check the script writes nothing, needs no numba-cuda, and fails if a file is missing or fits no kernel.
See src/wavefront/compiler/ptx_files.py.
"""

import re
import sys
import zlib
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

import wavefront as wf
from wavefront import generators
from wavefront.compiler import numba_cuda, ptx_files, templates
from wavefront.device import Cuda
from wavefront.device.cuda import RESIDENT_THREADS
from wavefront.device.launch import kind_of
from wavefront.strategies.fused.cuda.tiny import MOST_VERTICES

# The oldest GPUs and drivers that load the PTX: of Turing, and of CUDA 12.0. The kernels use nothing newer.
GENERATION, PTX_VERSION = (7, 5), "8.0"
GPU = SimpleNamespace(compute_capability=GENERATION)


class Form(NamedTuple):
    """A kernel to be compiled."""

    body: Callable[..., Any]
    template: str
    shapes: tuple[templates.Shape, ...]
    kinds: tuple[Any, ...]

    @property
    def path(self) -> Path:
        """The file of its PTX."""
        text = templates.module_text(self.body, self.template, self.shapes)
        return ptx_files.path_of(self.body, text, self.kinds)


class Bound(Exception):
    """The search has bound its kernel; there is nothing here that could run it."""


def forms() -> list[Form]:
    """The kernels of default searches, with and without predecessors, on a tiny and on a larger graph."""
    found: list[Form] = []

    def note(body: Any, template: str, shapes: Any, arguments: Any) -> None:
        found.append(Form(body, template, shapes, tuple(map(kind_of, arguments))))

    def stop(*_: Any) -> None:
        raise Bound

    device = "wavefront.device.cuda"
    with (
        patch(f"{device}._cupy", lambda index: np),
        patch(f"{device}.function_of", note),
        patch(f"{device}.launch_once", lambda *_: None),
        patch(f"{device}.BoundKernel", stop),
    ):
        for graph, wanted in product((generators.path(3), generators.path(MOST_VERTICES + 1)), (True, False)):
            with suppress(Bound):
                wf.bfs(graph, 0, strategy="fused", device=Cuda(), predecessors=wanted)
    return list(dict.fromkeys(found))


def ptx_of(form: Form) -> bytes:
    """The kernel's PTX, without what only Numba needs, and for older drivers than those of its compiler."""
    from numba import cuda
    from numba.cuda import api, compiler, dispatcher

    function = templates.compiled(form.body, form.template, "cuda", form.shapes)
    bounds = (RESIDENT_THREADS, 1) if "launch_bounds" in form.template else None
    types = numba_cuda.signature(form.kinds)
    with ExitStack() as stack:
        for module in (api, compiler, dispatcher):
            stack.enter_context(patch.object(module, "get_current_device", lambda: GPU))
        text, _ = cuda.compile(
            function.py_func, types, device=False, abi="numba", cc=GENERATION, launch_bounds=bounds
        )
    (name,) = re.findall(r"\.entry (\w+)\(", text)
    lines = [line for line in text.splitlines() if "_ZN08NumbaEnv" not in line and line.strip()[:2] != "//"]
    text = "\n".join(lines).replace(name, ptx_files.ENTRY)
    return re.sub(r"\.version [\d.]+", f".version {PTX_VERSION}", text).encode()


def main() -> None:
    """Write the missing files, and delete those that fit no kernel."""
    wanted = {form.path: form for form in forms()}
    there = set(ptx_files.FOLDER.glob(f"*{ptx_files.SUFFIX}"))
    if "--check" in sys.argv:
        if there != set(wanted):
            sys.exit("a kernel has changed: python .ci/write_ptx.py")
        return
    for path in there - set(wanted):
        path.unlink()
    ptx_files.FOLDER.mkdir(exist_ok=True)
    for path in set(wanted) - there:
        path.write_bytes(zlib.compress(ptx_of(wanted[path]), 9))
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
