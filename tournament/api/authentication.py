"""How the API knows a phone: the table pass in the Authorization header ("Pass <secret>")."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from tournament.models import TablePass
from tournament.permissions import Actor
from tournament.services.access import resolve_pass


class PassAuthentication(BaseAuthentication):
    """Sets ``request.auth`` to the table pass; the user stays anonymous."""

    def authenticate(self, request: Request) -> tuple[Any, TablePass] | None:
        scheme, _, secret = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "pass":
            return None
        return AnonymousUser(), resolve_pass(secret.strip())

    def authenticate_header(self, request: Request) -> str:
        return "Pass"


class PassScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the described API says it."""

    target_class = PassAuthentication
    name = "tablePass"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": 'A table pass: "Pass " and the secret of the table\'s link.',
        }


def actor_of(request: Request) -> Actor:
    """Who stands behind an API request: a phone with its pass, or a signed-in person, or nobody."""
    if isinstance(request.auth, TablePass):
        return Actor.of_pass(request.auth)
    return Actor.of_user(request.user)
