"""Builds what all viewers of a position share once, from what a spectator may know."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from serai.scene.layers import Over
from serai.scene.scene import Look, Panel

T = TypeVar("T")


def shared(make: Callable[[Look], T]) -> Callable[[Look], T]:
    """A part of a scene that is the same for everyone. It is built from a spectator's look, so it cannot
    reveal anything hidden; it is cached with that look and must not be modified."""

    @wraps(make)
    def once(look: Look) -> T:
        public = look.public or look
        if make not in public.made:
            public.made[make] = make(public)
        found: T = public.made[make]
        return found

    return once


def own_panels(
    look: Look, make: Callable[[Look, int], Panel], open_panels: Callable[[Look], dict[str, Panel]]
) -> Over | None:
    """The panels of a viewer who knows more about a seat than everyone does."""
    if look.public is None:
        return None
    seats, known = look.seen["seats"], look.public.seen["seats"]
    own = {str(seat): make(look, seat) for seat in range(len(seats)) if seats[seat] != known[seat]}
    return Over(open_panels(look), own) if own else None
