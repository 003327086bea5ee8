"""Builds the parts of a scene. Empty fields are left out, so that patches stay small."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from serai.scene.scene import Card, Element, Group, Item, Line, Note, Option, Prompt, Step


def element(
    symbol: str,
    part: str,
    x: float,
    y: float,
    layer: int = 0,
    state: str = "",
    text: str = "",
    label: str = "",
    owner: int | None = None,
    size: float = 1,
    turn: float = 0,
    origin: str = "",
    goal: str = "",
    bend: tuple[float, float] | None = None,
    choices: list[int] | None = None,
) -> Element:
    """A thing on a part of the board.

    >>> element("ruby", "board", 12, 30, layer=1, state="near")
    {'symbol': 'ruby', 'part': 'board', 'x': 12, 'y': 30, 'layer': 1, 'state': 'near'}
    """
    found: Element = {"symbol": symbol, "part": part, "x": x, "y": y}
    if layer:
        found["layer"] = layer
    if size != 1:
        found["size"] = size
    if turn:
        found["turn"] = turn
    if owner is not None:
        found["owner"] = owner
    if state:
        found["state"] = state
    if text:
        found["text"] = text
    if label:
        found["label"] = label
    if choices:
        found["choices"] = choices
    if origin:
        found["origin"] = origin
    if goal:
        found["goal"] = goal
    if bend is not None:
        found["bend"] = bend
    return found


def item(
    label: str, icon: str = "", text: str = "", state: str = "", value: int = 0, of: int | None = None
) -> Item:
    """A fact of a panel.

    >>> item("Gold", "gold", "7")
    {'label': 'Gold', 'icon': 'gold', 'text': '7'}
    """
    found: Item = {"label": label}
    if icon:
        found["icon"] = icon
    if text:
        found["text"] = text
    if of is not None:
        found["value"] = value
        found["of"] = of
    if state:
        found["state"] = state
    return found


def card(
    icon: str, title: str, text: str = "", note: str = "", state: str = "", choices: list[int] | None = None
) -> Card:
    """A card of the viewer's own.

    >>> card("card-gold", "Three gold", note="Play now")
    {'icon': 'card-gold', 'title': 'Three gold', 'note': 'Play now'}
    """
    found: Card = {"icon": icon, "title": title}
    if text:
        found["text"] = text
    if note:
        found["note"] = note
    if state:
        found["state"] = state
    if choices:
        found["choices"] = choices
    return found


def option(
    choice: int,
    label: str,
    detail: str = "",
    icon: str = "",
    group: str = "",
    state: str = "",
    chip: str = "",
    owner: int | None = None,
) -> Option:
    """A choice as a row of the prompt.

    >>> option(3, "Pass", icon="pass")
    {'choice': 3, 'label': 'Pass', 'icon': 'pass'}
    """
    found: Option = {"choice": choice, "label": label}
    if detail:
        found["detail"] = detail
    if icon:
        found["icon"] = icon
    if group:
        found["group"] = group
    if state:
        found["state"] = state
    if chip:
        found["chip"] = chip
    if owner is not None:
        found["owner"] = owner
    return found


def group(label: str, detail: str = "", icon: str = "", chip: str = "", state: str = "") -> Group:
    """A row that opens the choices of its group.

    >>> group("Play a card", icon="cards")
    {'label': 'Play a card', 'icon': 'cards'}
    """
    found: Group = {"label": label}
    if detail:
        found["detail"] = detail
    if icon:
        found["icon"] = icon
    if chip:
        found["chip"] = chip
    if state:
        found["state"] = state
    return found


def asking(
    asked: tuple[str, str], icons: list[str], options: list[Option], groups: dict[str, Group]
) -> Prompt:
    """The prompt of the player who must choose; `asked` is its title and its detail."""
    title, detail = asked
    return {
        "title": title,
        "detail": detail,
        "tone": "ask",
        "icons": icons,
        "options": options,
        "groups": groups,
    }


def telling(tone: str, told: tuple[str, str], icons: Sequence[str] = ()) -> Prompt:
    """A prompt without choices: whom the table waits for ("wait"), or how the game ended ("over")."""
    title, detail = told
    return {
        "title": title,
        "detail": detail,
        "tone": tone,
        "icons": list(icons),
        "options": [],
        "groups": {},
    }


def steps(labels: Iterable[str], now: int) -> list[Step]:
    """The steps of a round, one of them current.

    >>> [step["state"] for step in steps(["Walk", "Action", "Encounters"], 1)]
    ['past', 'now', 'next']
    """
    return [
        {"label": label, "state": "past" if i < now else "now" if i == now else "next"}
        for i, label in enumerate(labels)
    ]


def line(text: str, seat: int | None = None) -> Line:
    """A line of the log, about a seat or about no one (None, or chance)."""
    if seat is None or seat < 0:
        return {"text": text}
    return {"text": text, "seat": seat}


def heading(text: str) -> Line:
    """A heading in the log."""
    return {"text": text, "heading": True}


def note(title: str, *texts: str) -> Note:
    """The description of a thing, from the texts that are not empty.

    >>> note("Market", "Sells goods.", "", "**Not now.**")
    {'title': 'Market', 'text': 'Sells goods. **Not now.**'}
    """
    return {"title": title, "text": " ".join(text for text in texts if text)}


def strong(text: str) -> str:
    """A text in bold, unless it is empty."""
    return f"**{text}**" if text else ""


def best(results: Sequence[Any]) -> list[int]:
    """The seats with the highest result.

    >>> best([3, 5, 5])
    [1, 2]
    """
    most = max(results)
    return [seat for seat, result in enumerate(results) if result == most]
