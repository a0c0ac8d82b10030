"""What a penalty in the log has to move and to cost by the rules: the questions that a verification asks."""

from scoring.errors import ScoringError
from scoring.faults import Step
from scoring.payments import Deltas, FalseWin, Treatment, pay_penalty
from scoring.rulesets import Ruleset
from tournament.models import Entry


def penalty_deltas(entry: Entry, rules: Ruleset) -> Deltas | None:
    """What this penalty moves by the rules; None when no penalty could look like it."""
    if entry.seat is None or entry.seat > 3:
        return None
    case = entry.detail.get("false_win")
    if case is not None:
        return rules.false_win_deltas(FalseWin(case), offender=entry.seat)
    step = _step_of(entry)
    if step is None:
        return None
    victim = next((seat for seat, delta in enumerate(entry.deltas) if delta > 0), None)
    try:
        return pay_penalty(step.treatment, offender=entry.seat, amount=step.amount, victim=victim)
    except ScoringError:
        return None


def _step_of(entry: Entry) -> Step | None:
    """The step that a penalty was; None when no penalty moves points like this."""
    assert entry.seat is not None
    lost = -entry.deltas[entry.seat]
    treatment = Treatment(entry.said)
    shares = 3 if treatment is Treatment.TRANSFER else 1
    if lost < 0 or lost % shares:
        return None
    return Step(treatment, lost // shares, entry.dead_hand)


def as_the_list_says(entry: Entry, rules: Ruleset) -> bool:
    """A fault of the list costs what the rules propose for that count, or a reason says why it does not."""
    code, count = entry.detail.get("fault"), entry.detail.get("count")
    if code is None:
        return True
    if code not in rules.faults.faults or not isinstance(count, int):
        return False
    could_be, given = rules.faults.could_be_proposed(code, count), entry.detail.get("proposed")
    if given is None:
        return _step_of(entry) in could_be
    try:
        proposed = Step(Treatment(given["treatment"]), given["amount"], given["dead_hand"])
    except (LookupError, TypeError, ValueError):
        return False
    return proposed in could_be and bool(entry.reason)
