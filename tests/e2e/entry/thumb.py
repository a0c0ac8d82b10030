"""How a win is entered on a phone: a thumb that counts, and the way from the table screen to the form."""

import re

from tests.e2e.conftest import PHONE
from tests.factories import TESTER
from tournament.models import Entry
from tournament.services.access import open_passes

ALL_WAYS = ["total", "fans", "tiles"]


class Thumb:
    """Presses what is on the screen and counts."""

    def __init__(self, page):
        self.page = page
        self.taps = 0

    def __call__(self, what):
        self.taps += 1
        (self.page.locator(what) if isinstance(what, str) else what).click()

    def person(self, field, seat):
        self(f".people--{field} label:has(input[value='{seat}'])")

    def record(self):
        form = self.page.url
        self(self.page.get_by_role("button", name=re.compile("Record deal")))
        self.page.wait_for_url(lambda url: url != form, wait_until="commit")

    def keys(self, text):
        """Tiles and suits as they stand on the pad; "+23m" is a suggestion that follows the tile before."""
        for key in text.split():
            if key.startswith("+"):
                self(f".pad__follow[data-piece='{key[1:]}']")
            elif len(key) == 2:
                self(f".pad__key[value='{key}']")
            else:
                self(f".pad label:has(input[value='{key}'])")


def at_the_table(open_window, table):
    """A phone that has opened the table by its pass."""
    (table_pass,) = open_passes(table.round, actor=TESTER)
    page = open_window(PHONE)
    page.set_default_timeout(20_000)
    page.goto(f"/p/{table_pass.secret}")
    page.home = page.url
    return page


def start(phone, thumb, way, *, self_draw=True):
    """From the table screen to the way: South (seat 1) wins, by self-draw or from East (seat 0)."""
    thumb(".pass-actions__pair a >> nth=0" if self_draw else ".pass-actions__pair a >> nth=1")
    thumb.person("winner", 1)
    if not self_draw:
        thumb.person("discarder", 0)
    if way != "total":
        thumb(f".ways label:has(input[value='{way}'])")


def newest():
    """What was recorded last."""
    return Entry.objects.order_by("-sequence").first()
