"""The documentation page that says what each number of a game's tensor means."""

from __future__ import annotations

from serai.kernel.game import Game
from serai.kernel.tensor import Feature, size


def page(game: Game) -> str:
    """The layout of a game as Markdown. All seats' blocks are alike, so only the observer's is shown."""
    table = [feature for feature in game.layout if "." not in feature.name]
    seats = [feature for feature in game.layout if "." in feature.name]
    own = [feature for feature in seats if feature.name.startswith("seat0.")]
    block = size(own)
    lines = [
        f"# {game.title}: the observation tensor",
        "",
        f"{size(game.layout)} numbers from 0 to 255: {size(table)} for the table, then {block} for each of "
        f"{size(seats) // block} seats, the one who looks first, the others in the order of their turns; "
        "seats that nobody has are zero. As floats each is divided by its maximum. A feature that names "
        "several things has a number for each, in that order; with a maximum of 1 1 says that it holds.",
        "",
        "## The table",
        "",
        *_rows(table, 0),
        "",
        "## A seat",
        "",
        f"The first of a seat's numbers is {own[0].offset} for the one who looks, {block} more for each seat "
        "after it.",
        "",
        *_rows(own, own[0].offset),
        "",
    ]
    return "\n".join(lines)


def _rows(features: list[Feature], first: int) -> list[str]:
    rows = ["| first | numbers | feature | maximum | meaning |", "|---|---|---|---|---|"]
    for feature in features:
        name = feature.name.removeprefix("seat0.")
        place = feature.offset - first
        rows.append(f"| {place} | {feature.size} | {name} | {feature.most} | {feature.meaning} |")
    return rows
