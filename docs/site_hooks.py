"""Hooks of MkDocs for this site: see `hooks` in mkdocs.yml.

A folder in the navigation stands for its README.md and the pages that README.md links to, in that order. So a
new page needs a link in its index and nothing else.

Links such as ../../src/wavefront/trace.py work in the repository, but the site has no src/. So each file or
folder outside docs/ that a page links to is shown on a page of its own, below files/. The pages in the
repository's root are part of the site under names of their own.

Where a page has a comment <!-- live method=push&at=40 -->, the site has a frame in which that method's search
of the book's graph is stepped, beginning at that access.
"""

import logging
import re
import sys
from html import escape
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))

from code_blocks import counts

import wavefront as wf

logger = logging.getLogger("mkdocs.hooks")

ROOT = Path(__file__).parents[1]
ROOT_PAGES = {  # on the site -> in the repository
    "index.md": "README.md",
    "contributing.md": "CONTRIBUTING.md",
    "security.md": "SECURITY.md",
    "changelog.md": "CHANGELOG.md",
}
LINK = re.compile(r"(?<=\]\()(?!\w+:)[^)#\s]+")
LIVE = re.compile(r"<!-- live (method=(\w+)\S*) -->")
LIVE_PAGE = "live.html"  # one for all frames
FRAME = """<iframe src="{address}" title="Step through {method}, thread by thread" loading="lazy"
 style="width: 100%; height: 44rem; border: 1px solid var(--md-default-fg-color--lightest)"></iframe>
<p><a href="{address}">Step through <code>{method}</code> on a page of its own</a></p>
"""
SHOWN = "---\nsearch:\n  exclude: true\n---\n\n# {path}\n\n{content}\n"
FENCE = "``````"  # longer than any fence in the files shown


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put a folder's pages into the navigation instead of the folder."""
    for section in config.nav or []:
        if isinstance(section, dict):
            for title, entry in section.items():
                if isinstance(entry, str) and entry.endswith("/"):
                    section[title] = [entry + page for page in pages_of(ROOT / "docs" / entry)]
    return config


def pages_of(folder: Path) -> list[str]:
    """The names of the folder's pages in the order of its README.md, which comes first."""
    links = LINK.findall((folder / "README.md").read_text())
    return ["README.md", *dict.fromkeys(link for link in links if re.fullmatch(r"[\w-]+\.md", link))]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the root's pages, and one for each file or folder outside docs/ that is linked to."""
    for page, path in ROOT_PAGES.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / path)))
    pages = files.documentation_pages()
    linked = {repository_path(page, link) for page in pages for link in LINK.findall(page.content_string)}
    for path in filter(is_outside, sorted(linked)):
        linked |= {f"{path}/{inner}" for inner in files_below(path)}
    for path in filter(is_outside, sorted(linked)):
        files.append(File.generated(config, site_path(path), content=shown(path)))
    if methods := {method for page in pages for _, method in LIVE.findall(page.content_string)}:
        files.append(File.generated(config, LIVE_PAGE, content=live_page(sorted(methods))))
    return files


def live_page(methods: list[str]) -> str:
    """The page on which these methods' searches of the book's graph are stepped."""
    return wf.look(wf.generators.book_graph(), 0, methods, title="The book's graph, thread by thread").html


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point the page's links to the pages of the site, and put its frames in."""

    def on_the_site(match: re.Match[str]) -> str:
        path = repository_path(page.file, match.group())
        if not (ROOT / path).exists():  # MkDocs reports the link
            return match.group()
        return relpath(site_path(path), dirname(page.file.src_uri) or ".")

    def frame(match: re.Match[str]) -> str:
        state, method = match.groups()
        address = files.src_uris[LIVE_PAGE].url_relative_to(page.file)
        return FRAME.format(address=escape(f"{address}#{state}"), method=method)

    return LIVE.sub(frame, LINK.sub(on_the_site, markdown))


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> None:
    """Say how many pages the site has, and how many of their code blocks the tests run."""
    addresses = [page.src_uri for page in files.documentation_pages()]
    of_files = sum(address.startswith("files/") for address in addresses)
    logger.info("Pages: %d, and %d that show a file or folder", len(addresses) - of_files, of_files)
    ran, marked = counts()
    logger.info("Code blocks: %d run in the tests, %d marked as not run", ran, marked)


def repository_path(page: File, link: str) -> str:
    """The path in the repository that a page's link leads to."""
    return normpath(join(dirname(ROOT_PAGES.get(page.src_uri, f"docs/{page.src_uri}")), link))


def is_outside(path: str) -> bool:
    """Whether this is a file or folder of the repository that has no page yet."""
    is_there = not path.startswith("..") and (ROOT / path).exists()
    return is_there and not path.startswith("docs/") and path not in ROOT_PAGES.values()


def site_path(path: str) -> str:
    """The page that shows this file or folder of the repository."""
    for page, source in ROOT_PAGES.items():
        if path == source:
            return page
    return path.removeprefix("docs/") if path.startswith("docs/") else f"files/{path}.md"


def files_below(path: str) -> list[str]:
    """The files of Python and JSON below a folder of the repository; nothing if the path is a file."""
    found = [*(ROOT / path).rglob("*.py"), *(ROOT / path).rglob("*.json")]
    return sorted(file.relative_to(ROOT / path).as_posix() for file in found)


def shown(path: str) -> str:
    """The text of the page that shows a file, or lists those of a folder."""
    if (ROOT / path).is_dir():
        folder = path.rpartition("/")[2]
        content = "\n".join(f"- [{file}]({folder}/{file}.md)" for file in files_below(path))
    else:
        language = Path(path).suffix.removeprefix(".").replace("py", "python")
        content = f"{FENCE}{language}\n{(ROOT / path).read_text()}{FENCE}"
    return SHOWN.format(path=path, content=content)
