"""Random numbers that are the same on every machine.

mulberry32 is a 32-bit counter generator in the public domain, by Tommy Ettinger. Its n-th
state is `seed + n * STEP`, so draws need no history: batch engines compute them all at once.
"""

from math import pi, sqrt

from nearlydone.libm import cos, log

STEP = 0x6D2B79F5
WORD = 0xFFFFFFFF


class Draws:
    """A stream of draws from a seed; any integer is taken modulo 2^32."""

    def __init__(self, seed: int) -> None:
        self._state = seed & WORD

    def uniform(self) -> float:
        """The next draw, in [0, 1)."""
        a = self._state = (self._state + STEP) & WORD
        t = ((a ^ a >> 15) * (a | 1)) & WORD
        t = ((t + (t ^ t >> 7) * (t | 61)) ^ t) & WORD
        return (t ^ t >> 14) / 2**32

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, from one draw."""
        return int(self.uniform() * n)

    def normal(self) -> float:
        """A standard normal value: Box-Muller from two draws, the sine half thrown away."""
        u, v = self.uniform(), self.uniform()
        return sqrt(-2 * log(1 - u)) * cos(2 * pi * v)
