"""The stock administration, for looking and for emergencies: what is append-only can only be read here."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from tournament import models

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
else:  # at run time the class takes no parameters
    Admin = admin.ModelAdmin


class ReadOnlyAdmin(Admin):
    """Rows that are written once, by services only."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.Tournament)
class TournamentAdmin(Admin):
    list_display = ("slug", "name", "starts_on", "state", "revision")
    readonly_fields = ("state", "revision")
    search_fields = ("slug", "name")


@admin.register(models.Player)
class PlayerAdmin(Admin):
    list_display = ("number", "name", "native_name", "country", "team", "tournament")
    list_filter = ("tournament",)
    search_fields = ("name", "native_name", "licence")


@admin.register(models.Role)
class RoleAdmin(Admin):
    list_display = ("tournament", "user", "name")
    list_filter = ("tournament", "name")


@admin.register(models.Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ("pk", "tournament", "table", "kind", "number", "revision", "said", "actor", "recorded_at")
    list_filter = ("tournament", "kind", "said")


@admin.register(models.AuditEntry)
class AuditAdmin(ReadOnlyAdmin):
    list_display = ("at", "tournament", "actor", "action", "params")
    list_filter = ("tournament", "action")


admin.site.register([models.Team, models.Round])
admin.site.register([models.Table, models.Seat, models.SeatingPlan, models.Announcement], ReadOnlyAdmin)
