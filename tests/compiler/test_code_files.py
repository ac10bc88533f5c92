"""Files of machine code: damaged or unwritable ones cost time only; copied ones serve others."""

import json
import os
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from graphs import SIMULATED
from numba.core.codegen import get_host_cpu_features

import wavefront as wf
from wavefront.compiler import code_files
from wavefront.compiler.code_files import clear, counts, read, write
from wavefront.compiler.fingerprint import file_hash, versions

compiling = pytest.mark.skipif(SIMULATED, reason="compiles nothing in the simulator")
PACKAGE = Path(wf.__file__).parent
DIGEST = "0123456789abcdef01234567"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    found = tmp_path / "cache"
    monkeypatch.setenv("WAVEFRONT_CACHE_DIR", str(found))
    return found


def call():
    """Call a function as a new process would; how many functions were loaded, and compiled."""

    def successor(number):
        return number + 1

    for name in [name for name in sys.modules if "_successor_" in name]:
        del sys.modules[name]
    before = counts.copy()
    assert wf.Cpu().call(successor, 41) == 42
    return counts["loaded"] - before["loaded"], counts["compiled"] - before["compiled"]


LOADED, COMPILED = (1, 0), (0, 1)


def only_file(folder):
    (found,) = folder.iterdir()
    return found


def replaced_by_folder(file, content):
    file.unlink()
    file.mkdir()
    (file / "something").touch()


DAMAGES = {
    "empty": lambda file, content: file.write_bytes(b""),
    "truncated": lambda file, content: file.write_bytes(content[: len(content) // 2]),
    "a byte changed": lambda file, content: file.write_bytes(content[:-9] + b"\0" + content[-8:]),
    "garbage": lambda file, content: file.write_bytes(bytes(range(256)) * 9),
    "no pickle": lambda file, content: write(file, {}, b"no pickle"),
    "of a class that is gone": lambda file, content: write(file, {}, b"cgone\nClass\n."),
    "of other things": lambda file, content: write(file, {}, b"(dp0\n."),
    "a folder": replaced_by_folder,
}


@compiling
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_costs_time_only(damage, folder):
    assert call() == COMPILED
    assert call() == LOADED
    file = only_file(folder)
    damage(file, file.read_bytes())
    assert call() == COMPILED
    assert call() == (COMPILED if file.is_dir() else LOADED)
    assert only_file(folder) == file  # nothing is left beside it


@compiling
def test_a_disk_that_fills_up_in_the_middle_costs_time_only(folder, caplog):
    code_files._warn.cache_clear()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    try:
        assert call() == COMPILED
        assert call() == COMPILED
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list(folder.iterdir()) == []
    (message,) = (record.message for record in caplog.records if record.levelname == "WARNING")  # said once
    assert message.startswith(f"cannot write to {folder}")
    assert call() == COMPILED
    assert call() == LOADED


def test_whole_files_are_read_while_others_write_them(tmp_path):
    file, contents = tmp_path / "file", [bytes([letter]) * 100_000 for letter in b"abcd"]
    write(file, {}, contents[0])
    threads = [
        threading.Thread(target=lambda content=content: [write(file, {}, content) for _ in range(20)])
        for content in contents
    ]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        assert read(file)[1] in contents
    assert only_file(tmp_path) == file


def test_files_are_for_every_user(tmp_path):
    write(tmp_path / "file", {}, b"")
    (tmp_path / "other").touch()
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == stat.S_IMODE(
        (tmp_path / "other").stat().st_mode
    )


def stale():
    return {file.path.name for file in code_files.code_files() if file.is_stale}


def test_what_is_stale_and_what_is_cleared(folder):
    known, edited = {"errors.py": file_hash(str(PACKAGE / "errors.py"))}, {"errors.py": "0"}
    older = versions("cpu") | {"numba": "0.1"}
    headers = {
        "good": {"versions": versions("cpu"), "files": known},
        "of_others": {"versions": older, "files": known},
        "edited": {"versions": versions("cpu"), "files": edited},
        "deleted": {"versions": versions("cpu"), "files": {"gone.py": "0"}},
        "without": {},
    }
    for name, header in headers.items():
        write(folder / f"cpu_{name}_{DIGEST}.{DIGEST}.code", header, b"")
    left = [folder / f"cpu_left_{DIGEST}.py", folder / f"__pycache__/cpu_old_{DIGEST}.loop-10.py311.nbi"]
    others = [folder / "notes.txt", folder / "cpu_notes.code"]
    for file in left + others:
        file.parent.mkdir(exist_ok=True)
        file.touch()
    good = f"cpu_good_{DIGEST}.{DIGEST}.code"
    expected = {f"cpu_{name}_{DIGEST}.{DIGEST}.code" for name in headers if name != "good"}
    expected |= {file.name for file in left}
    assert stale() == expected
    assert {file.path.name for file in clear(stale_only=True)} == expected
    assert {file.name for file in folder.iterdir()} == {good, *(file.name for file in others)}
    assert [file.path.name for file in clear(stale_only=False)] == [good]
    assert set(folder.iterdir()) == set(others)
    for file in others:
        file.unlink()
    assert clear(stale_only=False) == []
    assert not folder.exists()


# Another user may not be able to read this Python: it imports what it needs first.
PROGRAM = """
import json, os, sys, numba, wavefront as wf
from wavefront.compiler.code_files import counts
graph = wf.Graph.from_csr([0, 2, 3, 3, 4], [1, 3, 2, 2])
wf.bfs(graph, 0, device="python")
numba.njit(lambda: 0)()
if len(sys.argv) > 1:
    os.setgroups([])
    os.setgid(int(sys.argv[1]))
    os.setuid(int(sys.argv[1]))
levels = wf.bfs(graph, 0, device="cpu").levels
print(json.dumps([levels.tolist(), os.getuid(), wf.__file__, counts]))
"""


@pytest.fixture
def shared():
    """A folder that every user can read, where they can read this test's."""
    made = Path(tempfile.mkdtemp())
    made.chmod(0o755)
    yield made
    for path in made.rglob("*"):
        if path.is_dir():
            path.chmod(0o755)
    shutil.rmtree(made)


def search(source, cache, home, *user, **settings):
    home.mkdir()
    folders = {"PYTHONPATH": str(source), "WAVEFRONT_CACHE_DIR": str(cache), "HOME": str(home)}
    environment = folders | settings | {"PATH": os.environ["PATH"]}
    command = [sys.executable, "-B", "-c", PROGRAM, *user]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@compiling
def test_a_copy_serves_another_user_and_another_path_without_a_write(shared):
    levels, *_, made = search(PACKAGE.parent, shared / "first", shared / "home 1")
    assert made["compiled"] > 0
    cache, site = shared / "image/cache", shared / "site"
    shutil.copytree(PACKAGE, site / "wavefront", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(shared / "first", cache, copy_function=shutil.copy)  # with new times
    before = {file.name: file.stat().st_mtime_ns for file in cache.iterdir()}
    cache.chmod(0o555)
    users = ["65534"] if os.getuid() == 0 else []
    found, user, path, used = search(site, cache, shared / "home 2", *users, NUMBA_NUM_THREADS="1")
    assert (found, str(user)) == (levels, users[0] if users else str(os.getuid()))
    assert Path(path).is_relative_to(site)
    assert used == {"loaded": made["compiled"], "compiled": 0}
    assert {file.name: file.stat().st_mtime_ns for file in cache.iterdir()} == before
    assert list((shared / "home 2").rglob("*")) == []


@compiling
@pytest.mark.skipif(
    not code_files.BASELINE_FEATURES.issubset(get_host_cpu_features().split(",")),
    reason="this processor is older than the baseline",
)
def test_code_that_the_package_brings_for_the_baseline_is_used(shared):
    shutil.copytree(PACKAGE, shared / "wavefront", ignore=shutil.ignore_patterns("__pycache__"))
    shipped = shared / "wavefront/precompiled"
    baseline = {"NUMBA_CPU_NAME": code_files.BASELINE, "NUMBA_CPU_FEATURES": ""}
    levels, *_, made = search(shared, shipped, shared / "home 1", **baseline)
    found, *_, used = search(shared, shared / "cache", shared / "home 2")
    assert (found, used) == (levels, {"loaded": made["compiled"], "compiled": 0})
    assert not (shared / "cache").exists()
    older = {"NUMBA_CPU_NAME": "x86-64-v2", "NUMBA_CPU_FEATURES": "+sse4.2"}
    found, *_, used = search(shared, shared / "cache", shared / "home 3", **older)
    assert (found, used) == (levels, {"loaded": 0, "compiled": made["compiled"]})
