"""Cells that leave the house: text that a spreadsheet would run as a formula is made harmless."""

from tournament.engine.roster import FORMULA_STARTS

DANGEROUS = (*FORMULA_STARTS, "\t", "\r")


def harmless(value: object) -> str:
    """The cell as text; an apostrophe before anything that a spreadsheet would take for a formula.

    For text that people typed (names, clubs, reasons). Figures of our own do not pass through here.
    """
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(DANGEROUS) else text
