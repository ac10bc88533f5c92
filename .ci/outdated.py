"""Prints the packages of which the package index has a newer version than pyproject.toml allows."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

from packaging.requirements import Requirement


def stated() -> set[str]:
    """The requirements in pyproject.toml, those of the extras included."""
    text = (Path(__file__).parents[1] / "pyproject.toml").read_text()
    project = tomllib.loads(text)["project"]
    return set(chain(project["dependencies"], *project["optional-dependencies"].values()))


def bounded(requirements: Iterable[str]) -> dict[str, Requirement]:
    """The requirements that have an upper bound, by the package's name."""
    parsed = map(Requirement, requirements)
    return {given.name: given for given in parsed if any(part.operator == "<" for part in given.specifier)}


def newer(requirements: Iterable[str], newest: Callable[[str], str]) -> Iterator[str]:
    """A line per package whose `newest` version is beyond its bound."""
    for name, given in sorted(bounded(requirements).items()):
        if (version := newest(name)) not in given.specifier:
            yield f"{name} {version} is newer than {given.specifier}"


def newest_on_index(name: str) -> str:
    """The newest version of a package on pip's index that this Python can use."""
    command = [sys.executable, "-m", "pip", "index", "versions", name]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.match(r"\S+ \((\S+)\)", listed)
    assert found is not None, listed
    return found[1]


if __name__ == "__main__":
    lines = list(newer(stated(), newest_on_index))
    print("\n".join(lines) or "nothing is newer than what was tested")
