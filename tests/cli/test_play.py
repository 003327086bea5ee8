"""A game in the terminal, played by a script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from serai import OVER, Record
from serai.bots.bot import Budget
from serai.cli import app


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SERAI_DATA", str(tmp_path))
    return tmp_path


# Greedy does the same whatever the levels are.
AGAINST_GREEDY = ("--seats", "you,greedy,greedy", "--seed", "3")


def play(*typed: str, words: tuple[str, ...] = AGAINST_GREEDY) -> str:
    result = CliRunner().invoke(
        app, ["play", "yspahan", *words], input="".join(f"{line}\n" for line in typed)
    )
    assert result.exception is None, result.exception
    assert result.exit_code == 0
    return result.output


def saved(folder: Path, name: str = "yspahan.txt") -> Record:
    return Record.read((folder / name).read_text())


def test_a_whole_game_to_the_end(tmp_path: Path) -> None:
    out = play(*["1"] * 400, words=("--players", "3", "--seed", "3"))
    assert "the game is over" in out
    assert " won, " in out
    record = saved(tmp_path)
    assert record.replay().actor == OVER
    assert record.tags["Seats"] == "human,level3,level3"


def test_only_bots_play_without_a_question(tmp_path: Path) -> None:
    out = play(words=("--seats", "random,random"))
    assert " won, " in out
    assert saved(tmp_path).replay().actor == OVER


def test_bots_sit_where_they_are_named(tmp_path: Path) -> None:
    out = play("take camels", "quit", words=("--seats", "you, level1,greedy", "--seed", "3"))
    assert "seat 1: take camels" in out
    assert saved(tmp_path).tags["Seats"] == "human,level1,greedy"


def test_bots_choose_the_same_after_undo(tmp_path: Path) -> None:
    words = ("--seats", "level1,you,level4", "--seed", "3")
    play("1", "1", "1", "quit", words=words)
    play("1", "1", "undo", "1", "1", "quit", words=words)
    assert saved(tmp_path).choices == saved(tmp_path, "yspahan-2.txt").choices


def test_a_bot_that_fails_is_replaced() -> None:
    out = play("1", "1", "1", "1", "quit", words=("--seats", "you,cmd:false,level1", "--seed", "3"))
    assert "a random bot takes its place" in out


@pytest.mark.parametrize("word", ["hint", "h"])
def test_a_hint_names_choices_their_outlook_and_why(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serai.cli.terminal.HINT", Budget(work=20))
    out = play(word, "quit")
    assert re.search(r"^ +[0-9]+%  take \w+   \(\w+ [+-][0-9.]+", out, re.MULTILINE)


def test_choices_are_accepted_as_numbers_and_as_notation() -> None:
    out = play("take camels", "1", "quit")
    assert "seat 1: take camels" in out
    assert "seat 1: collect" in out


@pytest.mark.parametrize(
    ("entry", "answer"),
    [
        ("elephant", "'elephant' is no choice of Yspahan"),
        ("take camles", "did you mean 'take camels'?"),
        ("take amphora", "'take amphora' is not possible now: seat 1 may choose"),
        ("99", "there are choices 1 to 3, not 99"),
        ("0", "there are choices 1 to 3, not 0"),
        ("save", "save needs a file"),
        ("save /proc/nowhere/x.txt", "cannot write"),
        ("undo", "nothing to undo"),
        ("help", "takes back your last choice"),
        ("²", "no choice of Yspahan"),
        ("9" * 5000, "there are choices 1 to 3, not"),
        ("save ~nobody-of-that-name/x.txt", "cannot write"),
        ("save a\0b", "cannot write a"),
        ("[bold]", "'[bold]' is no choice of Yspahan"),
    ],
)
def test_a_wrong_entry_gets_a_helpful_line(entry: str, answer: str) -> None:
    out = play(entry, "", "quit")
    assert answer in out
    assert "Traceback" not in out


def test_undo_goes_back_to_the_last_own_choice_and_keeps_the_dice(tmp_path: Path) -> None:
    play("take camels", "collect", "build pasture", "quit")
    straight = saved(tmp_path).choices
    out = play("take camels", "collect", "build pasture", "undo", "build pasture", "quit")
    assert out.count("seat 1: build pasture") == 2
    assert saved(tmp_path, "yspahan-2.txt").choices == straight


def test_undo_can_change_the_choice(tmp_path: Path) -> None:
    play("take camels", "undo", "take gold", "quit")
    record = saved(tmp_path)
    assert "take gold" in record.to_text()
    assert "take camels" not in record.to_text()


def test_save_and_resume(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    out = play("take camels", f"save {path}", "quit")
    assert f"saved {path}" in out
    before = Record.read(path.read_text()).choices
    resumed = CliRunner().invoke(app, ["play", "--resume", str(path)], input="collect\nend\nquit\n")
    assert resumed.exit_code == 0
    assert f"serai play --resume {path}" in resumed.output
    after = Record.read(path.read_text()).choices
    assert after[: len(before)] == before
    assert len(after) > len(before)


def test_a_new_player_is_told_how_to_enter_a_choice() -> None:
    assert "help lists other commands" in play("quit").splitlines()[0]


def test_a_new_game_does_not_overwrite_a_saved_one(tmp_path: Path) -> None:
    play("take camels", "quit")
    first = (tmp_path / "yspahan.txt").read_text()
    out = play("take gold", "quit")
    assert "yspahan-2.txt" in out
    assert (tmp_path / "yspahan.txt").read_text() == first
    assert "take gold" in (tmp_path / "yspahan-2.txt").read_text()


def test_saving_knows_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    play("save ~/kept.txt", "quit")
    assert (tmp_path / "kept.txt").exists()


def test_a_failed_save_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SERAI_DATA", str(tmp_path / "file"))
    out = play("quit")
    assert "cannot write" in out
    assert "Continue with" not in out


def test_the_end_of_the_input_saves(tmp_path: Path) -> None:
    out = play("take camels")
    assert "Continue with: serai play --resume" in out
    assert saved(tmp_path).to_text().endswith("take camels\n")


def test_a_plain_record_can_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "plain.txt"
    path.write_text('[Game "yspahan"]\n[Version "1"]\n[Players "2"]\n\nstart 1\n')
    result = CliRunner().invoke(app, ["play", "--resume", str(path)], input="quit\n")
    assert result.exit_code == 0
    assert Record.read(path.read_text()).tags["Seats"] == "human,level3"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("yspahan", "--seats", "human,human"), "takes players, seats, seed and options from its file"),
        (("--players", "3"), "takes players, seats, seed and options from its file"),
        (("--seed", "3"), "takes players, seats, seed and options from its file"),
        (("yspahan", "--layout", "long"), "takes players, seats, seed and options from its file"),
        (("chess",), "is a game of yspahan, not chess"),
    ],
)
def test_resuming_refuses_what_it_would_ignore(tmp_path: Path, words: tuple[str, ...], reason: str) -> None:
    play("quit")
    result = CliRunner().invoke(app, ["play", *words, "--resume", str(tmp_path / "yspahan.txt")])
    assert result.exit_code == 2
    assert reason in result.output


def test_two_people_see_only_their_own_cards() -> None:
    words = ("--seats", "human,human", "--seed", "2")
    out = play(*["", "draw", "1", "1", "1"] * 12, "quit", words=words)
    assert "Seat 1, to the keyboard" in out
    assert "Seat 2, to the keyboard" in out
    assert "chance: deal ?" in out
    for card in ("swap", "gold-for-points", "caravan"):
        assert f"chance: deal {card}" not in out


def test_people_see_only_their_own_draws() -> None:
    out = play(*["draw", "1"] * 60, "quit", words=("--players", "4", "--seed", "5"))
    drawn = [line for line in out.splitlines() if "chance: deal" in line]
    assert any(line.endswith("?") for line in drawn)
    assert any(not line.endswith("?") for line in drawn)


def test_an_empty_file_of_an_option_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cards.txt"
    path.write_text("")
    result = CliRunner().invoke(app, ["play", "morgenland", "--treasure-cards", str(path)])
    assert result.exit_code != 0
    assert "cards.txt is empty" in " ".join(result.output.split())


def test_a_spectator_of_bots_sees_no_drawn_spell() -> None:
    words = ["play", "morgenland", "--players", "3", "--seed", "1", "--seats", "random,random,random"]
    result = CliRunner().invoke(app, words)
    drawn = [line for line in result.output.splitlines() if "chance: draw" in line]
    assert drawn
    assert all(line.endswith("draw ?") for line in drawn)
