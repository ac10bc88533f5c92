"""The programs and commands in the guides run unchanged and print what the guides say."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import typer

import wavefront as wf
from wavefront.cli import app, main

GUIDES = Path(__file__).parents[2] / "docs/guide"


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", (GUIDES / page).read_text(), re.DOTALL)


@pytest.mark.parametrize(
    "page",
    [
        "write-your-own.md",
        "gunrock.md",
        "prepare.md",
        "debugging.md",
        "limits.md",
        "race-laboratory.md",
        "look.md",
        "practice.md",
        "launches.md",
        "edge-centric.md",
        "formats.md",
        "networkx.md",
        "reading-files.md",
        "several-devices.md",
        "tables.md",
        "words.md",
        "errata.md",
        pytest.param("warm-up.md", marks=pytest.mark.soak),
    ],
)
def test_programs(page):
    program = "\n".join(blocks(page, "python"))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "".join(blocks(page, "text"))


def run_commands(page, capsys):
    """Run each command of the page, which must print something."""
    commands = [shlex.split(line) for line in "".join(blocks(page, "sh")).splitlines()]
    assert commands
    for program, *arguments in commands:
        assert program == "wavefront"
        assert main(arguments) == 0, capsys.readouterr().err
        assert capsys.readouterr().out


@pytest.mark.parametrize(
    "page",
    [
        "command-line.md",
        "debugging.md",
        "race-laboratory.md",
        "look.md",
        "practice.md",
        "figures.md",
        "formats.md",
        "reading-files.md",
    ],
)
def test_the_commands_of_a_guide(page, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run_commands(page, capsys)


def test_the_images_of_the_warm_up():
    image, setting = blocks("warm-up.md", "dockerfile")
    instructions = [line.split(maxsplit=1) for line in (image + setting).splitlines()]
    assert [name for name, _ in instructions] == ["FROM", "RUN", "ENV", "RUN", "USER", "ENTRYPOINT", "ENV"]
    values = dict(
        part.split("=") for name, text in instructions if name == "ENV" for part in shlex.split(text)
    )
    assert set(values) == {"WAVEFRONT_CACHE_DIR", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"}
    assert json.loads(instructions[5][1]) == ["wavefront"]
    lines = [instructions[3][1], *"".join(blocks("warm-up.md", "sh")).splitlines()]
    warmup = typer.main.get_command(app).commands["warmup"]
    for program, name, *options in map(shlex.split, lines):
        assert (program, name) == ("wavefront", "warmup")
        warmup.make_context("warmup", options)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_the_pipes_of_the_command_line(tmp_path):
    [commands] = blocks("command-line.md", "bash")
    script = f'wavefront() {{ {sys.executable} -m wavefront "$@"; }}\n{commands}'
    bash = ["bash", "-e", "-o", "pipefail", "-c", script]
    done = subprocess.run(bash, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("graph ") == 3  # written, searched, searched


@pytest.mark.parametrize(
    "page",
    [page.name for page in sorted((GUIDES / "algorithms").glob("*.md")) if "```sh" in page.read_text()],
)
def test_the_commands_of_the_algorithms(page, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    src, dst = np.random.default_rng(1).integers(0, 200, (2, 800))
    up = src < dst  # no cycles
    graph = wf.Graph.from_edges(src[up], dst[up], 200, weights=np.ones(up.sum()))
    for file in ("graph.mtx", "roads.gr"):
        wf.write(graph, file)
    run_commands(f"algorithms/{page}", capsys)


def test_the_commands_of_several_devices(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pytest.importorskip("mpi4py", reason="needs the extra mpi")
    *_, launch = "".join(blocks("several-devices.md", "sh")).splitlines()
    wf.write(wf.generators.kronecker(10), "graph.npy")
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(launch)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "distributed over 2 ranks" in done.stdout


def test_the_commands_of_the_maze(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pytest.importorskip("PIL", reason="needs Pillow")
    np.save("board.npy", np.zeros((2, 30, 40), bool))
    columns = "net,from_layer,from_row,from_col,to_layer,to_row,to_col"
    Path("nets.csv").write_text(f"{columns}\na,0,0,0,0,9,9\nb,0,0,5,1,5,0\n")
    run_commands("maze.md", capsys)
    pictures = {path.name for path in tmp_path.glob("*.png")}
    assert pictures == {"maze.png", "routed.png", "wires.png", "cheapest.png"}


def test_the_program_of_the_maze_prints_what_its_comments_say(capsys):
    text = (GUIDES / "maze.md").read_text()
    program = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    exec(program, {})
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "True 8"
    assert "5 9.0" in printed
    assert printed[-1] == "[2, 2] 4 0 []"
    assert "# True 8" in program
    assert "# 5 9.0" in program
    assert "# [2, 2] 4 0 []" in program
