"""Games come from anywhere: announced ones are found, broken ones are named and left out."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import serai
from serai.authoring.template.pebbles import GAME as PEBBLES
from serai.kernel import registry
from serai.kernel.registry import BrokenGameWarning
from serai.scene.plain import PlainView
from serai.server.tables.games import game_words
from tests.game_packages import install, install_pebbles

ROOT = Path(__file__).parents[2]
Install = Callable[..., None]
OURS = ["yspahan", "istanbul", "morgenland"]
HERE = serai.game_names()  # others may be installed


def with_pebbles() -> list[str]:
    return [*OURS, *sorted({*HERE[3:], "pebbles"})]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs packages for this process, and forgets them when the test is over."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)

    def add(package: str, points: dict[str, str], files: dict[str, str] | None = None) -> None:
        install(tmp_path, package, points, files)
        registry.refresh()

    yield add
    monkeypatch.undo()
    registry.refresh()
    for name in set(sys.modules) - before:
        if not name.startswith(("serai.", "tests.")):
            del sys.modules[name]


def test_our_games_are_found_like_any_other() -> None:
    """By what is announced, and in a source tree that is newer than its metadata."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    for name in OURS:
        point = EntryPoint(name, f"serai.games.{name}:GAME", registry.GROUP)
        assert f'{name} = "{point.value}"' in text
        assert point.load() is serai.game(name)
    assert serai.game_names()[:3] == OURS


@pytest.mark.parametrize("value", ["pebbles", "pebbles:GAME", "pebbles.entry", "pebbles.entry:kept.game"])
def test_a_package_registers_a_game(tmp_path: Path, installed: Install, value: str) -> None:
    install_pebbles(tmp_path, value)
    entry = "from types import SimpleNamespace\nfrom . import GAME\nkept = SimpleNamespace(game=GAME)\n"
    (tmp_path / "pebbles" / "entry.py").write_text(entry)
    registry.refresh()
    assert serai.game_names() == with_pebbles()
    game = serai.game("pebbles")
    assert (game.package, game.folder) == ("pebbles", tmp_path / "pebbles")
    assert isinstance(game.view, PlainView)
    assert serai.Record.from_text(serai.Record("pebbles", 3).to_text()).game is game
    state = game.new(3)
    assert pickle.loads(pickle.dumps(state)).key() == state.key()


def test_a_game_has_its_own_view_and_translations(tmp_path: Path, installed: Install) -> None:
    install_pebbles(tmp_path)
    (tmp_path / "pebbles" / "view.py").write_text("def about(say): return say('Six throws')\n")
    (tmp_path / "pebbles" / "translations").mkdir()
    catalogue = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    catalogue += 'msgid "Six throws"\nmsgstr "Sechs Würfe"\n'
    (tmp_path / "pebbles" / "translations" / "de.po").write_text(catalogue, "utf-8")
    registry.refresh()
    game = serai.game("pebbles")
    assert game.view.about(game_words(game, "de")) == "Sechs Würfe"
    assert game.view.about(game_words(game, "nl")) == "Six throws"


def test_a_game_may_be_a_single_module(tmp_path: Path, installed: Install) -> None:
    install_pebbles(tmp_path, "alone")
    (tmp_path / "alone.py").write_text("from pebbles import GAME\n")
    registry.refresh()
    game = serai.game("pebbles")
    assert game.folder is None
    assert isinstance(game.view, PlainView)
    assert game_words(game, "de")("pebbles") == "pebbles"


MAKE = """
from dataclasses import replace
from serai.authoring.template.pebbles import GAME as PEBBLES, make
from serai.authoring.template.pebbles.rules import Pebbles
from serai.kernel.game import Option
class Odd(Pebbles):
    game_name = "odd"
GAME = replace(PEBBLES, name="odd", empty=Odd, make=lambda players, options: Odd(), {})
"""


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (
            "import no_such_library",
            "odd does not load: ModuleNotFoundError: No module named 'no_such_library'",
        ),
        ("1 / 0", "odd does not load: ZeroDivisionError: division by zero"),
        ("def f(:", "odd does not load: SyntaxError: "),
        ("raise SystemExit(3)", "odd does not load: SystemExit: 3"),
        ("", "the module odd has no GAME"),
        ("GAME = 7", "it is of type int, not a serai.Game"),
        (MAKE.replace("{}", "title=''"), "it has no title"),
        (MAKE.replace("{}", "title='Chess\\nX: y'"), "its title has characters that cannot be printed"),
        (MAKE.replace("{}", "version='1'"), "its version is '1'"),
        (MAKE.replace("{}", "players=4"), "its players are 4, not (least, most) from 1 to 8"),
        (MAKE.replace("{}", "players=(2, 9)"), "its players are (2, 9), not (least, most) from 1 to 8"),
        (MAKE.replace("{}", "players=(3, 2)"), "its players are (3, 2)"),
        (
            MAKE.replace("{}", "options={'length': 'short'}"),
            "its option length is of type str, not a serai.kernel.game.Option",
        ),
        (
            MAKE.replace("{}", "options={'length': Option(('short', 'long'), 'how long')}"),
            "help and default of its option length are texts",
        ),
        (
            MAKE.replace("{}", "options={'length': Option('how long', 'brief', ('short', 'long'))}"),
            "the default of its option length is 'brief', which is none of its values",
        ),
        (MAKE.replace("{}", "num_seat_actions=0"), "it has 0 choices of seats among 19"),
        (MAKE.replace("{}", "num_actions='19'"), "num_actions and num_seat_actions are numbers"),
        (MAKE.replace("{}", "num_actions=20"), "its positions have num_actions 19, the game 20"),
        (
            MAKE.replace("make=lambda players, options: Odd()", "make=None").replace("{}", ""),
            "make cannot be called",
        ),
        (
            MAKE.replace("empty=Odd", "empty=Pebbles").replace("{}", ""),
            "its positions have game_name 'pebbles'",
        ),
        (
            MAKE.replace("empty=Odd", "empty=dict").replace("{}", ""),
            "empty() gives a dict, not a serai.State",
        ),
        (
            MAKE.replace("options: Odd()", "options: 1 / 0").replace("{}", ""),
            "new() fails: ZeroDivisionError",
        ),
        (MAKE.replace('name="odd"', 'name="even"').replace("{}", ""), "it calls itself 'even'"),
    ],
)
def test_a_broken_package_is_named_and_left_out(installed: Install, content: str, reason: str) -> None:
    installed("odd-games", {"odd": "odd"}, {"odd.py": content})
    with pytest.warns(BrokenGameWarning) as warned:
        assert serai.game_names() == HERE
    told = f"the game 'odd' of the package 'odd-games' is left out: {reason}"
    assert [str(warning.message)[: len(told)] for warning in warned] == [told]
    with pytest.raises(serai.BrokenGame) as refused:
        serai.game("odd")
    assert str(refused.value).startswith(told)
    assert [str(broken)[: len(told)] for broken in registry.broken_games()] == [told]


@pytest.mark.parametrize("name", ["Odd", "odd-game", "1odd", "odd game", "ö", "o" * 41])
def test_the_name_of_a_game_is_safe_everywhere(installed: Install, name: str) -> None:
    installed("odd-games", {name: "odd"}, {"odd.py": ""})
    with pytest.warns(BrokenGameWarning, match="a name is lower-case letters, digits and _"):
        assert serai.game_names() == HERE


def test_a_missing_module_is_named(installed: Install) -> None:
    installed("odd-games", {"odd": "no_such.module"})
    with pytest.warns(BrokenGameWarning, match=r"no_such.module does not load|there is no module no_such"):
        assert serai.game_names() == HERE


def test_no_package_takes_the_name_of_our_games(tmp_path: Path, installed: Install) -> None:
    installed("other-games", {"yspahan": "other"}, {"other.py": "GAME = 1"})
    with pytest.warns(BrokenGameWarning, match="'serai' has a game of that name already"):
        assert serai.game_names() == HERE
    assert serai.game("yspahan").title == "Yspahan"


def test_the_first_of_two_packages_gets_a_name(tmp_path: Path, installed: Install) -> None:
    install_pebbles(tmp_path)
    installed("z-games", {"pebbles": "other"}, {"other.py": "GAME = 1"})
    with pytest.warns(BrokenGameWarning, match="of the package 'z-games'.*'pebbles-game' has a game"):
        assert serai.game_names() == with_pebbles()
    assert serai.game("pebbles").title == "Game of Pebbles"


def test_our_own_metadata_do_not_clash(installed: Install) -> None:
    """A source tree may be installed more than once; older metadata may name the module alone."""
    installed("serai-old", {name: f"serai.games.{name}" for name in OURS})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert serai.game_names() == HERE


def test_a_process_may_have_games_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "LOCAL", {})
    registry.register(PEBBLES)
    assert serai.game("pebbles") is PEBBLES
    assert serai.game_names() == [*HERE, "pebbles"]
    with pytest.raises(serai.BrokenGame, match="there is a game 'pebbles' already"):
        registry.register(PEBBLES)


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
    return subprocess.run([sys.executable, *command], env=env, capture_output=True, text=True, cwd=folder)


def test_the_command_line_works_without_broken_games(tmp_path: Path) -> None:
    install_pebbles(tmp_path)
    install(tmp_path, "odd-games", {"odd": "odd"}, {"odd.py": "1 / 0"})
    told = run(tmp_path, "-m", "serai", "info")
    assert told.returncode == 0, told.stderr
    assert "pebbles: Game of Pebbles, 2 to 4 players, rules version 1" in told.stdout
    assert "odd: left out: odd does not load: ZeroDivisionError" in told.stdout
    assert "the game 'odd' of the package 'odd-games' is left out" in told.stderr


def test_a_third_party_game_is_simulated_in_processes(tmp_path: Path) -> None:
    install_pebbles(tmp_path)
    told = run(
        *(tmp_path, "-m", "serai", "arena", "pebbles", "--bots", "random,greedy"),
        *("--games", "4", "--processes", "2", "--seed", "1"),
    )
    assert told.returncode == 0, told.stderr
    assert "greedy" in told.stdout
