"""The rules drawer: Markdown, extended with topics and pictures.

`## Title {#topic}` begins a topic; `![alt](symbol:NAME)` shows a symbol of the game;
`![alt](symbol:NAME "5 badge")` shows it with a text and a state, as in scenes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from itertools import pairwise
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

TOPIC: Final = re.compile(r"\s*\{#([a-z0-9-]+)\}$")
SYMBOL: Final = re.compile(r"symbol:([A-Za-z0-9_-]+)")


class Drawer(RendererHTML):
    """Draws symbols where Markdown has images."""

    def image(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        token = tokens[index]
        label = escape(self.renderInlineAsText(token.children or [], options, env))
        symbol = SYMBOL.fullmatch(str(token.attrs["src"]))
        if symbol is None:
            return label
        text, _, state = str(token.attrs.get("title", "")).partition(" ")
        drawn = f'<use href="#{symbol[1]}"/>'
        if text:
            drawn = f'<g class="{escape(f"el {state}".strip())}">{drawn}<text>{escape(text)}</text></g>'
        return f'<svg class="symbol" role="img" aria-label="{label}">{drawn}</svg>'


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}, renderer_cls=Drawer).enable("table")
    # Addresses of symbols are no addresses of pages, but there is nothing else they could be.
    reader.validateLink = lambda url: SYMBOL.fullmatch(url) is not None or url.startswith("#")  # type: ignore[method-assign]
    return reader


def to_html(text: str) -> str:
    """Rules as HTML.

    >>> to_html("## Dice {#dice}")
    '<h2 id="dice">Dice</h2>\\n'
    """
    reader = _reader()
    tokens = reader.parse(text)
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open" and (topic := TOPIC.search(inline.content)):
            opening.attrs["id"] = topic[1]
            last = (inline.children or [])[-1]
            last.content = TOPIC.sub("", last.content)
    return str(reader.renderer.render(tokens, reader.options, {}))
