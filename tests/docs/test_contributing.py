"""The targets, files and options that CONTRIBUTING.md and the hooks of a commit name exist."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
COMMANDS = [
    shlex.split(line, comments=True)
    for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines()
]
TARGETS = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
TOOLS = {"python", "pre-commit", "ruff", "mypy"}  # of .venv/bin


def test_its_set_up_is_two_commands():
    set_up = PAGE.partition("## Set-up")[2].partition("## Tests")[0]
    (block,) = re.findall(r"```sh\n(.*?)```", set_up, re.DOTALL)
    assert len(block.splitlines()) == 2


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_commands_name_what_is_there(command):
    program, *arguments = [word for word in command if not re.match(r"[A-Z_]+=", word)]
    if program == "make":
        assert set(arguments) <= TARGETS
    else:
        assert program.removeprefix(".venv/bin/") in TOOLS
        assert all((ROOT / word).exists() for word in arguments if word.startswith("tests/"))


def test_variables_are_looked_for():
    words = [word.partition("=") for command in COMMANDS for word in command]
    assert {name for name, equals, _ in words if equals and name.isupper()} == {
        "GPU_PYTHON",
        "MINUTES",
        "NUMBA_ENABLE_CUDASIM",
    }
    makefile = (ROOT / "Makefile").read_text()
    assert "GPU_PYTHON" in makefile
    assert "NUMBA_ENABLE_CUDASIM" in makefile


def test_files_exist():
    named = re.findall(r"`(?:\.venv/bin/python )?((?:src|tests|docs|\.ci)/[\w./-]*)`", PAGE)
    assert {"docs/strategy_pages.py", "docs/tables.py"} <= set(named)
    paths = [path for path in named if "NAME" not in path]
    assert len(paths) > 6
    assert not [path for path in paths if not (ROOT / path).exists()]


def test_the_hooks_of_a_commit_are_tools_of_the_environment():
    yaml = pytest.importorskip("yaml", reason="needs PyYAML")
    (local,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert local["repo"] == "local"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    development = project["optional-dependencies"]["dev"]
    for hook in local["hooks"]:
        tool = hook["entry"].split()[0].removeprefix(".venv/bin/")
        assert hook["language"] == "system"
        assert tool in TOOLS
        assert any(requirement.startswith(tool) for requirement in development)
