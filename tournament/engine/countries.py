"""The ranking by country: what its players reached in the mean, because countries send different numbers."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple


class CountryLine(NamedTuple):
    """One ranked player as a country counts them."""

    country: str
    rank: int
    number: int
    table_points: Fraction
    mini_points: int


class CountryStanding(NamedTuple):
    """A country: the means of its players, the best of whom stands first in ``members``."""

    rank: int
    country: str
    table_points: Fraction
    mini_points: Fraction
    members: tuple[CountryLine, ...]


def rank_countries(lines: Iterable[CountryLine]) -> list[CountryStanding]:
    """Countries by mean table points, then mean mini-points, then shared. No rulebook ranks countries: the
    mean is the one figure that does not grow with the number of players."""
    found: dict[str, list[CountryLine]] = {}
    for line in lines:
        if line.country:
            found.setdefault(line.country, []).append(line)
    means = sorted(
        (
            (
                Fraction(sum((m.table_points for m in members), Fraction(0)), len(members)),
                Fraction(sum(m.mini_points for m in members), len(members)),
                country,
            )
            for country, members in found.items()
        ),
        key=lambda mean: (-mean[0], -mean[1], mean[2]),
    )
    ranked: list[CountryStanding] = []
    for index, (points, mini, country) in enumerate(means):
        same = index and means[index - 1][:2] == (points, mini)
        members = tuple(sorted(found[country], key=lambda line: (line.rank, line.number)))
        place = ranked[-1].rank if same else index + 1
        ranked.append(CountryStanding(place, country, points, mini, members))
    return ranked
