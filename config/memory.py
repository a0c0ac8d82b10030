"""What a long-running server tells the garbage collector."""

import gc


def settle() -> None:
    """Leave what was loaded at the start out of every collection, and collect the rest less often.

    A ranking of 800 players allocates a few hundred thousand short-lived objects; with Python's own
    thresholds that starts full collections over the whole program in the middle of an answer.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
