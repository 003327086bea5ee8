"""Compiled or interpreted: which of the two runs, and how to ask for the second."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import find_spec
from pathlib import Path

SERAI = Path(__file__).parent
# Compiled libraries (`setup.py` makes them): those of all, and those of each game.
SHARED = ("core", "scenes")
OF_A_GAME = ("rules", "page")
LIBRARY = re.compile(r"rules_([0-9a-f]+)__mypyc")  # of a game in a package of its own


class SourceFinder:
    """Finds the `.py` file of a module of ours where an extension of the same name lies beside it."""

    def __init__(self, *packages: str) -> None:
        self.packages = tuple(f"{package}." for package in packages)

    def find_spec(self, name: str, path: Sequence[str] | None, target: object = None, /) -> ModuleSpec | None:
        if not name.startswith(self.packages) or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec is not None:
                return spec
        return None


def prefer_source_if_asked() -> None:
    """With SERAI_INTERPRETED=1 the Python files run, for a debugger or to compare the two. They also do where
    a library is missing because the compiler gave up half-way: those of one game, or all."""
    if os.environ.get("SERAI_INTERPRETED") == "1" or not _has(SERAI, SHARED):
        interpreted = ["serai"]
    else:
        interpreted = []
        for init in (SERAI / "games").glob("*/__init__.py"):
            game = init.parent
            if not _has(game, OF_A_GAME if (game / "view.py").exists() else OF_A_GAME[:1]):
                interpreted.append(f"serai.games.{game.name}")
    if interpreted:
        sys.meta_path.insert(0, SourceFinder(*interpreted))


def prefer_source_of(package: str) -> None:
    """Let a package run from its sources where it cannot run compiled: its libraries call that of Serai's
    core, which must be there, and made of the same sources (`serai.build`)."""
    if package == "serai":
        return
    if not compiled() or _compiled_for_another(package):
        sys.meta_path.insert(0, SourceFinder(package))


def _compiled_for_another(package: str) -> bool:
    spec = find_spec(package)
    folders = (spec.submodule_search_locations if spec else None) or ()
    made_for = {
        found[1]
        for folder in folders
        for path in Path(folder).glob("rules_*__mypyc*")
        if (found := LIBRARY.match(path.name))
    }
    return bool(made_for) and made_for != {core_digest()}


@cache
def core_files() -> list[str]:
    """The sources of the compiled core, in the order in which they are compiled."""
    library = import_module("serai.core__mypyc")
    modules = [name.removeprefix("init_").split("___") for name in vars(library) if name.startswith("init_")]
    return [str(SERAI.parent.joinpath(*words).with_suffix(".py")) for words in modules]


@cache
def core_digest() -> str:
    """Changes with the sources of the compiled core."""
    digest = blake2b(digest_size=6)
    for path in core_files():
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()


def _has(folder: Path, libraries: tuple[str, ...]) -> bool:
    return all(
        any((folder / f"{library}__mypyc{suffix}").exists() for suffix in EXTENSION_SUFFIXES)
        for library in libraries
    )


def compiled() -> bool:
    """Whether the rules run as compiled code."""
    spec = find_spec("serai.kernel.state")
    return spec is not None and not str(spec.origin).endswith(".py")
