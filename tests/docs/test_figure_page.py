"""The guide's figures are up to date, and its pages show all of them."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


def test_figures_are_up_to_date():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DOCS))
        import search_figures
        from advance_figure import FIGURE, figure
        from figure_page import FOLDER, HOME, files
    written = files() | search_figures.files() | {FIGURE: figure()}
    stale = [path.name for path, content in written.items() if path.read_text() != content]
    assert not stale, (
        "run: python docs/figure_page.py; python docs/advance_figure.py; python docs/search_figures.py"
    )
    assert set(FOLDER.glob("*.svg")) == set(written) - {HOME}
    assert "](docs/home.svg)" in (DOCS.parent / "README.md").read_text()
    pages = [path for path in (DOCS / "guide").rglob("*.md") if path.parent.name != "strategies"]
    shown = [
        (page.parent / found).resolve()
        for page in pages
        for found in re.findall(r"!\[[^]]+\]\(([./]*figures/\w+\.svg)\)", page.read_text())
    ]
    assert sorted(shown) == sorted(path.resolve() for path in written if path != HOME)
