"""Compiles the rules, and what shows them, with mypyc. Without a C compiler the install goes on in Python."""

from __future__ import annotations

import os
import sys
from glob import glob

from setuptools import Extension, setup

# Of a game's rules everything is compiled but what turns them into words and pictures.
INTERPRETED = ("__init__.py", "levels.py", "notation.py", "terminal.py", "view.py")
RULES = [
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
# Of its page what is made anew after every choice.
PAGE = ("elements", "hand", "log", "outlook", "panels", "picks", "prompt", "reading", "standing", "words")
SCENES = [
    "serai/scene/patch.py",
    "serai/scene/say.py",
    "serai/scene/scene.py",
    "serai/scene/share.py",
    "serai/server/sight.py",
    "serai/server/table.py",
    *sorted(glob("serai/games/*/view.py")),
    *sorted(path for name in PAGE for path in glob(f"serai/games/*/page/{name}.py")),
]


def extensions() -> list[Extension]:
    if os.environ.get("SERAI_COMPILE") == "0":
        return []
    from mypyc.build import mypycify

    found: list[Extension] = mypycify(["--strict", *RULES], opt_level="3", group_name="serai")
    # Scenes are made of dicts and strings: more would take longer to compile and run no faster.
    found += mypycify(["--strict", *SCENES], opt_level="1", group_name="scenes")
    for extension in found:
        extension.optional = True
        if sys.platform != "win32":  # calls inside the library may be direct, and inlined
            extension.extra_compile_args += ["-fno-semantic-interposition", "-fvisibility=hidden"]
    return found


def at_once() -> int:
    """How many libraries are compiled side by side: each takes the better part of a gigabyte."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not told here
        return 1
    return 2 if memory > 3 << 30 else 1


setup(ext_modules=extensions(), options={"build_ext": {"parallel": at_once()}})
