"""A lesson over HTTP and its socket: scripted rivals, expected choices, and resuming."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection

from serai.scene.lesson import lessons
from serai.server.live.study.lessons import read_progress
from serai.server.routes.web import LESSONS
from tests.server.routes.test_pages import first
from tests.server.server_process import PATIENCE, Player, connect

LESSON = lessons("yspahan")[0]
PATH = f"/learn/yspahan/{LESSON.name}"


class Pupil:
    """A page at a lesson."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.whole = self.hear()
        self.step: dict[str, Any] = self.hear()["lesson"]
        self.number = self.whole["number"]

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        return message

    def ask(self, **message: Any) -> list[dict[str, Any]]:
        """Send something; what comes until the next step, or a refusal."""
        self.socket.send(json.dumps({**message, "id": 7}))
        heard = [self.hear()]
        assert heard[0]["id"] == 7
        while not heard[-1].keys() & {"lesson", "why", "refused", "explain"}:
            heard.append(self.hear())
        for one in heard:
            self.number = one.get("number", self.number)
        self.step = heard[-1].get("lesson", self.step)
        return heard

    def choose(self, choice: int) -> list[dict[str, Any]]:
        return self.ask(choose=choice, number=self.number)

    def go_on(self) -> None:
        """Do what the step asks."""
        step, choice = self.step["step"], self.step["choice"]
        if choice is None:
            self.ask(step=step + 1)
        else:
            self.choose(choice)
        assert self.step["step"] == step + 1


@contextmanager
def pupil(client: httpx.Client, cookie: str = "") -> Iterator[Pupil]:
    url = f"{str(client.base_url).replace('http', 'ws', 1).rstrip('/')}{PATH}/socket"
    with connect(url, {"Cookie": f"{LESSONS}={cookie}"}) as socket:
        yield Pupil(socket)


def test_a_lesson_is_followed_to_its_end(client: httpx.Client) -> None:
    with pupil(client) as page:
        for step in LESSON.steps[:-1]:
            assert (page.number, page.step["choice"]) == (step.number, step.choice)
            page.go_on()
        assert page.step["step"] == page.step["of"] - 1
        assert page.ask(step=page.step["of"])[-1]["refused"]["code"] == "late"


def test_a_wrong_choice_is_answered_and_not_made(client: httpx.Client) -> None:
    with pupil(client) as page:
        assert page.choose(0)[-1]["refused"]["code"] == "illegal"  # something is to be read first
        while page.step["choice"] is None or LESSON.steps[page.step["step"]].choice is None:
            page.go_on()
        step = LESSON.steps[page.step["step"]]
        state = LESSON.record().replay(step.number)
        for other in state.legal():
            if other != step.choice:
                assert page.choose(other)[-1]["why"] == step.answer(state.text(other))
        assert page.choose(10**6)[-1]["refused"]["code"] == "illegal"
        assert page.ask(choose=step.choice, number=page.number + 1)[-1]["refused"]["code"] == "late"
        assert page.ask(step=page.step["step"] + 1)[-1]["refused"]["code"] == "late"  # it is asked first
        assert page.number == step.number
        page.go_on()


def test_a_lesson_can_go_back(client: httpx.Client) -> None:
    with pupil(client) as page:
        for _ in range(6):
            page.go_on()
        heard = page.ask(step=2)
        assert "scene" in heard[0]
        assert (page.step["step"], page.number) == (2, LESSON.steps[2].number)
        page.go_on()


def test_things_are_explained(client: httpx.Client) -> None:
    with pupil(client) as page:
        assert page.ask(explain="shop-chest-B1")[-1]["explain"]["text"]
        assert page.ask(explain="nothing")[-1]["explain"]["text"] == ""
        assert page.ask(explain=7)[-1]["refused"]["code"] == "bad-request"
        assert page.ask(hint=3)[-1]["refused"]["code"] == "bad-request"


def test_a_lesson_resumes_where_it_was_left(client: httpx.Client) -> None:
    cookie = f"istanbul.other.3d~yspahan.{LESSON.name}.5"
    with pupil(client, cookie) as page:
        assert page.step["step"] == 5
    client.cookies.set(LESSONS, cookie)
    told = first(client.get(PATH).text)
    assert told["number"] == LESSON.steps[5].number
    assert told["settings"]["lesson"]["step"] == 5  # type: ignore[index]
    assert first(client.get(f"{PATH}?again=1").text)["number"] == LESSON.steps[0].number
    assert "6 / 17" in client.get("/").text
    for beyond in ("999", "999d"):
        client.cookies.set(LESSONS, f"yspahan.{LESSON.name}.{beyond}")
        told = first(client.get(PATH).text)
        assert told["settings"]["lesson"]["step"] == len(LESSON.steps) - 1  # type: ignore[index]


def test_a_malformed_cookie_is_ignored() -> None:
    assert read_progress("") == read_progress("~~..~-x..3~a.b.c~x y.b.3") == {}
    assert read_progress("my_game.first.3d") == {("my_game", "first"): (3, True)}


def test_lessons_are_offered(client: httpx.Client) -> None:
    for path in ("/", "/rules/yspahan?lang=en"):
        assert f'href="{PATH}"' in client.get(path).text
    assert "New here?" in client.get("/").text
    waiting = client.post("/tables", data={"game": "yspahan", "level_1": "open"}).headers["location"]
    assert f'href="{PATH}"' in client.get(waiting).text
    assert "New here?" not in client.get("/").text  # there is a table
    assert client.get("/learn/yspahan").headers["location"] == PATH
    client.cookies.set(LESSONS, f"istanbul.{lessons('istanbul')[0].name}.17d")
    second = lessons("istanbul")[1]
    assert client.get("/learn/istanbul").headers["location"] == f"/learn/istanbul/{second.name}"
    for path in ("/learn/nothing", "/learn/yspahan/nothing", "/learn/nothing/nothing"):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize("lesson", [*lessons("istanbul"), *lessons("morgenland")], ids=lambda one: one.name)
def test_a_first_game_is_like_the_lesson(client: httpx.Client, lesson: Any) -> None:
    answer = client.post(f"/learn/{lesson.game.name}/{lesson.name}/play")
    path, _, fragment = answer.headers["location"].partition("#")
    assert fragment == "hints"
    settings: Any = first(client.get(path).text)["settings"]
    assert settings["options"] == dict(lesson.options)
    assert settings["players"] == lesson.players
    assert {level for level in settings["levels"] if level is not None} == {"level1"}
    Player(client, path).close()
