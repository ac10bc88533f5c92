import io

import numpy as np
import pytest
import scipy.io
from hypothesis import given
from hypothesis import strategies as st

import wavefront as wf

SAMPLE = """\
%%MatrixMarket matrix coordinate real general
% A 5x5 sparse matrix with 8 nonzeros

5 5 8
1 1  1.0
2 2  10.5
4 2  2.505e2
3 3  1.5e-2
1 4  6.0
4 4  -2.8E+02
% comments are taken anywhere
4 5  33.32

5 5 12"""


def against_scipy(content, graph):
    """SciPy's reader as the oracle; the matrix must not have parallel entries."""
    expected = scipy.io.mmread(io.BytesIO(content), spmatrix=False)
    expected = expected.toarray() if hasattr(expected, "toarray") else expected
    np.testing.assert_array_equal(graph.dense(), expected)


def test_sample(file_of, listed):
    graph = wf.read(file_of("sample.mtx", SAMPLE))
    assert graph.directed
    assert graph.num_vertices == 5
    found = [(0, 0, 1.0), (0, 3, 6.0), (1, 1, 10.5), (2, 2, 0.015), (3, 1, 250.5), (3, 3, -280.0)]
    assert listed(graph) == [*found, (3, 4, 33.32), (4, 4, 12.0)]
    plain = "\n".join(line for line in SAMPLE.split("\n") if not line.startswith("% ")).encode()
    against_scipy(plain + b"\n", graph)


@given(
    field=st.sampled_from(["pattern", "integer", "real"]),
    symmetry=st.sampled_from(["general", "symmetric", "skew-symmetric"]),
    entries=st.dictionaries(st.tuples(*[st.integers(1, 6)] * 2), st.integers(-9, 9), max_size=12),
)
def test_coordinates_agree_with_scipy(field, symmetry, entries, tmp_path_factory):
    if symmetry == "skew-symmetric":
        field = "real" if field == "pattern" else field
        entries = {(i, j): w for (i, j), w in entries.items() if i > j}
    elif symmetry == "symmetric":
        entries = {(i, j): w for (i, j), w in entries.items() if i >= j}
    lines = [f"{i} {j}" if field == "pattern" else f"{i} {j} {w}" for (i, j), w in entries.items()]
    content = f"%%MatrixMarket matrix coordinate {field} {symmetry}\n6 6 {len(lines)}\n"
    content = (content + "".join(line + "\n" for line in lines)).encode()
    path = tmp_path_factory.mktemp("mtx") / "graph.mtx"
    path.write_bytes(content)
    graph = wf.read(path)
    assert graph.weighted == (field != "pattern")
    assert graph.directed == (symmetry != "symmetric")
    against_scipy(content, graph)


@pytest.mark.parametrize(
    ("symmetry", "values"),
    [
        ("general", [1, 0, 3, 4.5, -5, 6, 7, 8, 9]),
        ("symmetric", [1, 2, 0, 4, 5, 6]),
        ("skew-symmetric", [1, 2, 3]),
    ],
)
def test_arrays_agree_with_scipy(symmetry, values, file_of):
    content = f"%%MatrixMarket matrix array real {symmetry}\n%\n3 3\n" + "".join(f"{v}\n" for v in values)
    graph = wf.read(file_of("dense.mtx", content))
    assert graph.directed == (symmetry != "symmetric")
    assert graph.num_edges == np.count_nonzero(graph.dense())
    against_scipy(content.encode(), graph)


def test_capitals_windows_line_ends_and_byte_order_mark(file_of, listed):
    content = b"\xef\xbb\xbf%%MatrixMarket MATRIX Coordinate Pattern GENERAL\r\n2 2 2\r\n1 2\r\n2\t1"
    assert listed(wf.read(file_of("graph.mtx", content))) == [(0, 1, None), (1, 0, None)]


def test_parallel_entries_and_isolated_vertices_stay(file_of, listed):
    content = "%%MatrixMarket matrix coordinate integer symmetric\n9 9 3\n2 1 5\n2 1 6\n3 3 7\n"
    graph = wf.read(file_of("graph.mtx", content))
    assert graph.num_vertices == 9
    assert listed(graph) == [(0, 1, 5), (0, 1, 6), (1, 0, 5), (1, 0, 6), (2, 2, 7)]


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("weights", [None, [0.1, 1 / 3, 5e-324, -7.0]])
def test_scipy_reads_what_is_written(directed, weights, tmp_path):
    graph = wf.Graph.from_edges([0, 1, 2, 3], [1, 2, 3, 3], 5, weights, directed=directed)
    wf.write(graph, tmp_path / "graph.mtx")
    np.testing.assert_array_equal(
        scipy.io.mmread(tmp_path / "graph.mtx", spmatrix=False).toarray(), graph.dense()
    )


PATTERN = "%%MatrixMarket matrix coordinate pattern general\n"
REAL = "%%MatrixMarket matrix coordinate real general\n"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", ": the file is empty"),
        ("3 3 1\n1 2\n", ", line 1: expected '%%MatrixMarket matrix layout field symmetry'"),
        (PATTERN.replace("pattern", "complex"), ", line 1: expected one of pattern, integer, "),
        (PATTERN.replace("general", "hermitian"), ", line 1: expected one of general, symmetric, "),
        (PATTERN.replace("matrix", "vector"), ", line 1: expected one of matrix as object, found 'vector'"),
        (PATTERN.replace("coordinate", "array"), ", line 1: a matrix can't be array, pattern and general"),
        (PATTERN.replace("general", "skew-symmetric"), ", line 1: a matrix can't be "),
        (PATTERN, ", line 1: the file ends before the line with the matrix's size"),
        (PATTERN + "% c\n3 4 1\n1 2\n", ", line 3: an adjacency matrix is square, not 3 x 4"),
        (PATTERN + "3 3\n1 2\n", ", line 2: expected 'rows columns entries', found '3 3'"),
        (PATTERN + "3 3 one\n1 2\n", ", line 2: expected an integer size, found 'one'"),
        (PATTERN + "3 3 -1\n1 2\n", ", line 2: size '-1' is out of range"),
        (PATTERN + "3 3 2\n1 2\n", ": the header says 2 entries, the file has 1"),
        (PATTERN + "3 3 1\n1 2\n2 3\n", ": the header says 1 entries, the file has 2"),
        (PATTERN + "3 3 1\n", ": the header says 1 entries, the file has 0"),
        (PATTERN + "3 3 1\n0 1\n", ", line 3: row '0' is out of range: expected 1 to 3"),
        (PATTERN + "3 3 1\n1 4\n", ", line 3: column '4' is out of range: expected 1 to 3"),
        (PATTERN + "3 3 1\n-1 2\n", ", line 3: row '-1' is out of range"),
        (PATTERN + "3 3 1\n9223372036854775808 2\n", ", line 3: row '9223372036854775808' is out of range"),
        (PATTERN + "3 3 1\n1 x\n", ", line 3: expected an integer column, found 'x'"),
        (PATTERN + "3 3 1\n1 2x\n", ", line 3: expected an integer column, found '2x'"),
        (PATTERN + "3 3 1\n1 2.5\n", ", line 3: expected an integer column, found '2.5'"),
        (PATTERN + "3 3 1\n1 2 3\n", ", line 3: expected 'row column', found '1 2 3'"),
        (PATTERN + "3 3 1\n1,2\n", ", line 3: expected 'row column', found '1,2'"),
        (REAL + "3 3 1\n1 2\n", ", line 3: expected 'row column value', found '1 2'"),
        (REAL + "3 3 1\n1 2 x\n", ", line 3: expected a number as weight, found 'x'"),
        (REAL + "3 3 1\n1 2 3\x00", ", line 3: expected a number as weight, found '3"),
        (REAL + "3 3 1\n1 2.5 3\n", ", line 3: expected an integer column, found '2.5'"),
        (PATTERN + "1000000000000 1000000000000 1\n1 2\n", "vertices needs about"),
        ("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n", "says 4 entries, the file has 3"),
        ("%%MatrixMarket matrix array real general\n1 1\n1\n2\n", "says 1 entries, the file has 2"),
        ("%%MatrixMarket matrix array real general\n1 1\none\n", ", line 3: expected a number"),
    ],
)
def test_bad_files(content, problem, refused):
    assert problem in refused("bad.mtx", content)


@pytest.mark.parametrize(
    ("header", "entry", "message"),
    [
        ("integer general", "1 2 7.5", "entry 1 isn't an integer"),
        ("real skew-symmetric", "2 2 5", "entry 1 is on the diagonal"),
    ],
)
def test_entries_that_the_header_rules_out(header, entry, message, tmp_path):
    path = tmp_path / "graph.mtx"
    path.write_text(f"%%MatrixMarket matrix coordinate {header}\n3 3 1\n{entry}\n")
    with pytest.raises(wf.GraphFileError, match=message):
        wf.read(path)
