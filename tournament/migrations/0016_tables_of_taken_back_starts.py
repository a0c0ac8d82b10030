"""A table may go after the start of its round was taken back, although the clock had minutes for it."""

import django.db.models.deletion
from django.db import migrations, models

TABLE = "tournament_clockevent"


def guard_again(apps, schema_editor):
    """On SQLite a column that changes makes the table anew, and the trigger that refuses UPDATE goes with the
    old one."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(
            f"CREATE TRIGGER IF NOT EXISTS {TABLE}_no_update BEFORE UPDATE ON {TABLE} "
            f"BEGIN SELECT RAISE(ABORT, '{TABLE} is append-only'); END"
        )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0015_start_taken_back")]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, guard_again),
        migrations.AlterField(
            model_name="clockevent",
            name="table",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="clock",
                to="tournament.table",
            ),
        ),
        migrations.RunPython(guard_again, migrations.RunPython.noop),
    ]
