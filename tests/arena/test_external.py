"""Bots that are external programs: real ones, good and bad."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import serai
from serai import CHANCE, Rng
from serai.bots.bot import Budget, Situation
from serai.bots.external import BotFault, ProcessBot, class_bot
from serai.bots.names import make_bot

GAME = serai.game("yspahan")
LONG = 60.0
SHORT = 0.2
EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "lines_bot.py"


def python(code: str) -> str:
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}"


def answering(answer: str) -> str:
    """A program that gives the same answer to every question."""
    return python(f"import sys\nfor line in sys.stdin:\n  if 'choose' in line: print({answer!r}, flush=True)")


@pytest.fixture
def situation() -> Situation:
    state = GAME.new(3)
    rng = Rng(1)
    while state.actor == CHANCE:
        state.apply(state.sample(rng))
    return Situation(state, state.actor)


def ask(bot: ProcessBot, situation: Situation, budget: Budget | None = None) -> int:
    with closing(bot):
        bot.reset(GAME, 3, {}, situation.seat, "seed")
        return bot.choose(situation, budget or Budget())


def fault_of(bot: ProcessBot, situation: Situation) -> BotFault:
    with pytest.raises(BotFault) as raised:
        ask(bot, situation)
    assert bot.process is None
    assert str(raised.value).startswith(f"{bot.name}: {raised.value.kind}: ")
    return raised.value


def test_a_program_answers_by_id_or_by_text(situation: Situation) -> None:
    choice = situation.legal[-1]
    for answer in (choice, situation.text(choice)):
        command = answering(json.dumps({"choice": answer}))
        assert ask(ProcessBot("bot", command, LONG), situation) == choice


def test_a_program_receives_all_it_needs(situation: Situation, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    command = f"tee {shlex.quote(str(heard))} | {answering(json.dumps({'choice': situation.legal[0]}))}"
    ask(ProcessBot("bot", command, LONG), situation, Budget(work=7))
    reset, choose = map(json.loads, heard.read_text().splitlines())
    assert reset == {
        "type": "reset",
        "protocol": 1,
        "game": "yspahan",
        "version": GAME.version,
        "players": 3,
        "options": {},
        "seat": situation.seat,
        "seed": "seed",
    }
    position = choose.pop("position")
    assert choose == {
        "type": "choose",
        "number": 1,
        "observation": json.loads(json.dumps(situation.observation)),
        "legal": [{"id": choice, "text": situation.text(choice)} for choice in situation.legal],
        "budget": {"seconds": None, "work": 7},
    }
    state = GAME.empty()
    state.load(position)
    assert state.observe(situation.seat) == situation.observation


def test_the_position_sent_has_its_hidden_cards_redealt(tmp_path: Path) -> None:
    state = GAME.new(3)
    rng = Rng(4)
    while state.actor < 0 or min(seat["cards"] for seat in state.observe(None)["seats"]) < 2:
        state.apply(state.sample(rng) if state.actor == CHANCE else drawn(state, rng))
    situation = Situation(state, state.actor)
    heard = tmp_path / "heard"
    command = f"tee {shlex.quote(str(heard))} | {answering(json.dumps({'choice': situation.legal[0]}))}"
    bot = ProcessBot("bot", command, LONG)
    with closing(bot):
        bot.reset(GAME, 3, {}, situation.seat, "seed")
        for _ in range(20):
            bot.choose(situation, Budget())
    sent = [json.loads(line)["position"] for line in heard.read_text().splitlines()[1:]]
    assert len({str(position) for position in sent}) > 1


def drawn(state: serai.State, rng: Rng) -> int:
    legal = state.legal()
    cards = [choice for choice in legal if state.text(choice) == "draw"]
    return cards[0] if cards else legal[rng.below(len(legal))]


@pytest.mark.parametrize(
    ("command", "kind", "detail"),
    [
        ("exit 3", "crash", "it ended with code 3"),
        ("/no/such/program", "crash", "not found"),
        (python("raise SystemExit('I give up')"), "crash", "it ended with code 1 (I give up)"),
        ("echo hello; cat >/dev/null", "garbage", "'hello' is no answer"),
        (answering('{"option": 1}'), "garbage", "is no answer"),
        (answering("[1]"), "garbage", "is no answer"),
        (answering('{"choice": null}'), "garbage", "None is neither"),
        (answering('{"choice": true}'), "garbage", "True is neither"),
        (answering('{"choice": 1.0}'), "garbage", "1.0 is neither"),
        (answering('{"choice": 99999}'), "illegal", "99999 is not open to it"),
        (answering('{"choice": "take elephant"}'), "illegal", "'take elephant' is not open to it"),
        ("cat /dev/zero", "garbage", "is no answer"),
    ],
)
def test_errors_of_a_program_are_reported(command: str, kind: str, detail: str, situation: Situation) -> None:
    fault = fault_of(ProcessBot("bot", command, LONG), situation)
    assert (fault.bot, fault.kind) == ("bot", kind)
    assert detail in fault.detail


@pytest.mark.parametrize("command", ["cat >/dev/null", "tail -f /dev/null"])
def test_a_program_that_never_answers_is_killed(command: str, situation: Situation) -> None:
    fault = fault_of(ProcessBot("bot", command, SHORT), situation)
    assert fault.kind == "stall"
    assert "no answer within 0.2 s" in fault.detail


def test_a_program_that_does_not_read_cannot_block_the_game(situation: Situation) -> None:
    bot = ProcessBot("bot", f"yes '{json.dumps({'choice': situation.legal[0]})}'", SHORT)
    with closing(bot):
        bot.reset(GAME, 3, {}, situation.seat, "seed")
        with pytest.raises(BotFault, match="stall"):  # noqa: PT012
            for _ in range(10_000):  # long before, its input is full
                bot.choose(situation, Budget())


def test_a_time_budget_also_applies(situation: Situation) -> None:
    bot = ProcessBot("bot", "cat >/dev/null", 0.1)
    with pytest.raises(BotFault, match=r"no answer within 0\.3 s"):
        ask(bot, situation, Budget(seconds=0.2))


def test_the_last_lines_of_stderr_are_kept(situation: Situation) -> None:
    code = "import sys\nfor n in range(99): print('line', n, file=sys.stderr)\nsys.exit(4)"
    fault = fault_of(ProcessBot("bot", python(code), LONG), situation)
    assert fault.stderr == tuple(f"line {n}" for n in range(79, 99))
    assert fault.detail == "it ended with code 4 (line 98)"


@pytest.fixture
def fifo(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """A pipe with a name. Reading meets its end when the last process that writes to it has gone."""
    path = tmp_path / "fifo"
    os.mkfifo(path)
    end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(end, True)
    yield path, end
    os.close(end)


@pytest.mark.parametrize("answers", [False, True])
def test_children_of_a_program_end_with_it(
    situation: Situation, fifo: tuple[Path, int], answers: bool
) -> None:
    path, end = fifo
    inner = answering(json.dumps({"choice": situation.legal[0]})) if answers else "exit 3"
    child = "tail -f /dev/null >/dev/null 2>&1 &"
    bot = ProcessBot("bot", f"exec 3>{path}; echo here >&3; {child} {inner}", LONG)
    if answers:
        ask(bot, situation)
    else:
        assert fault_of(bot, situation).detail == "it ended with code 3"
    assert os.read(end, 100) == b"here\n"
    assert os.read(end, 100) == b""


def test_a_failed_program_restarts_for_the_next_game(situation: Situation, tmp_path: Path) -> None:
    mark = tmp_path / "failed"
    good = answering(json.dumps({"choice": situation.legal[0]}))
    bot = ProcessBot("bot", f"if test -e {mark}; then {good}; else touch {mark}; exit 1; fi", LONG)
    assert fault_of(bot, situation).kind == "crash"
    assert ask(bot, situation) == situation.legal[0]


def test_one_process_plays_game_after_game(situation: Situation) -> None:
    with closing(ProcessBot("bot", shlex.join([sys.executable, str(EXAMPLE)]), LONG)) as bot:
        seen = set()
        for _ in range(3):
            bot.reset(GAME, 3, {}, situation.seat, "seed")
            assert bot.choose(situation, Budget()) in situation.legal
            assert bot.process is not None
            seen.add(bot.process.pid)
        assert len(seen) == 1


def test_a_class_plays_and_may_print(situation: Situation) -> None:
    assert ask(class_bot("tests.arena.players:First", LONG), situation) == situation.legal[0]


@pytest.mark.parametrize(
    ("name", "kind", "detail"),
    [
        ("Raises", "crash", "RuntimeError: no idea"),
        ("RaisesAtReset", "crash", "RuntimeError: not today"),
        ("Vanishes", "crash", "it ended with code 3"),
        ("Cheats", "illegal", "is not open to it"),
        ("Missing", "crash", "no attribute 'Missing'"),
    ],
)
def test_errors_of_a_class_are_reported(name: str, kind: str, detail: str, situation: Situation) -> None:
    fault = fault_of(class_bot(f"tests.arena.players:{name}", LONG), situation)
    assert fault.kind == kind
    assert detail in fault.detail


def test_a_class_that_never_answers_is_killed(situation: Situation) -> None:
    assert fault_of(class_bot("tests.arena.players:Waits", SHORT), situation).kind == "stall"


def test_names() -> None:
    for name, kind in [
        ("random", "RandomBot"),
        ("greedy", "GreedyBot"),
        ("search", "SearchBot"),
        ("search:30", "SearchBot"),
        ("cmd:cat", "ProcessBot"),
        ("some.module:Class", "ProcessBot"),
    ]:
        assert type(make_bot(name, GAME)).__name__ == kind
    last = len(GAME.levels)
    for name in ("", "elephant", "search:", "search:0", "search:x y", "cmd:", f"level{last + 1}", "a:1"):
        with pytest.raises(serai.BadOption, match=f"there is random, greedy, level1 to level{last}, search"):
            make_bot(name, GAME)
