"""Decision records have one form, and an index."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs/decisions"
RECORDS = sorted(FOLDER.glob("0*.md"))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_a_record_begins_with_its_number_status_and_date(record):
    number = record.name[:4]
    status, date = r"- Status: (accepted|replaced).*", r"- Date: 20\d\d-[01]\d-[0-3]\d"
    begin = rf"# {number} .+\n\n{status}\n{date}\n\n\*\*Context\.\*\* "
    assert re.match(begin, record.read_text())


def test_numbers_have_no_gap():
    assert [int(record.name[:4]) for record in RECORDS] == list(range(1, len(RECORDS) + 1))


def test_the_index_has_each_record_in_a_line():
    rows = re.findall(
        r"^\| \[(\d{4})\]\((.*?)\) \| \S.* \|$", (FOLDER / "README.md").read_text(), re.MULTILINE
    )
    assert rows == [(record.name[:4], record.name) for record in RECORDS]
