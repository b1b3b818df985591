"""exp, log and cos of whole arrays, to the last digit those of `nearlydone.libm`: the same method, step by step.

The few arguments that go a way of their own through it are handed to it one by one.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from nearlydone import libm
from nearlydone.libm import HALF_PI, LN2

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def exp(x: Floats) -> Floats:
    """e to the power x, for |x| < 700."""
    size, sign = np.abs(x), np.copysign(1.0, x)
    k = np.trunc(1.44269504088896338700 * x + 0.5 * sign)
    k = np.where(size < 1.0397205352783203, np.where(size < 0.3465735912322998, 0.0, sign), k)
    high, low = x - k * LN2[0], k * LN2[1]
    r = high - low
    t = r * r
    c = r - t * (
        1.66666666666666019037e-01
        + t * (-2.77777777770155933842e-03
        + t * (6.61375632143793436117e-05
        + t * (-1.65339022054652515390e-06
        + t * 4.13813679705723846039e-08)))
    )  # fmt: skip
    result = np.ldexp(1.0 - ((low - (r * c) / (2.0 - c)) - high), k.astype(np.intc))
    return np.where(size < 2**-28, 1.0 + x, result)


def log(x: Floats) -> Floats:
    """The natural logarithm, for 0 < x <= 1."""
    mantissa, exponent = np.frexp(x)
    mantissa, k = 2.0 * mantissa, exponent - 1.0
    leading = ((mantissa - 1.0) * 2**20).astype(np.int32)
    upper = leading >= 0x6A09C
    f = np.where(upper, mantissa / 2.0, mantissa) - 1.0
    k += upper
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01))
    odd = z * (
        6.666666666666735130e-01
        + w * (2.857142874366239149e-01
        + w * (1.818357216161805012e-01
        + w * 1.479819860511658591e-01))
    )  # fmt: skip
    r = odd + even
    half = 0.5 * f * f
    middle = k * LN2[0] - ((half - (s * (half + r) + k * LN2[1])) - f)
    result = k * LN2[0] - ((s * (f - r) - k * LN2[1]) - f)
    result = np.where((leading >= 0x6147A) & (leading <= 0x6B851), middle, result)
    return one_by_one(libm.log, x, result, (0xFFFFF & (2 + leading)) < 3)


def cos(x: Floats) -> Floats:
    """The cosine, for 0 <= x < 2 pi."""
    part, after = HALF_PI[0]
    n = np.where(x < 0.7853984832763672, 0.0, np.trunc(x * 6.36619772367581382433e-01 + 0.5))
    r, w = x - n * part, n * after
    y = r - w
    rest = (r - y) - w
    value = np.where((n == 1) | (n == 3), small_sin(y, rest), small_cos(y, rest))
    result = np.where((n == 1) | (n == 2), -value, value)
    return one_by_one(libm.cos, x, result, (high_word(x) == high_word(n * (part + after))) & (n > 0))


def small_cos(x: Floats, rest: Floats) -> Floats:
    """The cosine of x + rest, for |x| up to pi/4."""
    size = np.abs(x)
    z = x * x
    r = z * (
        4.16666666666666019037e-02
        + z * (-1.38888888888741095749e-03
        + z * (2.48015872894767294178e-05
        + z * (-2.75573143513906633035e-07
        + z * (2.08757232129817482790e-09
        + z * -1.13596475577881948265e-11))))
    )  # fmt: skip
    quarter = np.where(size >= 0.7812504768371582, 0.28125, (high_word(size) << np.uint64(32)).view(np.float64) / 4)
    far = (1.0 - quarter) - ((0.5 * z - quarter) - (z * r - x * rest))
    near = 1.0 - (0.5 * z - (z * r - x * rest))
    return np.where(size < 2**-27, 1.0, np.where(size < 0.2999999523162842, near, far))


def small_sin(x: Floats, rest: Floats) -> Floats:
    """The sine of x + rest, for |x| up to pi/4."""
    z = x * x
    v = z * x
    r = 8.33333333332248946124e-03 + z * (
        -1.98412698298579493134e-04
        + z * (2.75573137070700676789e-06
        + z * (-2.50507602534068634195e-08
        + z * 1.58969099521155010221e-10))
    )  # fmt: skip
    return np.where(np.abs(x) < 2**-27, x, x - ((z * (0.5 * rest - v * r) - rest) - v * -1.66666666666666324348e-01))


def high_word(x: Floats) -> NDArray[np.uint64]:
    """Sign, exponent and the first 20 bits after the point."""
    return x.view(np.uint64) >> np.uint64(32)


def one_by_one(function: Callable[[float], float], x: Floats, result: Floats, special: Flags) -> Floats:
    """The result, with the function of each special argument put in its place."""
    for at in np.flatnonzero(special):
        result.flat[at] = function(float(x.flat[at]))
    return result
