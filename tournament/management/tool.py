"""What our commands share: exit codes, one-line errors on stderr, JSON that is never mixed with anything."""

import json
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.dateparse import parse_date, parse_datetime

from scoring.errors import ScoringError
from tournament.engine.seating import SeatingError
from tournament.errors import sentence
from tournament.models import Tournament

NO, WRONG_USAGE = 1, 2


class Tool(BaseCommand):
    """Exit status 0 on success, 1 when the answer is "no", 2 on wrong usage."""

    requires_system_checks = ()

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except ScoringError as error:
            # a database may explain itself in several lines
            raise CommandError(
                " ".join(sentence(error).split()), returncode=status_of_fault(error)
            ) from error
        except SeatingError as error:
            raise CommandError(str(error), returncode=NO) from error

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        # wrong usage is one line as well; the usage itself is what --help is for
        parser.print_usage = lambda file=None: None  # type: ignore[method-assign]
        return parser

    def say(self, text: str) -> None:
        self.stdout.write(text)

    def say_json(self, document: Any) -> None:
        self.stdout.write(json.dumps(document, ensure_ascii=False, indent=1))


def status_of_fault(error: ScoringError) -> int:
    """A file that is not there is wrong usage; whatever else is refused is "no"."""
    return WRONG_USAGE if error.code == "file_not_opened" else NO


def usage(message: str) -> CommandError:
    """The call cannot be meant."""
    return CommandError(message, returncode=WRONG_USAGE)


def no(message: str) -> CommandError:
    """The answer is no."""
    return CommandError(message, returncode=NO)


def tournament_named(slug: str) -> Tournament:
    """The tournament of an argument; wrong usage when there is none."""
    found = Tournament.objects.filter(slug=slug).first()
    if found is None:
        raise usage(f"There is no tournament “{slug}” in this database.")
    return found


def moment(text: str, tournament: Tournament) -> datetime:
    """A time as people write it (ISO 8601); without an offset it is the tournament's own clock."""
    try:
        found = parse_datetime(text)
        day = parse_date(text) if found is None else None
    except ValueError as error:
        raise usage(f"“{text}” is not a time.") from error
    if found is None and day is not None:
        found = datetime(day.year, day.month, day.day, tzinfo=tournament.zone)
    if found is None:
        raise usage(f"“{text}” is not a time. Write it like 2026-05-31T14:30.")
    return found if found.tzinfo else found.replace(tzinfo=tournament.zone)
