"""Each rule of the validator catches a wire that breaks it, and names the net."""

import numpy as np
import pytest

import wavefront as wf

BOARD = np.array([[False, False, False], [False, True, False], [False, False, False]])

NETS = [((0, 0), (0, 2)), ((2, 0), (2, 2))]

RIGHT = [np.array([[0, 0], [0, 1], [0, 2]]), np.array([[2, 0], [2, 1], [2, 2]])]


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ([[0, 1], [0, 2]], r"rule ends.*net 0"),
        ([[0, 0], [0, 1]], r"rule ends.*net 0"),
        ([[0, 0, 0], [0, 0, 2]], r"rule ends.*net 0"),
        ([[0, 0], [0, 2]], r"rule steps.*net 0 jumps from \[0, 0\] to \[0, 2\]"),
        ([[0, 0], [1, 1], [0, 2]], "rule steps"),
        ([[0, 0], [0, 1], [1, 1], [1, 2], [0, 2]], r"rule walls.*\[1, 1\]"),
        ([[0, 0], [-1, 0], [-1, 1], [-1, 2], [0, 2]], r"rule walls.*leaves the board at \[-1, 0\]"),
        ([[0, 0], [0, 1], [0, 0], [0, 1], [0, 2]], "rule apart.*net 0 crosses itself"),
        (
            [[0, 0], [1, 0], [2, 0], [2, 1], [2, 2], [1, 2], [0, 2]],
            r"rule apart.*nets 1 and 0 share cell \(2, 0\)",
        ),
    ],
)
def test_the_validator_refuses(first, message):
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_routes(BOARD, NETS, [np.array(first), RIGHT[1]])


def test_the_validator_counts():
    wf.validate_routes(BOARD, NETS, RIGHT, [2, 2])
    wf.validate_routes(BOARD, NETS, [RIGHT[0][:0], RIGHT[1]], [-1, 2])
    with pytest.raises(wf.ValidationError, match=r"rule length.*net 1 has 3 cells, but its length is 3"):
        wf.validate_routes(BOARD, NETS, RIGHT, [2, 3])
    cost = np.array([[1, 2, 3], [0, 0, 0], [1, 2, 3.5]])
    wf.validate_routes(BOARD, NETS, RIGHT, cost=cost, totals=[5, 5.5])
    wf.validate_routes(BOARD, NETS, [RIGHT[0], RIGHT[1][:0]], cost=cost, totals=[5, np.inf])
    wf.validate_routes(BOARD, NETS, RIGHT, totals=[2, 2])
    with pytest.raises(wf.ValidationError, match=r"rule cost.*net 1 costs 5.5, not 5"):
        wf.validate_routes(BOARD, NETS, RIGHT, cost=cost, totals=[5, 5])
    layers, up = np.zeros((2, 1, 1), bool), [((0, 0, 0), (1, 0, 0))]
    wf.validate_routes(layers, up, [np.array(up[0])], via_cost=2.5, totals=[3.5])
    with pytest.raises(wf.ValidationError, match="1 wires for 2 nets"):
        wf.validate_routes(BOARD, NETS, RIGHT[:1])
