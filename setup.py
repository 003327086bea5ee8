"""Compiles the rules, and what shows them, with mypyc. Without a C compiler the install goes on in Python.

Each game has two libraries of its own, one for its rules and one for its page. So a change in a game compiles
that game alone (`docs/explanation/decisions/013-libraries.md`).
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import sys
from glob import glob

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext

FOLDER = "build/c"
CACHE = f"{FOLDER}/mypy"
# What the server runs with need not be there to build it: the linter checks types that come from it.
MYPY = [
    "--strict",
    "--ignore-missing-imports",
    "--follow-imports=silent",
    "--no-warn-return-any",
    "--no-warn-unused-ignores",
    "--no-sqlite-cache",
    f"--cache-dir={CACHE}",
]
# Of a game's rules everything is compiled but what turns them into words and pictures.
INTERPRETED = ("__init__.py", "levels.py", "notation.py", "terminal.py", "training.py", "view.py")
# Of its page what is made anew after every choice. No compiled module knows where its file lies (`__file__`).
PAGE = ("elements", "hand", "log", "panels", "picks", "prompt", "reading", "standing", "words")
# A line that blames a game: mypy's "error:", or the "AssertionError:" of a mypyc that gives up.
BLAMED = re.compile(r"^serai[/\\]games[/\\](\w+)[/\\][^:]+:(?:\d+:)* (?:error|\w+Error):", re.MULTILINE)
CORE = [
    "serai/kernel/bits.py",
    "serai/kernel/kinds.py",
    "serai/kernel/piles.py",
    "serai/kernel/rng.py",
    "serai/kernel/softmax.py",
    "serai/kernel/state.py",
    "serai/kernel/tensor.py",
    "serai/kernel/playout.py",
    "serai/bots/greedy.py",
    "serai/bots/net_rater.py",
    "serai/bots/netsearch.py",
    "serai/bots/halving.py",
    "serai/bots/search.py",
    "serai/research/batch_loop.py",
    "serai/research/training/selfplay.py",
]
SCENES = [
    "serai/scene/build.py",
    "serai/scene/patch.py",
    "serai/scene/say.py",
    "serai/scene/scene.py",
    "serai/scene/share.py",
    "serai/server/live/scenes.py",
    "serai/server/tables/played_game.py",
    "serai/server/tables/table.py",
]


def libraries(without: set[str]) -> list[tuple[list[str], str]]:
    """The files of each library, and its name, which `serai/_source.py` knows.

    SERAI_COMPILE=NAME leaves all games but one interpreted, SERAI_COMPILE=core all games, SERAI_COMPILE=0
    everything.
    """
    only = os.environ.get("SERAI_COMPILE")
    found = [(CORE, "serai.core"), (SCENES, "serai.scenes")]
    for init in sorted(glob("serai/games/*/__init__.py")):
        folder = os.path.dirname(init).replace(os.sep, "/")
        if os.path.basename(folder) in without or only not in (None, os.path.basename(folder)):
            continue
        rules = sorted(path for path in glob(f"{folder}/*.py") if os.path.basename(path) not in INTERPRETED)
        page = sorted(path for name in PAGE for path in glob(f"{folder}/page/{name}.py"))
        for files, name in ((rules, "rules"), ([*glob(f"{folder}/view.py"), *page], "page")):
            if files:
                found.append((files, f"{folder.replace('/', '.')}.{name}"))
    return found


def extensions() -> list[Extension]:
    """The libraries. A game with an error, or over which mypyc stumbles, is left out and runs interpreted."""
    broken: set[str] = set()
    anew = False
    while True:
        said = io.StringIO()
        try:
            with contextlib.redirect_stdout(said):
                return [*compiled_by_mypyc(libraries(broken)), nets()]
        except KeyError:  # mypyc cannot always read what it wrote the last time
            if anew:
                raise
            anew = True
            shutil.rmtree(CACHE)
        except SystemExit:
            print(said.getvalue(), file=sys.stderr)
            more = set(BLAMED.findall(said.getvalue()))
            if not more - broken:
                raise
            broken |= more
            print(f"Not compiled, because of the errors above: {', '.join(sorted(more))}", file=sys.stderr)


def compiled_by_mypyc(wanted: list[tuple[list[str], str]]) -> list[Extension]:
    from mypyc.build import build_using_shared_lib, get_cflags, mypyc_build, setup_mypycify_vars
    from mypyc.options import CompilerOptions

    options = CompilerOptions(separate=True, target_dir=FOLDER)
    # Calls of methods that nobody overrides are direct, as in a single library. mypyc forgoes that when
    # libraries are separate, because a subclass may be in another. Here only `State` has such, and says so.
    options.global_opts = True
    files = [path for group, _ in wanted for path in group]
    groups, sources, _ = mypyc_build([*MYPY, *files], options, separate=list(wanted))
    forget_subclasses()
    setup_mypycify_vars()
    found: list[Extension] = []
    # The largest first: the others are compiled beside it.
    for (modules, name), (c_files, headers) in sorted(
        zip(groups, sources, strict=True), key=lambda row: -os.path.getsize(row[1][0][0])
    ):
        # Scenes are made of dicts and strings: more would take longer to compile and run no faster.
        level = os.environ.get("SERAI_COMPILE_LEVEL", "1" if name.endswith((".page", ".scenes")) else "3")
        flags = get_cflags(opt_level=level)
        if sys.platform != "win32":  # calls inside the library may be direct, and inlined
            flags += ["-fno-semantic-interposition", "-fvisibility=hidden"]
        found += build_using_shared_lib(modules, name, c_files, headers, FOLDER, flags, [])
    for extension in found:
        extension.optional = True
    return found


def nets() -> Extension:
    """What evaluates nets is C of our own."""
    flags = [] if sys.platform == "win32" else ["-O3"]
    return Extension("serai.bots._net", ["serai/bots/_net.c"], extra_compile_args=flags, optional=True)


def forget_subclasses() -> None:
    """mypyc remembers the subclasses of `State`, and stumbles over one that has changed since. It needs none:
    where subclasses may be interpreted, all calls are virtual anyway."""
    for path in glob(f"{CACHE}/**/*.ir.json", recursive=True):
        with open(path, encoding="utf-8") as file:
            kept = json.load(file)
        open_classes = [one for one in kept["ir"]["classes"] if one["allow_interpreted_subclasses"]]
        if any(one["children"] for one in open_classes):
            for one in open_classes:
                one["children"] = None
            with open(path, "w", encoding="utf-8") as file:
                json.dump(kept, file)


class Package(Distribution):
    """Has something to compile, though only who compiles it finds out what: that takes a while."""

    def has_ext_modules(self) -> bool:
        return os.environ.get("SERAI_COMPILE") != "0"


class Build(build_ext):
    """What is compiled no more, or cannot be, does not stay as it was."""

    def run(self) -> None:
        if self.distribution.has_ext_modules():
            self.distribution.ext_modules = extensions()
            self.swig_opts = None  # options are read once more, and this one cannot be as it is
            self.finalize_options()
        super().run()

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.remove(self.get_ext_fullpath(ext.name))
            raise

    def copy_extensions_to_source(self) -> None:
        build_py = self.get_finalized_command("build_py")
        pairs = [self._get_inplace_equivalent(build_py, ext) for ext in self.extensions]
        kept = {os.path.normpath(here) for here, built in pairs if os.path.exists(built)}
        for suffix in ("so", "pyd"):
            for path in glob(f"serai/**/*.{suffix}", recursive=True):
                if os.path.normpath(path) not in kept:
                    os.remove(path)
        super().copy_extensions_to_source()


def at_once() -> int:
    """How many libraries are compiled side by side: each takes the better part of a gigabyte."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not told here
        return 1
    return max(1, min(os.cpu_count() or 1, (memory >> 30) - 1))


setup(
    distclass=Package,
    cmdclass={"build_ext": Build},
    options={"build_ext": {"parallel": at_once()}},
)
