"""Compiled or interpreted: which of the two runs, and how to ask for the second."""

from __future__ import annotations

import os
import sys
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import find_spec


class SourceFinder:
    """Finds the `.py` file of a module of ours where an extension of the same name lies beside it."""

    @staticmethod
    def find_spec(name: str, path: list[str] | None = None, target: object = None) -> ModuleSpec | None:
        if not name.startswith("serai.") or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec is not None:
                return spec
        return None


LIBRARIES = ("serai__mypyc", "scenes__mypyc")


def prefer_source_if_asked() -> None:
    """With SERAI_INTERPRETED=1 the Python files run, for a debugger or to compare the two. They also do where
    a library is missing because the compiler gave up half-way."""
    missing = any(find_spec(library) is None for library in LIBRARIES)
    if missing or os.environ.get("SERAI_INTERPRETED") == "1":
        sys.meta_path.insert(0, SourceFinder)  # type: ignore[arg-type]


def compiled() -> bool:
    """Whether the rules run as compiled code."""
    spec = find_spec("serai.kernel.state")
    return spec is not None and not str(spec.origin).endswith(".py")
