"""Import a tournament from an archive of ours or from a folder of CSV files."""

from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.utils.dateparse import parse_date

from tournament.errors import Refused, sentence
from tournament.management.tool import Tool, no, usage
from tournament.permissions import Actor
from tournament.services.archive import read_archive, restore_tournament
from tournament.services.folder import FolderRefused, FolderReport, import_folder

ACTOR = "import"


class Command(Tool):
    help = "Import a tournament: an archive made by export_tournament, or a folder of CSV files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path)
        parser.add_argument("--slug", help="the address to import it under; an archive knows its own")
        parser.add_argument("--name", default="", help="the name of an event that comes as a folder")
        parser.add_argument("--starts-on", metavar="DATE", help="its first day (default: today)")
        parser.add_argument("--prefix", help="which event, when a folder holds several")
        parser.add_argument("--owner", metavar="USER", help="the account that will own the tournament")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["path"]
        if not path.exists():
            raise usage(f"{path} does not exist.")
        if path.is_dir():
            self._folder(path, options)
        else:
            self._archive(path, options)

    def _archive(self, path: Path, options: dict[str, Any]) -> None:
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError as error:
            raise Refused("archive_unreadable", what="it is no UTF-8 text") from error
        document = read_archive(text)
        tournament = restore_tournament(document, slug=options["slug"], owner=self._owner(options))
        rows = {part: len(document[part]) for part in ("players", "rounds", "entries")}
        tables = sum(len(given["tables"]) for given in document["rounds"])
        if options["json"]:
            found = {"slug": tournament.slug, "source": "archive", "rows": rows, "tables": tables}
            self.say_json({**found, "sha256": document["sha256"], "differences": 0})
            return
        self.say(
            f"Imported as “{tournament.slug}”: {rows['entries']} entries of {tables} tables,"
            " every hash as in the archive."
        )

    def _owner(self, options: dict[str, Any]) -> User | None:
        name = options["owner"]
        if not name:
            return None
        user = User.objects.filter(username=name).first()
        if user is None:
            raise usage(f"There is no account “{name}”.")
        return user

    def _folder(self, path: Path, options: dict[str, Any]) -> None:
        if not options["slug"]:
            raise usage("A folder needs --slug: the address of the tournament.")
        starts_on = parse_date(options["starts_on"]) if options["starts_on"] else None
        if options["starts_on"] and starts_on is None:
            raise usage(f"“{options['starts_on']}” is not a date.")
        try:
            report = import_folder(
                path,
                slug=options["slug"],
                actor=Actor.program(ACTOR),
                name=options["name"],
                starts_on=starts_on,
                prefix=options["prefix"],
                owner=self._owner(options),
            )
        except FolderRefused as refused:
            self._row_report(refused, as_json=options["json"])
            raise no(sentence(refused)) from refused
        if options["json"]:
            self.say_json(plain(report))
            return
        self._summary(report)

    def _summary(self, report: FolderReport) -> None:
        read = ", ".join(f"{count} {part}" for part, count in report.read.items())
        self.say(f"Imported as “{report.slug}”. Rows read: {read}.")
        with_hands = report.tables - report.totals_only
        self.say(f"{report.agree} of {with_hands} tables with hands agree with their recorded totals.")
        for found in report.differ:
            self.say(f"  round {found['round']}, table {found['table']} differs by {found['by']}")
        for found in report.points_differ:
            self.say(f"  round {found['round']}, table {found['table']}: other table points were written")
        if report.no_totals:
            self.say(f"{report.no_totals} tables with hands have no recorded totals.")
        self.say(f"{report.totals_only} tables with totals only.")
        self.say(f"{len(report.off_zero) or 'None'} off zero.")
        for found in report.off_zero:
            self.say(f"  round {found['round']}, table {found['table']} adds up to {found['sum']}")

    def _row_report(self, refused: FolderRefused, *, as_json: bool) -> None:
        rows = [
            {
                "file": fault.file,
                "row": fault.row,
                "code": fault.code,
                "message": sentence(Refused(fault.code, **fault.params)),
            }
            for fault in refused.faults
        ]
        if as_json:
            self.say_json({"error": refused.code, "count": len(rows), "rows": rows})
            return
        for row in rows:
            self.say(f"{row['file']}, row {row['row']}: {row['message']}")


def plain(report: FolderReport) -> dict[str, Any]:
    """The report as documented in docs/interface.md."""
    fields = asdict(report)
    return {"slug": fields.pop("slug"), "source": "folder", "rows": fields.pop("read"), **fields}
