"""How long a new user waits for the first answer, and which functions are compiled meanwhile.

    python benchmarks/first_call.py [--repeats 3] [--only NAME ...] [--json FILE]
    python benchmarks/first_call.py --check      compare what is compiled with the list, and time nothing
    python benchmarks/first_call.py --update     write the list

Every row is a whole process, from its start to the printed answer, with an empty cache folder of its own;
rows that are "warm" have run before with their folder. Rows take turns, and medians are shown. Beside each
stands the ratio to the unit: the compile of one small parallel function in a process of its own, which says
how fast the machine compiles. A row for a GPU is left out where there is none.

The list, tests/compiler/compiled_functions.json, has the functions that each row's process compiles, and how
often: once per types of arguments. Two threads are used for it, whatever the machine.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from timing import print_table

ROOT = Path(__file__).parent.parent
LIST = ROOT / "tests/compiler/compiled_functions.json"

SMALL = """
import numpy as np
import wavefront as wf
rng = np.random.default_rng(0)
graph = wf.Graph.from_edges(*rng.integers(0, 1000, (2, 8000)))
"""
LARGE = SMALL.replace("1000, (2, 8000)", "1 << 18, (2, 1 << 22)")
WEIGHTED = SMALL.replace("8000)))", "8000)), weights=rng.random(8000))")
COMMAND = "import sys; from wavefront.cli import main; sys.argv[1:] = {}; sys.exit(main())"
HEADER = "%%MatrixMarket matrix coordinate pattern symmetric\n34 34 78\n"  # the size of Zachary's karate club

UNIT = """
from time import perf_counter
import numpy as np
from numba import njit, prange

@njit(parallel=True)
def add_up(values, sums):
    for row in prange(values.shape[0]):
        total = 0.0
        for column in range(values.shape[1]):
            if values[row, column] > 0:
                total += values[row, column]
        sums[row] = total

values, sums = np.ones((4, 4)), np.zeros(4)
began = perf_counter()
add_up(values, sums)
print(perf_counter() - began)
"""


class Row(NamedTuple):
    """A program that a new user runs, in a folder with a file of the size of karate.mtx."""

    program: str
    is_warm: bool = False  # ran before, with the same cache folder
    device: str = "cpu"


ROWS = {
    "import numba": Row("import numba", is_warm=True),
    "import wavefront": Row("import wavefront", is_warm=True),
    "wavefront bfs karate.mtx, warm": Row(
        COMMAND.format(["bfs", "karate.mtx", "--source", "1"]), is_warm=True
    ),
    "bfs, 1000 vertices": Row(SMALL + "print(wf.bfs(graph, 0).levels)"),
    "bfs, 4M edges": Row(LARGE + "print(wf.bfs(graph, 0).levels)"),
    "sssp": Row(WEIGHTED + "print(wf.sssp(graph, 0).distances)"),
    "connected_components": Row(SMALL + "print(wf.connected_components(graph).components)"),
    "pagerank": Row(SMALL + "print(wf.pagerank(graph).ranks)"),
    "multi_source_bfs": Row(SMALL + "print(wf.multi_source_bfs(graph, [0, 1, 2]).closeness)"),
    "operators": Row(
        SMALL
        + f"import sys; sys.path.insert(0, {str(ROOT / 'examples')!r})\n"
        + "from own_bfs import own_bfs; print(own_bfs(graph, 0))"
    ),
    "compare": Row(COMMAND.format(["compare", "karate.mtx", "--source", "1", "--device", "cpu"])),
    "make demo": Row(
        "import sys; from wavefront.cli import main\n"
        "main(['generate', 'kronecker', '--scale', '18', 'demo.npy'])\n"
        "sys.exit(main(['bfs', 'demo.npy', '--source', '2', '--target', '11']))"
    ),
    "bfs, 4M edges, GPU": Row(LARGE + "print(wf.bfs(graph, 0, device='cuda').levels)", device="cuda"),
}

# Runs the program in argv[1], and prints as the last line how often each function was compiled.
RECORDING = """
import json, sys
sys.path.insert(0, {folder!r})
from first_call import recording
with recording({device!r}) as counts:
    try:
        exec(sys.argv[1], {{"__name__": "__main__"}})
    except SystemExit as stop:
        assert not stop.code, stop.code
print(json.dumps(counts))
"""


@contextmanager
def recording(device: str) -> Iterator[Counter[str]]:
    """Context that counts the functions compiled in this process, by file and name."""
    from numba.core import event

    counts: Counter[str] = Counter()

    class Compiled(event.Listener):  # type: ignore[misc]  # Numba has no types
        def on_start(self, event: Any) -> None:
            counts[_name(event.data["dispatcher"].py_func)] += 1

        def on_end(self, event: Any) -> None:
            pass

    if device == "cuda":
        _count_for_gpu(counts)
    with event.install_listener("numba:compile", Compiled()):
        yield counts


def _count_for_gpu(counts: Counter[str]) -> None:
    """Have numba-cuda, which tells of no compilation, count each kernel and device function."""
    from numba.cuda import compiler, dispatcher

    compile_cuda = compiler.compile_cuda

    def counted(function: Any, *arguments: Any, **named: Any) -> Any:
        counts[_name(function)] += 1
        return compile_cuda(function, *arguments, **named)

    compiler.compile_cuda = dispatcher.compile_cuda = counted


def _name(function: Any) -> str:
    """The function's file, from its package's folder on, and its name; of a generated loop, its body."""
    if function.__name__ == "loop":
        return f"loop of {function.__doc__}"
    file = Path(function.__code__.co_filename)
    if "wavefront_generated" in function.__module__ and ROOT / "src" not in file.parents:
        return function.__name__
    for package in ("wavefront", "numba", "numba_cuda"):
        if package in file.parts:
            last = len(file.parts) - 1 - file.parts[::-1].index(package)
            return f"{'/'.join(file.parts[last:])}: {function.__name__}"
    return f"{file.name}: {function.__name__}"


def run(program: Sequence[str], folder: Path, **settings: str) -> str:
    """Run Python with these arguments in the folder, which also holds the cache; returns what it prints."""
    environment = os.environ | {"WAVEFRONT_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, *program],
        env=environment | settings,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{program}\n{done.stderr}")
    return done.stdout


@contextmanager
def empty_folder() -> Iterator[Path]:
    """Context of a new folder with the graph file."""
    with tempfile.TemporaryDirectory() as name:
        pairs = [(i, j) for i in range(1, 35) for j in range(1, i) if (7 * i + 3 * j) % 5 == 0]
        lines = (f"{i} {j}\n" for i, j in pairs[:78])
        Path(name, "karate.mtx").write_text(HEADER + "".join(lines), encoding="utf-8")
        yield Path(name)


def compiled_functions(name: str) -> dict[str, int]:
    """How often the row's process compiles each function."""
    row = ROWS[name]
    recorder = RECORDING.format(folder=str(Path(__file__).parent), device=row.device)
    with empty_folder() as folder:
        if row.is_warm:
            run(["-c", row.program], folder, NUMBA_NUM_THREADS="2")
        printed = run(["-c", recorder, row.program], folder, NUMBA_NUM_THREADS="2")
    counts: dict[str, int] = json.loads(printed.splitlines()[-1])
    return dict(sorted(counts.items()))


def listed_functions() -> dict[str, dict[str, int]]:
    """The list: by row, how often each function is compiled."""
    listed: dict[str, dict[str, int]] = json.loads(LIST.read_text(encoding="utf-8"))
    return listed


def surplus(name: str, counts: dict[str, int]) -> dict[str, int]:
    """The functions that are compiled more often than the list says; Numba's own differ by its version."""
    listed = listed_functions().get(name, {})
    more = {function: count for function, count in counts.items() if count > listed.get(function, 0)}
    return {function: count for function, count in more.items() if not function.startswith("numba")}


def timed(row: Row) -> float:
    """Seconds of the row's whole process."""
    with empty_folder() as folder:
        if row.is_warm:
            run(["-c", row.program], folder)
        began = perf_counter()
        run(["-c", row.program], folder)
        return perf_counter() - began


def measured(names: Sequence[str], repeats: int) -> tuple[dict[str, list[float]], list[float]]:
    """Seconds of each row, and of the unit, in every one of `repeats` rounds."""
    seconds: dict[str, list[float]] = {name: [] for name in names}
    units = []
    for _ in range(repeats):
        for name in names:
            seconds[name].append(timed(ROWS[name]))
        with empty_folder() as folder:
            units.append(float(run(["-c", UNIT], folder)))
    return seconds, units


def print_times(
    seconds: dict[str, list[float]], units: list[float], functions: dict[str, dict[str, int]]
) -> None:
    """Print a row per program."""
    unit = median(units)
    rows = []
    for name, times in seconds.items():
        number = sum(functions[name].values())
        spread = f"{min(times):.2f} - {max(times):.2f}"
        rows.append([name, f"{median(times):.2f}", spread, f"{median(times) / unit:.2f}", str(number)])
    unit_range = f"{min(units):.2f} - {max(units):.2f}"
    title = f"First calls: medians of {len(units)}; the unit is {unit:.2f} s ({unit_range})"
    print_table(title, ["", "seconds", "range", "units", "functions compiled"], rows)


def print_surplus(functions: dict[str, dict[str, int]]) -> bool:
    """Print what is compiled but not listed; returns whether there is any."""
    found = {name: more for name, counts in functions.items() if (more := surplus(name, counts))}
    for name, more in found.items():
        print(f"\n{name} compiles functions that are not on the list:")
        print("".join(f"    {count} x {function}\n" for function, count in more.items()), end="")
    return bool(found)


def has_gpu() -> bool:
    """Whether this machine has an NVIDIA GPU, and the packages for it."""
    program = "from wavefront.device import get_device; get_device('cuda')"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).returncode == 0


def main() -> None:
    """Measure, or write the list."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=ROWS, metavar="NAME", help=", ".join(ROWS))
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    gpu = has_gpu()
    names = [name for name in options.only or ROWS if gpu or ROWS[name].device == "cpu"]
    functions = {name: compiled_functions(name) for name in names}
    if options.update:
        listed = listed_functions() if LIST.exists() else {}
        LIST.write_text(json.dumps(listed | functions, indent=1) + "\n", encoding="utf-8")
        return
    if not options.check:
        seconds, units = measured(names, options.repeats)
        print_times(seconds, units, functions)
        if options.json is not None:
            record = {"seconds": seconds, "unit_seconds": units, "functions": functions}
            options.json.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    sys.exit(1 if print_surplus(functions) else 0)


if __name__ == "__main__":
    main()
