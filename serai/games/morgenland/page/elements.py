"""What lies on the board.

Scenes are built often and differ little, so elements are cached and reused: they are never modified, and one
that can be chosen is a copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from serai.games.morgenland import board, ids
from serai.games.morgenland.observe import Group, Observation, Play
from serai.games.morgenland.page import geometry
from serai.games.morgenland.page.geometry import PLACES, RADIUS
from serai.games.morgenland.page.picks import NO_OFFERS, Offers
from serai.games.morgenland.page.reading import (
    INDEX,
    KIND_OF_CAVE,
    current,
    in_order,
    observation,
    pieces_in,
    ranked,
)
from serai.games.morgenland.page.words import Words, words_in
from serai.scene import build
from serai.scene.layers import Layers
from serai.scene.say import Say
from serai.scene.scene import Element, Look
from serai.scene.share import shared

Elements = dict[str, Element]

BOARD = "board"
CAVES = board.FIELDS[: board.NUM_CAVES]
ROOMS = board.FIELDS[board.FIRST_ROOM :]

# Painter's order.
ON_WALL, ON_SHELF, FIGURE, MARK = 1, 2, 3, 4


def elements(look: Look, offers: Offers) -> Mapping[str, Element]:
    """Everything that lies on the board, by id."""
    seen = observation(look.seen)
    words = words_in(look.say)
    still = _still(look)
    aimed = bool(offers.fields)
    return Layers(
        _always(look.say),
        _fields(seen, words, offers) if aimed else still.fields,
        still.caves,
        _bank(seen, words, offers) if offers.kinds else still.bank,
        _figures(look, seen, offers),
        _palace(seen, words, offers) if offers.others else still.palace,
        still.spells,
        _marks(seen, words, offers) if aimed else still.marks,
    )


class Still(NamedTuple):
    """What all viewers see on the board, while none of it can be chosen."""

    fields: Elements
    caves: Elements
    bank: Elements
    palace: Elements
    spells: Elements
    marks: Elements


@shared
def _still(look: Look) -> Still:
    seen = observation(look.seen)
    words = words_in(look.say)
    return Still(
        _fields(seen, words, NO_OFFERS),
        _caves(seen, words),
        _bank(seen, words, NO_OFFERS),
        _palace(seen, words, NO_OFFERS),
        _spells(seen, words) if seen["mode"] == "pro" else {},
        _marks(seen, words, NO_OFFERS),
    )


def _figures(look: Look, seen: Observation, offers: Offers) -> Elements:
    shown: Elements = {}
    choosing = bool(look.legal) and seen["phase"] in ("target", "answer")
    now = current(seen)
    for name in board.FIELDS:
        groups = seen["fields"][name]
        if not groups:
            continue
        if choosing or _is_own(look, name, groups):
            _stand(shown, seen, look, name, offers, now)
        else:
            shown.update(_open_figures(look)[name])
    return shown


def _is_own(look: Look, name: str, groups: list[Group]) -> bool:
    """Whether the viewer has figures in a field, or knows more about those there than the public."""
    if look.public is None:
        return True
    return groups != look.public.seen["fields"][name] or any(group["seat"] == look.seat for group in groups)


@shared
def _open_figures(look: Look) -> dict[str, Elements]:
    """The figures of each field, as spectators see them."""
    seen = observation(look.seen)
    now = current(seen)
    found: dict[str, Elements] = {}
    for name in board.FIELDS:
        found[name] = {}
        if seen["fields"][name]:
            _stand(found[name], seen, look, name, NO_OFFERS, now)
    return found


@cache
def _always(say: Say) -> Elements:
    """What never changes: the captions of the city and of the bank."""
    words = words_in(say)
    shown: Elements = {}
    for name, text in words.caption.items():
        x = PLACES[name].centre[0]
        shown[f"caption-{name}"] = build.element(
            "caption", BOARD, x, 516, layer=ON_WALL, state="still", text=text
        )
    for cave, kind in zip(CAVES, board.KINDS, strict=True):
        shown[f"bank-word-{kind}"] = build.element(
            "blank",
            BOARD,
            PLACES[cave].centre[0] + 70,
            geometry.BANK_Y,
            layer=ON_WALL,
            state="still bank-word",
            text=say("bank"),
        )
    return shown


def _fields(seen: Observation, words: Words, offers: Offers) -> Elements:
    """Zones, plaques, and the road so far."""
    shown: Elements = {}
    now = current(seen)
    say = words.say
    resolving = seen["resolving"]
    for index, name in enumerate(board.FIELDS):
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
        zone = _zone(say, name, state)
        sign = _sign(say, name, symbol, plaque)
        if choices:
            zone = {**zone, "choices": choices}
            sign = {**sign, "choices": choices}
        shown[f"field-{name}"] = zone
        shown[f"plaque-{name}"] = sign
    if now:
        shown["road"] = _road(board.FIELDS[min(now, board.NUM_FIELDS - 1)])
    return shown


@cache
def _zone(say: Say, name: str, state: str) -> Element:
    x, y = PLACES[name].centre
    return build.element(f"zone-{name}", BOARD, x, y, state=state, label=words_in(say).field[name])


@cache
def _sign(say: Say, name: str, symbol: str, state: str) -> Element:
    """A plaque; its text is the field's name."""
    x, y = PLACES[name].node
    words = words_in(say)
    return build.element(
        f"{symbol}-{name}",
        BOARD,
        x,
        y,
        layer=MARK,
        state=f"{state} tight" if len(words.plaque[name]) > _letters(name) else state,
        text=words.plaque[name],
        label=words.field[name],
    )


def _letters(name: str) -> int:
    """How many letters fit on a plaque."""
    return int((PLACES[name].plaque_width - 46) / 12.5)


@cache
def _road(name: str) -> Element:
    return build.element(f"road-{name}", BOARD, 0, 0, layer=ON_WALL, state="still")


def _caves(seen: Observation, words: Words) -> Elements:
    """Treasures on their shelves, or the dragon at home."""
    shown: Elements = {}
    now = current(seen)
    five = seen["players"] == 5
    for index, name in enumerate(CAVES):
        kind = KIND_OF_CAVE[name]
        groups = seen["caves"][name]
        owners = seen["fields"][name]
        is_open = index < now or (index == now and seen["resolving"])
        if not groups:
            if not owners or name in seen["emptied"]:
                shown[f"dragon-{name}"] = _dragon(words.say, name, bool(owners))
            continue
        taken = len(owners) if index < now else 0
        takers = [group["seat"] for group in ranked(seen, name)] if is_open and not taken else []
        for i, number in enumerate(groups):
            goal = f"seat-{takers[i]}" if i < len(takers) else f"bank-{kind}"
            shown[f"hoard-{name}-{taken + i}"] = _hoard(words.say, name, taken + i, number, five, goal)
    return shown


@cache
def _dragon(say: Say, name: str, visited: bool) -> Element:
    """The dragon at home, or back behind the figures."""
    dragon = build.element(
        "dragon",
        BOARD,
        PLACES[name].centre[0],
        752 if visited else 764,
        layer=ON_WALL,
        state="still behind" if visited else "still",
    )
    if not visited:
        dragon["text"] = say("no treasure")
    return dragon


@cache
def _hoard(say: Say, name: str, place: int, number: int, five: bool, goal: str) -> Element:
    kind = KIND_OF_CAVE[name]
    x, y = geometry.shelf(name, place, five)
    return build.element(
        f"hoard-{kind}-{min(number, 9)}",
        BOARD,
        x,
        y,
        layer=ON_SHELF,
        state="hoard",
        text=str(number),
        label=words_in(say).heap(kind, number),
        origin=f"bank-{kind}",
        goal=goal,
    )


def _bank(seen: Observation, words: Words, offers: Offers) -> Elements:
    shown: Elements = {}
    gaining = seen["phase"] == "gain"
    for kind, number in seen["bank"].items():
        plate = _plate(words.say, kind, number)
        choices = offers.kinds.get(kind) if gaining else None
        shown[f"bank-{kind}"] = {**plate, "choices": choices, "state": "bank target"} if choices else plate
    return shown


@cache
def _plate(say: Say, kind: str, number: int) -> Element:
    heap = words_in(say).heap(kind, number)
    return build.element(
        f"bank-{kind}",
        BOARD,
        PLACES[CAVES[board.KINDS.index(kind)]].centre[0],
        geometry.BANK_Y,
        layer=ON_SHELF,
        state="bank",
        text=str(number),
        label=say("{treasures} in the bank", treasures=heap),
    )


# Figures


def _stand(shown: Elements, seen: Observation, look: Look, name: str, offers: Offers, now: int) -> None:
    """The figures of a field: rows in a cave, slots elsewhere."""
    index = INDEX[name]
    is_open = index < now or (index == now and seen["resolving"])
    groups = ranked(seen, name) if is_open else in_order(seen, seen["fields"][name])
    with_sums = is_open and index == now
    if index < board.NUM_CAVES:
        five = seen["players"] == 5
        for i, group in enumerate(groups):
            x, y = geometry.row(name, i, five)
            radius = 18 if five else 20.5
            pieces = pieces_in(group)
            r, offsets = geometry.fan(len(pieces), 92, radius, shown=_is_read(pieces))
            shift = x - radius - (offsets[0][0] - r)
            _group(shown, seen, look, name, group, pieces, (shift, y), r, offsets, offers)
            if with_sums and group["strength"] is not None:
                _sum(shown, name, group, look.seat, PLACES[name].left + geometry.SUM_DX, y, 1)
            elif len(pieces) > 2 and not _is_read(pieces):
                _count(shown, name, group["seat"], len(pieces), shift + offsets[-1][0], y, r)
        return
    slots, width, radius = geometry.slots(name, len(groups))
    for i, group in enumerate(groups):
        x, y = slots[i]
        pieces = pieces_in(group)
        r, offsets = geometry.fan(len(pieces), width, radius, shown=_is_read(pieces))
        _group(shown, seen, look, name, group, pieces, (x, y), r, offsets, offers)
        strength = group["strength"]
        if with_sums and strength is not None and (len(pieces) > 1 or strength != pieces[0][1]):
            _sum(shown, name, group, look.seat, x + offsets[-1][0] + r * 0.9, y - r * 0.9, 0.68)
        elif len(pieces) > 2 and not _is_read(pieces):
            _count(shown, name, group["seat"], len(pieces), x + offsets[-1][0], y, r)


def _count(shown: Elements, name: str, seat: int, number: int, x: float, y: float, r: float) -> None:
    """The number of figures, at the last of them."""
    shown[f"count-{seat}-{name}"] = build.element(
        "count",
        BOARD,
        round(x + r * 0.8, 1),
        round(y - r * 0.8, 1),
        layer=MARK,
        state="still",
        text=str(number),
    )


def _is_read(pieces: list[tuple[str, int | None]]) -> bool:
    """Whether strengths are shown on these figures."""
    return any(strength is not None for _, strength in pieces)


def _group(
    shown: Elements,
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
        piece = _piece(look.say, owner, name, seat, face, strength, x + dx, y + dy, scale, origin)
        if choices:
            piece = {**piece, "choices": choices, "state": f"{face} target"}
        shown[key] = piece


@lru_cache(maxsize=4096)
def _piece(
    say: Say,
    owner: str,
    field: str,
    seat: int,
    face: str,
    strength: int | None,
    x: float,
    y: float,
    scale: float,
    origin: str,
) -> Element:
    piece = build.element(
        f"{face}-{seat}",
        BOARD,
        round(x, 1),
        round(y, 1),
        layer=FIGURE,
        state=face,
        label=_figure_label(say, face, strength or 0, owner, field),
        owner=seat,
        origin=origin,
        goal=f"seat-{seat}",
    )
    if face == "carpet":
        piece["size"] = round(scale * 0.78, 3)
    elif scale != 1:
        piece["size"] = scale
    if strength is not None:
        piece["text"] = str(strength)
    return piece


def _choosable(seen: Observation, look: Look, name: str, seat: int, offers: Offers) -> bool:
    """Whether the current choice is among figures of this seat in this field."""
    if not look.legal or seen["phase"] not in ("target", "answer"):
        return False
    play = seen["play"]
    if play is None:
        return False
    owner = play["owner"] if play["owner"] is not None else seen["actor"]
    if seat != owner:
        return False
    return play["field"] is None or play["field"] == name


def _figure_label(say: Say, face: str, strength: int, owner: str, field: str) -> str:
    where = words_in(say).at[field]
    if face == "figure":
        return say("{player}’s hidden figure {where}", player=owner, where=where)
    if face == "carpet":
        return say("{player}’s Carpet {where}: strength 3", player=owner, where=where)
    if face == "double":
        return say("The Double of {player}’s {n} {where}", player=owner, n=strength, where=where)
    if face == "own":
        return say("{player}’s {n} {where}, hidden from others", n=strength, player=owner, where=where)
    return say("{player}’s {n} {where}", n=strength, player=owner, where=where)


def _sum(
    shown: Elements, name: str, group: Group, viewer: int | None, x: float, y: float, size: float
) -> None:
    box = build.element(
        "sum",
        BOARD,
        round(x, 1),
        round(y, 1),
        layer=MARK,
        state="still me" if group["seat"] == viewer else "still",
        text=str(group["strength"]),
    )
    if size != 1:
        box["size"] = size
    shown[f"sum-{group['seat']}-{name}"] = box


# The palace


def _palace(seen: Observation, words: Words, offers: Offers) -> Elements:
    shown = {"guard": _guard(words.say, seen["guard"])}
    for number, name in enumerate(ROOMS):
        _pile(shown, seen, words, offers, number, name)
    return shown


@cache
def _guard(say: Say, guard: int | None) -> Element:
    hidden = guard is None
    return build.element(
        "guard-hidden" if hidden else "guard-open",
        BOARD,
        PLACES["guard"].centre[0],
        194,
        layer=ON_SHELF,
        state="guard secret" if hidden else "guard",
        text="?" if hidden else str(guard),
        label=say("The palace guard, not yet revealed")
        if hidden
        else say("The palace guard: strength {n}", n=guard),
    )


def _pile(shown: Elements, seen: Observation, words: Words, offers: Offers, number: int, name: str) -> None:
    pile = seen["piles"][number]
    size, kind = pile["size"], pile["open"]
    if not size:
        unused = seen["mode"] == "pro" and number >= seen["players"]
        shown |= _shut(words.say, name, seen["players"] if unused else 0)
        return
    here = seen["current"] == name
    buyer = seen["actor"] if here and seen["phase"] in ("buy", "pay") else None
    shown |= _artifacts(words.say, name, size, kind, buyer)
    take = offers.others.get(ids.BUY)
    if take is None and seen["phase"] == "answer":
        take = offers.others.get(ids.TAKE)
    if take is not None and here:
        key, state = (
            (f"art-{name}-{size}-{kind}", "artifact") if kind is not None else (f"pile-{name}", "pile")
        )
        shown[key] = {**shown[key], "choices": [take], "state": f"{state} target"}


@cache
def _shut(say: Say, name: str, players: int) -> Elements:
    """A room with nothing left in it, or not used with this number of players."""
    x, y = PLACES[name].centre
    return {
        f"doors-{name}": build.element("doors", BOARD, x, y, layer=ON_WALL, state="still"),
        f"notice-{name}": build.element(
            "notice",
            BOARD,
            x,
            222,
            layer=ON_SHELF,
            state="still",
            text=say("closed · {n} players", n=players) if players else say("sold out"),
        ),
    }


@cache
def _artifacts(say: Say, name: str, size: int, kind: str | None, buyer: int | None) -> Elements:
    """A pile: its backs, the open artifact, the plate with its name, the number of artifacts."""
    x, _ = PLACES[name].centre
    label = _pile_label(say, size, kind)
    shown: Elements = {
        f"pile-{name}": build.element(
            f"pile-{size - (kind is not None)}", BOARD, x, 192, layer=ON_WALL, state="pile", label=label
        ),
        f"plate-{name}": build.element(
            "blank",
            BOARD,
            x,
            252.5,
            layer=ON_SHELF,
            state="still plate",
            text=words_in(say).name[kind] if kind is not None else say("face down"),
        ),
        f"left-{name}": build.element(
            "badge", BOARD, x + 66, 156, layer=ON_SHELF, state="still", text=f"×{size}"
        ),
    }
    if kind is not None:
        top = build.element(
            f"art-{kind}",
            BOARD,
            x,
            187,
            layer=ON_SHELF,
            state="artifact",
            label=label,
            size=0.86,
            origin=f"pile-{name}",
        )
        if buyer is not None:
            top["goal"] = f"seat-{buyer}"
        shown[f"art-{name}-{size}-{kind}"] = top
    return shown


@cache
def _pile_label(say: Say, size: int, kind: str | None) -> str:
    if kind is None:
        return say.plural("{n} artifact, face down", "{n} artifacts, face down", size)
    name = words_in(say).name[kind]
    return say.plural("{artifact}, the last one here", "{artifact}, on a pile of {n}", size, artifact=name)


# Cards and marks


def _spells(seen: Observation, words: Words) -> Elements:
    shown: Elements = {}
    x, y = geometry.DRAW_PILE
    number = seen["draw_pile"]
    if number:
        shown["draw-pile"] = build.element(
            "spell-pile",
            BOARD,
            x,
            y,
            layer=ON_SHELF,
            state="spell-pile",
            label=words.say.plural("{n} spell card to draw", "{n} spell cards to draw", number),
        )
    _small_badge(shown, "draw-count", x, y + 42, str(number))
    thrown = seen["discards"]
    x, y = geometry.DISCARDS
    if thrown:
        shown[f"discard-{thrown[-1]}"] = build.element(
            f"spell-{thrown[-1]}",
            BOARD,
            x,
            y,
            layer=ON_SHELF,
            state="discard",
            label=words.say("Discarded: {spells}", spells=", ".join(words.name[card] for card in thrown)),
            turn=5,
        )
        _small_badge(shown, "discard-count", x, y + 42, str(len(thrown)))
    return shown


def _small_badge(shown: Elements, key: str, x: float, y: float, text: str) -> None:
    shown[key] = build.element("badge", BOARD, x, y, layer=MARK, state="still", text=text, size=0.8)


def _marks(seen: Observation, words: Words, offers: Offers) -> Elements:
    """Closed fields, fields with a smuggler, announced plays, effects of the round."""
    shown: Elements = {}
    if seen["mode"] == "basic":
        for name in ("tent", "djinn"):
            x, y = PLACES[name].centre
            shown[f"notice-{name}"] = _ribbon("notice", x, y + 12, words.say("closed"))
    beside: dict[str, int] = {}  # marks at each plaque
    for name in seen["sealed"]:
        label = words.say("Close Sesame: nothing more may come here")
        shown[f"lock-{name}"] = _beside("lock", name, beside, label)
    smuggler = seen["smuggler"]
    if smuggler is not None:
        for name in seen["smuggled"]:
            if INDEX[name] >= current(seen):
                x, y = PLACES[name].centre
                shown[f"smuggler-{name}"] = build.element(
                    f"smuggler-{smuggler}", BOARD, x, y - 12, layer=FIGURE, state="still", owner=smuggler
                )
    play = seen["play"]
    if play is not None and seen["phase"] == "target" and "carpet" in (play["play"], play["copies"]):
        for name, choices in offers.fields.items():
            mat = _beside("mat", name, beside, words.field[name])
            mat["choices"] = choices
            shown[f"mat-{name}"] = mat
    for i, waiting in enumerate(seen["announced"]):
        _announced(shown, words, waiting, f"waiting-{i}", beside)
    if play is not None and not offers.fields:
        _announced(shown, words, play, "in-play", beside)
    ribbons = []
    if seen["reversed"]:
        ribbons.append(words.say("The last shall be first"))
    if seen["openly"] and seen["moment"] in ("after-vizier", "own-turn"):
        ribbons.append(words.say("Open secret"))
    for i, text in enumerate(ribbons):
        shown[f"ribbon-{i}"] = _ribbon("ribbon", 800 + 360 * i - 180 * (len(ribbons) - 1), 127, text)
    return shown


def _ribbon(symbol: str, x: float, y: float, text: str) -> Element:
    return build.element(symbol, BOARD, x, y, layer=MARK, state="still", text=text)


def _beside(symbol: str, name: str, beside: dict[str, int], label: str) -> Element:
    """A mark beside a field's plaque, after those already there."""
    x, y = PLACES[name].plaque
    place = beside.get(name, 0)
    beside[name] = place + 1
    return build.element(
        symbol,
        BOARD,
        x + PLACES[name].plaque_width / 2 + 20 + 36 * place,
        y,
        layer=MARK,
        state="mark",
        label=label,
    )


def _announced(shown: Elements, words: Words, play: Play, key: str, beside: dict[str, int]) -> None:
    """A pending play, at the field it is aimed at."""
    field = play["goal"] or play["field"]
    if field is None:
        return
    kind = play["copies"] or play["play"]
    is_artifact = kind in words.artifacts
    mark = _beside(f"art-{kind}" if is_artifact else f"spell-{kind}", field, beside, words.name[play["play"]])
    mark["size"] = 0.36 if is_artifact else 0.5
    mark["owner"] = play["seat"]
    mark["origin"] = f"seat-{play['seat']}"
    mark["state"] = "mark waiting"
    shown[key] = mark
