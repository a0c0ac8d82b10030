"""What each refusal says: one sentence a code, or a better one a code and reason."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, ngettext_lazy

SENTENCES: dict[str, Any] = {
    # rights
    "no_right": _("You may not do this here. Ask the organizer for a table link or a role."),
    "no_such_pass": _("This table link is not known. Scan the code at the table again."),
    "pass_revoked": _("This table link was withdrawn. Ask the organizer for a new one."),
    "own_pass_revoked": _(
        "This link was withdrawn: another phone was given one for you. If that was not you, tell the referee."
    ),
    "no_table_now": _("You do not sit at a table yet. Open this page again when the seating is published."),
    "not_your_word": _("With your own link you agree or dispute for yourself, not for anybody else."),
    "pass_over": _("This link was for round %(round)s, which is closed. What you entered is safe."),
    "not_for_you": _("The organizer shows this event to fewer people. Open the link that you were given."),
    "not_shown": _("The organizer does not show this yet."),
    "ceremony_too_early": _(
        "Close all rounds first: the final ranking is read when nothing more can change it."
    ),
    "ceremony_not_running": _("The ceremony is not running."),
    "not_found": _("There is nothing at this address."),
    "signed_out": _("You are signed out. What waits on this device stays there: sign in and it is sent."),
    "not_a_number": _("A number was expected."),
    "log_unreadable": _("This is not the log of a table that a phone wrote."),
    "log_of_another_table": _(
        "This log is of table %(table)s in round %(round)s. Open that table and read it in there."
    ),
    "bad_input": _("This could not be read: %(what)s."),
    # deals
    "deal_number_taken": _(
        "Another phone entered deal %(number)s. Nothing of yours is lost: look at both and go on with deal %(next)s."
    ),
    "deal_number_ahead": _("Deal %(number)s cannot be entered yet: deal %(next)s comes first."),
    "no_such_deal": _("A game has %(deals)s deals; there is no deal %(number)s."),
    "game_is_full": _("All %(deals)s deals of this game are entered."),
    "key_reused": _(
        "This entry was already sent with other content. Nothing was changed: look at the table as it is now."
    ),
    "stale_revision": _(
        "Deal %(number)s was corrected by somebody else a moment ago. Look at the new version first."
    ),
    "deal_not_found": _("Deal %(number)s is not entered yet, so there is nothing to correct."),
    "not_the_last_deal": _(
        "Only the last deal can be taken back. Take back deal %(last)s first, or go back to deal %(number)s."
    ),
    "nothing_changes": _("This is what is recorded already."),
    "reason_missing": _("Say in a few words why. The reason stays with the entry."),
    "round_not_running": _("Round %(round)s is not running, so nothing can be entered."),
    "round_closed": _("Round %(round)s is closed. Only a referee or an organizer can correct it now."),
    "table_closed": _("This game has ended. A referee can reopen it."),
    "table_has_totals": _("This table has totals only. Take the totals back before entering deals."),
    "winner_missing": _("Choose who won."),
    "discarder_missing": _("Choose whose tile it was."),
    "winner_is_discarder": _("The winner cannot also be the one who pays for the tile."),
    "self_draw_has_discarder": _("A self-draw has no discarder."),
    "drawn_has_winner": _("A drawn hand has no winner and no fan."),
    "no_such_seat": _("There is no seat %(seat)s at this table: four people play."),
    "fan_missing": _("Enter the fan total."),
    "below_minimum": _("%(fan)s fan is below the minimum of %(minimum)s. Flowers do not count towards it."),
    "fan_too_high": _("%(fan)s fan is more than any hand can be worth (%(highest)s)."),
    "flowers_out_of_range": _("There are eight flowers, not %(flowers)s."),
    "offender_may_not_win": _("%(player)s has a dead hand in deal %(number)s and may not win it."),
    # the judge
    "bad_tile": _("There is no tile “%(tile)s”."),
    "tile_count": _("%(tiles)s tiles where %(needed)s are needed. A kong counts as three."),
    "too_many": _("There are only four of each tile; %(tile)s is there %(copies)s times."),
    "illegal_context": _("What was said about the win contradicts itself or the tiles."),
    "not_win": _("These tiles do not win in any reading."),
    "bad_fan": _("There is no fan with the number %(fan)s to claim."),
    "bad_profile": _("“%(profile)s” is not a rulebook we know. Known: %(known)s."),
    "fans_clash": _("No hand shows %(fan)s and %(other)s together. Untick one of them."),
    "no_fans": _("Tick the fans of the hand."),
    "no_tiles": _("Enter the tiles of the hand."),
    "how_missing": _("Choose how the hand was won."),
    "way_not_allowed": _(
        "This event does not enter wins this way at the table: the organizer decides which."
    ),
    "no_entry_way": _("Choose at least one way to enter a win."),
    "claim_cannot_stand": _(
        "%(claimed)s fan were claimed and %(judged)s judged: by the rules of this event the claim cannot stand."
    ),
    "claimed_differs": _(
        "%(claimed)s fan were claimed; the hand is worth %(judged)s. Nothing is recorded yet: "
        "check it, then decide which total counts."
    ),
    # totals, penalties, sign-offs
    "totals_missing": _("Enter the four totals."),
    "totals_not_zero": _("The four totals add up to %(sum)s, not to 0."),
    "total_too_high": _(
        "A total of %(total)s cannot be: nobody wins or loses more than %(highest)s in a game."
    ),
    "table_has_deals": _("This table has deals. Totals only can be stored for a table without deals."),
    "amount_negative": _("Enter the amount as a positive number."),
    "amount_missing": _("Enter an amount: a penalty of nothing is not a penalty."),
    "amount_too_high": _("%(amount)s points is more than a penalty can be."),
    "player_missing": _("Choose the player."),
    "already_dead_hand": _("%(player)s already has a dead hand in deal %(number)s."),
    "penalty_not_found": _("This penalty does not exist or was cancelled."),
    "fault_missing": _("Choose the fault, or say in your own words what it was."),
    "unknown_fault": _("“%(fault)s” is not in the list of faults of this event."),
    "victim_missing": _("Choose who receives the points: one of the other three."),
    "warning_has_amount": _("A warning has no points. Choose where the %(amount)s points go."),
    # chairs, notes, hands played again
    "table_moved_on": _(
        "Something was entered after you looked. Look at the table as it is now, then press again."
    ),
    "other_people_sit": _(
        "Other people have these seats now than when this was entered. Look who it names, then press again."
    ),
    "reseat_unclear": _("Each of the four has to sit on one chair: choose four different people."),
    "reseat_not_found": _("No other seats are recorded from deal %(number)s on."),
    "reseat_below_minimum": _(
        "With these seats the hand of deal %(number)s is worth %(fan)s fan, below the minimum of %(minimum)s. "
        "Correct that deal first."
    ),
    "note_missing": _("Write the note first."),
    "note_not_found": _("This note does not exist or was taken back."),
    "player_not_at_table": _("%(player)s does not sit at this table."),
    "stale_sign_off": _(
        "Something was entered after you looked. Look at the new state, then agree or dispute."
    ),
    "nothing_to_sign": _("There is nothing recorded yet to agree with."),
    "game_not_short": _("All deals are entered; the game has ended by itself."),
    "game_not_full": _("Deal %(number)s is still to be played. To stop here, end the game early."),
    "agreement_missing": _("%(count)s of the four have not agreed with what is recorded."),
    "game_not_closed": _("This game was not ended."),
    # rounds
    "round_step_not_possible": _("Round %(round)s is %(state)s, so this cannot be done now."),
    "round_blocked": ngettext_lazy(
        "Round %(round)s cannot close yet: %(count)s thing is missing.",
        "Round %(round)s cannot close yet: %(count)s things are missing.",
        "count",
    ),
    "round_before_open": _("Round %(before)s is still running. Close it before round %(round)s starts."),
    "round_still_open": _("Round %(round)s is not closed yet, so there is no ranking after it."),
    "no_seating": _("Round %(round)s has no published seating."),
    "already_started": _("Round %(round)s is already running."),
    "round_has_entries": _("Something is recorded in round %(round)s already, so its start stands."),
    # the clock
    "time_is_up": _(
        "The time is up: deal %(last)s was the last one. Say why deal %(number)s is entered all the same, or end the game."
    ),
    "clock_started": _("The clock of round %(round)s runs already."),
    "clock_not_started": _("The clock of round %(round)s has not started yet."),
    "clock_not_running": _("The time of round %(round)s is up or has not started."),
    "clock_paused": _("The clock is paused already."),
    "clock_not_paused": _("The clock is not paused."),
    "stale_clock": _(
        "Somebody else changed the clock a moment ago. Look at it as it is now, then press again."
    ),
    "bad_minutes": _("Give from 1 to %(highest)s minutes, or take back as many."),
    "no_call": _("Table %(table)s does not call a referee any more."),
    # the hall
    "bulletin_empty": _("Write what is to be announced."),
    "bulletin_too_long": _("An announcement has %(limit)s characters at most: screens are read from afar."),
    "bulletin_nowhere": _("Choose where the announcement is shown."),
    "bulletin_over": _("The announcement would be over before it is shown."),
    "too_many_screens": _("There are %(limit)s screens already."),
    # people
    "players_exist": _("There are players with results already. The list can no longer be replaced."),
    "import_rejected": ngettext_lazy(
        "Nothing was imported: %(count)s row needs attention.",
        "Nothing was imported: %(count)s rows need attention.",
        "count",
    ),
    "no_rows": _("There are no players in this list."),
    "column_unknown": _("The column “%(column)s” is not known. Known: %(known)s."),
    "column_missing": _("There is no column with names."),
    "column_twice": _("The column “%(column)s” is there twice."),
    "name_missing": _("The name is missing."),
    "name_twice": _(
        "“%(name)s” is in row %(other)s already. If these are two people, give each a licence number."
    ),
    "number_twice": _("Number %(number)s is in row %(other)s already."),
    "id_twice": _("The id “%(id)s” is in row %(other)s already."),
    "licence_twice": _("Licence %(licence)s is in row %(other)s already."),
    "licence_taken": _("Licence %(value)s belongs to %(player)s."),
    "id_taken": _("The id “%(value)s” belongs to %(player)s."),
    "substitute_unclear": _("“%(value)s” in the column of substitutes is neither yes nor no."),
    "too_many_rows": _("The list has more than %(limit)s rows."),
    "bad_number": _("“%(number)s” is not a player number (1–9999)."),
    "too_long": _("“%(column)s” is longer than %(limit)s characters."),
    "too_many_cells": _("This row has more cells than the head line."),
    "file_unreadable": _(
        "The file is neither CSV text (UTF-8, GB 18030, Windows-1252) nor an XLSX workbook."
    ),
    "quote_open": _("In row %(row)s a quotation mark is opened and never closed."),
    "file_too_large": _("The file is larger than %(megabytes)s MB."),
    "hidden_characters": _("“%(column)s” holds characters that cannot be shown."),
    "player_not_found": _("There is no player %(number)s."),
    "player_seated": _("%(player)s has a seat in a published seating and cannot be removed."),
    # seating
    "players_not_divisible": ngettext_lazy(
        "%(players)s players cannot fill tables of four. %(missing)s more is needed, or a substitute.",
        "%(players)s players cannot fill tables of four. %(missing)s more are needed, or substitutes.",
        "missing",
    ),
    "too_few_players": _("A tournament needs at least 4 players; there are %(players)s."),
    "bad_advance_rounds": _(
        "%(advance)s rounds in advance do not fit an event of %(rounds)s rounds: at least one is needed, and at "
        "least one round has to follow."
    ),
    "bad_finalist_count": ngettext_lazy(
        "%(finalists)s player in the finals does not fill tables of four.",
        "%(finalists)s players in the finals do not fill tables of four.",
        "finalists",
    ),
    "bad_final_rounds": _(
        "%(final_rounds)s rounds of finals do not fit into the %(left)s rounds left for them."
    ),
    "too_few_rounds": _("A tournament needs at least one round."),
    "nothing_published": _("No seating is published yet, so there is nothing to change."),
    "past_round_changes": _("Round %(round)s has begun. Changes count from the next round that has not."),
    "table_has_begun": _(
        "Something is entered at table %(table)s of round %(round)s, so who started there stays. A referee can seat "
        "people differently at the table itself."
    ),
    "proposal_is_stale": _(
        "Something changed since you looked at this. Look at it again; nothing is published."
    ),
    "one_for_one": _("One person takes the place of one other."),
    "no_round_by_rank": _("No round is left to be seated by rank."),
    "plan_is_stale": _("The list of players changed after this seating was made. Make a new one."),
    "seat_locked": _("Player %(player)s is locked in round %(round)s. Free the seat first."),
    "same_player": _("A swap needs two different people."),
    "plan_changed": _("This seating was changed meanwhile. Look at it as it is now, then decide."),
    "start_outside_event": _("Round %(round)s would not begin on a day of the event."),
    "starts_out_of_order": _("Round %(round)s would begin before round %(before)s."),
    "plan_gone": _("This draft is not there any more: it was undone or discarded."),
    "plan_has_successor": _("Draft %(plan)s was made from this one and names it. Discard that one first."),
    "published_meanwhile": _(
        "Another seating was published meanwhile. Look at it, then decide whether this one takes its place."
    ),
    "breaks_rules": _(
        "The judge finds hard rules broken (%(count)s). Read which, and say that it is to be published all the same."
    ),
    "plan_not_published": _("This seating is not published, so there is nothing to withdraw."),
    "visible_in_the_past": _("This time has passed already. Choose a later one, or publish now."),
    "visible_too_late": _("This time is more than a year away. Choose an earlier one."),
    "time_missing": _("Choose the day and the time."),
    "winds_even": _("The starting winds are as even as these tables and locks allow. Nothing was changed."),
    "nothing_to_undo": _("There is no change to undo: this draft stands as it was drawn."),
    "locks_do_not_fit": _(
        "What is locked does not fit the present list of players. Free the locks, or start anew."
    ),
    "draw_missing": _("Type what was drawn: the seed follows from these words."),
    "draw_too_long": _("The words of the draw are longer than %(limit)s characters."),
    "reason_too_long": _("The reason is longer than %(limit)s characters."),
    "making_running": _("A seating of this event is being made already. Wait for it, or cancel it."),
    "making_over": _("This making has ended already."),
    "making_failed": _("The making ended without a result. Nothing was kept; begin it again."),
    "no_seat": _("Player %(player)s has no seat in round %(round)s."),
    "not_in_list": _(
        "Player %(player)s at table %(table)s of round %(round)s is not in the list of players."
    ),
    "wrong_number_of_tables": ngettext_lazy(
        "Round %(round)s has %(found)s table where the players fill %(wanted)s.",
        "Round %(round)s has %(found)s tables where the players fill %(wanted)s.",
        "found",
    ),
    "wrong_number_of_rounds": ngettext_lazy(
        "The chart has %(found)s round where %(wanted)s are seated in advance.",
        "The chart has %(found)s rounds where %(wanted)s are seated in advance.",
        "found",
    ),
    "bad_table_number": _("A table number is a whole number from 1 to 999."),
    "plan_not_draft": _("This seating is not a draft any more."),
    "play_has_started": _("Play has started, so this can no longer be changed."),
    "chart_wrong_players": _("The chart and the list of players do not match: %(what)s."),
    "seed_missing": _("Give a seed: the same one makes the same seating for anybody who checks."),
    "seed_too_long": _("The seed is longer than %(limit)s characters."),
    "seed_unreadable": _("The seed holds signs that cannot be printed."),
    "bad_number_of_players": _(
        "%(players)s cannot be a number of players: it is a whole number from 4 to %(limit)s."
    ),
    "too_many_tables_closed": _(
        "With so many tables closed, %(tables)s tables would need a number above %(highest)s."
    ),
    "nothing_left_to_make": _(
        "The chart that is kept has %(kept)s rounds already and %(rounds)s are asked for: none is left to be made."
    ),
    "text_unreadable": _("%(file)s is not a text in UTF-8."),
    "file_not_opened": _("%(file)s cannot be opened."),
    "too_many_players": _("There are more than %(limit)s players."),
    "too_many_rounds": _("There are more than %(limit)s rounds."),
    "cannot_keep_apart": ngettext_lazy(
        "%(count)s pair cannot be kept apart in so many rounds: %(pairs)s.",
        "%(count)s pairs cannot be kept apart in so many rounds: %(pairs)s.",
        "count",
    ),
    "group_larger_than_tables": ngettext_lazy(
        "Team-mates cannot be kept apart: there is %(tables)s table, and more people than that in %(groups)s.",
        "Team-mates cannot be kept apart: there are %(tables)s tables, and more people than that in %(groups)s.",
        "tables",
    ),
    # accounts
    "user_not_found": _("There is no account with the user name “%(user)s”."),
    "user_exists": _("The user name “%(user)s” is taken."),
    "bad_user_name": _("A user name holds letters, digits and . _ - @ + only, 150 at most."),
    "owner_stays": _("This would take the tournament away from its owner."),
    "player_twice": _("Player %(player)s is listed twice."),
    "bad_player_number": _("%(player)s cannot be a player's number: numbers are 1 to 9999."),
    "unknown_player": _("Player %(player)s is not in this field."),
    "leaves_before_arriving": _("Player %(player)s would leave before arriving."),
    "avoids_itself": _("Player %(player)s cannot avoid meeting themselves."),
    "no_such_table": _("Player %(player)s is tied to table %(table)s, which is not in use."),
    "fixed_table_twice": _("Two players are tied to table %(table)s: they would meet in every round."),
    "nobody_left_to_meet": ngettext_lazy(
        "Player %(player)s avoids %(avoided)s other: fewer than three are left to play with.",
        "Player %(player)s avoids %(avoided)s others: fewer than three are left to play with.",
        "avoided",
    ),
    "avoid_group_larger_than_tables": ngettext_lazy(
        "Players %(players)s must all avoid one another, but there is only %(tables)s table.",
        "Players %(players)s must all avoid one another, but there are only %(tables)s tables.",
        "tables",
    ),
    "already_seated": _("Player %(player)s is already playing in round %(round)s."),
    "no_such_round": _("There is no round %(round)s."),
    "bad_finalists": ngettext_lazy(
        "%(finalists)s finalist of %(players)s players does not fill tables of four.",
        "%(finalists)s finalists of %(players)s players do not fill tables of four.",
        "finalists",
    ),
    "bad_chart": _("This is not a seating chart."),
    "chart_of_other_size": _("The chart is for %(found)s players; %(wanted)s are to be seated."),
    "no_such_chart": _("The file has no chart %(key)s; it has %(known)s."),
    "bad_certificate": _("The certificate cannot be read."),
    "bad_list": _("Line %(line)s of the list cannot be read: %(cell)s"),
    # settings
    "unknown_option": _("“%(value)s” is not a known value of %(option)s."),
    "unknown_tiebreak": _("“%(key)s” is not a known criterion of the ranking."),
    "bad_table_points": _(
        "Table points are four numbers that do not rise, such as 4, 2, 1, 0. Read: %(values)s."
    ),
    "slug_taken": _("The address “%(slug)s” is taken by another tournament."),
    "bad_slug": _("The address “%(slug)s” may hold small letters, digits and hyphens only."),
    "unknown_time_zone": _("“%(zone)s” is not a known time zone."),
    "days_out_of_order": _("The last day comes before the first."),
    # archives
    "archive_unreadable": _("This is not an archive of a tournament: %(what)s."),
    "archive_differs": _("The archive does not hold together: %(what)s."),
    "folder_incomplete": _("%(file)s was not found in the folder."),
    "row_unreadable": _("%(file)s, row %(row)s: %(what)s."),
    "columns_missing": _("These columns are missing: %(columns)s."),
    "cell_not_number": _("“%(value)s” in the column “%(column)s” is not a number."),
    "player_unknown": _("“%(player)s” is not in the list of players."),
    "seated_twice": _("“%(player)s” has two seats in round %(round)s."),
    "table_row_twice": _("Table %(table)s of round %(round)s is in row %(other)s already."),
    "table_unknown": _("There is no table %(table)s in round %(round)s."),
    "tables_not_counted": _("The tables of round %(round)s are not numbered from 1 to %(count)s."),
    "round_incomplete": ngettext_lazy(
        "%(missing)s player has no seat in round %(round)s.",
        "%(missing)s players have no seat in round %(round)s.",
        "missing",
    ),
    "hand_out_of_order": _("Hand %(number)s stands where hand %(next)s should be."),
    "no_result": _("Table %(table)s of round %(round)s has neither hands nor totals."),
    "adjustment_not_zero": _("The adjustments add up to %(sum)s, not to 0."),
    "adjustment_uneven": _("The adjustments %(moved)s are not payments to each of the others."),
    "several_events": _("The folder holds several events: %(prefixes)s. Say which one."),
    "event_present": _("This event is in the database already, as “%(slug)s”."),
    "database_not_empty": _("The database already holds tournaments. Restore into an empty one."),
    "backup_unreadable": _("This file is not a backup of Sixteen Hands: %(what)s."),
    "file_exists": _("%(file)s exists already."),
}

NAMED: dict[str, Any] = {
    "no_seat": _("%(player)s has no seat in round %(round)s."),
    "seated_twice": _("%(player)s has two seats in round %(round)s."),
    "not_in_list": _("%(player)s, at table %(table)s of round %(round)s, is not among those who are seated."),
    "seat_locked": _("%(player)s is locked in round %(round)s. Free the seat first."),
    "cannot_keep_apart": SENTENCES["cannot_keep_apart"],
    "player_twice": _("%(player)s is listed twice."),
    "unknown_player": _("%(player)s is not among those who are seated."),
    "leaves_before_arriving": _("%(player)s would leave before arriving."),
    "avoids_itself": _("%(player)s cannot avoid meeting themselves."),
    "no_such_table": _("%(player)s is tied to table %(table)s, which is not in use."),
    "fixed_table_twice": _("%(players)s are tied to table %(table)s: they would meet in every round."),
    "nobody_left_to_meet": ngettext_lazy(
        "%(player)s avoids %(avoided)s other: fewer than three are left to play with.",
        "%(player)s avoids %(avoided)s others: fewer than three are left to play with.",
        "avoided",
    ),
    "avoid_group_larger_than_tables": ngettext_lazy(
        "%(players)s must all avoid one another, but there is only %(tables)s table.",
        "%(players)s must all avoid one another, but there are only %(tables)s tables.",
        "tables",
    ),
    "already_seated": _("%(player)s is already playing in round %(round)s."),
}
"""The same sentences where the reader knows people by name."""

REASONS: dict[tuple[str, str], Any] = {
    ("illegal_context", "bad_wind"): _("A wind is East, South, West or North."),
    ("illegal_context", "flowers_out_of_range"): _("There are eight flowers."),
    ("illegal_context", "robbing_kong+self_drawn"): _(
        "A kong is robbed of another player's tile, so this cannot be a self-draw."
    ),
    ("illegal_context", "robbing_kong+replacement"): _(
        "A tile robbed from a kong is not a replacement tile."
    ),
    ("illegal_context", "robbing_kong+last_tile"): _(
        "A robbed kong is not the last tile of the deal: the kong could not have been made any more."
    ),
    ("illegal_context", "robbing_tile_in_hand"): _(
        "A robbed tile is the fourth of a pung on the table, so no other copy can be in this hand."
    ),
    ("illegal_context", "replacement+discard"): _(
        "A replacement tile is drawn by the winner, so this cannot be another player's discard."
    ),
    ("illegal_context", "replacement_without_kong"): _(
        "A replacement tile comes after a kong, and there is no kong in this hand."
    ),
    ("illegal_context", "last_of_kind_tile_in_hand"): _(
        "The last of its kind means that the other three lie open, but one of them is in this hand."
    ),
    ("bad_input", "not_json"): _("This is not JSON."),
    ("bad_input", "not_an_object"): _("A hand is expected: an object with tiles."),
    ("bad_input", "missing"): _("“%(field)s” is missing."),
    ("bad_input", "not_a_list"): _("“%(field)s” should be a list of tiles."),
    ("bad_input", "not_a_number"): _("“%(field)s” should be a number."),
    ("bad_input", "not_true_or_false"): _("“%(field)s” should be true or false."),
    ("bad_input", "not_a_seat"): _("“%(field)s” does not say where a set came from (0–3)."),
    ("bad_input", "unknown_word"): _("The word “%(field)s” is not known."),
    ("bad_input", "meld_type"): _("A set is a chow, a pung or a kong."),
    ("bad_input", "meld_size"): _("%(tiles)s is not the number of tiles of a set."),
    ("bad_input", "chow_not_consecutive"): _("%(tiles)s is neither a chow nor a pung nor a kong."),
    ("bad_input", "chow_not_from_the_left"): _("A chow comes from the player on the left only: %(tiles)s."),
    ("bad_input", "tiles_not_equal"): _("The tiles %(tiles)s are not equal, so they are no pung or kong."),
    ("bad_input", "only_kongs_are_concealed"): _(
        "Of the sets laid down only a kong can be concealed: %(tiles)s."
    ),
    ("bad_certificate", "not_an_object"): _("The certificate cannot be read: it holds no claims."),
    ("bad_certificate", "missing"): _("The certificate cannot be read: “%(what)s” is missing."),
    ("bad_certificate", "wrong_value"): _(
        "The certificate cannot be read: in “%(what)s” stands something that does not belong there."
    ),
    ("bad_certificate", "task"): _(
        "The certificate cannot be read: what it says was asked for contradicts itself."
    ),
    ("bad_list", "not_json"): _("The list begins like JSON and is none, from line %(line)s on."),
    ("bad_list", "other_json"): _("The list is JSON, but no lists of players are in it."),
    ("bad_chart", "too_long"): _("This is not a seating chart: the text is too long for one."),
    ("bad_chart", "empty"): _("This is not a seating chart: nothing is written in it."),
    ("bad_chart", "not_json"): _("This is not a seating chart: it begins like JSON and is none."),
    ("bad_chart", "not_a_table"): _("A cell begins here that cannot be read."),
    ("bad_chart", "unknown_layout"): _(
        "This is not a seating chart: in no layout that is known does everybody have one seat a round."
    ),
    ("bad_chart", "no_rounds"): _("This is not a seating chart: it has no rounds."),
    ("bad_chart", "no_tables"): _("There are no tables."),
    ("bad_chart", "no_seat_columns"): _(
        "This is not a seating chart: no columns east, south, west and north are in its head line."
    ),
    ("bad_chart", "no_player"): _("The player is missing."),
    ("bad_chart", "bad_row"): _("A row is a round, a table and four players."),
    ("bad_chart", "bad_place"): _("A place is a table from 1 to 999 and a wind, such as 12E."),
    ("bad_chart", "not_four_seats"): _("A table is four players’ numbers."),
    ("bad_chart", "table_twice"): _("Table %(table)s of round %(round)s is there twice."),
    ("bad_chart", "seat_twice"): _("A seat at table %(table)s of round %(round)s is given twice."),
    ("bad_chart", "not_a_number"): _("A player’s number is a whole number from 1 to 9999."),
    ("bad_chart", "negative_number"): _(
        "A player’s number is a whole number from 1 to %(highest)s, not %(number)s."
    ),
    ("bad_chart", "number_too_large"): _(
        "A player’s number is a whole number from 1 to %(highest)s, not %(number)s."
    ),
    ("bad_chart", "zero_number"): _(
        "Players are numbered from 1. A chart that counts them from 0 has all numbers from 0 on, and this has not."
    ),
}
"""Where one code covers many cases the reason has the better sentence."""

PLACES: tuple[tuple[tuple[str, ...], Any], ...] = (
    (("line",), _("Line %(line)s: %(what)s")),
    (("row",), _("Row %(row)s: %(what)s")),
    (("round", "table"), _("Round %(round)s, table %(table)s: %(what)s")),
    (("round",), _("Round %(round)s: %(what)s")),
)
"""Where in a chart something is wrong, as exactly as is known."""

UNKNOWN = gettext_noop("This cannot be done (%(code)s).")
