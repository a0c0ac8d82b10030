"""What referees rule, in words: faults, steps, penalties, notes and other seats."""

from typing import Any

from django import template
from django.utils.translation import gettext, gettext_noop, pgettext

from scoring.faults import Proposal, Step
from scoring.payments import Treatment
from tournament.models import Entry, Kind, Said
from tournament.templatetags.figures import signed
from tournament.templatetags.table_pages import reason_words

register = template.Library()

FAULTS: dict[str, str] = {
    "empty_call": gettext_noop("Empty call"),
    "late_pung": gettext_noop("Late pung"),
    "false_set": gettext_noop("False set completed"),
    "naming_discards": gettext_noop("Discard named wrongly"),
    "false_kong": gettext_noop("False concealed kong"),
    "kong_not_shown": gettext_noop("Concealed kong not shown before shuffling"),
    "no_call": gettext_noop("Win or set not called aloud"),
    "early_draw": gettext_noop("Drew before the discard"),
    "early_draw_seen": gettext_noop("Drew before the discard and saw the tile"),
    "early_draw_taken": gettext_noop("Drew before the discard, tile in the hand"),
    "wrong_wall_tile": gettext_noop("Wrong wall tile, put back"),
    "wrong_wall_tile_taken": gettext_noop("Wrong wall tile, taken into the hand"),
    "wrong_count": gettext_noop("Too many or too few tiles"),
    "flower_mistaken": gettext_noop("Put out a tile that is no flower"),
    "wall_tile_exposed": gettext_noop("Exposed a tile of the wall"),
    "others_tile_exposed": gettext_noop("Exposed another player's tile"),
    "wall_destroyed": gettext_noop("Destroyed the wall"),
    "win_not_shown": gettext_noop("Called a win and did not show the hand"),
    "hand_shown_at_win": gettext_noop("Showed the hand at another's win"),
    "hand_shown_at_false_win": gettext_noop("Showed the hand at another's false win"),
    "winning_tile_not_taken": gettext_noop("Winner did not take the winning tile"),
    "over_time": gettext_noop("Too slow"),
    "illegal_information": gettext_noop("Gave or took information about a hand"),
    "disturbance": gettext_noop("Noise or disturbance"),
    "late_5": gettext_noop("Late, up to 5 minutes"),
    "late_10": gettext_noop("Late, up to 10 minutes"),
    "late_15": gettext_noop("Late, up to 15 minutes"),
}
"""Names of the faults of ``scoring.faults``."""

GROUPS: dict[str, str] = {
    "calls": gettext_noop("Calls and sets"),
    "tiles": gettext_noop("Tiles and wall"),
    "win": gettext_noop("Declaring a win"),
    "conduct": gettext_noop("Time and conduct"),
}


@register.filter
def fault_name(code: str) -> str:
    """What a fault is called; a code that is not known as it is."""
    return gettext(FAULTS[code]) if code in FAULTS else code


@register.filter
def group_name(group: Any) -> str:
    """A heading of the list."""
    return gettext(GROUPS.get(str(group), str(group)))


@register.filter
def step_words(step: Step) -> str:
    """What a step costs: "warning", "−10", "−30, +10 to each of the others · dead hand"."""
    said = _cost(step)
    if step.dead_hand:
        dead = pgettext("penalty", "dead hand")
        return f"{said} · {dead}" if step.amount else dead
    return said


def _cost(step: Step) -> str:
    if not step.amount:
        return pgettext("penalty", "warning")
    if step.treatment is Treatment.TRANSFER:
        return gettext("%(loss)s, %(gain)s to each of the others") % {
            "loss": signed(-3 * step.amount),
            "gain": signed(step.amount),
        }
    if step.treatment is Treatment.VICTIM:
        return gettext("%(loss)s, to the one who was harmed") % {"loss": signed(-step.amount)}
    return signed(-step.amount)


@register.filter
def proposal_words(proposal: Proposal) -> str:
    """The step with why it is this one, where it is not the first time."""
    said = {"step": step_words(proposal.step), "count": proposal.count}
    if proposal.raised:
        return gettext("Warned before: %(step)s") % said
    if proposal.count > 1:
        return gettext("Time %(count)s: %(step)s") % said
    return str(said["step"])


@register.filter
def penalty_kind(entry: Entry) -> str:
    """The word on the tag of a penalty."""
    if entry.detail.get("false_win"):
        return gettext("False win")
    if any(entry.deltas):
        return gettext("Penalty")
    return gettext("Dead hand") if entry.dead_hand else gettext("Warning")


@register.filter
def moves_points(entry: Entry) -> bool:
    """Whether anybody wins or loses points by it: a warning and a bare dead hand have none to show."""
    return any(entry.deltas)


@register.filter
def penalty_cause(entry: Entry) -> str:
    """What a penalty is for: the fault with the referee's words, or the words alone. Not for false wins."""
    fault = str(entry.detail.get("fault") or "")
    parts = [fault_name(fault) if fault else "", reason_words(entry.reason)]
    return " · ".join(part for part in parts if part)


@register.filter
def article(entry: Entry) -> str:
    """Where the fault is written."""
    return str(entry.detail.get("article") or "")


@register.filter
def note_words(entry: Entry) -> str:
    """A note as the table reads it."""
    if entry.said == Said.REPLAYED:
        return gettext("The hand is played again.")
    return str(entry.detail.get("text") or "")


def ruling_entry_words(entry: Entry) -> str | None:
    """One line of the log for a re-seating, a note or a penalty of the list; None for anything else."""
    facts = {"number": entry.number, "deal": entry.deal}
    if entry.kind == Kind.RESEAT:
        if entry.said == Said.VOID:
            return gettext("Other seats from deal %(number)s on taken back") % facts
        return gettext("Other seats from deal %(number)s on") % facts
    if entry.kind == Kind.NOTE:
        if entry.said == Said.REPLAYED:
            return gettext("Deal %(deal)s is played again") % facts
        if entry.said == Said.VOID:
            return gettext("Note at deal %(deal)s taken back") % facts
        return gettext("Note for the desk at deal %(deal)s") % facts
    if entry.kind == Kind.PENALTY and entry.said != Said.VOID and not entry.detail.get("false_win"):
        if any(entry.deltas):
            return None
        if entry.dead_hand:
            return gettext("Dead hand in deal %(deal)s") % facts
        return gettext("Warning in deal %(deal)s") % facts
    return None
