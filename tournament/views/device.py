"""What a device keeps about itself, without scripts: the cookies that js/theme.js sets in place."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

YEAR = 60 * 60 * 24 * 365
SWITCHES = {"text": "large", "hand": "left"}
"""Each switch with the value that stands for "on"; off is no cookie."""


@require_POST
def device(request: HttpRequest) -> HttpResponse:
    """Turn a switch over and go back to where it was pressed."""
    back = request.POST.get("next", "")
    response = HttpResponseRedirect(back if url_has_allowed_host_and_scheme(back, None) else "/")
    for name, on in SWITCHES.items():
        if name in request.POST and request.COOKIES.get(name) == on:
            response.delete_cookie(name)
        elif name in request.POST:
            response.set_cookie(name, on, max_age=YEAR, samesite="Lax")
    return response
