"""Everything that a log claims, worked out again from its rows: each difference is named, none is mended."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.errors import ScoringError
from scoring.payments import DealFacts, Outcome
from scoring.profiles import profile_named
from scoring.rotation import Reseat
from scoring.rulesets import Ruleset
from tournament.engine import chain
from tournament.engine.chain import Link
from tournament.engine.judging import does_not_hold
from tournament.engine.seating import SeatingError
from tournament.errors import sentence
from tournament.models import Announcement, Entry, Kind, Said, SeatingPlan, Table, Tournament
from tournament.models.log import TABLE_WORD, WITHOUT_FIGURES, WON, counting, dead_hands, reseats_of
from tournament.models.table import PlanState
from tournament.selectors.log import TableLog, table_logs
from tournament.selectors.owed import as_the_list_says, penalty_deltas
from tournament.selectors.seating_changes import verified

Place = tuple[int, int]
"""Round and table number."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that does not hold: where it is, what was found and what the rules and the chain say."""

    code: str
    round: int | None = None
    table: int | None = None
    sequence: int | None = None
    said: Any = None
    found: Any = None

    def __str__(self) -> str:
        where = [] if self.round is None else [f"round {self.round}"]
        where += [] if self.table is None else [f"table {self.table}"]
        where += [] if self.sequence is None else [f"entry {self.sequence}"]
        told = "" if self.said is None and self.found is None else f": {self.said} stands, {self.found} holds"
        return f"{', '.join(where) or 'tournament'}: {self.code}{told}"


@dataclass(frozen=True, slots=True)
class Checked:
    """How much was looked at, and what was found."""

    entries: int
    tables: int
    plans: int
    announcements: int
    differences: tuple[Difference, ...]


def differences(tournament: Tournament) -> tuple[Difference, ...]:
    """Every difference in the log and the documents of an event. None: it is as it was written."""
    return verify(tournament).differences


def verify(tournament: Tournament) -> Checked:
    """Look at everything once."""
    logs: dict[int | None, list[Entry]] = defaultdict(list)
    count = 0
    entries = Entry.objects.filter(tournament=tournament).select_related("player").order_by("sequence")
    for entry in entries.iterator(chunk_size=2000):
        logs[entry.table_id].append(entry)
        count += 1
    tables = list(
        Table.objects.filter(round__tournament=tournament)
        .select_related("round")
        .prefetch_related("seats__player")
        .order_by("round__number", "number")
    )
    counted = table_logs(Entry.objects.filter(tournament=tournament))
    found: list[Difference] = []
    for table in tables:
        audit = _TableAudit(table, logs.pop(table.pk, []), tournament.ruleset)
        found += audit.differences(counted.get(table.pk, TableLog()))
    found += _off_table(logs.pop(None, []))
    found += [Difference("entry_without_table", said=pk) for pk in logs]
    plans = list(tournament.seating_plans.order_by("number"))
    for plan in plans:
        found += _plan(plan, tables)
    told = list(
        Announcement.objects.filter(round__tournament=tournament)
        .select_related("round")
        .order_by("round__number", "number")
    )
    found += _announcements(told)
    return Checked(count, len(tables), len(plans), len(told), tuple(found))


class _TableAudit:
    """One game, read from its first entry to its last as if each had just been handed in."""

    def __init__(self, table: Table, entries: Sequence[Entry], ruleset: Ruleset) -> None:
        self.place = (table.round.number, table.number)
        self.entries, self.rules = entries, ruleset
        seats = sorted(table.seats.all(), key=lambda seat: seat.seat)
        self.players = [seat.player.number for seat in seats]
        self.said: dict[tuple[str, int], list[Entry]] = defaultdict(list)

    def differences(self, counted: TableLog) -> Iterator[Difference]:
        genesis = chain.genesis(*self.place, self.players)
        yield from _chain(genesis, self.entries, self.place)
        if len(self.players) not in (0, 4):
            yield self.differs("seats", None, len(self.players), 4)
        for entry in self.entries:
            yield from _revision(entry, self.said[entry.kind, entry.number], self.place)
            yield from self.entry(entry)
            self.said[entry.kind, entry.number].append(entry)
        yield from self.whole(counted)

    def differs(self, code: str, entry: Entry | None, said: Any = None, found: Any = None) -> Difference:
        return Difference(code, *self.place, entry.sequence if entry else None, said, found)

    def entry(self, entry: Entry) -> Iterator[Difference]:
        if entry.said == Said.VOID:
            return
        if entry.kind == Kind.DEAL:
            yield from self.deal(entry)
        elif entry.kind == Kind.PENALTY:
            yield from self.penalty(entry)
        elif entry.kind == Kind.RESEAT:
            yield from self.reseat(entry)
        elif entry.kind == Kind.NOTE:
            yield from self.note(entry)
        elif entry.kind == Kind.SIGN_OFF:
            yield from self.sign_off(entry)
        elif sum(entry.deltas) != 0:
            yield self.differs("totals_not_zero", entry, sum(entry.deltas), 0)

    def deal(self, entry: Entry) -> Iterator[Difference]:
        facts = DealFacts(Outcome(entry.said), entry.winner, entry.discarder, entry.fan_total, entry.flowers)
        try:
            self.rules.check(facts)
            owed = self.rules.pay(facts)
        except ScoringError as error:
            yield self.differs("facts", entry, error.code)
            return
        if owed != entry.deltas:
            yield self.differs("deltas", entry, list(entry.deltas), list(owed))
        if entry.detail.get("hand"):
            yield from self.hand(entry, facts)
        coming = self.next_deal()
        correcting = counting(self.said[entry.kind, entry.number]) is not None
        if not 1 <= entry.number <= self.rules.deals or not (correcting or entry.number == coming):
            yield self.differs("deal_number", entry, entry.number, coming)
        if entry.said in WON and self.has_dead_hand(entry.winner, entry.number):
            yield self.differs("dead_hand_won", entry, entry.winner)

    def hand(self, entry: Entry, facts: DealFacts) -> Iterator[Difference]:
        """The tiles that the entry holds are worth what was booked for them."""
        if not 1 <= entry.number <= self.rules.deals:
            return
        rules = self.rules.at_table(self.reseats())
        position, profile = rules.position(entry.number), profile_named(rules.profile)
        for code, said, found in does_not_hold(
            entry.detail, facts=facts, position=position, profile=profile, rules=self.rules
        ):
            yield self.differs(code, entry, said, found)

    def reseat(self, entry: Entry) -> Iterator[Difference]:
        """Each of the four takes the chairs of one starter, for a deal that there is, with a reason."""
        order = entry.detail.get("order")
        if not _is_order(order):
            yield self.differs("reseat_order", entry, order)
        coming = min(self.next_deal(), self.rules.deals)
        until = entry.detail.get("until", coming)
        if not isinstance(until, int) or not 1 <= entry.number <= until <= coming:
            yield self.differs("reseat_deal", entry, [entry.number, until], coming)
        if not entry.reason:
            yield self.differs("reason_missing", entry)

    def note(self, entry: Entry) -> Iterator[Difference]:
        """A hand is played again while it is the one in play; a note has words."""
        if entry.said == Said.REPLAYED and entry.deal != self.next_deal():
            yield self.differs("replayed_deal", entry, entry.deal, self.next_deal())
        if not (entry.reason if entry.said == Said.REPLAYED else entry.detail.get("text")):
            yield self.differs("note_empty", entry)

    def penalty(self, entry: Entry) -> Iterator[Difference]:
        owed = penalty_deltas(entry, self.rules)
        if not as_the_list_says(entry, self.rules):
            yield self.differs("fault", entry, entry.detail.get("fault"))
        if owed != entry.deltas:
            yield self.differs("deltas", entry, list(entry.deltas), list(owed) if owed else None)
        seated = (
            self.players[entry.seat] if entry.seat is not None and entry.seat < len(self.players) else None
        )
        number = entry.player.number if entry.player else None
        if seated != number:
            yield self.differs("player", entry, number, seated)

    def sign_off(self, entry: Entry) -> Iterator[Difference]:
        facts = max((e.sequence for e in self.before(entry) if e.kind not in WITHOUT_FIGURES), default=0)
        if entry.up_to != facts:
            yield self.differs("up_to", entry, entry.up_to, facts)
        if entry.number == TABLE_WORD:
            wanted = {Said.CLOSE, Said.REOPEN}
        else:
            wanted = {Said.AGREE, Said.DISPUTE}
            if entry.seat != entry.number - 1:
                yield self.differs("seat", entry, entry.seat, entry.number - 1)
        if entry.said not in wanted:
            yield self.differs("word", entry, entry.said)

    def whole(self, counted: TableLog) -> Iterator[Difference]:
        """No holes, one source of totals, and the standings see what the revisions say."""
        ours = TableLog()
        for (kind, number), statements in self.said.items():
            newest = counting(statements)
            if newest is not None and kind == Kind.DEAL:
                ours.deals[number] = newest.deltas
            elif newest is not None and kind == Kind.TOTALS:
                ours.totals = newest.deltas
        if self.said_of(Kind.RESEAT):
            yield from self.hands_as_seated()
        if sorted(ours.deals) != list(range(1, len(ours.deals) + 1)):
            yield self.differs("holes", None, sorted(ours.deals))
        if ours.deals and ours.totals is not None:
            yield self.differs("deals_and_totals", None)
        if (ours.deals, ours.totals) != (counted.deals, counted.totals):
            yield self.differs("counted", None, counted.deals or counted.totals, ours.deals or ours.totals)
        score = counted.score(self.rules)
        for what, total in (("deals", score.totals), ("transfers", score.transfers)):
            taken = sum(score.deductions) if what == "deals" else 0
            if sum(total) != taken:
                yield self.differs("zero_sum", None, sum(total), taken)

    def hands_as_seated(self) -> Iterator[Difference]:
        """After a re-seating every hand that counts was judged with the winds that count."""
        for entry in self.said_of(Kind.DEAL):
            if entry.detail.get("hand"):
                outcome = Outcome(entry.said)
                facts = DealFacts(outcome, entry.winner, entry.discarder, entry.fan_total, entry.flowers)
                yield from self.hand(entry, facts)

    def said_of(self, kind: Kind) -> list[Entry]:
        """The statements of a kind that count so far."""
        newest = (counting(said) for (of, _), said in self.said.items() if of == kind)
        return [entry for entry in newest if entry is not None]

    def reseats(self) -> tuple[Reseat, ...]:
        """Who sat otherwise than seated, as far as the log was read."""
        said = self.said_of(Kind.RESEAT)
        return reseats_of(entry for entry in said if _is_order(entry.detail.get("order")))

    def next_deal(self) -> int:
        live = [n for (kind, n), said in self.said.items() if kind == Kind.DEAL and counting(said)]
        return max(live, default=0) + 1

    def has_dead_hand(self, seat: int | None, deal: int) -> bool:
        return seat in dead_hands([*self.said_of(Kind.PENALTY), *self.said_of(Kind.NOTE)], deal=deal)

    def before(self, entry: Entry) -> Iterator[Entry]:
        return (said for said in self.entries if said.sequence < entry.sequence)


def _is_order(order: Any) -> bool:
    if not isinstance(order, list) or any(type(seat) is not int for seat in order):
        return False
    return sorted(order) == [0, 1, 2, 3]


def _chain(genesis: str, entries: Sequence[Entry], place: Place | None) -> Iterator[Difference]:
    links = [Link(e.sequence, e.previous_hash, e.hash, e.content()) for e in entries]
    for broken in chain.breaks(genesis, links):
        round_number, table = place or (None, None)
        yield Difference(f"chain_{broken.what}", round_number, table, broken.sequence)


def _revision(entry: Entry, before: Sequence[Entry], place: Place | None) -> Iterator[Difference]:
    round_number, table = place or (None, None)

    def differs(code: str, said: Any = None, found: Any = None) -> Difference:
        return Difference(code, round_number, table, entry.sequence, said, found)

    if entry.revision != len(before) + 1:
        yield differs("revision", entry.revision, len(before) + 1)
    if entry.revision > 1 and entry.kind != Kind.SIGN_OFF and not entry.reason:
        yield differs("reason_missing")
    if entry.said == Said.VOID and counting(before) is None:
        yield differs("void_of_nothing")


def _off_table(entries: Sequence[Entry]) -> Iterator[Difference]:
    yield from _chain(chain.genesis("off table"), entries, None)
    said: Mapping[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        yield from _revision(entry, said[entry.number], None)
        said[entry.number].append(entry)
        if any(entry.deltas) or entry.mini_points > 0 or entry.twelfths > 0:
            yield Difference("fine", None, None, entry.sequence, [entry.mini_points, entry.twelfths])


def _plan(plan: SeatingPlan, tables: Sequence[Table]) -> Iterator[Difference]:
    """The certificate is true of the chart. Its algorithm's version may be an older one than ours."""
    try:
        answer = verified(plan.tournament, plan)
    except SeatingError as error:
        yield Difference("certificate", said=plan.number, found=sentence(error))
        return
    for difference in answer.differences:
        if difference.what != "version":
            where = (difference.round, difference.table, None)
            yield Difference(f"certificate_{difference.code}", *where, difference.said, difference.found)
    for name in ("seed", "draw"):
        stated = plan.facts.get(name) or ""
        if stated != getattr(plan, name) and (name == "seed" or stated):
            yield Difference(f"certificate_{name}", said=stated, found=getattr(plan, name))
    if plan.state == PlanState.PUBLISHED:
        seated: dict[int, list[list[int]]] = defaultdict(list)
        for table in tables:
            seats = sorted(table.seats.all(), key=lambda seat: seat.seat)
            seated[table.round.number].append([seat.player.number for seat in seats])
        for number, chart in enumerate(plan.chart, 1):
            if [list(seats) for seats in chart] != seated[number]:
                yield Difference("seats_not_as_published", number)


def _announcements(told: Sequence[Announcement]) -> Iterator[Difference]:
    before: dict[int, int] = defaultdict(int)
    for document in told:
        number = document.round.number
        owed = chain.entry_hash("", {"rows": document.rows})
        if document.hash != owed:
            yield Difference("announcement_hash", number, None, None, document.hash, owed)
        if document.number != before[number] + 1:
            yield Difference("announcement_number", number, None, None, document.number, before[number] + 1)
        before[number] = document.number
