"""What the page says: counts equal the JSON of account and trace, hostile names are texts."""

import csv
import io
import itertools
import json

import pytest
from page_reading import TABLE, traces

import wavefront as wf
from wavefront import generators

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]><img src=x onerror=alert(2)>",
    "\u2028'\"`${alert(3)}\\",
    "&lt;b&gt;",
    "{{script}}",
]
COUNTS = "#view=counts"


def as_shown(value):
    """A figure of the JSON as the page's tables have it."""
    if value is None:
        return "\u2013"
    if isinstance(value, list):
        return "\u2026".join(map(as_shown, value))
    if isinstance(value, int):
        return f"{value:,}".replace("-", "\u2212")
    return value if isinstance(value, str) else float(value)


def alike(cell, value):
    if isinstance(value, list):
        return all(map(alike, cell.split("\u2026"), value))
    expected = as_shown(value)
    return (
        float(cell) == pytest.approx(expected, rel=0.005) if isinstance(expected, float) else cell == expected
    )


def test_tables_are_the_accounts_and_the_traces(opened, book_page):
    tab = opened(book_page, COUNTS)
    accounts = {
        method["strategy"]: json.loads(wf.account(generators.book_graph(), 0, method["strategy"]).to_json())
        for method in book_page.data["methods"]
    }
    rows = tab.evaluate(TABLE, "account")
    expected = [(name, row) for name, levels in accounts.items() for row in levels]
    assert len(rows) == len(expected)
    columns = list(next(iter(accounts.values()))[0])
    for cells, (name, row) in zip(rows, expected, strict=True):
        assert cells[0] == name
        assert all(alike(cell, row.get(column)) for cell, column in zip(cells[1:], columns, strict=False))
    traced = traces(book_page)
    rows = tab.evaluate(TABLE, "trace")
    names = ("level", "direction", "milliseconds", "launches")
    for cells, (name, row) in zip(rows, traced, strict=True):
        assert cells[0] == name
        assert all(alike(cell, row[column]) for cell, column in zip(cells[1:], names, strict=True))
    rows = tab.evaluate(TABLE, "degrees")
    degrees = generators.book_graph().out_degrees.tolist()
    assert {int(degree): int(count) for degree, count in rows} == {
        degree: degrees.count(degree) for degree in range(max(degrees) + 1)
    }


BENCHED = {
    "graph": {"name": "</script>kronecker 8"},
    "device": "cpu",
    "sources": [68, "<b>"],
    "traversed_edges": [4096, 12],
    "runs": [
        {"prepared": False, "strategy": "fused", "milliseconds": [0.5, 0.25]},
        {"prepared": True, "strategy": "fused", "milliseconds": [0.125, 1.0]},
    ],
    "milliseconds": {"generate": 70.0, "build": 10.0, "search": 20.0, "compile": 5.0},
}


def test_the_timeline_of_a_benchmark(opened):
    page = wf.look(generators.small_book_graph(), 0, ["push"], benched=[BENCHED])
    tab = opened(page, COUNTS)
    name = BENCHED["graph"]["name"]
    assert tab.evaluate(TABLE, f"searches of {name}") == [
        ["fused", "68", "0.500", "4,096"],
        ["fused", "<b>", "0.250", "12"],
        ["fused, prepared graph", "68", "0.125", "4,096"],
        ["fused, prepared graph", "<b>", "1", "12"],
    ]
    assert [row[0] for row in tab.evaluate(TABLE, f"steps of {name}")] == list(BENCHED["milliseconds"])
    bars = tab.locator(".steps .bar").evaluate_all(
        "bars => bars.map((bar) => [bar.x.baseVal.value, bar.width.baseVal.value])"
    )
    widths = [width for _, width in bars]
    assert [width / sum(widths) for width in widths] == pytest.approx([0.7, 0.1, 0.2])
    for (start, width), (following, _) in itertools.pairwise(bars):
        assert start + width == pytest.approx(following)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        BENCHED | {"milliseconds": [1.0]},
        BENCHED | {"milliseconds": {"search": float("nan")}},
        BENCHED | {"sources": [1]},
        BENCHED | {"traversed_edges": ["many"]},
    ],
)
def test_what_is_no_benchmark(wrong):
    with pytest.raises(wf.InputError, match="not what wavefront bench"):
        wf.look(generators.small_book_graph(), 0, ["push"], benched=[wrong])


def test_memory_is_that_of_the_arrays(opened, book_page):
    graph = generators.book_graph()
    found = wf.bfs(graph, 0)
    arrays = {"search": {"levels": found.levels, "predecessors": found.predecessors}} | {
        name: getattr(graph, name)._asdict() for name in ("csr", "csc", "coo", "ell", "jds")
    }
    rows = opened(book_page, COUNTS).evaluate(TABLE, "memory")
    told = {(part, array): int(size.replace(",", "")) for part, array, size in rows}
    assert told.pop(("search", "frontiers")) == 2 * found.levels.nbytes
    assert told == {
        (part, name): array.nbytes
        for part, held in arrays.items()
        for name, array in held.items()
        if array is not None
    }


def test_bars_say_their_figures(opened, book_page):
    tab = opened(book_page, COUNTS)
    for column in ("edges_inspected", "global_atomics"):
        tab.select_option("#counts section:nth-child(2) select", column)
        charts = tab.locator("#counts section:nth-child(2) figure")
        for number, method in enumerate(book_page.data["methods"]):
            titles = charts.nth(number).locator("title").all_text_contents()
            rows = json.loads(wf.account(generators.book_graph(), 0, method["strategy"]).to_json())
            expected = [f"{row['level']}: {as_shown(row[column])}, {row['direction']}" for row in rows]
            assert titles == expected


def test_a_bar_leads_to_its_levels_threads(opened, book_page):
    tab = opened(book_page, COUNTS)
    bar = tab.locator("#counts section:nth-child(2) figure").nth(3).locator(".pick").nth(1)
    bar.focus()
    tab.keyboard.press("Enter")
    assert tab.input_value(".pane select >> nth=0") == "hierarchical"
    assert tab.locator(".where").inner_text().startswith("Level 2 ")
    assert tab.get_attribute("#tab-threads", "aria-selected") == "true"


def test_tabs_by_mouse_and_keyboard(shown):
    shown.click("#tab-counts")
    assert shown.locator("#counts").is_visible()
    assert not shown.locator("#threads").is_visible()
    shown.keyboard.press("ArrowLeft")
    assert shown.locator("#threads").is_visible()


def test_copying_a_table(opened, book_page):
    tab = opened(book_page, COUNTS)
    tab.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }")
    tab.locator(".behind summary", has_text="trace").click()
    tab.locator(".behind[open] button").click()
    rows = list(csv.DictReader(io.StringIO(tab.evaluate("window.copied"))))
    traced = traces(book_page)
    assert [(row["strategy"], int(row["level"]), float(row["milliseconds"])) for row in rows] == [
        (name, row["level"], row["milliseconds"]) for name, row in traced
    ]


def test_copying_where_the_browser_refuses(opened, book_page):
    tab = opened(book_page, COUNTS)
    tab.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    tab.locator(".behind summary", has_text="degrees").click()
    tab.locator(".behind[open] button").click()
    assert tab.input_value(".behind textarea").startswith("out-degree,vertices\n")


def test_hostile_names_are_texts(opened):
    graph = wf.Graph.from_edges([0, 1, 2, 3, 4], [1, 2, 3, 4, 5], labels=HOSTILE)
    page = wf.look(graph, 0, ["push"], title=HOSTILE[0])
    tab = opened(page)
    assert tab.title() == HOSTILE[0]
    assert tab.locator("h1").text_content() == HOSTILE[0]
    assert tab.locator(".vertex .name").all_text_contents() == HOSTILE
    assert HOSTILE[0] in tab.locator("#facts").text_content()
    tab.click("#finish")
    tab.locator(".vertex").nth(1).focus()
    tab.keyboard.press("Enter")
    assert HOSTILE[1] in tab.locator(".told").text_content()


def test_a_heat_map_of_comparisons(opened, book_page):
    graph = generators.book_graph()
    found = wf.compare(graph, [0], device="cpu", rounds=1)
    tab = opened(wf.look(graph, 0, ["push"], compared={"book": found}), COUNTS)
    cells = tab.locator(".heat-map tbody tr")
    assert cells.count() == len(found.rows)
    for number, row in enumerate(found.rows):
        words = cells.nth(number).inner_text()
        assert words.startswith(row.method)
        assert ("best" in words) == (row.ratio == 1)
    rows = tab.evaluate(TABLE, "comparison")
    assert [cells[0] for cells in rows] == [row.method for row in found.rows]
    assert all(alike(cells[2], row.milliseconds) for cells, row in zip(rows, found.rows, strict=True))


def test_a_large_graph_has_charts_and_the_gallery(opened):
    graph = generators.uniform(5000, 20000, seed=1)
    tab = opened(wf.look(graph, 0, ["push"]))
    assert tab.locator("#counts").is_visible()
    assert "up to 300 vertices" in tab.locator("#facts").inner_text()
    tab.click("#tab-threads")
    assert tab.locator(".pane optgroup").count() == 1
    assert tab.locator("#story").is_visible()


def test_narrow_and_dark(opened, book_page):
    tab = opened(book_page, width=390, color_scheme="dark", reduced_motion="reduce")
    for fragment in ("#method=hierarchical&at=60", COUNTS):
        tab.evaluate(f"location.hash = '{fragment}'")
        assert tab.evaluate("document.documentElement.scrollWidth") == 390
    color = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert sum(map(int, color.removeprefix("rgb(").rstrip(")").split(","))) < 150


def test_everything_has_a_name_and_is_reached_by_keyboard(shown):
    unnamed = shown.evaluate(
        """() => [...document.querySelectorAll("button, select, input, [tabindex='0']")]
          .filter((one) => !(one.ariaLabel || one.textContent.trim() || one.closest("label")))
          .map((one) => one.outerHTML)"""
    )
    assert unnamed == []
    wanted = set(
        shown.evaluate("[...document.querySelectorAll('.transport button, input')].map((one) => one.id)")
    )
    reached, kinds = set(), set()
    for _ in range(60):
        shown.keyboard.press("Tab")
        reached.add(shown.evaluate("document.activeElement.id"))
        kinds.add(shown.evaluate("document.activeElement.classList[0] || document.activeElement.localName"))
    assert wanted <= reached
    assert {"vertex", "lane", "select", "code", "summary"} <= kinds


def test_a_notebooks_frame(chromium, opened, book_page, tmp_path):
    complaints = []
    tab = chromium.new_page()
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    path = tmp_path / "notebook.html"
    path.write_text(f"<!DOCTYPE html><title>Notebook</title>{book_page._repr_html_()}", encoding="utf-8")
    tab.goto(path.as_uri())
    frame = tab.frame_locator("iframe")
    frame.locator("#next").click()
    assert frame.locator(".what").inner_text().startswith("reads levels[0]")
    tab.wait_for_timeout(200)
    tab.close()
    assert complaints == []
