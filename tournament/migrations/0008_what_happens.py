"""Re-seatings, notes, warnings and payments to a victim become words of the log."""

from django.conf import settings
from django.db import migrations, models


def guard_again(apps, schema_editor):
    """On SQLite a new constraint makes the table anew, and the trigger that refuses UPDATE goes with the old."""
    if schema_editor.connection.vendor != "sqlite":
        return
    schema_editor.execute(
        "CREATE TRIGGER IF NOT EXISTS tournament_entry_no_update BEFORE UPDATE ON tournament_entry "
        "BEGIN SELECT RAISE(ABORT, 'tournament_entry is append-only'); END"
    )


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0007_clock_of_old_rounds"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, guard_again),
        migrations.CreateModel(
            name="NoteEntry",
            fields=[],
            options={
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("tournament.entry",),
        ),
        migrations.CreateModel(
            name="ReseatEntry",
            fields=[],
            options={
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("tournament.entry",),
        ),
        migrations.RemoveConstraint(
            model_name="entry",
            name="entry_says_what_its_kind_can",
        ),
        migrations.RemoveConstraint(
            model_name="entry",
            name="entry_nothing_moves_when_nothing_counts",
        ),
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("deal", "deal"),
                    ("totals", "totals"),
                    ("penalty", "penalty"),
                    ("sign_off", "sign-off"),
                    ("reseat", "re-seating"),
                    ("note", "note"),
                ],
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="said",
            field=models.CharField(
                choices=[
                    ("self_draw", "self-draw"),
                    ("discard", "discard win"),
                    ("robbed_kong", "robbed kong"),
                    ("drawn", "drawn hand"),
                    ("totals", "totals only"),
                    ("transfer", "paid to the others"),
                    ("deduction", "deducted"),
                    ("victim", "paid to one player"),
                    ("warning", "warning"),
                    ("agree", "agreed"),
                    ("dispute", "disputed"),
                    ("close", "game ended"),
                    ("reopen", "game reopened"),
                    ("reseated", "other seats"),
                    ("note", "note"),
                    ("replayed", "hand played again"),
                    ("void", "does not count"),
                ],
                max_length=11,
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("kind", "deal"),
                        ("said__in", ["self_draw", "discard", "robbed_kong", "drawn", "void"]),
                    ),
                    models.Q(("kind", "totals"), ("said__in", ["totals", "void"])),
                    models.Q(
                        ("kind", "penalty"),
                        ("said__in", ["transfer", "deduction", "victim", "warning", "void"]),
                    ),
                    models.Q(("kind", "reseat"), ("said__in", ["reseated", "void"])),
                    models.Q(("kind", "note"), ("said__in", ["note", "replayed", "void"])),
                    models.Q(("kind", "sign_off"), ("said__in", ["agree", "dispute", "close", "reopen"])),
                    _connector="OR",
                ),
                name="entry_says_what_its_kind_can",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        (
                            "said__in",
                            (
                                "drawn",
                                "void",
                                "agree",
                                "dispute",
                                "close",
                                "reopen",
                                "warning",
                                "reseated",
                                "note",
                                "replayed",
                            ),
                        ),
                        _negated=True,
                    ),
                    models.Q(
                        ("delta_east", 0),
                        ("delta_north", 0),
                        ("delta_south", 0),
                        ("delta_west", 0),
                        ("mini_points", 0),
                        ("twelfths", 0),
                    ),
                    _connector="OR",
                ),
                name="entry_nothing_moves_when_nothing_counts",
            ),
        ),
        migrations.RunPython(guard_again, migrations.RunPython.noop),
    ]
