"""What the hall is told: announcements, and the screens that the desk has set up."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.tournament import Tournament


class Bulletin(models.Model):
    """An announcement of the organizers, in one language or two, for a time and for some kinds of page."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="bulletins")
    number = models.PositiveSmallIntegerField()
    text = models.CharField(_("text"), max_length=240)
    native_text = models.CharField(_("text in Chinese"), max_length=240, blank=True)
    shown_from = models.DateTimeField(null=True)
    shown_until = models.DateTimeField(null=True)
    on_screens = models.BooleanField(default=True)
    on_pages = models.BooleanField(default=True)
    on_phones = models.BooleanField(default=False)
    written_by = models.CharField(max_length=80)
    written_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="bulletin_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament.slug} bulletin {self.number}"


class Screen(models.Model):
    """A screen of the hall under a name of its own: what it shows, without anything secret."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="screens")
    name = models.SlugField(_("name"), max_length=30)
    options = models.JSONField(default=dict)

    class Meta:
        ordering = ("name",)
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="screen_name_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament.slug} screen {self.name}"
