"""Shapes of what a referee rules: faults, hands played again, notes, other seats, back to a deal."""

from typing import Any

from rest_framework import serializers

from scoring.faults import Step
from scoring.payments import Treatment
from tournament.api.serializers import KeySerializer
from tournament.api.short import ShortListField
from tournament.templatetags.rulings import fault_name


class ReasonSerializer(KeySerializer):
    reason = serializers.CharField(max_length=300, allow_blank=True)


class PenaltySerializer(KeySerializer):
    """A fault of the event's list, which costs what the rules propose now; or ``treatment``, ``amount`` and
    ``reason``: another step than the list's, or a penalty that is not in it."""

    seat = serializers.IntegerField(min_value=0, max_value=3)
    fault = serializers.CharField(
        max_length=40, allow_blank=True, default="", help_text="A code of /tables/{id}/faults/."
    )
    treatment = serializers.ChoiceField(
        choices=[treatment.value for treatment in Treatment], allow_null=True, default=None
    )
    amount = serializers.IntegerField(
        default=0, help_text="To each of the others, to the victim, or deducted once."
    )
    victim = serializers.IntegerField(min_value=0, max_value=3, allow_null=True, default=None)
    dead_hand = serializers.BooleanField(default=False, help_text="May not win this deal.")
    reason = serializers.CharField(max_length=300, allow_blank=True, default="")
    deal = serializers.IntegerField(required=False, allow_null=True, default=None)

    @property
    def step(self) -> Step | None:
        """What the referee decided; None to take what the rules propose."""
        data = self.validated_data
        if data["treatment"] is None:
            return None
        return Step(Treatment(data["treatment"]), data["amount"], data["dead_hand"])


class RewindSerializer(ReasonSerializer):
    number = serializers.IntegerField(help_text="This deal and all later ones are taken back.")
    last = serializers.IntegerField(
        allow_null=True, default=None, help_text="The last deal that the sender saw."
    )
    seen = serializers.IntegerField(
        allow_null=True, default=None, help_text="The last_fact that the sender saw."
    )
    with_penalties = serializers.BooleanField(
        default=False, help_text="Cancel the penalties of these deals too."
    )


class ReplaySerializer(ReasonSerializer):
    number = serializers.IntegerField(help_text="The deal in play.")


class NoteSerializer(KeySerializer):
    text = serializers.CharField(max_length=600, allow_blank=True)
    deal = serializers.IntegerField(allow_null=True, default=None)


class ReseatSerializer(ReasonSerializer):
    deal = serializers.IntegerField(help_text="The first deal that it concerns; 1 is the whole game.")
    order = ShortListField(
        child=serializers.IntegerField(min_value=0, max_value=3),
        min_length=4,
        max_length=4,
        help_text="Who took the chairs of those who started East, South, West and North: persons by their "
        "starting seat.",
    )
    until = serializers.IntegerField(
        allow_null=True, default=None, help_text="The last deal that it concerns, if they went back."
    )
    seen = serializers.IntegerField(allow_null=True, default=None)


class CancelReseatSerializer(ReasonSerializer):
    seen = serializers.IntegerField(allow_null=True, default=None)


class StepSerializer(serializers.Serializer[Any]):
    """What a fault costs."""

    treatment = serializers.CharField()
    amount = serializers.IntegerField()
    dead_hand = serializers.BooleanField()


class ProposalSerializer(serializers.Serializer[Any]):
    step = StepSerializer()
    count = serializers.IntegerField(help_text="Which time this would be.")
    raised = serializers.BooleanField(help_text="A fine because the player was warned before.")


class FaultSerializer(serializers.Serializer[Any]):
    """One fault of the event's list with what it would cost each of the four now."""

    code = serializers.CharField(source="fault.code")
    name = serializers.SerializerMethodField()
    group = serializers.CharField(source="fault.group.value")
    article = serializers.CharField(source="fault.article")
    within = serializers.CharField(source="fault.within.value", help_text="deal, game or event.")
    now = ProposalSerializer(many=True, help_text="By starting seat.")

    def get_name(self, line: Any) -> str:
        return fault_name(line.fault.code)
