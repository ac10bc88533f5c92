"""Boards as pictures, text and arrays: files that real programs write, and files that are refused."""

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import wavefront as wf
from wavefront.maze import board as boards
from wavefront.maze.board import read_board, write_board

GREYS = np.array([[0, 100, 127], [128, 200, 255]], np.uint8)

DARK = [[True, True, True], [False, False, False]]


def png(width, height, depth, color, rows, *extra):
    """A PNG file's bytes, written by the specification: rows are bytes, each with its filter byte."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
    body = [chunk(b"IHDR", header), *(chunk(*one) for one in extra), chunk(b"IDAT", zlib.compress(rows))]
    return b"\x89PNG\r\n\x1a\n" + b"".join(body) + chunk(b"IEND", b"")


def saved(image, path, **options):
    image.save(path, **options)
    return path


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "LA"])
def test_eight_bits(mode, tmp_path):
    path = saved(Image.fromarray(GREYS).convert(mode), tmp_path / "board.png")
    assert read_board(path).tolist() == DARK
    assert read_board(path, 101).tolist() == [[True, True, False], [False] * 3]
    assert read_board(path, 0).tolist() == [[False] * 3] * 2
    assert read_board(path, 256).tolist() == [[True] * 3] * 2


def test_one_bit(tmp_path):
    path = saved(Image.fromarray(GREYS > 120), tmp_path / "board.png")
    assert read_board(path).tolist() == (GREYS <= 120).tolist()


def test_a_palette(tmp_path):
    image = Image.new("P", (3, 1))
    image.putpalette([255, 255, 0, 0, 0, 120, 255, 255, 255])  # yellow, dark blue, white
    image.putdata([0, 1, 2])
    assert read_board(saved(image, tmp_path / "board.png")).tolist() == [[False, True, False]]
    # The same with the dark blue transparent: white paper shows.
    path = saved(image, tmp_path / "transparent.png", transparency=1)
    assert read_board(path).tolist() == [[False, False, False]]


def test_what_is_transparent_is_free(tmp_path):
    pixels = np.zeros((1, 3, 4), np.uint8)  # black ink
    pixels[0, :, 3] = [255, 100, 0]  # solid, thin, none
    path = saved(Image.fromarray(pixels), tmp_path / "board.png")
    assert read_board(path).tolist() == [[True, False, False]]
    assert read_board(path, 200).tolist() == [[True, True, False]]


def test_sixteen_bits_of_grey(tmp_path):
    greys = np.array([[0, 255, 256, 32767, 32896, 65535]], np.uint16)
    path = saved(Image.fromarray(greys), tmp_path / "board.png")
    assert read_board(path).tolist() == [[True, True, True, True, False, False]]


def test_sixteen_bits_with_a_transparent_grey(tmp_path):
    rows = b"\x00" + struct.pack(">3H", 0, 300, 65535)
    path = tmp_path / "board.png"
    path.write_bytes(png(3, 1, 16, 0, rows, (b"tRNS", struct.pack(">H", 300))))
    assert read_board(path).tolist() == [[True, False, False]]


def test_sixteen_bits_of_color_and_alpha(tmp_path):
    pixels = [(0, 0, 0, 65535), (65535, 65535, 65535, 65535), (0, 0, 0, 0)]
    rows = b"\x00" + b"".join(struct.pack(">4H", *pixel) for pixel in pixels)
    path = tmp_path / "board.png"
    path.write_bytes(png(3, 1, 16, 6, rows))
    assert read_board(path).tolist() == [[True, False, False]]


@pytest.mark.parametrize(("width", "height"), [(10_000, 10_000), (8193, 8193), (100_000, 100_000)])
def test_a_huge_picture_is_refused_by_its_header(width, height, tmp_path, monkeypatch):
    path = tmp_path / "bomb.png"
    path.write_bytes(png(width, height, 1, 0, b"\x00" * 100))

    def unpack(*_):
        raise AssertionError("the pixels were unpacked")

    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", unpack)
    with pytest.raises(wf.GraphFileError, match=r"bomb\.png: .*67,108,864"):
        read_board(path)


def test_a_second_header_does_not_get_past_the_limit(tmp_path):
    path = tmp_path / "bomb.png"
    second = struct.pack(">IIBBBBB", 10_000, 10_000, 1, 0, 0, 0, 0)
    path.write_bytes(png(2, 2, 1, 0, b"\x00" * 4, (b"IHDR", second)))
    with pytest.raises(wf.GraphFileError):
        read_board(path)


def test_damaged_pictures(tmp_path):
    good = saved(Image.fromarray(GREYS.repeat(50, 0).repeat(50, 1)), tmp_path / "good.png").read_bytes()
    path = tmp_path / "bad.png"
    for content in (b"", b"not a picture", good[:30], good[:-40], good.replace(b"IDAT", b"IDAX")):
        path.write_bytes(content)
        with pytest.raises(wf.GraphFileError, match=r"bad\.png"):
            read_board(path)


def test_another_kind_of_picture_under_the_name_png(tmp_path):
    path = saved(Image.fromarray(GREYS), tmp_path / "board.png", format="GIF")
    with pytest.raises(wf.GraphFileError, match="not a PNG picture"):
        read_board(path)


@pytest.mark.parametrize("suffix", [".png", ".txt", ".npy"])
def test_round_trip(suffix, tmp_path):
    board = np.random.default_rng(1).random((17, 30)) < 0.4
    write_board(board, tmp_path / f"board{suffix}")
    found = read_board(tmp_path / f"board{suffix}")
    assert found.dtype == bool
    assert np.array_equal(found, board)


@pytest.mark.parametrize("suffix", [".txt", ".npy"])
def test_layers(suffix, tmp_path):
    board = np.random.default_rng(1).random((3, 4, 5)) < 0.4
    write_board(board, tmp_path / f"board{suffix}")
    assert np.array_equal(read_board(tmp_path / f"board{suffix}"), board)


def test_a_picture_holds_no_layers(tmp_path):
    with pytest.raises(wf.InputError, match="one layer"):
        write_board(np.zeros((2, 3, 3), bool), tmp_path / "board.png")
    assert not list(tmp_path.iterdir())


def test_text(tmp_path):
    path = tmp_path / "board.txt"
    path.write_bytes(b"#. \r\n  #\r\n\r\n###\r\n...\r\n")
    assert read_board(path).astype(int).tolist() == [[[1, 0, 0], [0, 0, 1]], [[1, 1, 1], [0, 0, 0]]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("###\n##\n", r"board\.txt, line 2: 2 cells; expected 3"),
        ("###\n#x#\n", "line 2: expected '#', '.' or a space, found 'x'"),
        ("##\n##\n\n##\n", "line 4: a layer of 1 rows; expected 2"),
        ("\n\n", "no row of cells"),
        ("", "empty"),
        ("#é#\n", "expected a board of"),
    ],
)
def test_bad_text(text, message, tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(wf.GraphFileError, match=message):
        read_board(path)


def test_arrays(tmp_path):
    path = tmp_path / "board.npy"
    np.save(path, np.array([[0, 2], [-1, 0]]))
    assert read_board(path).tolist() == [[False, True], [True, False]]
    for array in (np.zeros(3, bool), np.zeros((2, 2)), np.array([["#"]]), np.array([[None]])):
        np.save(path, array)
        with pytest.raises(wf.GraphFileError, match=r"board\.npy"):
            read_board(path)
    path.write_bytes(b"\x93NUMPY")
    with pytest.raises(wf.GraphFileError, match="not a valid"):
        read_board(path)


def test_what_is_no_board(tmp_path, monkeypatch):
    with pytest.raises(wf.InputError, match=r"unknown suffix '.jpg'"):
        read_board(tmp_path / "board.jpg")
    with pytest.raises(wf.InputError, match="threshold"):
        read_board(tmp_path / "board.png", 300)
    with pytest.raises(FileNotFoundError):
        read_board(tmp_path / "board.png")
    with pytest.raises(wf.InputError, match="no folder"):
        write_board(np.zeros((2, 2), bool), tmp_path / "nowhere" / "board.npy")
    monkeypatch.setattr(boards, "find_spec", lambda name: None)
    with pytest.raises(wf.InputError, match=r"wavefront\[png\]"):
        read_board(Path("board.png"))
