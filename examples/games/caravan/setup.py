"""Compiles the rules if Serai is compiled and there is a C compiler; otherwise they run as Python."""

from setuptools import setup

try:
    from serai.build import game_extensions
except ImportError:  # as in an isolated build
    extensions = []
else:
    extensions = game_extensions("caravan")

setup(ext_modules=extensions)
