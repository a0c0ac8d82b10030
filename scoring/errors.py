"""The one exception of the rules: a refusal with a stable code and its parameters."""


class ScoringError(ValueError):
    """The rules say no.

    ``code`` is stable and machine readable; ``params`` are the plain values a sentence about it needs.
    The sentence itself is made, and translated, by whoever talks to people.
    """

    def __init__(self, code: str, /, **params: object) -> None:
        super().__init__(code if not params else f"{code} {params}")
        self.code = code
        self.params = params
