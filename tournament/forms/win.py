"""How a table enters a win: its way, the fans that are ticked, the claim and what is decided about it."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.fan_list import FLOWERS, most_of
from scoring.fans.catalogue import BY_NUMBER
from scoring.payments import Outcome
from tournament.engine import claimed
from tournament.engine.judging import MARKS
from tournament.models.tournament import EntryWay
from tournament.services.judging import Decision, HandSaid

QUICK_FANS = (8, 9, 10, 12, 14, 16, 18, 24, 32, 48, 64, 88)

RULING_REASONS = (
    gettext_noop("Nobody objected to the lower total"),
    gettext_noop("A player objected"),
    gettext_noop("Counted too high"),
    gettext_noop("The judged total counts"),
)
assert set(RULING_REASONS) == {claimed.NOBODY_OBJECTED, claimed.OBJECTED, claimed.TOO_HIGH, claimed.EXACT}


def ticked_in(data: Mapping[str, Any]) -> dict[int, int]:
    """The ticked fans of a form or an address: a field ``f39`` a fan, ``n64`` how often where it may be there
    more than once."""
    found = {}
    for name in data:
        if re.fullmatch(r"f[1-9]\d?", name) and data[name]:
            number = int(name[1:])
            often = str(data.get(f"n{number}") or 1)
            if number in BY_NUMBER and number != FLOWERS:
                found[number] = min(int(often) if often in "1234567" else 1, most_of(number))
    return found


class FanTicks(forms.Widget):
    """Eighty-one check boxes with names of their own, so that every fan is one plain field."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> dict[int, int]:
        return ticked_in(data)

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return not ticked_in(data)


class FansField(forms.Field):
    widget = FanTicks

    def to_python(self, value: Any) -> dict[int, int]:
        return dict(value or {})


class WinFields(forms.Form):
    """The fields of a win beside who, from whom and how. Which of them are read depends on the way."""

    way = forms.CharField(required=False, max_length=10)
    fan = forms.IntegerField(required=False, label=_("Fan"))
    claimed = forms.IntegerField(required=False, label=_("Claimed total"))
    flowers = forms.IntegerField(required=False, label=_("Flowers"))
    tiles = forms.CharField(required=False, max_length=300, label=_("Tiles"))
    fans = FansField(required=False)
    last_of_kind = forms.BooleanField(required=False)
    last_tile = forms.BooleanField(required=False)
    replacement = forms.BooleanField(required=False)
    confirmed = forms.BooleanField(required=False)
    ruling = forms.CharField(required=False, max_length=10)
    ruling_why = forms.CharField(required=False, max_length=200)

    @property
    def way_said(self) -> str:
        """The way that was chosen; without one, what was filled in tells."""
        data = self.cleaned_data
        way = data.get("way") or ""
        if way in EntryWay.values:
            return str(way)
        if data.get("tiles"):
            return EntryWay.TILES.value
        return EntryWay.FANS.value if data.get("fans") else EntryWay.TOTAL.value

    @property
    def fan_said(self) -> int | None:
        """The total that the table says: the one to book, or a claim beside tiles or fans."""
        data = self.cleaned_data
        if self.way_said == EntryWay.TOTAL or data.get("way") not in EntryWay.values:
            total = data.get("fan")
            return data.get("claimed") if total is None else total
        claim: int | None = data.get("claimed")
        return claim

    @property
    def hand_said(self) -> HandSaid:
        data = self.cleaned_data
        if data.get("how") == Outcome.DRAWN:  # what was filled in before belongs to no win
            return HandSaid()
        ruling = data.get("ruling") or (claimed.Ruling.JUDGED.value if data.get("confirmed") else "")
        return HandSaid(
            way=self.way_said,
            tiles=data.get("tiles") or "",
            marks={mark: bool(data.get(mark)) for mark in MARKS},
            fans=data.get("fans") or {},
            decision=Decision(ruling, data.get("ruling_why") or ""),
        )
