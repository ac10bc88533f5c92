"""The PTX that comes with the package: which file a kernel gets, and that files fit the kernels of today."""

import importlib.util
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from wavefront.compiler import precompiled

ROOT = Path(__file__).parents[2]
LIMIT = 3


def below(item, array):
    if item < LIMIT:
        array[item] = item


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder of PTX."""
    monkeypatch.setattr(precompiled, "FOLDER", tmp_path)
    precompiled._bodies.cache_clear()
    yield tmp_path
    precompiled._bodies.cache_clear()


def test_a_kernel_gets_its_own_file_only(folder, monkeypatch):
    path = precompiled.path_of(below, "module", ["i", int])
    path.write_bytes(zlib.compress(b"ptx"))
    assert precompiled.ptx_of(below, "module", ["i", int]) == b"ptx"
    assert precompiled.ptx_of(below, "module", ["l", int]) is None
    assert precompiled.ptx_of(below, "another module", ["i", int]) is None
    monkeypatch.setattr(sys.modules[__name__], "LIMIT", 4)  # a constant that the kernel reads
    assert precompiled.ptx_of(below, "module", ["i", int]) is None


def test_an_edit_of_the_file_of_a_function_counts(folder, tmp_path):
    source, paths = tmp_path / "edited.py", []
    for text in ("def edited(item):\n    return called(item)\n", "# an edit\n"):
        source.write_text((source.read_text() if paths else "def called(item):\n    return item\n\n") + text)
        spec = importlib.util.spec_from_file_location("edited", source)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        precompiled.source_fingerprint.__globals__["file_hash"].cache_clear()
        paths.append(precompiled.path_of(module.edited, "module", ["i"]))
    assert paths[0] != paths[1]


def test_a_damaged_file_is_as_none(folder):
    precompiled.path_of(below, "module", ["i"]).write_bytes(b"no such thing")
    assert precompiled.ptx_of(below, "module", ["i"]) is None


def test_the_files_are_of_todays_kernels():
    command = [sys.executable, str(ROOT / ".ci/write_ptx.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
