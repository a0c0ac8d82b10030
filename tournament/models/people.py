"""Who plays: players and teams of one tournament."""

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.models.tournament import Tournament


class Team(models.Model):
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=80)

    class Meta:
        ordering = ("number",)
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="team_number_once"),
            models.UniqueConstraint(fields=["tournament", "name"], name="team_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """Somebody who plays in one tournament. ``number`` is what cards, charts and addresses use."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField(_("number"))
    external_id = models.CharField(_("id elsewhere"), max_length=40, blank=True)
    name = models.CharField(_("name"), max_length=120)
    family_name = models.CharField(_("family name"), max_length=80, blank=True)
    """The part of ``name`` that is the family name, when it is known."""
    native_name = models.CharField(_("native name"), max_length=80, blank=True)
    country = models.CharField(_("country"), max_length=60, blank=True)
    club = models.CharField(_("club"), max_length=80, blank=True)
    team = models.ForeignKey(Team, models.SET_NULL, null=True, blank=True, related_name="players")
    licence = models.CharField(_("licence number"), max_length=40, blank=True)
    substitute = models.BooleanField(_("substitute"), default=False)
    """Stands in for others; is never ranked and never counts in the number of players."""
    has_namesake = False
    """Whether somebody else at the table that is looked at has the same family name."""

    class Meta:
        ordering = ("number",)
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="player_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "external_id"],
                condition=~models.Q(external_id=""),
                name="player_external_id_once",
            ),
            models.UniqueConstraint(
                fields=["tournament", "licence"], condition=~models.Q(licence=""), name="player_licence_once"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.tournament.slug, self.number])

    @property
    def key(self) -> str:
        """What the outside world calls this player: the id it gave us, or our number."""
        return self.external_id or str(self.number)
