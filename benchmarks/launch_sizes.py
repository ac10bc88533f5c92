"""How much work a thread or block takes at once: MAX_CHUNK on the CPU, BLOCK_SIZE on a GPU.

    python benchmarks/launch_sizes.py [--device cpu] [--scale 18]

Times are wall time of one search by three methods, medians of 5 rounds, sizes taken in turns. The methods'
items have unequal work (push), equal work (edge_centric) or little work (frontier_queue). On a GPU every
search ends with a wait.
"""

import argparse

from timing import interleaved, print_table

import wavefront as wf
from wavefront import generators
from wavefront.device import device

METHODS = ("push", "edge_centric", "frontier_queue")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--scale", type=int, default=18, help="log2 of the number of vertices")
    chosen = parser.parse_args()
    constant = "MAX_CHUNK" if chosen.device == "cpu" else "BLOCK_SIZE"
    sizes = (64, 256, 1024, 4096, 16384) if chosen.device == "cpu" else (64, 128, 256, 512, 1024)
    graph = generators.kronecker(chosen.scale)
    source = int(graph.out_degrees.argmax())

    def search(size: int, method: str) -> None:
        setattr(device, constant, size)
        wf.bfs(graph, source, strategy=method, device=chosen.device).to_numpy()

    times = interleaved(
        {
            f"{size} {method}": lambda size=size, method=method: search(size, method)
            for size in sizes
            for method in METHODS
        }
    )
    rows = [[str(size), *(f"{1e3 * times[f'{size} {method}']:.2f}" for method in METHODS)] for size in sizes]
    print_table(f"Milliseconds on {chosen.device}, Kronecker {chosen.scale}", [constant, *METHODS], rows)


if __name__ == "__main__":
    main()
