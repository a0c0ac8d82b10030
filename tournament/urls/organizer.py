"""Addresses of the organizers' desk."""

from django.contrib.auth.views import PasswordChangeView
from django.urls import URLPattern, URLResolver, include, path, reverse_lazy

from tournament.urls.referee import desk_table_patterns
from tournament.views import (
    handing_out,
    organizer_changes,
    organizer_charts,
    organizer_clock,
    organizer_hall,
    organizer_people,
    organizer_rounds,
    organizer_seating,
    organizer_seating_rules,
    organizer_sight,
    organizer_times,
    organizer_tournaments,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", organizer_tournaments.desk, name="desk"),
    path("new", organizer_tournaments.new, name="desk_new"),
    path(
        "password",
        PasswordChangeView.as_view(
            template_name="registration/password_change.html", success_url=reverse_lazy("desk")
        ),
        name="desk_password",
    ),
    path("<slug:slug>/", organizer_tournaments.overview, name="desk_overview"),
    path("<slug:slug>/settings", organizer_tournaments.settings, name="desk_settings"),
    path("<slug:slug>/sight", organizer_sight.sight, name="desk_sight"),
    path("<slug:slug>/log", organizer_tournaments.log, name="desk_log"),
    path("<slug:slug>/people", organizer_people.access, name="desk_people"),
    path("<slug:slug>/players", organizer_people.players, name="desk_players"),
    path("<slug:slug>/players/template.csv", organizer_people.template_file, name="desk_players_template"),
    path("<slug:slug>/players/list.csv", organizer_people.players_file, name="desk_players_file"),
    path("<slug:slug>/players/links", handing_out.player_links, name="desk_player_links"),
    path("<slug:slug>/players/links/print", handing_out.player_cards, name="desk_player_cards"),
    path("<slug:slug>/players/<int:number>", organizer_people.player, name="desk_player"),
    path("<slug:slug>/seating", organizer_seating.seating, name="desk_seating"),
    path("<slug:slug>/seating/changes", organizer_changes.changes, name="desk_changes"),
    path("<slug:slug>/seating/changes/out", organizer_changes.leave, name="desk_change_out"),
    path("<slug:slug>/seating/changes/in", organizer_changes.arrive, name="desk_change_in"),
    path("<slug:slug>/seating/changes/swap", organizer_changes.swap, name="desk_change_swap"),
    path("<slug:slug>/seating/changes/round", organizer_changes.next_round, name="desk_change_round"),
    path("<slug:slug>/seating/charts", organizer_charts.charts, name="desk_charts"),
    path(
        "<slug:slug>/seating/charts/<int:number>/<slug:form>",
        organizer_charts.chart_file,
        name="desk_chart_file",
    ),
    path("<slug:slug>/seating/making", organizer_seating.making, name="desk_seating_making"),
    path("<slug:slug>/seating/rules", organizer_seating_rules.rules, name="desk_seating_rules"),
    path("<slug:slug>/times", organizer_times.times, name="desk_times"),
    path("<slug:slug>/hall", organizer_hall.hall, name="desk_hall"),
    path("<slug:slug>/rounds/<int:number>", organizer_rounds.board_page, name="desk_round"),
    path("<slug:slug>/rounds/<int:number>/live", organizer_rounds.live, name="desk_round_live"),
    path("<slug:slug>/rounds/<int:number>/clock", organizer_clock.clock, name="desk_clock"),
    path("<slug:slug>/rounds/<int:number>/calls", organizer_clock.calls, name="desk_calls"),
    path("<slug:slug>/rounds/<int:number>/passes", organizer_rounds.passes, name="desk_passes"),
    path(
        "<slug:slug>/rounds/<int:number>/passes/print",
        organizer_rounds.passes_sheet,
        name="desk_passes_print",
    ),
    path("<slug:slug>/tables/<int:round_number>/<int:table_number>", include(desk_table_patterns)),
]
