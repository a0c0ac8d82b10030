"""An invented event, played through the ordinary services, as fast as they go."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction

from scoring.errors import ScoringError
from scoring.game import play
from scoring.payments import DealFacts
from scoring.rulesets import Ruleset
from tournament.engine.simulation import (
    SimulatedDeal,
    SimulatedGame,
    hand_worth,
    play_game,
    seeded,
    strengths,
)
from tournament.engine.simulation_names import invent_players
from tournament.models import Round, Tournament
from tournament.permissions import Actor
from tournament.services._game_log import GameLog
from tournament.services.deals import correct_deal, record_deal, record_totals, void_deal
from tournament.services.judging import judged_deal
from tournament.services.penalties import record_false_win
from tournament.services.registration import replace_players
from tournament.services.rounds import close_round, start_round
from tournament.services.seating import draft_seating, publish_seating
from tournament.services.sign_offs import end_game, sign_off
from tournament.services.tournaments import create_tournament

FEWEST_FOR_TEAMS = 24
"""Below this many players, teams of four could not be kept apart for many rounds."""
ROUNDS_A_DAY = 4
BREAK = timedelta(minutes=20)

Clock = Callable[[float], datetime | None]
"""When something that happens so many seconds into a round is recorded (None: now)."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens at one table, ``seconds`` into its round."""

    seconds: float
    table: int
    what: str
    deal: SimulatedDeal | None = None
    facts: DealFacts | None = None
    seat: int | None = None


def default_slug(players: int, rounds: int, seed: str) -> str:
    """The address of a simulated event that was given none."""
    return re.sub(r"[^a-z0-9]+", "-", f"sim-{players}x{rounds}-{seed}".casefold()).strip("-")[:60].strip("-")


def first_day(seed: str) -> date:
    """The day of a simulated event follows from its seed, so that even its hashes can be repeated."""
    return date(2025, 1, 4) + timedelta(weeks=seeded(seed, "day").randrange(100))


def prepare(
    *,
    slug: str,
    players: int,
    rounds: int,
    seed: str,
    actor: Actor,
    starts_on: date,
    at: datetime | None,
    **settings: Any,
) -> Tournament:
    """The event before its first round: people, teams, a published seating."""
    with transaction.atomic():
        tournament = create_tournament(
            slug=slug,
            actor=actor,
            at=at,
            name=settings.pop("name", f"Simulated Open {seed}"),
            native_name=settings.pop("native_name", f"模拟公开赛 {seed}"),
            place=settings.pop("place", "Nowhere"),
            starts_on=starts_on,
            ends_on=settings.pop("ends_on", starts_on + timedelta(days=(rounds - 1) // ROUNDS_A_DAY)),
            number_of_rounds=rounds,
            **settings,
        )
        teams_of = 4 if players >= FEWEST_FOR_TEAMS and players % 4 == 0 else 0
        people = invent_players(seeded(seed, "people"), players, teams_of=teams_of)
        replace_players(tournament, people, actor=actor, at=at)
        plan = draft_seating(tournament, seed=seed, actor=actor, at=at)
        publish_seating(plan, actor=actor, at=at)
    return tournament


def simulate(
    *,
    slug: str,
    players: int,
    rounds: int,
    seed: str,
    actor: Actor,
    progress: Callable[[int], None] | None = None,
) -> Tournament:
    """A whole event: the same seed gives the same people, seating, deals, times and standings."""
    day = first_day(seed)
    opening = datetime(day.year, day.month, day.day, 8, tzinfo=UTC)
    tournament = prepare(
        slug=slug, players=players, rounds=rounds, seed=seed, actor=actor, starts_on=day, at=opening
    )
    for round_ in tournament.rounds.order_by("number"):
        begins = round_begins(opening, round_)

        def clock(seconds: float, begins: datetime = begins) -> datetime:
            return begins + timedelta(seconds=round(seconds))

        with transaction.atomic():
            start_round(round_, actor=actor, at=begins)
            games = games_of_round(tournament, round_, seed=seed)
            performer = Performer(round_, games, seed=seed, actor=actor, clock=clock)
            for step in steps_of_round(games):
                performer.perform(step)
            close_round(round_, actor=actor, at=clock(round_.minutes * 60 + 600))
        if progress is not None:
            progress(round_.number)
    tournament.refresh_from_db()
    return tournament


def round_begins(opening: datetime, round_: Round) -> datetime:
    """When a round starts: four a day, with a break between them."""
    days, slot = divmod(round_.number - 1, ROUNDS_A_DAY)
    return opening + timedelta(days=days, hours=1) + slot * (timedelta(minutes=round_.minutes) + BREAK)


def games_of_round(
    tournament: Tournament, round_: Round, *, seed: str, mishaps: float = 1.0
) -> dict[int, SimulatedGame]:
    """What will happen at each table of a round."""
    numbers = list(tournament.players.order_by("number").values_list("number", flat=True))
    skill = dict(zip(numbers, strengths(seeded(seed, "skill"), len(numbers)), strict=True))
    games = {}
    for table in round_.tables.order_by("number"):
        seated = table.seats.order_by("seat").values_list("player__number", flat=True)
        games[table.number] = play_game(
            seeded(seed, "game", round_.number, table.number),
            [skill[number] for number in seated],
            deals=tournament.ruleset.deals,
            minutes=round_.minutes,
            mishaps=mishaps,
        )
    return games


def steps_of_round(games: dict[int, SimulatedGame]) -> list[Step]:
    """Everything that happens in a round, in the order of the clock."""
    steps = [step for table, game in games.items() for step in steps_of_game(table, game)]
    return sorted(steps, key=lambda step: step.seconds)


def steps_of_game(table: int, game: SimulatedGame) -> Iterator[Step]:
    if game.totals_only:
        yield Step(game.seconds, table, "totals")
        return
    for deal in game.deals:
        yield from _steps_of_deal(table, deal)
    if game.ended:
        yield Step(game.seconds + 60, table, "end")
    if not game.signed:
        return
    if game.disputes is not None:
        yield Step(game.seconds + 90, table, "dispute", seat=game.disputes)
    for seat in range(4):
        yield Step(game.seconds + 120 + 5 * seat, table, "agree", seat=seat)


def _steps_of_deal(table: int, deal: SimulatedDeal) -> Iterable[Step]:
    if deal.false_win is not None:
        yield Step(deal.seconds - 90, table, "false_win", deal, seat=deal.false_win)
    if deal.taken_back:
        yield Step(deal.seconds - 2, table, "deal", deal, deal.facts)
        yield Step(deal.seconds - 1, table, "void", deal)
    yield Step(deal.seconds, table, "deal", deal, deal.slip or deal.facts)
    if deal.slip is not None:
        yield Step(deal.seconds + 1, table, "correct", deal, deal.facts)


def with_tiles(tiles: str, facts: DealFacts, *, number: int, rules: Ruleset) -> dict[str, Any]:
    """Facts and detail of a deal; without the tiles where a house rule counts them differently."""
    try:
        booked, detail = judged_deal(tiles, rules=rules, number=number, facts=facts)
    except ScoringError:
        return {"facts": facts}
    return {"facts": booked, "detail": detail}


class Performer:
    """Does the steps of one round. Every key follows from the seed and the place of what it is for."""

    def __init__(
        self,
        round_: Round,
        games: Mapping[int, SimulatedGame],
        *,
        seed: str,
        actor: Actor,
        clock: Clock,
    ) -> None:
        self.round, self.games = round_, games
        self.seed, self.actor, self.clock = seed, actor, clock
        self.tournament = round_.tournament
        self.tables = {table.number: table for table in round_.tables.all()}

    def key(self, step: Step) -> UUID:
        deal = step.deal.number if step.deal else ""
        parts = (self.tournament.slug, self.seed, self.round.number, step.table, step.what, deal, step.seat)
        again = f"/{step.seconds}" if step.what == "deal" else ""
        return uuid5(NAMESPACE_URL, "sixteen-hands:simulation:" + "/".join(map(str, parts)) + again)

    def tiles(self, step: Step) -> str:
        """The hand of a deal; a slip of the pen has none, or it would have been noticed."""
        assert step.deal is not None
        assert step.facts is not None
        if step.facts is not step.deal.facts:
            return ""
        return hand_worth(
            seeded(self.seed, "tiles", self.round.number, step.table, step.deal.number), step.facts
        )

    def stated(self, step: Step) -> dict[str, Any]:
        """Facts and detail of a deal for the services."""
        assert step.deal is not None
        assert step.facts is not None
        return with_tiles(
            self.tiles(step), step.facts, number=step.deal.number, rules=self.tournament.ruleset
        )

    def perform(self, step: Step) -> None:
        getattr(self, f"_{step.what}")(step, self.common(step))

    def common(self, step: Step) -> dict[str, Any]:
        return {
            "table_id": self.tables[step.table].pk,
            "client_key": self.key(step),
            "actor": self.actor,
            "at": self.clock(step.seconds),
        }

    def _deal(self, step: Step, common: dict[str, Any]) -> None:
        assert step.deal is not None
        assert step.facts is not None
        record_deal(number=step.deal.number, **self.stated(step), **common)

    def _correct(self, step: Step, common: dict[str, Any]) -> None:
        assert step.deal is not None
        assert step.facts is not None
        correct_deal(
            number=step.deal.number, base_revision=1, reason="counted again", **self.stated(step), **common
        )

    def _void(self, step: Step, common: dict[str, Any]) -> None:
        assert step.deal is not None
        void_deal(number=step.deal.number, base_revision=1, reason="entered too early", **common)

    def _false_win(self, step: Step, common: dict[str, Any]) -> None:
        assert step.deal is not None
        assert step.seat is not None
        record_false_win(seat=step.seat, number=step.deal.number, **common)

    def _totals(self, step: Step, common: dict[str, Any]) -> None:
        facts = {deal.number: deal.facts for deal in self.games[step.table].deals}
        record_totals(totals=play(self.tournament.ruleset, facts).totals, **common)

    def _end(self, step: Step, common: dict[str, Any]) -> None:
        end_game(reason="time", **common)

    def _agree(self, step: Step, common: dict[str, Any]) -> None:
        self._word(step, common, agree=True)

    def _dispute(self, step: Step, common: dict[str, Any]) -> None:
        self._word(step, common, agree=False)

    def _word(self, step: Step, common: dict[str, Any], *, agree: bool) -> None:
        assert step.seat is not None
        log = GameLog.of(self.tables[step.table], self.tournament)
        reason = "" if agree else "my own sheet says otherwise"
        sign_off(seat=step.seat, agree=agree, up_to=log.last_fact, reason=reason, **common)
