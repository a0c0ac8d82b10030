"""Late changes of a seating as forms: who leaves, who comes, who sits wrong, a round by rank."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.engine import names, seating
from tournament.models import Player, Tournament
from tournament.selectors.seating_changes import SeatingNow
from tournament.services.seating_changes import LONGEST_REASON

AS_CONFIGURED, NOBODY = "", "-"
AT_ONCE = 4
"""So many people leave or come on one page; more do so in two changes."""
MOVING = {
    "few": (seating.FEW_MOVES, _("move as few people as possible")),
    "repeats": (seating.FEW_REPEATS, _("rather move people than let anybody meet again")),
}


class ReasonForm(forms.Form):
    """Why: stays with the seating and is read by everybody."""

    reason = forms.CharField(label=_("Why"), max_length=LONGEST_REASON, required=False)


class ChangeForm(forms.Form):
    """What all late changes have: the round they count from, out of those that have not begun."""

    def __init__(self, *args: Any, tournament: Tournament, now: SeatingNow, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.now = now
        self.people = {player.number: player for player in tournament.players.all()}
        last = tournament.number_of_rounds
        rounds = [(number, str(number)) for number in range(now.open_from, last + 1)]
        if "from_round" in self.fields:
            self._choose("from_round", rounds)

    def _choose(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _named(self, numbers: set[int]) -> list[tuple[str, str]]:
        """People to choose from, by family name."""
        people = sorted((self.people[n] for n in numbers if n in self.people), key=_key)
        return [(str(player.number), label(player)) for player in people]

    @property
    def playing(self) -> set[int]:
        """Everybody who has a place from the first open round on."""
        return self.now.seated_from(self.now.open_from)

    @property
    def waiting(self) -> set[int]:
        return set(self.people) - self.playing


def label(player: Player) -> str:
    """A person in a list to choose from."""
    native = f" {player.native_name}" if player.native_name else ""
    return f"{player.name}{native} · {player.number}"


def _key(player: Player) -> tuple[tuple[str, str, str], int]:
    return names.name_key(player.name, player.family_name, player.native_name), player.number


class ExitForm(ChangeForm):
    """Who drops out, and who takes each place."""

    from_round = forms.TypedChoiceField(label=_("From round"), coerce=int)
    moving = forms.ChoiceField(
        label=_("Where nobody takes the place"),
        choices=[(key, words) for key, (_weight, words) in MOVING.items()],
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        leaving = [("", "–"), *self._named(self.playing)]
        substitutes = {n for n in self.waiting if self.people[n].substitute}
        others = self.waiting - substitutes
        coming: list[Any] = [
            (AS_CONFIGURED, _("the first free substitute, else nobody")),
            (NOBODY, _("nobody")),
        ]
        if substitutes:
            coming.append((_("Substitutes"), self._named(substitutes)))
        if others:
            coming.append((_("Others without a place"), self._named(others)))
        for row in range(1, AT_ONCE + 1):
            self.fields[f"out_{row}"] = forms.TypedChoiceField(
                label=_("Who drops out"), choices=leaving, coerce=int, required=False, empty_value=None
            )
            self.fields[f"in_{row}"] = forms.ChoiceField(
                label=_("Who takes the place"), choices=coming, required=False
            )

    @property
    def rows(self) -> list[tuple[Any, Any]]:
        return [(self[f"out_{row}"], self[f"in_{row}"]) for row in range(1, AT_ONCE + 1)]

    def pairs(self) -> list[tuple[int, int | None]]:
        """Who leaves with who comes; free substitutes are handed out in the order of their numbers."""
        data = self.cleaned_data
        rows = [
            (data[f"out_{row}"], data[f"in_{row}"]) for row in range(1, AT_ONCE + 1) if data[f"out_{row}"]
        ]
        chosen = {int(came) for _out, came in rows if came not in (AS_CONFIGURED, NOBODY)}
        free = sorted(n for n in self.waiting - chosen if self.people[n].substitute)
        found: list[tuple[int, int | None]] = []
        for gone, came in rows:
            if came == AS_CONFIGURED:
                found.append((gone, free.pop(0) if free else None))
            else:
                found.append((gone, None if came == NOBODY else int(came)))
        return found


class EntryForm(ChangeForm):
    """Who arrives, and in whose place."""

    from_round = forms.TypedChoiceField(label=_("From round"), coerce=int)
    place_of = forms.TypedChoiceField(
        label=_("Takes the place of"), coerce=int, required=False, empty_value=None
    )
    moving = forms.ChoiceField(
        label=_("Where a new place is made"),
        choices=[(key, words) for key, (_weight, words) in MOVING.items()],
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        substitutes = {n for n in self.playing if n in self.people and self.people[n].substitute}
        groups: list[Any] = [("", _("nobody: a place of their own"))]
        if substitutes:
            groups.append((_("Substitutes"), self._named(substitutes)))
        groups.append((_("Players"), self._named(self.playing - substitutes)))
        self._choose("place_of", groups)
        arriving = [("", "–"), *self._named(self.waiting)]
        for row in range(1, AT_ONCE + 1):
            self.fields[f"in_{row}"] = forms.TypedChoiceField(
                label=_("Who arrives"), choices=arriving, coerce=int, required=False, empty_value=None
            )

    @property
    def rows(self) -> list[Any]:
        return [self[f"in_{row}"] for row in range(1, AT_ONCE + 1)]

    def arrivals(self) -> list[int]:
        data = self.cleaned_data
        return [data[f"in_{row}"] for row in range(1, AT_ONCE + 1) if data[f"in_{row}"]]


class SwapForm(ChangeForm):
    """Two people who change seats in one round."""

    round = forms.TypedChoiceField(label=_("Round"), coerce=int)
    one = forms.TypedChoiceField(label=_("Player"), coerce=int)
    other = forms.TypedChoiceField(label=_("changes seats with"), coerce=int)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seated = len(self.now.chart)
        closed = {r.number for r in self.now.rounds if r.is_closed}
        self._choose("round", [(n, str(n)) for n in range(1, seated + 1) if n not in closed])
        people = [("", "–"), *self._named(self.now.seated_from(max(1, self.now.open_from - 1)))]
        self._choose("one", people)
        self._choose("other", people)


class RoundForm(forms.Form):
    """The seed of a round by rank. The service says when it is too long: a browser would cut it silently."""

    seed = forms.CharField(
        label=_("Seed"),
        help_text=_(
            "It parts exact ties and makes the draw repeatable: anything said in public, such as dice thrown."
        ),
    )


class NewPersonForm(forms.Form):
    """Somebody who is not in the list yet."""

    name = forms.CharField(label=_("Name"), max_length=120)
    native_name = forms.CharField(label=_("Native name"), max_length=80, required=False)
    country = forms.CharField(label=_("Country"), max_length=60, required=False)
