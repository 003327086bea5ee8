"""Compiled or interpreted: which of the two runs, and how to ask for the second."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import find_spec
from pathlib import Path

SERAI = Path(__file__).parent
# Compiled libraries (`setup.py` makes them): those of all, and those of each game.
SHARED = ("core", "scenes")
OF_A_GAME = ("rules", "page")


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
        games = (init.parent for init in (SERAI / "games").glob("*/__init__.py"))
        interpreted = [f"serai.games.{game.name}" for game in games if not _has(game, OF_A_GAME)]
    if interpreted:
        sys.meta_path.insert(0, SourceFinder(*interpreted))


def prefer_source_of(package: str) -> None:
    """Let a package run from its sources where this one does: compiled it needs this one compiled."""
    if package != "serai" and not compiled():
        sys.meta_path.insert(0, SourceFinder(package))


def _has(folder: Path, libraries: tuple[str, ...]) -> bool:
    return all(
        any((folder / f"{library}__mypyc{suffix}").exists() for suffix in EXTENSION_SUFFIXES)
        for library in libraries
    )


def compiled() -> bool:
    """Whether the rules run as compiled code."""
    spec = find_spec("serai.kernel.state")
    return spec is not None and not str(spec.origin).endswith(".py")
