"""How fast graph files are read: edges per second of `wf.read`, alone and with the CSR build that follows.

    python benchmarks/readers.py [--edges 5000000] [--sweep] [--json FILE]

Targets: text edge lists 4 million edges/s with the core install and 8 with the parquet extra (one reader
serves both), Matrix Market 12 million, .sg and .npy the time that np.memmap takes to open the file. For
comparison: the time that NumPy and SciPy take to parse the same text without checks.
"""

import argparse
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from timing import all_times, interleaved, keep, print_table, result

import wavefront as wf
from wavefront.io import stream

EDGE_LIST, MATRIX_MARKET = 8e6, 12e6  # edges/s


def graphs(num_edges: int) -> dict[str, wf.Graph]:
    """Graphs by name: directed but for the last, 16 edges per vertex, no vertex without edges."""
    rng = np.random.default_rng(1)
    size = max(num_edges // 16, 1)
    src, dst = (np.append(np.arange(size), rng.integers(0, size, num_edges - size)) for _ in range(2))
    return {
        "plain": wf.Graph.from_edges(src, dst, size),
        "sparse ids": wf.Graph.from_edges(src, dst, size, labels=np.arange(size) * 7 + 5),
        "names": wf.Graph.from_edges(src, dst, size, labels=[f"vertex {i}" for i in rng.permutation(size)]),
        "integers": wf.Graph.from_edges(src, dst, size, rng.integers(1, 256, num_edges)),
        "17 digits": wf.Graph.from_edges(src, dst, size, rng.random(num_edges)),
        "undirected": wf.Graph.from_edges(src[::2], dst[::2], size, directed=False),
    }


# Name in the table, graph, file, format, target in edges/s.
FILES = [
    ("edge list", "plain", "plain.txt", None, EDGE_LIST),
    ("edge list, sparse ids", "sparse ids", "sparse.txt", None, EDGE_LIST),
    ("edge list, commas", "plain", "plain.csv", None, EDGE_LIST),
    ("edge list, integer weights", "integers", "integers.wel", None, EDGE_LIST),
    ("edge list, 17-digit weights", "17 digits", "digits.wel", None, None),
    ("edge list, gzip", "plain", "plain.txt.gz", None, None),
    ("Matrix Market, pattern", "plain", "plain.mtx", None, MATRIX_MARKET),
    ("Matrix Market, integer weights", "integers", "integers.mtx", None, MATRIX_MARKET),
    ("DIMACS", "integers", "integers.gr", "dimacs", None),
    ("METIS", "undirected", "undirected.graph", None, None),
    ("Graph500", "undirected", "undirected.packed", None, None),
    ("Galois", "integers", "galois.gr", "galois", None),
    (".wsg", "integers", "integers.wsg", None, None),
    (".npz", "plain", "plain.npz", None, None),
    ("Parquet", "plain", "plain.parquet", None, None),
    ("Parquet, names", "names", "names.parquet", None, None),
]


HEADER = ["file", "size", "read", "with CSR", "edges/s", "target", "ratio (>= 1.00)"]


def whole_files(folder: Path, of: dict[str, wf.Graph]) -> list[dict[str, Any]]:
    """Print a table; returns the results."""
    rows, results = [], []
    for name, written, file, format, target in FILES:
        if file.endswith(".parquet") and find_spec("pyarrow") is None:
            continue
        path = folder / file
        wf.write(of[written], path, format)
        taken = all_times(
            {"read": lambda path=path: wf.read(path), "csr": lambda path=path: wf.read(path).csr}, rounds=3
        )
        times = {task: median(seconds) for task, seconds in taken.items()}
        rates = [of[written].num_edges / second / 1e6 for second in taken["read"]]
        results.append(result(rates, "million edges/s", graph=name, program="read"))
        speed = of[written].num_edges / times["read"]
        cells = [f"{path.stat().st_size / 1e6:.0f} MB", f"{times['read']:.3f} s", f"{times['csr']:.3f} s"]
        cells.append(f"{speed / 1e6:.1f} M/s")
        cells += [f"{target / 1e6:.0f} M/s", f"{speed / target:.2f}"] if target else ["", ""]
        rows.append([name, *cells])
    print_table("Reading whole files", HEADER, rows)
    return results


def libraries(folder: Path, num_edges: int) -> list[dict[str, Any]]:
    """Time libraries that parse the same text files without checks; returns the results."""
    from scipy.io import mmread

    text, matrix = folder / "plain.txt", folder / "plain.mtx"
    programs: dict[str, Callable[[], object]] = {
        "wavefront.read, edge list": lambda: wf.read(text),
        "numpy.fromstring": lambda: np.fromstring(text.read_bytes(), np.int64, sep=" "),
        "wavefront.read, Matrix Market": lambda: wf.read(matrix),
        "scipy.io.mmread": lambda: mmread(matrix, spmatrix=False),
    }
    taken = all_times(programs, rounds=3)
    times = {name: median(seconds) for name, seconds in taken.items()}
    rows = [[name, f"{time:.3f} s", f"{num_edges / time / 1e6:.1f} M/s"] for name, time in times.items()]
    print_table("Parsing text", ["reader", "time", "edges/s"], rows)
    return [
        result(
            [num_edges / second / 1e6 for second in seconds], "million edges/s", graph="text", program=name
        )
        for name, seconds in taken.items()
    ]


def block_sizes(folder: Path, num_edges: int) -> None:
    def read_in_blocks(size: int) -> None:
        stream.BLOCK_SIZE = size
        wf.read(folder / "plain.txt")

    sizes = [2**power << 20 for power in range(1, 7)]
    times = interleaved({str(size): lambda size=size: read_in_blocks(size) for size in sizes}, rounds=3)
    rows = [[f"{int(size) >> 20} MiB", f"{num_edges / times[size] / 1e6:.1f} M/s"] for size in times]
    print_table("Edge list by block size", ["block", "edges/s"], rows)


def mapped_files(folder: Path, of: dict[str, wf.Graph]) -> None:
    wf.write(of["plain"], folder / "plain.sg")
    wf.write(of["plain"], folder / "plain.npy")
    maps = {"plain.sg": [folder / "plain.sg"], "plain.npy": sorted((folder / "plain.npy").glob("*.npy"))}
    rows = []
    for name, files in maps.items():
        programs: dict[str, Callable[[], object]] = {
            "read": lambda name=name: wf.read(folder / name),
            "map": lambda files=files: [np.memmap(file, np.uint8, mode="c") for file in files],
            "csr": lambda name=name: wf.read(folder / name).csr,
        }
        times = interleaved(programs, rounds=20)
        cells = [f"{times[key] * 1e3:.2f} ms" for key in ("read", "map", "csr")]
        rows.append([name, *cells, f"{times['read'] / times['map']:.1f}"])
    print_table("Memory-mapped", ["file", "read", "np.memmap", "with CSR, checked", "read / memmap"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--edges", type=int, default=5_000_000)
    parser.add_argument("--sweep", action="store_true", help="also try other block sizes")
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    arguments = parser.parse_args()
    of = graphs(arguments.edges)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        results = whole_files(folder, of) + libraries(folder, arguments.edges)
        mapped_files(folder, of)
        if arguments.sweep:
            block_sizes(folder, arguments.edges)
    keep(arguments.json, results)


if __name__ == "__main__":
    main()
