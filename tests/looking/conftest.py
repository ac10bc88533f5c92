"""Pages in a headless Chromium."""

import pytest

import wavefront as wf
from wavefront import generators

METHODS = ["push", "direction_optimized", "privatized", "hierarchical", "single_block"]


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
