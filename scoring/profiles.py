"""Whose rules: the questions on which rulebooks differ as named switches, and three named answers.

A :class:`Profile` is a plain value. Make a house variant with ``dataclasses.replace(MIL2025, hand_cap=88)``;
give it a ``name`` of its own, since explanations quote it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scoring.errors import ScoringError


@dataclass(frozen=True, slots=True)
class Profile:
    """One answer to every question that the rulebooks leave to each other."""

    name: str
    concealed_form_selfdraw: Literal["zimo1", "fully_concealed4"] = "zimo1"
    """A self-drawn hand that could not but be concealed adds 80 Self-Drawn, or 56 Fully Concealed."""
    kong_pair_mixed: Literal[5, 6] = 5
    """Points of one melded and one concealed kong together."""
    two_concealed_kongs: Literal[6, 8] = 6
    kong_concealed_addons: Literal["mil_one_each", "qa1998"] = "mil_one_each"
    """Inside three or four kongs, do one or two concealed kongs still pay their own fan."""
    tile_hog_honours: bool = True
    """Four equal honours (only possible in seven pairs) count as 64 Tile Hog."""
    all_terminals_double_pung: bool = False
    """65 Double Pung counts beside 8 All Terminals."""
    all_green_half_flush: bool = False
    """49 Half Flush counts beside 3 All Green when the green dragon is present."""
    seven_pairs_addons: Literal["mil_list", "no_all_types", "none"] = "mil_list"
    """Which fans about the tiles themselves may stand beside seven pairs."""
    hand_cap: int | None = None
    """The most one hand may be worth, flowers aside."""
    wait_test: Literal["formal", "live"] = "formal"
    """A tile of which the player holds all four still counts as a wait, or does not."""
    knitted_wait: Literal["explainable", "never"] = "explainable"
    """Wait fans in the knitted straight count where the chow or the pair explains them, or never."""


MIL2025 = Profile("MIL2025")
CN1998 = Profile("CN1998", kong_pair_mixed=6, kong_concealed_addons="qa1998")
WMO2006 = Profile(
    "WMO2006",
    concealed_form_selfdraw="fully_concealed4",
    kong_pair_mixed=6,
    two_concealed_kongs=8,
    tile_hog_honours=False,
    all_terminals_double_pung=True,
)

PROFILES: dict[str, Profile] = {profile.name: profile for profile in (MIL2025, CN1998, WMO2006)}
DEFAULT = MIL2025


def profile_named(name: str) -> Profile:
    """The profile of that name, or a refusal with code ``bad_profile``."""
    try:
        return PROFILES[name]
    except KeyError:
        raise ScoringError("bad_profile", profile=name, known=", ".join(PROFILES)) from None


SWITCHES: tuple[str, ...] = tuple(name for name in Profile.__dataclass_fields__ if name != "name")
"""The names of the switches, in declaration order."""
