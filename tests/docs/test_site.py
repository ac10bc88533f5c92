"""mkdocs.yml has every page, and on the built site every link leads somewhere."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

yaml = pytest.importorskip("yaml", reason="needs PyYAML")

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FROM_THE_ROOT = {"index.md", "contributing.md", "security.md", "changelog.md"}


def entries(nav):
    for entry in nav:
        if isinstance(entry, str):
            yield entry
        else:
            for inner in entry.values():
                yield from entries(inner if isinstance(inner, list) else [inner])


def test_the_navigation_has_every_page_once():
    settings = yaml.safe_load((ROOT / "mkdocs.yml").read_text())
    pages = []
    for entry in entries(settings["nav"]):
        if entry.endswith("/"):  # stands for its README.md and the pages that README.md links to
            index = (DOCS / entry / "README.md").read_text()
            linked = set(re.findall(r"\]\(([\w-]+\.md)\)", index))
            pages += [f"{entry}{page}" for page in {"README.md", *linked}]
        else:
            pages.append(entry)
    written = {path.relative_to(DOCS).as_posix() for path in DOCS.glob("**/*.md")}
    assert sorted(pages) == sorted(written | FROM_THE_ROOT)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of the site, and what its build printed."""
    if any(importlib.util.find_spec(name) is None for name in ("material", "mkdocstrings")):
        pytest.skip("needs mkdocs-material and mkdocstrings, which `make docs` installs")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder, done.stderr


@pytest.fixture(scope="module")
def site(built):
    return built[0]


def test_the_build_says_how_many_pages_and_blocks_there_are(built):
    folder, printed = built
    written = [path.relative_to(folder).as_posix() for path in folder.glob("**/*.html")]
    pages = [path for path in written if path not in ("404.html", "live.html")]
    of_files = [path for path in pages if path.startswith("files/")]
    assert f"Pages: {len(pages) - len(of_files)}, and {len(of_files)} that show" in printed
    assert re.search(r"Code blocks: \d{3} run in the tests, \d+ marked as not run", printed)


def test_links_on_the_site_lead_somewhere(site):
    pages = {path: path.read_text() for path in site.glob("**/*.html") if path.name != "404.html"}
    lost = []
    for path, html in pages.items():
        for link in re.findall(r'(?:href|src)="(?!\w+:)([^"]*)"', html):
            address, fragment = urldefrag(unquote(link))
            target = (path.parent / address).resolve() if address else path
            target = target / "index.html" if target.is_dir() else target
            is_state = target == site / "live.html"  # its fragment says where to begin
            if not target.is_file() or (
                fragment and not is_state and f'id="{fragment}"' not in pages[target]
            ):
                lost.append(f"{path.relative_to(site)}: {link}")
    assert len(pages) > 40
    assert not lost


def test_the_site_shows_the_files_that_pages_link_to(site):
    page = (site / "guide/strategies/pull/index.html").read_text()
    (link,) = re.findall(r'href="([^"]*/pull\.py/)"', page)
    shown = (site / "guide/strategies/pull" / link).resolve() / "index.html"
    assert "def" in shown.read_text()
    assert "initial_labels" in shown.read_text()


def test_the_site_asks_for_nothing_elsewhere(site):
    for path in site.glob("**/*.html"):
        elements = re.findall(r"<(?:script|link|img)\b[^>]*>", path.read_text())
        assert not [element for element in elements if re.search(r'(?:src|href)="https?:', element)], path


def test_the_chapter_has_live_pages(site):
    page = (site / "tutorials/chapter/index.html").read_text()
    frames = re.findall(r'<iframe src="([^"#]+)#method=(\w+)[^"]*" title="([^"]+)" loading="lazy"', page)
    assert [method for _, method, _ in frames] == ["push", "pull", "privatized", "single_block"]
    for address, method, title in frames:
        live = (site / "tutorials/chapter" / address).resolve().read_text()
        (data,) = re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', live, re.DOTALL)
        stepped = {run["strategy"] for run in json.loads(data)["runs"] if "exhibit" not in run}
        assert method in stepped
        assert method in title
        assert f'<a href="{address}#method={method}' in page


def test_live_pages_step_in_their_frames(site, chromium):
    tab = chromium.new_page(viewport={"width": 1300, "height": 900})
    complaints = []
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.goto((site / "tutorials/chapter/index.html").as_uri())
    for frame in tab.locator("iframe").all():
        frame.scroll_into_view_if_needed()
        inside = frame.content_frame
        before = inside.locator("#now").inner_text()
        inside.locator("#next").click()
        inside.locator("#next").click()
        assert inside.locator("#now").inner_text() != before
    tab.close()
    assert not complaints
