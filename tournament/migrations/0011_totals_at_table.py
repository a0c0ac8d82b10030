"""An event may let the phones at its tables store totals without deals."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0010_who_sees_what"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="totals_at_table",
            field=models.BooleanField(default=False, verbose_name="tables may store totals without deals"),
        ),
    ]
