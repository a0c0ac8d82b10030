"""One game as people see it: who sits where now, every deal with its revisions, what moved and why."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from scoring import rotation
from scoring.game import GameScore, PenaltyFacts, Step
from scoring.payments import NOTHING, Treatment
from scoring.rotation import DealPosition, Reseat
from scoring.rulesets import Ruleset
from tournament.engine import chain
from tournament.models import Entry, Kind, Player, Said, Seat, Table
from tournament.models.log import TABLE_WORD, WITHOUT_FIGURES, counting, reseats_of
from tournament.selectors.game_shapes import (
    GameView,
    Line,
    NoteLine,
    PenaltyLine,
    Person,
    ReseatLine,
    dead_at,
)
from tournament.selectors.log import TableLog
from tournament.selectors.people import as_seen
from tournament.selectors.seated import seated
from tournament.selectors.sight import sight_now


def game_view(table: Table, *, deal: int | None = None, up_to: int | None = None) -> GameView:
    """Everything about one game.

    ``deal``: as the four will sit in a deal to come, with the scores of now (a phone keeps such pages).
    ``up_to``: as the game stood after the entry with this sequence.
    """
    now = seated(table.pk)
    if now is None:
        raise Table.DoesNotExist
    table, players = now.table, {seat: as_seen(player) for seat, player in now.players.items()}
    entries = now.entries
    _name(entries, players)
    if up_to is not None:
        entries = tuple(entry for entry in entries if entry.sequence <= up_to)
    return _view(table, players, entries, deal=deal)


def game_after(entry: Entry, table: Table) -> GameView:
    """The game as it stood when this entry of it was recorded just now, without asking anything again. For
    an entry that was known before, the game now."""
    if entry.after is None:
        return game_view(table)
    now, entries = entry.after
    players = {seat: as_seen(player) for seat, player in now.players.items()}
    _name(entries, players)
    return _view(now.table, players, tuple(entries))


def game_views(tables: Sequence[Table]) -> list[GameView]:
    """The same for several tables, in two queries however many. They come with round and tournament."""
    ids = [table.pk for table in tables]
    players: dict[int, dict[int, Player]] = {pk: {} for pk in ids}
    entries: dict[int, list[Entry]] = {pk: [] for pk in ids}
    by_id = {table.pk: table for table in tables}
    for seat in Seat.objects.filter(table__in=ids).select_related("player__team").order_by("seat"):
        players[seat.table_id][seat.seat] = _player(seat, by_id[seat.table_id])
    said = Entry.objects.filter(table__in=ids).select_related("player").order_by("sequence")
    for entry in said.defer("tournament"):
        assert entry.table_id is not None
        entries[entry.table_id].append(entry)
    return [_view(table, players[table.pk], tuple(entries[table.pk])) for table in tables]


def _name(entries: Iterable[Entry], players: dict[int, Player]) -> None:
    """Give the entries their players, who nearly always sit at the table."""
    known = {player.pk: player for player in players.values()}
    for entry in entries:
        if entry.player_id in known:
            entry.player = known[entry.player_id]


def _player(seat: Seat, table: Table) -> Player:
    """Who started in a seat, as the reader may see them. The event is known and not read with each."""
    player = as_seen(seat.player)
    player.tournament = table.round.tournament
    return player


def _view(
    table: Table, players: dict[int, Player], entries: tuple[Entry, ...], *, deal: int | None = None
) -> GameView:
    said: dict[tuple[str, int], list[Entry]] = {}
    _mark_namesakes(players.values())
    if not sight_now().round(table.round.number):
        entries = ()
    for entry in entries:
        if entry.player_id is not None and entry.player is not None:
            as_seen(entry.player)
        said.setdefault((entry.kind, entry.number), []).append(entry)
    seated = table.round.tournament.ruleset
    ruleset = seated.at_table(_reseats_that_count(said))
    log, penalties = _log_of(said, players)
    score = log.score(ruleset)
    coming = max(max(log.deals, default=0) + 1, min(deal or 0, ruleset.deals + 1))
    ended = _last_word(said, TABLE_WORD) == Said.CLOSE
    position = ruleset.position(min(coming, ruleset.deals))
    over = ended or log.totals is not None or coming > ruleset.deals
    in_play = 0 if over or table.round.is_closed else coming
    last_fact = max((e.sequence for e in entries if e.kind not in WITHOUT_FIGURES), default=0)
    notes = _notes(said)
    totals_entries = said.get((Kind.TOTALS, 1), [])
    return GameView(
        table=table,
        deals=ruleset.deals,
        people=_people(players, score, position, said, dead_at(penalties, notes, coming), last_fact),
        lines=_lines(said, players, penalties, notes, score, ruleset, coming=in_play),
        entries=entries,
        score=score,
        next_deal=coming,
        position=position,
        rules=ruleset,
        ended=ended,
        totals_only=log.totals is not None,
        totals_entry=totals_entries[-1] if log.totals is not None else None,
        penalties=tuple(penalties),
        notes=notes,
        reseats=_reseats(said, players, seated),
        last_fact=last_fact,
        code=chain.short_code(entries[-1].hash) if entries else "",
        marks=_marks(said, coming, ruleset.deals, over=over),
    )


def _mark_namesakes(players: Collection[Player]) -> None:
    families = Counter(player.family_name.casefold() for player in players if player.family_name)
    for player in players:
        player.has_namesake = families[player.family_name.casefold()] > 1


def _log_of(
    said: dict[tuple[str, int], list[Entry]], players: dict[int, Player]
) -> tuple[TableLog, list[PenaltyLine]]:
    log, penalties = TableLog(), []
    for (kind, number), statements in said.items():
        newest = counting(statements)
        if kind == Kind.DEAL and newest:
            log.deals[number] = newest.deltas
        elif kind == Kind.TOTALS and newest:
            log.totals = newest.deltas
        elif kind == Kind.PENALTY:
            given = statements[0]
            assert given.player is not None
            penalties.append(PenaltyLine(given, given.player, None if newest else statements[-1]))
            if newest:
                log.penalties.append(
                    PenaltyFacts(
                        seat=given.seat or 0,
                        deal=given.deal or 1,
                        treatment=Treatment(given.said),
                        deltas=given.deltas,
                        dead_hand=given.dead_hand,
                    )
                )
    return log, penalties


def _notes(said: dict[tuple[str, int], list[Entry]]) -> tuple[NoteLine, ...]:
    return tuple(
        NoteLine(statements[0], None if counting(statements) else statements[-1])
        for (kind, _), statements in said.items()
        if kind == Kind.NOTE
    )


def _reseats_that_count(said: dict[tuple[str, int], list[Entry]]) -> tuple[Reseat, ...]:
    newest = (counting(statements) for (kind, _), statements in said.items() if kind == Kind.RESEAT)
    return reseats_of(entry for entry in newest if entry is not None)


def _reseats(
    said: dict[tuple[str, int], list[Entry]], players: dict[int, Player], seated: Ruleset
) -> tuple[ReseatLine, ...]:
    lines = []
    for (kind, number), statements in said.items():
        stated = [entry for entry in statements if entry.said == Said.RESEATED]
        if kind == Kind.RESEAT and stated:
            place = rotation.reseated(seated.position(number), reseats_of(stated[-1:]))
            persons = tuple(players[place.sitting(wind)] for wind in range(4))
            lines.append(ReseatLine(stated[-1], persons, None if counting(statements) else statements[-1]))
    return tuple(sorted(lines, key=lambda line: line.entry.sequence))


def _people(
    players: dict[int, Player],
    score: GameScore,
    position: DealPosition,
    said: dict[tuple[str, int], list[Entry]],
    dead: dict[int, Entry],
    last_fact: int,
) -> tuple[Person, ...]:
    return tuple(
        Person(
            seat=seat,
            player=player,
            wind=position.seat_winds[seat],
            chair=position.chairs[seat],
            dealer=position.dealer == seat,
            score=score.totals[seat],
            place=score.places[seat],
            table_points=score.table_points[seat],
            dead_hand=seat in dead,
            signed=_last_word(said, seat + 1, since=last_fact),
        )
        for seat, player in sorted(players.items())
    )


def _last_word(said: dict[tuple[str, int], list[Entry]], number: int, *, since: int = 0) -> str:
    """The newest sign-off under this number. An agreement from before the last fact is no word any more;
    a dispute stands until the player agrees."""
    statements = said.get((Kind.SIGN_OFF, number))
    if not statements:
        return ""
    newest = statements[-1]
    outdated = newest.said == Said.AGREE and (newest.up_to or 0) < since
    return "" if outdated else str(newest.said)


def _lines(
    said: dict[tuple[str, int], list[Entry]],
    players: dict[int, Player],
    penalties: list[PenaltyLine],
    notes: tuple[NoteLine, ...],
    score: GameScore,
    ruleset: Ruleset,
    *,
    coming: int,
) -> tuple[Line, ...]:
    """Every deal of which anything was said. ``coming``: the next one to be recorded, 0 when none is."""
    steps: dict[int, Step] = {step.number: step for step in score.steps}
    numbers = {number for kind, number in said if kind == Kind.DEAL}
    numbers |= {line.entry.deal or 1 for line in penalties} | {note.entry.deal or 1 for note in notes}
    lines = []
    for number in sorted(numbers):
        statements = tuple(said.get((Kind.DEAL, number), ()))
        entry = counting(statements)
        step = steps.get(number)
        lines.append(
            Line(
                number=number,
                position=ruleset.position(number),
                entry=entry,
                revisions=statements,
                penalties=tuple(p for p in penalties if (p.entry.deal or 1) == number),
                notes=tuple(note for note in notes if (note.entry.deal or 1) == number),
                deltas=step.deltas if step else NOTHING,
                scores=step.scores if step else None,
                winner=players.get(entry.winner) if entry and entry.winner is not None else None,
                discarder=players.get(entry.discarder) if entry and entry.discarder is not None else None,
                state="counted" if entry else _awaited(number, coming, bool(statements)),
            )
        )
    return tuple(lines)


def _awaited(number: int, coming: int, stated: bool) -> str:
    """Where a deal stands that does not count: one deal is in play, the next to be recorded."""
    if number == coming:
        return "in_play"
    if stated:
        return "taken_back"
    return "to_come" if coming else "not_played"


def _marks(
    said: dict[tuple[str, int], list[Entry]], coming: int, deals: int, *, over: bool
) -> tuple[str, ...]:
    marks = []
    for number in range(1, deals + 1):
        newest = counting(said.get((Kind.DEAL, number), []))
        if newest is not None:
            marks.append("drawn" if newest.said == Said.DRAWN else "won")
        else:
            marks.append("now" if number == coming and not over else "")
    return tuple(marks)
