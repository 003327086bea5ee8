"""A patch turns any old scene into any new one."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from serai.scene.patch import difference, merge

leaves = st.one_of(st.integers(-3, 3), st.booleans(), st.text("ab", max_size=2), st.lists(st.integers(0, 2)))
scenes = st.recursive(
    st.dictionaries(st.sampled_from("abc"), leaves, max_size=3),
    lambda inner: st.dictionaries(st.sampled_from("abc"), st.one_of(leaves, inner), max_size=3),
)


@given(scenes, scenes)
def test_merging_the_difference_gives_the_new_scene(old: dict[str, Any], new: dict[str, Any]) -> None:
    before = json.dumps(old)
    patch = difference(old, new)
    assert merge(old, json.loads(json.dumps(patch))) == new
    assert json.dumps(old) == before, "the old scene is left as it is"


@given(scenes)
def test_nothing_changed_is_an_empty_patch(scene: dict[str, Any]) -> None:
    assert difference(scene, json.loads(json.dumps(scene))) == {}


def test_only_what_changed_is_in_the_patch() -> None:
    old = {"elements": {"cube": {"x": 1, "y": 2}, "die": {"x": 5}}, "when": "Day 1"}
    new = {"elements": {"cube": {"x": 1, "y": 3}}, "when": "Day 1"}
    assert difference(old, new) == {"elements": {"cube": {"y": 3}, "die": None}}
