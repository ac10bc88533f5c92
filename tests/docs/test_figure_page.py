"""The guide's figures are up to date, and the page shows all of them."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


def test_figures_are_up_to_date():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DOCS))
        from figure_page import FOLDER, files
    written = files()
    stale = [path.name for path, content in written.items() if path.read_text() != content]
    assert not stale, "run: python docs/figure_page.py"
    assert set(FOLDER.iterdir()) == set(written)
    shown = re.findall(r"!\[[^]]+\]\((figures/\w+\.svg)\)", (DOCS / "guide/figures.md").read_text())
    assert sorted(shown) == sorted(f"figures/{path.name}" for path in written)
