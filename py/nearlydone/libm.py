"""exp, log, cos and sums whose last digit is the same on every machine.

The standard library hands these to the C library at hand, and no two of those agree to the last
digit on everything; a progress bar sampled at the very end of a run can turn on that digit. So
this is the method and the constants of Sun's fdlibm (1993) in plain arithmetic, which IEEE 754
fixes; the JavaScript engines that the published figures come from shipped the same method.

Errors of exp, log and cos are below one unit in the last place. Arguments are those that drawing a job needs:
exp for |x| < 700, log for 0 < x <= 1, cos for 0 <= x < 2 pi.
"""

from collections.abc import Iterable
from math import frexp, ldexp

LN2 = 6.93147180369123816490e-01, 1.90821492927058770002e-10
HALF_PI = (  # pi/2 in three parts of 33 bits, each with what is left after it
    (1.57079632673412561417, 6.07710050650619224932e-11),
    (6.07710050630396597660e-11, 2.02226624879595063154e-21),
    (2.02226624871116645580e-21, 8.47842766036889956997e-32),
)


def add_up(values: Iterable[float]) -> float:
    """The sum from left to right, each step rounded; from Python 3.12 on the built-in one makes up for rounding."""
    result = 0.0
    for value in values:
        result += value
    return result


def exp(x: float) -> float:
    """e to the power x: x = k ln 2 + r, and a rational approximation for e to the power r."""
    size = abs(x)
    if size < 2**-28:
        return 1.0 + x
    if size < 0.3465735912322998:
        k, high, low = 0, x, 0.0
    else:
        k = int(1.44269504088896338700 * x + (0.5 if x > 0 else -0.5))
        if size < 1.0397205352783203:
            k = 1 if x > 0 else -1
        high, low = x - k * LN2[0], k * LN2[1]
    r = high - low
    t = r * r
    c = r - t * (
        1.66666666666666019037e-01
        + t * (-2.77777777770155933842e-03
        + t * (6.61375632143793436117e-05
        + t * (-1.65339022054652515390e-06
        + t * 4.13813679705723846039e-08)))
    )
    if k == 0:
        return 1.0 - ((r * c) / (c - 2.0) - r)
    return ldexp(1.0 - ((low - (r * c) / (2.0 - c)) - high), k)


def log(x: float) -> float:
    """The natural logarithm: x = 2^k (1 + f), and a series in s = f / (2 + f)."""
    mantissa, k = frexp(x)
    mantissa, k = 2 * mantissa, k - 1
    leading = int((mantissa - 1) * 2**20)
    if leading >= 0x6A09C:
        mantissa, k = mantissa / 2, k + 1
    f = mantissa - 1.0
    if (0xFFFFF & (2 + leading)) < 3:
        r = f * f * (0.5 - 0.33333333333333333 * f)
        return k * LN2[0] - ((r - k * LN2[1]) - f)
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01))
    odd = z * (
        6.666666666666735130e-01
        + w * (2.857142874366239149e-01
        + w * (1.818357216161805012e-01
        + w * 1.479819860511658591e-01))
    )
    r = odd + even
    if 0x6147A <= leading <= 0x6B851:
        half = 0.5 * f * f
        return k * LN2[0] - ((half - (s * (half + r) + k * LN2[1])) - f)
    return k * LN2[0] - ((s * (f - r) - k * LN2[1]) - f)


def cos(x: float) -> float:
    """The cosine: x = n pi/2 + y + rest, and a polynomial for the cosine or the sine of y."""
    if x < 0.7853984832763672:
        return _cos(x, 0.0)
    n = int(x * 6.36619772367581382433e-01 + 0.5)
    y, rest = _less_half_pis(x, n)
    value = _sin(y, rest) if n % 2 else _cos(y, rest)
    return -value if n % 4 in (1, 2) else value


def _less_half_pis(x: float, n: int) -> tuple[float, float]:
    """x - n pi/2 and what rounding it left out; more of pi's parts where the two nearly cancel."""
    r, w = x - n * HALF_PI[0][0], n * HALF_PI[0][1]
    y = r - w
    if _leading(x) == _leading(n * (HALF_PI[0][0] + HALF_PI[0][1])):
        for bits, (part, after) in zip((16, 49), HALF_PI[1:], strict=True):
            if frexp(x)[1] - frexp(y)[1] <= bits:
                break
            before, w = r, n * part
            r = before - w
            w = n * after - ((before - r) - w)
            y = r - w
    return y, (r - y) - w


def _leading(x: float) -> tuple[int, int]:
    mantissa, exponent = frexp(x)
    return int(mantissa * 2**21), exponent


def _cos(x: float, rest: float) -> float:
    size = abs(x)
    if size < 2**-27:
        return 1.0
    z = x * x
    r = z * (
        4.16666666666666019037e-02
        + z * (-1.38888888888741095749e-03
        + z * (2.48015872894767294178e-05
        + z * (-2.75573143513906633035e-07
        + z * (2.08757232129817482790e-09
        + z * -1.13596475577881948265e-11))))
    )
    if size < 0.2999999523162842:
        return 1.0 - (0.5 * z - (z * r - x * rest))
    quarter = 0.28125 if size >= 0.7812504768371582 else ldexp(_leading(size)[0], _leading(size)[1] - 23)
    return (1.0 - quarter) - ((0.5 * z - quarter) - (z * r - x * rest))


def _sin(x: float, rest: float) -> float:
    if abs(x) < 2**-27:
        return x
    z = x * x
    v = z * x
    r = 8.33333333332248946124e-03 + z * (
        -1.98412698298579493134e-04
        + z * (2.75573137070700676789e-06
        + z * (-2.50507602534068634195e-08
        + z * 1.58969099521155010221e-10))
    )
    return x - ((z * (0.5 * rest - v * r) - rest) - v * -1.66666666666666324348e-01)
