"""A scene as SVG: one picture for each part of the board, with everything that lies on it."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Final
from xml.etree import ElementTree

from serai.scene.scene import Art, Element, Scene

# Paints: a browser finds these only in a displayed SVG.
PAINTS: Final = frozenset(
    ("linearGradient", "radialGradient", "pattern", "clipPath", "mask", "filter", "marker")
)


def part_svg(art: Art, name: str, scene: Scene | None = None) -> str:
    """The content of a part: its drawing and, in a layer of its own, the elements that lie on it."""
    part = art.parts[name]
    lying = sorted(
        (
            (element.get("layer", 0), index, key, element)
            for index, (key, element) in enumerate((scene or {"elements": {}})["elements"].items())
            if element["part"] == name
        ),
        key=lambda row: row[:2],
    )
    pieces = "".join(element_svg(key, element) for _, _, key, element in lying)
    return f'<g class="drawing">{part.svg}</g><g class="elements">{pieces}</g>'


def element_svg(key: str, element: Element) -> str:
    """One element, drawn exactly as the page's script does."""
    words = f"el {element['symbol']} {element.get('state', '')}".rstrip()
    owner = f' data-owner="{element["owner"]}"' if "owner" in element else ""
    text = f"<text>{escape(element['text'])}</text>" if element.get("text") else ""
    label = element.get("label", "")
    name = ""
    if element.get("choices"):
        words += " choosable"
        label = label or element.get("text") or element["symbol"]
        choices = " ".join(str(choice) for choice in element["choices"])
        name = f' role="button" tabindex="0" data-choices="{choices}"'
    elif label:
        name = ' role="img"'
    if label:
        name += f' aria-label="{escape(label)}"'
    return (
        f'<g id="el-{escape(key)}" class="{escape(words)}"{owner} transform="{placed(element)}"{name}>'
        f'<use href="#{escape(element["symbol"])}"/>{text}</g>'
    )


@cache
def paints_and_symbols(defs: str) -> tuple[str, str]:
    """Split definitions: those that must be in a displayed SVG, and symbols, which may be in a hidden one.

    A browser styles and lays out the content of a displayed SVG for every `use`; a hidden one costs nothing.

    >>> paints_and_symbols('<g id="a"/><pattern id="b"/>')
    ('<pattern id="b" />', '<g id="a" />')
    """
    paints: list[str] = []
    symbols: list[str] = []
    for child in ElementTree.fromstring(f"<defs>{defs}</defs>"):
        shown = any(node.tag in PAINTS for node in child.iter())
        (paints if shown else symbols).append(ElementTree.tostring(child, encoding="unicode"))
    return "".join(paints), "".join(symbols)


def placed(element: Element) -> str:
    """The transform that puts a symbol's origin in its place."""
    where = f"translate({element['x']:g} {element['y']:g})"
    if element.get("turn"):
        where += f" rotate({element['turn']:g})"
    if element.get("size", 1) != 1:
        where += f" scale({element['size']:g})"
    return where


def picture(art: Art, name: str, scene: Scene | None = None) -> str:
    """A part as a standalone SVG, for a notebook or a file."""
    part = art.parts[name]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {part.width:g} {part.height:g}">'
        f"<defs>{art.defs}</defs>{part_svg(art, name, scene)}</svg>"
    )
