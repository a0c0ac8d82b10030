"""What a reader of a page reads of it."""

import re

from django.http import HttpResponse


def text(response: HttpResponse) -> str:
    """The words of a page without its markup, in single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))
