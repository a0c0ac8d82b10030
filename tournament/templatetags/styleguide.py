"""The invented event of the style guide page: one moment of it, as plain values."""

from fractions import Fraction
from typing import Any

from django import forms, template
from django.utils.translation import gettext as _

register = template.Library()


def _person(name: str, family: str, native: str = "", country: str = "", team: str = "") -> dict[str, Any]:
    return {"name": name, "family_name": family, "native_name": native, "country": country, "team": team}


MONTEFIORE = _person(
    "Massimiliano Montefiore della Rovere", "Montefiore della Rovere", "", "ITA", "Sette Colli"
)
AUBIGNY = _person("Aurélien D’Aubigny", "D’Aubigny", "", "FRA", "Breizh")
WINTHER = _person("Karen Margrethe Winther", "Winther", "", "DEN", "Amager")
WEI = _person("Wei Tianyu", "Wei", "魏天宇", "CHN", "Pearl River")
ZHUGE = _person("Zhuge Wentao", "Zhuge", "诸葛文韬", "CHN", "Tianjin Docks")
SOERENSEN = _person("Mette Sørensen", "Sørensen", "", "DEN", "Intermezzo")
SMEETS = _person("Lieke Smeets", "Smeets", "", "NED", "Oostenwind")
JIANG = _person("Jiang Wenbo", "Jiang", "江文博", "CHN", "Jinling")
SOKOLOVA = _person("Marina Sokolova", "Sokolova", "Марина Соколова", "RUS", "Compass")
KAWABATA = _person("Kawabata Shun", "Kawabata", "川端 駿", "JPN", "Kansai Kaze")
KONSTANTIN = _person("Yekaterina Konstantinopolskaya", "Konstantinopolskaya", "", "RUS", "Volga")
LEFEVRE = _person("Hélène Lefèvre", "Lefèvre", "", "FRA", "Tours de Vent")

HAND = {
    "melds": [{"tiles": ["4p", "5p", "6p"]}, {"tiles": ["7m", "8m", "9m"]}],
    "concealed": ["1m", "2m", "3m", "4m", "5m", "2s", "2s"],
    "win_tile": "6m",
    "flowers": ["3f", "5f"],
}
KONG_HAND = {
    "melds": [{"tiles": ["5z"] * 4, "concealed": True}, {"tiles": ["1s"] * 3}],
    "concealed": ["2z", "2z", "3p", "4p", "5p", "9s", "9s"],
    "win_tile": "9s",
}


class _ExampleForm(forms.Form):
    name = forms.CharField(label="Name of the tournament", initial="Øresund Open 2026")
    minutes = forms.IntegerField(label="Minutes a round", help_text="A deal that has begun is finished.")
    scheme = forms.ChoiceField(label="Seat change", choices=[("wmo", "After each wind"), ("none", "None")])
    players = forms.CharField(
        label="Players",
        widget=forms.Textarea,
        help_text="One a line: name, native name, country, club, team.",
    )
    seen = forms.MultipleChoiceField(
        label="Show the announcement on",
        choices=[("screens", "Screens"), ("phones", "Phones")],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    open = forms.BooleanField(label="The public sees the leaderboard", required=False, initial=True)


def _row(
    rank: int, move: int, who: dict[str, Any], rounds: str, tp: str, mini: int, **more: Any
) -> dict[str, Any]:
    points = [Fraction(part) for part in rounds.split()]
    return {
        "rank": rank,
        "move": move,
        "player": who,
        "rounds": points,
        "tp": Fraction(tp),
        "mini": mini,
        **more,
    }


def _seat(who: dict[str, Any], wind: int, score: int, place: int, **more: Any) -> dict[str, Any]:
    return {
        "player": who,
        "wind": wind,
        "score": score,
        "place": place,
        "dealer": wind == 0,
        "href": "#table",
        **more,
    }


@register.simple_tag
def examples(prefix: str = "x") -> dict[str, Any]:
    """Everything the style guide shows. ``prefix`` keeps the ids of forms apart."""
    form = _ExampleForm(
        {
            "name": "",
            "minutes": "120",
            "players": "Wei Tianyu, 魏天宇, CHN",
            "scheme": "wmo",
            "seen": ["screens"],
        },
        auto_id=f"{prefix}_%s",
    )
    return {
        "tiles": [[f"{n}{suit}" for n in range(1, 10)] for suit in "mps"]
        + [[f"{n}z" for n in range(1, 8)] + ["back"], [f"{n}f" for n in range(1, 9)]],
        "hand": HAND,
        "kong": {"melds": [{"tiles": ["5z"] * 4, "concealed": True}]},
        "meld": {"melds": [{"tiles": ["4p", "5p", "6p"]}]},
        "win": {"concealed": ["2s", "2s"], "win_tile": "6m"},
        "kong_hand": KONG_HAND,
        "people": [MONTEFIORE, AUBIGNY, WEI, KAWABATA, SOKOLOVA, KONSTANTIN],
        "countries": ["Spain", "DK", "JPN", "China", "中国香港", "TPE", "Atlantis"],
        "seats": {
            "top": _seat(MONTEFIORE, 0, 103, 1),
            "left": _seat(AUBIGNY, 1, 38, 2),
            "bottom": _seat(WINTHER, 2, -37, 3),
            "right": _seat(WEI, 3, -104, 4),
        },
        "plate_states": [
            _seat(WEI, 0, 1204, 1),
            _seat(WINTHER, 1, 0, 2, chosen=True),
            _seat(KONSTANTIN, 3, -588, 4, out=True),
        ],
        "form": form,
        "views": [
            {"label": _("Live"), "url": "#", "current": True, "live": True},
            {"label": "After round 4", "url": "#"},
            {"label": "Teams", "url": "#"},
            {"label": "Countries", "url": "#"},
        ],
        "outcomes": [
            {"label": "Self-draw", "second": "自摸", "value": "self_draw", "checked": True},
            {"label": "Discard win", "second": "点和", "value": "discard"},
            {"label": "Drawn", "second": "荒庄", "value": "drawn"},
        ],
        "blockers": [
            {
                "subject": "Table 9",
                "text": "Referee called, 1 min",
                "url": "#",
                "action": "Go there",
                "icon": "hand",
                "alert": True,
            },
            {
                "subject": "Table 28",
                "text": "Deal 5 disputed by Darya Kuznetsova",
                "url": "#",
                "action": "Open",
                "icon": "flag",
                "alert": True,
            },
            {
                "subject": "Table 23",
                "text": "No contact for 6 min, deal 6 is in. The phone keeps what it enters",
                "url": "#",
                "action": "Find",
                "icon": "offline",
            },
        ],
        "why": [
            {"subject": "Table 4", "text": "14 of 16 deals", "url": "#"},
            {"subject": "Table 9", "text": "not signed", "url": "#"},
        ],
        "ranking": [
            _row(
                1,
                2,
                ZHUGE,
                "4 4 4 2",
                "18",
                852,
                tie="first",
                table=32,
                states="wwwwwwwwn",
                deal=9,
                score=183,
                place=1,
                live=4,
                base="14",
                base_mini=669,
            ),
            _row(
                2,
                2,
                SOERENSEN,
                "2 4 4 4",
                "18",
                685,
                tie="last",
                table=16,
                states="wwwwwwn",
                deal=7,
                score=127,
                place=1,
                live=4,
                base="14",
                base_mini=558,
            ),
            _row(
                3,
                -2,
                MONTEFIORE,
                "3 4 2 4",
                "17",
                537,
                table=17,
                states="wwwwwwn",
                deal=7,
                score=103,
                place=1,
                live=4,
                base="13",
                base_mini=434,
            ),
            _row(
                4,
                3,
                SMEETS,
                "2 7/3 4 4",
                "49/3",
                545,
                tie="first",
                table=15,
                states="wwdwwwwn",
                deal=8,
                score=74,
                place=1,
                live=4,
                base="37/3",
                base_mini=471,
            ),
            _row(
                4,
                3,
                JIANG,
                "4 7/3 2 4",
                "49/3",
                545,
                tie="last",
                table=9,
                states="wwwwwwn",
                deal=7,
                score=99,
                place=1,
                live=4,
                base="37/3",
                base_mini=446,
            ),
            _row(
                6,
                0,
                SOKOLOVA,
                "4 4 4 0",
                "191/12",
                469,
                table=3,
                states="wwwwwwwn",
                deal=8,
                score=25,
                place=2,
                live="23/12",
                base="14",
                base_mini=444,
            ),
            _row(
                7,
                -7,
                KAWABATA,
                "4 4 4 3/2",
                "27/2",
                -588,
                table=6,
                states="wdwwwwwn",
                deal=8,
                score=-946,
                place=4,
                live=0,
                base="27/2",
                base_mini=358,
            ),
        ],
        "followed": [
            _row(
                51,
                -28,
                LEFEVRE,
                "4 0 2 4",
                "10",
                187,
                table=28,
                states="wwwwwwwn",
                deal=8,
                score=-76,
                place=4,
                live=0,
                base="10",
                base_mini=263,
                star=True,
            ),
        ],
        "board": [
            {"number": 8, "states": "wdwwwwn", "deal": 7, "wind": 1, "word": "2 min ago"},
            {
                "number": 9,
                "states": "wwwwwwn",
                "deal": 7,
                "wind": 1,
                "word": "Referee called",
                "state": "called",
                "since": "1 min",
            },
            {
                "number": 13,
                "states": "wwwwwwwn",
                "deal": 8,
                "wind": 1,
                "word": "5 min given",
                "state": "extra",
            },
            {
                "number": 17,
                "states": "wwwwwwn",
                "deal": 7,
                "wind": 1,
                "word": "1 not agreed",
                "state": "pending",
            },
            {
                "number": 23,
                "states": "wwwwwwn",
                "deal": 7,
                "wind": 1,
                "word": "No contact",
                "state": "offline",
                "since": "6 min",
            },
            {
                "number": 25,
                "states": "wwdwn",
                "deal": 5,
                "wind": 1,
                "word": "2 deals behind",
                "state": "slow",
            },
            {
                "number": 28,
                "states": "wwwwwwwn",
                "deal": 8,
                "wind": 1,
                "word": "Deal 5 disputed",
                "state": "disputed",
                "since": "3 min",
            },
            {
                "number": 37,
                "states": "wwwwwwwwn",
                "deal": 9,
                "wind": 2,
                "word": "2 versions of 9",
                "state": "versions",
            },
            {"number": 40, "states": "w" * 16, "word": "All played"},
        ],
        "seating": [
            {"wind": 0, "player": JIANG, "rank": 11, "state": "compatriot"},
            {"wind": 1, "player": KONSTANTIN, "rank": 6},
            {"wind": 2, "player": SOKOLOVA, "rank": 8, "state": "impossible"},
            {"wind": 3, "player": MONTEFIORE, "rank": 7, "state": "target"},
        ],
        "icons": [
            "check",
            "clock",
            "flag",
            "hand",
            "swap",
            "undo",
            "redo",
            "menu",
            "more",
            "search",
            "star",
            "download",
            "upload",
            "link",
            "lock",
            "unlock",
            "alert",
            "info",
            "offline",
            "cloud",
            "plus",
            "minus",
            "pen",
            "close",
            "up",
            "down",
            "left",
            "right",
            "chevron",
            "qr",
            "print",
            "sun",
            "moon",
            "users",
            "user",
            "table",
            "pause",
            "play",
            "settings",
            "exit",
            "history",
            "eye",
        ],
    }
