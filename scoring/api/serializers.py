"""Shapes of the judge's addresses, for their description; the rules themselves read and check the hand."""

from typing import Any

from rest_framework import serializers

from scoring.profiles import DEFAULT, PROFILES


class MeldSerializer(serializers.Serializer[Any]):
    """A set laid down before the win."""

    type = serializers.ChoiceField(choices=["chow", "pung", "kong"])
    tiles = serializers.ListField(child=serializers.CharField(), help_text="Three tiles, four for a kong.")
    concealed = serializers.BooleanField(default=False, help_text="True for a concealed kong only.")

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        # "from" is a word of Python's own, so it cannot be declared above
        fields["from"] = serializers.IntegerField(
            required=False, min_value=0, max_value=3, help_text="0 self, 1 left, 2 opposite, 3 right."
        )
        return fields


class WaitingSerializer(serializers.Serializer[Any]):
    """Thirteen tiles; a kong counts as three."""

    concealed = serializers.ListField(
        child=serializers.CharField(), help_text='Standing tiles: "1m"-"9m", "1p"-"9p", "1s"-"9s", "1z"-"7z".'
    )
    melds = MeldSerializer(many=True, required=False)
    seat_wind = serializers.IntegerField(
        required=False, min_value=0, max_value=3, default=0, help_text="0 East … 3 North."
    )
    round_wind = serializers.IntegerField(required=False, min_value=0, max_value=3, default=0)
    flowers = serializers.IntegerField(required=False, min_value=0, max_value=8, default=0)
    profile = serializers.ChoiceField(choices=list(PROFILES), required=False, default=DEFAULT.name)


class HandSerializer(WaitingSerializer):
    """A declared hand in the form of the public corpora."""

    seat_wind = serializers.IntegerField(min_value=0, max_value=3, help_text="0 East … 3 North.")
    round_wind = serializers.IntegerField(min_value=0, max_value=3)
    win_tile = serializers.CharField(help_text="The winning tile; it is not among the standing ones.")
    self_drawn = serializers.BooleanField()
    last_of_kind = serializers.BooleanField(default=False)
    last_tile = serializers.BooleanField(default=False)
    out_on_replacement = serializers.BooleanField(default=False)
    robbing_kong = serializers.BooleanField(default=False)
    id = serializers.CharField(required=False, help_text="Anything; it comes back with the answer.")
    explain = serializers.BooleanField(default=False)


_FANS = "[[number, times], …], sorted by number, without flowers (81)."


class _NamedFanSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    key = serializers.CharField()
    zh = serializers.CharField()
    en = serializers.CharField()


class CountedSerializer(_NamedFanSerializer):
    """A fan that counts, and the tiles it was seen in each time."""

    times = serializers.IntegerField()
    each = serializers.IntegerField()
    points = serializers.IntegerField()
    seen_in = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class WhySerializer(serializers.Serializer[Any]):
    en = serializers.CharField()
    zh = serializers.CharField()


class LeftOutSerializer(_NamedFanSerializer):
    """A fan that is there and does not count."""

    principle = serializers.CharField()
    by = serializers.IntegerField(allow_null=True, help_text="Number of the fan that took its place.")
    seen_in = serializers.ListField(child=serializers.CharField())
    why = WhySerializer()


class ReadingSerializer(serializers.Serializer[Any]):
    shape = serializers.CharField()
    groups = serializers.ListField(child=serializers.CharField())
    completes = serializers.CharField(help_text="What the winning tile does in this reading.")


class AlternativeSerializer(ReadingSerializer):
    points = serializers.IntegerField()
    fans = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), help_text=_FANS
    )


class OtherProfileSerializer(serializers.Serializer[Any]):
    profile = serializers.CharField()
    points = serializers.IntegerField()
    switches = serializers.ListField(child=serializers.CharField(), help_text="The switches that decide it.")


class WorthSerializer(serializers.Serializer[Any]):
    points = serializers.IntegerField(help_text="Without flowers.")
    fans = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), help_text=_FANS
    )
    is_win = serializers.BooleanField(help_text="Eight points or more.")


class ScoreSerializer(WorthSerializer):
    """What a hand is worth; the second half comes with ``explain``."""

    id = serializers.CharField(allow_null=True)
    flowers = serializers.IntegerField()
    total = serializers.IntegerField(required=False, help_text="With flowers: what is paid for.")
    profile = serializers.CharField(required=False)
    reading = ReadingSerializer(required=False)
    counted = CountedSerializer(many=True, required=False)
    left_out = LeftOutSerializer(many=True, required=False)
    alternatives = AlternativeSerializer(many=True, required=False)
    other_profiles = OtherProfileSerializer(many=True, required=False)


class WaitSerializer(serializers.Serializer[Any]):
    tile = serializers.CharField()
    left = serializers.IntegerField(help_text="Copies that are not in the player's own tiles.")
    self_draw = WorthSerializer(allow_null=True)
    discard = WorthSerializer(allow_null=True)


class WaitsSerializer(serializers.Serializer[Any]):
    id = serializers.CharField(allow_null=True)
    ready = serializers.BooleanField()
    waits = WaitSerializer(many=True)


class JudgeRefusalSerializer(serializers.Serializer[Any]):
    """Why a hand is refused: bad_input, bad_tile, tile_count, too_many, illegal_context, not_win or
    bad_profile."""

    code = serializers.CharField()
    params = serializers.DictField()
    message = serializers.CharField(help_text="In the reader's language.")
