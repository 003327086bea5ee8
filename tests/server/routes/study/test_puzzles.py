"""Puzzles over HTTP: no solution leaks, the verdict on a choice, and which puzzle is next."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from serai.analysis.puzzles import Puzzle, puzzles
from serai.server.live.study.puzzles import daily_puzzle, unseen_first
from serai.server.people.guests import COOKIE
from serai.server.routes.assets import Assets
from serai.server.routes.contexts import Reader
from serai.server.routes.pages import Pages
from tests.games import OURS
from tests.server.routes.test_pages import first
from tests.server.routes.test_refusals import code
from tests.server.server_process import ServerProcess


def path_of(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.game}/{puzzle.id}"


def ask(client: httpx.Client, puzzle: Puzzle, **fields: Any) -> list[dict[str, Any]]:
    answer = client.post(path_of(puzzle), data=fields)
    assert answer.status_code == 200
    messages: list[dict[str, Any]] = answer.json()["messages"]
    return messages


@pytest.mark.parametrize("name", OURS)
def test_nothing_hidden_is_revealed(client: httpx.Client, name: str) -> None:
    puzzle = puzzles(name)[0]
    page = client.get(path_of(puzzle)).text
    told = first(page)
    assert told["number"] == len(puzzle.choices)
    options: Any = told["scene"]["prompt"]["options"]  # type: ignore[index]
    assert {option["choice"] for option in options} == {value.choice for value in puzzle.values}
    wrong = json.dumps(ask(client, puzzle, choose=puzzle.values[1].choice))  # its cost is told
    past = client.get(f"{path_of(puzzle)}/scenes/0").text
    shares = [share for value in puzzle.values if len(share := str(value.share)) == len("0.1234")]
    assert shares
    for text in (page, wrong, past, client.get("/puzzles").text):
        assert not any(share in text for share in shares)
    (verdict,) = json.loads(wrong)
    assert verdict["puzzle"]["verdict"] == "wrong"
    assert (verdict["puzzle"]["values"], verdict["puzzle"]["best"]) == ([], "")
    # A later position than the puzzle's cannot be had.
    assert client.get(f"{path_of(puzzle)}/scenes/{len(puzzle.choices) + 1}").status_code == 404


def test_a_puzzle_is_failed_and_found(client: httpx.Client) -> None:
    puzzle = puzzles("istanbul")[1]
    assert COOKIE not in client.cookies
    (wrong,) = ask(client, puzzle, choose=puzzle.values[1].choice)
    assert COOKIE in client.cookies  # they are a guest now, and known again
    assert wrong["puzzle"]["cost"] == pytest.approx(puzzle.lead)
    assert wrong["puzzle"]["score"]["change"] < 0
    patch, right = ask(client, puzzle, choose=puzzle.best)
    assert patch["number"] == len(puzzle.choices) + 1
    told = right["puzzle"]
    assert told["verdict"] == "right"
    assert [value["choice"] for value in told["values"]] == [value.choice for value in puzzle.values]
    assert all(value["label"] for value in told["values"])
    assert told["best"] == told["values"][0]["label"]
    assert (told["score"]["counts"], told["score"]["days"], told["score"]["right"]) == (False, 1, 0)
    exported = client.get("/account/export").json()["puzzles"]
    assert [(row["puzzle"], row["solved"]) for row in exported] == [(puzzle.id, False)]


def test_the_answer_is_shown_on_request(client: httpx.Client) -> None:
    puzzle = puzzles("morgenland")[0]
    patch, shown = ask(client, puzzle, answer=1)
    assert "patch" in patch
    assert shown["puzzle"]["verdict"] == "shown"
    assert shown["puzzle"]["score"]["change"] < 0
    assert "scene" not in shown
    assert "You have tried this one before" in client.get(path_of(puzzle)).text


def test_today_is_the_same_for_all(client: httpx.Client, server: ServerProcess) -> None:
    before = datetime.now(UTC).date()
    with server.client() as other:
        pages = [client.get("/puzzles").text, other.get("/puzzles").text]
        ways = [
            one.get(f"/puzzles/{name}/today").headers["location"] for one in (client, other) for name in OURS
        ]
    if datetime.now(UTC).date() == before:  # else it was midnight
        for name in OURS:
            puzzle = daily_puzzle(name, before)
            assert puzzle is not None
            assert ways.count(path_of(puzzle)) == 2
            assert all(path_of(puzzle) in page for page in pages)
    assert 'href="/puzzles/yspahan/today"' in client.get("/").text


def test_another_one_was_not_seen(client: httpx.Client) -> None:
    puzzle = puzzles("morgenland")[0]
    ask(client, puzzle, choose=puzzle.best)
    way = client.get("/puzzles/morgenland").headers["location"]
    assert way.removeprefix("/puzzles/morgenland/") in {one.id for one in puzzles("morgenland")[1:]}
    assert f"1 of {len(puzzles('morgenland'))} tried" in client.get("/puzzles").text


def test_missed_puzzles_return_before_solved_ones() -> None:
    states = {"a": "solved", "b": "new", "c": "missed", "d": "new", "e": "found"}
    assert unseen_first(states) == ["b", "d"]
    assert unseen_first(states | {"b": "solved"}, after="d") == ["c"]
    states |= {"b": "found", "d": "found"}
    assert unseen_first(states) == ["c"]
    assert unseen_first(states, after="c") == ["b", "d", "e"]
    assert unseen_first({"a": "solved"}, after="a") == ["a"]


@pytest.mark.parametrize(
    ("tried", "words"),
    [(None, "bring no puzzles"), (3, "You have tried them all"), (2, "2 of 3 tried")],
)
def test_the_states_of_the_list(tried: int | None, words: str) -> None:
    today = {"url": "/puzzles/yspahan/x", "points": 1000, "state": "missed"}
    more = {"next": "/puzzles/yspahan", "number": 3, "tried": tried, "points": None}
    game = {"name": "yspahan", "title": "Yspahan", "cover": "", "today": today, **more}
    page = {"games": [game] if tried is not None else [], "days": 0, "today": False, "in_a_row": 0}
    page |= {"right": 0, "tried": 0}
    reader = Reader(language="en", theme="", guest=None, here="/puzzles", awaited=[])
    assert words in Pages(Assets()).fill("puzzles.html", reader, page)


def test_invalid_puzzle_requests(client: httpx.Client) -> None:
    puzzle = puzzles("yspahan")[0]
    for fields in ({}, {"choose": "x"}, {"choose": "1" * 10}, {"explain": "x" * 101}):
        assert code(client.post(path_of(puzzle), data=fields)) == "bad-request"
    assert code(client.post(path_of(puzzle), data={"choose": "99999"})) == "illegal"
    assert COOKIE not in client.cookies
    assert ask(client, puzzle, explain="shop-chest-B1")[0]["explain"]["text"]
    for path in ("/puzzles/chess", "/puzzles/yspahan/nothing", "/puzzles/chess/today", "/puzzles/chess/x"):
        assert client.get(path).status_code == 404
