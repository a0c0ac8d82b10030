"""Addresses for other programs, version 1."""

from django.urls import path

from tournament.api import views

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
    path("tables/<int:pk>/penalties/", views.give_penalty, name="api_penalties"),
    path("tables/<int:pk>/sign-offs/", views.sign_off, name="api_sign_offs"),
    path("tables/<int:pk>/end/", views.end_game, name="api_end"),
]
