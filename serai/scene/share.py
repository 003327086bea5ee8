"""What all who look at a position see alike is made once, from what a spectator may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from serai.scene.scene import Look

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


class Over(dict[str, Any]):
    """What all see alike, with the viewer's own entries laid over it. What changed in `base` is found once
    for all who have it."""

    __slots__ = ("base", "own")

    def __init__(self, base: Mapping[str, Any], own: Mapping[str, Any]) -> None:
        super().__init__(base)
        self.update(own)
        self.base = base
        self.own = own
