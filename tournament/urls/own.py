"""Addresses behind a player's own link: the table as they see it, and their word about it."""

from django.urls import URLPattern, URLResolver, path

from tournament.views import outbox, referee, table_actions
from tournament.views.doors import at_own

urlpatterns: list[URLPattern | URLResolver] = [
    path("<str:secret>", at_own(referee.table), name="own"),
    path("<str:secret>/live", referee.live_own, name="own_live"),
    path("<str:secret>/deals", at_own(referee.deals), name="own_deals"),
    path("<str:secret>/sign", at_own(table_actions.sign), name="own_sign"),
    path("<str:secret>/outbox", at_own(outbox.waiting), name="own_outbox"),
]
