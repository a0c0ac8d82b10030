"""Sentences about what a successor of a seating changed, for the desk and for everybody."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.selectors.people import Person
from tournament.views.seating_words import change_sentence, name_of

People = Mapping[int, Person]


def change_lines(change: Mapping[str, Any], people: People) -> list[str]:
    """What a change says, a sentence for each person or round; nothing for a first seating."""
    kind = change.get("kind")
    if kind in ("out", "in"):
        return _people_lines(change, people)
    if kind == "swap":
        one, other = change["players"]
        return [
            _("In round %(round)s %(one)s and %(other)s change seats.")
            % {"round": change["round"], "one": name_of(people, one), "other": name_of(people, other)}
        ]
    if kind == "round":
        return _round_lines(change)
    return [change_sentence(change, people)] if kind else []


def _people_lines(change: Mapping[str, Any], people: People) -> list[str]:
    lines, placed = [], set()
    for gone, came in change.get("stand_ins", ()):
        placed |= {gone, came}
        lines.append(
            _("From round %(round)s on %(came)s plays in the place of %(gone)s.")
            % {"round": change["round"], "came": name_of(people, came), "gone": name_of(people, gone)}
        )
    for gone in change.get("out", ()):
        if gone not in placed:
            lines.append(
                _("%(player)s plays no more from round %(round)s on.")
                % {"player": name_of(people, gone), "round": change["round"]}
            )
    for came in change.get("in", ()):
        if came is not None and came not in placed:
            lines.append(
                _("%(player)s plays from round %(round)s on.")
                % {"player": name_of(people, came), "round": change["round"]}
            )
    return lines


def _round_lines(change: Mapping[str, Any]) -> list[str]:
    number = change["round"]
    lines = [
        _("Round %(round)s is seated from the standings after round %(before)s.")
        % {"round": number, "before": number - 1}
    ]
    finalists = len(change.get("finalists", ()))
    if finalists:
        lines.append(
            ngettext(
                "The best player plays the finals.",
                "The best %(count)s players play the finals among themselves.",
                finalists,
            )
            % {"count": finalists}
        )
    rests = len(change.get("rests", ()))
    if rests:
        lines.append(ngettext("%(count)s player rests.", "%(count)s players rest.", rests) % {"count": rests})
    return lines
