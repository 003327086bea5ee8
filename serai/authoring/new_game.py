"""Creates a new game: a working package for the author to change."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import serai
from serai.kernel.errors import SeraiError
from serai.kernel.registry import NAME, broken_games, game_names

TEMPLATE: Final = Path(__file__).parent / "template"
SUFFIX: Final = ".txt"  # of template files that are not Python modules of this package
# The template's name, class and title, which are replaced by the new game's.
PEBBLES: Final = re.compile(r"Game of Pebbles|Pebbles|pebbles")
POINTS: Final = '[project.entry-points."serai.games"]\n'


class BadName(SeraiError):
    """A name or a folder that a new game cannot have."""


def plain_name(name: str) -> str:
    """A name in the form a game can have: lowercase letters and underscores. Raises `BadName`.

    >>> plain_name("Silk-Road")
    'silk_road'
    """
    found = re.sub(r"[\s-]+", "_", name.strip().lower())
    if NAME.fullmatch(found) is None or keyword.iskeyword(found):
        raise BadName(f"{name!r} cannot name a game: it takes letters, digits and _, a letter first")
    return found


def title_of(name: str) -> str:
    """A title for a name.

    >>> title_of("silk_road")
    'Silk Road'
    """
    return " ".join(word.capitalize() for word in name.split("_"))


def write_package(name: str, folder: Path, title: str | None = None) -> list[Path]:
    """Write a package into a folder that does not exist yet, or is empty; returns its files.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     [path.name for path in write_package("silk_road", Path(folder))[:2]]
    ['README.md', 'pyproject.toml']
    """
    name = plain_name(name)
    _check_free(name)
    if find_spec(name) is not None:
        raise BadName(f"there is a module {name} already: another name would hide neither")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadName(f"{folder} is there already, and not empty")
    files = {folder / path: content for path, content in _outside(name, title).items()}
    files |= {folder / name / path: content for path, content in _game(name, title).items()}
    return _write(files)


def write_in_tree(name: str, root: Path, title: str | None = None) -> list[Path]:
    """Write a game into Serai's own sources: `serai/games/NAME`, `tests/NAME`, an entry point."""
    name = plain_name(name)
    _check_free(name)
    project = root / "pyproject.toml"
    home = root / "serai" / "games" / name
    if not project.exists() or not home.parent.is_dir():
        raise BadName(f"{root} has no sources of Serai: without --in-tree a game is a package of its own")
    if home.exists():
        raise BadName(f"{home} is there already")
    test = _outside(name, title)[f"tests/test_{name}.py"].replace(f"from {name}", f"from serai.games.{name}")
    files = {home / path: content for path, content in _game(name, title).items()}
    files[root / "tests" / name / "__init__.py"] = ""
    files[root / "tests" / name / f"test_{name}.py"] = test
    settings = project.read_text(encoding="utf-8")
    files[project] = settings.replace(POINTS, f'{POINTS}{name} = "serai.games.{name}:GAME"\n', 1)
    return _write(files)


def source_tree() -> Path:
    """The root of the source tree, if this is one."""
    return Path(serai.__file__).parents[1]


def _check_free(name: str) -> None:
    taken = {*game_names(), *(broken.announced.name for broken in broken_games())}
    if name in taken:
        raise BadName(f"there is a game {name!r} already")


def _game(name: str, title: str | None) -> dict[str, str]:
    folder = TEMPLATE / "pebbles"
    return {path.name: _named(path, name, title) for path in sorted(folder.glob("*.py"))}


def _outside(name: str, title: str | None) -> dict[str, str]:
    found = {}
    for path in sorted((TEMPLATE / "outside").iterdir()):
        if path.is_file():
            target = path.name.removesuffix(SUFFIX).replace("pebbles", name)
            found[f"tests/{target}" if target.startswith("test_") else target] = _named(path, name, title)
    return found


def _named(path: Path, name: str, title: str | None) -> str:
    words = title or title_of(name)
    kinds = {"pebbles": name, "Pebbles": title_of(name).replace(" ", ""), "Game of Pebbles": words}
    return PEBBLES.sub(lambda found: kinds[found[0]], path.read_text(encoding="utf-8"))


def _write(files: dict[Path, str]) -> list[Path]:
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return list(files)
