"""Boards of free and blocked cells: as pictures (.png), as text (.txt) and as NumPy arrays (.npy).

- A picture has one pixel per cell; dark is blocked. It may be grey, in color or with a palette, of 1 to 16
  bits; transparent pixels show white paper.
- Text has one line per row: ``#`` is a wall, a space or ``.`` is free. An empty line begins the next layer.
- An array is of booleans or integers, of shape (rows, columns) or (layers, rows, columns); 0 is free.
"""

import warnings
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ..errors import GraphFileError, InputError
from ..io.output import new_file, require_place, write_array
from ..io.stream import parsing, whole

MAX_PIXELS = 1 << 26  # of a picture: 8192 x 8192; reading them takes up to 1.2 GB
THRESHOLD = 128  # grey, from 0 (black) to 255 (white): darker pixels are blocked
WALL, FREE = "#", "."


def read_board(path: Path, threshold: int = THRESHOLD) -> np.ndarray:
    """The board in a file, as a boolean array whose true cells are blocked.

    Parameters
    ----------
    threshold
        For a picture: pixels of a grey below this, from 0 (black) to 255 (white), are blocked.

    Raises
    ------
    GraphFileError
        If the file isn't what its suffix says, or is a picture of over 67 million pixels.
    InputError
        For an unknown suffix, a bad threshold, or a picture where Pillow isn't installed.
    OSError
        If the file can't be opened or read.
    """
    if not 0 <= threshold <= 256:
        raise InputError(f"the threshold is a grey from 0 to 256, not {threshold}")
    suffix = _checked_suffix(path)
    if suffix == ".png":
        return _read_picture(path, threshold)
    return _read_text(path) if suffix == ".txt" else _read_array(path)


def write_board(blocked: np.ndarray, path: Path) -> None:
    """Write a board in the format of the path's suffix; the file appears when it is complete.

    Raises InputError for an unknown suffix, layers in a picture, or a picture where Pillow isn't installed.
    """
    suffix = check_board_output(path)
    if suffix == ".png" and blocked.ndim != 2:
        raise InputError(f"{path}: a picture holds one layer; write layers as .txt or .npy")
    with new_file(path) as file:
        if suffix == ".png":
            from PIL import Image

            Image.fromarray(~blocked).save(file, "PNG")
        elif suffix == ".txt":
            _write_text(blocked, file)
        else:
            write_array(file, blocked)


def check_board_output(path: Path) -> str:
    """The suffix of a board's file. Raises InputError if the file can't be written, as far as known now."""
    suffix = _checked_suffix(path)
    require_place(path)
    return suffix


def _checked_suffix(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix not in (".png", ".txt", ".npy"):
        raise InputError(f"{path}: unknown suffix {path.suffix!r}; a board is a .png, .txt or .npy file")
    if suffix == ".png":
        require_pillow()
    return suffix


def require_pillow() -> None:
    """Raise InputError where Pillow isn't installed."""
    if find_spec("PIL") is None:
        raise InputError("pictures need Pillow: pip install 'wavefront[png]'")


def _read_picture(path: Path, threshold: int) -> np.ndarray:
    from PIL import Image, UnidentifiedImageError

    with path.open("rb") as file, parsing(path, "PNG picture"), warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limit here is lower
        try:
            image = Image.open(file, formats=["PNG"])  # reads the header, unpacks nothing
        except UnidentifiedImageError:
            raise GraphFileError(path, "not a PNG picture") from None
        except Image.DecompressionBombError:
            raise GraphFileError(path, f"over {MAX_PIXELS:,} pixels, the most that are read") from None
        if image.width * image.height > MAX_PIXELS:
            size = f"{image.width:,} x {image.height:,} pixels"
            raise GraphFileError(path, f"{size} are more than the {MAX_PIXELS:,} that are read")
        return _grey_on_paper(image) < threshold


def _grey_on_paper(image: Any) -> np.ndarray:
    """A picture's greys, 0 to 255, with white behind transparent pixels."""
    from PIL import Image

    if image.mode.startswith("I"):  # 16 bits of grey, which Pillow would cut off at 255
        grey = np.asarray(image)
        return np.where(grey == image.info.get("transparency", -1), 255, grey // 257)
    picture = image.convert("RGBA")
    paper = Image.new("RGBA", image.size, "white")
    return np.asarray(Image.alpha_composite(paper, picture).convert("L"))


def _read_text(path: Path) -> np.ndarray:
    try:
        lines = whole(path).decode("ascii").splitlines()
    except UnicodeDecodeError:
        raise GraphFileError(path, f"expected a board of {WALL!r}, {FREE!r} and spaces") from None
    numbered = enumerate(lines, 1)
    layers = [list(rows) for filled, rows in groupby(numbered, lambda row: bool(row[1])) if filled]
    if not layers:
        raise GraphFileError(path, "there is no row of cells")
    first_layer = layers[0]
    for layer in layers:
        for number, row in layer:
            if len(row) != len(first_layer[0][1]):
                problem = f"{len(row)} cells; expected {len(first_layer[0][1])} as in the first row"
                raise GraphFileError(path, problem, number)
            if strange := set(row) - {WALL, FREE, " "}:
                problem = f"expected {WALL!r}, {FREE!r} or a space, found {min(strange)!r}"
                raise GraphFileError(path, problem, number)
        if len(layer) != len(first_layer):
            problem = f"a layer of {len(layer)} rows; expected {len(first_layer)} as in the first"
            raise GraphFileError(path, problem, layer[-1][0])
    board: np.ndarray = np.array([[list(row) for _, row in layer] for layer in layers]) == WALL
    return board if len(layers) > 1 else board[0]


def _write_text(blocked: np.ndarray, file: BinaryIO) -> None:
    layers = np.where(blocked, WALL, FREE).reshape(-1, *blocked.shape[-2:])
    texts = ["".join("".join(row) + "\n" for row in layer) for layer in layers]
    file.write("\n".join(texts).encode())


def _read_array(path: Path) -> np.ndarray:
    array = mapped_array(path)
    if array.ndim not in (2, 3) or array.dtype.kind not in "biu":
        raise GraphFileError(path, "expected an array of booleans or integers of 2 or 3 dimensions")
    return np.asarray(array != 0)


def mapped_array(path: Path) -> np.ndarray:
    """The array in a .npy file, mapped into memory, so that a header can't claim more than the file holds.

    Raises GraphFileError for a file that is none, or an array of Python objects.
    """
    with path.open("rb") as file, parsing(path, ".npy array"):
        if file.read(len(np.lib.format.MAGIC_PREFIX)) != np.lib.format.MAGIC_PREFIX:
            raise GraphFileError(path, "not a valid .npy array: it starts otherwise")
        array: np.ndarray = np.load(path, allow_pickle=False, mmap_mode="r")
        return array
