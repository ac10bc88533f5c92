"""Filters of a search that come from files: NumPy's .npy, an array of bool or a bitmap of uint32."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import GraphFileError

if TYPE_CHECKING:
    import numpy as np

VertexFilter = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Visit only vertices that this .npy file keeps: a bool each, by id."),
]
EdgeFilter = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Follow only edges that this .npy file keeps: a bool each, in order."),
]


def read_filters(vertex_filter: Path | None, edge_filter: Path | None) -> dict[str, Any]:
    """The filters that there are, as the arguments of a search.

    Raises GraphFileError for a file that can't be read.
    """
    paths = {"vertex_filter": vertex_filter, "edge_filter": edge_filter}
    return {name: _array(path) for name, path in paths.items() if path is not None}


def _array(path: Path) -> "np.ndarray":
    import numpy as np

    try:
        with path.open("rb") as file:
            array: np.ndarray = np.lib.format.read_array(file, allow_pickle=False)
    except OSError as error:
        raise GraphFileError(path, error.strerror or "can't be read") from None
    except (ValueError, EOFError):
        raise GraphFileError(path, "a filter is an array in NumPy's .npy format, without objects") from None
    return array
