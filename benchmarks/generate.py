"""Kronecker graphs generated, symmetrised and compressed on the device where they stay.

    python benchmarks/generate.py [--device cuda] [--scales 20 24 26]

Seconds of wall time until the device is idle, of one run after a small graph's run has compiled everything:
"draw" gives the edges in both directions, "CSR" sorts them; for a directed graph, "CSC" sorts them again.
"""

import argparse
from collections.abc import Callable
from time import perf_counter

from timing import print_table

import wavefront as wf
from wavefront import generators
from wavefront.device import Cuda, get_device


def seconds(device: wf.Cpu | Cuda, program: Callable[[], object]) -> str:
    began = perf_counter()
    program()
    if isinstance(device, Cuda):
        device.xp.cuda.Device(device.index).synchronize()
    return f"{perf_counter() - began:.2f}"


def times_of(scale: int, directed: bool, device: wf.Cpu | Cuda) -> list[str]:
    made: list[wf.Graph] = []
    draw = seconds(device, lambda: made.append(generators.kronecker(scale, directed=directed, device=device)))
    csr = seconds(device, lambda: made[0].csr)
    csc = seconds(device, lambda: made[0].csc) if directed else "-"
    kind = "directed" if directed else "undirected"
    return [str(scale), kind, f"{made[0].num_edges:,}", draw, csr, csc]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--scales", type=int, nargs="*", default=[18, 20])
    chosen = parser.parse_args()
    device = get_device(chosen.device)
    for directed in (False, True):
        times_of(8, directed, device)
    rows = [times_of(scale, directed, device) for scale in chosen.scales for directed in (False, True)]
    print_table(
        f"Seconds to make a Kronecker graph on {device}",
        ["scale", "kind", "stored edges", "draw", "CSR", "CSC"],
        rows,
    )


if __name__ == "__main__":
    main()
