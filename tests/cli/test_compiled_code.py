import json

import pytest

from wavefront.compiler.code_files import write
from wavefront.compiler.fingerprint import versions

DIGEST = "0123456789abcdef01234567"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache of a file that is good and one that is stale."""
    monkeypatch.setenv("WAVEFRONT_CACHE_DIR", str(tmp_path))
    for name, header in {"good": {"versions": versions("cpu"), "files": {}}, "old": {}}.items():
        write(tmp_path / f"cpu_{name}_{DIGEST}.{DIGEST}.code", header, bytes(1000))
    return tmp_path


def sizes(folder):
    return sum(file.stat().st_size for file in folder.iterdir())


def test_it_shows_the_folder(folder, command, command_json):
    expected = {"folder": str(folder), "files": 2, "bytes": sizes(folder), "stale": 1}
    assert command_json("cache") == expected
    assert "2 files, 2.3 kB, 1 of them stale" in command("cache").out
    probed = command_json("doctor")["cache"]
    assert set(probed.pop("probe")) == {"loaded", "compiled"}
    assert set(probed) == set(expected)
    assert probed["stale"] == 1


def test_it_clears_the_stale_files_or_all(folder, command):
    assert "deleted 1 file" in command("cache", "clear", "--stale").err
    (left,) = folder.iterdir()
    assert "good" in left.name
    assert "deleted 1 file" in command("cache", "clear").err
    assert not folder.exists()
    assert "0 files" in command("cache").out


def test_the_warm_up_says_what_it_did(command, command_json, monkeypatch, tmp_path):
    from wavefront.warming import warmup as module

    calls = []

    def warmup(only, *, device, every, jobs, progress):
        calls.append((only, device, every, jobs))
        assert progress is None  # without a terminal
        return module.Warmup(7, 3, 4, failed, 1.25, tmp_path, sizes[-1])

    failed, sizes = {}, [2_000_000]
    monkeypatch.setattr(module, "warmup", warmup)
    text = command("warmup", "--only", "bfs, sssp", "--jobs", 2, "--every").out
    assert "7 kinds of calls in 1.2 s: 3 functions compiled" in text
    assert f"2.0MBin{tmp_path}" in "".join(text.split())
    record = command_json("warmup", "--device", "cuda")
    assert record == json.loads(json.dumps(record))
    assert (record["compiled"], record["loaded"], record["folder"]) == (3, 4, str(tmp_path))
    failed["bfs"] = "MemoryError"
    assert command("warmup", status=1).err == "wavefront: bfs: MemoryError\n"
    sizes.append(0)
    error = "".join(command("warmup", status=1).err.split())
    assert error == f"wavefront:nothingcouldbewrittento{tmp_path}:latercallscompileagain"
    assert calls[:2] == [(["bfs", "sssp"], "cpu", True, 2), (None, "cuda", False, None)]
