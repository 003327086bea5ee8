"""Compiles a game in its own package with mypyc. In its `setup.py`:

    from setuptools import setup
    from serai.build import game_extensions

    setup(ext_modules=game_extensions("silk_road"))

The game's library calls that of Serai's core directly, so it only fits the version of the core it was
compiled with; its name says which. With another version of Serai the game runs as Python (`serai._source`).
It also does if Serai itself is not compiled, if mypyc or a C compiler is missing, or if mypyc rejects the
sources; the reason is printed to standard error.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from glob import glob
from typing import Any, Final

from serai import _source

Extension = Any  # of setuptools, which need not be there

FOLDER: Final = "build/serai"
# What turns rules into words and pictures is not compiled; no compiled module knows where its file lies.
INTERPRETED: Final = ("__init__.py", "levels.py", "notation.py", "terminal.py", "training.py", "view.py")
MYPY: Final = [
    "--ignore-missing-imports",
    "--follow-imports=silent",
    "--no-warn-unused-ignores",
    "--no-sqlite-cache",
    f"--cache-dir={FOLDER}/mypy",
]
VERSION: Final = "2.4."  # of mypy, as Serai's own library is compiled with


def game_extensions(package: str, folder: str = ".", modules: list[str] | None = None) -> list[Extension]:
    """The extensions of a game's package, which lies in `folder`; none where it cannot be compiled.

    `modules` names files to compile, without `.py`; by default all of the package but those that make words
    and pictures (`__init__`, `notation`, `levels`, `terminal`, `training`, `view` and folders).
    """
    home = os.path.join(folder, *package.split("."))
    there = {os.path.basename(path): path for path in sorted(glob(f"{home}/*.py"))}
    wanted = [name for name in there if name not in INTERPRETED]
    if modules is not None:
        wanted = [f"{name}.py" for name in modules]
    files = [there[name] for name in wanted]
    if not files:
        raise ValueError(f"there is nothing to compile in {home}")
    why = _obstacle()
    if why:
        print(f"{package} is not compiled: {why}", file=sys.stderr)
        return []
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            return _compiled(package, files)
    except SystemExit:  # so mypyc ends when it finds an error
        print(f"{output.getvalue()}\n{package} is not compiled, because of the errors above", file=sys.stderr)
        return []


def _obstacle() -> str:
    """Why nothing can be compiled; empty if it can."""
    if os.environ.get("SERAI_COMPILE") == "0":
        return "SERAI_COMPILE=0"
    if not _source.compiled():
        return "Serai itself is not, or runs interpreted"
    try:
        from mypy.version import __version__
    except ImportError:
        return "mypyc is missing (pip install 'serai[build]')"
    if not __version__.startswith(VERSION):
        return f"Serai is compiled with mypy {VERSION}x, and this is {__version__}"
    return ""


def _compiled(package: str, files: list[str]) -> list[Extension]:
    from mypyc.build import build_using_shared_lib, get_cflags, mypyc_build, setup_mypycify_vars
    from mypyc.options import CompilerOptions

    core = _source.core_files()
    options = CompilerOptions(separate=True, target_dir=FOLDER)
    name = f"{package}.rules_{_source.core_digest()}"
    wanted = [(core, "serai.core"), (files, name)]
    groups, sources, _ = mypyc_build([*MYPY, *core, *files], options, separate=list(wanted))
    setup_mypycify_vars()
    flags = get_cflags(opt_level=os.environ.get("SERAI_COMPILE_LEVEL", "3"))
    if sys.platform != "win32":
        flags += ["-fno-semantic-interposition", "-fvisibility=hidden"]
    found: list[Extension] = []
    for (modules, group), (c_files, headers) in zip(groups, sources, strict=True):
        if group == name:  # the other is there already
            found = build_using_shared_lib(modules, group, c_files, headers, FOLDER, flags, [])
    for extension in found:
        extension.optional = True
    return found
