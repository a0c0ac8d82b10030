"""What a page may load, said with every answer."""

from functools import cached_property

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class Policy(CSPMiddleware):
    """Nearly every answer has the policy of the settings: its text is put together once."""

    @cached_property
    def _usual(self) -> str:
        return build_policy()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        has_its_own = any(name.startswith("_csp") for name in (*vars(response), *vars(request)))
        if has_its_own or settings.DEBUG:
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self._usual)
        return response
