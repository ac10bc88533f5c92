"""The fields of one line of an edge list: how they are separated, quoted and told from comments.

Blanks, tabs or commas separate. Between commas a field in double quotes is taken literally, with ``""`` for
one quote. A line that starts with ``#`` or ``%`` is a comment. After a blank, these marks start a comment
too, unless the fields are names separated by tabs or commas.
"""

import re
from typing import NamedTuple

from ..errors import InputError
from .columns import SOURCE, TARGET, WEIGHT

_COMMENT = re.compile(rb"(?<!\S)[#%].*", re.DOTALL)
_QUOTED_OR_COMMENT = re.compile(rb'("[^"]*+"?)|(?<!\S)[#%].*', re.DOTALL)
_COMMA_FIELD = re.compile(rb'[ \t]*"([^"]*+(?:""[^"]*+)*+)"[ \t]*(?=,|\Z)|([^,]*+)')
_NEEDS_QUOTES = re.compile(r'[,"\r]|^[#%]|\s[#%]|^\s|\s$|^$')
_CANONICAL = re.compile("0|-?[1-9][0-9]{0,18}")  # as Python writes an integer


class Layout(NamedTuple):
    """The layout of all lines, which the first line with data decides."""

    delimiter: bytes | None  # None: blanks
    columns: int = 0
    named: bool = False  # vertices are names, not integers
    chosen: tuple[int, ...] | None = (
        None  # the places of source, target and maybe weight, if not in this order
    )


def first_layout(content: bytes, suffix: str, chosen: tuple[int, ...] | None) -> tuple[Layout, list[bytes]]:
    """The layout that the first line decides, and the fields of that line.

    Raises InputError unless there are two or three fields, or enough for the `chosen` ones.
    """
    least, most = (2, 3) if chosen is None else (max(chosen) + 1, len(content))
    plain = _without_comment(content)
    layout = Layout(_delimiter(plain, suffix), chosen=chosen)
    found = fields(content, layout)
    if not least <= len(found) <= most or not all(looks_integer(found[at]) for at in (chosen or (0, 1))[:2]):
        layout = _named_layout(content, suffix)._replace(chosen=chosen)
        found = fields(content, layout)
    if chosen is None and not least <= len(found) <= most:
        problem = f"expected 'source target [weight]', found {counted(len(found))}"
        raise InputError(problem + "; edge_columns= chooses some" * (len(found) > most))
    if len(found) < least:
        raise InputError(f"expected {counted(least)} or more, found {len(found)}")
    return layout._replace(columns=len(found)), found


def _named_layout(content: bytes, suffix: str) -> Layout:
    whole = content if suffix in (".csv", ".tsv") else _without_comment(content)
    return Layout(_delimiter(whole, suffix), named=True)


def header_names(content: bytes, suffix: str) -> list[str]:
    """The fields of a line that may be a header."""
    return [field.decode(errors="replace") for field in fields(content, _named_layout(content, suffix))]


def known_places(names: list[str]) -> tuple[int, ...] | None:
    """The places of the columns with known names; None unless there are a source and a target."""
    lower = [name.lower() for name in names]
    found = [[at for at, name in enumerate(lower) if name in known][:1] for known in (SOURCE, TARGET, WEIGHT)]
    return tuple(at for match in found for at in match) if found[0] and found[1] else None


def _delimiter(content: bytes, suffix: str) -> bytes | None:
    if suffix == ".tsv" and b"\t" in content:
        return b"\t"
    return b"," if b"," in content else None


def _without_comment(content: bytes) -> bytes:
    return _QUOTED_OR_COMMENT.sub(lambda match: match[1] or b"", content)


def fields(content: bytes, layout: Layout) -> list[bytes]:
    """The fields of a line; none if the line is blank or a comment."""
    if not layout.named:
        content = _without_comment(content)
    elif layout.delimiter is None:
        content = _COMMENT.sub(b"", content)
    content = content.strip(b"\r\n")
    if not content.strip() or content.lstrip()[:1] in (b"#", b"%"):
        return []
    if layout.delimiter is None:
        return content.split()
    if layout.delimiter == b"," and b'"' in content:
        return _comma_separated(content)
    return [field.strip() for field in content.split(layout.delimiter)]


def _comma_separated(content: bytes) -> list[bytes]:
    found, at = [], 0
    while at <= len(content):
        match = _COMMA_FIELD.match(content, at)
        assert match is not None  # because the pattern's second half takes anything
        literal, bare = match.groups()
        if literal is None and bare.lstrip()[:1] == b'"':
            raise InputError("expected a quote that ends at a comma or the end of the line")
        found.append(bare.strip() if literal is None else literal.replace(b'""', b'"'))
        at = match.end() + 1
    return found


def counted(columns: int) -> str:
    """A number of columns in words."""
    return "1 column" if columns == 1 else f"{columns} columns"


def looks_integer(field: bytes) -> bool:
    """Whether the field is read as an integer."""
    return re.fullmatch(rb"[+-]?[0-9]+", field) is not None


def is_canonical(name: str) -> bool:
    """Whether the name is an integer of 64 bits, written as Python would: reading it loses nothing."""
    return _CANONICAL.fullmatch(name) is not None and -(2**63) <= int(name) < 2**63


def name_columns(found: list[bytes]) -> bool:
    """Whether the fields are the names of columns: a header.

    Raises InputError if the columns are in another order.
    """
    header = [field.decode(errors="replace").lower() for field in found]
    if len(header) not in (2, 3):
        return False
    if header[0] in TARGET and header[1] in SOURCE:
        raise InputError("expected the columns source, target and, if there are any, weight, in this order")
    return header[0] in SOURCE and header[1] in TARGET and (header[2:] == [] or header[2] in WEIGHT)


def comment_names_columns(content: bytes) -> bool:
    """Whether a comment is a header, as ``# FromNodeId ToNodeId`` is."""
    words = re.split(rb"[\s,]+", content.strip().lstrip(b"#%").strip(), maxsplit=3)
    return words[0].decode(errors="replace").lower() in SOURCE and name_columns(words)


def comment_words(content: bytes) -> list[str]:
    """The words of a comment that may be a header."""
    words = re.split(rb"[\s,]+", content.strip().lstrip(b"#%").strip())
    return [word.decode(errors="replace") for word in words]


def written(name: str, delimiter: str) -> str | None:
    """A name as a field of a line; None if it can't be read back from one."""
    field = name
    if delimiter == "," and _NEEDS_QUOTES.search(name):
        field = '"' + name.replace('"', '""') + '"'
    layout = Layout(None if delimiter == " " else delimiter.encode(), named=True)
    alone = "\n" not in field and (delimiter != " " or "," not in field)
    return field if alone and fields(field.encode(), layout) == [name.encode()] else None


def read_as_integer(field: str) -> bool:
    """Whether a written field can be taken for an integer in the first line, which decides."""
    return looks_integer(_without_comment(field.encode()).strip())
