"""Print the ranking of a tournament, now or as it was."""

from argparse import ArgumentParser
from fractions import Fraction
from typing import Any

from tournament.management.tool import Tool, moment, tournament_named, usage
from tournament.models import Tournament
from tournament.selectors.standings import plain_row, standings_for


class Command(Tool):
    help = "Print the ranking: all games so far, up to a round, or as the log stood at a time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--through", type=int, metavar="K", help="count rounds 1 to K only")
        parser.add_argument("--as-of", metavar="TIME", help="as the log stood then (ISO 8601)")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = tournament_named(options["slug"])
        through = options["through"]
        if through is not None and not 1 <= through <= tournament.number_of_rounds:
            raise usage(f"--through takes a round from 1 to {tournament.number_of_rounds}.")
        as_of = moment(options["as_of"], tournament) if options["as_of"] else None
        found = document(tournament, through=through, as_of=as_of)
        if options["json"]:
            self.say_json(found)
            return
        self.say(f"{tournament.name} (revision {found['revision']})")
        for line in table(found["standings"]):
            self.say(line)


def document(tournament: Tournament, *, through: int | None = None, as_of: Any = None) -> dict[str, Any]:
    """The ranking as JSON values."""
    ranking = standings_for(tournament, through=through, as_of=as_of)
    players = {player.number: player for player in tournament.players.all()}
    teams = {team.number: team.name for team in tournament.teams.all()}
    return {
        "tournament": tournament.slug,
        "revision": ranking.revision,
        "through": through,
        "as_of": as_of.isoformat() if as_of else None,
        "standings": [plain_row(row, players[row.player]) for row in ranking.rows],
        "teams": [
            {
                "rank": row.rank,
                "team": teams[row.team],
                "table_points": str(row.table_points),
                "score": row.mini_points,
                "members": [players[number].key for number in row.members],
            }
            for row in ranking.teams
        ],
    }


def table(rows: list[dict[str, Any]]) -> list[str]:
    """The ranking for people: aligned columns, table points as mixed numbers."""
    width = max((len(row["name"]) for row in rows), default=4)
    lines = [f"{'#':>4}  {'':<6} {'':<{width}}  {'points':>8}  {'score':>6}  {'penalties':>9}"]
    for row in rows:
        rank = "" if row["rank"] is None else str(row["rank"])
        shared = "=" if row["shared"] else " "
        lines.append(
            f"{rank:>4}{shared} {row['player']:<6} {row['name']:<{width}}  {mixed(row['table_points']):>8}"
            f"  {row['score']:>6}  {row['penalties'] or '':>9}"
        )
    return lines


def mixed(text: str) -> str:
    """ "25/3" as people write it: 8 1/3."""
    value = Fraction(text)
    whole, rest = divmod(abs(value), 1)
    sign = "-" if value < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"
