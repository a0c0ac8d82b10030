"""Rows: what the database knows. Reading more than one row is for selectors, writing is for services."""

from tournament.models.access import PlayerPass, Role, TablePass
from tournament.models.audit import AuditEntry
from tournament.models.clock import ClockEvent, ClockStep, RefereeCall
from tournament.models.hall import Bulletin, Screen
from tournament.models.log import (
    DealEntry,
    Entry,
    Kind,
    NoteEntry,
    PenaltyEntry,
    ReseatEntry,
    Said,
    SignOff,
    TotalsEntry,
)
from tournament.models.people import Player, Team
from tournament.models.table import Announcement, Round, Seat, SeatingMaking, SeatingPlan, Table
from tournament.models.tournament import Tournament

__all__ = [
    "Announcement",
    "AuditEntry",
    "Bulletin",
    "ClockEvent",
    "ClockStep",
    "DealEntry",
    "Entry",
    "Kind",
    "NoteEntry",
    "PenaltyEntry",
    "Player",
    "PlayerPass",
    "RefereeCall",
    "ReseatEntry",
    "Role",
    "Round",
    "Said",
    "Screen",
    "Seat",
    "SeatingMaking",
    "SeatingPlan",
    "SignOff",
    "Table",
    "TablePass",
    "Team",
    "TotalsEntry",
    "Tournament",
]
