"""Machine code on disk: one file per compiled function and argument types, in the cache folder.

A file stands for itself: its name is a hash of all that decides the machine code, and its first line a
checksum of the rest. So the folder may be copied, be read-only or belong to another user, and processes may
write to it at once. A file that is missing or damaged, or that can't be read or written, costs the time to
compile; it is never an error. See docs/decisions/0001-compiled-code-cache.md.
"""

import hashlib
import json
import logging
import os
import pickle
import re
import sys
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakSet

from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from . import numba_cuda
from .fingerprint import file_hash, versions
from .functions import Target, compiled_together

logger = logging.getLogger("wavefront")

SUFFIX = ".code"
# Files of this package in the folder: of this form, of older ones, and temporary ones that a kill left.
OURS = re.compile(r"(cpu|cuda)_\w*_[0-9a-f]{24}[.-]")
FIRST_WORD = b"wavefront-code "
PACKAGE = Path(__file__).parent.parent
# Files that a wheel for one platform, one Python and one Numba brings (precompile.py in the source tree), for
# a processor that most have by now, or a newer one. A file for anything else isn't found by its name.
SHIPPED = PACKAGE / "precompiled"
BASELINE = "x86-64-v3"
BASELINE_FEATURES = {
    "+avx",
    "+avx2",
    "+bmi",
    "+bmi2",
    "+cx16",
    "+f16c",
    "+fma",
    "+lzcnt",
    "+movbe",
    "+popcnt",
}
BASELINE_FEATURES |= {"+sahf", "+sse4.2", "+ssse3", "+xsave"}

counts = Counter(loaded=0, compiled=0)  # functions with their argument types, in this process


def cache_folder() -> Path:
    """Folder of the machine code: WAVEFRONT_CACHE_DIR, or "wavefront" in the user's cache."""
    if chosen := os.environ.get("WAVEFRONT_CACHE_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")
    else:
        base = os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")
    return Path(base) / "wavefront"


class CodeFiles:
    """The files of one function: what its dispatcher asks before it compiles, in place of Numba's cache."""

    def __init__(self, stem: str, bodies: WeakSet[Callable[..., Any]], target: Target) -> None:
        self.cache_path = str(cache_folder())
        self._stem, self._target = stem, target
        self._bodies = bodies  # equal ones, each kept alive by its owner alone

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The machine code for these argument types, ready to run; None if there is none."""
        processor = context.codegen().magic_tuple()
        for path in (self._path(signature, processor), self._shipped(signature, processor)):
            try:
                _, pickled = read(path)
                loaded = self._ready(context, pickle.loads(pickled))
            except FileNotFoundError:
                continue
            except Exception as error:  # whatever a damaged file may cause
                logger.debug("%s can't be used: %r", path, error)
                continue
            counts["loaded"] += 1
            return loaded
        return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep the machine code that was compiled for these argument types."""
        counts["compiled"] += 1
        if self._target == "cuda":
            pickled = numba_cuda.dumps(compiled._reduce_states())
        elif compiled.library.has_dynamic_globals:  # addresses, which mean nothing to another process
            return
        else:
            pickled = dumps(compiled._reduce())
        files = next(map(_own_files, self._bodies), {})  # of any: whoever compiles now has one
        header = {"versions": versions(self._target), "files": files}
        try:
            write(self._path(signature, compiled.codegen.magic_tuple()), header, pickled)
        except OSError as error:
            _warn(self.cache_path, error.strerror)

    def _path(self, signature: Any, processor: Any) -> Path:
        """The file for these argument types and this processor."""
        kind = hashlib.sha256(f"{signature} {processor}".encode()).hexdigest()[:16]
        return Path(self.cache_path, f"{self._stem}.{kind}{SUFFIX}")

    def _shipped(self, signature: Any, processor: Any) -> Path:
        """The file that a wheel would bring for this processor."""
        triple, _, features = processor if self._target == "cpu" else ("", "", "")
        is_enough = BASELINE_FEATURES.issubset(features.split(","))
        return SHIPPED / (self._path(signature, (triple, BASELINE, "")).name if is_enough else "nothing")

    def _ready(self, context: Any, state: Any) -> Any:
        if self._target == "cuda":
            return numba_cuda.kernel_of(context, state)
        rtsys.initialize(context)  # a compile would refresh all of Numba's registries, which takes 0.4 s
        return CompileResult._rebuild(context, *state)


@cache
def _warn(folder: str, reason: str) -> None:
    """Say once that nothing can be written."""
    logger.warning("cannot write to %s (%s): compiled code is not kept", folder, reason)


def read(path: Path) -> tuple[dict[str, Any], bytes]:
    """What a file says of itself, and the pickled machine code. Raises ValueError for a damaged file."""
    first, _, rest = path.read_bytes().partition(b"\n")
    if first != FIRST_WORD + hashlib.sha256(rest).hexdigest().encode():
        raise ValueError("damaged")
    header, _, pickled = rest.partition(b"\n")
    return json.loads(header), pickled


def write(path: Path, header: dict[str, Any], pickled: bytes) -> None:
    """Write a file as a whole or not at all, for every user whom the folder lets read."""
    rest = json.dumps(header).encode() + b"\n" + pickled
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{uuid.uuid4().hex[:16]}.tmp")
    try:
        with open(temporary, "xb") as file:
            file.write(FIRST_WORD + hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _own_files(body: Callable[..., Any]) -> dict[str, str]:
    """This package's files that the body is compiled from, each with its hash."""
    paths = {Path(function.__code__.co_filename) for function in compiled_together(body)}
    own = sorted(path for path in paths if path.is_relative_to(PACKAGE))
    return {path.relative_to(PACKAGE).as_posix(): file_hash(str(path)) for path in own}


class CodeFile(NamedTuple):
    """A file of the cache folder."""

    path: Path
    size: int  # bytes
    is_stale: bool  # left by other versions, of a source file that has changed since, damaged, or unfinished


def code_files() -> list[CodeFile]:
    """This package's files in the cache folder; files of others are left out."""
    found = []
    for path in _ours():
        with suppress(FileNotFoundError):  # another process has just renamed or deleted the file
            found.append(CodeFile(path, path.stat().st_size, _is_stale(path)))
    return found


def clear(stale_only: bool) -> list[CodeFile]:
    """Delete the package's files from the cache folder, and the folder if it is then empty.

    Returns the deleted files. Raises OSError for a file that can't be deleted.
    """
    chosen = [file for file in code_files() if file.is_stale or not stale_only]
    for file in chosen:
        file.path.unlink(missing_ok=True)
    for folder in (cache_folder() / "__pycache__", cache_folder()):
        with suppress(OSError):  # of others' files in it
            folder.rmdir()
    return chosen


def _ours() -> Iterator[Path]:
    folder = cache_folder()
    for path in sorted([*folder.glob("*"), *folder.glob("__pycache__/*")]):  # the latter by older versions
        if OURS.match(path.name) and path.is_file():
            yield path


def _is_stale(path: Path) -> bool:
    try:
        header, _ = read(path)
        if header["versions"] != versions("cuda" if path.name.startswith("cuda") else "cpu"):
            return True
        return any(file_hash(str(PACKAGE / name)) != known for name, known in header["files"].items())
    except (OSError, ValueError, KeyError):
        return True
