"""What the desk says to the hall: announcements, and how screens are set up."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament

PAGE_NAMES = {
    "seating": _("Seating by name"),
    "tables": _("Seating by table"),
    "clock": _("Clock"),
    "ranking": _("Ranking"),
    "teams": _("Teams"),
    "hand": _("Biggest hand of the round"),
    "notices": _("Announcements"),
}
AUTOMATIC = "auto"


class BulletinForm(forms.Form):
    """An announcement. Times are of the event's zone."""

    text = forms.CharField(label=_("Announcement"), max_length=240, required=False)
    native_text = forms.CharField(label=_("The same in Chinese"), max_length=240, required=False)
    shown_from = forms.DateTimeField(
        label=_("From"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    shown_until = forms.DateTimeField(
        label=_("Until"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    screens = forms.BooleanField(label=_("Screens"), required=False, initial=True)
    pages = forms.BooleanField(label=_("Public pages"), required=False, initial=True)
    phones = forms.BooleanField(label=_("Phones at the tables"), required=False, initial=True)


class ScreenForm(forms.Form):
    """A screen: its link says everything, or the name under which the desk keeps it."""

    name = forms.SlugField(
        label=_("Name of the screen"),
        max_length=30,
        required=False,
        help_text=_("Small letters, digits and hyphens. With a name it can be changed from here later."),
    )
    pages = forms.MultipleChoiceField(
        label=_("Pages"),
        choices=[*PAGE_NAMES.items()],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None chosen: what fits the moment, seats before a round and the ranking while it runs."),
    )
    theme = forms.ChoiceField(
        label=_("Colours"),
        choices=[("", _("as the device")), ("light", _("light")), ("dark", _("dark"))],
        required=False,
    )
    lang = forms.ChoiceField(label=_("Language"), required=False)
    seconds = forms.IntegerField(
        label=_("Seconds a page"), min_value=4, max_value=120, required=False, initial=12
    )
    top = forms.IntegerField(
        label=_("Ranks shown"),
        min_value=0,
        max_value=999,
        required=False,
        initial=24,
        help_text=_("0: all of them."),
    )
    round = forms.IntegerField(
        label=_("Seating of round"),
        min_value=1,
        max_value=40,
        required=False,
        help_text=_("Empty: the next one."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        languages = self.fields["lang"]
        assert isinstance(languages, forms.ChoiceField)
        languages.choices = [("", _("as the device")), *settings.LANGUAGES]

    @property
    def said(self) -> dict[str, str]:
        """What the link of this screen says, without what is usual."""
        data = self.cleaned_data
        said = {
            "pages": ",".join(data["pages"]),
            "theme": data["theme"],
            "lang": data["lang"],
            "seconds": "" if data["seconds"] in (None, 12) else str(data["seconds"]),
            "top": "" if data["top"] in (None, 24) else str(data["top"]),
            "round": str(data["round"] or ""),
        }
        return {key: value for key, value in said.items() if value}
