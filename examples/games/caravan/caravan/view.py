"""Caravan on the page: a drawn road, and the plain page in the game's own words."""

from __future__ import annotations

from typing import Any, Final

from serai.scene import build
from serai.scene.layers import Over
from serai.scene.plain import PlainView
from serai.scene.say import Say, mark
from serai.scene.scene import Element, Look, Note, Scene

from . import GAME, ids
from .page.art import FOLDER, HEIGHT, place
from .page.art import art as art
from .state import CITY, WELLS

PLAIN: Final = PlainView(GAME)
# Words from observation and notation that the plain page shows, as `serai.kernel.plain.words_of` writes them.
WORDS: Final = (
    *(mark("Dates"), mark("Salt"), mark("Silk"), mark("Spice")),
    *(mark("Sell dates"), mark("Sell salt"), mark("Sell silk"), mark("Sell spice"), mark("Sell")),
    *(mark("Ride"), mark("Wait"), mark("Prices"), mark("Sold"), mark("Deck"), mark("Die"), mark("Draws")),
    *(mark("Field"), mark("Goods"), mark("Whose"), mark("First")),
    *(mark("Deal dates"), mark("Deal salt"), mark("Deal silk"), mark("Deal spice")),
    *(mark("Deal"), mark("Roll"), mark("Turn"), mark("Draw"), mark("Done"), mark("Market"), mark("Road")),
)
HIDDEN: Final = ("facts", "prices", "sold")  # shown on the board, or not needed


def scene(look: Look) -> Scene:
    """The plain page, with camels, prices and the die on a board."""
    plain = PLAIN.scene(look)
    hand = {name: section for name, section in plain["hand"].items() if name not in HIDDEN}
    return Over(plain, {"elements": elements(look), "hand": hand, "topic": "goal"})


def elements(look: Look) -> dict[str, Element]:
    """What lies on the board."""
    seen, say = look.seen, look.say
    found: dict[str, Element] = {}
    for seat, facts in enumerate(seen["seats"]):
        x, y = place(facts["field"])
        there = sum(other["field"] == facts["field"] for other in seen["seats"][:seat])
        label = say("{name} on field {n} of {last}", name=look.names[seat], n=facts["field"], last=CITY)
        found[f"camel-{seat}"] = build.element(
            "caravan-camel",
            "board",
            x + 11 * there,
            y - 24 - 17 * there,
            layer=2 + seat,
            owner=seat,
            label=label,
            state="camel",
        )
    for index, (good, price) in enumerate(seen["prices"].items()):
        name = say(good.capitalize())
        sale = [choice for choice in look.legal if look.text(choice) == f"sell {good}"]
        found[f"price-{good}"] = build.element(
            *("caravan-tag", "board", 118 + 212 * index, HEIGHT - 52),
            text=f"{name} {price}",
            label=say("{good} cost {n}", good=name, n=price),
            state="tag",
            choices=sale,
        )
    if seen["die"]:
        ride = [choice for choice in look.legal if choice == ids.RIDE]
        found["die"] = build.element(
            f"caravan-die-{seen['die']}",
            "board",
            942,
            HEIGHT - 52,
            label=say("The die shows {n}", n=seen["die"]),
            choices=ride,
        )
    return found


def explain(look: Look, thing: str) -> Note | None:
    """What a thing on the board is."""
    kind, _, which = thing.partition("-")
    say = look.say
    if kind == "price":
        text = say("Who sells gets this price for each. Then it falls by one, and the others rise by one.")
        return build.note(say(which.capitalize()), text)
    if kind == "camel":
        wells = ", ".join(map(str, WELLS))
        return build.note(look.names[int(which)], say("There are wells on fields {wells}.", wells=wells))
    return PLAIN.explain(look, thing)


def part_words(say: Say) -> dict[str, str]:
    return {"points": say("coins")}


def measure_label(say: Say) -> str:
    return say("Coins")


def about(say: Say) -> str:
    return say("Ride from well to well, keep your goods to yourself, and sell before the others do.")


def rules(language: str) -> str:
    return (FOLDER / f"rules.{language}.md").read_text(encoding="utf-8")


def option_words(say: Say) -> dict[str, Any]:
    return {}
