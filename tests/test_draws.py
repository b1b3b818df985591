"""Random draws are those of the model page, for every seed."""

import json
from itertools import islice
from math import log, sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import literal
from nearlydone.draws import Draws
from strategies import cases

PUBLISHED = json.loads((Path(__file__).parent / "golden" / "published.json").read_text("utf-8"))
any_seed = st.integers(-(2**70), 2**70)


@pytest.mark.parametrize("seed", [1, 77])
def test_the_first_draws_are_the_published_ones(seed: int) -> None:
    draws = Draws(seed)
    assert [draws.uniform() for _ in range(5)] == PUBLISHED["rng"][f"seed {seed}, first 5 draws"]


@cases(300)
@given(any_seed)
def test_every_seed_draws_as_the_model_page_says(seed: int) -> None:
    draws = Draws(seed)
    assert [draws.uniform() for _ in range(20)] == list(islice(literal.mulberry32(seed), 20))


@cases(300)
@given(any_seed)
def test_a_normal_value_is_box_muller_from_two_draws(seed: int) -> None:
    draws, stream = Draws(seed), literal.mulberry32(seed)
    assert [draws.normal() for _ in range(5)] == [literal.normal(stream) for _ in range(5)]


@cases(100)
@given(any_seed)
def test_a_draw_is_a_multiple_of_a_four_billionth_below_one(seed: int) -> None:
    draws = Draws(seed)
    for _ in range(20):
        draw = draws.uniform()
        assert 0 <= draw < 1
        assert (draw * 2**32).is_integer()


@cases(100)
@given(any_seed)
def test_only_the_last_32_bits_of_a_seed_matter(seed: int) -> None:
    assert Draws(seed).uniform() == Draws(seed % 2**32).uniform() == Draws(seed + 2**32).uniform()


@cases(100)
@given(any_seed, st.integers(0, 40))
def test_the_nth_draw_needs_no_history(seed: int, n: int) -> None:
    draws = Draws(seed)
    for _ in range(n):
        draws.uniform()
    assert draws.uniform() == Draws(seed + n * 0x6D2B79F5).uniform()


@cases(200)
@given(any_seed, st.integers(1, 1_000_000))
def test_a_whole_number_below_n_is_one_draw_times_n_rounded_down(seed: int, n: int) -> None:
    draws, same = Draws(seed), Draws(seed)
    number, draw = draws.below(n), same.uniform()
    assert 0 <= number < n
    assert number <= draw * n < number + 1
    assert draws.uniform() == same.uniform()


def test_normal_values_stand_around_zero_with_a_spread_of_one() -> None:
    draws = Draws(1)
    values = [draws.normal() for _ in range(20_000)]
    mean = sum(values) / len(values)
    assert abs(mean) < 4 / len(values) ** 0.5
    assert abs(sum(value**2 for value in values) / len(values) - 1) < 4 * (2 / len(values)) ** 0.5
    beyond_two = sum(abs(value) > 2 for value in values) / len(values)
    assert beyond_two == pytest.approx(0.0455, abs=0.006)


@cases(300)
@given(any_seed)
def test_a_normal_value_is_never_beyond_what_32_bits_can_say(seed: int) -> None:
    draws = Draws(seed)
    assert all(abs(draws.normal()) <= sqrt(2 * 32 * log(2)) for _ in range(20))
