"""What lies on the table of Yspahan."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from serai.games.yspahan import cards
from serai.kernel.fields import get_numbers, numbers_of, set_numbers
from serai.kernel.state import State

# What is asked of the actor.
START: Final = 0  # chance: who starts
DICE: Final = 1  # yellow dice?
ROLL: Final = 2  # chance: the roll
TAKE: Final = 3  # a group of dice
ACT: Final = 4  # what to do with it
PLACE: Final = 5  # a cube into a shop
HOIST: Final = 6  # the hoist's cube, or none
ORDER: Final = 7  # which of two cubes goes first
CAMEL: Final = 8  # the cube's owner: pay a camel?
DEAL: Final = 9  # chance: a card
SWAP: Final = 10  # swap on?
END: Final = 11  # cards, a building, or the end of the turn
DONE: Final = 12
PHASES: Final = (
    "start",
    "dice",
    "roll",
    "take",
    "act",
    "place",
    "hoist",
    "order",
    "camel",
    "deal",
    "swap",
    "end",
    "done",
)


@mypyc_attr(acyclic=True)  # only numbers, so the garbage collector need not track it
class Player:
    """What one seat has."""

    def __init__(self) -> None:
        self.gold: i64 = 0
        self.camels: i64 = 0
        self.score: i64 = 0
        self.shops: i64 = 0  # one bit per shop with a cube of theirs
        self.caravan: i64 = 0  # one bit per camel of the caravan with a cube of theirs
        self.buildings: i64 = 0  # one bit per building
        self.hand: i64 = 0  # a pile, see cards.py

    def has(self, building: i64) -> bool:
        """Whether the player has a building."""
        return self.buildings >> building & 1 != 0


class Position(State):
    """The pieces, and where the turn stands. The rules that move them are in `rules.py`."""

    def __init__(self) -> None:
        super().__init__()
        self.phase: i64 = START
        self.week: i64 = 1
        self.day: i64 = 1
        self.starter: i64 = 0
        self.order: i64 = 0  # the seats of the day's turns, two bits each, the first lowest
        self.step: i64 = 0  # which of them it is
        self.seat: i64 = 0  # whose turn it is
        self.supervisor: i64 = 0
        self.deck: i64 = 0  # piles
        self.discards: i64 = 0
        self.loaded: i64 = 0  # cubes on the caravan
        self.bought: i64 = 0  # yellow dice, until they are rolled
        # The turn. Fields are reset when they no longer matter, so that equal positions have equal keys.
        self.group: i64 = -1  # the field taken
        self.dice: i64 = 0  # dice in it, including a discarded card
        self.value: i64 = 0
        self.cubes: i64 = 0  # still to be placed
        self.extra: i64 = 0  # the hoist's
        self.built: i64 = 0
        self.sending: i64 = -1  # the shop whose cube is on its way to the caravan
        self.waiting: i64 = -1  # the one after it
        self.drawer: i64 = -1  # who gets the card that chance deals
        self.resume: i64 = TAKE  # the phase to return to after a swap
        self.swapped: i64 = -1  # the first id for the swap's direction

    def setup(self, players: int) -> None:
        """Y1: two gold each, the supervisor on the centre, the first day of the first week."""
        self.players = players
        self.player: list[Player] = [Player() for _ in range(players)]
        for player in self.player:
            player.gold = 2
        self.white: vec[i64] = vec[i64]([0] * 6)  # dice on each field of the tower
        self.yellow: vec[i64] = vec[i64]([0] * 6)
        self.values: vec[i64] = vec[i64]([0] * 6)  # what those dice show
        self.deck = cards.ALL_CARDS

    @property
    def width(self) -> i64:
        """Y14: camels in a row of the caravan, as many as players."""
        return self.players

    @property
    def turns(self) -> i64:
        """Y20: turns in a day."""
        if self.players == 2:
            return 3
        return self.players

    def copy_to(self, other: Position) -> None:
        """Copy every field to another position."""
        other.players = self.players
        other.actor = self.actor
        other.phase = self.phase
        other.week = self.week
        other.day = self.day
        other.starter = self.starter
        other.order = self.order
        other.step = self.step
        other.seat = self.seat
        other.supervisor = self.supervisor
        other.deck = self.deck
        other.discards = self.discards
        other.loaded = self.loaded
        other.bought = self.bought
        other.group = self.group
        other.dice = self.dice
        other.value = self.value
        other.cubes = self.cubes
        other.extra = self.extra
        other.built = self.built
        other.sending = self.sending
        other.waiting = self.waiting
        other.drawer = self.drawer
        other.resume = self.resume
        other.swapped = self.swapped
        other.white = self.white[:]
        other.yellow = self.yellow[:]
        other.values = self.values[:]
        players: list[Player] = []
        for mine in self.player:
            twin = Player()
            twin.gold = mine.gold
            twin.camels = mine.camels
            twin.score = mine.score
            twin.shops = mine.shops
            twin.caravan = mine.caravan
            twin.buildings = mine.buildings
            twin.hand = mine.hand
            players.append(twin)
        other.player = players

    def dump(self) -> list[int]:
        numbers = get_numbers(self, NUMBERS)
        numbers += [*self.white, *self.yellow, *self.values]
        for player in self.player:
            numbers += get_numbers(player, PLAYER_NUMBERS)
        return numbers

    def load(self, numbers: list[int]) -> None:
        rest = iter(numbers)
        self.setup(next(rest))
        set_numbers(self, NUMBERS[1:], rest)
        self.white = vec[i64]([next(rest) for _ in range(6)])
        self.yellow = vec[i64]([next(rest) for _ in range(6)])
        self.values = vec[i64]([next(rest) for _ in range(6)])
        for player in self.player:
            set_numbers(player, PLAYER_NUMBERS, rest)


# The numbers that `dump` writes and `load` reads, in this order.
NUMBERS: Final = numbers_of(Position(), "players", "actor")
PLAYER_NUMBERS: Final = numbers_of(Player())
