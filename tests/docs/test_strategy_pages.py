"""The guide's pages on strategies: the parts taken from the source are up to date."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import wavefront as wf
from wavefront import generators
from wavefront.strategies import ACCOUNTS

DOCS = Path(__file__).parents[2] / "docs"
FOLDER = DOCS / "guide/strategies"
INDEX = (FOLDER / "README.md").read_text()


@pytest.fixture(scope="module")
def written():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DOCS))
        from strategy_pages import files
    return files()


def test_pages_are_up_to_date(written):
    stale = [path.name for path, content in written.items() if path.read_text() != content]
    assert not stale, "run: python docs/strategy_pages.py"


def test_a_page_for_every_strategy_and_a_figure_where_there_is_an_account(written):
    names = [f"{strategy}{suffix}" for strategy in ACCOUNTS for suffix in (".md", ".svg")]
    assert [path.name for path in written] == names
    pages = {f"{strategy}.md" for strategy in wf.STRATEGIES}
    assert {path.name for path in FOLDER.iterdir()} == {*names, *pages, "README.md"}
    assert re.findall(r"^\| \[(\w+)\]\(\1\.md\) \|", INDEX, re.MULTILINE) == list(wf.STRATEGIES)


@pytest.mark.parametrize("strategy", ACCOUNTS)
def test_figures_have_a_panel_a_level(strategy):
    texts = [
        mark.text
        for mark in ElementTree.parse(FOLDER / f"{strategy}.svg").iter("{http://www.w3.org/2000/svg}text")
    ]
    panels = [text.split(":")[0] for text in texts if text.startswith("Level ")]
    graph = generators.book_graph()
    assert [panel.split(",")[0] for panel in panels] == [f"Level {level}" for level in (1, 2, 3, 4)]
    if strategy != "direction_optimized":  # which is drawn with options, so that both directions show
        rows = wf.account(graph, 0, strategy).rows
        assert [panel.split(", ")[1] for panel in panels] == [row.direction for row in rows]


# Level 2's panel: threads, the vertices or edges they work on, the vertices they label, as in the chapter.
BY_HAND = {
    "push": "0 0 1 1 3 4 2 2 5 6 7 3 3 4 4",
    "pull": "0 0 1 1 2 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 8 8",
    "edge_centric": "0 0→1 1 0→2 2 1→3 3 3 1→4 4 4 2→5 5 5 2→6 6 6 2→7 7 7 3→4",
    "frontier_queue": "0 1 3 4 1 2 5 6 7",
    "sequential": "0 1 2 3 4 5 6 7",
}


@pytest.mark.parametrize(("strategy", "threads"), BY_HAND.items())
def test_figures_by_hand(strategy, threads):
    texts = [
        mark.text
        for mark in ElementTree.parse(FOLDER / f"{strategy}.svg").iter("{http://www.w3.org/2000/svg}text")
    ]
    second = " ".join(texts).partition("Level 2")[2].partition("Level 3")[0]
    assert f" {threads} " in second.partition("labels")[2]


def test_what_auto_takes():
    (said,) = re.findall(r"## What \"auto\" takes\n\n`(\w+)`, on the CPU and on a GPU", INDEX)
    for graph in (generators.complete(40), generators.grid(5, 5)):
        assert wf.bfs(graph, 0).strategy == said


def test_the_indexs_example(capsys):
    (example,) = re.findall(r"```python\n(.*?)```", INDEX, re.DOTALL)
    exec(example, {"wf": wf, "graph": generators.book_graph(), "source": 0})
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(ACCOUNTS)
