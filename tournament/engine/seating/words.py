"""Each refusal as an English sentence with named places for its parameters; pages translate these."""

from __future__ import annotations

from .problem import SeatingError

SENTENCES = {
    "players_not_divisible": "{players} players do not fill tables of four: {missing} more are needed.",
    "too_few_players": "{players} players are too few: a table needs four.",
    "too_many_players": "{players} players are more than the {limit} that can be seated.",
    "too_few_rounds": "{rounds} rounds cannot be seated: there must be at least one.",
    "too_many_rounds": "{rounds} rounds are more than the {limit} that can be seated.",
    "player_twice": "Player {player} is listed twice.",
    "bad_player_number": "{player} cannot be a player's number: numbers start at 1.",
    "unknown_player": "Player {player} is not in this field.",
    "leaves_before_arriving": "Player {player} would leave before arriving.",
    "avoids_itself": "Player {player} cannot avoid meeting themselves.",
    "no_such_table": "Player {player} is tied to table {table}, which is not in use.",
    "fixed_table_twice": "Two players are tied to table {table}: they would meet in every round.",
    "group_larger_than_tables": "A team larger than the {tables} tables would have to meet itself: {groups}.",
    "nobody_left_to_meet": "Player {player} avoids {avoided} others: fewer than three are left to play with.",
    "avoid_group_larger_than_tables": (
        "Players {players} must all avoid one another, but there are only {tables} tables."
    ),
    "cannot_keep_apart": "No seating was found that keeps these apart: {pairs}.",
    "already_seated": "Player {player} is already playing in round {round}.",
    "no_such_round": "There is no round {round}.",
    "bad_finalists": "{finalists} finalists of {players} players do not fill tables of four.",
    "bad_chart": "This is not a seating chart: {reason}.",
    "no_such_chart": "The file has no chart {key}; it has {known}.",
    "bad_certificate": "The certificate cannot be read: {reason}.",
    "bad_list": "Line {line} of the list cannot be read: {cell}",
}


def sentence(error: SeatingError) -> str:
    """What the error says, with its parameters filled in; the code itself when a place stays empty."""
    template = SENTENCES.get(error.code)
    if template is None:
        return str(error)
    try:
        return template.format(**error.params)
    except KeyError:
        return str(error)
