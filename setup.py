"""Compiles the kernel and the rules with mypyc. Without a C compiler the install goes on in Python."""

from __future__ import annotations

import os
import sys
from glob import glob

from setuptools import Extension, setup

# Of a game everything is compiled but what turns it into words and pictures.
INTERPRETED = ("__init__.py", "levels.py", "notation.py", "terminal.py", "view.py")
COMPILED = [
    "serai/kernel/bits.py",
    "serai/kernel/rng.py",
    "serai/kernel/state.py",
    "serai/kernel/tensor.py",
    "serai/kernel/playout.py",
    "serai/bots/greedy.py",
    "serai/bots/search.py",
    "serai/research/loop.py",
    *sorted(path for path in glob("serai/games/*/*.py") if os.path.basename(path) not in INTERPRETED),
]


def extensions() -> list[Extension]:
    if os.environ.get("SERAI_COMPILE") == "0":
        return []
    from mypyc.build import mypycify

    found: list[Extension] = mypycify(["--strict", *COMPILED], opt_level="3", group_name="serai")
    for extension in found:
        extension.optional = True
        if sys.platform != "win32":  # calls inside the library may be direct, and inlined
            extension.extra_compile_args += ["-fno-semantic-interposition", "-fvisibility=hidden"]
    return found


setup(ext_modules=extensions())
