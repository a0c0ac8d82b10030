"""Arithmetic in finite fields of small order, for the direct constructions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """GF(q): elements 0..q-1, written to the base p they are the coefficients of polynomials."""

    order: int
    add: tuple[tuple[int, ...], ...]
    multiply: tuple[tuple[int, ...], ...]
    generator: int

    def negative(self, x: int) -> int:
        return self.add[x].index(0)

    def power(self, x: int, exponent: int) -> int:
        result = 1
        for _ in range(exponent):
            result = self.multiply[result][x]
        return result


def prime_power(number: int) -> tuple[int, int] | None:
    """(p, k) with p^k = number and p prime, or None."""
    if number < 2:
        return None
    prime = next(d for d in range(2, number + 1) if number % d == 0)
    exponent, rest = 0, number
    while rest % prime == 0:
        rest //= prime
        exponent += 1
    return (prime, exponent) if rest == 1 else None


@cache
def field(order: int) -> Field:
    """The field with ``order`` elements, a prime power below about 200."""
    split = prime_power(order)
    if split is None:
        raise ValueError(f"there is no field of order {order}")
    prime, degree = split
    digits = [_digits(x, prime, degree) for x in range(order)]
    number = {value: x for x, value in enumerate(digits)}
    add = tuple(
        tuple(number[tuple((a + b) % prime for a, b in zip(x, y, strict=True))] for y in digits)
        for x in digits
    )
    for low in product(range(prime), repeat=degree):
        # x^degree = -(low); the first polynomial with a generator of all non-zero elements is taken.
        multiply = tuple(tuple(number[_product(x, y, prime=prime, low=low)] for y in digits) for x in digits)
        for candidate in range(2 if order > 2 else 1, order):
            if _cycle(candidate, multiply, order) == order - 1:
                return Field(order=order, add=add, multiply=multiply, generator=candidate)
    raise AssertionError("every prime power has a field")


def _digits(x: int, prime: int, degree: int) -> tuple[int, ...]:
    return tuple(x // prime**k % prime for k in range(degree))


def _product(x: tuple[int, ...], y: tuple[int, ...], *, prime: int, low: tuple[int, ...]) -> tuple[int, ...]:
    degree = len(low)
    long = [0] * (2 * degree - 1)
    for i, a in enumerate(x):
        for j, b in enumerate(y):
            long[i + j] += a * b
    for top in range(2 * degree - 2, degree - 1, -1):
        for k in range(degree):
            long[top - degree + k] -= long[top] * low[k]
        long[top] = 0
    return tuple(value % prime for value in long[:degree])


def _cycle(x: int, multiply: tuple[tuple[int, ...], ...], order: int) -> int:
    seen, value = 1, x
    while value != 1:
        if value == 0 or seen > order:
            return 0
        value = multiply[value][x]
        seen += 1
    return seen
