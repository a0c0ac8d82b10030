"""The hash chain: any change behind the application's back shows, and where."""

import hashlib

import pytest

from tournament.engine.chain import (
    Break,
    Link,
    breaks,
    canonical,
    code_prefix,
    entry_hash,
    genesis,
    short_code,
)


def chain_of(*contents):
    previous, links = genesis("start"), []
    for number, content in enumerate(contents, 1):
        digest = entry_hash(previous, content)
        links.append(Link(number, previous, digest, content))
        previous = digest
    return links


def test_an_untouched_chain_has_no_breaks():
    assert breaks(genesis("start"), chain_of({"a": 1}, {"a": 2}, {"a": 3})) == []


def test_a_changed_content_is_found_where_it_stands():
    links = chain_of({"fan": 8}, {"fan": 12}, {"fan": 9})
    links[1] = Link(2, links[1].previous_hash, links[1].hash, {"fan": 88})
    assert breaks(genesis("start"), links) == [Break(2, "content")]


def test_a_removed_entry_leaves_a_gap_and_a_loose_end():
    links = chain_of({"a": 1}, {"a": 2}, {"a": 3})
    assert breaks(genesis("start"), [links[0], links[2]]) == [Break(2, "gap"), Break(3, "previous")]


def test_another_start_breaks_the_first_link():
    assert breaks(genesis("elsewhere"), chain_of({"a": 1})) == [Break(1, "previous")]


def test_the_hash_is_sha256_over_one_spelling_of_the_content():
    expected = hashlib.sha256('["0",{"a":"东","b":1}]'.encode()).hexdigest()
    assert entry_hash("0", {"b": 1, "a": "东"}) == expected
    assert canonical({"b": [1, 2], "a": None}) == b'{"a":null,"b":[1,2]}'


def test_the_short_code_is_the_first_eighty_bits_in_letters_that_can_be_read_aloud():
    assert short_code("0" * 64) == "0000-0000-0000-0000"
    assert short_code("f" * 10 + "0" * 54) == "ZZZZ-ZZZZ-0000-0000"
    assert short_code("f" * 10 + "0" * 54, groups=2) == "ZZZZ-ZZZZ"
    assert not set(short_code(hashlib.sha256(b"x").hexdigest())) & set("ILOU")


@pytest.mark.parametrize("groups", [2, 3, 4])
def test_a_code_leads_back_to_the_beginning_of_its_hash(groups):
    for word in (b"a", b"b", b"c"):
        digest = hashlib.sha256(word).hexdigest()
        prefix = code_prefix(short_code(digest, groups))
        assert len(prefix) == groups * 5
        assert digest.startswith(prefix)


def test_a_code_is_read_as_people_write_it():
    digest = "0123456789" + "0" * 54
    code = short_code(digest, 2)
    written = f" {code.lower().replace('-', ' ')} ".replace("0", "o").replace("1", "l")
    assert code_prefix(written) == "0123456789"


@pytest.mark.parametrize(
    "written", ["", "7QF2", "7QF2-M0K", "7QF2-M0KU", "7QF2-M0KD-19XA-C3VT-0000", "东南西北东南西北"]
)
def test_what_cannot_be_a_code_is_none(written):
    assert code_prefix(written) == ""
