"""What a referee rules at a table, as plain forms: faults, dead hands, hands played again, notes, chairs."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.faults import Step
from scoring.payments import Treatment
from tournament.forms.table import Keyed, Reasoned

QUICK_AMOUNTS = (5, 10, 20, 30, 40)
OWN_WORDS = "own"
"""The last choice of the list of faults: one that does not stand in it."""

RULING_REASONS = (
    gettext_noop("Done on purpose"),
    gettext_noop("Harmed the game of others"),
    gettext_noop("A first time, not meant"),
    gettext_noop("Referee's decision"),
)
DEAD_HAND_REASONS = (
    gettext_noop("Too many or too few tiles"),
    gettext_noop("Referee's decision"),
)
REPLAY_REASONS = (
    gettext_noop("The wall was destroyed"),
    gettext_noop("The tiles were dealt wrongly"),
    gettext_noop("A tile was missing or one too many"),
    gettext_noop("Referee's decision"),
)
SEATS_REASONS = (
    gettext_noop("Took the wrong chairs"),
    gettext_noop("Did not change seats"),
    gettext_noop("Changed seats wrongly"),
)
TAKE_BACK_REASONS = (
    gettext_noop("Entered by mistake"),
    gettext_noop("Entered at the wrong table"),
    gettext_noop("Referee's decision"),
)


class PenaltyForm(Reasoned):
    """A fault of the list or in the referee's own words; ``overrule`` takes another step than the list's."""

    reasons: tuple[str, ...] = RULING_REASONS
    number = forms.IntegerField(widget=forms.HiddenInput, required=False)
    seat = forms.IntegerField(required=False)
    fault = forms.CharField(required=False, max_length=40)
    victim = forms.IntegerField(required=False)
    overrule = forms.BooleanField(required=False)
    treatment = forms.ChoiceField(
        choices=[(t.value, t.value) for t in Treatment], initial=Treatment.DEDUCTION.value, required=False
    )
    amount = forms.IntegerField(required=False, label=_("Amount"))
    dead_hand = forms.BooleanField(required=False)

    @property
    def is_listed(self) -> bool:
        return self.cleaned_data["fault"] not in ("", OWN_WORDS)

    @property
    def says_something(self) -> bool:
        """Whether anything was chosen or typed about the fault at all."""
        data = self.cleaned_data
        return bool(data["fault"] or data["amount"] or data["dead_hand"] or self.why)

    @property
    def step(self) -> Step:
        """The step of the referee's own choice."""
        data = self.cleaned_data
        treatment = Treatment(data["treatment"] or Treatment.DEDUCTION.value)
        amount = 0 if treatment is Treatment.WARNING else data["amount"] or 0
        return Step(treatment, amount, data["dead_hand"])


class DeadHandForm(PenaltyForm):
    """The same list, cut to what makes a hand dead."""

    reasons = DEAD_HAND_REASONS

    @property
    def step(self) -> Step:
        return Step(dead_hand=True)


class ReplayForm(Reasoned):
    reasons = REPLAY_REASONS
    number = forms.IntegerField(widget=forms.HiddenInput)


class NoteForm(Keyed):
    number = forms.IntegerField(widget=forms.HiddenInput, required=False)
    text = forms.CharField(required=False, max_length=600)


class SeatsForm(Reasoned):
    """Who really sat where in deal ``deal``, by seat wind, and whether they go on like this."""

    reasons = SEATS_REASONS
    deal = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    wind_0 = forms.IntegerField(required=False)
    wind_1 = forms.IntegerField(required=False)
    wind_2 = forms.IntegerField(required=False)
    wind_3 = forms.IntegerField(required=False)
    until = forms.IntegerField(required=False)

    @property
    def sitting(self) -> list[Any]:
        """East, South, West, North: persons by their starting seat; None where nobody was chosen."""
        return [self.cleaned_data[f"wind_{wind}"] for wind in range(4)]


class TakeBackForm(Reasoned):
    reasons = TAKE_BACK_REASONS
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
