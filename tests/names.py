"""The words of the guide's page on names, and the fields of JSON that are none of them."""

import re
from functools import cache
from pathlib import Path

GUIDE = Path(__file__).parents[1] / "docs/guide"
PAGE = (GUIDE / "names.md").read_text()
# Fields whose inner names are data: steps, methods' options, extras, labels, parts of an answer.
OF_DATA = {"milliseconds", "options", "extras", "gallery", "questions", "answer", "parts", "numbers"}
PAGES = ("command-line", "account", "race-laboratory")  # which list the fields of one command
COLUMNS = re.compile(r"(distance|level) from .*")  # a column per source


def words(*headings):
    """The words that the tables below these headings define: what is quoted in their first column."""
    parts = re.split(r"^## (.*)$", PAGE, flags=re.MULTILINE)
    tables = dict(zip(parts[1::2], parts[2::2], strict=True))
    return {
        word
        for heading in headings or tables
        for row in re.findall(r"^\| (`.*?) \|", tables[heading], re.MULTILINE)
        for word in re.findall(r"`(.*?)`", row)
    }


@cache
def fields():
    """The fields of JSON that the guide has."""
    pages = "".join((GUIDE / f"{page}.md").read_text() for page in PAGES)
    return words() | set(re.findall(r"`(\w+)`", pages))


def unknown_fields(record):
    """The fields of a JSON object, and of objects in it, that the guide does not have."""
    if isinstance(record, list):
        return set().union(*map(unknown_fields, record))
    if not isinstance(record, dict):
        return set()
    inner = (value for name, value in record.items() if name not in OF_DATA)
    own = {name for name in record if not COLUMNS.fullmatch(name)} - fields()
    return own.union(*map(unknown_fields, inner))
