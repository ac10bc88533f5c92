"""Times of programs that are compared with one another, taken in turns: a slow spell hits every program.

What is measured can be kept in a file of results, from which docs/tables.py writes the guide's tables. Such a
file has a list of runs. A run says its command, machine, versions and date; each of its rows has what was
measured (graph, program, task), the unit, the median, the quartiles and the number of samples.
"""

import json
import os
import platform
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from wavefront import DeviceError
from wavefront.device import Cpu, Device, get_device
from wavefront.device.clock import stopwatch

# Modules whose versions a run tells if they are loaded, and their names as packages.
PACKAGES = {
    "numba": "numba",
    "numpy": "numpy",
    "scipy": "scipy",
    "networkx": "networkx",
    "igraph": "igraph",
    "networkit": "networkit",
    "rustworkx": "rustworkx",
    "graphblas": "python-graphblas",
    "skimage": "scikit-image",
    "pyarrow": "pyarrow",
    "numba_cuda": "numba-cuda",
}
# Variables that change what is measured: those that name a folder are told without it.
VARIABLES = ("GAPBS_BFS", "GAPBS_DIR", "MALLOC_MMAP_MAX_", "MALLOC_TRIM_THRESHOLD_")


def timed(device: Device, run: Callable[[], object]) -> float:
    """Milliseconds of a call on this device, without what it took to compile."""
    elapsed = stopwatch(device)
    run()
    return elapsed()


def interleaved(programs: Mapping[str, Callable[[], object]], rounds: int = 5) -> dict[str, float]:
    """Median seconds of each program over the rounds; a round runs every program once.

    An untimed round goes first: it compiles, and warms caches.
    """
    return {name: median(times) for name, times in all_times(programs, rounds).items()}


def all_times(programs: Mapping[str, Callable[[], object]], rounds: int = 5) -> dict[str, list[float]]:
    """The seconds of each program in each round; see `interleaved`."""
    seconds: dict[str, list[float]] = {name: [] for name in programs}
    for turn in range(rounds + 1):
        for name, program in programs.items():
            began = perf_counter()
            program()
            if turn:
                seconds[name].append(perf_counter() - began)
    return seconds


def circumstances() -> dict[str, Any]:
    """What a file of figures says about them: the machine, the versions, the day, and the command.

    The command begins with mpirun where that has started this process, as one of several.

    Of the command, ``--json FILE``, which names the file, is left out, and so is ``--minutes``, which cuts
    the run in pieces; a folder of graphs is called DIR, and files elsewhere are told by name.
    """
    words = [sys.argv[0], *(Path(word).name if Path(word).is_absolute() else word for word in sys.argv[1:])]
    for option in {"--json", "--minutes"} & {*words}:
        del words[words.index(option) : words.index(option) + 2]
    if "--graphs" in words and Path(sys.argv[sys.argv.index("--graphs") + 1]).is_dir():
        words[words.index("--graphs") + 1] = "DIR"
    values = {name: os.environ[name] for name in VARIABLES if name in os.environ}
    started = os.environ.get("OMPI_COMM_WORLD_SIZE", os.environ.get("PMI_SIZE", "1"))
    mpirun = [] if started == "1" else ["mpirun", "-n", started]
    set_ = [f"{name}={'...' if '/' in value else value}" for name, value in values.items()]
    versions = {name: version(name) for module, name in PACKAGES.items() if module in sys.modules}
    return {
        "command": " ".join([*set_, shlex.join([*mpirun, "python", *words])]),
        "machine": machine(),
        "versions": {"Python": platform.python_version()} | versions,
        "date": date.today().isoformat(),
    }


def machine() -> str:
    """The processor, the threads used of it, the memory, and the GPUs if there are any."""
    models = [line.partition(": ")[2] for line in _cpu_lines() if line.startswith("model name")]
    processor = models[0] if models else platform.processor()
    threads, memory = Cpu().threads, Cpu().total_memory()
    told = [f"{processor}, {threads} {'core' if threads == 1 else 'cores'}"]
    if memory is not None:
        told.append(f"{memory / 2**30:.0f} GiB")
    with suppress(DeviceError):
        runtime = get_device("cuda").xp.cuda.runtime
        count, name = runtime.getDeviceCount(), runtime.getDeviceProperties(0)["name"].decode()
        told.append(name if count == 1 else f"{count} {name}")
    return ", ".join(told)


def _cpu_lines() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def result(samples: Sequence[float], unit: str = "ms", **measured: object) -> dict[str, Any]:
    """A row of results: what was `measured`, the median and the quartiles of the samples, to four digits."""
    middle, *quartiles = (float(f"{part:.4g}") for part in np.percentile(samples, (50, 25, 75)))
    return {**measured, "unit": unit, "median": middle, "quartiles": quartiles, "samples": len(samples)}


def keep(
    path: Path | None, rows: Sequence[Mapping[str, Any]], versions: Mapping[str, str] | None = None
) -> None:
    """Put a run with these rows into a file of results; earlier rows on the same go.

    `versions` are those of programs that aren't Python's packages.
    """
    if path is None:
        return
    new = set(map(measured_by, rows))
    kept = []
    for run in json.loads(path.read_text())["runs"] if path.exists() else []:
        others = [row for row in run["rows"] if measured_by(row) not in new]
        kept += [run | {"rows": others}] if others else []
    told = circumstances()
    told["versions"] |= versions or {}
    path.write_text(written([*kept, told | {"rows": rows}]))


def measured_by(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """What a row of results is about."""
    return tuple(row.get(name) for name in ("graph", "device", "task", "program", "unit"))


def written(runs: Sequence[Mapping[str, Any]]) -> str:
    """A file of results: a line for each row."""
    texts = []
    for run in runs:
        head = json.dumps({name: value for name, value in run.items() if name != "rows"}, indent=1)[:-2]
        rows = ",\n".join(f"  {json.dumps(row)}" for row in run["rows"])
        texts.append(f'{head},\n "rows": [\n{rows}\n]}}')
    return '{"runs": [\n' + ",\n".join(texts) + "\n]}\n"


def print_table(title: str, header: list[str], rows: list[list[str]]) -> None:
    """A title, then a table with its first column left-aligned and all other columns right-aligned."""
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    print(f"\n{title}")
    for row in [header, *rows]:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        print("  ".join([row[0].ljust(widths[0]), *cells[1:]]))
