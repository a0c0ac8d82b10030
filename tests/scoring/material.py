"""Where the test hands lie, and how foreign spellings become ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scoring.hand import Meld, WinningHand, make_meld
from scoring.tiles import tile_named

DATA = Path(__file__).resolve().parent.parent / "data"
WORKED: dict[str, list[dict[str, Any]]] = json.loads((DATA / "worked_hands.json").read_text("utf-8"))


def corpus(name: str) -> list[dict[str, Any]]:
    """All records of one corpus file."""
    with (DATA / "corpus" / f"{name}.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def worked_tile(name: str) -> int:
    """A tile of the worked hands: 5m, E, C ..."""
    return tile_named(name)


def worked_melds(records: list[dict[str, Any]]) -> tuple[Meld, ...]:
    return tuple(
        make_meld(
            record["kind"].partition("_")[0],
            [worked_tile(tile) for tile in record["tiles"]],
            concealed=record["kind"] == "kong_concealed",
        )
        for record in records
    )


def worked_hand(record: dict[str, Any]) -> WinningHand:
    flags = record["flags"]
    return WinningHand(
        tuple(worked_tile(tile) for tile in record["concealed"]),
        worked_tile(record["win_tile"]),
        worked_melds(record["exposed"]),
        self_draw=record["self_draw"],
        seat_wind="ESWN".index(record["seat_wind"]),
        prevalent_wind="ESWN".index(record["round_wind"]),
        flowers=record["flowers"],
        last_of_kind=flags["last_of_its_kind"],
        last_tile=flags["last_wall_tile"],
        replacement=flags["kong_replacement"],
        robbing_kong=flags["robbing_the_kong"],
    )


def fan_lines() -> Iterator[tuple[int, bool, str, str]]:
    """Every line of the fan files: fan number, should it count, the hand, where it stands."""
    for path in sorted((DATA / "fans").glob("*.txt")):
        number = 0
        for at, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if line.startswith("=="):
                number = int(line.split()[1])
            elif line.startswith(("yes", "no")):
                answer, _, rest = line.partition(" ")
                yield number, answer == "yes", rest.partition(";")[0].strip(), f"{path.name}:{at}"
