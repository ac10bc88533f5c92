"""Tables and paragraphs of 80 letters."""

import text_tables

from wavefront.text_table import column_groups, folded, text_table, width_of


def test_a_wide_table_is_cut_into_tables_that_fit():
    names = ["level", *(f"column_{number}" for number in range(30))]
    rows = [(level, *range(level, level + 30)) for level in range(1000, 1003)]
    table = text_table(names, rows)
    assert max(map(len, table.splitlines())) <= 80
    assert text_tables.names(table, 3, keys=1) == names
    assert text_tables.rows(table, 3, keys=1) == [[f"{value:,}" for value in row] for row in rows]


def test_a_table_that_fits_is_one():
    lines = text_table(["a_b", "c"], [(1, None), (2.5, (3, 4))]).split("\n")
    assert lines == ["    a      ", "    b     c", "    1     -", "2.500  3..4"]
    assert text_table(["a", "b"], []) == "a  b"


def test_wide_letters_take_two_columns_and_accents_none():
    table = text_table(["vertex", "level"], [("\u6771\u4eac", 1), ("Que\u0301bec", 2), ("Oslo", 10)])
    assert table.split("\n") == [
        "vertex  level",
        "  \u6771\u4eac      1",
        "Que\u0301bec      2",
        "  Oslo     10",
    ]


def test_the_first_columns_are_in_every_table():
    assert column_groups([10, 30, 30, 30], keys=1) == [[0, 1, 2], [0, 3]]
    assert column_groups([10, 30, 36], keys=2) == [[0, 1, 2]]  # 80 letters with the gaps
    assert column_groups([10, 30, 37, 5], keys=2) == [[0, 1, 2], [0, 1, 3]]
    assert column_groups([60, 90, 90], keys=1) == [[0, 1], [0, 2]]  # wider than fits, but nothing is lost


def test_long_lines_are_folded_between_words():
    words = "  " + "word " * 40
    lines = folded(f"short  line\n{words}\n{'x' * 90}").split("\n")
    assert lines[0] == "short  line"
    assert lines[-1] == "x" * 90  # a single word may be longer
    assert all(len(line) <= 80 for line in lines[:-1])
    assert lines[1].startswith("  word")
    assert all(line.startswith("    word") for line in lines[2:-1])
    assert " ".join(lines[1:-1]).split() == words.split()


def test_wide_letters_are_folded_by_their_width():
    lines = folded("名前 " * 30).split("\n")
    assert len(lines) == 2
    assert all(width_of(line) <= 80 for line in lines)
    assert " ".join(lines).split() == ["名前"] * 30
