"""The examples and links of the documentation work."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path
from typing import Any

import pytest

import serai
from serai.kernel.check import random_choice
from tests.games import OURS

ROOT = Path(__file__).parent.parent
SOURCES = sorted(path for path in (ROOT / "serai").rglob("*.py") if ">>>" in path.read_text())
PAGES = [
    "README.md",
    "docs/how-to/add-a-game.md",
    "docs/how-to/arena.md",
    "docs/how-to/make-puzzles.md",
    "docs/how-to/research.md",
    "docs/how-to/review.md",
    "docs/how-to/write-a-bot.md",
    "docs/reference/notation.md",
]
TUTORIALS = ["docs/tutorials/first-game.md", "docs/tutorials/first-bot.md"]
CODE = re.compile(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)
LIBRARY = [
    "analysis",
    "kernel",
    "bots",
    "arena",
    "research",
    "research/training",
    "scene",
    "checks",
    "authoring",
]
GAMES = [f"games/{name}" for name in OURS]
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


# Prints the failures of each module that it reads the name of.
EXAMPLES = """
import doctest, sys
from importlib import import_module
for name in sys.stdin.read().split():
    found = doctest.testmod(import_module(name))
    if found.failed or not found.attempted:
        sys.exit(f"{name}: {found}")
"""


def test_examples_in_docstrings() -> None:
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in SOURCES]
    done = subprocess.run(
        [sys.executable, "-c", EXAMPLES],
        cwd=ROOT,
        env={**os.environ, "SERAI_INTERPRETED": "1"},
        input="\n".join(module.removesuffix(".__init__") for module in modules),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def public(body: list[ast.stmt]) -> list[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """Functions and classes that others may use."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [node for node in body if isinstance(node, kinds) and not node.name.startswith("_")]


@pytest.mark.parametrize("folder", [*LIBRARY, *GAMES])
def test_public_names_have_docstrings(folder: str) -> None:
    """Methods of a protocol are described there, and those of a base class in that class."""
    nodes = [
        (path.name, node)
        for path in sorted((ROOT / "serai" / folder).glob("*.py"))
        for node in public(ast.parse(path.read_text()).body)
    ]
    classes = [node for _, node in nodes if isinstance(node, ast.ClassDef)]
    protocols = [node for node in classes if any(ast.unparse(base) == "Protocol" for base in node.bases)]
    described = {one.name for node in protocols for one in public(node.body) if ast.get_docstring(one)}
    silent = [f"{file}: {node.name}" for file, node in nodes if not ast.get_docstring(node)]
    for file, node in nodes:
        if isinstance(node, ast.ClassDef) and (not node.bases or node in protocols):
            methods = [one for one in public(node.body) if one.name not in described]
            silent += [f"{file}: {node.name}.{one.name}" for one in methods if not ast.get_docstring(one)]
    assert not silent


def test_the_reference_shows_examples() -> None:
    """Each function and class that it shows, and each method of those that it shows with their members."""
    page = (ROOT / "docs" / "reference" / "python.md").read_text()
    named = re.findall(r"auto(?:class|function):: (\S+)\.(\w+)(\n   :members:)?", page)
    shown = [(getattr(import_module(module), name), bool(members)) for module, name, members in named]
    for name in re.findall(r"automodule:: (\S+)", page):
        inside = [one for one in vars(import_module(name)).values() if isfunction(one) or isclass(one)]
        inside = [one for one in inside if one.__module__ == name and not one.__name__.startswith("_")]
        shown += [(one, True) for one in inside]
    assert len(shown) > 10
    silent = [
        name for one, members in shown for name, said in described(one, members).items() if ">>>" not in said
    ]
    assert silent == []


def described(one: Any, members: bool) -> dict[str, str]:
    """What the source says of it and, unless the class is an interface that its own example shows, of its
    methods. From the source, since compiled classes have forgotten it."""
    source = (ROOT / f"{one.__module__.replace('.', '/')}.py").read_text()
    node = next(node for node in public(ast.parse(source).body) if node.name == one.__name__)
    found = {node.name: ast.get_docstring(node) or ""}
    if members and isinstance(node, ast.ClassDef) and node.name not in ("Bot", "RandomBot"):
        found |= {f"{node.name}.{each.name}": ast.get_docstring(each) or "" for each in public(node.body)}
    return found


@pytest.mark.parametrize("page", PAGES)
def test_python_on_the_pages(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = serai.Record("yspahan", 3)
    state = record.replay()
    rng = serai.Rng(1)
    for _ in range(60):
        record.play(state, random_choice(state, rng))
    Path("game.txt").write_text(record.to_text())
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {"serai": serai})


@pytest.mark.parametrize("page", TUTORIALS)
def test_tutorials_print_what_they_show(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    for code, shown in CODE.findall((ROOT / page).read_text()):
        exec(code, names)
        assert capsys.readouterr().out == shown


@pytest.mark.parametrize(
    "page",
    sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md")]),
    ids=lambda path: path.name,
)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_game_has_its_page() -> None:
    for name in OURS:
        assert (ROOT / "docs" / "reference" / "games" / f"{name}.md").exists()
        assert f"games/{name}" in (ROOT / "docs" / "reference" / "index.md").read_text()
        assert f"docs/reference/games/{name}.md" in (ROOT / "README.md").read_text()


def test_the_index_of_decisions_is_complete() -> None:
    folder = ROOT / "docs" / "explanation" / "decisions"
    listed = re.findall(r"\((\d+-[^)]+)\)", (folder / "README.md").read_text())
    assert listed == sorted(path.name for path in folder.glob("[0-9]*.md"))


def test_the_glossary_has_thirty_words_at_most() -> None:
    rows = re.findall(
        r"^\| ([a-z ]+) \|", (ROOT / "docs" / "reference" / "glossary.md").read_text(), re.MULTILINE
    )
    words = [word for word in rows if word != "word"]
    assert 0 < len(words) <= 30
    assert len(set(words)) == len(words)


def test_every_room_of_the_server_has_a_page_with_all_its_modules() -> None:
    pages = {path.stem: path.read_text() for path in (ROOT / "docs" / "explanation" / "rooms").glob("*.md")}
    rooms = [path.parent for path in (ROOT / "serai" / "server").glob("*/__init__.py")]
    assert sorted(room.name for room in rooms) == sorted(pages)
    for room in rooms:
        inside = [
            path for path in room.rglob("*.py") if "migrations" not in path.parts and path.stem[0] != "_"
        ]
        assert [path.stem for path in inside if f"`{path.stem}`" not in pages[room.name]] == []
