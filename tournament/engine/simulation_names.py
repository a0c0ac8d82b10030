"""Invented people: names of many countries in both scripts, put together from common parts."""

from random import Random

from tournament.engine.roster import Row

# One line a country: weight, name; family names; given names. "Chen 陈" is a part in two scripts.
PARTS = """
18 China
Chen 陈,Lin 林,Zhao 赵,Sun 孙,Guo 郭,Luo 罗,Xie 谢,Tang 唐,Feng 冯,Deng 邓,Xiao 萧,Zhuge 诸葛,Shen 沈
Haoran 浩然,Siyuan 思远,Yuxin 雨欣,Jiayi 佳怡,Zihan 子涵,Mingxia 明霞,Wenbo 文博,Dawei 大伟,Yun 云
14 Japan
Sato 佐藤,Tanaka 田中,Yamada 山田,Mori 森,Ishikawa 石川,Ogawa 小川,Hayashi 林,Aoki 青木,Kimura 木村
Haruka 遥,Kenta 健太,Yui 結衣,Daichi 大地,Sakura 桜,Takumi 匠,Naoko 直子,Ryo 亮,Aya 彩,Shinji 真司
10 Denmark
Sørensen,Østergård,Kjær,Lund,Bæk,Mikkelsen,Thorup,Vestergaard,Damgaard,Brandt
Mette,Søren,Freja,Jørgen,Kirsten,Åse,Niels,Rasmus,Signe,Anders
12 Netherlands
de Vries,van den Berg,Jansen,Bakker,Visser,Mulder,Dekker,Hoekstra,Kuipers,van Dijk
Anouk,Pieter,Sanne,Joost,Marieke,Bram,Femke,Ruben,Lotte,Wouter
14 France
Lefèvre,Moreau,Garnier,Chevalier,Rousseau,Perrin,Dupuis,Blanchet,Marchand,Gautier
Élodie,Benoît,Camille,Thibault,Chloé,Adrien,Maëlle,Guillaume,Inès,Rémi
10 Italy
Rossetti,Marchetti,Conti,Ferraro,Bianchini,Galli,Moretti,Serra,Villa,Rinaldi
Chiara,Lorenzo,Giulia,Matteo,Elisa,Davide,Francesca,Niccolò,Marta,Paolo
10 Germany
Schröder,Krüger,Weiß,Böhm,Hoffmann,Lehmann,Vogel,Brandt,Köhler,Winkler
Anke,Jürgen,Katrin,Matthias,Ute,Lukas,Heike,Sebastian,Birgit,Tobias
6 Russia
Sokolova Соколова,Ivanova Иванова,Morozova Морозова,Orlova Орлова,Lebedeva Лебедева,Zaitseva Зайцева
Anna Анна,Olga Ольга,Irina Ирина,Elena Елена,Natalia Наталья,Daria Дарья,Maria Мария,Svetlana Светлана
6 Spain
García,Núñez,Ortega,Ibáñez,Romero,Vidal,Serrano,Castillo,Peña,Soler
Lucía,Íñigo,Carmen,Álvaro,Nuria,Javier,Marta,Sergio,Elena,Rubén
6 Sweden
Lindqvist,Åkesson,Bergström,Nyström,Öberg,Sandberg,Hedlund,Sjögren,Ekman,Forsberg
Linnéa,Gösta,Elin,Håkan,Maja,Björn,Astrid,Lars,Ebba,Oskar
6 Hungary
Nagy,Kovács,Szabó,Tóth,Horváth,Varga,Kiss,Molnár,Balogh,Papp
Zsófia,Gergő,Eszter,Bálint,Réka,Levente,Dóra,Ákos,Nóra,Péter
5 Portugal
Almeida,Carvalho,Teixeira,Gonçalves,Pinto,Moreira,Figueiredo,Antunes,Simões,Leitão
Inês,João,Beatriz,Gonçalo,Catarina,Rui,Sofia,Tiago,Mariana,Duarte
""".strip().splitlines()

FAMILY_FIRST = ("China", "Japan")
COLOURS = ("Red", "Green", "White", "Jade", "Amber", "Silver", "Copper", "Ivory", "Golden", "Indigo", "Misty")
THINGS = (
    "Dragons",
    "Bamboos",
    "Sparrows",
    "Winds",
    "Lanterns",
    "Orchids",
    "Cranes",
    "Plums",
    "Rivers",
    "Kongs",
)


def invent_players(rng: Random, count: int, *, teams_of: int = 4) -> list[Row]:
    """``count`` people, all with different names, in teams of ``teams_of`` (0: without teams)."""
    people = _pool(rng)
    countries = list(people)
    weights = [weight for weight, _ in map(_head, PARTS[::3])]
    names = team_names(rng, -(-count // teams_of)) if teams_of else []
    rows = []
    for number in range(1, count + 1):
        left = [bool(people[country]) * weight for country, weight in zip(countries, weights, strict=True)]
        if not any(left):
            raise ValueError(f"there are names for {number - 1} people only")
        country = rng.choices(countries, left)[0]
        name, family, native = people[country].pop()
        team = names[(number - 1) // teams_of] if teams_of else ""
        rows.append(Row(number, name, family, native, country, team=team))
    return rows


def team_names(rng: Random, count: int) -> list[str]:
    """Different names for teams: a colour and a thing, numbered when there are more than those."""
    names = [f"{colour} {thing}" for colour in COLOURS for thing in THINGS]
    rng.shuffle(names)
    return [
        names[index % len(names)] + (f" {index // len(names) + 1}" if index >= len(names) else "")
        for index in range(count)
    ]


def _head(line: str) -> tuple[int, str]:
    weight, country = line.split(" ", 1)
    return int(weight), country


def _pool(rng: Random) -> dict[str, list[tuple[str, str, str]]]:
    """Everybody who could exist, by country, shuffled: (name, family name, native name)."""
    pool = {}
    for head, families, givens in zip(PARTS[::3], PARTS[1::3], PARTS[2::3], strict=True):
        country = _head(head)[1]
        people = [_person(country, f, g) for f in families.split(",") for g in givens.split(",")]
        rng.shuffle(people)
        pool[country] = people
    return pool


def _person(country: str, family: str, given: str) -> tuple[str, str, str]:
    family, _, family_native = _scripts(family)
    given, _, given_native = _scripts(given)
    if country in FAMILY_FIRST:
        return f"{family} {given}", family, f"{family_native}{given_native}"
    return f"{given} {family}", family, f"{given_native} {family_native}".strip()


def _scripts(part: str) -> tuple[str, str, str]:
    """ "Chen 陈" in two; "de Vries" is one name, because its last word is written in the same letters."""
    latin, space, native = part.rpartition(" ")
    if space and ord(native[0]) > 0x3FF:
        return latin, space, native
    return part, "", ""
