"""Shapes of what comes in and goes out. No rule of the game stands here: services refuse, with codes."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from scoring.fans.catalogue import BY_NUMBER
from scoring.payments import DealFacts, FalseWin, Outcome
from scoring.rulesets import Ruleset
from tournament.api.short import ShortDictField
from tournament.api.straight import StraightSerializer
from tournament.engine.claimed import Ruling
from tournament.engine.judging import MARKS
from tournament.models import Entry, Kind, Tournament
from tournament.models.tournament import EntryWay
from tournament.services.judging import Decision, HandSaid, stated_win


class KeySerializer(serializers.Serializer[Any]):
    """What somebody says once. Of a dozen things that may be said about a deal most are left out: what is
    not said has its default, and no field is asked for it."""

    client_key = serializers.UUIDField(help_text="Made by the sender; the same key again changes nothing.")

    @cached_property
    def unsaid(self) -> dict[str, Callable[[], Any]]:
        """The value of each field that may be left out."""
        fields = self.fields.values()
        return {str(field.field_name): field.get_default for field in fields if field.default is not empty}

    @property
    def _writable_fields(self) -> list[Any]:
        left_out = self.unsaid.keys() - self.initial_data.keys()
        return [field for field in self.fields.values() if field.field_name not in left_out]

    def to_internal_value(self, data: Any) -> Any:
        said = super().to_internal_value(data)
        return {**{name: value() for name, value in self.unsaid.items() if name not in said}, **said}


def _fan_number(text: str) -> int:
    """The number of a fan; 0, which no fan has, for anything else. No number of a fan has more digits than
    three, and Python reads none of thousands."""
    return int(text) if text.isdecimal() and len(text) <= 3 else 0


class FactsSerializer(KeySerializer):
    """What happened in a deal, by starting seat 0-3 (East, South, West, North)."""

    outcome = serializers.ChoiceField(choices=[outcome.value for outcome in Outcome])
    winner = serializers.IntegerField(required=False, allow_null=True, default=None)
    discarder = serializers.IntegerField(required=False, allow_null=True, default=None)
    fan_total = serializers.IntegerField(
        required=False, allow_null=True, default=None, help_text="Without flowers."
    )
    flowers = serializers.IntegerField(required=False, default=0)
    tiles = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=300,
        help_text='The winning hand as text, the winning tile last: "[123m] [789s] 12345p 55z + 6p". '
        "The judged total is booked; fan_total beside it is the player's claim and may be left out.",
    )
    last_of_kind = serializers.BooleanField(required=False, default=False, help_text="With tiles.")
    last_tile = serializers.BooleanField(required=False, default=False, help_text="With tiles.")
    replacement = serializers.BooleanField(required=False, default=False, help_text="With tiles.")
    fans = ShortDictField(
        child=serializers.IntegerField(),
        max_length=len(BY_NUMBER),
        required=False,
        default=dict,
        help_text='Instead of tiles the fans by number with how often: {"22": 1, "64": 2}.',
    )
    confirmed = serializers.BooleanField(
        required=False, default=False, help_text="Book the judged total although the claim differs."
    )
    ruling = serializers.ChoiceField(
        choices=["", *(ruling.value for ruling in Ruling)],
        required=False,
        default="",
        help_text="Whose total counts where the claim differs; the event's rule may allow one of them only.",
    )
    ruling_why = serializers.CharField(required=False, allow_blank=True, default="", max_length=200)

    def stated(self, rules: Ruleset, number: int, ways: tuple[str, ...]) -> dict[str, Any]:
        """Facts and detail for the services: judged where there are tiles, added up where there are fans."""
        data = self.validated_data
        ruling = data["ruling"] or (Ruling.JUDGED.value if data["confirmed"] else "")
        way = EntryWay.TILES if data["tiles"].strip() else EntryWay.FANS if data["fans"] else EntryWay.TOTAL
        said = HandSaid(
            way=way.value,
            tiles=data["tiles"],
            marks={mark: data[mark] for mark in MARKS},
            fans={_fan_number(key): times for key, times in data["fans"].items()},
            decision=Decision(ruling, data["ruling_why"]),
        )
        return stated_win(said, rules=rules, number=number, facts=self.facts(), ways=ways)

    def facts(self) -> DealFacts:
        data = self.validated_data
        return DealFacts(
            outcome=Outcome(data["outcome"]),
            winner=data["winner"],
            discarder=data["discarder"],
            fan_total=data["fan_total"],
            flowers=data["flowers"],
        )


class DealSerializer(FactsSerializer):
    number = serializers.IntegerField(help_text="The deal the sender believes is next.")
    entered_at = serializers.DateTimeField(
        required=False, allow_null=True, default=None, help_text="When it was taken, if it is sent later."
    )
    late_reason = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=200,
        help_text="Why it counts although the time is up (time_is_up).",
    )


class CorrectionSerializer(FactsSerializer):
    base_revision = serializers.IntegerField(help_text="The revision that the sender looked at.")
    reason = serializers.CharField(max_length=300, allow_blank=True)


class VoidSerializer(KeySerializer):
    base_revision = serializers.IntegerField()
    reason = serializers.CharField(max_length=300, allow_blank=True)


class FalseWinSerializer(KeySerializer):
    number = serializers.IntegerField(help_text="The deal in play.")
    seat = serializers.IntegerField(min_value=0, max_value=3)
    case = serializers.ChoiceField(
        choices=[case.value for case in FalseWin], default=FalseWin.BELOW_MINIMUM.value
    )


class SignOffSerializer(KeySerializer):
    seat = serializers.IntegerField(min_value=0, max_value=3)
    agree = serializers.BooleanField()
    up_to = serializers.IntegerField(help_text="The last_fact of the state that the player was shown.")
    reason = serializers.CharField(max_length=300, allow_blank=True, default="")


class EndSerializer(KeySerializer):
    reason = serializers.CharField(max_length=300, allow_blank=True)


class EntrySerializer(StraightSerializer, serializers.ModelSerializer[Entry]):
    """One row of the log."""

    deltas = serializers.ListField(child=serializers.IntegerField(), help_text="East, South, West, North.")
    player = serializers.IntegerField(
        source="player_number", allow_null=True, help_text="Number of the player a penalty belongs to."
    )

    class Meta:
        model = Entry
        fields = (
            "kind",
            "number",
            "revision",
            "said",
            "winner",
            "discarder",
            "fan_total",
            "flowers",
            "deltas",
            "player",
            "seat",
            "deal",
            "mini_points",
            "twelfths",
            "dead_hand",
            "up_to",
            "detail",
            "reason",
            "client_key",
            "sequence",
            "previous_hash",
            "hash",
            "actor",
            "recorded_at",
        )

    def to_representation(self, entry: Entry) -> dict[str, Any]:
        """The words of a note are for the table and the desk; the public sees that there is one."""
        said = super().to_representation(entry)
        if entry.kind == Kind.NOTE and not self.context.get("notes"):
            said["detail"] = {}
        return said


class PersonSerializer(StraightSerializer):
    """A player at a table, as things stand in the deal in play."""

    as_text = ("table_points",)

    seat = serializers.IntegerField(help_text="Starting seat 0-3.")
    number = serializers.IntegerField(source="player.number")
    name = serializers.CharField(source="player.name")
    native_name = serializers.CharField(source="player.native_name")
    country = serializers.CharField(source="player.country")
    wind = serializers.IntegerField(help_text="Seat wind of the deal in play.")
    chair = serializers.IntegerField()
    dealer = serializers.BooleanField()
    score = serializers.IntegerField()
    place = serializers.IntegerField()
    table_points = serializers.CharField(help_text='Exact: "4", "7/3".')
    dead_hand = serializers.BooleanField(help_text="May not win the deal in play.")
    signed = serializers.CharField()


class TableSerializer(StraightSerializer):
    """A table's game, complete: what a phone needs to draw it."""

    id = serializers.IntegerField(source="table.pk")
    tournament = serializers.CharField(source="table.round.tournament.slug")
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    state = serializers.CharField(source="table.round.state")
    deals = serializers.IntegerField(help_text="Deals of a full game.")
    next_deal = serializers.IntegerField()
    takes_deals = serializers.BooleanField()
    ended = serializers.BooleanField()
    totals_only = serializers.BooleanField()
    prevalent_wind = serializers.IntegerField(source="position.prevalent_wind")
    last_fact = serializers.IntegerField()
    code = serializers.CharField(help_text="The last hash, short enough to be read aloud.")
    people = PersonSerializer(many=True)
    entries = EntrySerializer(many=True)


class RecordedSerializer(serializers.Serializer[Any]):
    """An entry that was recorded, and the table after it."""

    entry = EntrySerializer()
    table = TableSerializer()


class RefusalSerializer(serializers.Serializer[Any]):
    """Why something was refused. ``table`` comes with 409: the present state."""

    code = serializers.CharField()
    params = serializers.DictField()
    message = serializers.CharField()
    table = TableSerializer(required=False)


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    class Meta:
        model = Tournament
        fields: tuple[str, ...] = (
            "slug",
            "name",
            "native_name",
            "place",
            "starts_on",
            "ends_on",
            "time_zone",
            "system",
            "profile",
            "number_of_rounds",
            "minutes",
            "table_points",
            "tiebreaks",
            "false_win",
            "seat_change",
            "time_up",
            "entry_ways",
            "claimed_total",
            "state",
            "revision",
        )


class RoundSerializer(serializers.Serializer[Any]):
    """One round: when it is meant to begin, and when it did."""

    number = serializers.IntegerField()
    state = serializers.CharField()
    minutes = serializers.IntegerField()
    planned_start = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)


class EventSerializer(TournamentSerializer):
    """A tournament with its rounds."""

    rounds = RoundSerializer(many=True, source="rounds.all")

    class Meta(TournamentSerializer.Meta):
        fields = (*TournamentSerializer.Meta.fields, "rounds")


class StandingSerializer(serializers.Serializer[Any]):
    """One row of the ranking."""

    rank = serializers.IntegerField(allow_null=True)
    player = serializers.CharField(help_text="The id given by the organizer, or the number.")
    number = serializers.IntegerField()
    name = serializers.CharField()
    table_points = serializers.CharField(help_text='Exact: "21", "25/3".')
    score = serializers.IntegerField()
    penalties = serializers.IntegerField()
    rounds = serializers.IntegerField()
    decided_by = serializers.CharField(allow_null=True)
    shared = serializers.BooleanField()


class StandingsSerializer(serializers.Serializer[Any]):
    standings = StandingSerializer(many=True)
    revision = serializers.IntegerField()
    through = serializers.IntegerField(allow_null=True)
    as_of = serializers.DateTimeField(allow_null=True)


class SeatingTableSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="For /api/v1/tables/{id}/.")
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    players = serializers.ListField(child=serializers.IntegerField(), help_text="East, South, West, North.")
