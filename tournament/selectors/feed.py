"""What happened in an event as a list of items, for programs that follow it (JSON Feed 1.1)."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Announcement, Bulletin, Round, Tournament
from tournament.selectors.leaderboard import Board, Row, leaderboard
from tournament.selectors.sight import sight_now

VERSION = "https://jsonfeed.org/version/1.1"
ITEMS = 60
Address = Callable[..., str]
"""Makes an absolute address of a page of the event: name, arguments."""


def feed_of(tournament: Tournament, *, address: Address, language: str) -> dict[str, Any]:
    """The feed as JSON values. What the reader may not see is not in it.

    ``_sixteen_hands`` is the extension that programs read: the ranking as the leaderboard shows it.
    """
    board = leaderboard(tournament)
    return {
        "version": VERSION,
        "title": tournament.name,
        "home_page_url": address("leaderboard"),
        "feed_url": address("feed"),
        "language": language,
        "items": _items(tournament, address)[:ITEMS],
        "_sixteen_hands": {
            "about": address("rules"),
            "revision": tournament.revision,
            "state": tournament.state,
            "through": board.through,
            "round_in_play": board.current.number if board.current else None,
            "standings": [] if board.is_empty else [_standing(row) for row in board.rows],
        },
    }


def _standing(row: Row) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "number": row.person.number,
        "name": row.person.name,
        "country": row.person.country,
        "team": row.person.team or None,
        "table_points": str(row.total_points),
        "mini_points": row.total_mini,
    }


def _items(tournament: Tournament, address: Address) -> list[dict[str, Any]]:
    items = [*_rounds(tournament, address), *_bulletins(tournament, address)]
    return sorted(items, key=lambda item: (item["date_published"], item["id"]), reverse=True)


def _rounds(tournament: Tournament, address: Address) -> list[dict[str, Any]]:
    """A round that started, and the ranking after one that closed."""
    items = []
    told = {
        row.round_id: row.hash
        for row in Announcement.objects.filter(round__tournament=tournament).order_by("number")
    }
    rounds: list[Round] = list(tournament.rounds.order_by("number"))
    for round_ in rounds:
        if round_.started_at is not None:
            items.append(
                {
                    "id": f"{address('seating')}#started-{round_.number}",
                    "url": f"{address('seating')}?round={round_.number}",
                    "title": _("Round %(round)s has started.") % {"round": round_.number},
                    "content_text": _("%(minutes)s minutes.") % {"minutes": round_.minutes},
                    "date_published": round_.started_at.isoformat(),
                }
            )
        if round_.closed_at is not None and round_.is_closed and sight_now().round(round_.number):
            items.append(
                {
                    "id": f"{address('leaderboard')}#closed-{round_.number}-{told.get(round_.pk, '')[:12]}",
                    "url": f"{address('leaderboard')}?through={round_.number}",
                    "title": _("Ranking after round %(round)s") % {"round": round_.number},
                    "content_text": _leaders(leaderboard(tournament, through=round_.number)),
                    "date_published": round_.closed_at.isoformat(),
                }
            )
    return items


def _leaders(board: Board) -> str:
    lines = [
        f"{row.rank}. {row.person.name} {row.total_points} ({row.total_mini:+d})"
        for row in board.rows[:8]
        if row.rank is not None
    ]
    if not lines:
        return str(_("Not shown yet."))
    return "\n".join(lines)


def _bulletins(tournament: Tournament, address: Address) -> list[dict[str, Any]]:
    """Announcements to the public that were not withdrawn."""
    found = Bulletin.objects.filter(tournament=tournament, on_pages=True, withdrawn_at=None)
    return [
        {
            "id": f"{address('leaderboard')}#bulletin-{bulletin.number}",
            "url": address("leaderboard"),
            "title": bulletin.text,
            "content_text": "\n".join(filter(None, (bulletin.text, bulletin.native_text))),
            "date_published": (bulletin.shown_from or bulletin.written_at).isoformat(),
        }
        for bulletin in found.order_by("number")
    ]
