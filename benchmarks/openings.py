"""The bots' first choices, and games of the strongest with its win chances and its reasons.

python benchmarks/openings.py docs/explanation/reports/openings.md
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

import serai
from serai.bots import nets
from serai.bots.bot import Bot, Budget, Situation
from serai.bots.greedy import Greedy
from serai.bots.names import make_bot, strongest_bot
from serai.bots.players import NetSearchBot, SearchBot
from serai.kernel.game import Game
from serai.kernel.state import CHANCE, OVER, State

PLAYERS: Final = 4
BOTS: Final = {"strongest": 25, "net": 40, "greedy": 40}  # games of each among its equals
# What is counted: choices of a seat that begin so, how many of the first, and which word tells them apart.
COUNTED: Final = {
    "yspahan": [("first take", "take ", 1, 1), ("first two buildings", "build ", 2, 1)],
    "istanbul": [("first place", "move ", 1, 1), ("first two places", "move ", 2, 1)],
    "morgenland": [("first three figures", "place ", 3, 2), ("first figure", "place ", 1, 1)],
}
WORK: Final = {"yspahan": 35, "istanbul": 70, "morgenland": 75}
LONGEST: Final = 60  # choices of a seat within which it has made those that are counted
OFTEN: Final = 5  # times that a first choice was made, to say why
WON: Final = 2  # annotated games
SHOWN: Final = 16  # choices of an annotated game
SURE: Final = 0.02  # by so much the best choice is better than the other: worth showing
WORTH_TELLING: Final = 0.1  # of a part of the estimate: less is no reason
# What the figures mean, and what is worth seeing in the games: to be read again when they are made anew.
WORDS: Final = {
    "yspahan": "What comes first depends on the dice, and all begin much alike. The clearest first take "
    "is that of camels: they pay for a building at once, and gold, the second thought, does not. Nearly "
    "all of the first two buildings are store and pasture, which bring gold and camels for the rest of "
    "the game; the market, which counts at the ends of weeks, is not among them. Greedy takes chests "
    "first in one game of seven, the strongest hardly ever.",
    "istanbul": "Everybody likes the Post Office, which gives goods and lira at once, and the Police "
    "Station, which sends the family member to any place. The strongest goes to the Caravanserai four "
    "times as often as greedy, though by the estimate that loses two thirds of a turn in goods: it wants "
    "bonus cards early. One of the first two places is a mosque in three of ten of its games, a little "
    "more often than in greedy's: what its tiles give lasts for the rest of the game.",
    "morgenland": "Greedy puts its strongest figure down first. The strongest begins with a middling one, "
    "a 5 or a 6, and keeps the strong ones until it has seen where others are: figures lie face down, and "
    "their owner alone knows what they can win. The differences between first figures are small, about a "
    "hundredth of a win. It places less on the market than greedy.",
}
GAMES_IN_WORDS: Final = {
    "yspahan": "In the first it lives on gold in the first week and is clearly ahead only from the second "
    "on; in the other it builds the store on the second day, takes cards instead of cubes three times, "
    "and wins in 78 of 100 cases when the first week ends. Where nothing is said of what a choice brings, "
    "the estimate sees no difference, and the strongest, which has played the next two turns, does.",
    "istanbul": "In the first it is behind until round 12, and wins in round 18 by a bonus card that "
    "carries it to the Sultan's Palace. In the second it takes a tile at the Small Mosque in round 3 and "
    "returns for the ruby in round 11; in between and afterwards it goes to the Gemstone Dealer.",
    "morgenland": "The largest differences are those of buying and bribing: artifacts decide the game, "
    "treasures are there to be spent. A placement decides less, a few hundredths, but there are many. In "
    "the second game it falls back to 32 % in the third round, and the guard's bribe in the fourth is "
    "worth 33 hundredths.",
}
TIMES: Final = {"yspahan": ("week", "day"), "istanbul": ("round",), "morgenland": ("round",)}


class Decision(NamedTuple):
    """A choice of the strongest, another one that it compared, and what speaks for the first."""

    number: int  # among all choices of the game
    turn: int  # of the seat
    when: str
    text: str
    share: float
    other: str
    other_share: float
    reasons: dict[str, float]  # how parts of the estimate differ at the end of the turn

    @property
    def gain(self) -> float:
        return self.share - self.other_share

    @property
    def alike(self) -> bool:
        """Whether it is about how to do something, and not whether to."""
        return self.text.split()[0] == self.other.split()[0]


def bot_of(name: str, game: Game) -> Bot:
    return strongest_bot(game, WORK[game.name]) if name == "strongest" else make_bot(name, game)


def decide(
    bot: NetSearchBot | SearchBot, state: State, number: int, turn: int, rng: serai.Rng
) -> tuple[int, Decision]:
    """Let the strongest choose. Its choice is compared with the best other one of its kind, if it looked at
    any."""
    situation = Situation(state, state.actor)
    (choice, share), *others = bot.ranked(situation, Budget())[:3]
    verb = state.text(choice).split()[0]
    other, less = next((row for row in others if state.text(row[0]).split()[0] == verb), others[0])
    imagined = situation.imagine(rng)
    greedy = Greedy()
    ends = [dict(greedy.turn_after(imagined, one, state.actor).parts(state.actor)) for one in (choice, other)]
    reasons = {part: ends[0][part] - ends[1].get(part, 0.0) for part in ends[0]}
    seen = state.observe(None)
    when = ", ".join(f"{word} {seen[word]}" for word in TIMES[state.game_name])
    texts = state.text(choice), state.text(other)
    return choice, Decision(number, turn, when, texts[0], share, texts[1], less, reasons)


def said(reasons: Iterable[tuple[str, float]]) -> str:
    """The two weightiest reasons."""
    ranked = sorted(reasons, key=lambda reason: -abs(reason[1]))[:2]
    return ", ".join(f"{part} {gain:+.1f}" for part, gain in ranked if abs(gain) >= WORTH_TELLING) or "–"


def complete(choices: list[str], game: Game) -> bool:
    return len(choices) >= LONGEST or all(
        sum(text.startswith(verb) for text in choices) >= last for _, verb, last, _ in COUNTED[game.name]
    )


def openings(game: Game, name: str) -> tuple[list[list[str]], list[Decision]]:
    """The choices of each seat in some games, as far as they are counted, and for the strongest what it
    thought of the first that is."""
    found = []
    first: list[Decision] = []
    verb = COUNTED[game.name][-1 if game.name == "morgenland" else 0][1]
    for number in range(BOTS[name]):
        state = game.new(PLAYERS)
        rng = serai.Rng(f"opening {number}")
        bots = [bot_of(name, game) for _ in range(PLAYERS)]
        said: list[list[str]] = [[] for _ in bots]
        for seat, one in enumerate(bots):
            one.reset(game, PLAYERS, game.settings(PLAYERS), seat, f"opening {number} {seat}")
        while state.actor != OVER and not all(complete(choices, game) for choices in said):
            if state.actor == CHANCE:
                state.apply(state.sample(rng))
                continue
            seat = state.actor
            bot = bots[seat]
            begins = not any(text.startswith(verb) for text in said[seat])
            if begins and isinstance(bot, NetSearchBot | SearchBot) and len(state.legal()) > 1:
                choice, decision = decide(bot, state, 0, 0, rng.clone())
                first += [decision] if decision.text.startswith(verb) else []
            else:
                choice = bot.choose(Situation(state, seat), Budget())
            said[seat].append(state.text(choice))
            state.apply(choice)
        found += said
    return found, first


def table(name: str, found: dict[str, list[list[str]]]) -> list[str]:
    """How often each of them begins with which choice."""
    lines: list[str] = []
    for title, verb, last, word in COUNTED[name]:
        counts = [count(choices, verb, last, word) for choices in found.values()]
        sums = [sum(counted.values()) or 1 for counted in counts]
        lines += [f"| {title} | {' | '.join(found)} |", f"| --- |{' --: |' * len(found)}"]
        kinds = sorted(sum(counts, Counter()), key=lambda kind: (-counts[0][kind], kind))
        for kind in kinds[:8]:
            shares = [f"{counted[kind] / total:.0%}" for counted, total in zip(counts, sums, strict=True)]
            lines.append(f"| {kind} | {' | '.join(shares)} |")
        lines.append("")
    return lines


def count(said: list[list[str]], verb: str, last: int, word: int) -> Counter[str]:
    """How often each choice is among the first of its kind."""
    found: Counter[str] = Counter()
    for choices in said:
        found.update(text.split()[word] for text in [one for one in choices if one.startswith(verb)][:last])
    return found


def why(name: str, first: list[Decision]) -> list[str]:
    """What speaks for the first choices of the strongest, on average."""
    title, _, _, word = COUNTED[name][-1 if name == "morgenland" else 0]
    kinds: dict[str, list[Decision]] = defaultdict(list)
    for decision in first:
        kinds[decision.text.split()[word]].append(decision)
    lines = [
        f"| {title} of the strongest | times | win chance | its second thought | mostly | what it brings |",
        "| --- | --: | --: | --: | --- | --- |",
    ]
    for kind, rows in sorted(kinds.items(), key=lambda item: -len(item[1])):
        if len(rows) < OFTEN:
            continue
        (other, _), *_ = Counter(row.other.split()[word] for row in rows if row.alike).most_common(1) or [
            ("–", 0)
        ]
        parts = [(part, fmean(row.reasons[part] for row in rows)) for part in rows[0].reasons]
        lines.append(
            f"| {kind} | {len(rows)} | {fmean(row.share for row in rows):.0%} | "
            f"{fmean(row.other_share for row in rows):.0%} | {other} | {said(parts)} |"
        )
    return [*lines, ""]


def annotated(game: Game) -> list[str]:
    """The first games that the strongest wins against three greedy seats: where it was surest."""
    lines: list[str] = []
    number = won = 0
    while won < WON:
        number += 1
        state, decisions = annotated_game(game, f"annotated {number}")
        if state.winners() != [0]:
            continue
        won += 1
        scores = ", ".join(map(str, state.scores()))
        lines += [
            f"**Game {number}**, won with {scores}.",
            "",
            "| choice | when | played | win chance | instead of | win chance | what it brings |",
            "| --: | --- | --- | --: | --- | --: | --- |",
        ]
        for one in surest(decisions):
            lines.append(
                f"| {one.number} | {one.when} | `{one.text}` | {one.share:.0%} | `{one.other}` | "
                f"{one.other_share:.0%} | {said(one.reasons.items())} |"
            )
        lines.append("")
    begun = (
        f"Of the first {number} games of the strongest in the first seat, against three greedy ones, it won "
        f"{WON}: these."
    )
    return [begun, GAMES_IN_WORDS[game.name], "", *lines]


def surest(decisions: list[Decision]) -> list[Decision]:
    """Of each turn the choice that mattered most, rather how than whether something is done; of those the
    weightiest."""
    turns: dict[int, Decision] = {}
    for one in decisions:
        best = turns.get(one.turn)
        if one.gain >= SURE and (best is None or (one.alike, one.gain) > (best.alike, best.gain)):
            turns[one.turn] = one
    return sorted(sorted(turns.values(), key=lambda one: (not one.alike, -one.gain))[:SHOWN])


def annotated_game(game: Game, seed: str) -> tuple[State, list[Decision]]:
    """Its end, and the choices of the first seat."""
    state = game.new(PLAYERS)
    rng = serai.Rng(seed)
    best = strongest_bot(game, WORK[game.name])
    bots: list[Bot] = [best, *(make_bot("greedy", game) for _ in range(PLAYERS - 1))]
    for seat, bot in enumerate(bots):
        bot.reset(game, PLAYERS, game.settings(PLAYERS), seat, f"{seed} {seat}")
    decisions: list[Decision] = []
    number = turn = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.sample(rng))
            continue
        number += 1
        turn += state.actor != 0
        if state.actor == 0 and len(state.legal()) > 1:
            choice, decision = decide(best, state, number, turn, rng.clone())
            decisions.append(decision)
        else:
            choice = bots[state.actor].choose(Situation(state, state.actor), Budget())
        state.apply(choice)
    return state, decisions


def section(name: str) -> list[str]:
    game = serai.game(name)
    found = {bot: openings(game, bot) for bot in BOTS}
    return [
        f"## {game.title}",
        "",
        f"With the net {nets.digest(game)} (`serai info`); the strongest makes {WORK[name]} walks a choice.",
        "",
        WORDS[name],
        "",
        *table(name, {bot: choices for bot, (choices, _) in found.items()}),
        *why(name, found["strongest"][1]),
        *annotated(game),
    ]


def main() -> None:
    played = ", ".join(f"{games} of {bot}" for bot, games in BOTS.items())
    lines = [
        "# What the bots do first",
        "",
        f"From games of four equals ({played}), played by `python benchmarks/openings.py`. Choices are "
        "written as in [records](../../reference/notation.md). Win chances are what the strongest finds; "
        "hints [calibrate them](../bots.md). What a choice brings is how the parts of the game's "
        "hand-written estimate differ at the end of the turn from what the other choice would have brought, "
        "in the unit of the game (points in Yspahan, turns in Istanbul, artifacts in Morgenland): not what "
        "the bot thinks, which has no words for it, but what a person can see of it.",
        "",
    ]
    with ProcessPoolExecutor() as pool:
        for found in pool.map(section, WORDS):
            lines += found
    Path(sys.argv[1]).write_text("\n".join(lines).rstrip() + "\n", "utf-8")


if __name__ == "__main__":
    main()
