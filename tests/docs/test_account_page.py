"""The guide's page on the account: its tables, and every column's definition."""

import contextlib
import io
import re
from pathlib import Path

import wavefront as wf
from wavefront import generators

GUIDE = (Path(__file__).parents[2] / "docs/guide/account.md").read_text()


def test_the_guides_tables():
    examples = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", GUIDE, re.DOTALL)
    assert len(examples) == 6
    for code, expected in examples:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, {"wf": wf})
        assert printed.getvalue() == expected


def test_the_guide_defines_every_column():
    rows = wf.account(generators.book_graph(), 0, "single_block").rows
    defined = re.findall(r"^\| `(\w+)` \| \S", GUIDE, re.MULTILINE)
    assert defined == list(rows[0].columns())
