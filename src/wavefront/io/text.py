"""Numbers from text: a compiled parser for plain lines, Python for all others.

One thread per line. The compiled parser accepts only a line that holds exactly the expected numbers. It
leaves any other line (a comment, a number out of range, anything unexpected) to the format's own Python
function, which reads the line or raises the error that names it.

The libraries' text readers were measured (benchmarks/readers.py). They are not used because of their
behavior on bad input: NumPy's clamps integers beyond 64 bits; SciPy's Matrix Market reader skips text after
a number, and crashes the process if the last line has no end.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ..device import Cpu
from ..errors import GraphFileError, InputError
from .decimals import scaled
from .stream import Block, Input

Read = TypeVar("Read")

# A format's function for one line: gives the numbers of an edge, or None for a comment; raises InputError.
ReadLine = Callable[[bytes], tuple[Any, ...] | None]

MAX_DIGITS = 18  # of an integer, or of a decimal number without its point: always fits in int64

COMMA, POINT, MINUS, PLUS = b",.-+"
PARSED, SKIPPED, LONG_WEIGHT, UNCLEAR = range(4)  # what became of a line


class Edges(NamedTuple):
    """Edges in the order of the file; `weights` is None if there are two columns."""

    src: np.ndarray
    dst: np.ndarray
    weights: np.ndarray | None


class Columns(NamedTuple):
    """The form of a line with an edge: ``[tag] source target [weight]``."""

    weighted: bool
    least: int = 0  # smallest vertex id in the file; numbered 0 in the graph
    most: int = 2**63 - 1
    comma: bool = False  # whether commas separate the columns, instead of blanks
    tag: bytes = b""  # one letter, alone, in front


def is_blank(byte):
    """Whether the byte is a space, or a control character from tab to carriage return."""
    return byte == 32 or 9 <= byte <= 13


def is_digit(byte):
    """Whether the byte is one of 0 to 9."""
    return 48 <= byte <= 57


def parse_line(line, starts, text, least, most, comma, tag, ids, weights, status):
    """Read one line: store its ids minus `least` in ids[:, line], a weight in weights[line] unless empty."""
    at, end = starts[line], starts[line + 1]
    while at < end and is_blank(text[at]):
        at += 1
    if at == end:
        status[line] = SKIPPED
        return
    status[line] = UNCLEAR
    if tag:
        if text[at] != tag or not is_blank(text[min(at + 1, end - 1)]):
            return
        at += 1
        while at < end and is_blank(text[at]):
            at += 1
    for column in range(2):
        first, value = at, 0
        while at < end and is_digit(text[at]):
            value = value * 10 + (text[at] - 48)
            at += 1
        if at == first or at - first > MAX_DIGITS or value < least or value > most:
            return
        ids[column, line] = value - least
        stop = at
        while at < end and is_blank(text[at]):
            at += 1
        if column == 0 or weights.size:
            if comma:
                if at == end or text[at] != COMMA:
                    return
                at += 1
                while at < end and is_blank(text[at]):
                    at += 1
            elif at == stop:
                return
    first = at
    while at < end and weights.size and not is_blank(text[at]) and text[at] != COMMA:
        at += 1
    stop = at
    while at < end and is_blank(text[at]):
        at += 1
    if at == end:
        status[line] = parse_weight(text, first, stop, weights, line) if weights.size else PARSED


def parse_weight(text, at, end, weights, line):
    """Store text[at:end] in weights[line] if it is a number of at most MAX_DIGITS digits."""
    if at == end:
        return UNCLEAR
    negative = text[at] == MINUS
    if negative:
        at += 1
    mantissa, digits, scale = 0, 0, 0
    any_digit = after_point = False
    while at < end and digits < MAX_DIGITS:
        if is_digit(text[at]):
            mantissa = mantissa * 10 + (text[at] - 48)
            digits += mantissa > 0
            any_digit = True
            scale -= after_point
        elif text[at] == POINT and not after_point:
            after_point = True
        else:
            break
        at += 1
    if at < end - 1 and (text[at] | 32) == 101:
        at += 1
        falling = text[at] == MINUS
        at += falling or text[at] == PLUS
        power, first = 0, at
        while at < end and at - first < 4 and is_digit(text[at]):
            power = power * 10 + (text[at] - 48)
            at += 1
        if at == first:
            return UNCLEAR
        scale += -power if falling else power
    value = scaled(mantissa, scale)
    if at != end or not any_digit or value != value:
        return LONG_WEIGHT
    weights[line] = -value if negative else value
    return PARSED


def parse_edges(path: Input, block: Block, columns: Columns, read_line: ReadLine) -> Edges:
    """The edges of a block, one per line; `read_line` is called for every line that isn't plain.

    Raises GraphFileError with the number of the first line that `read_line` refuses.
    """
    text = np.frombuffer(block.text, np.uint8)
    starts = line_starts(text)
    count = starts.size - 1
    ids = np.empty((2, count), np.int64)
    weights = np.empty(count if columns.weighted else 0)
    status = np.empty(count, np.uint8)
    tag = ord(columns.tag) if columns.tag else 0
    bounds = columns.least, columns.most
    Cpu().for_each(count, parse_line, starts, text, *bounds, columns.comma, tag, ids, weights, status)
    for line in np.flatnonzero(status == LONG_WEIGHT).tolist():
        content = block.text[starts[line] : starts[line + 1]]
        try:
            weights[line] = number(content.replace(b",", b" ").split()[-1])
            status[line] = PARSED
        except InputError:
            status[line] = UNCLEAR
    for line in np.flatnonzero(status == UNCLEAR).tolist():
        content = block.text[starts[line] : starts[line + 1]]
        row = at_line(path, block.first_line + line, read_line, content)
        status[line] = SKIPPED if row is None else PARSED
        if row is not None:
            ids[:, line] = row[0] - columns.least, row[1] - columns.least
            weights[line : line + 1] = row[2:]
    if status.any():
        ids = ids[:, status == PARSED]
        weights = weights[status == PARSED] if columns.weighted else weights
    return Edges(ids[0], ids[1], weights if columns.weighted else None)


def at_line(path: Input, line: int, read_line: Callable[[bytes], Read], content: bytes) -> Read:
    """``read_line(content)``; its InputError becomes a GraphFileError that names file and line."""
    try:
        return read_line(content)
    except InputError as error:
        raise GraphFileError(path, str(error), line) from error


def joined(parts: list[Edges], columns: Columns) -> Edges:
    """The edges of all blocks; there may be no blocks."""
    none = np.empty(0, np.int64)
    src, dst, weights = zip(*(parts or [Edges(none, none, none)]), strict=True)
    return Edges(
        np.concatenate(src),
        np.concatenate(dst),
        np.concatenate(weights) if columns.weighted else None,
    )


def line_starts(text: np.ndarray) -> np.ndarray:
    """The start of each line of the bytes and, last, their end."""
    starts = np.concatenate([[0], np.flatnonzero(text == 10) + 1])
    return starts if starts[-1] == text.size else np.append(starts, text.size)


def integer(word: bytes, what: str, least: int = -(2**63), most: int = 2**63 - 1) -> int:
    """`word` as a decimal integer. Raises InputError unless it is one from `least` to `most`."""
    if not re.fullmatch(rb"[+-]?[0-9]+", word):
        raise InputError(f"expected an integer {what}, found {shown(word)}")
    if len(word) > 40 or not least <= int(word) <= most:
        raise InputError(f"{what} {shown(word)} is out of range: expected {least} to {most}")
    return int(word)


def number(word: bytes, what: str = "weight") -> float:
    """`word` as a float. Raises InputError if it is no number, or NaN."""
    try:
        value = float("nan") if b"_" in word else float(word)
    except ValueError:
        value = float("nan")
    if value != value:
        raise InputError(f"expected a number as {what}, found {shown(word)}")
    return value


def shown(word: bytes) -> str:
    """A piece of a file, quoted and shortened for an error message."""
    text = word.decode(errors="replace")
    return repr(text if len(text) <= 40 else text[:37] + "...")
