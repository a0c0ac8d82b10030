"""What every command does with its output, as a shell sees it."""

import subprocess
import sys
from pathlib import Path

import pytest

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"
CHART = "1-2-3-4\n5-6-7-8\n\n1-5-2-6\n3-7-4-8\n"


@pytest.mark.parametrize("unbuffered", ["1", ""])
def test_a_command_ends_quietly_when_nobody_reads_its_output_any_more(tmp_path, unbuffered):
    chart = tmp_path / "chart.txt"
    chart.write_text(CHART, encoding="utf-8")
    words = [sys.executable, str(MANAGE), "verify_seating", str(chart)]
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PATH": "", "PYTHONUNBUFFERED": unbuffered},
    ) as run:
        run.stdout.close()
        said = run.stderr.read()
        assert (run.wait(), said) == (141, b"")
