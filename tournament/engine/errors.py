"""The one exception of the engine: a refusal with a stable code and its parameters."""

from scoring.errors import ScoringError


class EngineError(ScoringError):
    """A rule of running a tournament says no; ``code`` and ``params`` as in ``ScoringError``."""
