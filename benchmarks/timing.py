"""Times of programs that are compared with one another, taken in turns: a slow spell hits every program."""

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter


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


def print_table(title: str, header: list[str], rows: list[list[str]]) -> None:
    """A title, then a table with its first column left-aligned and all other columns right-aligned."""
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    print(f"\n{title}")
    for row in [header, *rows]:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        print("  ".join([row[0].ljust(widths[0]), *cells[1:]]))
