"""The stock administration, for looking and for emergencies: what is append-only can only be read here."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from tournament import models
from tournament.models.tournament import State
from tournament.services._base import raise_revision
from tournament.services.tournaments import FROZEN

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


class ToldAdmin(Admin):
    """Rows that pages show and keep in memory: a change made here is told, as the services tell theirs."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        with transaction.atomic():
            super().save_model(request, obj, form, change)
            self._tell(obj)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        with transaction.atomic():
            self._tell(obj)
            super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        with transaction.atomic():
            for obj in queryset:
                self._tell(obj)
            super().delete_queryset(request, queryset)

    def _tell(self, obj: Any) -> None:
        raise_revision(obj if isinstance(obj, models.Tournament) else obj.tournament, setup=True)


@admin.register(models.Tournament)
class TournamentAdmin(ToldAdmin):
    list_display = ("slug", "name", "starts_on", "state", "revision")
    readonly_fields = ("state", "revision")
    search_fields = ("slug", "name")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """What results depend on is closed here as well once play has started."""
        begun = obj is not None and obj.state != State.PLANNED
        return (*self.readonly_fields, *(FROZEN if begun else ()))


@admin.register(models.Player)
class PlayerAdmin(ToldAdmin):
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


admin.site.register([models.Team, models.Round], ToldAdmin)
admin.site.register([models.Table, models.Seat, models.SeatingPlan, models.Announcement], ReadOnlyAdmin)
