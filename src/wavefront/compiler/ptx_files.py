"""Kernels that were compiled when the package was made: PTX, in the folder ptx.

Numba takes seconds to compile a large kernel, nearly all of them before there is PTX. The driver makes
machine code of PTX for any GPU, and keeps it in a cache of its own. A file's name holds a hash of everything
that decided the text: the files of all functions in the kernel, the constants that they read, the module
around the kernel and the arguments' types. So a file whose sources changed is not found, and the kernel is
compiled. `python .ci/write_ptx.py` writes the files. See docs/decisions/0015-precompiled-ptx.md.
"""

import hashlib
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from .fingerprint import source_fingerprint

FOLDER = Path(__file__).parent / "ptx"
SUFFIX = ".ptx.zlib"
ENTRY = "kernel"  # the kernel's name in each file


def path_of(body: Callable[..., Any], source: str, kinds: Sequence[Any]) -> Path:
    """The file for a body, the text of the module around it, and the types of its arguments."""
    decided_by = f"{source} {source_fingerprint(body)} {[str(kind) for kind in kinds]}"
    return FOLDER / f"{body.__name__}-{hashlib.sha256(decided_by.encode()).hexdigest()[:24]}{SUFFIX}"


@cache
def _bodies() -> frozenset[str]:
    """Names of the bodies for which there are files."""
    return frozenset(path.name.partition("-")[0] for path in FOLDER.glob(f"*{SUFFIX}"))


def ptx_of(body: Callable[..., Any], source: str, kinds: Sequence[Any]) -> bytes | None:
    """The PTX of a kernel, given as in `path_of`; None if no file fits."""
    if body.__name__ not in _bodies():
        return None
    try:
        return zlib.decompress(path_of(body, source, kinds).read_bytes())
    except (OSError, zlib.error):
        return None
