"""Results of games among bots, for statistics while people have played little.

python benchmarks/bot_games.py serai/server/people/arena.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

import serai
from serai.bots.bot import Budget, Situation
from serai.bots.names import make_bot
from serai.kernel.state import CHANCE, OVER
from serai.server.people.statistics import Key, Tally, tally
from serai.server.tables.played_game import PlayedGame
from serai.server.tables.results import seat_results

GAMES: Final = 100
BOT: Final = "net"  # takes the best choice by the game's net


def play(name: str, players: int, number: int) -> PlayedGame:
    """Play a game among bots."""
    game = serai.game(name)
    played = PlayedGame(game, players, game.settings(players))
    rng = serai.Rng(f"statistics {players} {number}")
    bots = [make_bot(BOT, game) for _ in range(players)]
    for seat, bot in enumerate(bots):
        bot.reset(game, players, game.settings(players), seat, f"statistics {players} {number} {seat}")
    state = played.state
    while state.actor != OVER:
        if state.actor == CHANCE:
            choice = state.sample(rng)
        else:
            choice = bots[state.actor].choose(Situation(state, state.actor), Budget())
        played.replay(choice)
    return played


def main() -> None:
    found = []
    for name in ("yspahan", "istanbul", "morgenland"):
        least, most = serai.game(name).players
        for players in range(least, most + 1):
            counted: dict[Key, Tally] = {}
            for number in range(GAMES):
                played = play(name, players, number)
                winners = played.state.winners()
                for seat, result in enumerate(seat_results(played)):
                    tally(counted, seat, result, seat in winners)
            rows = [
                [kind, key, one.games, one.won, one.points] for (kind, key), one in sorted(counted.items())
            ]
            found.append({"game": name, "players": players, "sums": rows})
            print(name, players, len(rows))
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in found)
    Path(sys.argv[1]).write_text(f'{{"bot": "{BOT}", "games": [\n{lines}\n]}}\n', "utf-8")


if __name__ == "__main__":
    main()
