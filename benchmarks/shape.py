"""How our games differ from chess and Go: choices, length, chance and hidden information, measured.

Each of our games is played at random, and by its net; chess, Go and backgammon are OpenSpiel's, at random.
Figures go to `benchmarks/shape.json`, the page to `docs/explanation/shape.md`. All but the date follows from
the seeds.

    python benchmarks/shape.py [--games N] [--json FILE] [--page FILE]
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Callable
from datetime import date
from math import factorial, log2, log10, prod
from pathlib import Path
from statistics import mean, median
from typing import Any

import serai
from serai.bots.bot import Budget, Situation
from serai.bots.names import make_bot
from serai.kernel.errors import TooMany
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, State

ROOT = Path(__file__).parent.parent
GAMES = 40  # of each kind
EVERY = 7  # decisions of our games at which hidden information is measured
DEALS = 64  # deals that are compared there
PEERS = {"chess": "chess", "Go, 19 × 19": "go(board_size=19)", "backgammon": "backgammon"}
# Victor Allis, Searching for Solutions in Games and Artificial Intelligence, 1994: games of experts.
ALLIS = {"chess": (35, 80, 123), "Go, 19 × 19": (250, 150, 360)}

Figures = dict[str, Any]


class Tally:
    """The counts for one kind of game."""

    def __init__(self) -> None:
        self.lengths: list[int] = []  # decisions per game
        self.choices: list[int] = []  # choices at each decision
        self.sizes: list[float] = []  # of each game: log10 of the product of these
        self.chances: list[int] = []  # chance nodes per game
        self.bits: list[float] = []  # bits of chance per game
        self.again = 0  # decisions by the same seat as the one before
        self.secret = 0  # choices that another seat may not see
        self.made = 0  # choices in all
        self.hidden: list[float] = []  # bits hidden from the seat to move

    def figures(self) -> Figures:
        real = [number for number in self.choices if number > 1]
        return {
            "games": len(self.lengths),
            "decisions": round(mean(self.lengths)),
            "longest": max(self.lengths),
            "forced": round(1 - len(real) / len(self.choices), 3),
            "choices": round(mean(real), 1),
            "median_choices": median(real),
            "most_choices": max(real),
            "tree": round(mean(self.sizes)),
            "again": round(self.again / sum(self.lengths), 3),
            "chance": round(mean(self.chances), 1),
            "chance_bits": round(mean(self.bits)),
            "secret": round(self.secret / self.made, 3),
            "hidden_share": round(mean(bits > 0 for bits in self.hidden), 3) if self.hidden else 0.0,
            "hidden_bits": round(median(self.hidden), 1) if self.hidden else 0.0,
        }


def surprise(state: State, choice: int) -> float:
    """The bits of an outcome of chance: minus the logarithm of its probability."""
    try:
        return -log2(dict(state.odds())[choice])
    except TooMany:
        bits = 0.0
        for dice in re.sub(r"[^\d+]", "", state.text(choice)).split("+"):  # the dice of each colour, by value
            ways = factorial(len(dice)) / prod(map(factorial, Counter(dice).values()))
            bits -= log2(ways / 6 ** len(dice))
        return bits


def unknown(state: State, seat: int, rng: Rng) -> float:
    """How many bits of the position are hidden from the seat, estimated by how often two deals coincide."""
    found = Counter(state.determinize(seat, rng).key() for _ in range(DEALS))
    pairs = DEALS * (DEALS - 1) / 2
    alike = sum(times * (times - 1) / 2 for times in found.values())
    return log2(pairs / max(alike, 0.5))  # this can measure at most 12 bits


def play_ours(name: str, bot_name: str, games: int) -> Figures:
    """Games of ours, all seats played by one kind of bot."""
    game = serai.game(name)
    tally = Tally()
    for number in range(games):
        rng = Rng(f"shape {number}")
        deals = Rng(f"deals {number}")
        state = game.new()
        bots = [make_bot(bot_name, game) for _ in range(state.players)]
        for seat, bot in enumerate(bots):
            bot.reset(game, state.players, game.settings(state.players), seat, f"shape {number} {seat}")
        decisions, chances, size, bits, last = 0, 0, 0.0, 0.0, -1
        while state.actor != OVER:
            actor = state.actor
            if actor == CHANCE:
                choice = state.sample(rng)
                chances += 1
                bits += surprise(state, choice)
            else:
                legal = state.legal()
                if decisions % EVERY == 0:
                    tally.hidden.append(unknown(state, actor, deals))
                choice = bots[actor].choose(Situation(state, actor), Budget())
                tally.choices.append(len(legal))
                tally.again += actor == last
                decisions += 1
                size += log10(len(legal))
                last = actor
            others = (seat for seat in range(state.players) if seat != actor)
            tally.secret += any(state.is_secret(choice, seat) for seat in others)
            tally.made += 1
            state.apply(choice)
        tally.lengths.append(decisions)
        tally.sizes.append(size)
        tally.chances.append(chances)
        tally.bits.append(bits)
    return {"players": game.most_players(), **tally.figures()}


def play_peer(name: str, games: int) -> Figures:
    """Random games of OpenSpiel, in which nothing is hidden."""
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    game = pyspiel.load_game(name)
    generator = random.Random(1)
    tally = Tally()
    for _ in range(games):
        state = game.new_initial_state()
        decisions, chances, size, bits, last = 0, 0, 0.0, 0.0, -1
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                action = generator.choices(outcomes, odds)[0]
                chances += 1
                bits -= log2(odds[outcomes.index(action)])
            else:
                legal = state.legal_actions()
                action = generator.choice(legal)
                tally.choices.append(len(legal))
                tally.again += state.current_player() == last
                last = state.current_player()
                decisions += 1
                size += log10(len(legal))
            tally.made += 1
            state.apply_action(action)
        tally.lengths.append(decisions)
        tally.sizes.append(size)
        tally.chances.append(chances)
        tally.bits.append(bits)
    return {"players": game.num_players(), **tally.figures()}


def measure(games: int, say: Callable[[str], None] = print) -> Figures:
    """All figures."""
    ours: dict[str, Figures] = {}
    for name in serai.game_names():
        ours[name] = {}
        for bot in ("random", "net"):
            say(f"{name}, {bot}")
            ours[name][bot] = play_ours(name, bot, games)
    peers: dict[str, Figures] = {}
    for title, name in PEERS.items():
        say(title)
        peers[title] = play_peer(name, games)
    return {"date": date.today().isoformat(), "games": games, "ours": ours, "peers": peers}


# The page

ROWS: dict[str, tuple[str, Callable[[Figures], str]]] = {
    "players": ("players", lambda one: str(one["players"])),
    "decisions": ("decisions per game", lambda one: str(one["decisions"])),
    "longest": ("in the longest game", lambda one: str(one["longest"])),
    "forced": ("decisions with one legal choice", lambda one: f"{one['forced']:.0%}"),
    "choices": ("choices at the other decisions, mean", lambda one: f"{one['choices']:.1f}"),
    "median_choices": ("median", lambda one: f"{one['median_choices']:g}"),
    "most_choices": ("most", lambda one: str(one["most_choices"])),
    "tree": ("size of the tree, decisions only", lambda one: f"10^{one['tree']}"),
    "again": ("decisions by the same seat as the one before", lambda one: f"{one['again']:.0%}"),
    "chance": ("chance nodes per game", lambda one: f"{one['chance']:.0f}"),
    "chance_bits": ("bits of chance per game", lambda one: str(one["chance_bits"])),
    "secret": ("choices that some seat does not see", lambda one: f"{one['secret']:.0%}"),
    "hidden_share": ("decisions with something hidden", lambda one: f"{one['hidden_share']:.0%}"),
    "hidden_bits": ("bits hidden from the seat to move, median", lambda one: bits_text(one["hidden_bits"])),
}


def bits_text(bits: float) -> str:
    return "over 11" if bits > 11 else f"{bits:.1f}"


def table(columns: dict[str, Figures]) -> list[str]:
    return [
        f"| | {' | '.join(columns)} |",
        f"|{'---|' * (len(columns) + 1)}",
        *(
            f"| {words} | {' | '.join(show(figures) for figures in columns.values())} |"
            for words, show in ROWS.values()
        ),
    ]


def page(figures: Figures) -> str:
    """The chapter."""
    ours, peers = figures["ours"], figures["peers"]
    titles = {name: serai.game(name).title for name in ours}
    by = {kind: {titles[name]: ours[name][kind] for name in ours} for kind in ("random", "net")}
    net = by["net"]
    longest = max(net, key=lambda title: net[title]["decisions"])
    luckiest = max(net, key=lambda title: net[title]["chance_bits"])
    darkest = max(net, key=lambda title: net[title]["hidden_bits"])
    lightest = min(net, key=lambda title: net[title]["hidden_bits"])
    widest = max(net, key=lambda title: net[title]["choices"])
    lines = [
        "# How these games differ from chess and Go",
        "",
        f"Measured on {figures['date']} by `python benchmarks/shape.py` (figures in "
        f"`benchmarks/shape.json`), over {figures['games']} games of each kind with as many players as a "
        "game allows. The rules are the same as everywhere in Serai: a decision is one small choice of a "
        "seat, and chance has nodes of its own.",
        "",
        "## Played well",
        "",
        "Our games, all seats played by the game's net:",
        "",
        *table(net),
        "",
        "For games between experts, Allis (*Searching for Solutions in Games and Artificial Intelligence*, "
        "1994) gives "
        + ", and ".join(
            f"for {title} about {choices} choices, {length} decisions and a tree of 10^{tree}"
            for title, (choices, length, tree) in ALLIS.items()
        )
        + ". Neither has chance, and neither hides anything.",
        "",
        "## Played at random",
        "",
        "The same with random choices, compared with three games of OpenSpiel:",
        "",
        *table({**by["random"], **peers}),
        "",
        "## What that means for a program",
        "",
        "- **Few choices at a time, but many decisions.** What players of the board game call a turn is "
        f"several decisions here, often by the same seat. {widest} has the most choices at a time "
        f"({net[widest]['choices']:.0f}), {longest} the most decisions ({net[longest]['decisions']}). A "
        "search that counts its depth in decisions looks less far ahead than it seems; ours plays whole "
        "turns ([how the bots think](bots.md)).",
        f"- **Chance decides a lot.** {luckiest} draws {net[luckiest]['chance_bits']} bits of chance per "
        "game, chess and Go none. A tree over all outcomes is out of reach; a roll of the dice in Yspahan "
        "alone has up to 112,112. One game says little about two players: compare them over many, with the "
        "same dice for both (`serai arena` rotates the seats).",
        f"- **Something is nearly always hidden**, least in {lightest}, most in {darkest}. "
        "`State.determinize` redeals the hidden part, all deals equally likely; it does not use what could "
        "be inferred from how others played, so a perfect player would know more.",
        "- **More than two players.** With three or more seats, a position has no single value but a share "
        "for each seat, a safe strategy need not exist, and it matters whom a player harms. Rewards are "
        "shares of the win, which sum to one.",
        "- **The reward is far from the choice.** It comes once, at the end of the game.",
        "",
        "Bits of chance are the sum of the negative logarithms (base 2) of the probabilities of what was "
        f"drawn. Bits hidden from a seat are measured by redealing what it cannot see {DEALS} times and "
        "counting how often two deals are the same: from 0, if it knows everything, up to 11, where the "
        "measure ends. The tree is the product of the numbers of choices, as in Allis; chance would be "
        "added to that.",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--json", type=Path, default=ROOT / "benchmarks" / "shape.json")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "explanation" / "shape.md")
    given = parser.parse_args()
    figures = json.loads(json.dumps(measure(given.games)))
    given.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    given.page.write_text(page(figures), encoding="utf-8")


if __name__ == "__main__":
    main()
