"""In which coding a reader takes an answer."""

NEVER = frozenset({"q=0", "q=0.0", "q=0.00", "q=0.000"})


def takes(accepted: str, coding: str) -> bool:
    """Whether ``Accept-Encoding`` names a coding and does not say ``q=0``, never (RFC 9110, 12.5.3)."""
    for part in accepted.lower().split(","):
        name, _, quality = part.partition(";")
        if name.strip() == coding:
            return "".join(quality.split()) not in NEVER
    return False
