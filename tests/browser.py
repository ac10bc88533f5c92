"""A headless Chromium; without one, tests are skipped, unless the environment requires one."""

import os
import shutil
from importlib.util import find_spec

import pytest
from graphs import SIMULATED

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
