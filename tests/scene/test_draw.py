"""The pen and the palettes of all drawings."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import serai
from serai.scene.draw import Palette, Pen, squeeze, without_groups


def test_a_shape_takes_attributes_by_name_and_as_written() -> None:
    drawn = Pen().circle(1, 2, 3, "#fff", 'data-zone="moon"', stroke_width=0.5)
    assert drawn == '<circle cx="1" cy="2" r="3" fill="#fff" stroke-width=".5" data-zone="moon"/>'


def test_a_pen_paints_with_the_colours_of_a_palette() -> None:
    palette = Palette("b-", {"sky": "#7fbccb"})
    pen = Pen(paint=palette.paint)
    assert 'fill="var(--b-sky,#7fbccb)"' in pen.path("M0 0", "sky")
    assert 'fill="#fff"' in pen.path("M0 0", "#fff")
    with pytest.raises(KeyError):
        palette("sea")


def test_coordinates_are_squeezed_and_nothing_else() -> None:
    assert squeeze('<path d="M12.345 1.234" opacity=".125"/>') == '<path d="M12.3 1.23" opacity=".125"/>'


@pytest.mark.parametrize("game", ["istanbul", "morgenland", "yspahan"])
def test_all_drawings_are_well_formed(game: str) -> None:
    art = serai.game(game).view.art()
    for svg in (art.defs, art.cover, *(part.svg for part in art.parts.values())):
        ElementTree.fromstring(f"<svg>{svg}</svg>")


def test_only_a_shape_with_one_paint_is_painted_without_a_group() -> None:
    assert without_groups('<rect fill="red" opacity=".5"/>') == '<rect fill="red" fill-opacity=".5"/>'
    both = '<rect fill="red" stroke="blue" opacity=".5"/>'
    assert without_groups(both) == both
    twice = '<rect fill="red" fill-opacity=".5" opacity=".5"/>'
    assert without_groups(twice) == twice
    group = '<g fill="red" opacity=".5"><use href="#a" opacity=".5"/></g>'
    assert without_groups(group) == group
