"""``wavefront doctor``: what this installation runs on, and what the extras would add."""

import os
import platform
import shutil
import subprocess
import sys
from typing import Any

from ..errors import DeviceError
from .compiled_code import cache_record, sizes_text
from .console import Format, ReportFormat, print_facts, print_json, stdout
from .tables import plain_table

EXTRAS = {  # name: the package that tells whether it is installed, and what it adds
    "cuda13": ("cupy-cuda13x", "packages for NVIDIA GPUs, driver with CUDA 13"),
    "cuda12": ("cupy-cuda12x", "packages for NVIDIA GPUs, driver with CUDA 12"),
    "networkx": ("networkx", "graphs from NetworkX"),
    "plot": ("matplotlib", "the figure of wavefront compare, by Matplotlib"),
    "parquet": ("pyarrow", "Parquet files"),
    "pandas": ("pandas", "graphs from tables of pandas, and results as such"),
    "polars": ("polars", "graphs from tables of Polars, and results as such"),
    "png": ("pillow", "boards for maze routing as pictures"),
    "dask": ("distributed", "searches of a graph in parts on the workers of Dask"),
    "mpi": ("mpi4py", "searches of a graph in parts by processes, also on several hosts"),
    "nccl": ("nvidia-nccl-cu13", "searches of a graph in parts on several GPUs"),
    "debug": ("greenlet", "a faster --device python, which finds faults in functors and kernels"),
}


def doctor(report_format: ReportFormat = Format.text) -> None:
    """Show what this installation runs on.

    Example: wavefront doctor
    """
    record = _examine()
    if report_format is Format.json:
        print_json(record)
    else:
        _print_text(record)


def _examine() -> dict[str, Any]:
    from importlib.metadata import version

    from .. import __version__
    from ..device import Cpu
    from ..device.memory import total_memory

    return {
        "wavefront": __version__,
        "python": platform.python_version(),
        "executable": sys.executable,
        "platform": platform.platform(),
        **{name: version(name) for name in ("numpy", "scipy", "numba")},
        "threads": Cpu().threads,
        "cores": os.cpu_count(),
        "memory_bytes": total_memory(),
        "cache": {"probe": _probe()} | cache_record(),
        "gpus": _gpus(),
        "cuda": _cuda_state(),
        "extras": {
            name: {"adds": adds, "package": package, "installed": _installed(package)}
            for name, (package, adds) in EXTRAS.items()
        },
    }


def _probe() -> dict[str, int]:
    """How many compiled functions a search loaded, and how many it had to compile."""
    from ..algorithms.bfs import bfs
    from ..compiler.code_files import counts
    from ..generators import book_graph

    before = counts.copy()
    bfs(book_graph(), 0, device="cpu")
    return {name: counts[name] - before[name] for name in counts}


def _installed(package: str) -> str | None:
    """The installed version of a package, or None."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _gpus() -> list[dict[str, str]]:
    """The NVIDIA GPUs that the driver reports; none where there is no driver."""
    command = shutil.which("nvidia-smi")
    if command is None:
        return []
    query = ["--query-gpu=name,driver_version,memory.total", "--format=csv,noheader"]
    try:
        answer = subprocess.run([command, *query], capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return []
    names = ("name", "driver", "memory")
    rows = [line.split(", ") for line in answer.stdout.splitlines() if line.count(", ") == 2]
    return [dict(zip(names, row, strict=True)) for row in rows]


def _cuda_state() -> str:
    """Whether ``device="cuda"`` works here, or what is missing."""
    from ..device import get_device

    try:
        get_device("cuda")
    except (DeviceError, ImportError) as error:
        return str(error)
    return "ready"


def _probe_text(loaded: int, compiled: int) -> str:
    return f"loaded {loaded:,} compiled function{'s' * (loaded != 1)}, compiled {compiled:,}"


def _print_text(record: dict[str, Any]) -> None:
    from rich.filesize import decimal

    cache, memory = record["cache"], record["memory_bytes"]
    gpus = "; ".join("{name}, {memory}, driver {driver}".format(**gpu) for gpu in record["gpus"])
    versions = ", ".join(f"{name} {record[name]}" for name in ("numpy", "scipy", "numba"))
    print_facts(
        [
            ("wavefront", record["wavefront"]),
            ("python", f"{record['python']}, {record['executable']}"),
            ("platform", record["platform"]),
            ("packages", versions),
            ("threads", f"{record['threads']} of {record['cores']} cores"),
            ("memory", "unknown" if memory is None else decimal(memory)),
            ("compiled code", f"{cache['folder']}: {sizes_text(cache)}"),
            (
                "a search",
                _probe_text(**cache["probe"]),
            ),
            ("NVIDIA GPU", gpus or "none found"),
            ("--device cuda", record["cuda"]),
        ]
    )
    stdout().print()
    table = plain_table("extra", "installed")
    table.add_column("adds", style="dim", overflow="fold")
    for name, extra in record["extras"].items():
        table.add_row(name, extra["installed"] or "no", extra["adds"])
    stdout().print(table)
    stdout().print("\nInstall one with: pip install 'wavefront\\[NAME]'")
