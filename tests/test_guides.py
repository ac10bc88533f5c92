"""The programs and commands in the guides run as they stand and print what the guides say."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from wavefront.cli import main

GUIDES = Path(__file__).parents[1] / "docs/guide"


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", (GUIDES / page).read_text(), re.DOTALL)


@pytest.mark.parametrize("page", ["write-your-own.md", "prepare.md"])
def test_programs(page):
    program = "\n".join(blocks(page, "python"))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "".join(blocks(page, "text"))


def test_the_commands_of_the_command_line(capsys):
    commands = [shlex.split(line) for line in "".join(blocks("command-line.md", "sh")).splitlines()]
    assert commands
    for program, *arguments in commands:
        assert program == "wavefront"
        assert main(arguments) == 0, capsys.readouterr().err
        assert capsys.readouterr().out
