"""What a page in a browser shows, and its state: read for the tests of looking/."""

from urllib.parse import parse_qs

import pytest

# The rows of a table behind a chart.
TABLE = """name => {
  const named = (one) => one.querySelector("summary").textContent === `Table: ${name}`;
  const details = [...document.querySelectorAll(".behind")].find(named);
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  const texts = (row) => [...row.children].map((cell) => cell.textContent);
  return [...details.querySelectorAll("tbody tr")].map(texts);
}"""


def state(tab):
    """The state in the address, once that is written."""
    tab.wait_for_timeout(150)
    return {name: values[0] for name, values in parse_qs(tab.evaluate("location.hash").lstrip("#")).items()}


def at(tab):
    return int(tab.input_value("#scrub"))


def wait_for(tab, condition):
    for _ in range(100):
        if condition():
            return
        tab.wait_for_timeout(30)
    pytest.fail("it never came about")


def text(tab, selector):
    return tab.locator(selector).first.inner_text().replace("\u2212", "-").replace("\u2192", "->")


# Reads the sentence after each of so many steps on.
WALK = """count => Array.from({length: count}, () => {
  document.getElementById("next").click();
  return [".who", ".what", ".where"].map((name) => document.querySelector(name).textContent);
})"""
# The cells of every array, by name and block.
MEMORY = """() => {
  const cells = (strip) => [...strip.querySelectorAll(".cell b")].map((cell) => cell.textContent);
  const row = (strip) => [strip.querySelector(".head").textContent, cells(strip)];
  return Object.fromEntries([...document.querySelectorAll(".strip")].map(row));
}"""


def plain(words):
    return words.replace("\u2212", "-").replace("\u2192", "->")


def written_out(column):
    """A column of the page's data, entry by entry."""
    parts = [[entry["value"]] * entry["times"] if isinstance(entry, dict) else [entry] for entry in column]
    return [value for part in parts for value in part]


def traces(page):
    """Strategy and row for each row of each trace."""
    found = []
    for method in page.data["methods"]:
        columns = {name: written_out(column) for name, column in method["trace"].items()}
        rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        found += [(method["strategy"], row) for row in rows]
    return found
