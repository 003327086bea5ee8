"""What lies on the board."""

from __future__ import annotations

from functools import cache

from serai.games.morgenland import board, ids
from serai.games.morgenland.observe import Group, Observation, Play
from serai.games.morgenland.page import places
from serai.games.morgenland.page.places import PLACES, RADIUS
from serai.games.morgenland.page.reading import (
    INDEX,
    KIND_OF_CAVE,
    Offers,
    current,
    in_order,
    observation,
    opened,
    pieces_in,
    ranked,
)
from serai.games.morgenland.page.words import Words, words_in
from serai.scene.say import Say
from serai.scene.scene import Element, Look

BOARD = "board"
CAVES = board.FIELDS[: board.NUM_CAVES]
ROOMS = board.FIELDS[board.FIRST_ROOM :]

# Painter's order.
ON_WALL, ON_SHELF, FIGURE, MARK = 1, 2, 3, 4


def elements(look: Look, offers: Offers) -> dict[str, Element]:
    seen = observation(look.seen)
    words = words_in(look.say)
    shown: dict[str, Element] = dict(_always(look.say))
    _fields(shown, seen, words, offers)
    _caves(shown, seen, words)
    _bank(shown, seen, words, offers)
    for name in board.FIELDS:
        if seen["fields"][name]:
            _figures(shown, seen, look, name, offers)
    _palace(shown, seen, words, offers)
    if seen["mode"] == "pro":
        _spells(shown, seen, words)
    _marks(shown, seen, words, offers)
    return shown


@cache
def _always(say: Say) -> dict[str, Element]:
    """What never changes: the captions of the city, and what the bank is."""
    words = words_in(say)
    shown: dict[str, Element] = {}
    for name, text in words.caption.items():
        x = PLACES[name].centre[0]
        shown[f"caption-{name}"] = {
            "symbol": "caption",
            "part": BOARD,
            "x": x,
            "y": 516,
            "layer": ON_WALL,
            "state": "still",
            "text": text,
        }
    for cave, kind in zip(CAVES, board.KINDS, strict=True):
        shown[f"bank-word-{kind}"] = {
            "symbol": "blank",
            "part": BOARD,
            "x": PLACES[cave].centre[0] + 70,
            "y": places.BANK_Y,
            "layer": ON_WALL,
            "state": "still bank-word",
            "text": say("bank"),
        }
    return shown


def _fields(shown: dict[str, Element], seen: Observation, words: Words, offers: Offers) -> None:
    """Zones, plaques, and the road so far."""
    now = current(seen)
    resolving = seen["resolving"]
    for index, name in enumerate(board.FIELDS):
        place = PLACES[name]
        choices = offers.fields.get(name)
        state = "zone"
        symbol = "plaque"
        plaque = "plaque"
        if index < now:
            state = "zone done"
            plaque = "plaque done"
            symbol = "done" if seen["fields"][name] else "void"
        elif index == now and resolving:
            state = "zone now focus"
            plaque = "plaque now"
        if choices:
            state += " target"
            plaque += " target"
        zone: Element = {
            "symbol": f"zone-{name}",
            "part": BOARD,
            "x": place.centre[0],
            "y": place.centre[1],
            "state": state,
            "label": words.field[name],
        }
        x, y = place.node
        sign: Element = {
            "symbol": f"{symbol}-{name}",
            "part": BOARD,
            "x": x,
            "y": y,
            "layer": MARK,
            "state": plaque,
            "text": words.field[name],
            "label": words.field[name],
        }
        if choices:
            zone["choices"] = choices
            sign["choices"] = choices
        shown[f"field-{name}"] = zone
        shown[f"plaque-{name}"] = sign
    if now:
        last = board.FIELDS[min(now, board.NUM_FIELDS - 1)]
        shown["road"] = {
            "symbol": f"road-{last}",
            "part": BOARD,
            "x": 0,
            "y": 0,
            "layer": ON_WALL,
            "state": "still",
        }


def _caves(shown: dict[str, Element], seen: Observation, words: Words) -> None:
    """Treasures on their shelves, or the dragon at home."""
    five = seen["players"] == 5
    for index, name in enumerate(CAVES):
        kind = KIND_OF_CAVE[name]
        groups = seen["caves"][name]
        owners = seen["fields"][name]
        is_open = opened(seen, index)
        if not groups:
            if not owners or name in seen["emptied"]:
                x, _ = PLACES[name].centre
                shown[f"dragon-{name}"] = {
                    "symbol": "dragon",
                    "part": BOARD,
                    "x": x,
                    "y": 764 if not owners else 752,
                    "layer": ON_WALL,
                    "state": "still" if not owners else "still behind",
                    "text": words.say("no treasure") if not owners else "",
                }
            continue
        taken = len(owners) if index < current(seen) else 0
        takers = [group["seat"] for group in ranked(seen, name)] if is_open and not taken else []
        for i, number in enumerate(groups):
            x, y = places.shelf(name, taken + i, five)
            group: Element = {
                "symbol": f"hoard-{kind}-{min(number, 9)}",
                "part": BOARD,
                "x": x,
                "y": y,
                "layer": ON_SHELF,
                "state": "hoard",
                "text": str(number),
                "label": words.heap(kind, number),
                "origin": f"bank-{kind}",
                "goal": f"seat-{takers[i]}" if i < len(takers) else f"bank-{kind}",
            }
            shown[f"hoard-{name}-{taken + i}"] = group


def _bank(shown: dict[str, Element], seen: Observation, words: Words, offers: Offers) -> None:
    gaining = seen["phase"] == "gain"
    for name, kind in zip(CAVES, board.KINDS, strict=True):
        number = seen["bank"][kind]
        x, _ = PLACES[name].centre
        bank: Element = {
            "symbol": f"bank-{kind}",
            "part": BOARD,
            "x": x,
            "y": places.BANK_Y,
            "layer": ON_SHELF,
            "state": "bank",
            "text": str(number),
            "label": _bank_label(words.say, kind, number),
        }
        choices = offers.kinds.get(kind) if gaining else None
        if choices:
            bank["choices"] = choices
            bank["state"] = "bank target"
        shown[f"bank-{kind}"] = bank


@cache
def _bank_label(say: Say, kind: str, number: int) -> str:
    heap = words_in(say).heap(kind, number)
    return say("{treasures} in the bank", treasures=heap)


# Figures


def _figures(shown: dict[str, Element], seen: Observation, look: Look, name: str, offers: Offers) -> None:
    """The figures of a field: rows in a cave, slots elsewhere."""
    index = INDEX[name]
    is_open = opened(seen, index)
    groups = ranked(seen, name) if is_open else in_order(seen, seen["fields"][name])
    with_sums = is_open and index == current(seen)
    if index < board.NUM_CAVES:
        five = seen["players"] == 5
        for i, group in enumerate(groups):
            x, y = places.row(name, i, five)
            radius = 18 if five else 20.5
            pieces = pieces_in(group)
            r, offsets = places.fan(len(pieces), 92, radius, shown=_is_read(pieces))
            shift = x - radius - (offsets[0][0] - r)
            _group(shown, seen, look, name, group, pieces, (shift, y), r, offsets, offers)
            if with_sums and group["strength"] is not None:
                _sum(shown, name, group, look.seat, PLACES[name].left + places.SUM_DX, y, 1)
        return
    slots, width, radius = places.slots(name, len(groups))
    for i, group in enumerate(groups):
        x, y = slots[i]
        pieces = pieces_in(group)
        r, offsets = places.fan(len(pieces), width, radius, shown=_is_read(pieces))
        _group(shown, seen, look, name, group, pieces, (x, y), r, offsets, offers)
        strength = group["strength"]
        if with_sums and strength is not None and (len(pieces) > 1 or strength != pieces[0][1]):
            _sum(shown, name, group, look.seat, x + offsets[-1][0] + r * 0.9, y - r * 0.9, 0.68)
        elif len(pieces) > 2 and not _is_read(pieces):
            shown[f"count-{group['seat']}-{name}"] = {
                "symbol": "count",
                "part": BOARD,
                "x": round(x + offsets[-1][0] + r * 0.8, 1),
                "y": round(y - r * 0.8, 1),
                "layer": MARK,
                "state": "still",
                "text": str(len(pieces)),
            }


def _is_read(pieces: list[tuple[str, int | None]]) -> bool:
    """Whether strengths are written on these figures."""
    return any(strength is not None for _, strength in pieces)


def _group(
    shown: dict[str, Element],
    seen: Observation,
    look: Look,
    name: str,
    group: Group,
    pieces: list[tuple[str, int | None]],
    at: tuple[float, float],
    r: float,
    offsets: list[tuple[float, float]],
    offers: Offers,
) -> None:
    seat = group["seat"]
    owner = look.names[seat]
    mine = seat == look.seat
    chosen = _choosable(seen, look, name, seat, offers)
    scale = round(r / RADIUS, 3)
    x, y = at
    hidden = 0
    carpets = 0
    home = f"seat-{seat}"
    for (face, strength), (dx, dy) in zip(pieces, offsets, strict=True):
        choices: list[int] | None = None
        origin = home
        if face == "figure":
            key = f"h{seat}-{name}-{hidden}"
            hidden += 1
            choices = offers.hidden if chosen else None
        elif face == "carpet":
            key = f"c{seat}-{name}-{carpets}"
            carpets += 1
            choices = offers.carpet if chosen else None
        elif face == "double":
            key = f"d{seat}-{strength}"
            choices = offers.doubles.get(strength or 0) if chosen else None
        else:
            key = f"f{seat}-{strength}"
            if not mine:
                origin = f"h{seat}-{name}-{group['open'].index(strength or 0)}"
            choices = offers.figures.get(strength or 0) if chosen else None
        piece: Element = {
            "symbol": f"{face}-{seat}",
            "part": BOARD,
            "x": round(x + dx, 1),
            "y": round(y + dy, 1),
            "layer": FIGURE,
            "owner": seat,
            "state": face,
            "label": _figure_label(look.say, face, strength or 0, owner, name),
            "origin": origin,
            "goal": home,
        }
        if face == "carpet":
            piece["size"] = round(scale * 0.78, 3)
        elif scale != 1:
            piece["size"] = scale
        if strength is not None:
            piece["text"] = str(strength)
        if choices:
            piece["choices"] = choices
            piece["state"] = f"{face} target"
        shown[key] = piece


def _choosable(seen: Observation, look: Look, name: str, seat: int, offers: Offers) -> bool:
    """Whether figures of a seat in a field are what is being chosen among."""
    if not look.legal or seen["phase"] not in ("target", "answer"):
        return False
    play = seen["play"]
    if play is None:
        return False
    owner = play["owner"] if play["owner"] is not None else seen["actor"]
    if seat != owner:
        return False
    return play["field"] is None or play["field"] == name


@cache
def _figure_label(say: Say, face: str, strength: int, owner: str, field: str) -> str:
    where = words_in(say).at[field]
    if face == "figure":
        return say("A hidden figure of {player} {where}", player=owner, where=where)
    if face == "carpet":
        return say("The Carpet of {player} {where}: strength 3", player=owner, where=where)
    if face == "double":
        return say("The Double of {player}’s {n} {where}", player=owner, n=strength, where=where)
    if face == "own":
        return say(
            "Figure {n} of {player} {where}, hidden from others", n=strength, player=owner, where=where
        )
    return say("Figure {n} of {player} {where}", n=strength, player=owner, where=where)


def _sum(
    shown: dict[str, Element], name: str, group: Group, viewer: int | None, x: float, y: float, size: float
) -> None:
    box: Element = {
        "symbol": "sum",
        "part": BOARD,
        "x": round(x, 1),
        "y": round(y, 1),
        "layer": MARK,
        "state": "still me" if group["seat"] == viewer else "still",
        "text": str(group["strength"]),
    }
    if size != 1:
        box["size"] = size
    shown[f"sum-{group['seat']}-{name}"] = box


# The palace


def _palace(shown: dict[str, Element], seen: Observation, words: Words, offers: Offers) -> None:
    x, _ = PLACES["guard"].centre
    guard = seen["guard"]
    shown["guard"] = {
        "symbol": "guard-hidden" if guard is None else "guard-open",
        "part": BOARD,
        "x": x,
        "y": 194,
        "layer": ON_SHELF,
        "state": "guard secret" if guard is None else "guard",
        "text": "?" if guard is None else str(guard),
        "label": words.say("The palace guard, not yet revealed")
        if guard is None
        else _guard_label(words.say, guard),
    }
    for number, name in enumerate(ROOMS):
        _pile(shown, seen, words, offers, number, name)


@cache
def _guard_label(say: Say, guard: int) -> str:
    return say("The palace guard: strength {n}", n=guard)


def _pile(
    shown: dict[str, Element], seen: Observation, words: Words, offers: Offers, number: int, name: str
) -> None:
    pile = seen["piles"][number]
    size, kind = pile["size"], pile["open"]
    x, y = PLACES[name].centre
    if not size:
        shown[f"doors-{name}"] = {
            "symbol": "doors",
            "part": BOARD,
            "x": x,
            "y": y,
            "layer": ON_WALL,
            "state": "still",
        }
        unused = seen["mode"] == "pro" and number >= seen["players"]
        shown[f"notice-{name}"] = {
            "symbol": "notice",
            "part": BOARD,
            "x": x,
            "y": 222,
            "layer": ON_SHELF,
            "state": "still",
            "text": _closed(words.say, seen["players"]) if unused else words.say("sold out"),
        }
        return
    backs = size - (kind is not None)
    shown[f"pile-{name}"] = {
        "symbol": f"pile-{backs}",
        "part": BOARD,
        "x": x,
        "y": 192,
        "layer": ON_WALL,
        "state": "pile",
        "label": _pile_label(words.say, size, kind),
    }
    take = offers.others.get(ids.BUY)
    if take is None and seen["phase"] == "answer":
        take = offers.others.get(ids.TAKE)
    chosen = take is not None and seen["current"] == name
    if kind is not None:
        buyer = seen["actor"] if seen["phase"] in ("buy", "pay") and seen["current"] == name else None
        top: Element = {
            "symbol": f"art-{kind}",
            "part": BOARD,
            "x": x,
            "y": 187,
            "layer": ON_SHELF,
            "size": 0.86,
            "state": "artifact",
            "label": _pile_label(words.say, size, kind),
            "origin": f"pile-{name}",
        }
        if buyer is not None:
            top["goal"] = f"seat-{buyer}"
        if chosen and take is not None:
            top["choices"] = [take]
            top["state"] = "artifact target"
        shown[f"art-{name}-{size}-{kind}"] = top
    elif chosen and take is not None:
        shown[f"pile-{name}"]["choices"] = [take]
        shown[f"pile-{name}"]["state"] = "pile target"
    shown[f"plate-{name}"] = {
        "symbol": "blank",
        "part": BOARD,
        "x": x,
        "y": 252.5,
        "layer": ON_SHELF,
        "state": "still plate",
        "text": words.name[kind] if kind is not None else words.say("face down"),
    }
    shown[f"left-{name}"] = {
        "symbol": "badge",
        "part": BOARD,
        "x": x + 66,
        "y": 156,
        "layer": ON_SHELF,
        "state": "still",
        "text": f"×{size}",
    }


@cache
def _closed(say: Say, players: int) -> str:
    return say("closed · {n} players", n=players)


@cache
def _pile_label(say: Say, size: int, kind: str | None) -> str:
    if kind is None:
        return say.plural("{n} artifact, face down", "{n} artifacts, face down", size)
    name = words_in(say).name[kind]
    return say.plural("{artifact}, the last one here", "{artifact}, on a pile of {n}", size, artifact=name)


# Cards and marks


def _spells(shown: dict[str, Element], seen: Observation, words: Words) -> None:
    x, y = places.DRAW_PILE
    number = seen["draw_pile"]
    if number:
        shown["draw-pile"] = {
            "symbol": "spell-pile",
            "part": BOARD,
            "x": x,
            "y": y,
            "layer": ON_SHELF,
            "state": "spell-pile",
            "label": words.say.plural("{n} spell card to draw", "{n} spell cards to draw", number),
        }
    _small_badge(shown, "draw-count", x, y + 42, str(number))
    thrown = seen["discards"]
    x, y = places.DISCARDS
    if thrown:
        shown[f"discard-{thrown[-1]}"] = {
            "symbol": f"spell-{thrown[-1]}",
            "part": BOARD,
            "x": x,
            "y": y,
            "layer": ON_SHELF,
            "turn": 5,
            "state": "discard",
            "label": words.say("Discarded: {spells}", spells=", ".join(words.name[card] for card in thrown)),
        }
        _small_badge(shown, "discard-count", x, y + 42, str(len(thrown)))


def _small_badge(shown: dict[str, Element], key: str, x: float, y: float, text: str) -> None:
    shown[key] = {
        "symbol": "badge",
        "part": BOARD,
        "x": x,
        "y": y,
        "layer": MARK,
        "size": 0.8,
        "state": "still",
        "text": text,
    }


def _marks(shown: dict[str, Element], seen: Observation, words: Words, offers: Offers) -> None:
    """Fields closed, fields one is smuggled into, plays announced, effects of the round."""
    if seen["mode"] == "basic":
        for name in ("tent", "djinn"):
            x, y = PLACES[name].centre
            shown[f"notice-{name}"] = _ribbon("notice", x, y + 12, words.say("closed"))
    for name in seen["sealed"]:
        _beside(shown, f"lock-{name}", "lock", name, 0, words.say("Close Sesame: nothing more may come here"))
    smuggler = seen["smuggler"]
    if smuggler is not None:
        for name in seen["smuggled"]:
            if INDEX[name] >= current(seen):
                x, y = PLACES[name].centre
                shown[f"smuggler-{name}"] = {
                    "symbol": f"smuggler-{smuggler}",
                    "part": BOARD,
                    "x": x,
                    "y": y - 12,
                    "layer": FIGURE,
                    "owner": smuggler,
                    "state": "still",
                }
    play = seen["play"]
    if play is not None and seen["phase"] == "target" and "carpet" in (play["play"], play["copies"]):
        for name, choices in offers.fields.items():
            _beside(shown, f"mat-{name}", "mat", name, 0, words.field[name])
            shown[f"mat-{name}"]["choices"] = choices
    for i, waiting in enumerate(seen["announced"]):
        _announced(shown, words, waiting, f"waiting-{i}")
    if play is not None and not offers.fields:
        _announced(shown, words, play, "in-play")
    ribbons = []
    if seen["reversed"]:
        ribbons.append(words.say("The last shall be first"))
    if seen["openly"] and seen["moment"] in ("after-vizier", "own-turn"):
        ribbons.append(words.say("Open secret"))
    for i, text in enumerate(ribbons):
        shown[f"ribbon-{i}"] = _ribbon("ribbon", 800 + 360 * i - 180 * (len(ribbons) - 1), 127, text)


def _ribbon(symbol: str, x: float, y: float, text: str) -> Element:
    return {
        "symbol": symbol,
        "part": BOARD,
        "x": x,
        "y": y,
        "layer": MARK,
        "state": "still",
        "text": text,
    }


def _beside(shown: dict[str, Element], key: str, symbol: str, name: str, place: int, label: str) -> None:
    """A mark beside a field's plaque."""
    x, y = PLACES[name].plaque
    shown[key] = {
        "symbol": symbol,
        "part": BOARD,
        "x": x + PLACES[name].plaque_width / 2 + 20 + 38 * place,
        "y": y,
        "layer": MARK,
        "state": "mark",
        "label": label,
    }


def _announced(shown: dict[str, Element], words: Words, play: Play, key: str) -> None:
    """A play that waits for its resolution, at the field it is aimed at."""
    field = play["goal"] or play["field"]
    if field is None:
        return
    kind = play["copies"] or play["play"]
    symbol = f"art-{kind}" if kind in words.artifacts else f"spell-{kind}"
    _beside(shown, key, symbol, field, 0, words.name[play["play"]])
    shown[key]["size"] = 0.36 if kind in words.artifacts else 0.5
    shown[key]["owner"] = play["seat"]
    shown[key]["origin"] = f"seat-{play['seat']}"
    shown[key]["state"] = "mark waiting"
