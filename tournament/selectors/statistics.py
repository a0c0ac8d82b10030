"""The statistics of an event: its log handed to the tallies, each round once while nothing in it changes."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import Count, Max

from tournament.engine.statistics import BigHand, PlayedDeal, PlayedGame, Tally, tally, total
from tournament.models import Entry, Kind, Said, Tournament
from tournament.models.log import DELTAS
from tournament.selectors.kept import Kept
from tournament.selectors.log import reseats_by_table
from tournament.selectors.people import Person, RoundFacts, people_of, rounds_of
from tournament.selectors.sight import demand_round, sight_now
from tournament.selectors.standings import Event, event_of

_rounds = Kept(64)
_whole = Kept(16)


@dataclass(frozen=True, slots=True)
class Dear:
    """One of the biggest hands, with the people and, where the log holds it, the hand as text."""

    hand: BigHand
    winner: Person
    discarder: Person | None
    text: str


@dataclass(frozen=True, slots=True)
class Statistics:
    """The figures of a round or, without ``round``, of the whole event."""

    revision: int
    rounds: tuple[RoundFacts, ...]
    round: RoundFacts | None
    tally: Tally
    biggest: tuple[Dear, ...]

    @property
    def played(self) -> tuple[RoundFacts, ...]:
        """Rounds that have begun."""
        return tuple(r for r in self.rounds if r.is_closed or r.is_running)

    @property
    def is_running(self) -> bool:
        """Whether these figures still grow."""
        return self.round.is_running if self.round else any(r.is_running for r in self.rounds)


def statistics_of(tournament: Tournament, number: int | None = None) -> Statistics | None:
    """The statistics of one round or of all; None when there is no such round."""
    rounds = rounds_of(tournament)
    shown = next((r for r in rounds if r.number == number), None)
    if number is not None and shown is None:
        return None
    if number is not None:
        demand_round(number)
    tallies = tallies_of(tournament)
    found = whole_tally(tournament) if number is None else tallies.get(number, Tally())
    return Statistics(
        revision=tournament.revision,
        rounds=rounds,
        round=shown,
        tally=found,
        biggest=_with_people(tournament, found.biggest),
    )


def whole_tally(tournament: Tournament) -> Tally:
    """All rounds together, once a revision."""
    key = (tournament.pk, tournament.created_at, tournament.revision)
    return _whole.answer(key, lambda: total(list(tallies_of(tournament).values())))


def tallies_of(tournament: Tournament) -> dict[int, Tally]:
    """The tally of each round that has begun and that the reader may see. The log only grows: a round whose
    entries are as many as they were, and whose people sit as they sat, is not counted again."""
    event, rounds = event_of(tournament), rounds_of(tournament)
    lengths = _lengths(tournament)
    tables: dict[int, dict[int, tuple[int, tuple[int, int, int, int]]]] = defaultdict(dict)
    for pk, (round_number, number, players) in event.tables.items():
        tables[round_number][pk] = (number, players)
    found = {}
    for facts in rounds:
        if (facts.is_closed or facts.is_running) and sight_now().round(facts.number):
            seated = tables.get(facts.number, {})
            key = (
                (tournament.pk, tournament.created_at, facts, lengths.get(facts.number)),
                hash(tuple(seated.items())),
            )
            found[facts.number] = _rounds.answer(key, partial(_tally, tournament, event, facts))
    return found


def _tally(tournament: Tournament, event: Event, facts: RoundFacts) -> Tally:
    return tally(_games(tournament, event, facts))


def _lengths(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """How many entries the tables of each round have, and the newest of them."""
    entries = Entry.objects.filter(table__round__tournament=tournament).order_by()
    rows = entries.values_list("table__round__number").annotate(count=Count("pk"), newest=Max("pk"))
    return {number: (count, newest) for number, count, newest in rows}


def _games(tournament: Tournament, event: Event, facts: RoundFacts) -> Iterable[PlayedGame]:
    """The games of a round as they count now."""
    ids = [pk for pk, (number, _, _) in event.tables.items() if number == facts.number and pk in event.scores]
    deals, stated = _deals(tournament, ids), _stated(ids)
    for pk in ids:
        round_number, number, players = event.tables[pk]
        score, count, totals_only, ended = event.scores[pk]
        yield PlayedGame(
            round=round_number,
            table=number,
            players=players,
            deals=tuple(deals.get(pk, ())),
            totals=score.totals,
            places=score.places,
            is_over=facts.is_closed or ended or count >= tournament.ruleset.deals,
            totals_only=totals_only,
            began=facts.started_at,
            last=stated.get(pk),
        )


def _stated(ids: Sequence[int]) -> dict[int, datetime]:
    """When the last deal of each game was stated for the first time: a correction says nothing about pace."""
    first = Entry.objects.filter(table__in=ids, kind=Kind.DEAL, revision=1).order_by()
    return dict(first.values_list("table_id").annotate(last=Max("recorded_at")))


def _deals(tournament: Tournament, ids: Sequence[int]) -> dict[int, list[PlayedDeal]]:
    seated, found = tournament.ruleset, defaultdict(list)
    rules = {pk: seated.at_table(reseats) for pk, reseats in reseats_by_table(ids).items()}
    rows = Entry.objects.filter(table__in=ids, kind=Kind.DEAL).live().order_by("table_id", "number")
    columns = ("table_id", "number", "said", "winner", "discarder", "fan_total", "flowers", "detail", *DELTAS)
    for pk, number, said, winner, discarder, fan_total, flowers, detail, *deltas in rows.values_list(
        *columns
    ):
        east, south, west, north = deltas
        found[pk].append(
            PlayedDeal(
                number=number,
                position=rules.get(pk, seated).position(number),
                deltas=(east, south, west, north),
                winner=winner,
                discarder=discarder,
                fan_total=fan_total or 0,
                flowers=flowers,
                fans=_fans(detail),
                robbed=said == Said.ROBBED_KONG,
            )
        )
    return found


def _fans(detail: Any) -> tuple[tuple[int, int], ...] | None:
    """The fans that an entry names; None where it names none, or in a form that is not ours."""
    kept = detail.get("fans") if isinstance(detail, dict) else None
    if not isinstance(kept, list) or not kept:
        return None
    try:
        return tuple((int(number), int(times)) for number, times in kept)
    except (TypeError, ValueError):
        return None


def _with_people(tournament: Tournament, hands: Sequence[BigHand]) -> tuple[Dear, ...]:
    if not hands:
        return ()
    people = people_of(tournament)
    rounds, tables, deals = zip(*(hand.where for hand in hands), strict=True)
    rows = Entry.objects.filter(
        table__round__tournament=tournament,
        table__round__number__in=rounds,
        table__number__in=tables,
        kind=Kind.DEAL,
        number__in=deals,
    ).live()
    texts = {
        (round_number, table, deal): detail.get("hand", "")
        for round_number, table, deal, detail in rows.values_list(
            "table__round__number", "table__number", "number", "detail"
        )
    }
    return tuple(
        Dear(
            hand=hand,
            winner=people[hand.player],
            discarder=people.get(hand.discarder) if hand.discarder is not None else None,
            text=str(texts.get(hand.where) or ""),
        )
        for hand in hands
    )
