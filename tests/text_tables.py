"""Reads tables as `wavefront.text_table` writes them, those that stand below one another as one."""

import re


def names(table, count, keys):
    """The columns' names, of a table of `count` lines below the head; the first `keys` columns come again."""
    found = []
    for part in table.split("\n\n"):
        *above, last = part.splitlines()[:-count]
        ends = {word.end(): word[0] for word in re.finditer(r"\S+", last)}
        for line in reversed(above):
            for word in re.finditer(r"\S+", line):
                ends[word.end()] = f"{word[0]}_{ends[word.end()]}"
        found += list(ends.values())[keys if found else 0 :]
    return found


def rows(table, count, keys):
    """The cells of each of the last `count` lines."""
    found = [[] for _ in range(count)]
    for part in table.split("\n\n"):
        for row, line in zip(found, part.splitlines()[-count:], strict=True):
            row += re.split(r" {2,}", line.strip())[keys if row else 0 :]
    return found
