"""Addresses for other programs, version 1."""

from django.urls import path

from tournament.api import rulings, views

urlpatterns = [
    path("tournaments/", views.tournaments, name="api_tournaments"),
    path("tournaments/<slug:slug>/", views.tournament, name="api_tournament"),
    path("tournaments/<slug:slug>/standings/", views.standings, name="api_standings"),
    path("tournaments/<slug:slug>/seating/", views.seating, name="api_seating"),
    path("tables/<int:pk>/", views.table, name="api_table"),
    path("tables/<int:pk>/deals/", views.record_deal, name="api_deals"),
    path("tables/<int:pk>/deals/<int:number>/corrections/", views.correct_deal, name="api_corrections"),
    path("tables/<int:pk>/deals/<int:number>/void/", views.void_deal, name="api_void"),
    path("tables/<int:pk>/false-wins/", views.record_false_win, name="api_false_wins"),
    path("tables/<int:pk>/faults/", rulings.list_faults, name="api_faults"),
    path("tables/<int:pk>/penalties/", rulings.give_penalty, name="api_penalties"),
    path("tables/<int:pk>/penalties/<int:number>/cancel/", rulings.cancel_penalty, name="api_cancel_penalty"),
    path("tables/<int:pk>/rewind/", rulings.rewind, name="api_rewind"),
    path("tables/<int:pk>/replays/", rulings.replay, name="api_replays"),
    path("tables/<int:pk>/notes/", rulings.record_note, name="api_notes"),
    path("tables/<int:pk>/notes/<int:number>/cancel/", rulings.cancel_note, name="api_cancel_note"),
    path("tables/<int:pk>/reseatings/", rulings.reseat, name="api_reseatings"),
    path("tables/<int:pk>/reseatings/<int:deal>/cancel/", rulings.cancel_reseat, name="api_cancel_reseat"),
    path("tables/<int:pk>/sign-offs/", views.sign_off, name="api_sign_offs"),
    path("tables/<int:pk>/end/", views.end_game, name="api_end"),
]
