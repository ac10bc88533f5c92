"""The guide's page on the account: every column's definition."""

import re
from pathlib import Path

import wavefront as wf
from wavefront import generators

GUIDE = (Path(__file__).parents[2] / "docs/guide/account.md").read_text()


def test_the_guide_defines_every_column():
    rows = wf.account(generators.book_graph(), 0, "single_block").rows
    defined = re.findall(r"^\| `(\w+)` \| \S", GUIDE, re.MULTILINE)
    assert defined == list(rows[0].columns())
