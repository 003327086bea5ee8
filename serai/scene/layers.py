"""Scenes composed of layers, so that unchanged parts need not be compared.

Not compiled: mypyc gives these classes no registry of their own, so `isinstance` would accept any mapping.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from serai.scene.scene import Scene


class Layers(Mapping[str, Any]):
    """What lies on a table, in layers with disjoint keys. A layer that is the same object as before has not
    changed and is not compared; a key stays in its layer."""

    __slots__ = ("layers",)

    def __init__(self, *layers: dict[str, Any]) -> None:
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
    """What all viewers share, overlaid with one viewer's own entries. Changes in `base` are computed once for
    all viewers who share it."""

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


def over(base: Scene, own: Mapping[str, Any]) -> Scene:
    """What all viewers share, overlaid with what one viewer sees differently, if anything."""
    return Over(base, {key: part for key, part in own.items() if part is not None})


def plain(scene: Scene) -> dict[str, Any]:
    """A scene as plain dicts, for JSON."""
    return {key: _flat(part) if isinstance(part, Layers | Over) else part for key, part in scene.items()}


def _flat(part: Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(part, Over):
        return {**_flat(part.base), **part.own}
    if isinstance(part, Layers):
        return {key: value for layer in part.layers for key, value in layer.items()}
    return dict(part)
