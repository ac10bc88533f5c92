"""The Chebyshev semi-iterative method for PageRank: when it is taken up, and its weights.

Golub and Varga, "Chebyshev semi-iterative methods, successive overrelaxation iterative methods, and second
order Richardson iterative methods", Numerische Mathematik 3, 1961. A new rank is extrapolated from a step of
the walk and the rank before the last: weight * (step - earlier) + earlier.

Where edges are undirected, a step changes a vertex's rank over the root of its degree by a symmetric matrix
whose eigenvalues lie between -damping and damping, but for that of the sum. So an error falls by
damping / (1 + sqrt(1 - damping**2)) an iteration, 0.56 for 0.85, whatever the graph; plain iterations take
less on graphs that mix fast, and on roads, webs and stars more. A step tells by how much one more step of the
walk changes the ranks from which it started; these are the ranks that are returned.
"""

from math import log, sqrt

SLOWER = 1.2  # times as many plain iterations, at least, where the method is taken up


def is_slow(change, before, tolerance, damping):
    """Whether changes fall so slowly to the tolerance that the method takes fewer iterations."""
    if not 0 < tolerance < change or before <= 0 or damping >= 1:
        return False
    if change >= before:
        return True
    missing, rate = log(tolerance / change), damping / (1 + sqrt(1 - damping * damping))
    return missing / log(change / before) > SLOWER * (missing - log(2.0)) / log(rate)


def next_weight(weight, damping):
    """The weight after this one; the first is 1."""
    return 1 / (1 - damping * damping * (weight / 4 if weight > 1 else 0.5))
