"""Compiles the kernel and the rules with mypyc. Without a C compiler the install goes on in Python."""

from __future__ import annotations

import os
import sys
from glob import glob

from setuptools import Extension, setup

COMPILED = [
    "serai/kernel/bits.py",
    "serai/kernel/rng.py",
    "serai/kernel/state.py",
    "serai/kernel/playout.py",
    "serai/bots/greedy.py",
    "serai/bots/search.py",
    *sorted(
        path
        for name in ("board", "cards", "dice", "ids", "state", "rules", "observe", "value")
        for path in glob(f"serai/games/*/{name}.py")
    ),
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
