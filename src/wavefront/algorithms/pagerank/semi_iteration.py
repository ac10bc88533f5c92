"""The Chebyshev semi-iterative method for PageRank: when it is taken up and given up, and its weights.

Golub and Varga, "Chebyshev semi-iterative methods, successive overrelaxation iterative methods, and second
order Richardson iterative methods", Numerische Mathematik 3, 1961. A new rank is extrapolated from a step of
the walk and the rank before the last: weight * (step - earlier) + earlier.

Where edges are undirected, a step changes a vertex's rank over the root of its degree by a symmetric matrix
whose eigenvalues lie between -damping and damping, but for that of the sum. So in that measure an error falls
by damping / (1 + sqrt(1 - damping**2)) an iteration, 0.56 for 0.85, on every undirected graph. Plain
iterations are faster on graphs that mix fast, and slower on roads, webs and stars. The sum of absolute errors
may grow at first, and far where weights differ by many orders of magnitude: then the method is given up.

A step tells by how much one more step of the walk changes the ranks from which it started; these are the
ranks that are returned.
"""

from math import log, sqrt

SLOWER = 1.2  # times as many plain iterations, at least, where the method is taken up
GROWTH = 16  # times as large a change as at first: the method is given up
GIVEN_UP = -1.0  # a weight: nothing is extrapolated any more


def is_slow(change: float, before: float, earlier: float, tolerance: float, damping: float) -> bool:
    """Whether changes fall so slowly to the tolerance that the method takes fewer iterations.

    `before` and `earlier` are the changes one and two iterations ago. What the method foretells begins with
    twice the change, as Chebyshev's polynomials do.
    """
    rate = damping / (1 + sqrt(max(0.0, 1 - damping * damping)))
    if not 0 < tolerance < change or before <= 0 or earlier <= 0 or not 0 < rate < 1:
        return False
    if change >= earlier:
        return True
    missing = log(tolerance / change)
    return 2 * missing / log(change / earlier) > SLOWER * (missing - log(2.0)) / log(rate)


def grows(change: float, first: float) -> bool:
    """Whether the change is too large, or no number, beside that with which the method was taken up."""
    return not change <= GROWTH * first


def next_weight(weight: float, damping: float) -> float:
    """The weight after this one. The first is 1: a plain step; the second has a formula of its own."""
    return 1 / (1 - damping * damping * (weight / 4 if weight > 1 else 0.5))
