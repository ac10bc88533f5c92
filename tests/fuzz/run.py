"""Reads damaged files of every format, and searches random graphs, for as many minutes as are asked for.

    make fuzz MINUTES=10

One process and one thread. Prints how many files of each format were read, how many of them per second, and
how many were graphs. What breaks a rule is printed once per place in the code, kept in the folder `--keep`,
and makes the exit status 1. If the process ends, the last files are in a folder wavefront-fuzz-* in /dev/shm,
or where temporary files are.
"""

import argparse
import os
import resource
import sys
import tempfile
import time
import traceback
from pathlib import Path

from fuzz import mutations
from fuzz.readers import Reader
from fuzz.searches import Searches

MOST_MEMORY = 3 << 30  # bytes of addresses beyond those at the start
AT_ONCE = 50  # files of a format, before those of the next


class Counts:
    """What became of the files of one format."""

    def __init__(self):
        self.tried = self.graphs = self.faults = 0
        self.seconds = 0.0


def attempt(subject, counts, seen, keep, name):
    """One step; a fault is kept the first time that this place in the code has it."""
    began = time.perf_counter()
    try:
        counts.graphs += subject.step()
    except Exception as error:
        counts.faults += 1
        place = traceback.extract_tb(error.__traceback__)[-1]
        sign = (name, type(error).__name__, place.filename, place.lineno)
        if sign not in seen:
            seen.add(sign)
            report(error, subject, keep / f"{name}-{len(seen)}")
    counts.tried += 1
    counts.seconds += time.perf_counter() - began


def report(error, subject, place):
    """Print a fault, and keep what has it."""
    place.mkdir(parents=True, exist_ok=True)
    traceback.print_exception(error)
    (place / "error.txt").write_text("".join(traceback.format_exception(error)), errors="replace")
    for name, content in subject.last.items():
        (place / name.replace("/", "_")).write_bytes(content)
    print(f"kept in {place}", flush=True)


def bound_memory():
    """Make memory beyond MOST_MEMORY an error in this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    if pages:
        most = pages * resource.getpagesize() + MOST_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


def table(counts):
    print(f"{'':12}{'tried':>10}{'per second':>12}{'graphs':>10}{'refused':>10}{'faults':>8}")
    for name, row in counts.items():
        refused = row.tried - row.graphs - row.faults
        speed = row.tried / max(row.seconds, 1e-9)
        print(f"{name:12}{row.tried:10,}{speed:12,.0f}{row.graphs:10,}{refused:10,}{row.faults:8,}")
    print(f"{sum(row.tried for row in counts.values()):,} in all", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 2**32)
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "wavefront-faults")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    counts, seen = {}, set()
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="wavefront-fuzz-", dir=memory) as name:
        folder = Path(name)
        subjects = {
            format: Reader(format, files, folder, f"{arguments.seed} {format}")
            for format, files in mutations.corpus().items()
        }
        subjects["searches"] = Searches(folder, arguments.seed)
        for name, subject in subjects.items():  # compiled before memory is bounded
            counts[name] = Counts()
            for _ in range(AT_ONCE):
                attempt(subject, counts[name], seen, arguments.keep, name)
        bound_memory()
        end, shown = time.monotonic() + 60 * arguments.minutes, time.monotonic()
        while time.monotonic() < end:
            for name, subject in subjects.items():
                for _ in range(AT_ONCE):
                    attempt(subject, counts[name], seen, arguments.keep, name)
            if time.monotonic() > shown + 60:
                shown = time.monotonic()
                table(counts)
    table(counts)
    return 1 if seen else 0


if __name__ == "__main__":
    sys.exit(main())
