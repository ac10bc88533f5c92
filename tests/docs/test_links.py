"""Links between the repository's pages lead to files and headings that exist."""

import re
from pathlib import Path
from urllib.parse import urldefrag

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def headings(path):
    """The fragments by which a Markdown file's headings are linked to."""
    titles = re.findall(r"^#+ (.*)", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    prose = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    for link in re.findall(r"\]\((?!https?:)([^)\s]*)\)", prose):
        address, fragment = urldefrag(link)
        target = page.parent / address if address else page
        assert target.exists(), link
        assert not fragment or fragment in headings(target), link
