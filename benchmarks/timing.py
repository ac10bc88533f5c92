"""Times of programs that are compared with one another, taken in turns: a slow spell hits every program."""

import platform
import shlex
import sys
from collections.abc import Callable, Mapping
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter

from wavefront.device import Cpu


def interleaved(programs: Mapping[str, Callable[[], object]], rounds: int = 5) -> dict[str, float]:
    """Median seconds of each program over the rounds; a round runs every program once.

    An untimed round goes first: it compiles, and warms caches.
    """
    seconds: dict[str, list[float]] = {name: [] for name in programs}
    for turn in range(rounds + 1):
        for name, program in programs.items():
            began = perf_counter()
            program()
            if turn:
                seconds[name].append(perf_counter() - began)
    return {name: median(times) for name, times in seconds.items()}


def circumstances() -> dict[str, str]:
    """What a file of figures says about them: the machine, the versions, the day, and the command.

    Of the command, ``--json FILE``, which names the file, is left out, and so is ``--minutes``, which cuts
    the run in pieces; a folder of graphs is called DIR.
    """
    words = list(sys.argv)
    for option in {"--json", "--minutes"} & {*words}:
        del words[words.index(option) : words.index(option) + 2]
    if "--graphs" in words:
        words[words.index("--graphs") + 1] = "DIR"
    models = [line.partition(": ")[2] for line in _cpu_lines() if line.startswith("model name")]
    processor = models[0] if models else platform.processor()
    names = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy"))
    return {
        "machine": f"{Cpu().threads} threads of {processor}, Python {platform.python_version()}, {names}",
        "date": date.today().isoformat(),
        "command": shlex.join(["python", *words]),
    }


def _cpu_lines() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def print_table(title: str, header: list[str], rows: list[list[str]]) -> None:
    """A title, then a table with its first column left-aligned and all other columns right-aligned."""
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    print(f"\n{title}")
    for row in [header, *rows]:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        print("  ".join([row[0].ljust(widths[0]), *cells[1:]]))
