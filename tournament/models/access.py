"""Who may do what: roles of signed-in people, and the passes of phones: a table's and a player's own."""

import base64
import hashlib
import hmac
import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.people import Player
from tournament.models.table import Table
from tournament.models.tournament import Tournament


class Role(models.Model):
    """What a signed-in person is in one tournament."""

    class Name(models.TextChoices):
        OWNER = "owner", _("owner")
        ORGANIZER = "organizer", _("organizer")
        REFEREE = "referee", _("referee")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tournament_roles")
    name = models.CharField(max_length=10, choices=Name)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.name} {self.tournament.slug}"


def new_nonce() -> str:
    return secrets.token_hex(16)


def secret_of(kind: str, nonce: str) -> str:
    """128 bits as 22 letters that may stand in an address, from the server's key and a row's nonce."""
    digest = hmac.new(settings.SECRET_KEY.encode(), f"{kind}:{nonce}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest.digest()[:16]).rstrip(b"=").decode()


class TablePass(models.Model):
    """A secret link that lets a phone enter deals at one table.

    The secret is worked out from the server's key and the row's nonce, so it can be shown again to an
    organizer without being stored; rows keep its SHA-256 to be found by. A stolen database opens no table.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="passes")
    nonce = models.CharField(max_length=32, default=new_nonce, editable=False)
    secret_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("table", "pk")

    def __str__(self) -> str:
        return f"pass {self.pk} for {self.table}"

    @property
    def secret(self) -> str:
        return secret_of("table-pass", self.nonce)

    @staticmethod
    def hash_of(secret: str) -> str:
        return hashlib.sha256(secret.encode()).hexdigest()


class PlayerPass(models.Model):
    """A secret link with which a player follows their own games, and agrees or disputes for themselves.

    It opens the player's table of the running round, records nothing there, and goes on through the event.
    Its secret is made as a table pass's is. At most one is open a player: handing out another withdraws the
    one before, so that a phone that was given to somebody else shows on the player's own.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="passes")
    nonce = models.CharField(max_length=32, default=new_nonce, editable=False)
    secret_hash = models.CharField(max_length=64, unique=True, editable=False)
    handed_with = models.ForeignKey(TablePass, models.SET_NULL, null=True, related_name="handed")
    """The table's phone that handed it out; empty: the desk did."""
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("player", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(revoked_at=None), name="one_open_pass_a_player"
            ),
        ]

    def __str__(self) -> str:
        return f"pass {self.pk} of {self.player}"

    @property
    def secret(self) -> str:
        return secret_of("player-pass", self.nonce)
