"""Wires for nets: valid, apart, and ripped up where one is in another's way."""

import numpy as np
import pytest
from boards import EXAMPLES, boards_with_ends
from graphs import devices
from hypothesis import given

import wavefront as wf

pytestmark = pytest.mark.on_devices
DEVICES = devices()


@EXAMPLES
@given(boards_with_ends(count=12))
def test_nets_are_valid_and_ripping_up_never_fails_more(board_with_ends):
    blocked, ends = board_with_ends
    cells = list(dict.fromkeys(ends))
    nets = list(zip(cells[::2], cells[1::2], strict=False))
    for device in DEVICES.values():
        once = wf.maze.route_nets(blocked, nets, max_ripups=0, device=device)
        routed = wf.maze.route_nets(blocked, nets, max_ripups=30, device=device)
        for found in (once, routed):
            wf.validate_routes(blocked, nets, found.paths, found.lengths)
            assert found.wire_length == sum(len(path) - 1 for path in found.paths if len(path))
            assert found.failed == [net for net, path in enumerate(found.paths) if not len(path)]
        assert once.ripups == 0
        assert len(routed.failed) <= len(once.failed)


def test_a_wire_in_the_way_is_ripped_up(device):
    """The first net takes the near gap, the only one that the second can reach."""
    blocked = np.zeros((3, 7), bool)
    blocked[1] = [True, False, True, True, True, False, True]
    nets = [((0, 2), (2, 2)), ((0, 0), (2, 0))]
    assert wf.maze.route_nets(blocked, nets, max_ripups=0, device=device).failed == [1]
    routed = wf.maze.route_nets(blocked, nets, device=device)
    wf.validate_routes(blocked, nets, routed.paths, routed.lengths)
    assert (routed.lengths, routed.ripups) == ([8, 4], 1)


def test_a_net_without_any_way_fails_alone():
    blocked = np.zeros((6, 6), bool)
    blocked[3, :] = True
    nets = [((0, 0), (5, 5)), ((0, 1), (0, 5)), ((4, 0), (5, 2))]
    routed = wf.maze.route_nets(blocked, nets)
    assert routed.failed == [0]
    assert routed.lengths[0] == -1
    assert routed.ripups == 0


@pytest.mark.parametrize(
    ("nets", "max_ripups", "message"),
    [
        ([((0, 0), (9, 9))], None, r"net 0's goal \(9, 9\) is outside"),
        ([((0, 0), (1, 1)), ((1, 1), (1, 0))], None, r"net 0 and net 1 both have an end in cell \(1, 1\)"),
        ([((0, 0), (1, 1))], -1, "max_ripups"),
        ([((0, 0), (1, 1))], 1.5, "max_ripups"),
    ],
)
def test_bad_nets(nets, max_ripups, message):
    with pytest.raises(wf.InputError, match=message):
        wf.maze.route_nets(np.zeros((2, 2), bool), nets, max_ripups=max_ripups)


def test_no_nets():
    routed = wf.maze.route_nets(np.zeros((2, 2), bool), [])
    assert (routed.paths, routed.failed, routed.wire_length, routed.vias) == ([], [], 0, 0)
