"""Random weights, against the published SplitMix64."""

import numpy as np
import pytest

import wavefront as wf


def test_random_weights_depend_on_seed_and_ends_only(file_of, tmp_path):
    rng = np.random.default_rng(1)
    src, dst = rng.integers(0, 300, (2, 5000))
    wf.write(wf.Graph.from_edges(src, dst, 300, rng.random(5000)), tmp_path / "a.mtx")
    wf.write(wf.Graph.from_edges(dst[::-1], src[::-1], 300), tmp_path / "b.mtx")
    a, b = (wf.read(tmp_path / name, random_weights=7) for name in ("a.mtx", "b.mtx"))
    np.testing.assert_array_equal(a.dense(), b.dense().T)
    weights = a.csr.weights
    assert weights.dtype == np.uint8
    assert set(weights) == set(range(1, 256))
    assert abs(weights.mean() - 128) < 5
    assert (wf.read(tmp_path / "a.mtx", random_weights=8).csr.weights != weights).mean() > 0.9
    both = wf.read(tmp_path / "a.mtx", undirected=True, random_weights=7)
    np.testing.assert_array_equal(both.dense(), np.maximum(a.dense(), b.dense()))


def test_random_weights_are_splitmix64(file_of):
    """SplitMix64's published first output for seed 0 is e220a8397b1dcdaf."""

    def mixed(state):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        state = (state ^ (state >> 27)) * 0x94D049BB133111EB % 2**64
        return state ^ (state >> 31)

    assert mixed(0) == 0xE220A8397B1DCDAF
    graph = wf.read(file_of("g.txt", "0 1\n2 1\n"), random_weights=-5)
    expected = [mixed(mixed(mixed(-5 % 2**64) + low) + high) % 255 + 1 for low, high in ((0, 1), (1, 2))]
    assert graph.csr.weights.tolist() == expected


@pytest.mark.parametrize("seed", [True, 1.5, "1"])
def test_a_seed_is_an_integer(seed, file_of):
    with pytest.raises(wf.InputError, match="random_weights is a seed"):
        wf.read(file_of("g.txt", "0 1\n"), random_weights=seed)
