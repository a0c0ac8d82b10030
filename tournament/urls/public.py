"""Addresses of the public pages."""

from django.urls import URLPattern, URLResolver, path

from tournament.views import boards, codes, device, exports, feeds, health, judge, public, sight

urlpatterns: list[URLPattern | URLResolver] = [
    path("", public.home, name="home"),
    path("t/<slug:slug>/", public.leaderboard, name="leaderboard"),
    path("t/<slug:slug>/live", public.live, name="live"),
    path("t/<slug:slug>/seating", public.seating, name="seating"),
    path("t/<slug:slug>/tables", public.tables, name="tables"),
    path("t/<slug:slug>/tables/<int:round_number>/<int:number>", public.game, name="game"),
    path("t/<slug:slug>/players", public.players, name="players"),
    path("t/<slug:slug>/players/<int:number>", public.player, name="player"),
    path("t/<slug:slug>/teams", public.teams, name="teams"),
    path("t/<slug:slug>/teams/<int:number>", boards.team, name="team"),
    path("t/<slug:slug>/countries", boards.countries, name="countries"),
    path("t/<slug:slug>/ties/<int:number>", boards.tie, name="tie"),
    path("t/<slug:slug>/stats", public.stats, name="stats"),
    path("t/<slug:slug>/rules", public.rules, name="rules"),
    path("t/<slug:slug>/feed.json", feeds.feed, name="feed"),
    path("t/<slug:slug>/embed", feeds.embed, name="embed"),
    path("t/<slug:slug>/enter/<str:secret>", sight.enter, name="enter"),
    path("t/<slug:slug>/standings.csv", exports.standings_csv, name="standings_csv"),
    path("t/<slug:slug>/standings.xlsx", exports.standings_xlsx, name="standings_xlsx"),
    path("t/<slug:slug>/<slug:kind>.csv", exports.groups_csv, name="groups_csv"),
    path("t/<slug:slug>/<slug:kind>.xlsx", exports.groups_xlsx, name="groups_xlsx"),
    path("calculator", judge.calculator, name="calculator"),
    path("calculator/judged", judge.judged, name="calculator_judged"),
    path("fans", judge.fans, name="fans"),
    path("styleguide/", public.styleguide, name="styleguide"),
    path("time", health.server_time, name="server_time"),
    path("t/<slug:slug>/code", codes.code, name="code"),
    path("device", device.device, name="device"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
