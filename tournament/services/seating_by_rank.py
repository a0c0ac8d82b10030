"""A round seated from the standings after the round before it."""

from tournament.engine import seating
from tournament.errors import require
from tournament.models import Tournament
from tournament.selectors.seating_changes import SeatingNow, ranking_groups
from tournament.services.seating import LONGEST_SEED
from tournament.services.seating_changes import Proposal, published


def propose_round(tournament: Tournament, *, seed: str) -> Proposal:
    """The next round that is seated by rank, made from the official standings.

    A round that was made but has not started is made again: a result may have been corrected since. The seed
    parts exact ties and lets anybody repeat the draw. Refused: ``seed_missing``, ``seed_too_long``,
    ``no_round_by_rank``, ``round_before_open`` and what the engine says.
    """
    now = published(tournament)
    number = round_to_make(tournament, now)
    require(number is not None, "no_round_by_rank")
    assert number is not None
    before = now.rounds[number - 2]
    require(before.is_closed, "round_before_open", before=before.number, round=number)
    seed = seed.strip()
    require(seed, "seed_missing")
    require(len(seed) <= LONGEST_SEED, "seed_too_long", limit=LONGEST_SEED)
    plan = tournament.round_plan
    made = seating.next_round(
        ranking_groups(tournament, through=number - 1),
        past=now.chart[: number - 1],
        problem=_without_stopped(now, number),
        seed=seed,
        stand_ins=now.stand_ins,
        finals=plan.finalists if plan.is_final(number) else 0,
        finalists=_finalists(tournament, now, number),
        others_stop=plan.others_stop(number),
    )
    return Proposal(
        now=now,
        chart=made.chart,
        problem=made.problem,
        from_round=number,
        seed=seed,
        method="by rank",
        revision=tournament.revision,
        change={
            "kind": "round",
            "round": number,
            "seed": seed,
            "order": list(made.order),
            "finalists": list(made.finalists),
            "rests": list(made.rests),
            "stopped": list(made.stopped),
        },
    )


def round_to_make(tournament: Tournament, now: SeatingNow) -> int | None:
    """The round by rank that is next: not started, and not seated before the start."""
    number = max(now.open_from, tournament.round_plan.drawn + 1)
    return number if number <= tournament.number_of_rounds else None


def _without_stopped(now: SeatingNow, number: int) -> seating.Problem:
    """Who is there, when the same round was made before: those it stopped are asked again."""
    change = now.plan.change
    if change.get("kind") != "round" or change.get("round") != number or not change.get("stopped"):
        return now.problem
    back = [now.problem.by_number[player] for player in change["stopped"]]
    return seating.with_changes(now.problem, in_=back, from_round=number)


def _finalists(tournament: Tournament, now: SeatingNow, number: int) -> tuple[int, ...]:
    """In the second round of the finals play those who played the first, whoever leads now."""
    last = tournament.round_plan.last_before_finals
    if last is None or number <= last + 1:
        return ()
    changes = tournament.seating_plans.filter(change__kind="round", change__round=last + 1)
    newest = changes.exclude(published_at=None).order_by("published_at", "number").last()
    if newest is None:
        return ()
    finalists = set(newest.change.get("finalists", ()))
    return tuple(sorted(finalists | {now.stand_ins[p] for p in finalists if p in now.stand_ins}))
