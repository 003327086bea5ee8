"""What all who look at a position see alike is made once, from what a spectator may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any, TypeVar

from serai.scene.scene import Look, Scene

T = TypeVar("T")


def shared(make: Callable[[Look], T]) -> Callable[[Look], T]:
    """A part of a scene that is the same for everybody. It is made from the spectators' look, so it cannot
    tell anybody what he may not know; it is kept with that look and must not be changed."""

    @wraps(make)
    def once(look: Look) -> T:
        public = look.public or look
        if make not in public.made:
            public.made[make] = make(public)
        found: T = public.made[make]
        return found

    return once


class Layers(Mapping[str, Any]):
    """What lies on a table, by layers with keys of their own. A layer that is the very same as before has not
    changed, and is not looked at; a key stays in its layer."""

    __slots__ = ("layers",)

    def __init__(self, *layers: Mapping[str, Any]) -> None:
        self.layers = layers

    def __getitem__(self, key: str) -> Any:
        for layer in self.layers:
            if key in layer:
                return layer[key]
        raise KeyError(key)

    def get(self, key: str, default: Any = None) -> Any:
        for layer in self.layers:
            if key in layer:
                return layer[key]
        return default

    def __iter__(self) -> Iterator[str]:
        for layer in self.layers:
            yield from layer

    def __len__(self) -> int:
        return sum(map(len, self.layers))


class Over(Mapping[str, Any]):
    """What all see alike, with the viewer's own entries laid over it. What changed in `base` is found once
    for all who have it."""

    __slots__ = ("base", "own")

    def __init__(self, base: Mapping[str, Any], own: Mapping[str, Any]) -> None:
        self.base = base
        self.own = own

    def __getitem__(self, key: str) -> Any:
        return self.own[key] if key in self.own else self.base[key]

    def get(self, key: str, default: Any = None) -> Any:
        return self.own[key] if key in self.own else self.base.get(key, default)

    def __iter__(self) -> Iterator[str]:
        yield from self.base
        for key in self.own:
            if key not in self.base:
                yield key

    def __len__(self) -> int:
        return sum(1 for _ in self)


def plain(scene: Scene) -> dict[str, Any]:
    """A scene of dicts alone, as JSON wants it."""
    found = dict(scene)
    for key, part in scene.items():
        if isinstance(part, (Layers, Over)):
            found[key] = dict(part.items())
    return found
