"""What changed from one scene to the next.

A patch has the shape of what it changes: mappings are patched entry by entry, None removes an entry,
anything else is replaced (JSON Merge Patch, RFC 7396). A scene has no None in mappings that are patched,
except for `seat` and `sheet`, where None means the same as absence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The patch that turns `old` into `new`.

    >>> difference({"a": {"x": 1, "y": 2}, "b": 1}, {"a": {"x": 1, "y": 3}})
    {'a': {'y': 3}, 'b': None}
    """
    patch: dict[str, Any] = {}
    added = 0
    # Fast path: scenes are large, and most values are the same objects as before.
    for key, value, before in zip(new, new.values(), map(old.get, new), strict=True):
        if before is value:
            continue
        if before is None:
            added += 1
            patch[key] = value
        elif isinstance(value, dict) and isinstance(before, dict):
            change = difference(before, value)
            if change:
                patch[key] = change
        elif before != value:
            patch[key] = value
    if len(old) + added > len(new):
        for key in old:
            if key not in new:
                patch[key] = None
    return patch


def merge(old: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """The scene after a patch; `old` is not changed.

    >>> merge({"a": {"x": 1, "y": 2}, "b": 1}, {"a": {"y": 3}, "b": None})
    {'a': {'x': 1, 'y': 3}}
    """
    merged = dict(old)
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(merged.get(key), Mapping):
            merged[key] = merge(merged[key], value)
        else:
            merged[key] = value
    return merged
