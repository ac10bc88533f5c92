"""Damage to the corpus: small changes to the bytes of files that we wrote."""

# ruff: noqa: E501 (lists of words)

import gzip
import io
import random
import zipfile
from pathlib import Path

from wavefront.io.files import _format_of

CORPUS = Path(__file__).parent / "corpus"
MOST_BYTES = 20_000  # of a damaged file
TOKENS = [
    *(b"# % , ; \t \n \r \r\n \0 \x0b \x1b \xff \xef\xbb\xbf \xc3\x28 \xed\xa0\x80 ' \" \"\" \\ < > & ]]> /".split(b" ")),
    *(b"nan inf -inf -0 -0.0 1e999 1e-999 0x10 1_0 00 +1 --1 1. .5 e5 1e 0 -1 1 2 3 100000 1000000000".split()),
    *(b"2147483647 2147483648 4294967296 9223372036854775807 9223372036854775808 99999999999999999999".split()),
    *(b"source target weight from to # FromNodeId Nodes: Edges: c a p sp aux %%MatrixMarket matrix".split()),
    *(b"coordinate array pattern real integer complex general symmetric skew-symmetric hermitian".split()),
    *(b"001 011 111 100 10 <node <edge <graph <data <default <key /> </graph> <port <hyperedge xmlns=\"".split()),
    *(b"&amp; &x; <!-- --> <![CDATA[ <!DOCTYPE encoding=\"utf-16\" n0 n1 true false null [] {} PK PAR1".split()),
    b"<!DOCTYPE g [<!ENTITY x 'y'>]>", b"# source target", b" # ", b"\n\n", b" ", b"",
]  # fmt: skip
INTEGERS = [0, 1, 2, 3, 5, 7, 127, 255, 2**15, 2**16, 2**24, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**40]
INTEGERS += [2**62, 2**63 - 1, 2**63, 2**64 - 1]


def format_of(path):
    """The format of a file of the corpus: FORMAT-anything.suffix, if its name starts with a format's."""
    start = path.name.split("-")[0]
    return start if start in ("galois", "dimacs") else _format_of(path)


def corpus():
    """The files of the corpus by format, those of a folder as (folder, name of the file)."""
    found = {}
    for path in sorted(CORPUS.iterdir()):
        if path.is_dir():
            found.setdefault("npy", []).extend((path, part.name) for part in sorted(path.iterdir()))
        else:
            found.setdefault(format_of(path), []).append((path, None))
    return found


def damaged(content, others, draw):
    """The content after one to five changes; `others` are contents to take pieces from."""
    data = bytearray(content)
    # Of binary files, a header that doesn't fit the size is refused at once.
    changes = SAME_SIZE if b"\0" in content and draw.random() < 0.7 else CHANGES
    for _ in range(draw.choice([1, 1, 1, 2, 2, 3, 5])):
        draw.choice(changes)(data, others, draw)
    return bytes(data[:MOST_BYTES])


def packed(content, draw):
    """The content as a gzip file, now and then damaged."""
    data = bytearray(gzip.compress(content, 1, mtime=0))
    if draw.random() < 0.3:
        draw.choice(CHANGES)(data, [bytes(data)], draw)
    return bytes(data)


def damaged_archive(content, draw):
    """The zip archive with a member damaged, and its checksum right: else all damage ends there."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as new:
        members = {name: old.read(name) for name in old.namelist()}
        chosen = draw.choice(sorted(members))
        members[chosen] = damaged(members[chosen], list(members.values()), draw)
        for name, member in members.items():
            new.writestr(name, member)
    return file.getvalue()


def _place(data, draw):
    # Headers decide most, and are at the start.
    return draw.randrange(min(len(data), 64) if draw.random() < 0.4 else len(data)) if data else 0


def _set(data, others, draw):
    if data:
        data[_place(data, draw)] = draw.randrange(256)


def _flip(data, others, draw):
    if data:
        data[_place(data, draw)] ^= 1 << draw.randrange(8)


def _digit(data, others, draw):
    """A digit by another, which often leaves a graph."""
    digits = [place for place, byte in enumerate(data) if 48 <= byte <= 57]
    if digits:
        data[draw.choice(digits)] = draw.choice(b"0123456789")


def _insert(data, others, draw):
    place = _place(data, draw)
    data[place:place] = draw.choice(TOKENS)


def _replace(data, others, draw):
    """A word by a token."""
    place = _place(data, draw)
    end = place
    while end < len(data) and chr(data[end]).isalnum():
        end += 1
    data[place:end] = draw.choice(TOKENS)


def _cut(data, others, draw):
    place = _place(data, draw)
    del data[place : draw.choice([place + 1, place + draw.randrange(1, 40), len(data)])]


def _double(data, others, draw):
    place = _place(data, draw)
    data[place:place] = bytes(data[place : place + draw.randrange(1, 40)]) * draw.choice([1, 1, 2, 50])


def _splice(data, others, draw):
    other = draw.choice(others)
    start, place = draw.randrange(len(other) + 1), _place(data, draw)
    piece = other[start : start + draw.randrange(1, 60)]
    data[place : place + draw.choice([0, len(piece)])] = piece


def _lines(data, others, draw):
    """A line swapped, taken out or doubled."""
    lines = bytes(data).split(b"\n")
    one, other = draw.randrange(len(lines)), draw.randrange(len(lines))
    lines[one], lines[other] = lines[other], draw.choice([lines[one], lines[other], b""])
    data[:] = b"\n".join(lines)


def _word(data, others, draw):
    """A binary integer of 4 or 8 bytes, or of float64."""
    place, size = _place(data, draw), draw.choice([1, 4, 8])
    data[place : place + size] = (draw.choice(INTEGERS) % 256**size).to_bytes(
        size, draw.choice(["little", "big"])
    )


SAME_SIZE = [_set, _flip, _word]
CHANGES = [
    _set,
    _flip,
    _digit,
    _digit,
    _digit,
    _insert,
    _insert,
    _replace,
    _replace,
    _cut,
    _double,
    _splice,
    _lines,
    _word,
]


def cases(seed, format, files):
    """Endless damaged files of a format: (what to write where: {relative path: content}, path to read)."""
    draw = random.Random(seed)
    others = [(path if part is None else path / part).read_bytes() for path, part in files]
    while True:
        number = draw.randrange(len(files))
        path, part = files[number]
        content = others[number]
        if format == "npz" and draw.random() < 0.7:
            content = damaged_archive(content, draw)
        else:
            content = damaged(content, others, draw)
        if part is not None:
            yield {f"{path.name}/{part}": content}, path.name
        elif draw.random() < 0.1:
            yield {f"{path.name}.gz": packed(content, draw)}, f"{path.name}.gz"
        else:
            yield {path.name: content}, path.name
