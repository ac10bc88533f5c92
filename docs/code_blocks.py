"""The code blocks of the Markdown pages: what the tests run, and what the site's build counts.

Blocks of Python and of a shell are run. A comment above the fence takes a block out, and says why:

    <!-- not run: needs a GPU -->
"""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
RUN = ("python", "sh", "bash", "console")  # the languages that are run
BLOCK = re.compile(
    r"^(?:<!-- not run: (?P<reason>[^>]+) -->\n)?```(?P<language>\w+)[^\n]*\n(?P<code>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


class Block(NamedTuple):
    """A fenced block: its first line in the page, its language, its code, and why it is not run."""

    line: int
    language: str
    code: str
    reason: str | None


def pages() -> list[Path]:
    """Every page of the repository."""
    return sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def blocks(page: Path) -> list[Block]:
    """The page's fenced blocks, in their order."""
    text = page.read_text()
    return [
        Block(text.count("\n", 0, found.start("code")) + 1, found["language"], found["code"], found["reason"])
        for found in BLOCK.finditer(text)
    ]


def counts() -> tuple[int, int]:
    """How many blocks are run, and how many are only checked for syntax."""
    every = [block for page in pages() for block in blocks(page) if block.language in RUN]
    marked = sum(block.reason is not None for block in every)
    return len(every) - marked, marked
