"""Pages in a headless Chromium; without one, tests are skipped, unless the environment requires one."""

import os
import shutil
from importlib.util import find_spec

import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators

REQUIRED = os.environ.get("WAVEFRONT_TEST_BROWSER") == "required"
# No service of the browser's own may ask the network.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
METHODS = ["push", "direction_optimized", "privatized", "hierarchical", "single_block"]


def missing():
    """Why there is no browser, or None."""
    if find_spec("playwright") is None:
        return "Playwright is not installed"
    if shutil.which("chromium") is None:
        return "there is no chromium on the path"
    return None


@pytest.fixture(scope="session")
def chromium():
    if SIMULATED:
        pytest.skip("is about a page, not about devices")
    if (reason := missing()) is not None:
        if REQUIRED:
            pytest.fail(f"WAVEFRONT_TEST_BROWSER is required, and {reason}")
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS, timeout=60_000)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def book_page():
    """The page of the book's graph."""
    return wf.look(generators.book_graph(), 0, METHODS, title="The book's graph")


@pytest.fixture
def opened(chromium, tmp_path):
    """Function that opens a page as a file; it must log nothing, and ask nothing of a network."""
    complaints, contexts = [], []

    def open_page(page, fragment="", width=1400, **options):
        path = tmp_path / "page.html"
        page.save(path)
        context = chromium.new_context(viewport={"width": width, "height": 900}, **options)
        contexts.append(context)
        tab = context.new_page()
        tab.set_default_timeout(20_000)
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("dialog", lambda dialog: complaints.append(dialog.message))
        tab.on("request", lambda request: asked(request.url, path, complaints))
        tab.goto(f"{path.as_uri()}{fragment}")
        return tab

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


def asked(url, path, complaints):
    """Note a request for anything but the page itself and what is written within it."""
    if not url.startswith((path.as_uri(), "data:", "about:srcdoc")):
        complaints.append(f"request: {url}")


@pytest.fixture
def shown(opened, book_page):
    """The book's page, open at the beginning of push."""
    return opened(book_page)
