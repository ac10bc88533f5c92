"""The PTX that comes with the package: which file a kernel gets, and that files fit the kernels of today."""

import importlib.util
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from wavefront.compiler import ptx_files

ROOT = Path(__file__).parents[2]
LIMIT = 3


def below(item, array):
    if item < LIMIT:
        array[item] = item


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder of PTX."""
    monkeypatch.setattr(ptx_files, "FOLDER", tmp_path)
    ptx_files._bodies.cache_clear()
    yield tmp_path
    ptx_files._bodies.cache_clear()


def test_a_kernel_gets_its_own_file_only(folder, monkeypatch):
    path = ptx_files.path_of(below, "module", ["i", int])
    path.write_bytes(zlib.compress(b"ptx"))
    assert ptx_files.ptx_of(below, "module", ["i", int]) == b"ptx"
    assert ptx_files.ptx_of(below, "module", ["l", int]) is None
    assert ptx_files.ptx_of(below, "another module", ["i", int]) is None
    monkeypatch.setattr(sys.modules[__name__], "LIMIT", 4)  # a constant that the kernel reads
    assert ptx_files.ptx_of(below, "module", ["i", int]) is None


def test_an_edit_of_the_file_of_a_function_counts(folder, tmp_path):
    source, paths = tmp_path / "edited.py", []
    for text in ("def edited(item):\n    return called(item)\n", "# an edit\n"):
        source.write_text((source.read_text() if paths else "def called(item):\n    return item\n\n") + text)
        spec = importlib.util.spec_from_file_location("edited", source)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        ptx_files.source_fingerprint.__globals__["file_hash"].cache_clear()
        paths.append(ptx_files.path_of(module.edited, "module", ["i"]))
    assert paths[0] != paths[1]


def test_a_damaged_file_is_as_none(folder):
    ptx_files.path_of(below, "module", ["i"]).write_bytes(b"no such thing")
    assert ptx_files.ptx_of(below, "module", ["i"]) is None


def test_the_files_are_of_todays_kernels():
    command = [sys.executable, str(ROOT / ".ci/write_ptx.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
