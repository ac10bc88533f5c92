"""The README's commands and its example run unchanged."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from wavefront.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def commands():
    lines = "".join(blocks("sh")).splitlines()
    return [shlex.split(line, comments=True) for line in lines if line.strip()]


def test_the_python_example():
    (example,) = blocks("python")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", example], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"BfsResult\([\d,]+ of 65,536 vertices reached", done.stdout)


def test_the_commands(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    ran = [arguments for program, *arguments in commands() if program == "wavefront"]
    assert len(ran) > 4
    for arguments in ran:
        assert main(arguments) == 0, capsys.readouterr().err
        assert capsys.readouterr().out
    assert (tmp_path / "result.csv").exists()
    assert (tmp_path / "kron.mtx.gz").exists()


def test_every_other_command_is_a_make_target():
    others = [command for command in commands() if command[0] != "wavefront"]
    assert others == [["make", "demo"], ["make", "test"]]


@pytest.mark.skipif(not (ROOT / ".venv/core").exists(), reason="not installed by `make`")
def test_make_demo():
    done = subprocess.run(["make", "demo"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Installing" not in done.stdout
    assert "Path to" in done.stdout
