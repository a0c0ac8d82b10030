"""What a referee can say about one table, as plain forms: they read text, the rules decide.

Fields that a rule asks for are not required here, so that the refusal is the rule's own, with its code.
Reasons are stored as their English sentence when they were chosen from a list and translated when shown.
"""

import uuid
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext, gettext_noop

from scoring.payments import DealFacts, Deltas, FalseWin, Outcome
from scoring.rulesets import Ruleset
from tournament.engine.judging import MARKS, kept_list
from tournament.errors import Refused, require, sentence
from tournament.forms.win import WinFields
from tournament.models import Entry
from tournament.models.tournament import EntryWay

WINS = (Outcome.SELF_DRAW, Outcome.DISCARD, Outcome.ROBBED_KONG)

CORRECTION_REASONS = (
    gettext_noop("Wrong fan total"),
    gettext_noop("Wrong winner"),
    gettext_noop("Wrong discarder"),
    gettext_noop("Self-draw and discard mixed up"),
    gettext_noop("Referee's decision"),
)
UNDO_REASONS = (
    gettext_noop("Entered by mistake"),
    gettext_noop("Entered at the wrong table"),
    gettext_noop("The hand is played again"),
    gettext_noop("Referee's decision"),
)
END_REASONS = (
    gettext_noop("Time is up"),
    gettext_noop("Referee's decision"),
    gettext_noop("A player had to leave"),
)
DISPUTE_REASONS = (
    gettext_noop("A fan total is wrong"),
    gettext_noop("A winner or discarder is wrong"),
    gettext_noop("A penalty is wrong"),
    gettext_noop("A deal is missing"),
)
CANCEL_REASONS = (
    gettext_noop("Given to the wrong player"),
    gettext_noop("Referee's decision"),
    gettext_noop("Decision on appeal"),
)
CALL_REASONS = (
    gettext_noop("A question about the rules"),
    gettext_noop("A win is doubted"),
    gettext_noop("Too many or too few tiles"),
    gettext_noop("Somebody is not well"),
)
REOPEN_REASONS = (
    gettext_noop("Ended by mistake"),
    gettext_noop("Referee's decision"),
)


class Keyed(forms.Form):
    """Every form of a table: the key that makes the same press twice one entry."""

    client_key = forms.UUIDField(widget=forms.HiddenInput, required=False)

    @property
    def key(self) -> UUID:
        """The key that was sent; a fresh one where a hand-made request brought none."""
        return self.cleaned_data.get("client_key") or uuid.uuid4()

    def value(self, name: str) -> str:
        """What stands in a field now, as text: what was sent, or what it started with."""
        value = self[name].value()
        return "" if value is None else str(value)


class Reasoned(Keyed):
    """A form that asks why: a choice of common reasons, and a line for any other."""

    reason = forms.CharField(required=False, max_length=200)
    reason_text = forms.CharField(required=False, max_length=250)
    reasons: tuple[str, ...] = CORRECTION_REASONS
    may_be_silent = False

    @property
    def reason_missing(self) -> str:
        """What the phone says before it sends anything without a reason; empty where none is needed."""
        return "" if self.may_be_silent else sentence(Refused("reason_missing"))

    @property
    def reason_options(self) -> list[tuple[str, str, bool]]:
        """(stored, shown, chosen)."""
        chosen = self.value("reason")
        return [(reason, gettext(reason), reason == chosen) for reason in self.reasons]

    @property
    def why(self) -> str:
        """The words that were typed, or the reason that was chosen, or both."""
        chosen = self.cleaned_data.get("reason") or ""
        chosen = chosen if chosen in self.reasons else ""
        typed = (self.cleaned_data.get("reason_text") or "").strip()
        if chosen and typed:
            return ": ".join([gettext(chosen), typed])
        return typed or chosen


class Timed(Keyed):
    """What is said about a deal that may come after the bell: when the phone took it, or why it counts."""

    entered_at = forms.IntegerField(required=False, widget=forms.HiddenInput)
    late_reason = forms.CharField(required=False, max_length=200)

    @property
    def timing(self) -> dict[str, Any]:
        """For the service. The moment is in milliseconds of the server's time, as js/clock.js knows it."""
        said = self.cleaned_data.get("entered_at")
        try:
            moment = datetime.fromtimestamp(said / 1000, UTC) if said else None
        except (ValueError, OverflowError, OSError):
            moment = None
        return {"entered_at": moment, "late_reason": self.cleaned_data.get("late_reason") or ""}


class DealForm(WinFields, Timed):
    """How a deal ended. ``number`` is the deal that the sender believed to be next."""

    number = forms.IntegerField(widget=forms.HiddenInput, required=False)
    how = forms.ChoiceField(choices=[(o.value, o.value) for o in Outcome], required=False)
    winner = forms.IntegerField(required=False)
    discarder = forms.IntegerField(required=False)

    @property
    def facts(self) -> DealFacts:
        """The facts in the words of the rules. What the chosen outcome does not ask for is left out."""
        data = self.cleaned_data
        require(data.get("how"), "how_missing")
        how = Outcome(data["how"])
        if how is Outcome.DRAWN:
            return DealFacts(how)
        return DealFacts(
            how,
            winner=data["winner"],
            discarder=None if how is Outcome.SELF_DRAW else data["discarder"],
            fan_total=self.fan_said,
            flowers=data["flowers"] or 0,
        )


class CorrectionForm(Reasoned, DealForm):
    """The same, said again about a deal that is recorded."""

    base_revision = forms.IntegerField(widget=forms.HiddenInput)


class DrawnForm(Timed):
    number = forms.IntegerField(widget=forms.HiddenInput, required=False)


class FalseWinForm(Keyed):
    number = forms.IntegerField(widget=forms.HiddenInput, required=False)
    seat = forms.IntegerField(required=False)
    case = forms.ChoiceField(
        choices=[(case.value, case.value) for case in FalseWin], initial=FalseWin.BELOW_MINIMUM.value
    )


class UndoForm(Reasoned):
    """Take back the last deal, or go back to an earlier one."""

    reasons = UNDO_REASONS
    number = forms.IntegerField(widget=forms.HiddenInput)
    last = forms.IntegerField(widget=forms.HiddenInput)
    base_revision = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    with_penalties = forms.BooleanField(required=False)


class EndForm(Reasoned):
    reasons = END_REASONS


class CallForm(Reasoned):
    """Call a referee; ``do`` "back" takes the call back."""

    reasons = CALL_REASONS
    may_be_silent = True
    do = forms.CharField(required=False, max_length=10)


class ReopenForm(Reasoned):
    reasons = REOPEN_REASONS


class CancelForm(Reasoned):
    reasons = CANCEL_REASONS


class SignForm(Reasoned):
    reasons = DISPUTE_REASONS
    seat = forms.IntegerField(required=False)
    up_to = forms.IntegerField(widget=forms.HiddenInput)
    table = forms.IntegerField(widget=forms.HiddenInput, required=False)
    say = forms.ChoiceField(choices=[("agree", "agree"), ("dispute", "dispute")], initial="agree")


class TotalsForm(Reasoned):
    """Four totals without deals, by starting seat."""

    base_revision = forms.IntegerField(widget=forms.HiddenInput)
    take_back = forms.BooleanField(required=False)
    total_0 = forms.IntegerField(required=False)
    total_1 = forms.IntegerField(required=False)
    total_2 = forms.IntegerField(required=False)
    total_3 = forms.IntegerField(required=False)

    @property
    def says_something(self) -> bool:
        """Whether any total is filled in: four empty fields are no game of zeros."""
        return any(self.cleaned_data[f"total_{seat}"] is not None for seat in range(4))

    @property
    def totals(self) -> Deltas:
        east, south, west, north = (self.cleaned_data[f"total_{seat}"] or 0 for seat in range(4))
        return (east, south, west, north)


def deal_initial(entry: Entry) -> dict[str, Any]:
    """The fields of a deal form from what is recorded."""
    return {
        "how": entry.said,
        "winner": entry.winner,
        "discarder": entry.discarder,
        "fan": entry.fan_total,
        "flowers": entry.flowers or None,
        "claimed": entry.detail.get("claimed"),
        **_hand_initial(entry),
    }


def _hand_initial(entry: Entry) -> dict[str, Any]:
    """The hand or the list that the entry holds, with what was said about it, as the form takes it."""
    text = str(entry.detail.get("hand") or "")
    tiles, _, words = text.partition(" | ")
    said = words.split()
    if tiles:
        marks = {mark: mark.replace("_", "-") in said for mark in MARKS}
        return {"way": EntryWay.TILES.value, "tiles": tiles, **marks}
    fans = kept_list(entry.detail)
    return {"way": EntryWay.FANS.value, "fans": fans} if fans else {"way": EntryWay.TOTAL.value}


def false_win_costs(rules: Ruleset) -> list[tuple[FalseWin, int, int, bool]]:
    """Each case with what the offender loses, what each of the others gets, and whether the hand is dead."""
    costs = []
    for case, tariff in rules.false_win.items():
        deltas = rules.false_win_deltas(case, offender=0)
        costs.append((case, deltas[0], deltas[1], tariff.dead_hand))
    return costs
