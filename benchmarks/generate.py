"""Kronecker graphs generated, symmetrised and compressed on the device where they stay.

    python benchmarks/generate.py [--device cuda] [--scales 20 24 26] [--json FILE]

Seconds of wall time until the device is idle, of one run after a small graph's run has compiled everything:
"draw" gives the edges in both directions, "CSR" sorts them; for a directed graph, "CSC" sorts them again.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from timing import keep, print_table, result

import wavefront as wf
from wavefront import generators
from wavefront.device import Cuda, get_device


def seconds(device: wf.Cpu | Cuda, program: Callable[[], object]) -> float:
    began = perf_counter()
    program()
    if isinstance(device, Cuda):
        device.xp.cuda.Device(device.index).synchronize()
    return perf_counter() - began


def times_of(scale: int, directed: bool, device: wf.Cpu | Cuda) -> tuple[str, dict[str, float]]:
    """The graph's title, and the seconds of each task."""
    made: list[wf.Graph] = []
    taken = {
        "draw": seconds(
            device, lambda: made.append(generators.kronecker(scale, directed=directed, device=device))
        ),
        "CSR": seconds(device, lambda: made[0].csr),
    }
    if directed:
        taken["CSC"] = seconds(device, lambda: made[0].csc)
    kind = "directed" if directed else "undirected"
    return f"{scale}, {kind}, {made[0].num_edges:,} stored edges", taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--scales", type=int, nargs="*", default=[18, 20])
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    chosen = parser.parse_args()
    device = get_device(chosen.device)
    for directed in (False, True):
        times_of(8, directed, device)
    made = dict(times_of(scale, directed, device) for scale in chosen.scales for directed in (False, True))
    tasks = ("draw", "CSR", "CSC")
    rows = [
        [title, *(f"{taken[task]:.2f}" if task in taken else "-" for task in tasks)]
        for title, taken in made.items()
    ]
    print_table(f"Seconds to make a Kronecker graph on {device}", ["scale", *tasks], rows)
    keep(
        chosen.json,
        [
            result([second], "s", graph=title, program=task)
            for title, taken in made.items()
            for task, second in taken.items()
        ],
    )


if __name__ == "__main__":
    main()
