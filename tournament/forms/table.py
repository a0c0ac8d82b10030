"""What a referee can say about one table, as plain forms: they read text, the rules decide.

Fields that a rule asks for are not required here, so that the refusal is the rule's own, with its code.
Reasons are stored as their English sentence when they were chosen from a list and translated when shown.
"""

import uuid
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from scoring.payments import DealFacts, Deltas, FalseWin, Outcome, Treatment
from scoring.rulesets import Ruleset
from tournament.engine.judging import MARKS
from tournament.models import Entry

WINS = (Outcome.SELF_DRAW, Outcome.DISCARD, Outcome.ROBBED_KONG)
QUICK_FANS = (8, 9, 10, 12, 14, 16, 18, 24, 32, 48)
QUICK_AMOUNTS = (5, 10, 20, 30, 40)

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
PENALTY_REASONS = (
    gettext_noop("Late to the table"),
    gettext_noop("Called without a set"),
    gettext_noop("Drew before the discard"),
    gettext_noop("Wrong wall tile"),
    gettext_noop("Too many or too few tiles"),
    gettext_noop("Exposed a tile"),
    gettext_noop("Too slow"),
    gettext_noop("Talked about the hand"),
    gettext_noop("Conduct"),
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


class DealForm(Keyed):
    """How a deal ended. ``number`` is the deal that the sender believed to be next."""

    number = forms.IntegerField(widget=forms.HiddenInput, required=False)
    how = forms.ChoiceField(choices=[(o.value, o.value) for o in Outcome], initial=Outcome.SELF_DRAW.value)
    winner = forms.IntegerField(required=False)
    discarder = forms.IntegerField(required=False)
    fan = forms.IntegerField(required=False, label=_("Fan"))
    flowers = forms.IntegerField(required=False, label=_("Flowers"))
    tiles = forms.CharField(required=False, max_length=300, label=_("Tiles"))
    last_of_kind = forms.BooleanField(required=False)
    last_tile = forms.BooleanField(required=False)
    replacement = forms.BooleanField(required=False)
    confirmed = forms.BooleanField(required=False)

    @property
    def tiles_said(self) -> dict[str, Any]:
        """The hand as text, what was said about the win, and whether its judgement was seen and accepted."""
        data = self.cleaned_data
        return {
            "text": data["tiles"],
            "marks": {mark: data[mark] for mark in MARKS},
            "confirmed": data["confirmed"],
        }

    @property
    def facts(self) -> DealFacts:
        """The facts in the words of the rules. What the chosen outcome does not ask for is left out."""
        data, how = self.cleaned_data, Outcome(self.cleaned_data["how"])
        if how is Outcome.DRAWN:
            return DealFacts(how)
        return DealFacts(
            how,
            winner=data["winner"],
            discarder=None if how is Outcome.SELF_DRAW else data["discarder"],
            fan_total=data["fan"],
            flowers=data["flowers"] or 0,
        )


class CorrectionForm(Reasoned, DealForm):
    """The same, said again about a deal that is recorded."""

    base_revision = forms.IntegerField(widget=forms.HiddenInput)


class DrawnForm(Keyed):
    number = forms.IntegerField(widget=forms.HiddenInput, required=False)


class FalseWinForm(Keyed):
    number = forms.IntegerField(widget=forms.HiddenInput, required=False)
    seat = forms.IntegerField(required=False)
    case = forms.ChoiceField(
        choices=[(case.value, case.value) for case in FalseWin], initial=FalseWin.BELOW_MINIMUM.value
    )


class PenaltyForm(Reasoned):
    reasons = PENALTY_REASONS
    number = forms.IntegerField(widget=forms.HiddenInput, required=False)
    seat = forms.IntegerField(required=False)
    treatment = forms.ChoiceField(
        choices=[(t.value, t.value) for t in Treatment], initial=Treatment.DEDUCTION.value
    )
    amount = forms.IntegerField(required=False, label=_("Amount"))
    dead_hand = forms.BooleanField(required=False, label=_("Dead hand: plays along, may not win this deal"))


class UndoForm(Reasoned):
    """Take back the last deal, or go back to an earlier one."""

    reasons = UNDO_REASONS
    number = forms.IntegerField(widget=forms.HiddenInput)
    last = forms.IntegerField(widget=forms.HiddenInput)
    base_revision = forms.IntegerField(widget=forms.HiddenInput)


class EndForm(Reasoned):
    reasons = END_REASONS


class ReopenForm(Reasoned):
    reasons = REOPEN_REASONS


class CancelForm(Reasoned):
    reasons = CANCEL_REASONS


class SignForm(Reasoned):
    reasons = DISPUTE_REASONS
    seat = forms.IntegerField(required=False)
    up_to = forms.IntegerField(widget=forms.HiddenInput)
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
        **_tiles_initial(entry),
    }


def _tiles_initial(entry: Entry) -> dict[str, Any]:
    """The hand that the entry holds, with what was said about it, as the form takes it."""
    text = str(entry.detail.get("hand") or "")
    tiles, _, words = text.partition(" | ")
    said = words.split()
    return {"tiles": tiles, **{mark: mark.replace("_", "-") in said for mark in MARKS}} if tiles else {}


def false_win_costs(rules: Ruleset) -> list[tuple[FalseWin, int, int, bool]]:
    """Each case with what the offender loses, what each of the others gets, and whether the hand is dead."""
    costs = []
    for case, tariff in rules.false_win.items():
        deltas = rules.false_win_deltas(case, offender=0)
        costs.append((case, deltas[0], deltas[1], tariff.dead_hand))
    return costs
