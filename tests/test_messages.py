"""Words: every refusal has a sentence, every text has its Chinese, and no placeholder is lost on the way."""

import ast
import re
import shutil
import subprocess
from pathlib import Path

import polib
import pytest

from tournament.errors import CONFLICTS, FORBIDDEN, MISSING, Refused, sentence
from tournament.refusals import SENTENCES

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "locale/zh_Hans/LC_MESSAGES/django.po"
RAISERS = {"Refused": 0, "ScoringError": 0, "EngineError": 0, "SeatingError": 0, "require": 1, "Fault": 1}
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|%[sd]")


def raised_codes():
    """(code, file, line) of every refusal that is spelled out in the source."""
    for path in sorted([*ROOT.glob("scoring/**/*.py"), *ROOT.glob("tournament/**/*.py")]):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            place = RAISERS.get(name)
            if place is None or len(node.args) <= place:
                continue
            code = node.args[place]
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                yield code.value, path.relative_to(ROOT), node.lineno


def test_every_refusal_has_a_sentence():
    missing = [(code, str(path), line) for code, path, line in raised_codes() if code not in SENTENCES]
    assert missing == []


def test_every_code_with_a_status_of_its_own_has_a_sentence():
    assert set(SENTENCES) >= CONFLICTS | FORBIDDEN | MISSING


def test_a_refusal_about_several_people_names_them_in_a_line():
    kept_apart = Refused("cannot_keep_apart", pairs=((1, 2), (3, 4)), count=2)
    assert sentence(kept_apart) == "2 pairs cannot be kept apart in so many rounds: 1–2, 3–4."


def test_a_refusal_without_a_sentence_shows_its_code():
    assert "something_new" in sentence(Refused("something_new", player=1))


@pytest.fixture(scope="module")
def catalogue():
    return polib.pofile(str(CATALOGUE))


def test_the_chinese_catalogue_is_complete(catalogue):
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []


def test_no_placeholder_is_lost_or_invented_in_translation(catalogue):
    wrong = []
    for entry in catalogue:
        sources = {entry.msgid, entry.msgid_plural} - {""}
        wanted = [set(PLACEHOLDER.findall(source)) for source in sources]
        for text in [entry.msgstr, *entry.msgstr_plural.values()]:
            if text and set(PLACEHOLDER.findall(text)) not in wanted:
                wrong.append((entry.msgid, text))
    assert wrong == []


def test_the_catalogue_holds_every_text_of_the_source():
    if shutil.which("xgettext") is None:
        pytest.skip("GNU gettext is not installed")
    found = subprocess.run(
        [ROOT / "script/messages", "--check"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert found.returncode == 0, found.stderr


def test_no_text_hides_inside_an_f_string_where_gettext_does_not_find_it():
    names = {"gettext", "ngettext", "pgettext", "npgettext", "gettext_lazy", "pgettext_lazy", "_"}
    hidden = []
    for path in sorted([*ROOT.glob("scoring/**/*.py"), *ROOT.glob("tournament/**/*.py")]):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.JoinedStr):
                calls = (inner for inner in ast.walk(node) if isinstance(inner, ast.Call))
                hidden += [
                    (str(path.relative_to(ROOT)), call.lineno)
                    for call in calls
                    if getattr(call.func, "id", "") in names
                ]
    assert hidden == []


def test_a_refusal_about_one_thing_speaks_of_one():
    kept_apart = Refused("cannot_keep_apart", pairs=((1, 2),), count=1)
    assert sentence(kept_apart) == "1 pair cannot be kept apart in so many rounds: 1–2."
    assert sentence(Refused("import_rejected", count=1)) == "Nothing was imported: 1 row needs attention."
