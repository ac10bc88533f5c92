"""The pages of the reference, which docs/tables.py writes: they name what mkdocstrings is to show."""

import inspect
from pathlib import Path

import wavefront as wf

FOLDER = Path(__file__).parent / "reference"
PAGES = {  # page -> its title, and the packages whose public names it has
    "graphs": ("Graphs, files and devices", ("graph", "io", "device", "errors")),
    "algorithms": ("Searches and algorithms", ("algorithms", "strategies", "filters")),
    "measure": ("Measure and explain", ("measure", "laboratory", "looking", "warming")),
    "validate": ("Validate", ("validate",)),
}
MODULES = tuple(wf._MODULES)  # shown whole


def files() -> dict[Path, str]:
    """Every page of the reference, and its text."""
    written = {FOLDER / "README.md": index()}
    for page, (title, _) in PAGES.items():
        objects = [f"wavefront.{wf._HOME[name]}.{name}" for name in names_on(page)]
        written[FOLDER / f"{page}.md"] = text(title, objects)
    for name in MODULES:
        objects = [f"wavefront.{wf._MODULES[name]}"]
        written[FOLDER / f"{name}.md"] = text(f"wavefront.{name}", objects)
    return written


def names_on(page: str) -> list[str]:
    """The page's public names: functions first, in alphabetical order."""
    packages = PAGES[page][1]
    names = [name for name, home in wf._HOME.items() if home.split(".")[0] in packages]
    return sorted(names, key=lambda name: (name[0].isupper(), name))


def text(title: str, objects: list[str]) -> str:
    """A page of the reference."""
    return "\n\n".join([f"# {title}", *(f"::: {path}" for path in objects)]) + "\n"


def index() -> str:
    """The list of all public names, with the first line of each docstring."""
    parts = [
        "# Reference",
        "Every public name, from its docstring: on the site, or by `help(wf.NAME)`. Names are those of "
        "`import wavefront as wf`.",
    ]
    for page, (title, _) in PAGES.items():
        rows = [f"| `{name}` | {summary(getattr(wf, name))} |" for name in names_on(page)]
        parts += [f"## [{title}]({page}.md)", "\n".join(["| name | |", "| --- | --- |", *rows])]
    rows = [f"| [`{name}`]({name}.md) | {summary(getattr(wf, name))} |" for name in MODULES]
    parts += ["## Modules", "\n".join(["| name | |", "| --- | --- |", *rows])]
    return "\n\n".join(parts) + "\n"


def summary(value: object) -> str:
    """The first sentence of a docstring; nothing for a constant."""
    if isinstance(value, dict | tuple):
        return ""
    first = (inspect.getdoc(value) or "").split("\n\n")[0]
    return " ".join(first.split()).replace("|", "\\|")
