"""Files read in parts, against the graph that one process reads."""

import numpy as np
import pytest
from graphs import GRAPHS, SIMULATED

import wavefront as wf
from wavefront import distributed
from wavefront.graph.random_weights import with_random_weights

pytestmark = [
    pytest.mark.skipif(SIMULATED, reason="is about files, not about devices"),
    pytest.mark.filterwarnings("ignore:.*hold no labels"),
]


def check(path, size, **options):
    whole = wf.read(path, **options)

    def program(ranks):
        part = distributed.read(path, communicator=ranks, **options)
        assert (part.num_edges, part.directed) == (whole.num_edges, whole.directed)
        if whole.labels is None:
            assert part.labels is None
        else:
            np.testing.assert_array_equal(part.labels, whole.labels)
        return distributed.sssp(part, 0).gather()

    distances, predecessors = distributed.together(size, program)[-1]
    expected = wf.sssp(whole, 0)
    np.testing.assert_array_equal(distances, expected.distances)
    np.testing.assert_array_equal(predecessors, expected.predecessors)


@pytest.mark.parametrize("suffix", [".txt", ".csv", ".txt.gz", ".parquet", ".npz", ".npy", ".mtx"])
@pytest.mark.parametrize("weighted", [False, True])
def test_formats(tmp_path, suffix, weighted):
    graph = GRAPHS["multigraph"]()
    wf.write(with_random_weights(graph, seed=1) if weighted else graph, tmp_path / f"graph{suffix}")
    check(tmp_path / f"graph{suffix}", 3)


@pytest.mark.parametrize("size", [1, 2, 7])
@pytest.mark.parametrize(
    "text",
    [
        "0 1\n1 2\n",
        "0 1\n1 2",  # without an end of the last line
        "# a comment\n\n-5 7\n7 100\n100 -5\n",
        "source,target,weight\n3,4,0.5\n4,5,2\n",
        "a b\nb c\n",
        "0 1\n1 1000000000000\n",
    ],
)
def test_edge_lists(tmp_path, text, size):
    path = tmp_path / "graph.txt"
    path.write_text(text)
    check(path, size)


def test_undirected(tmp_path):
    path = tmp_path / "graph.txt"
    path.write_text("0 1\n1 0\n1 2\n2 2\n")
    check(path, 2, undirected=True)


def test_a_file_of_many_row_groups(tmp_path):
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    src, dst, _ = GRAPHS["kronecker"]().coo
    parquet.write_table(arrow.table({"src": src, "dst": dst}), tmp_path / "g.parquet", row_group_size=100)
    check(tmp_path / "g.parquet", 3)


@pytest.mark.parametrize("size", [1, 3])
def test_a_part_that_cannot_be_read_is_an_error_of_all_ranks(tmp_path, size):
    path = tmp_path / "graph.txt"
    path.write_text("0 1\n" * 50 + "1 x\n" + "2 3\n" * 10)
    errors = []

    def program(ranks):
        try:
            distributed.read(path, communicator=ranks)
        except wf.InputError as error:
            errors.append(str(error))

    distributed.together(size, program)
    assert len(errors) == size
    assert all("graph.txt, line 51: expected an integer vertex id, found 'x'" in error for error in errors)


def test_a_file_that_is_not_there():
    with pytest.raises(FileNotFoundError):
        distributed.read("nowhere.txt")
