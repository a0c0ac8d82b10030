"""Ways to enter a win: what the event allows, the list of fans, and a claim that is not what was judged."""

import json
import uuid

import pytest

from tests.factories import TESTER, a_running_table, discard
from tournament.models import Entry
from tournament.selectors.archive import archive_of, archive_text
from tournament.selectors.verification import differences
from tournament.services.access import open_passes
from tournament.services.deals import record_deal
from tournament.services.tournaments import change_settings

pytestmark = pytest.mark.django_db

STRAIGHT = "[456p] [789m] 12345m 22s + 6m"
"""Pure Straight 16, All Chows 2, Mixed Double Chow 1: 19 off a discard."""
WON = {"how": "discard", "winner": 1, "discarder": 0}


def at(table):
    (table_pass,) = open_passes(table.round, actor=TESTER)
    return f"/p/{table_pass.secret}"


def enter(client, table, **fields):
    return client.post(f"{at(table)}/win", {"client_key": str(uuid.uuid4()), "number": 1, **WON, **fields})


def words(answer):
    return " ".join(answer.content.decode().split())


def event(**settings):
    return a_running_table(**settings)


def test_an_event_offers_totals_and_tiles_unless_it_says_otherwise(client):
    page = words(client.get(f"{at(event())}/win"))
    assert 'value="total"' in page
    assert 'value="tiles"' in page
    assert 'name="f22"' not in page


@pytest.mark.parametrize(
    ("ways", "said", "refused"),
    [
        (["tiles"], {"way": "total", "fan": 21}, True),
        (["tiles"], {"fan": 21}, True),
        (["tiles"], {"way": "tiles", "tiles": STRAIGHT}, False),
        (["total"], {"way": "tiles", "tiles": STRAIGHT}, True),
        (["total"], {"fan": 21}, False),
        (["fans"], {"way": "fans", "f22": "1"}, False),
        (["total", "tiles"], {"way": "fans", "f22": "1"}, True),
    ],
)
def test_a_table_enters_wins_only_by_the_ways_of_its_event(client, ways, said, refused):
    answer = enter(client, event(entry_ways=ways), **said)
    assert answer.status_code == (422 if refused else 303)
    assert Entry.objects.exists() is not refused
    if refused:
        assert answer.context["code"] == "way_not_allowed"


def test_a_drawn_hand_and_a_correction_to_one_need_no_way(client):
    table = event(entry_ways=["tiles"])
    record_deal(table_id=table.pk, number=1, facts=discard(1, 0, 9), client_key=uuid.uuid4(), actor=TESTER)
    said = {"client_key": str(uuid.uuid4()), "how": "drawn", "base_revision": 1, "reason_text": "nobody won"}
    assert client.post(f"{at(table)}/deals/1/correct", said).status_code == 303


def test_the_way_of_the_last_win_is_offered_first(client):
    table = event()
    enter(client, table, way="tiles", tiles=STRAIGHT)
    assert client.get(f"{at(table)}/win").context["way"] == "tiles"


def test_how_a_hand_was_won_is_asked_and_never_guessed(client):
    answer = enter(client, event(), how="", fan=9)
    assert (answer.status_code, answer.context["code"]) == (422, "how_missing")


# The list of fans -----------------------------------------------------------------------------------


@pytest.fixture
def listing():
    return event(entry_ways=["fans"])


def test_ticked_fans_are_added_up_kept_and_verified(client, listing):
    assert enter(client, listing, way="fans", f22="1", f64="1", n64="2", flowers=1).status_code == 303
    entry = Entry.objects.get()
    # Full Flush 24 and Tile Hog 2 twice; 8 + 28 + 1 from East, 8 from the others
    assert (entry.fan_total, entry.flowers) == (28, 1)
    assert entry.deltas == (-37, 53, -8, -8)
    assert entry.detail == {"fans": [[22, 1], [64, 2]], "profile": "MIL2025"}
    assert differences(entry.tournament) == ()


@pytest.mark.parametrize(
    ("ticks", "code"),
    [({}, "no_fans"), ({"f22": "1", "f49": "1"}, "fans_clash"), ({"f69": "1"}, "below_minimum")],
)
def test_a_list_that_cannot_be_is_refused_with_its_sentence(client, listing, ticks, code):
    answer = enter(client, listing, way="fans", **ticks)
    assert (answer.status_code, answer.context["code"]) == (422, code)
    if code == "fans_clash":
        assert "No hand shows Full Flush and Half Flush together" in words(answer)


def test_what_cannot_be_ticked_is_said_by_the_server_with_the_total(client, listing):
    answer = words(client.get(f"{at(listing)}/win/payments", {**WON, "way": "fans", "f22": "1"}))
    assert '<span data-number="76">' in answer
    assert "counted within Full Flush" in answer
    assert "not beside Full Flush" in answer
    assert "+48" in answer  # 24 + 24


def test_the_ticks_survive_a_change_of_language(client, listing):
    answer = enter(client, listing, way="fans", f22="1", f64="1", n64="2", language="zh-hans")
    page = client.get(answer["Location"])
    assert page.context["form"]["fans"].value() == {22: 1, 64: 2}
    assert not Entry.objects.exists()


def test_a_correction_starts_with_the_fans_that_are_recorded(client, listing):
    enter(client, listing, way="fans", f22="1")
    page = client.get(f"{at(listing)}/deals/1/correct")
    assert page.context["way"] == "fans"
    assert page.context["form"]["fans"].value() == {22: 1}


# A claim beside a judgement ------------------------------------------------------------------------


def claim(client, table, total, **said):
    return enter(client, table, way="tiles", tiles=STRAIGHT, claimed=total, **said)


def test_both_totals_are_shown_with_what_each_would_pay(client):
    answer = words(
        client.get(f"{at(event())}/win/payments", {**WON, "way": "tiles", "tiles": STRAIGHT, "claimed": 12})
    )
    assert "Claimed 12 fan, judged 19." in answer
    for part in ("+36", "+43", 'value="stands"', 'value="judged"'):
        assert part in answer


@pytest.mark.parametrize(
    ("rule", "total", "offered"),
    [
        ("stands_unless_objected", 12, ["stands", "judged"]),
        ("stands_unless_objected", 30, ["judged"]),  # too high is corrected
        ("stands_unless_objected", 6, ["judged"]),  # nothing below the minimum can stand
        ("referee_exact", 12, ["judged"]),
        ("referee_exact", 30, ["judged"]),
    ],
)
def test_the_rule_of_the_event_says_what_the_referee_may_decide(client, rule, total, offered):
    table = event(claimed_total=rule)
    answer = claim(client, table, total)
    assert (answer.status_code, answer.context["code"]) == (422, "claimed_differs")
    assert [choice.ruling for choice, _ in answer.context["decisions"]] == offered
    if "stands" not in offered:
        again = claim(client, table, total, ruling="stands")
        assert again.context["code"] == "claim_cannot_stand"
    assert not Entry.objects.exists()


@pytest.mark.parametrize(("ruling", "fan"), [("stands", 12), ("judged", 19)])
def test_a_decision_is_kept_with_its_reason_verified_and_archived(client, ruling, fan):
    table = event()
    assert claim(client, table, 12, ruling=ruling, ruling_why="asked all four").status_code == 303
    entry = Entry.objects.get()
    assert entry.fan_total == fan
    kept = {"claimed": 12, "judged": 19, "ruling": ruling, "why": "asked all four"}
    assert {name: entry.detail[name] for name in kept} == kept
    assert differences(entry.tournament) == ()
    text = archive_text(archive_of(entry.tournament))
    assert '"asked all four"' in text


def test_an_archive_keeps_the_ways_and_the_rule_and_one_without_them_is_read(client):
    table = event(entry_ways=["fans"], claimed_total="referee_exact")
    document = archive_of(table.round.tournament)
    facts = json.loads(archive_text(document))["tournament"]
    assert (facts["entry_ways"], facts["claimed_total"]) == (["fans"], "referee_exact")


def test_a_decision_without_words_keeps_the_usual_reason(client):
    claim(client, event(), 12, ruling="stands")
    assert Entry.objects.get().detail["why"] == "Nobody objected to the lower total"


def test_a_claim_may_also_differ_from_a_list_of_fans(client, listing):
    answer = enter(client, listing, way="fans", f22="1", claimed=30)
    assert answer.context["code"] == "claimed_differs"
    assert enter(client, listing, way="fans", f22="1", claimed=30, ruling="judged").status_code == 303
    assert Entry.objects.get().fan_total == 24


def test_a_decision_can_be_corrected_through_the_same_form(client):
    table = event()
    claim(client, table, 12, ruling="stands")
    page = client.get(f"{at(table)}/deals/1/correct")
    assert page.context["form"].value("claimed") == "12"
    said = {
        "client_key": str(uuid.uuid4()),
        **WON,
        "way": "tiles",
        "tiles": STRAIGHT,
        "claimed": 12,
        "ruling": "judged",
        "base_revision": 1,
        "reason_text": "South objected in time",
    }
    assert client.post(f"{at(table)}/deals/1/correct", said).status_code == 303
    newest = Entry.objects.order_by("-sequence")[0]
    assert (newest.revision, newest.fan_total, newest.detail["ruling"]) == (2, 19, "judged")


# Settings -------------------------------------------------------------------------------------------


def test_the_ways_may_change_while_play_runs_and_the_rule_about_claims_may_not():
    table = event()
    changed = change_settings(table.round.tournament, actor=TESTER, entry_ways=["total"])
    assert changed.entry_ways == ["total"]
    with pytest.raises(ValueError, match="play_has_started"):
        change_settings(table.round.tournament, actor=TESTER, claimed_total="referee_exact")


@pytest.mark.parametrize(("ways", "code"), [([], "no_entry_way"), (["photo"], "unknown_option")])
def test_an_event_needs_a_way_that_exists(ways, code):
    with pytest.raises(ValueError, match=code):
        change_settings(event().round.tournament, actor=TESTER, entry_ways=ways)
