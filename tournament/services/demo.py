"""The demo: an invented event in the middle of its third round, which shows most of what can happen."""

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.payments import DealFacts, FalseWin, Outcome
from tournament.engine.simulation import SimulatedGame, hand_worth, seeded
from tournament.models import Round, Table, TablePass, Tournament
from tournament.permissions import Actor
from tournament.services._game_log import GameLog
from tournament.services.access import open_passes
from tournament.services.deals import correct_deal, record_deal, record_totals
from tournament.services.penalties import record_false_win
from tournament.services.rounds import close_round, start_round
from tournament.services.sign_offs import sign_off
from tournament.services.simulation import (
    Performer,
    games_of_round,
    prepare,
    steps_of_round,
    with_tiles,
)

SLUG = "kattegat-open"
LOGIN = "demo"
SEED = "kattegat"
PLAYERS, ROUNDS, MINUTES = 24, 6, 120
ACTOR = Actor.program("demo")
RUNNING_FOR = timedelta(minutes=74)
"""How long the third round has been going on when somebody looks at the demo for the first time."""
DEALS_SO_FAR = {1: 11, 2: 8, 3: 12, 4: 9, 5: 6}
"""How far each table of the third round is; table 6 was played on paper and has totals only."""


@dataclass(frozen=True, slots=True)
class DemoLinks:
    """What a newcomer needs: where to look, who to be, and one table to enter deals at."""

    tournament: str
    slug: str
    login: str
    password: str | None
    """None when somebody has changed it."""
    table: int | None
    table_pass: TablePass | None


def demo_password() -> str:
    """The first password of the demo's organizer: of this installation, always the same."""
    digest = hmac.new(settings.SECRET_KEY.encode(), b"demo organizer", hashlib.sha256).hexdigest()
    return f"kattegat-{digest[:8]}"


def demo_salt() -> str:
    """The salt under which that password is stored."""
    return hmac.new(settings.SECRET_KEY.encode(), b"demo salt", hashlib.sha256).hexdigest()[:22]


def seed_demo(*, now: datetime | None = None) -> tuple[Tournament, bool]:
    """The demo event, made when it is not there yet (then True)."""
    present = Tournament.objects.filter(slug=SLUG).first()
    if present is not None:
        return present, False
    moment = (now or timezone.now()).replace(microsecond=0)
    with transaction.atomic():
        tournament = _event(moment)
        _finished_rounds(tournament, moment)
        _running_round(tournament.rounds.get(number=3), moment - RUNNING_FOR)
    tournament.refresh_from_db()
    return tournament, True


def demo_links() -> DemoLinks | None:
    """Where the demo is, if it is there."""
    tournament = Tournament.objects.filter(slug=SLUG).first()
    if tournament is None:
        return None
    user = User.objects.filter(username=LOGIN).first()
    untouched = user is not None and _has_first_password(user)
    found = (
        TablePass.objects.filter(
            table__round__tournament=tournament, table__round__state="running", revoked_at=None
        )
        .select_related("table")
        .order_by("table__number")
        .first()
    )
    return DemoLinks(
        tournament=tournament.name,
        slug=tournament.slug,
        login=LOGIN,
        password=demo_password() if untouched else None,
        table=found.table.number if found else None,
        table_pass=found,
    )


def _has_first_password(user: User) -> bool:
    """Whether the demo's own password still holds. Its salt says so; a changed password has another."""
    return demo_salt() in user.password.split("$") or user.check_password(demo_password())


def _event(moment: datetime) -> Tournament:
    organizer = User.objects.filter(username=LOGIN).first()
    if organizer is None:
        password = make_password(demo_password(), salt=demo_salt())
        organizer = User.objects.create(username=LOGIN, password=password, first_name="Demo")
    day = timezone.localdate(moment)
    return prepare(
        slug=SLUG,
        name="Kattegat Open",
        native_name="卡特加特公开赛",
        place="Skagen",
        time_zone="Europe/Copenhagen",
        players=PLAYERS,
        rounds=ROUNDS,
        minutes=MINUTES,
        seed=SEED,
        actor=ACTOR,
        owner=organizer,
        starts_on=day - timedelta(days=1),
        ends_on=day,
        at=moment - timedelta(days=7),
    )


def _finished_rounds(tournament: Tournament, moment: datetime) -> None:
    """Rounds 1 and 2: yesterday afternoon, quiet tables, everybody agreed."""
    for round_ in tournament.rounds.filter(number__lte=2).order_by("number"):
        begins = moment - RUNNING_FOR - timedelta(hours=24 - 3 * round_.number)
        clock = clock_from(begins)
        start_round(round_, actor=ACTOR, at=begins)
        games = games_of_round(tournament, round_, seed=SEED, mishaps=0)
        performer = Performer(round_, games, seed=SEED, actor=ACTOR, clock=clock)
        for step in steps_of_round(games):
            performer.perform(step)
        close_round(round_, actor=ACTOR, at=clock(MINUTES * 60 + 600))


def _running_round(round_: Round, begins: datetime) -> None:
    """Round 3: tables at different deals, with one of each thing that can happen at a table."""
    start_round(round_, actor=ACTOR, at=begins)
    open_passes(round_, actor=ACTOR, at=begins)
    games = games_of_round(round_.tournament, round_, seed=SEED, mishaps=0)
    tables = {table.number: table for table in round_.tables.all()}
    clock = clock_from(begins)
    for number, count in DEALS_SO_FAR.items():
        _Story(tables[number], games[number], clock).tell(count)
    record_totals(
        table_id=tables[6].pk,
        totals=(87, -41, 22, -68),
        client_key=_key("totals"),
        actor=ACTOR,
        at=clock(4300),
    )


class _Story:
    """One table of the running round: its deals in order, and what is special about it."""

    def __init__(self, table: Table, game: SimulatedGame, clock: Callable[[float], datetime]) -> None:
        self.table, self.game, self.clock = table, game, clock

    def tell(self, count: int) -> None:
        pace = RUNNING_FOR.total_seconds() / (count + 0.5)
        for deal in self.game.deals[:count]:
            at = self.clock(deal.number * pace)
            if (self.table.number, deal.number) == (2, 6):
                facts = self._false_win(deal.facts, at)
            elif (self.table.number, deal.number) == (3, 9):
                facts = self._corrected(deal.facts, at)
            else:
                facts = deal.facts
            self._record(deal.number, facts, at, tiles=facts is deal.facts)
            if (self.table.number, deal.number) == (3, 9):
                self._correct(deal.number, deal.facts, at + timedelta(seconds=50))
        if self.table.number == 4:
            self._dispute(self.clock(count * pace + 120))

    def _stated(self, number: int, facts: DealFacts, *, tiles: bool = True) -> dict[str, Any]:
        """Facts with the tiles of the hand, as a referee enters them who takes the time."""
        rng = seeded(SEED, "tiles", self.table.round.number, self.table.number, number)
        rules = self.table.round.tournament.ruleset
        return with_tiles(hand_worth(rng, facts) if tiles else "", facts, number=number, rules=rules)

    def _record(self, number: int, facts: DealFacts, at: datetime, *, tiles: bool) -> None:
        record_deal(
            table_id=self.table.pk,
            number=number,
            **self._stated(number, facts, tiles=tiles),
            client_key=_key("deal", self.table.number, number),
            actor=ACTOR,
            at=at,
        )

    def _false_win(self, facts: DealFacts, at: datetime) -> DealFacts:
        """Somebody who does not win this deal said that they had; the deal went on."""
        offender = next(seat for seat in range(4) if seat != facts.winner)
        record_false_win(
            table_id=self.table.pk,
            seat=offender,
            case=FalseWin.BELOW_MINIMUM,
            number=6,
            client_key=_key("false win"),
            actor=ACTOR,
            at=at - timedelta(seconds=100),
        )
        return facts

    def _corrected(self, facts: DealFacts, at: datetime) -> DealFacts:
        """What the phone was told at first: the same deal, two fan more."""
        if facts.fan_total is None:
            return DealFacts(Outcome.SELF_DRAW, winner=0, fan_total=8)
        return DealFacts(
            facts.outcome, winner=facts.winner, discarder=facts.discarder, fan_total=facts.fan_total + 2
        )

    def _correct(self, number: int, facts: DealFacts, at: datetime) -> None:
        correct_deal(
            table_id=self.table.pk,
            number=number,
            base_revision=1,
            **self._stated(number, facts),
            reason="Two fan were counted twice",
            client_key=_key("correction"),
            actor=ACTOR,
            at=at,
        )

    def _dispute(self, at: datetime) -> None:
        sign_off(
            table_id=self.table.pk,
            seat=2,
            agree=False,
            up_to=GameLog.of(self.table, self.table.round.tournament).last_fact,
            reason="My sheet has two fan more for deal 8",
            client_key=_key("dispute"),
            actor=ACTOR,
            at=at,
        )


def clock_from(begins: datetime) -> Callable[[float], datetime]:
    """The clock of a round that began then."""

    def clock(seconds: float) -> datetime:
        return begins + timedelta(seconds=round(seconds))

    return clock


def _key(*parts: object) -> UUID:
    return uuid5(NAMESPACE_URL, f"sixteen-hands:{SLUG}/" + "/".join(map(str, parts)))
