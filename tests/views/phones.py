"""What a phone does at a table: a key for each press, forms, and the page of a refusal."""

import uuid

from tournament.refusals import SENTENCES


def key():
    return str(uuid.uuid4())


def post(client, address, **fields):
    return client.post(address, {"client_key": key(), **fields})


def win(client, at, number, **fields):
    said = {"how": "self_draw", "winner": 0, "fan": 8, "number": number, **fields}
    return post(client, f"{at}/win", **said)


def assert_shows(answer, code):
    """The page has the refusal's code and its sentence as far as that has no figures in it."""
    text = answer.content.decode()
    assert code in text
    words = str(SENTENCES[code]).split("%(")[0].strip()
    assert words.replace("“", "").split(": ")[0] in text.replace("&#x27;", "'")
