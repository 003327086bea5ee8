"""The types of the scripts are those of the server."""

from __future__ import annotations

import ast
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TOOL = runpy.run_path(str(ROOT / "tools" / "write_types.py"))


def test_the_scripts_types_are_up_to_date() -> None:
    """If not: `python tools/write_types.py`."""
    assert TOOL["TYPES"].read_text() == TOOL["written"]()


def test_a_fields_comment_is_kept() -> None:
    source = '''
class Card(TypedDict):
    """What lies
    there."""

    title: str  # in words
    seats: NotRequired[list[int | None]]


class Own(Card):
    of: dict[str, tuple[int, float]]


Both = Card | Own
'''
    assert TOOL["types_in"](source, {"TypedDict"}, ()) == [
        "/** What lies there. */\nexport interface Card {\n  title: string; // in words\n"
        "  seats?: (number | null)[];\n}\n",
        "export interface Own extends Card {\n  of: Record<string, [number, number]>;\n}\n",
        "/** Any of these. */\nexport type Both = Partial<Card & Own>;\n",
    ]


def test_types_without_a_script_equivalent_are_refused() -> None:
    with pytest.raises(ValueError, match="set"):
        TOOL["type_of"](ast.parse("set[int]", mode="eval").body)
