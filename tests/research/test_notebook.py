"""The notebooks run from top to bottom, and positions show as pictures in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest
from nbclient import NotebookClient

import serai
from serai.kernel.check import random_choice
from serai.research.chart import line_chart
from tests.games import OURS
from tests.research.games import each_game

EXAMPLES = Path(__file__).parents[2] / "examples"
PICTURES = {"tutorial.ipynb": 3, "review.ipynb": 1}
SVG = "image/svg+xml"


def read(name: str) -> Any:
    notebook: Any = nbformat.read(EXAMPLES / name, as_version=4)  # type: ignore[no-untyped-call]
    return notebook


def outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


def pictures(notebook: Any) -> list[str]:
    return [output.data[SVG] for output in outputs(notebook) if SVG in output.get("data", {})]


@pytest.mark.parametrize("name", PICTURES)
def test_a_notebook_runs_and_its_text_is_true(name: str) -> None:
    """The agent of the tutorial beats the greedy bot; a review is the same every time."""
    notebook = read(name)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    NotebookClient(notebook, timeout=600, kernel_name="python3").execute()  # its figures are asserted
    assert len(pictures(notebook)) == PICTURES[name]


@pytest.mark.parametrize("name", PICTURES)
def test_a_notebook_is_saved_with_its_pictures(name: str) -> None:
    notebook = read(name)
    assert len(pictures(notebook)) == PICTURES[name]
    assert all(cell.execution_count for cell in notebook.cells if cell.cell_type == "code")
    assert all(output.output_type != "error" for output in outputs(notebook))


@each_game
def test_a_position_shows_as_what_the_seat_to_move_sees(name: str) -> None:
    state = serai.game(name).new()
    rng = serai.Rng(1)
    first = state._repr_svg_()
    ElementTree.fromstring(first)
    for _ in range(60 if name in OURS else 6):
        state.apply(random_choice(state, rng))
    while state.actor < 0:
        state.apply(random_choice(state, rng))
    picture = state._repr_svg_()
    assert picture != first
    assert picture == state.determinize(int(state.actor), rng)._repr_svg_()
    while state.actor != serai.OVER:
        state.apply(random_choice(state, rng))
    ElementTree.fromstring(state._repr_svg_())


def test_lines_in_a_chart() -> None:
    picture = line_chart(
        "a < b", "games", "steps/s", {"one": [(1, 0), (8, 30)], "two": [(1, 29), (64, 30)]}, each_x=True
    )
    root = ElementTree.fromstring(picture)
    lines = [line.get("points", "") for line in root.iter() if line.tag.endswith("polyline")]
    assert [line.split()[0] for line in lines] == ["70.0,282.0", "70.0,59.7"]
    assert [line.split()[1].split(",")[0] for line in lines] == ["285.0", "500.0"]
    words = ["".join(text.itertext()) for text in root.iter() if text.tag.endswith("text")]
    assert {"a < b", "games", "steps/s", "1", "8", "64", "● one", "■ two"} <= set(words)


@pytest.mark.parametrize("points", [[(1.0, 0.0)], [(5.0, 2.5), (5.0, 2.5)]])
def test_a_chart_of_one_point(points: list[tuple[float, float]]) -> None:
    ElementTree.fromstring(line_chart("t", "x", "y", {"one": points}))
