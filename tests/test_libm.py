"""exp, log and cos are right to the last digit but one, and the last is the published engines'."""

import json
import math
from collections.abc import Callable
from decimal import Decimal, localcontext
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nearlydone import libm
from strategies import cases

GOLDEN = json.loads((Path(__file__).parent / "golden" / "libm.json").read_text("utf-8"))
grid = st.integers(0, 2**32 - 1).map(lambda n: n / 2**32)  # what a draw can be
corners = st.tuples(st.sampled_from([0, 1, 2, 3, 4]), st.integers(-3000, 3000)).map(
    lambda it: min(max(it[0] * 2**30 + it[1], 0), 2**32 - 1) / 2**32
)
exponents = st.floats(-699, 699) | st.floats(-3, 3) | st.floats(-(2**-20), 2**-20)
logarithms = (grid | corners).map(lambda u: 1 - u) | st.floats(2**-40, 1)
angles = (grid | corners).map(lambda u: 2 * math.pi * u) | st.floats(0, 6.28)


def exact_cos(x: Decimal) -> Decimal:
    """The cosine's Taylor series, to the precision at hand."""
    value = term = Decimal(1)
    n = 0
    while abs(term) > Decimal("1e-60"):
        n += 2
        term *= -x * x / (n * (n - 1))
        value += term
    return value


def ulps_off(got: float, function: Callable[[Decimal], Decimal], x: float) -> float:
    """How far off a result is, in units in the last place."""
    with localcontext() as context:
        context.prec = 70
        exact = function(Decimal(x))
        return float(abs(Decimal(got) - exact) / Decimal(math.ulp(float(exact))))


@cases(1000)
@given(exponents)
def test_exp_is_less_than_one_unit_off(x: float) -> None:
    assert ulps_off(libm.exp(x), Decimal.exp, x) < 1


@cases(1000)
@given(logarithms)
def test_log_is_less_than_one_unit_off(x: float) -> None:
    assert ulps_off(libm.log(x), Decimal.ln, x) < 1


@cases(1000)
@given(angles)
def test_cos_is_less_than_one_unit_off(x: float) -> None:
    assert ulps_off(libm.cos(x), exact_cos, x) < 1


@pytest.mark.parametrize("name", ["exp", "log", "cos"])
def test_the_last_digit_is_the_one_that_the_published_figures_were_made_with(name: str) -> None:
    ours = getattr(libm, name)
    assert [ours(x) for x, _ in GOLDEN[name]] == [y for _, y in GOLDEN[name]]


@pytest.mark.parametrize(("name", "x", "y"), [("exp", 0.0, 1.0), ("log", 1.0, 0.0), ("cos", 0.0, 1.0)])
def test_what_is_exact_comes_out_exact(name: str, x: float, y: float) -> None:
    assert getattr(libm, name)(x) == y


def test_cos_of_a_quarter_turn_is_what_is_left_of_rounding_pi() -> None:
    assert libm.cos(math.pi / 2) == 6.123233995736766e-17
    assert libm.cos(math.pi) == -1


@pytest.mark.parametrize(
    ("name", "x", "rises"),
    [
        *(("exp", x, True) for x in (-1.04, -0.3466, -(2.0**-28), 0.0, 2.0**-28, 0.3466, 1.04, 20.0, 690.0)),
        *(("log", x, True) for x in (2.0**-32, 0.25, 0.5, 0.69, 0.7072, 0.72, 0.99)),
        *(("cos", x, False) for x in (0.1, 0.3, 0.785398, 1.5707963, 2.3562, 3.1)),
        *(("cos", x, True) for x in (3.2, 3.927, 4.712389, 5.4978, 6.28)),
    ],
)
def test_neighbours_keep_their_order_where_the_method_changes(name: str, x: float, rises: bool) -> None:
    function, step = getattr(libm, name), max(abs(x), 2.0**-30) * 2**-48
    values = [function(x + k * step) for k in range(-500, 501)]
    assert values == sorted(values, reverse=not rises)


@cases(300)
@given(st.lists(st.floats(-1e6, 1e6), max_size=30))
def test_a_sum_rounds_at_every_step_from_left_to_right(values: list[float]) -> None:
    expected = 0.0
    for value in values:
        expected = expected + value
    assert libm.add_up(values) == expected


def test_a_sum_is_not_made_up_for() -> None:
    """The built-in sum gives 2.0 from Python 3.12 on, and 0.0 before."""
    assert libm.add_up([1.0, 1e100, 1.0, -1e100]) == 0.0
