"""Charts from elsewhere: read, fitted to the people of the event, judged before anything is stored."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.engine import seating
from tournament.errors import Refused, require
from tournament.models import Player, SeatingPlan, Tournament
from tournament.permissions import Action, Actor, demand
from tournament.services.seating import checked_seed, demand_sound, problem_of, store_draft

MOST_CHARTS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A chart of a file with the event's people in it, and whether it can be used.

    ``refusal`` says why when it cannot. ``by_name``: the file named the people itself.
    """

    read: seating.ReadChart
    chart: seating.Chart = ()
    problem: seating.Problem | None = None
    by_name: bool = False
    refusal: Refused | seating.SeatingError | None = None

    @property
    def fits(self) -> bool:
        return self.refusal is None

    @property
    def players(self) -> int:
        return len({p for tables in self.read.chart for seats in tables for p in seats})

    @property
    def report(self) -> seating.Report:
        return seating.judge(self.chart or self.read.chart, self.problem if self.chart else None)


def fit_charts(tournament: Tournament, text: str, *, seed: str = "") -> tuple[Fitted, ...]:
    """Every chart of a text, each fitted as ``fit_chart`` does. Refused: ``bad_chart``, ``seed_too_long``."""
    if seed.strip():
        seed, _ = checked_seed(seed=seed, draw="")
    found = seating.read_charts(text)[:MOST_CHARTS]
    return tuple(fit_chart(tournament, read, seed=seed) for read in found)


def fit_chart(tournament: Tournament, read: seating.ReadChart, *, seed: str = "") -> Fitted:
    """Put the event's people into a chart.

    A chart that names people (by name, licence or id elsewhere) gets exactly those. Any other chart has
    numbers to be handed out: to the players in the order of their own numbers, or drawn with ``seed``. Of a
    chart with more rounds than are seated in advance the first ones are taken. What would be refused when it
    is kept is refused here.
    """
    mine: seating.Chart = ()
    problem, names = None, None
    refusal: Refused | seating.SeatingError | None = None
    try:
        problem = problem_of(tournament)
        names = _by_name(tournament, read) if read.names else None
        known = names if names is not None else _by_number(read.chart, problem, seed)
        mine = tuple(
            tuple(
                (known[east], known[south], known[west], known[north]) for east, south, west, north in tables
            )
            for tables in read.chart[: problem.rounds]
        )
        demand_sound(mine, problem)
    except (Refused, seating.SeatingError) as fault:
        refusal = fault
    return Fitted(read=read, chart=mine, problem=problem, by_name=names is not None, refusal=refusal)


def import_chart(
    tournament: Tournament, text: str, *, key: str = "", seed: str = "", actor: Actor
) -> SeatingPlan:
    """Keep a chart of a text as a draft. Refused: what reading and fitting it refuse, ``seed_too_long``."""
    demand(actor, Action.SEATING, tournament)
    if seed.strip():
        seed, _ = checked_seed(seed=seed, draw="")
    fitted = fit_chart(tournament, seating.read_chart(text, key=key), seed=seed)
    if fitted.refusal is not None:
        raise fitted.refusal
    assert fitted.problem is not None
    return store_draft(
        tournament,
        chart=fitted.chart,
        problem=fitted.problem,
        actor=actor,
        seed="" if fitted.by_name else seed,
        method="chart from a file",
    )


def _by_number(chart: seating.Chart, problem: seating.Problem, seed: str) -> dict[int, int]:
    """The chart's numbers in order go to the players in order, or in the order that the seed draws."""
    numbers = sorted({p for tables in chart for seats in tables for p in seats})
    players = sorted(problem.numbers)
    require(
        len(numbers) == len(players),
        "chart_of_other_size",
        found=len(numbers),
        wanted=len(players),
    )
    if seed:
        seating.seeded(seed, purpose="numbers of a chart").shuffle(players)
    return dict(zip(numbers, players, strict=True))


def _by_name(tournament: Tournament, read: seating.ReadChart) -> dict[int, int] | None:
    """The chart's own words for people, found in the list; None when nobody is: then they are but numbers."""
    everybody = list(tournament.players.all())
    found: dict[int, int] = {}
    lost: list[str] = []
    for number, said in read.names.items():
        player = _who(everybody, said)
        if player is None:
            lost.append(said)
        else:
            found[number] = player.number
    if not found:
        return None
    if lost:
        raise Refused("player_unknown", player=lost[0])
    return found


def _who(everybody: Sequence[Player], said: str) -> Player | None:
    word = " ".join(said.split()).casefold()
    for player in everybody:
        words = (player.name, player.native_name, player.licence, player.external_id)
        if word and word in {" ".join(w.split()).casefold() for w in words if w}:
            return player
    return None
