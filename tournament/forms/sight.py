"""Who may see what, as a form."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament
from tournament.models.tournament import Audience, ResultsShown
from tournament.services.sight import CHOICES

AUDIENCES = (
    (Audience.PUBLIC, _("Everybody")),
    (Audience.PARTICIPANTS, _("People of the event: whoever opened its link or a table link")),
    (Audience.ORGANIZERS, _("Organizers and referees only")),
)
RESULTS = (
    (ResultsShown.ALL, _("The whole ranking")),
    (ResultsShown.TOP, _("The top of the ranking only")),
    (ResultsShown.NONE, _("No results at all")),
)


class SightForm(forms.Form):
    """The organizer's choice. What each field means is said by ``engine/sight.py``."""

    audience = forms.ChoiceField(label=_("Who may open the pages"), choices=AUDIENCES)
    results_shown = forms.ChoiceField(label=_("What they see of the results"), choices=RESULTS)
    results_top = forms.IntegerField(
        label=_("Rows of the top"),
        min_value=1,
        max_value=999,
        help_text=_("Used when only the top is shown. Games stay open."),
    )
    frozen_rounds = forms.IntegerField(
        label=_("Last rounds kept for the ceremony"),
        min_value=0,
        help_text=_("0: nothing is kept. Their games, too, stay unseen until the ceremony is over."),
    )
    players_by_number = forms.BooleanField(
        label=_("Show players by number, without names"),
        required=False,
        help_text=_("On public pages, feeds and exports. People of the event see the names."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        kwargs["initial"] = {name: getattr(tournament, name) for name in CHOICES}
        super().__init__(*args, **kwargs)
        self.shown = {
            f"was_{name}": self.data.get(f"was_{name}", value) for name, value in self.initial.items()
        }
        """What the page showed when it was opened, for its hidden fields."""
        rounds = self.fields["frozen_rounds"]
        assert isinstance(rounds, forms.IntegerField)
        rounds.max_value = tournament.number_of_rounds
        rounds.widget.attrs["max"] = tournament.number_of_rounds
        rounds.validators.append(MaxValueValidator(tournament.number_of_rounds))

    @property
    def chosen(self) -> dict[str, Any]:
        """What was changed on the page. The rest may have been changed by another since it was opened, and a
        page that is older than a hiding must not undo it."""
        said = self.cleaned_data.items()
        return {name: value for name, value in said if self.data.get(f"was_{name}") != str(value)}
