"""The image that the guide builds: its instructions are complete, and its commands are Wavefront's."""

import json
import re
import shlex
from pathlib import Path

import typer

from wavefront.cli.entry import app

GUIDES = Path(__file__).parents[2] / "docs/guide"


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", (GUIDES / page).read_text(), re.DOTALL)


def test_the_images_of_the_warm_up():
    image, setting = blocks("warm-up.md", "dockerfile")
    instructions = [line.split(maxsplit=1) for line in (image + setting).splitlines()]
    assert [name for name, _ in instructions] == [
        "FROM",
        "COPY",
        "RUN",
        "ENV",
        "RUN",
        "USER",
        "ENTRYPOINT",
        "ENV",
    ]
    values = dict(
        part.split("=") for name, text in instructions if name == "ENV" for part in shlex.split(text)
    )
    assert set(values) == {"WAVEFRONT_CACHE_DIR", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"}
    assert json.loads(instructions[6][1]) == ["wavefront"]
    lines = [instructions[4][1], *"".join(blocks("warm-up.md", "sh")).splitlines()]
    warmup = typer.main.get_command(app).commands["warmup"]
    for program, name, *options in map(shlex.split, lines):
        assert (program, name) == ("wavefront", "warmup")
        warmup.make_context("warmup", options)
