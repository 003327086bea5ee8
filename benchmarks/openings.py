"""The bots' first choices, and a game of the strongest with its win chances.

python benchmarks/openings.py docs/explanation/reports/openings.md
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Final

import serai
from serai.bots.bot import Budget, Situation
from serai.bots.names import make_bot, strongest_bot
from serai.kernel.game import Game
from serai.kernel.state import CHANCE, OVER, State

PLAYERS: Final = 4
GAMES: Final = 40
# What is counted: choices of a seat that begin so, how many of the first, and which word tells them apart.
COUNTED: Final = {
    "yspahan": [("first take", "take ", 1, 1), ("first two buildings", "build ", 2, 1)],
    "istanbul": [("first place", "move ", 1, 1), ("second place", "move ", 2, 1)],
    "morgenland": [("first three figures", "place ", 3, 2), ("first figure", "place ", 1, 1)],
}
WORK: Final = {"yspahan": 35, "istanbul": 70, "morgenland": 75}
SHOWN: Final = 24  # choices of the annotated game
SURE: Final = 0.02  # by so much the best choice is better than the next: worth showing
WORDS: Final = {
    "yspahan": "What comes first depends on the dice, and both begin much alike. The net hardly ever takes "
    "chests first, and builds store and pasture before anything else, never the market. In the whole game it "
    "gets more from buildings and from full caravans, less from markets (see [the report](bots.md)).",
    "istanbul": "Both like the Post Office and the Police Station, which sends the family member there. The "
    "net goes to the Caravanserai more than three times as often: it wants cards early.",
    "morgenland": "Greedy puts its strongest figure down first, nearly always into a cave. The net begins "
    "with a middling one and keeps the strong ones until it has seen where others are.",
}


def texts(game: Game, bot: str) -> list[list[str]]:
    """The choices of each seat in some games, where it had several."""
    found = []
    for number in range(GAMES):
        state = game.new(PLAYERS)
        rng = serai.Rng(f"opening {number}")
        bots = [make_bot(bot, game) for _ in range(PLAYERS)]
        said: list[list[str]] = [[] for _ in bots]
        for seat, one in enumerate(bots):
            one.reset(game, PLAYERS, game.settings(PLAYERS), seat, f"opening {number} {seat}")
        while state.actor != OVER and min(map(len, said)) < 40:
            if state.actor == CHANCE:
                state.apply(state.sample(rng))
                continue
            seat = state.actor
            choice = bots[seat].choose(Situation(state, seat), Budget())
            said[seat].append(state.text(choice))
            state.apply(choice)
        found += said
    return found


def table(name: str, net: list[list[str]], greedy: list[list[str]]) -> list[str]:
    """How often each of them begins with which choice."""
    lines: list[str] = []
    for title, verb, last, word in COUNTED[name]:
        counts = [count(said, verb, last, word) for said in (net, greedy)]
        sums = [sum(found.values()) or 1 for found in counts]
        lines += [f"| {title} | net | greedy |", "| --- | --: | --: |"]
        kinds = sorted(counts[0] | counts[1], key=lambda kind: (-counts[0][kind], kind))
        for kind in kinds[:8]:
            shares = [found[kind] / sum_ for found, sum_ in zip(counts, sums, strict=True)]
            lines.append(f"| {kind} | {shares[0]:.0%} | {shares[1]:.0%} |")
        lines.append("")
    return lines


def count(said: list[list[str]], verb: str, last: int, word: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for choices in said:
        found.update(text.split()[word] for text in [one for one in choices if one.startswith(verb)][:last])
    return found


def annotated(game: Game) -> list[str]:
    """The first game that the strongest wins against three greedy seats: where it was surest."""
    number = 0
    while True:
        number += 1
        state, rows = annotated_game(game, f"annotated {number}")
        if state.winners() == [0]:
            break
    surest = sorted(rows, key=lambda row: -row[1])[:SHOWN]
    scores = ", ".join(map(str, state.scores()))
    return [
        f"Game {number} of the strongest ({WORK[game.name]} walks a choice), in the first seat, against "
        f"three greedy ones, the first that it won ({scores}). Of its choices the {SHOWN} where it saw the "
        "largest differences, each beside its second thought.",
        "",
        "| choice of the game | played | win chance | instead of | win chance |",
        "| --: | --- | --: | --- | --: |",
        *(row for _, gain, row in sorted(surest) if gain >= SURE),
        "",
    ]


def annotated_game(game: Game, seed: str) -> tuple[State, list[tuple[int, float, str]]]:
    """Its end; and for each choice of the first seat its number, by how much it was the best, and its row."""
    state = game.new(PLAYERS)
    rng = serai.Rng(seed)
    bots = [make_bot("greedy", game) for _ in range(PLAYERS)]
    best = strongest_bot(game, WORK[game.name])
    for seat, bot in enumerate([best, *bots[1:]]):
        bot.reset(game, PLAYERS, game.settings(PLAYERS), seat, f"{seed} {seat}")
    rows: list[tuple[int, float, str]] = []
    number = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.sample(rng))
            continue
        situation = Situation(state, state.actor)
        number += 1
        if state.actor != 0:
            state.apply(bots[state.actor].choose(situation, Budget()))
            continue
        choice = situation.legal[0]
        if len(situation.legal) > 1:
            ranked = best.ranked(situation, Budget())
            (choice, share), (other, less) = ranked[:2]
            row = f"| {number} | `{state.text(choice)}` | {share:.0%} | `{state.text(other)}` | {less:.0%} |"
            rows.append((number, share - less, row))
        state.apply(choice)
    return state, rows


def main() -> None:
    lines = [
        "# What the bots do first",
        "",
        f"From {GAMES} games of four equals each, `net` and greedy, played by `python "
        "benchmarks/openings.py`. Choices are written as in [records](../../reference/notation.md).",
        "",
    ]
    for name in WORDS:
        game = serai.game(name)
        lines += [f"## {game.title}", "", WORDS[name], ""]
        lines += table(name, texts(game, "net"), texts(game, "greedy"))
        lines += annotated(game)
    Path(sys.argv[1]).write_text("\n".join(lines).rstrip() + "\n", "utf-8")


if __name__ == "__main__":
    main()
