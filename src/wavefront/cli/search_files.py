"""Levels and predecessors as a file: .npz for NumPy, .csv and .parquet for everything else.

A .npz holds `levels` and `predecessors` by vertex id, -1 where there is none, and `labels` if the graph
has any. The tables have a row a vertex: `vertex` and `predecessor` are labels if the graph has any, `level`
is -1 for what is not reached, and where there is no predecessor that field is empty.
"""

import csv
import io
from importlib.util import find_spec
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ..errors import InputError

if TYPE_CHECKING:
    import numpy as np

    from ..algorithms.bfs import BfsResult

ROWS_AT_ONCE = 1 << 20  # of a .csv: as Python objects, about 200 bytes each


def check_output(path: Path) -> None:
    """Raise InputError if `path` can't be written for a reason that is known before the search."""
    if path.suffix.lower() not in WRITERS:
        raise InputError(f"{path}: unknown suffix {path.suffix!r}; expected {', '.join(WRITERS)}")
    if path.suffix.lower() == ".parquet" and find_spec("pyarrow") is None:
        raise InputError("writing Parquet needs PyArrow: pip install 'wavefront[parquet]'")
    if not path.parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent}")


def write_search(path: Path, result: "BfsResult") -> None:
    """Write levels and predecessors in the format that the suffix says; the file appears when complete."""
    from ..io.output import new_file

    with new_file(path) as file:
        WRITERS[path.suffix.lower()](file, result)


def _write_npz(file: IO[bytes], result: "BfsResult") -> None:
    import numpy as np

    arrays: dict[str, Any] = {"levels": result.levels, "predecessors": result.predecessors}
    if result.graph.labels is not None:
        arrays["labels"] = result.graph.labels
    np.savez(file, **arrays)


def _write_csv(file: IO[bytes], result: "BfsResult") -> None:
    names, parents = _names(result)
    text = io.TextIOWrapper(file, "utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["vertex", "level", "predecessor"])
    for first in range(0, names.size, ROWS_AT_ONCE):
        rows = slice(first, first + ROWS_AT_ONCE)
        columns = names[rows].tolist(), result.levels[rows].tolist(), parents[rows].tolist()
        writer.writerows(
            (name, level, parent if level > 0 else "") for name, level, parent in zip(*columns, strict=True)
        )
    text.detach()


def _write_parquet(file: IO[bytes], result: "BfsResult") -> None:
    import pyarrow
    from pyarrow import parquet

    names, parents = _names(result)
    columns = {
        "vertex": names,
        "level": result.levels,
        "predecessor": pyarrow.array(parents, mask=result.levels <= 0),  # null where there is none
    }
    parquet.write_table(pyarrow.table(columns), file)


def _names(result: "BfsResult") -> "tuple[np.ndarray, np.ndarray]":
    """What the user calls each vertex and its predecessor; the latter means nothing without one."""
    import numpy as np

    labels = result.graph.labels
    names = np.arange(result.graph.num_vertices) if labels is None else labels
    return names, names[result.predecessors]


WRITERS = {".npz": _write_npz, ".csv": _write_csv, ".parquet": _write_parquet}
