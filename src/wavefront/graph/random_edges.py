"""The ends of random edges: the draw at a place of a stream, the same in any thread and on any rank."""

import numpy as np

from ..errors import checked_integer

# Cumulative probabilities of a Kronecker edge's quadrant (Graph500's A, B, C), scaled to 2**64.
_A = np.uint64(0.57 * 2**64)
_AB = np.uint64(0.76 * 2**64)
_ABC = np.uint64(0.95 * 2**64)

# SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): the step from state to state, and the mixer's constants.
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_FRACTION = 2.0**-53  # scales 53 random bits to a number from 0 to 1
_DRAWS_PER_EDGE = np.uint64(64)  # more than the scale can be


def seeded(seed: int) -> np.random.Generator:
    """The generator of a seed. Raises InputError for a seed that is no integer from 0 on."""
    return np.random.default_rng(checked_integer("seed", seed, least=0, most=None))


def kronecker_ends(edge, scale, key):
    """Row and column of an edge, before vertices are renumbered."""
    place = np.uint64(edge) * _DRAWS_PER_EDGE
    row = column = 0
    for bit in range(scale):
        draw = random_bits(key, place + np.uint64(bit))
        lower = draw >= _AB
        right = draw >= _ABC if lower else draw >= _A
        row = 2 * row + lower
        column = 2 * column + right
    return row, column


def random_bits(key, place):
    """64 random bits: the draw at this place of the key's SplitMix64 stream, the same in any thread."""
    draw = key[0] + place * _STEP
    draw = (draw ^ (draw >> np.uint64(30))) * _MIX_1
    draw = (draw ^ (draw >> np.uint64(27))) * _MIX_2
    return draw ^ (draw >> np.uint64(31))


def uniform_end(end, num_vertices, key):
    """The vertex at this place of the key's stream."""
    return int((random_bits(key, np.uint64(end)) >> np.uint64(11)) * _FRACTION * num_vertices)
