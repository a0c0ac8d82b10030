"""Which part of a name is the family name, and where a name stands in a list by name."""

import re
from unicodedata import category, normalize

PARTICLES = frozenset(
    (*("af", "al", "av", "bin", "da", "dal", "dalla", "das", "de", "degli", "dei", "del", "dela", "della"),
     *("den", "der", "des", "di", "dos", "du", "el", "la", "las", "le", "les", "lo", "los", "op", "'t", "te"),
     *("ten", "ter", "van", "vom", "von", "zu", "zum", "zur"))
)  # fmt: skip
"""Small words that belong to the family name that follows them: Jan de Vries is J. de Vries."""

_GENERATIONS = frozenset(("jr", "sr", "ii", "iii", "iv"))
_HAN = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_PLAIN = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})


def guess_family(name: str) -> tuple[str, str]:
    """(given, family) of a Latin name of which nobody said which part is which.

    In Europe the given name comes first. What follows it from the first small particle on is the family
    name ("Jan de Vries", "Ana de la Rosa y Villanueva"); without one it is the last word, with capital
    particles before it ("Marie De Smet"). A name that begins with a particle is a family name as a whole.
    """
    words = name.split()
    end = len(words)
    while end > 2 and words[end - 1].rstrip(".").lower() in _GENERATIONS:
        end -= 1
    if end < 2 or words[0] in PARTICLES:
        return "", " ".join(words)
    start = next((n for n in range(1, end - 1) if words[n] in PARTICLES), end - 1)
    while start > 1 and words[start - 1].lower() in PARTICLES:
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:])


def family_of(name: str, family: str = "", native: str = "") -> str:
    """The words that somebody is looked up by: the family name as it is stored, else the one that is guessed.

    Nothing is guessed of a name in Chinese or Japanese writing, or with one beside it: there the family
    name comes first in either script.
    """
    if family or _HAN.search(native or name):
        return family or name
    return guess_family(name)[1]


def name_key(name: str, family: str = "", native: str = "") -> tuple[str, str, str]:
    """Sorts people by family name, particles included, then by the whole name; accents part only equals."""
    found = family_of(name, family, native)
    return _plain(found), _plain(name), name


def _plain(text: str) -> str:
    """Letters as one looks them up: Öberg among the O, Łukasz among the L."""
    parts = normalize("NFD", text.casefold()).translate(_PLAIN)
    return normalize("NFC", "".join(letter for letter in parts if category(letter) != "Mn"))
