"""One game in words and small pieces of HTML: results, running scores, corrections, penalties, log lines."""

from collections.abc import Sequence

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from tournament.engine.chain import short_code
from tournament.models import Entry, Kind, Player, Said
from tournament.models.log import ENTERED_AGAIN, TABLE_WORD
from tournament.selectors.game_shapes import GameView, Line, PenaltyLine, Person
from tournament.templatetags.figures import signed
from tournament.templatetags.names import family
from tournament.templatetags.rulings import penalty_cause, ruling_entry_words
from tournament.templatetags.table_pages import actor_words, reason_words
from tournament.templatetags.tiles import wind_name
from tournament.templatetags.ui import icon

register = template.Library()


@register.filter
def seat_letter(seat: int) -> str:
    """a-d: which of the four colours of a chart."""
    return "abcd"[seat]


@register.filter
def is_first_of_wind(number: int) -> bool:
    """Whether a wind round begins with this deal."""
    return number % 4 == 1


@register.simple_tag
def deal_result(line: Line) -> SafeString:
    """Who won how, as a line of the ledger."""
    entry = line.entry
    if entry is None:
        word = {
            "in_play": gettext("in play"),
            "to_come": gettext("to come"),
            "not_played": gettext("not played"),
        }.get(line.state, gettext("taken back"))
        return format_html('<span class="quiet">{}</span>', word)
    if line.winner is None:
        return format_html('<span class="quiet">{}</span>', gettext("Drawn hand"))
    winner = format_html("<b>{}</b>", family(line.winner))
    if line.discarder is None:
        return format_html('{} <span class="quiet">{}</span>', winner, gettext("self-draw"))
    phrase = (
        gettext('{winner} <span class="quiet">robs the kong of</span> {discarder}')
        if entry.said == Said.ROBBED_KONG
        else gettext('{winner} <span class="quiet">from</span> {discarder}')
    )
    return format_html(phrase, winner=winner, discarder=family(line.discarder))


@register.simple_tag
def deal_cell(line: Line, seat: int) -> SafeString:
    """What the deal moved for this seat, small, and the running score; a square where the dealer sat."""
    if line.entry is None or line.scores is None:
        return mark_safe("")
    dealer = (
        format_html(
            '<span class="dealer-dot" role="img" aria-label="{0}" title="{0}"></span> ', gettext("dealer")
        )
        if line.position.dealer == seat
        else ""
    )
    delta = line.deltas[seat]
    won = " gain" if delta > 0 else ""
    strong = " strong" if line.entry.winner == seat else ""
    return format_html(
        '{}<span class="delta{}">{}</span> <span class="running{}">{}</span>',
        dealer,
        won,
        signed(delta),
        strong,
        signed(line.scores[seat]),
    )


@register.simple_tag
def earlier_statements(line: Line, people: Sequence[Person]) -> SafeString:
    """Every earlier statement about a deal, struck, each with the reason, author and time of the next. What
    was taken back and then entered again has nothing to strike: one short line says who entered it."""
    names = {person.seat: person.player for person in people}
    rows = []
    for old, new in zip(line.revisions, line.revisions[1:], strict=False):
        word = gettext("Taken back") if new.said == Said.VOID else gettext("Corrected")
        at = date_format(localtime(new.recorded_at), "H:i")
        if old.said == Said.VOID:
            rows.append(_entered_again(new, at))
            continue
        cells = format_html_join(
            "", '<td class="num"><del>{}</del></td>', ((signed(delta),) for delta in old.deltas)
        )
        rows.append(
            format_html(
                '<tr class="ledger__sub"><td></td><td></td><td colspan="2">'
                '<span class="tag tag--info">{}{}</span> <del>{}</del> · “{}” · {} {}</td>{}</tr>',
                icon("pen"),
                word,
                said_in_words(old, names),
                reason_words(new.reason),
                actor_words(new.actor),
                at,
                cells,
            )
        )
    return mark_safe("".join(rows))


def _entered_again(entry: Entry, at: str) -> SafeString:
    """The line of a deal that was taken back and came anew, with a reason only where somebody gave one."""
    own = "" if entry.reason == ENTERED_AGAIN else entry.reason
    return format_html(
        '<tr class="ledger__sub"><td></td><td></td><td colspan="6">'
        '<span class="tag tag--info">{}{}</span>{} · {} {}</td></tr>',
        icon("redo"),
        gettext("Entered again"),
        format_html(" · “{}”", reason_words(own)) if own else "",
        actor_words(entry.actor),
        at,
    )


def said_in_words(entry: Entry, names: dict[int, Player]) -> str:
    """A statement about a deal in one line: "Zhuge from Bergström, 15 fan"."""
    if entry.winner is None:
        return gettext("drawn hand")
    facts = {"winner": family(names.get(entry.winner)), "fan": entry.fan_total}
    if entry.discarder is None:
        return gettext("%(winner)s self-draw, %(fan)s fan") % facts
    return gettext("%(winner)s from %(discarder)s, %(fan)s fan") % {
        **facts,
        "discarder": family(names.get(entry.discarder)),
    }


@register.filter
def penalty_words(penalty: PenaltyLine) -> str:
    """What happened and what it costs, after the player's name."""
    entry = penalty.entry
    what = {
        "below_minimum": gettext("declared a hand below the minimum"),
        "wrong_tile": gettext("declared on a tile that does not win"),
        "not_ready": gettext("declared a hand that was not ready"),
    }.get(penalty.false_win, penalty_cause(entry))
    parts = [what] if what else []
    if entry.dead_hand and any(entry.deltas):
        parts.append(gettext("dead hand"))
    return " · ".join(parts)


@register.filter
def game_summary(view: GameView) -> str:
    """The ledger's last line: how many deals, how they ended, and that all adds up."""
    if view.totals_only:
        return gettext("totals only")
    won = sum(line.entry is not None and line.winner is not None for line in view.lines)
    drawn = view.played - won
    parts = [
        ngettext("%(count)s deal", "%(count)s deals", view.played) % {"count": view.played},
        ngettext("%(count)s win", "%(count)s wins", won) % {"count": won},
        gettext("%(count)s drawn") % {"count": drawn},
    ]
    moved = sum(abs(n) for n in view.score.transfers) // 2
    if moved:
        parts.append(gettext("paid in penalties %(points)s") % {"points": moved})
    if taken := -sum(view.score.deductions):
        parts.append(gettext("deducted %(points)s") % {"points": taken})
    parts.append(gettext("sum %(points)s") % {"points": signed(sum(view.score.totals))})
    return " · ".join(parts)


@register.filter
def entry_code(entry: Entry) -> str:
    """The short code of an entry's hash."""
    return short_code(entry.hash, groups=2)


@register.filter
def entry_words(entry: Entry) -> str:
    """One line of the log in words."""
    ruled = ruling_entry_words(entry)
    if ruled is not None:
        return ruled
    if entry.kind == Kind.DEAL:
        return _deal_words(entry)
    if entry.kind == Kind.TOTALS:
        return gettext("Totals taken back") if entry.said == Said.VOID else gettext("Totals stated")
    if entry.kind == Kind.PENALTY:
        return _penalty_entry_words(entry)
    if entry.number == TABLE_WORD:
        return gettext("Game ended") if entry.said == Said.CLOSE else gettext("Game reopened")
    wind = wind_name(entry.number - 1)
    if entry.said == Said.AGREE:
        return gettext("Agreed, started as %(wind)s") % {"wind": wind}
    return gettext("Disputed, started as %(wind)s") % {"wind": wind}


def _deal_words(entry: Entry) -> str:
    facts = {"number": entry.number, "fan": entry.fan_total}
    if entry.said == Said.VOID:
        return gettext("Deal %(number)s taken back") % facts
    if entry.revision > 1:
        if entry.fan_total is None:
            return gettext("Deal %(number)s stated again, drawn") % facts
        return gettext("Deal %(number)s stated again, %(fan)s fan") % facts
    if entry.fan_total is None:
        return gettext("Deal %(number)s, drawn") % facts
    return gettext("Deal %(number)s, %(fan)s fan") % facts


def _penalty_entry_words(entry: Entry) -> str:
    if entry.said == Said.VOID:
        return gettext("Penalty cancelled")
    if entry.detail.get("false_win"):
        return gettext("False win in deal %(number)s") % {"number": entry.deal}
    return gettext("Penalty in deal %(number)s") % {"number": entry.deal}
