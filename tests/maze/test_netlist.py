"""Lists of nets."""

import pytest

import wavefront as wf
from wavefront.maze.netlist import read_nets

NETS = "net,from_row,from_col,to_row,to_col\n"


def test_nets(tmp_path):
    path = tmp_path / "nets.csv"
    path.write_text(NETS + "clock,0,1,2,3\n\nreset, 4,5,6,7\n")
    assert read_nets(path, 2) == {"clock": ((0, 1), (2, 3)), "reset": ((4, 5), (6, 7))}
    path.write_text(
        "to_layer,to_row,to_col,net,from_layer,from_row,from_col,note\n1,2,3,a,0,5,6,hm\n", "utf-8-sig"
    )
    assert read_nets(path, 3) == {"a": ((0, 5, 6), (1, 2, 3))}


@pytest.mark.parametrize(
    ("text", "dimensions", "message"),
    [
        ("net,from_row\n", 2, r"nets\.csv, line 1: expected the columns .*; from_col is missing"),
        (NETS, 3, "from_layer is missing"),
        (NETS + "a,0,1,2,3\na,4,5,6,7\n", 2, "line 3: expected a new net's name, found 'a'"),
        (NETS + ",0,1,2,3\n", 2, "line 2: expected a new net's name"),
        (NETS + "a,0,1,2,3,4\n", 2, "line 2: expected 5 values, found more"),
        ("net,from_row," + NETS[4:], 2, "line 1: expected the columns .*; from_row is repeated"),
        (NETS + "a,0,1,2,-3\n", 2, "line 2: expected a whole number from 0 up as to_col, found '-3'"),
        (NETS + "a,0,1,2\n", 2, "as to_col, found ''"),
        (NETS + '"a,0,1,2,3\n', 2, "not valid CSV"),
    ],
)
def test_bad_nets(text, dimensions, message, tmp_path):
    path = tmp_path / "nets.csv"
    path.write_text(text)
    with pytest.raises(wf.GraphFileError, match=message):
        read_nets(path, dimensions)
