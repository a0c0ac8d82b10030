"""Who of the four agrees with what is recorded, who disputes it, and whose word is about something older."""

from dataclasses import dataclass

from tournament.engine.agreement import DEALS_A_WIND_ROUND, NOTHING_SAID, Fact, Word, asked_after, word
from tournament.models import Entry, Kind, Said
from tournament.models.log import WITHOUT_FIGURES
from tournament.models.tournament import Agreement
from tournament.selectors.game_shapes import GameView, Person


@dataclass(frozen=True, slots=True)
class Signature:
    """One of the four with their last word.

    ``state`` is "agreed", "disputed", "stale" (what was agreed changed since), "before" (agreed to an
    earlier part, which still stands), "asked" (the four are asked now) or "".
    """

    person: Person
    word: Word
    state: str
    reason: str = ""

    @property
    def is_open(self) -> bool:
        """Whether there is something to say yes to."""
        return self.state != "agreed"


@dataclass(frozen=True, slots=True)
class Agreements:
    """The four at one moment. ``asked``: the deal up to which they are asked now, 0 between wind rounds."""

    asked: int
    required: bool
    """The event asks for it here: after this wind round, or at the end."""
    signatures: tuple[Signature, ...]
    wind_round_end: int = 0
    """The last deal that all four should have agreed to while the next ones are played; 0 where none."""

    @property
    def agreed(self) -> int:
        return sum(signature.state == "agreed" for signature in self.signatures)

    @property
    def counts(self) -> bool:
        """Whether there is anything to show: all are asked by the event, or somebody has spoken unasked."""
        return self.required or any(s.state in ("agreed", "disputed", "stale") for s in self.signatures)

    @property
    def missing(self) -> tuple[Signature, ...]:
        """Who has said neither yes nor no to what is asked."""
        return tuple(s for s in self.signatures if s.state not in ("agreed", "disputed"))

    @property
    def stale(self) -> tuple[Signature, ...]:
        return tuple(s for s in self.signatures if s.state == "stale")

    @property
    def behind(self) -> tuple[Signature, ...]:
        """Who has not spoken yet about a wind round that the event wanted agreed before the next."""
        end = self.wind_round_end
        if not end:
            return ()
        unsaid = (s for s in self.signatures if s.state not in ("disputed", "stale"))
        return tuple(s for s in unsaid if not s.word.covers(end))

    def of(self, seat: int) -> Signature:
        return next(s for s in self.signatures if s.person.seat == seat)


def agreements(view: GameView) -> Agreements:
    """What the four have said of this game, in the order of their places."""
    facts = facts_of(view.entries)
    asked = asked_after(view.next_deal, over=view.is_over)
    if view.totals_only:
        asked = view.deals
    rule = view.table.round.tournament.agreement
    required = bool(asked) and (rule == Agreement.WIND_ROUNDS or (rule == Agreement.END and view.is_over))
    between = rule == Agreement.WIND_ROUNDS and not asked
    behind = (view.next_deal - 1) // DEALS_A_WIND_ROUND * DEALS_A_WIND_ROUND if between else 0
    newest = {entry.seat: entry for entry in view.entries if entry.said in (Said.AGREE, Said.DISPUTE)}
    people = sorted(view.people, key=lambda person: (person.place, person.seat))
    signatures = tuple(_signature(person, newest.get(person.seat), facts, asked, view) for person in people)
    return Agreements(asked=asked, required=required, signatures=signatures, wind_round_end=behind)


def facts_of(entries: tuple[Entry, ...]) -> list[Fact]:
    """Everything that figures rest on, as an agreement sees it."""
    fell: dict[int, int] = {}
    facts = []
    for entry in entries:
        if entry.kind in WITHOUT_FIGURES:
            continue
        deal = entry.number
        if entry.kind == Kind.PENALTY:
            deal = fell.setdefault(entry.number, entry.deal or 0)
        elif entry.kind == Kind.TOTALS:
            deal = 0
        facts.append(Fact(entry.sequence, entry.kind == Kind.DEAL, deal, entry.said != Said.VOID))
    return facts


def _signature(
    person: Person, entry: Entry | None, facts: list[Fact], asked: int, view: GameView
) -> Signature:
    if entry is None:
        return Signature(person, NOTHING_SAID, "asked" if asked else "")
    said = word(entry.said, entry.up_to or 0, facts)
    if entry.said == Said.DISPUTE:
        state = "disputed"
    elif said.current or (asked and not view.is_over and said.covers(asked)):
        state = "agreed"
    elif said.stale:
        state = "stale"
    else:
        state = "asked" if asked else "before"
    return Signature(person, said, state, entry.reason)
