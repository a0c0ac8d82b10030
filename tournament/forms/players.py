"""Players as forms: one person, and a whole list pasted or uploaded."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.engine.roster import LIMITS
from tournament.errors import Refused
from tournament.forms.roster_file import Cells, cells_of_file, cells_of_text
from tournament.models import Player

FIELDS = (
    "name",
    "family_name",
    "native_name",
    "country",
    "club",
    "team",
    "licence",
    "external_id",
    "substitute",
)


class PlayerForm(forms.Form):
    """What is known about one person. The number stays: charts and the log name players by it."""

    name = forms.CharField(label=_("Name"), max_length=LIMITS["name"])
    family_name = forms.CharField(
        label=_("Family name"),
        max_length=LIMITS["family_name"],
        required=False,
        help_text=_("The part of the name that is the family name."),
    )
    native_name = forms.CharField(label=_("Native name"), max_length=LIMITS["native_name"], required=False)
    country = forms.CharField(label=_("Country"), max_length=LIMITS["country"], required=False)
    club = forms.CharField(label=_("Club"), max_length=LIMITS["club"], required=False)
    team = forms.CharField(
        label=_("Team"),
        max_length=LIMITS["team"],
        required=False,
        widget=forms.TextInput(attrs={"list": "teams"}),
    )
    licence = forms.CharField(label=_("Licence number"), max_length=LIMITS["licence"], required=False)
    external_id = forms.CharField(label=_("Id elsewhere"), max_length=LIMITS["external_id"], required=False)
    substitute = forms.BooleanField(
        label=_("Substitute: stands in for others and is not ranked"), required=False
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for name, value in data.items():
            if isinstance(value, str):
                data[name] = " ".join(value.split())
        family = data.get("family_name")
        if family and family not in data.get("name", ""):
            self.add_error("family_name", _("This is not a part of the name."))
        return data

    @staticmethod
    def values_of(player: Player) -> dict[str, Any]:
        values = {name: getattr(player, name) for name in FIELDS if name != "team"}
        return {**values, "team": player.team.name if player.team else ""}


class RosterForm(forms.Form):
    """A list: pasted from a spreadsheet, or a CSV or XLSX file. The file wins when both are there."""

    pasted = forms.CharField(
        label=_("Paste a table"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=_("The first line names the columns. Copying straight out of a spreadsheet works."),
    )
    file = forms.FileField(
        label=_("or choose a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
        help_text=_("CSV (UTF-8, GB 18030, Windows-1252; comma, semicolon or tab) or XLSX."),
    )

    def cells(self) -> Cells:
        """The cells of whichever was given; refused with ``no_rows`` when neither was."""
        upload = self.cleaned_data.get("file")
        if upload:
            return cells_of_file(upload.read(4 * 1024 * 1024))
        text = self.cleaned_data.get("pasted") or ""
        if not text.strip():
            raise Refused("no_rows")
        return cells_of_text(text)
