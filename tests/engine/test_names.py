"""Where a name stands in a list by family name."""

import pytest

from tournament.engine.names import family_of, guess_family, name_key


@pytest.mark.parametrize(
    ("name", "given", "family"),
    [
        ("Mette Sørensen", "Mette", "Sørensen"),
        ("Jan de Vries", "Jan", "de Vries"),
        ("Ana María de la Rosa y Villanueva", "Ana María", "de la Rosa y Villanueva"),
        (
            "Maximiliana von Hohenstein-Wernigerode zu Schwarzburg",
            "Maximiliana",
            "von Hohenstein-Wernigerode zu Schwarzburg",
        ),
        ("Marie De Smet", "Marie", "De Smet"),
        ("Wolf von und zu Guttenberg", "Wolf", "von und zu Guttenberg"),
        ("de la Rosa y Villanueva", "", "de la Rosa y Villanueva"),
        ("Cher", "", "Cher"),
        ("Sammy Davis Jr.", "Sammy", "Davis Jr."),
        ("Ana Pereira da", "Ana Pereira", "da"),  # a particle with nothing after it is a word like any other
        ("", "", ""),
    ],
)
def test_without_a_stated_family_name_it_begins_at_the_first_particle_or_is_the_last_word(
    name, given, family
):
    assert guess_family(name) == (given, family)


@pytest.mark.parametrize(
    ("stored", "looked_up_by"),
    [
        (("Zhuge Wentao", "Zhuge", "诸葛文韬"), "Zhuge"),
        (("Zhuge Wentao", "", "诸葛文韬"), "Zhuge Wentao"),
        (("诸葛 文韬", "", ""), "诸葛 文韬"),
        (("Juan García López", "García López", ""), "García López"),
        (("Ilya Chernov", "", "Илья Чернов"), "Chernov"),
    ],
)
def test_a_stated_family_name_counts_and_nothing_is_guessed_of_chinese_names(stored, looked_up_by):
    assert family_of(*stored) == looked_up_by


def test_people_stand_under_their_family_names_with_accents_among_their_letters():
    looked_for = [
        "Cher",
        "Jan de Vries",
        "José de la Rosa y Villanueva",
        "Łukasz Lis",
        "Nora Norrman",
        "Nils Öberg",
        "Ole Østergård",
        "Ana Zuo",
        "诸葛文韬",
    ]
    by_name = ["Cher", "José de la Rosa y Villanueva", "Jan de Vries", *looked_for[3:]]
    assert sorted(looked_for, key=name_key) == by_name


def test_one_family_stands_in_the_order_of_given_names():
    people = [("Mette Sorensen", ""), ("Anna Sørensen", "Sørensen"), ("Bo Sørensen", "Sørensen")]
    assert [name for name, _ in sorted(people, key=lambda one: name_key(*one))] == [
        "Anna Sørensen",
        "Bo Sørensen",
        "Mette Sorensen",
    ]
