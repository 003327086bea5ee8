"""Why a choice is good, in words."""

from __future__ import annotations

from collections.abc import Iterable

from serai.bots.hint import Reason
from serai.kernel.game import Game
from serai.server.tables.games import game_words, view_of
from serai.server.words import server_words


def reason_words(game: Game, reasons: Iterable[Reason], language: str) -> str:
    """What a choice improves and what it costs, by the parts of the game's estimate."""
    say = server_words(language)
    names = view_of(game.name).part_words(game_words(game, language))
    gains = [names.get(reason.kind, reason.kind) for reason in reasons if reason.amount > 0]
    costs = [names.get(reason.kind, reason.kind) for reason in reasons if reason.amount < 0]
    words = []
    if gains:
        words.append(say("Better: {parts}", parts=", ".join(gains)))
    if gains and costs:  # a cost alone is no reason for it
        words.append(say("Costs: {parts}", parts=", ".join(costs)))
    return "; ".join(words)
