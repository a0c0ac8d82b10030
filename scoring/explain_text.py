"""An explanation in words, English and Simplified Chinese, and as plain data for JSON."""

from __future__ import annotations

from typing import Any, Literal

from scoring.calculator import CountedFan
from scoring.explain import Alternative, Explanation, LeftOut
from scoring.fans.catalogue import Fan
from scoring.fans.combine import Principle
from scoring.notation import write_kinds
from scoring.where import Groups

Language = Literal["en", "zh"]

PRINCIPLES: dict[Language, dict[Principle, str]] = {
    "en": {
        Principle.NON_REPEAT: "non-repeat: already part of {by}",
        Principle.NON_SEPARATION: "non-separation: the sets cannot be regrouped",
        Principle.NON_IDENTICAL: "non-identical: these sets have made {by} before",
        Principle.HIGH_VERSUS_LOW: "high-versus-low: another reading is worth more",
        Principle.ACCOUNT_ONCE: "account-once: these sets are already combined with each other",
        Principle.PROFILE: "the rulebook in force does not add it to {by}",
        Principle.FORMAL_WAIT: "the hand was waiting for more than one kind of tile",
    },
    "zh": {
        Principle.NON_REPEAT: "不重复原则：已包含在{by}之中",
        Principle.NON_SEPARATION: "不拆移原则：不能把牌拆开重新组合",
        Principle.NON_IDENTICAL: "不得相同原则：这些牌已经用来组成{by}",
        Principle.HIGH_VERSUS_LOW: "就高不就低原则：另一种读法分数更高",
        Principle.ACCOUNT_ONCE: "套算一次原则：这些牌已经互相组合过",
        Principle.PROFILE: "所用规则不允许与{by}一起计",
        Principle.FORMAL_WAIT: "和牌前所听的牌不止一种",
    },
}


def fan_name(fan: Fan, language: Language) -> str:
    """The name of a fan in this language."""
    return fan.zh if language == "zh" else fan.en


def write_groups(groups: Groups) -> str:
    """Groups of tiles as text: ``123m 456m 55z``."""
    return " ".join(write_kinds(group) for group in groups)


def reason(left_out: LeftOut, language: Language) -> str:
    """Why this fan is not counted, as a sentence part."""
    fallback = "另一番种" if language == "zh" else "another fan"
    by = fan_name(left_out.by, language) if left_out.by else fallback
    return PRINCIPLES[language][left_out.principle].format(by=by)


def render(explanation: Explanation, language: Language) -> list[str]:
    """The explanation as lines of text."""
    zh = language == "zh"
    score = explanation.score
    lines = [write_groups(explanation.groups)]
    for seen in explanation.counted:
        counted = seen.counted
        times = f" ×{counted.times}" if counted.times > 1 else ""
        places = " / ".join(write_groups(groups) for groups in seen.seen_in)
        lines.append(f"{fan_name(counted.fan, language)}{times} {counted.points}  ({places})")
    flowers = f" + {score.flowers}{'花' if zh else ' flowers'}" if score.flowers else ""
    lines.append(f"{'合计' if zh else 'Total'} {score.fan_total}{flowers}")
    if not score.is_win:
        lines.append("不足八分，不能和牌" if zh else "Fewer than eight points: not a win")
    for left_out in explanation.left_out:
        mark = "不计" if zh else "not counted:"
        lines.append(f"{mark} {fan_name(left_out.fan, language)} ({reason(left_out, language)})")
    for other in explanation.alternatives:
        text = f"{'另一种读法' if zh else 'Other reading'} {write_groups(other.groups)}: {other.fan_total}"
        lines.append(text)
    for difference in explanation.differences:
        switches = ", ".join(difference.switches)
        lines.append(f"{difference.profile}: {difference.fan_total} ({switches})")
    return lines


def explanation_as_data(explanation: Explanation) -> dict[str, Any]:
    """The explanation as what JSON can say; tiles as text, names in both languages."""
    return {
        "total": explanation.score.total,
        "profile": explanation.score.profile.name,
        "reading": {
            "shape": explanation.score.reading.shape.value,
            "groups": _texts(explanation.groups),
            "completes": explanation.score.completes.value,
        },
        "counted": [
            {**_counted(seen.counted), "seen_in": [_texts(groups) for groups in seen.seen_in]}
            for seen in explanation.counted
        ],
        "left_out": [
            {
                **_named(left_out.fan),
                "principle": left_out.principle.value,
                "by": left_out.by.number if left_out.by else None,
                "seen_in": _texts(left_out.seen_in),
                "why": {"en": reason(left_out, "en"), "zh": reason(left_out, "zh")},
            }
            for left_out in explanation.left_out
        ],
        "alternatives": [_alternative(other) for other in explanation.alternatives],
        "other_profiles": [
            {"profile": other.profile, "points": other.fan_total, "switches": list(other.switches)}
            for other in explanation.differences
        ],
    }


def _alternative(other: Alternative) -> dict[str, Any]:
    return {
        "points": other.fan_total,
        "shape": other.shape.value,
        "groups": _texts(other.groups),
        "completes": other.completes.value,
        "fans": sorted([counted.fan.number, counted.times] for counted in other.counted),
    }


def _named(fan: Fan) -> dict[str, Any]:
    return {"number": fan.number, "key": fan.key, "zh": fan.zh, "en": fan.en}


def _counted(counted: CountedFan) -> dict[str, Any]:
    return {**_named(counted.fan), "times": counted.times, "each": counted.each, "points": counted.points}


def _texts(groups: Groups) -> list[str]:
    return [write_kinds(group) for group in groups]
