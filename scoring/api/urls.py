"""Addresses of the judge, version 1."""

from django.urls import path

from scoring.api import views

urlpatterns = [
    path("score/", views.score, name="api_score"),
    path("waits/", views.waits, name="api_waits"),
]
