"""Which rounds are seated in advance, which from the standings, and who plays the finals."""

from dataclasses import dataclass

from tournament.engine.errors import EngineError

FIXED, BY_RANK, MIXED, FINALS = "fixed", "by_rank", "mixed", "finals"
PLAY_ON, STOP = "play_on", "stop"


class RoundPlanError(EngineError):
    """The rounds of an event contradict one another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPlan:
    """What an event has decided about its rounds.

    ``advance`` rounds are seated before the start (all of them when the mode is ``fixed``, the first when it
    is ``by_rank``: there are no standings yet). In ``finals`` the last ``final_rounds`` are played by the
    ``finalists`` best among themselves, the others play on by rank or stop. 高高碰 of Chinese events is
    ``mixed``; a World Championship is ``fixed``.
    """

    mode: str = FIXED
    rounds: int
    advance: int = 1
    finalists: int = 16
    final_rounds: int = 1
    others: str = PLAY_ON

    def __post_init__(self) -> None:
        if self.mode in (MIXED, FINALS) and not 1 <= self.advance < self.rounds:
            raise RoundPlanError("bad_advance_rounds", advance=self.advance, rounds=self.rounds)
        if self.mode != FINALS:
            return
        if self.finalists < 4 or self.finalists % 4:
            raise RoundPlanError("bad_finalist_count", finalists=self.finalists)
        if not 1 <= self.final_rounds <= self.rounds - self.advance:
            raise RoundPlanError(
                "bad_final_rounds", final_rounds=self.final_rounds, left=self.rounds - self.advance
            )

    @property
    def drawn(self) -> int:
        """How many rounds are seated before the start."""
        if self.mode == FIXED:
            return self.rounds
        return 1 if self.mode == BY_RANK else self.advance

    @property
    def last_before_finals(self) -> int | None:
        """The round whose standings decide who plays the finals; None without finals."""
        return self.rounds - self.final_rounds if self.mode == FINALS else None

    def is_drawn(self, number: int, /) -> bool:
        """Whether this round is seated before the start."""
        return number <= self.drawn

    def is_final(self, number: int, /) -> bool:
        """Whether the best play this round among themselves."""
        return self.last_before_finals is not None and number > self.last_before_finals

    def others_stop(self, number: int, /) -> bool:
        """Whether only the finalists play this round."""
        return self.is_final(number) and self.others == STOP
