"""The clock's events are written once; rounds that began before there was a clock get the start they had."""

from django.db import migrations

TABLE = "tournament_clockevent"


def add_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(
            f"CREATE TRIGGER {TABLE}_no_update BEFORE UPDATE ON {TABLE} "
            f"BEGIN SELECT RAISE(ABORT, '{TABLE} is append-only'); END"
        )
    else:
        schema_editor.execute(
            f"CREATE TRIGGER {TABLE}_no_change BEFORE UPDATE OR DELETE ON {TABLE} "
            "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
        )


def remove_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(f"DROP TRIGGER {TABLE}_no_update")
    else:
        schema_editor.execute(f"DROP TRIGGER {TABLE}_no_change ON {TABLE}")


def start_old_clocks(apps, schema_editor):
    rounds = apps.get_model("tournament", "Round").objects.exclude(started_at=None)
    apps.get_model("tournament", "ClockEvent").objects.bulk_create(
        [
            apps.get_model("tournament", "ClockEvent")(
                round=round_,
                number=1,
                step="start",
                minutes=round_.minutes,
                end_rule=round_.tournament.time_up,
                actor="",
                at=round_.started_at,
            )
            for round_ in rounds.select_related("tournament")
        ]
    )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0006_clock_and_hall")]
    operations = [
        migrations.RunPython(add_triggers, remove_triggers),
        migrations.RunPython(start_old_clocks, migrations.RunPython.noop),
    ]
