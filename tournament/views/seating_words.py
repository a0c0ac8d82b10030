"""Sentences about seatings: what the judge says, what a swap would do, why a table is as it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from tournament.engine import seating
from tournament.selectors.people import Person
from tournament.selectors.seating_desk import Shown
from tournament.templatetags.names import called

People = Mapping[int, Person]
MOST_NAMED = 6
MOST_BROKEN = 8

STAGES: dict[str, Any] = {
    "": gettext_lazy("Beginning"),
    "schedule": gettext_lazy("Looking for rounds in which nobody meets twice"),
    "people": gettext_lazy("Deciding who stands for whom"),
    "tables": gettext_lazy("Spreading everybody over the tables"),
}


def name_of(people: People, number: int) -> str:
    """A player as sentences call one."""
    person = people.get(number)
    if person is None:
        return _("player %(number)s") % {"number": number}
    return called(person)


def names_of(people: People, numbers: tuple[int, ...]) -> str:
    """Some names in a line; when there are many, how many more."""
    shown = [name_of(people, number) for number in numbers[:MOST_NAMED]]
    more = len(numbers) - len(shown)
    listed = ", ".join(shown)
    if not more:
        return listed
    return ngettext("%(names)s and %(count)s more", "%(names)s and %(count)s more", more) % {
        "names": listed,
        "count": more,
    }


@dataclass(frozen=True, slots=True)
class JudgeRow:
    """One line of the judge: a figure, what it was before, whether it is as it must be."""

    label: str
    sub: str
    now: int
    before: int | None
    hard: bool
    good: bool

    @property
    def better(self) -> bool:
        return self.before is not None and self.now < self.before

    @property
    def same(self) -> bool:
        return self.now == self.before


def judge_rows(
    report: seating.Report, problem: seating.Problem, before: seating.Report | None = None
) -> list[JudgeRow]:
    """What the judge counts; with ``before`` beside what it was."""
    forced = report.forced_repeats
    unavoidable = (
        ngettext("at least %(count)s cannot be avoided", "at least %(count)s cannot be avoided", forced)
        % {"count": forced}
        if forced
        else _("pairs that meet again")
    )

    def row(label: str, sub: str, name: str, *, hard: bool = False, good: bool = True) -> JudgeRow:
        was = getattr(before, name) if before else None
        return JudgeRow(label, sub, getattr(report, name), was, hard, good)

    rows = [
        row(_("Met before"), unavoidable, "repeats", hard=True, good=not report.avoidable_repeats),
        row(
            _("Team-mates"),
            _("at one table, must be 0"),
            "team_meetings",
            hard=True,
            good=not report.team_meetings,
        ),
    ]
    if problem.avoid:
        rows.append(
            row(
                _("Kept apart"),
                _("pairs who must not meet and do"),
                "avoid_meetings",
                hard=True,
                good=not report.avoid_meetings,
            )
        )
    return [
        *rows,
        row(
            _("Starting winds"),
            _("most less fewest, of one player"),
            "wind_spread",
            hard=True,
            good=report.wind_spread <= 1,
        ),
        row(
            _("Same table"),
            _("most times for one player without an own table")
            if any(player.table is not None for player in problem.players)
            else _("most times for one player"),
            "same_table",
        ),
        row(_("Same country"), _("pairs at a table, a wish"), "country_meetings"),
        row(_("Same club"), _("pairs at a table, a wish"), "club_meetings"),
    ]


BROKEN: dict[str, Any] = {
    "repeat": gettext_lazy("%(names)s meet again in round %(round)s, table %(table)s."),
    "team_meeting": gettext_lazy("%(names)s are team-mates and meet in round %(round)s, table %(table)s."),
    "avoid_meeting": gettext_lazy("%(names)s must not meet and do in round %(round)s, table %(table)s."),
    "fixed_table": gettext_lazy("%(names)s should stay at table %(wanted)s; round %(round)s says %(table)s."),
    "player_twice": gettext_lazy("%(names)s has two seats in round %(round)s."),
    "player_missing": gettext_lazy("%(names)s has no seat in round %(round)s."),
    "unknown_player": gettext_lazy("%(names)s is not in the list (round %(round)s, table %(table)s)."),
    "player_absent": gettext_lazy("%(names)s does not play in round %(round)s."),
    "wrong_rounds": ngettext_lazy(
        "There is %(found)s round where %(wanted)s are asked for.",
        "There are %(found)s rounds where %(wanted)s are asked for.",
        "found",
    ),
    "wrong_tables": ngettext_lazy(
        "Round %(round)s has %(found)s table where %(wanted)s are needed.",
        "Round %(round)s has %(found)s tables where %(wanted)s are needed.",
        "found",
    ),
}


def broken_sentence(broken: seating.Broken, people: People) -> str:
    """One broken rule."""
    text = BROKEN.get(broken.code, broken.code)
    said = text % {
        "names": names_of(people, broken.players),
        "round": broken.round,
        "table": broken.table,
        "found": broken.found,
        "wanted": broken.wanted,
    }
    return str(said)


def verdict(report: seating.Report, people: People) -> dict[str, Any]:
    """What ``organizer/_verdict.html`` says of a seating."""
    return {
        "broken": [broken_sentence(entry, people) for entry in report.broken[:MOST_BROKEN]],
        "broken_more": max(0, len(report.broken) - MOST_BROKEN),
        "winds_uneven": report.wind_spread > 1,
    }


def against(swap: seating.Swap, player: int, people: People, shown: Shown) -> str:
    """The strongest reason against a swap, in one sentence; empty when there is none."""
    other = name_of(people, swap.other)
    if swap.barred == "locked":
        return _("%(player)s, or the seat of %(other)s, is locked.") % {
            "player": name_of(people, player),
            "other": other,
        }
    if swap.barred == "fixed":
        return _("One of the two has a table of their own.")
    if swap.foes:
        both = names_of(people, swap.foes[0])
        if swap.barred == "team":
            return _("%(names)s are team-mates.") % {"names": both}
        return _("%(names)s must not meet.") % {"names": both}
    if swap.met:
        one, two, round_number, place = swap.met[0]
        return _("%(one)s and %(two)s meet in round %(round)s, table %(table)s.") % {
            "one": name_of(people, one),
            "two": name_of(people, two),
            "round": round_number,
            "table": shown.number_at(place),
        }
    return ""


def change_sentence(change: Mapping[str, Any], people: People) -> str:
    """One change by hand."""
    kind = change.get("kind")
    if kind == "swapped":
        return _("Round %(round)s: %(names)s changed seats.") % {
            "round": change.get("round"),
            "names": names_of(people, tuple(change.get("players", ()))),
        }
    if kind == "rebalanced":
        return _("The starting winds were dealt anew.")
    if kind == "remade":
        return _("Made anew around what was locked, from the seed “%(seed)s”.") % {"seed": change.get("seed")}
    return str(kind or "")


def why_lines(reasons: seating.TableReasons, people: People, shown: Shown) -> list[str]:
    """What bound a table as a whole."""
    lines = []
    for pair, elsewhere in reasons.again.items():
        where = ", ".join(
            _("round %(round)s, table %(table)s") % {"round": r, "table": shown.number_at(t)}
            for r, t in elsewhere
        )
        lines.append(
            _("%(names)s meet more than once, also here: %(where)s.")
            % {"names": names_of(people, pair), "where": where}
        )
    if not reasons.again:
        lines.append(_("None of the four meets another of them in any other round."))
    for pair in reasons.foes:
        lines.append(
            _("%(names)s must not meet; only a change by hand brings them together.")
            % {"names": names_of(people, pair)}
        )
    for pair in reasons.compatriots:
        lines.append(
            _("%(names)s are of one country. That is a wish, and counts less than meeting nobody twice.")
            % {"names": names_of(people, pair)}
        )
    for pair in reasons.clubmates:
        lines.append(
            _("%(names)s are of one club. That is a wish, and counts less than meeting nobody twice.")
            % {"names": names_of(people, pair)}
        )
    return lines


def sitting_lines(sitting: seating.Sitting, people: People, shown: Shown, place: int) -> list[str]:
    """What bound one of the four."""
    lines = []
    if sitting.locked:
        lines.append(_("Locked here by hand."))
    if sitting.own_table is not None:
        lines.append(_("Stays at table %(table)s in every round.") % {"table": sitting.own_table})
    lines.append(
        _("Starting winds before this round: East %(e)s, South %(s)s, West %(w)s, North %(n)s.")
        % dict(zip("eswn", sitting.before, strict=True))
    )
    lines.append(
        _("In all rounds: East %(e)s, South %(s)s, West %(w)s, North %(n)s.")
        % dict(zip("eswn", sitting.in_all, strict=True))
    )
    if sitting.met_already:
        lines.append(
            ngettext(
                "Meets %(count)s person in earlier rounds, who therefore does not sit here.",
                "Meets %(count)s people in earlier rounds, who therefore do not sit here.",
                sitting.met_already,
            )
            % {"count": sitting.met_already}
        )
    if sitting.kept_from:
        lines.append(
            _("Is kept from these in every round: %(names)s.")
            % {"names": names_of(people, sitting.kept_from)}
        )
    if sitting.visits > 1:
        lines.append(
            ngettext(
                "Sits at table %(table)s %(count)s time in all.",
                "Sits at table %(table)s %(count)s times in all.",
                sitting.visits,
            )
            % {"table": shown.number_at(place), "count": sitting.visits}
        )
    if sitting.replaceable_by:
        lines.append(
            _("Could change places, with nobody meeting twice, with %(names)s.")
            % {"names": names_of(people, sitting.replaceable_by)}
        )
    else:
        lines.append(_("Nobody from another table could sit here without a second meeting or a broken rule."))
    return lines
