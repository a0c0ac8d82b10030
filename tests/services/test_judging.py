"""Tiles at the table: the judged total is booked, a claim is held against it, the log can be judged again.

The winds of deal 1 are those of the starting seats: seat 0 is East, and East prevails.
"""

import json
import uuid

import pytest
from django.db import connection, models

from scoring.errors import ScoringError
from scoring.payments import DealFacts, Outcome
from scoring.rulesets import ruleset
from tests.factories import DRAWN, TESTER, a_running_table, discard
from tournament.engine.judging import kept_hand
from tournament.models import Entry
from tournament.selectors.verification import differences
from tournament.services.deals import correct_deal, record_deal
from tournament.services.judging import judge_tiles, judged_deal

RULES = ruleset()
STRAIGHT = "[456p] [789m] 12345m 22s + 6m"
"""Pure Straight 16, All Chows 2, Mixed Double Chow 1: 19 off a discard, 20 self-drawn."""
FOUR = "[456p] [678s] 12345m 22s + 6m"
"""All Chows 2, Mixed Double Chow 1, Short Straight 1."""
EAST_PUNG = "[111z] 123m 456m 789m 2p + 2p"
"""Pure Straight 16, One Voided Suit 1, Single Wait 1 and for East in the East round both winds, 2 each."""


def claimed(fan=None, *, winner=0, outcome=Outcome.DISCARD, flowers=0):
    discarder = None if outcome is Outcome.SELF_DRAW else (winner + 1) % 4
    return DealFacts(outcome, winner=winner, discarder=discarder, fan_total=fan, flowers=flowers)


def judged(text, facts, *, number=1, rules=RULES, **said):
    return judged_deal(text, rules=rules, number=number, facts=facts, **said)


def refusal(*args, **kwargs):
    with pytest.raises(ScoringError) as caught:
        judged(*args, **kwargs)
    return caught.value


def test_without_tiles_the_facts_stay_as_they_are():
    assert judged("  ", claimed(12)) == (claimed(12), {})


def test_tiles_without_a_claim_give_the_total():
    facts, detail = judged(STRAIGHT, claimed())
    assert facts == claimed(19)
    assert detail["fans"] == [[28, 1], [63, 1], [70, 1]]
    assert detail["profile"] == "MIL2025"
    assert "claimed" not in detail


def test_self_draw_is_known_from_the_deal_and_not_from_the_text():
    facts, _ = judged(f"{STRAIGHT} | discard", claimed(outcome=Outcome.SELF_DRAW))
    assert facts.fan_total == 20


def test_a_robbed_kong_is_known_from_the_deal():
    # Robbing the Kong 8 on top of the 19
    assert judged(STRAIGHT, claimed(outcome=Outcome.ROBBED_KONG))[0].fan_total == 27


@pytest.mark.parametrize(
    ("winner", "number", "fan"),
    [
        (0, 1, 22),  # East in the East round: both winds
        (1, 1, 20),  # South: the prevalent wind only
        (1, 2, 22),  # the second deal makes South the dealer
    ],
)
def test_winds_follow_from_the_deal(winner, number, fan):
    said = f"{EAST_PUNG} | seat=N round=N"
    # the straight 16, no bamboos 1, the wait 1, each wind 2
    assert judged(said, claimed(winner=winner), number=number)[0].fan_total == fan


def test_flowers_of_the_form_count_before_those_among_the_tiles():
    assert judged(f"{STRAIGHT} 1f 2f".replace("+ 6m 1f 2f", "1f 2f + 6m"), claimed())[0].flowers == 2
    assert judged(STRAIGHT, claimed(flowers=3))[0].flowers == 3


def test_marks_of_the_win_count():
    # Last Tile Claim 8
    assert judged(STRAIGHT, claimed(), marks={"last_tile": True})[0].fan_total == 27


def test_a_claim_that_is_right_leaves_no_trace():
    assert "claimed" not in judged(STRAIGHT, claimed(19))[1]


def test_another_claim_is_refused_with_both_totals():
    error = refusal(STRAIGHT, claimed(21))
    assert (error.code, error.params) == ("claimed_differs", {"claimed": 21, "judged": 19})


def test_a_confirmed_claim_books_what_was_judged_and_keeps_what_was_claimed():
    facts, detail = judged(STRAIGHT, claimed(21), confirmed=True)
    assert (facts.fan_total, detail["claimed"]) == (19, 21)


@pytest.mark.parametrize("claim", [None, 4, 8, 20])
@pytest.mark.parametrize("confirmed", [True, False])
def test_below_eight_is_no_win_whatever_was_claimed(claim, confirmed):
    error = refusal(FOUR, claimed(claim, flowers=8), confirmed=confirmed)
    assert (error.code, error.params) == ("below_minimum", {"fan": 4, "minimum": 8})


@pytest.mark.parametrize(
    ("text", "facts", "code"),
    [
        ("[456p] [789m] 12345m 22s + 9s", claimed(), "not_win"),
        ("[456p] 12345m 22s + 6m", claimed(), "tile_count"),
        ("11111m 22s 456p 789p + 2s", claimed(), "too_many"),
        ("12q", claimed(), "bad_tile"),
        (f"{STRAIGHT} | nonsense", claimed(), "bad_input"),
        (f"{STRAIGHT} | replacement", claimed(), "illegal_context"),
        (STRAIGHT, DRAWN, "drawn_has_winner"),
        (STRAIGHT, DealFacts(Outcome.SELF_DRAW), "winner_missing"),
        (STRAIGHT, DealFacts(Outcome.DISCARD, winner=2, discarder=2), "winner_is_discarder"),
        (STRAIGHT, DealFacts(Outcome.DISCARD, winner=9, discarder=2), "no_such_seat"),
    ],
)
def test_what_cannot_be_is_refused_by_its_code(text, facts, code):
    assert refusal(text, facts).code == code


def test_a_deal_that_does_not_exist_is_refused():
    assert refusal(STRAIGHT, claimed(), number=17).code == "no_such_deal"


def test_the_rulebook_is_the_events():
    kongs = "[2222p]c [7777s]c 123m 56m 99m + 7m"
    mil = judge_tiles(kongs, rules=RULES, number=1, facts=claimed()).fan_total
    wmo = judge_tiles(kongs, rules=ruleset(profile="WMO2006"), number=1, facts=claimed()).fan_total
    # two concealed kongs: 6 and 8
    assert wmo == mil + 2


def test_what_is_kept_reads_back_to_the_same_hand_and_is_plain_json():
    result = judge_tiles(STRAIGHT, rules=RULES, number=1, facts=claimed(flowers=2))
    assert json.loads(json.dumps(result.detail)) == result.detail
    assert kept_hand(result.detail) == result.hand


# In the log ----------------------------------------------------------------------------------------


@pytest.fixture
def table(db):
    return a_running_table()


def record(table, number, text, facts, **said):
    booked, detail = judged(text, facts, number=number, rules=table.round.tournament.ruleset, **said)
    return record_deal(
        table_id=table.pk, number=number, facts=booked, detail=detail, client_key=uuid.uuid4(), actor=TESTER
    )


def tampered(entry, **facts):
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER IF EXISTS tournament_entry_no_update")
        else:
            cursor.execute("DROP TRIGGER IF EXISTS tournament_entry_no_change ON tournament_entry")
    models.QuerySet(Entry).filter(pk=entry.pk).update(**facts)
    return {found.code for found in differences(entry.tournament)}


def test_a_hand_in_the_log_is_paid_and_verified(table):
    entry = record(table, 1, STRAIGHT, claimed(flowers=1))
    # 8 + 19 + 1 from South, 8 from the other two
    assert entry.deltas == (44, -28, -8, -8)
    record(table, 2, STRAIGHT, claimed(30, winner=2), confirmed=True)
    assert differences(table.round.tournament) == ()


def test_another_fan_total_in_the_log_is_found_by_judging_again(table):
    entry = record(table, 1, STRAIGHT, claimed())
    assert {"judged", "deltas", "chain_content"} == tampered(entry, fan_total=30)


@pytest.mark.parametrize(
    ("detail", "code"),
    [
        ({"hand": FOUR + " | discard seat=E round=E"}, "judged"),
        ({"hand": STRAIGHT + " | discard seat=S round=E"}, "hand_seat_wind"),
        ({"hand": STRAIGHT + " | self-draw seat=E round=E"}, "hand_self_draw"),
        ({"hand": STRAIGHT + " | discard seat=E round=E flowers=4"}, "hand_flowers"),
        ({"hand": "123m"}, "hand"),
        ({"hand": "[456p] [789m] 12345m 22s + 9s"}, "hand"),
        ({"fans": [[1, 1]]}, "judged_fans"),
        ({"profile": "WMO2006"}, "judged_profile"),
    ],
)
def test_another_hand_in_the_log_is_found(table, detail, code):
    entry = record(table, 1, STRAIGHT, claimed())
    assert code in tampered(entry, detail={**entry.detail, **detail})


def test_a_hand_kept_with_a_drawn_deal_is_found(table):
    drawn = record_deal(table_id=table.pk, number=1, facts=DRAWN, client_key=uuid.uuid4(), actor=TESTER)
    assert "hand" in tampered(drawn, detail={"hand": STRAIGHT})


def test_a_correction_may_add_the_tiles(table):
    record_deal(table_id=table.pk, number=1, facts=discard(0, 1, 19), client_key=uuid.uuid4(), actor=TESTER)
    facts, detail = judged(STRAIGHT, claimed(19))
    entry = correct_deal(
        table_id=table.pk,
        number=1,
        base_revision=1,
        facts=facts,
        detail=detail,
        reason="with its tiles",
        client_key=uuid.uuid4(),
        actor=TESTER,
    )
    assert (entry.revision, entry.fan_total) == (2, 19)
    assert differences(table.round.tournament) == ()
