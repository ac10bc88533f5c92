"""Decimal numbers to float64, correctly rounded, without big integers: fast enough for millions of numbers.

A number m * 10**e with m below 2**62 is computed as an unevaluated sum of two float64 (Dekker, "A
floating-point technique for extending the available precision", 1971), to about 100 bits. If all values
within the error round to the same 53 bits, those bits are right (Ziv, "Fast evaluation of elementary
mathematical functions with correctly rounded last bit", 1991). Python converts the few remaining numbers.
"""

import numpy as np

EXACT_POWER = 22  # the largest power of ten that float64 holds exactly
POWERS_OF_TEN = np.array([10.0**power for power in range(EXACT_POWER + 1)])
MAX_POWER = 88  # keeps every step far from overflow and underflow
SPLITTER = 134217729.0  # 2**27 + 1: halves a mantissa
ERROR = 2.0**-95  # more than the relative error of MAX_POWER / EXACT_POWER steps


def scaled(mantissa, exponent):
    """mantissa * 10**exponent for 0 <= mantissa < 2**62, correctly rounded; NaN if that is uncertain."""
    high = float(mantissa)
    if abs(exponent) > MAX_POWER or high >= 2.0**62:
        return np.nan
    low = float(mantissa - int(high))
    while exponent != 0:
        step = min(abs(exponent), EXACT_POWER)
        power = POWERS_OF_TEN[step]
        if exponent < 0:
            quotient = high / power
            low = (high - quotient * power - product_error(quotient, power) + low) / power
            high = quotient
            exponent += step
        else:
            product = high * power
            low = product_error(high, power) + low * power
            high = product
            exponent -= step
        total = high + low
        low -= total - high
        high = total
    error = high * ERROR
    upper, lower = high + (low + error), high + (low - error)
    return upper if upper == lower else np.nan


def product_error(a, b):
    """The exact error of a * b in float64, for numbers that are neither huge nor tiny."""
    split = SPLITTER * a
    a_high = split - (split - a)
    a_low = a - a_high
    split = SPLITTER * b
    b_high = split - (split - b)
    b_low = b - b_high
    return ((a_high * b_high - a * b) + a_high * b_low + a_low * b_high) + a_low * b_low
