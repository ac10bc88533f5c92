import os
import platform
import subprocess
import tomllib
from pathlib import Path

import numba
import numpy as np
import pytest

import wavefront as wf
from wavefront.cli import doctor

ROOT = Path(__file__).parents[2]


def test_json_tells_what_this_machine_is(command_json, tmp_path):
    found = command_json("doctor")
    assert (found["python"], found["numpy"]) == (platform.python_version(), np.__version__)
    assert found["numba"] == numba.__version__
    assert found["threads"] == numba.config.NUMBA_NUM_THREADS
    assert found["cores"] == os.cpu_count()
    assert found["memory_bytes"] > 2**28
    assert found["cache"]["files"] > 0 < found["cache"]["bytes"]
    assert found["extras"]["parquet"]["installed"]
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = set(tomllib.load(file)["project"]["optional-dependencies"])
    assert set(found["extras"]) == extras - {"docs", "test", "dev"}  # for those who work on the package


def test_gpus_are_what_the_driver_says(command, command_json, monkeypatch):
    answer = "NVIDIA H100 80GB HBM3, 570.86.15, 81559 MiB\n"
    monkeypatch.setattr(doctor.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(
        doctor.subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, 0, answer)
    )
    gpu = {"name": "NVIDIA H100 80GB HBM3", "driver": "570.86.15", "memory": "81559 MiB"}
    assert command_json("doctor")["gpus"] == [gpu]
    assert "NVIDIA H100 80GB HBM3, 81559 MiB, driver 570.86.15" in command("doctor").out


def test_a_driver_that_does_not_answer_is_no_gpu(command_json, monkeypatch):
    def failing(command, **_):
        raise subprocess.CalledProcessError(9, command)

    monkeypatch.setattr(doctor.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(doctor.subprocess, "run", failing)
    assert command_json("doctor")["gpus"] == []


@pytest.mark.parametrize("error", [wf.DeviceError("no driver"), ImportError("no driver"), None])
def test_whether_the_gpu_can_be_used(error, command_json, monkeypatch):
    def get_device(name):
        assert name == "cuda"
        if error is not None:
            raise error

    monkeypatch.setattr("wavefront.device.get_device", get_device)
    assert command_json("doctor")["cuda"] == ("ready" if error is None else "no driver")


def test_text(command, monkeypatch):
    monkeypatch.setattr(doctor.shutil, "which", lambda name: None)
    text = command("doctor").out
    assert "none found" in text
    assert "pip install 'wavefront[NAME]'" in text
    assert f"{wf.Cpu().threads} of {os.cpu_count()} cores" in text


def test_one_function_or_several(command, monkeypatch):
    for loaded, words in ((1, "loaded 1 compiled function, compiled 0"), (2, "loaded 2 compiled functions,")):
        monkeypatch.setattr(doctor, "_probe", lambda loaded=loaded: {"loaded": loaded, "compiled": 0})
        assert words in command("doctor").out
