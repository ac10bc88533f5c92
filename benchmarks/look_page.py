"""How long the page takes in a browser: to open, and to step; and its size.

Run: python benchmarks/look_page.py. Needs chromium on the path, and Playwright from the extra `test`.
"""

import shutil
import statistics
import tempfile
from pathlib import Path

import networkx as nx
from playwright.sync_api import sync_playwright

import wavefront as wf
from wavefront import generators

PAGES = {
    "200 vertices": (lambda: wf.Graph.from_networkx(nx.barabasi_albert_graph(200, 2, seed=1)), "#at=500"),
    "5,000 vertices": (lambda: generators.uniform(5000, 20000, seed=1), ""),
    "a road of 1,500 levels": (lambda: generators.path(1500), ""),
}
STEPS = """() => Array.from({length: 100}, () => {
  const began = performance.now();
  document.getElementById("next").click();
  document.body.getBoundingClientRect();
  return performance.now() - began;
})"""
OPENED = "performance.getEntriesByType('navigation')[0].loadEventEnd"


def main():
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        print(f"{'page':<24}{'kB':>8}{'opens ms':>10}{'step ms':>10}{'worst':>8}")
        for name, (make, fragment) in PAGES.items():
            path = Path(folder, "page.html")
            wf.look(make(), 0).save(path)
            tab = browser.new_page()
            tab.goto(f"{path.as_uri()}{fragment}")
            opened = tab.evaluate(OPENED)
            tab.click("#tab-threads")
            steps = tab.evaluate(STEPS)
            size = path.stat().st_size / 1e3
            print(f"{name:<24}{size:8.0f}{opened:10.0f}{statistics.median(steps):10.1f}{max(steps):8.1f}")
            tab.close()
        browser.close()


if __name__ == "__main__":
    main()
