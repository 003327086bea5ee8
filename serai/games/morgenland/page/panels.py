"""The public information about each seat, and the table of results."""

from __future__ import annotations

from functools import cache

from serai.games.morgenland import cards
from serai.games.morgenland.observe import Observation, Seat
from serai.games.morgenland.page.reading import OVER, observation
from serai.games.morgenland.page.words import words_in
from serai.scene import build
from serai.scene.layers import Over
from serai.scene.say import Say
from serai.scene.scene import Item, Look, Panel, Sheet
from serai.scene.share import own_panels, shared


def panels(look: Look) -> Over | None:
    """The panels of seats about which the viewer knows more than the public."""
    return own_panels(look, _panel, open_panels)


@shared
def open_panels(look: Look) -> dict[str, Panel]:
    """The panels as a spectator sees them."""
    return {str(seat): _panel(look, seat) for seat in range(len(look.names))}


def _panel(look: Look, number: int) -> Panel:
    seen = observation(look.seen)
    say = look.say
    seat = seen["seats"][number]
    state = []
    tags = []
    if look.bots[number]:
        tags.append(say("bot"))
    if number == seen["start"] and seen["phase"] != "start":
        state.append("camel")
        tags.append(say("start player"))
    if number == seen["actor"]:
        state.append("active")
    if number == seen["djinn"]:
        tags.append(say("two artifacts"))
    if seen["actor"] == OVER and number in leaders(seen):
        state.append("winner")
    total = artifacts(seat)
    return {
        "name": look.names[number],
        "tags": tags,
        "state": " ".join(state),
        "score": str(total),
        "score_label": say("artifact") if total == 1 else say("artifacts"),
        "rows": {
            "treasures": _treasures(say, seat),
            "artifacts": _artifacts(say, seat),
            "counts": _counts(look, seen, seat, number),
        },
    }


def artifacts(seat: Seat) -> int:
    """How many artifacts a seat has."""
    return sum(seat["artifacts"].values())


def _treasures(say: Say, seat: Seat) -> dict[str, Item]:
    total = 0
    row: dict[str, Item] = {}
    for kind, number in seat["treasures"].items():
        row[kind] = _treasure(say, kind, number)
        total += number
    row["total"] = _total(say, total)
    return row


@cache
def _treasure(say: Say, kind: str, number: int) -> Item:
    item = build.item(words_in(say).heap(kind, number), kind, str(number))
    if not number:
        item["state"] = "zero"
    return item


@cache
def _total(say: Say, number: int) -> Item:
    return build.item(say.plural("{n} treasure in all", "{n} treasures in all", number), text=f"Σ {number}")


def _artifacts(say: Say, seat: Seat) -> dict[str, Item]:
    """One item for each kind, and another if some of that kind lie open this round."""
    row: dict[str, Item] = {}
    played = seat["played"]
    for kind, number in seat["artifacts"].items():
        used = played.get(kind, 0)
        if number > used:
            row[kind] = _artifact(say, kind, number - used, False)
        if used:
            row[f"{kind}-open"] = _artifact(say, kind, used, True)
    return row


@cache
def _artifact(say: Say, kind: str, number: int, played: bool) -> Item:
    name = words_in(say).name[kind]
    item = build.item(name, f"art-{kind}")
    if played:
        item["state"] = "open"
        item["label"] = say("{artifact}, played this round", artifact=name)
    if number > 1:
        item["text"] = f"×{number}"
    return item


def _counts(look: Look, seen: Observation, seat: Seat, number: int) -> dict[str, Item]:
    row: dict[str, Item] = {}
    say = look.say
    if number == seen["start"] and seen["phase"] != "start":
        row["camel"] = _camel(say)
    if seat["key"]:
        row["key"] = build.item(say("enters the palace with a Key"), "skeleton-key")
    if number in seen["admitted"]:
        row["admitted"] = build.item(say("may enter the palace"), "guard", state="good")
    if seen["mode"] == "pro":
        row["spells"] = _spells(say, seat["spells"], tuple(seat["known_spells"]))
    row["figures"] = _figures(say, number, seat["hand"])
    return row


@cache
def _camel(say: Say) -> Item:
    return build.item(say("start player: wins ties"), "camel")


@cache
def _spells(say: Say, number: int, known: tuple[str, ...]) -> Item:
    label = say.plural("{n} spell card", "{n} spell cards", number)
    if known:
        names = words_in(say).name
        label += " · " + say("you know: {spells}", spells=", ".join(names[card] for card in known))
    item = build.item(label, "spell", str(number))
    if not number:
        item["state"] = "zero"
    return item


@cache
def _figures(say: Say, seat: int, number: int) -> Item:
    label = say.plural("{n} figure still to place", "{n} figures still to place", number)
    item = build.item(label, f"figure-{seat}", str(number))
    if not number:
        item["state"] = "zero"
    return item


# The end


def rank_of(seen: Observation, number: int) -> tuple[int, int, int]:
    """What decides, in this order: artifacts; Scrolls (not in the first game); treasure (M14, M15)."""
    seat = seen["seats"][number]
    scrolls = seat["artifacts"].get("scroll", 0) if seen["mode"] == "pro" else 0
    return artifacts(seat), scrolls, sum(seat["treasures"].values())


def leaders(seen: Observation) -> list[int]:
    """The seats that are ahead of all others."""
    return build.best([rank_of(seen, seat) for seat in range(seen["players"])])


def sheet(look: Look) -> Sheet | None:
    """How the game ended."""
    seen = observation(look.seen)
    if seen["actor"] != OVER:
        return None
    say = look.say
    words = words_in(say)
    seats = seen["seats"]
    kinds = [kind for kind in cards.ARTIFACTS if any(kind in seat["artifacts"] for seat in seats)]
    rows = [(words.name[kind], [str(seat["artifacts"].get(kind, "–")) for seat in seats]) for kind in kinds]
    ties = [(say("If tied: treasure"), [str(sum(seat["treasures"].values())) for seat in seats])]
    winners = leaders(seen)
    return {
        "title": _title(look, winners),
        "rows": rows,
        "total": [str(artifacts(seat)) for seat in seats],
        "ties": ties,
        "note": _reason(look, seen, winners),
        "winners": winners,
    }


def _title(look: Look, winners: list[int]) -> str:
    names = [look.names[seat] for seat in winners]
    if len(names) == 1:
        return look.say("{player} wins", player=names[0])
    return look.say("Win shared by {players}", players=", ".join(names))


def _reason(look: Look, seen: Observation, winners: list[int]) -> str:
    say = look.say
    if seen["round_limit"] and seen["round"] >= seen["round_limit"] and any(p["size"] for p in seen["piles"]):
        start = say("The last round is over.")
    elif seen["mode"] == "basic" and any(pile["size"] for pile in seen["piles"]):
        start = say("Someone has three artifacts at the end of a round.")
    else:
        start = say("The last artifact has left the palace.")
    ranks = [rank_of(seen, seat) for seat in range(seen["players"])]
    best = ranks[winners[0]]
    others = [rank for seat, rank in enumerate(ranks) if seat not in winners]
    if len(winners) > 1:
        end = say("Tied on artifacts, Scrolls and treasure.")
    elif all(rank[0] < best[0] for rank in others):
        end = say("Most artifacts wins.")
    elif all(rank[:2] < best[:2] for rank in others):
        end = say("Tied on artifacts; more Scrolls decide.")
    else:
        end = say("Tied on artifacts and Scrolls; more treasure decides.")
    return f"{start} {end}"
