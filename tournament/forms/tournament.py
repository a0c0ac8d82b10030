"""The settings of a tournament as a form: what people choose from, and how it becomes plain values."""

import re
from collections.abc import Mapping
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.engine.standings import CRITERIA, TIEBREAKS
from tournament.models import Role, Tournament
from tournament.models.tournament import (
    Agreement,
    ClaimedTotal,
    ClockStart,
    EntryWay,
    FalseWinPreset,
    OthersInFinals,
    Profile,
    SeatChange,
    SeatingMode,
    State,
    TimeUp,
    standard_entry_ways,
)
from tournament.services.tournaments import FROZEN, SETTINGS

PLACES = ("points_1", "points_2", "points_3", "points_4")
ORDER = ("then_1", "then_2", "then_3", "then_4", "then_5")

CRITERIA_NAMES = {
    "tp": _("table points"),
    "mini": _("mini-points"),
    "best_game": _("best single game"),
    "high_games": _("table points game by game, best first"),
    "high_scores": _("mini-points game by game, best first"),
}
RANKINGS = {
    "mini": _("Table points, then mini-points (EMA, WMO)"),
    "tp": _("Table points only, ties stay"),
    "cn1998": _("China 1998: table points, mini-points, best game, more high games"),
    "qa_q48": _("QA question 48: table points, best game, high games, mini-points, high scores"),
    "qa_q52": _("QA question 52: table points, high games, mini-points, best game"),
}

COMMON_ZONES = (
    "Europe/Amsterdam",
    "Europe/Berlin",
    "Europe/Budapest",
    "Europe/Copenhagen",
    "Europe/Lisbon",
    "Europe/London",
    "Europe/Madrid",
    "Europe/Moscow",
    "Europe/Paris",
    "Europe/Rome",
    "Europe/Stockholm",
    "Europe/Vienna",
    "Europe/Warsaw",
    "Asia/Shanghai",
    "Asia/Hong_Kong",
    "Asia/Taipei",
    "Asia/Tokyo",
    "Asia/Singapore",
    "Australia/Sydney",
    "America/New_York",
    "America/Chicago",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "UTC",
)
PLAIN = tuple(name for name in SETTINGS if name not in ("table_points", "tiebreaks"))
"""Settings that are one field each."""
ROUND_FIELDS = ("seating_mode", "advance_rounds", "finalists", "final_rounds", "others_in_finals")
"""Settings that only some ways of seating use: left empty they stay as they are."""


def zones() -> list[str]:
    """Every time zone, those where tournaments are held first."""
    rest = sorted(
        zone for zone in available_timezones() - set(COMMON_ZONES) if "/" in zone and zone[:4] != "Etc/"
    )
    return [*COMMON_ZONES, *rest]


def _zone_of(said: str) -> str:
    """A zone by its name or its city, whatever the case: "Paris" is Europe/Paris. "" when there is none."""
    if said in available_timezones():
        return said
    wanted = said.strip().casefold().replace(" ", "_")
    known = ((zone, zone.casefold()) for zone in zones())
    return next((zone for zone, name in known if wanted in (name, name.rpartition("/")[2])), "")


class MinutesField(forms.CharField):
    """A few numbers of minutes, the longest first: "15, 5"."""

    MOST = 4

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        parts = re.split(r"[\s,;，、]+", str(value or "").strip())
        numbers = [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) <= 3]
        if len(numbers) != len([part for part in parts if part]) or len(numbers) > self.MOST:
            raise forms.ValidationError(_("Write up to four numbers of minutes, such as 15, 5."))
        return sorted({number for number in numbers if number}, reverse=True)


class TournamentForm(forms.Form):
    """Name, days and rules. What results depend on is disabled once play has started."""

    name = forms.CharField(label=pgettext_lazy("of an event", "Name"), max_length=120)
    native_name = forms.CharField(label=_("Name in the second script"), max_length=120, required=False)
    place = forms.CharField(label=pgettext_lazy("of an event", "Place"), max_length=120, required=False)
    starts_on = forms.DateField(
        label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    ends_on = forms.DateField(
        label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=60,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
        help_text=_("Type a city, such as Paris."),
    )
    profile = forms.ChoiceField(label=_("Reading of the fans"), choices=Profile.choices)
    number_of_rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=40)
    minutes = forms.IntegerField(label=_("Minutes a round"), min_value=10, max_value=600)
    points_1 = forms.CharField(label=_("1st"), max_length=10)
    points_2 = forms.CharField(label=_("2nd"), max_length=10)
    points_3 = forms.CharField(label=_("3rd"), max_length=10)
    points_4 = forms.CharField(label=pgettext_lazy("place", "4th"), max_length=10)
    ranking = forms.ChoiceField(
        label=_("Order of the ranking"), choices=[*RANKINGS.items(), ("own", _("An order of our own"))]
    )
    then_1 = forms.ChoiceField(label=_("First by"), required=False)
    then_2 = forms.ChoiceField(label=_("then by (2)"), required=False)
    then_3 = forms.ChoiceField(label=_("then by (3)"), required=False)
    then_4 = forms.ChoiceField(label=_("then by (4)"), required=False)
    then_5 = forms.ChoiceField(label=_("then by (5)"), required=False)
    false_win = forms.ChoiceField(label=_("False win"), choices=FalseWinPreset.choices)
    seat_change = forms.ChoiceField(label=_("Seat change"), choices=SeatChange.choices)
    time_up = forms.ChoiceField(label=_("When the time is up"), choices=TimeUp.choices)
    clock_start = forms.ChoiceField(label=_("The clock starts"), choices=ClockStart.choices)
    warnings = MinutesField(
        label=_("Signals before the end"),
        required=False,
        help_text=_("Minutes, such as 15, 5. Every clock shows them and may sound."),
    )
    seating_mode = forms.ChoiceField(
        label=_("Seating of the rounds"), choices=SeatingMode.choices, required=False
    )
    advance_rounds = forms.IntegerField(
        label=_("Rounds seated in advance"), min_value=1, max_value=39, required=False
    )
    final_rounds = forms.IntegerField(label=_("Rounds of finals"), min_value=1, max_value=39, required=False)
    finalists = forms.IntegerField(label=_("Players in the finals"), min_value=4, step_size=4, required=False)
    others_in_finals = forms.ChoiceField(
        label=_("The others during the finals"), choices=OthersInFinals.choices, required=False
    )
    sit_outs = forms.BooleanField(
        label=_("When players do not fill tables and no substitutes are left, some rest in turn"),
        required=False,
    )
    agreement = forms.ChoiceField(
        label=_("The four have to agree"),
        choices=Agreement.choices,
        help_text=_("Before their round can close. They can agree or dispute in any case."),
    )

    entry_ways = forms.MultipleChoiceField(
        label=_("A table enters a win by"),
        choices=EntryWay.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=standard_entry_ways,
        help_text=_("The phone at the table offers what is ticked. The desk may use all three."),
        error_messages={"required": _("Choose at least one way to enter a win.")},
    )
    claimed_total = forms.ChoiceField(
        label=_("When the claimed total is not the judged one"), choices=ClaimedTotal.choices
    )
    totals_at_table = forms.BooleanField(
        label=_("A table's phone may store four totals without deals"), required=False
    )

    def __init__(self, *args: Any, tournament: Tournament | None = None, **kwargs: Any) -> None:
        kwargs["initial"] = {**(values_of(tournament) if tournament else {}), **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)
        for name in ORDER:
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", "–"), *CRITERIA_NAMES.items()]
        self.is_frozen = tournament is not None and tournament.state != State.PLANNED
        if self.is_frozen:
            for name in frozen_fields():
                self.fields[name].disabled = True

    @property
    def zones(self) -> list[str]:
        """What the field of the time zone suggests while one types."""
        return zones()

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        first, last = data.get("starts_on"), data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day comes before the first."))
        if data.get("time_zone"):
            data["time_zone"] = _zone_of(data["time_zone"])
            if not data["time_zone"]:
                self.add_error("time_zone", _("This time zone is not known. Choose one from the list."))
        if data.get("ranking") == "own" and not self._own_order(data):
            self.add_error("then_1", _("Choose at least one criterion."))
        return data

    def settings(self) -> dict[str, Any]:
        """What the services take."""
        data = self.cleaned_data
        left_out = {name for name in ROUND_FIELDS if data[name] in (None, "")}
        plain = {name: data[name] for name in PLAIN if name not in left_out}
        order = self._own_order(data) if data["ranking"] == "own" else list(TIEBREAKS[data["ranking"]])
        return {
            **plain,
            "table_points": [data[name].strip().replace(",", ".") for name in PLACES],
            "tiebreaks": order,
        }

    @staticmethod
    def _own_order(data: Mapping[str, Any]) -> list[str]:
        return list(dict.fromkeys(data[name] for name in ORDER if data.get(name)))


class NewTournamentForm(TournamentForm):
    """The same with the address, which is chosen once: links and printed codes carry it."""

    slug = forms.SlugField(
        label=_("Address"),
        max_length=60,
        required=False,
        help_text=_("Small letters, digits and hyphens. Left empty: made from the name."),
    )
    field_order = ["name", "native_name", "slug"]


def frozen_fields() -> list[str]:
    """The form's fields behind the settings that freeze when play starts."""
    fields = [name for name in FROZEN if name not in ("table_points", "tiebreaks")]
    return [*fields, *PLACES, "ranking", *ORDER]


def values_of(tournament: Tournament) -> dict[str, Any]:
    """A tournament's settings as the form shows them."""
    order = list(tournament.tiebreaks)
    if len(order) == 1 and order[0] in TIEBREAKS:
        order = list(TIEBREAKS[order[0]])
    preset = next((key for key in RANKINGS if list(TIEBREAKS[key]) == order), "own")
    known = [key for key in order if key in CRITERIA]
    return {
        **{name: getattr(tournament, name) for name in PLAIN},
        **dict(zip(PLACES, tournament.table_points, strict=False)),
        "ranking": preset,
        **dict(zip(ORDER, known, strict=False)),
    }


def _role_choices() -> list[tuple[str, Any]]:
    return [
        (Role.Name.REFEREE, _("Referee: tables, corrections, penalties, table links")),
        (Role.Name.ORGANIZER, _("Organizer: everything")),
        (Role.Name.OWNER, _("Owner: everything, and who the owners are")),
    ]


class RoleForm(forms.Form):
    """Give somebody who has an account a role."""

    username = forms.CharField(label=_("User name"), max_length=150)
    role = forms.ChoiceField(label=_("Role"), choices=lazy(_role_choices, list)())
