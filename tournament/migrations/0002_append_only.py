"""The database itself refuses UPDATE on rows that are written once (and DELETE, on PostgreSQL)."""

from django.db import migrations

TABLES = ("tournament_entry", "tournament_auditentry")


def add_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        # No trigger on DELETE: the flush between transactional tests is a DELETE on SQLite.
        for table in TABLES:
            schema_editor.execute(
                f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        return
    schema_editor.execute(
        "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$",
        params=None,  # the "%" is PostgreSQL's own
    )
    for table in TABLES:
        schema_editor.execute(
            f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
        )


def remove_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        for table in TABLES:
            schema_editor.execute(f"DROP TRIGGER {table}_no_update")
        return
    for table in TABLES:
        schema_editor.execute(f"DROP TRIGGER {table}_no_change ON {table}")
    schema_editor.execute("DROP FUNCTION refuse_change()")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]
    operations = [migrations.RunPython(add_triggers, remove_triggers)]
