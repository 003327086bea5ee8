"""Plain SVG that any renderer can draw, with the style sheets inlined.

The drawings take their colours from style sheets, with variables that depend on the owner of a piece.
Browsers support all that; small renderers only know plain attributes. Here every `use` is replaced by what it
refers to, and every element gets its attributes from the sheets. Rules that only a page needs are left out.
"""

from __future__ import annotations

import re
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from serai.scene.scene import Art, Scene
from serai.scene.svg import PAINTS, part_svg

SVG: Final = "{http://www.w3.org/2000/svg}"
SHEETS: Final = Path(__file__).parents[1] / "web" / "static" / "css"
PAINTED: Final = re.compile(
    "fill|fill-opacity|stroke|stroke-(width|dasharray|linecap|linejoin|opacity)|stop-(color|opacity)|color|"
    "opacity|display|visibility|paint-order|text-anchor|dominant-baseline|letter-spacing|font-(size|family|weight)"
)
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
STATEMENT: Final = re.compile(r"@[\w-]+[^{;]*(?:;|\{(?:[^{}]|\{[^{}]*\})*\})")
BLOCK: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
COMPOUND: Final = re.compile(r"(?:[a-z]+|\*)?(?:\.[\w-]+|\[[\w-]+(?:=\"[^\"]*\")?\]|:root)*", re.IGNORECASE)
PIECE: Final = re.compile(r"^[a-z]+|\.[\w-]+|\[[\w-]+(?:=\"[^\"]*\")?\]|:root", re.IGNORECASE)
VARIABLE: Final = re.compile(r"var\((--[\w-]+)(?:,\s*((?:[^()]|\([^()]*\))*))?\)")
MIX: Final = re.compile(r"color-mix\(in srgb,\s*([^,()]+?)(?:\s+([\d.]+)%)?,\s*([^,()]+?)(?:\s+([\d.]+)%)?\)")
RGB: Final = re.compile(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)")  # the newer syntax of rgba()
WORDS: Final = {"#fff": "#ffffff", "white": "#ffffff", "#000": "#000000", "black": "#000000"}


@dataclass(frozen=True)
class Rule:
    """A selector and its declarations."""

    steps: tuple[tuple[bool, tuple[str, ...]], ...]  # last step first: direct child?, parts
    given: tuple[tuple[str, str], ...]
    weight: tuple[int, int, int]  # specificity: classes, tags, and position in the sheet


Rules = dict[str, list[Rule]]  # indexed by something that the element must have, see `_key`


@dataclass
class Scope:
    """The context of an element: its ancestors, and inherited values."""

    node: Element
    parent: Scope | None
    values: dict[str, str] = field(default_factory=dict)  # variables, and `color`


def plain_picture(art: Art, name: str, game: str, scene: Scene | None = None, theme: str = "light") -> str:
    """A part of a board as a standalone SVG."""
    part = art.parts[name]
    sheets = (art.colours, art.sheets())
    still = _still(sheets, game, theme, art.defs, part.svg)
    rules = _rules(*sheets)
    lying = ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{part_svg(art, name, scene)}</svg>')[1]
    pieces = _text(_flat(lying, still.scope, rules, still.symbols))
    size = f"0 0 {part.width:g} {part.height:g}"
    return f'<svg xmlns="{SVG[1:-1]}" viewBox="{size}">{still.drawing}{pieces}</svg>'


@dataclass(frozen=True)
class Still:
    """What all pictures of a board have in common."""

    drawing: str
    symbols: dict[str, Element]
    scope: Scope


@cache
def _still(sheets: tuple[str, tuple[Path, ...]], game: str, theme: str, defs: str, drawing: str) -> Still:
    rules = _rules(*sheets)
    page = Scope(Element("html", {"data-game": game, "data-theme": theme}), None)
    _style(page, rules)
    around = Scope(Element("div", {"class": "part"}), page, page.values)
    root = ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}"><defs>{defs}</defs><g>{drawing}</g></svg>')
    symbols = {node.get("id", ""): node for node in root[0]}
    scope = Scope(root, around, around.values)
    paints = [node for node in root.iter() if node.tag.removeprefix(SVG) in PAINTS]
    flat = Element("defs")
    flat.extend(_flat(node, scope, rules, symbols) for node in paints)
    return Still(_text(flat) + _text(_flat(root[1], scope, rules, symbols)), symbols, scope)


def _text(node: Element) -> str:
    return ElementTree.tostring(node, encoding="unicode")


def _flat(node: Element, around: Scope, rules: Rules, symbols: dict[str, Element]) -> Element:
    """A copy of an element, its children and everything it uses, with plain attributes."""
    scope = Scope(node, around, around.values)
    given = _style(scope, rules)
    tag = node.tag.removeprefix(SVG)
    attributes = {key: _resolved(value, scope) for key, value in {**node.attrib, **given}.items()}
    used = symbols.get(attributes.get("href", "").removeprefix("#")) if tag == "use" else None
    if used is None:
        flat = Element(tag, attributes)
        flat.text, flat.tail = node.text, node.tail
        for child in node:
            if child.tag.removeprefix(SVG) not in PAINTS or tag in PAINTS:
                flat.append(_flat(child, scope, rules, symbols))
        return flat
    attributes.pop("href")
    shift = f"translate({attributes.pop('x', '0')} {attributes.pop('y', '0')})"
    attributes["transform"] = f"{attributes.get('transform', '')} {shift}".strip()
    group = Element("g", attributes)
    inside = copy(used)
    inside.attrib = {key: value for key, value in used.attrib.items() if key != "id"}
    group.append(_flat(inside, scope, rules, symbols))
    return group


def _style(scope: Scope, rules: Rules) -> dict[str, str]:
    """The declarations that apply to an element; variables go into its scope."""
    node = scope.node
    keys = [node.tag.removeprefix(SVG), *node.attrib, *(f".{word}" for word in node.get("class", "").split())]
    candidates = [rule for key in keys for rule in rules.get(key, ())]
    values: dict[str, str] = {}
    given: dict[str, str] = {}
    for rule in sorted(candidates, key=lambda rule: rule.weight):
        if _matches(rule.steps, scope):
            for name, value in rule.given:
                if name.startswith("--"):
                    values[name] = value
                else:
                    given[name] = value
    if values:
        scope.values = scope.values | values
    colour = given.get("color", node.get("color"))
    if colour is not None:
        scope.values = scope.values | {"color": _resolved(colour, scope)}
    return given


def _matches(steps: tuple[tuple[bool, tuple[str, ...]], ...], scope: Scope) -> bool:
    child, pieces = steps[0]
    if not all(_fits(piece, scope) for piece in pieces):
        return False
    rest = steps[1:]
    outer = scope.parent
    while rest and outer is not None:
        if _matches(rest, outer):
            return True
        if child:
            return False
        outer = outer.parent
    return not rest


def _fits(piece: str, scope: Scope) -> bool:
    node = scope.node
    if piece == ":root":
        return scope.parent is None
    if piece.startswith("."):
        return piece[1:] in node.get("class", "").split()
    if piece.startswith("["):
        name, _, value = piece[1:-1].partition("=")
        return node.get(name) == value.strip('"') if value else name in node.attrib
    return node.tag.removeprefix(SVG) == piece


def _resolved(value: str, scope: Scope) -> str:
    """A value with variables and colour mixes resolved."""
    for _ in range(8):  # variables can refer to variables
        if "var(" not in value:
            break
        value = VARIABLE.sub(lambda found: scope.values.get(found[1], found[2] or "none"), value)
    if "color-mix(" in value:
        colour = scope.values.get("color", "#000000")
        value = re.sub("currentcolor", colour, value, flags=re.IGNORECASE)
        value = MIX.sub(_mixed, value)
    return RGB.sub(r"rgba(\1, \2, \3, \4)", value)


def _mixed(found: re.Match[str]) -> str:
    """A mix of two colours."""
    first, second = found[1].strip(), found[3].strip()
    share = float(found[2]) / 100 if found[2] else 1 - float(found[4] or 50) / 100
    if first == "transparent":
        return f"rgba({', '.join(map(str, _channels(second)))}, {1 - share:g})"
    if second == "transparent":
        return f"rgba({', '.join(map(str, _channels(first)))}, {share:g})"
    pairs = zip(_channels(first), _channels(second), strict=True)
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)


def _channels(colour: str) -> tuple[int, int, int]:
    text = WORDS.get(colour, colour).removeprefix("#")
    if not re.fullmatch(r"[0-9a-fA-F]{6}", text):
        return 128, 128, 128
    return int(text[:2], 16), int(text[2:4], 16), int(text[4:], 16)


@cache
def _rules(colours: str, styles: tuple[Path, ...]) -> Rules:
    """The style rules of the page and of a game."""
    found: Rules = {}
    number = 0
    shared = [(SHEETS / name).read_text("utf-8") for name in ("base.css", "table.css")]
    for sheet in (*shared, colours, *(style.read_text("utf-8") for style in styles)):
        text = STATEMENT.sub("", COMMENT.sub("", sheet))
        for selectors, body in BLOCK.findall(text):
            pairs = (line.partition(":") for line in body.split(";") if ":" in line)
            every = ((name.strip(), value.strip()) for name, _, value in pairs)
            given = tuple(pair for pair in every if pair[0].startswith("--") or PAINTED.fullmatch(pair[0]))
            for selector in selectors.split(",") if given else ():
                number += 1
                steps = _steps(selector.strip())
                if steps:
                    pieces = [piece for _, step in steps for piece in step]
                    named = sum(not piece[0].isalpha() for piece in pieces)
                    rule = Rule(steps, given, (named, len(pieces) - named, number))
                    found.setdefault(_key(steps[0][1]), []).append(rule)
    return found


def _key(pieces: tuple[str, ...]) -> str:
    """A tag, class or attribute that an element must have to match."""
    for piece in pieces:
        if piece != ":root":
            return piece[1:-1].partition("=")[0] if piece.startswith("[") else piece
    return "html"


def _steps(selector: str) -> tuple[tuple[bool, tuple[str, ...]], ...]:
    """The steps of a selector, last first; empty for one that only a page needs."""
    steps: list[tuple[bool, tuple[str, ...]]] = []
    child = False
    for word in selector.replace(">", " > ").split():
        if word == ">":
            child = True
        elif COMPOUND.fullmatch(word):
            steps.append((child, tuple(PIECE.findall(word))))
            child = False
        else:
            return ()
    return tuple(reversed(steps))
