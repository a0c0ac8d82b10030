"""Refusals: their codes, the sentence and the HTTP status of each.

Services and the pure core raise codes; only here do they become words, those of ``refusals.py``. A test walks
the source for every code that is raised and finds its sentence there, and its translation in every language.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.fans.catalogue import BY_NUMBER
from scoring.tiles import KIND_OF, NAMES_EN, NAMES_ZH
from tournament.refusals import NAMED, PLACES, REASONS, SENTENCES, UNKNOWN


class Refused(ScoringError):
    """A rule said no. Expected; shown to the person who asked. ``code`` and ``params`` as in the base."""


class Broken(Exception):
    """This cannot happen. Logged, never translated."""


def require(condition: object, code: str, /, **params: object) -> None:
    """Refuse with ``code`` unless the condition holds."""
    if not condition:
        raise Refused(code, **params)


CONFLICTS = frozenset(
    {
        "deal_number_taken",
        "key_reused",
        "stale_revision",
        "table_moved_on",
        "stale_sign_off",
        "already_started",
        "plan_is_stale",
        "proposal_is_stale",
        "stale_clock",
        "plan_changed",
        "plan_gone",
        "published_meanwhile",
        "making_running",
    }
)
"""Somebody else was faster: answered with 409 and the present state."""

FORBIDDEN = frozenset(
    {
        "signed_out",
        "no_right",
        "not_your_word",
        "pass_revoked",
        "own_pass_revoked",
        "pass_over",
        "not_for_you",
        "not_shown",
    }
)
MISSING = frozenset({"not_found", "no_such_pass", "no_table_now"})


def sentence(error: ScoringError, people: Mapping[int, str] | None = None) -> str:
    """The refusal as one sentence in the active language. Never raises: a missing sentence shows its code.

    ``people`` says what players are called, by number: a page that shows names refuses with names.
    """
    reason = (error.code, str(error.params.get("reason", "")))
    text = REASONS.get(reason) or SENTENCES.get(error.code) or _(UNKNOWN)
    named = _people_in_words(error, people) if people else {}
    text = NAMED[error.code] if named else text
    try:
        params = {name: _listed(value) for name, value in error.params.items()} | named
        # not str(text): one with a plural has no words before it knows its number
        said = str(text % {"code": error.code, **params, **_tile_in_words(error), **_fans_in_words(error)})
    except (KeyError, TypeError, ValueError):
        return f"{text} ({error.code})".lstrip()
    return _placed(said, error.params) if error.code == "bad_chart" else said


def _placed(said: str, params: Mapping[str, Any]) -> str:
    """The place in a file before what is wrong there."""
    for names, form in PLACES:
        if all(params.get(name) is not None for name in names):
            return str(form) % {**params, "what": said}
    return said


def _listed(value: object) -> object:
    """Lists are written with commas, pairs with a dash, sizes of groups in brackets: 1–2, 3–4, Herons (9)."""
    if isinstance(value, dict):
        return ", ".join(f"{name} ({size})" for name, size in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(
            "–".join(map(str, item)) if isinstance(item, list | tuple) else str(item) for item in value
        )
    return value


def _people_in_words(error: ScoringError, people: Mapping[int, str]) -> dict[str, str]:
    """Who it is about, by name; nothing unless everybody of them has one."""
    if error.code not in NAMED:
        return {}
    named: dict[str, str] = {}
    params: Mapping[str, Any] = error.params
    try:
        for name, value in params.items():
            if name == "player":
                named[name] = people[value]
            elif name == "players":
                named[name] = ", ".join(people[number] for number in value)
            elif name == "pairs":
                named[name] = ", ".join(" – ".join(people[number] for number in pair) for pair in value)
    except (KeyError, TypeError):
        return {}
    return named


def _tile_in_words(error: ScoringError) -> dict[str, str]:
    """A tile that exists is named; anything else that was typed is quoted as it is."""
    kind = KIND_OF.get(str(error.params.get("tile", "")))
    if kind is None:
        return {}
    return {"tile": (NAMES_ZH if (get_language() or "").startswith("zh") else NAMES_EN)[kind]}


def _fans_in_words(error: ScoringError) -> dict[str, str]:
    """Fans that exist are named; a number that is none stays a number."""
    chinese = (get_language() or "").startswith("zh")
    named: dict[str, str] = {}
    for name in ("fan", "other") if error.code == "fans_clash" else ():
        fan = BY_NUMBER.get(error.params.get(name))  # type: ignore[call-overload]
        named |= {name: fan.zh if chinese else fan.en} if fan else {}
    return named


def status_of(error: ScoringError) -> int:
    """The HTTP status of a refusal: 403, 404, 409, or 422 for everything that a rule refuses."""
    if error.code in FORBIDDEN:
        return 403
    if error.code in MISSING:
        return 404
    if error.code in CONFLICTS:
        return 409
    return 422
