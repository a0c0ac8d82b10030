"""People on wrong chairs: from a deal on the four sit otherwise than the seating says (report 36)."""

from dataclasses import replace
from datetime import datetime
from uuid import UUID, uuid5

from scoring.calculator import score_hand
from scoring.payments import DealFacts, Outcome
from scoring.profiles import profile_named
from scoring.rotation import Reseat
from scoring.rulesets import Ruleset
from tournament.engine.judging import Judged, kept_hand
from tournament.errors import require
from tournament.models import Entry, Kind, Said
from tournament.permissions import Action, Actor
from tournament.services._base import Change, changing_table
from tournament.services.deals import append_deal, correctable_table

Order = tuple[int, int, int, int]


def reseat_table(
    *,
    table_id: int,
    deal: int,
    order: Order,
    reason: str,
    client_key: UUID,
    actor: Actor,
    until: int | None = None,
    seen: int | None = None,
    at: datetime | None = None,
) -> Entry:
    """From ``deal`` on (1: the whole game) the person ``order[0]`` takes the chairs of whoever started East,
    and so on; persons are named by their starting seat. ``until``: after that deal they went back.

    Hands, payments and penalties belong to persons and stay theirs. What depends on chairs follows: dealer,
    seat winds and moves of all deals from there, and a hand kept as tiles is judged again with the wind its
    winner really had, as a correction in the same transaction. ``seen`` is the last fact that the sender
    saw (``table_moved_on`` when there is a newer one).
    """
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        detail = {"order": list(order), **({} if until is None else {"until": until})}
        if entry := change.already_said(client_key, kind=Kind.RESEAT, number=deal, detail=detail):
            return entry
        _demand_seen(change, seen)
        rules = change.tournament.ruleset
        require(1 <= deal <= rules.deals, "no_such_deal", number=deal, deals=rules.deals)
        coming = min(change.log.next_deal, rules.deals)
        require(deal <= coming, "deal_number_ahead", number=deal, next=coming)
        require(until is None or deal <= until <= coming, "no_such_deal", number=until, deals=rules.deals)
        require(sorted(order) == [0, 1, 2, 3], "reseat_unclear")
        before = change.log.reseats
        now = (*before, Reseat(deal, order, until))
        numbers = range(deal, rules.deals + 1)
        sat, sit = rules.at_table(before), rules.at_table(now)
        require(any(sat.position(n) != sit.position(n) for n in numbers), "nothing_changes")
        require(reason.strip(), "reason_missing")
        newest = change.log.newest(Kind.RESEAT, deal)
        entry = change.append(
            kind=Kind.RESEAT,
            number=deal,
            revision=newest.revision + 1 if newest else 1,
            said=Said.RESEATED,
            detail=detail,
            client_key=client_key,
            reason=reason.strip(),
        )
        return _followed(change, entry, client_key)


def cancel_reseat(
    *,
    table_id: int,
    deal: int,
    reason: str,
    client_key: UUID,
    actor: Actor,
    seen: int | None = None,
    at: datetime | None = None,
) -> Entry:
    """Take a re-seating back: the four sit as was said before it."""
    with changing_table(table_id, action=Action.RECORD, actor=actor, at=at) as change:
        if entry := change.already_said(client_key, kind=Kind.RESEAT, number=deal, said=Said.VOID):
            return entry
        _demand_seen(change, seen)
        given = change.log.newest(Kind.RESEAT, deal)
        require(given is not None and given.said != Said.VOID, "reseat_not_found", number=deal)
        assert given is not None
        require(reason.strip(), "reason_missing")
        entry = change.append(
            kind=Kind.RESEAT,
            number=deal,
            revision=given.revision + 1,
            said=Said.VOID,
            client_key=client_key,
            reason=reason.strip(),
        )
        return _followed(change, entry, client_key)


def _demand_seen(change: Change, seen: int | None) -> None:
    correctable_table(change)
    require(not change.log.has_totals, "table_has_totals")
    require(seen is None or seen == change.log.last_fact, "table_moved_on")


def _followed(change: Change, entry: Entry, client_key: UUID) -> Entry:
    """The re-seating with everything that depends on chairs."""
    table = change.table
    assert table is not None
    rules = change.tournament.ruleset.at_table(change.log.reseats)
    for recorded in sorted(change.log.live(Kind.DEAL), key=lambda each: each.number):
        if recorded.number >= entry.number and recorded.detail.get("hand"):
            _judge_again(change, recorded, rules, entry.reason, client_key)
    change.audit(
        "table.reseated" if entry.said == Said.RESEATED else "reseat.cancelled",
        table=table.number,
        round=table.round.number,
        deal=entry.number,
    )
    return entry


def _judge_again(change: Change, recorded: Entry, rules: Ruleset, reason: str, client_key: UUID) -> None:
    """State a deal again whose winner had another seat wind than the kept hand says."""
    hand = kept_hand(recorded.detail)
    assert hand is not None
    assert recorded.winner is not None
    wind = rules.position(recorded.number).seat_winds[recorded.winner]
    if hand.seat_wind == wind:
        return
    profile = profile_named(rules.profile)
    before = score_hand(hand, profile).fan_total
    hand = replace(hand, seat_wind=wind)
    judged = Judged(hand, score_hand(hand, profile))
    # a total that was not the judge's was a referee's decision, and stands
    fan = judged.fan_total if recorded.fan_total == before else recorded.fan_total
    minimum = rules.system.minimum
    require((fan or 0) >= minimum, "reseat_below_minimum", number=recorded.number, fan=fan, minimum=minimum)
    append_deal(
        change,
        number=recorded.number,
        facts=DealFacts(Outcome(recorded.said), recorded.winner, recorded.discarder, fan, recorded.flowers),
        client_key=uuid5(client_key, str(recorded.number)),
        detail={**recorded.detail, **judged.detail},
        reason=reason,
    )
