"""What lies on the table of Istanbul."""

from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from serai.games.istanbul import board, cards
from serai.kernel.fields import get_numbers, numbers_of, set_numbers
from serai.kernel.state import State

# What is asked of the actor.
LAYOUT: Final = 0  # chance: the field of the next place
START: Final = 1  # chance: who starts
START_GOVERNOR: Final = 2  # chance: where the governor begins
START_SMUGGLER: Final = 3  # chance: where the smuggler begins
DEMAND: Final = 4  # chance: the demand tile that turns up
START_DEAL: Final = 5  # chance: the first card of each hand
MOVE: Final = 6  # where to
ARRIVE: Final = 7  # which assistant
PAY: Final = 8  # pay the merchants?
NEUTRAL_ROLL: Final = 9  # chance: where a neutral merchant goes
ACTION: Final = 10  # the action of the place?
RETURN: Final = 11  # return another assistant?
GREEN: Final = 12  # buy a good?
ACTION_ROLL: Final = 13  # chance: the throw at Black Market or Tea House
DICE: Final = 14  # the red tile?
GOOD: Final = 15  # the good of the Black Market
SELL: Final = 16  # how many of this good to sell
ANY: Final = 17  # a good for a symbol of the Sultan that takes any
CARAVAN: Final = 18  # from which pile
CARAVAN_DEAL: Final = 19  # chance: a card
DISCARD: Final = 20  # a card back
AFTER: Final = 21  # encounters, cards, or the end of the turn
REWARD_DEAL: Final = 22  # chance: the card for a family member
GOVERNOR_DEAL: Final = 23  # chance: the governor's card
GOVERNOR: Final = 24  # what is paid for it
GOVERNOR_ROLL: Final = 25  # chance: where the governor goes
SMUGGLER: Final = 26  # what is paid for the good
SMUGGLER_ROLL: Final = 27  # chance: where the smuggler goes
FINISHED: Final = 28
PHASES: Final = (
    "layout",
    "start",
    "start-governor",
    "start-smuggler",
    "demand",
    "start-deal",
    "move",
    "arrive",
    "pay",
    "neutral-roll",
    "action",
    "return",
    "green",
    "action-roll",
    "dice",
    "good",
    "sell",
    "any",
    "caravan",
    "caravan-deal",
    "discard",
    "after",
    "reward-deal",
    "governor-deal",
    "governor",
    "governor-roll",
    "smuggler",
    "smuggler-roll",
    "finished",
)

# Bits of `used`: what can be used once per turn.
USED_GOVERNOR: Final = 1
USED_SMUGGLER: Final = 2
USED_YELLOW: Final = 4

NOWHERE: Final = -1


@mypyc_attr(acyclic=True)  # only numbers, so the garbage collector need not track it
class Player:
    """What one seat has."""

    def __init__(self) -> None:
        self.place: i64 = board.FOUNTAIN  # of the merchant
        self.family: i64 = board.POLICE_STATION
        self.lira: i64 = 0
        self.goods: i64 = 0  # four bits per good
        self.capacity: i64 = 2
        self.rubies: i64 = 0
        self.tiles: i64 = 0  # one bit per colour of mosque tile
        self.stack: i64 = 4  # assistants under the merchant
        self.neutral: i64 = 0  # one bit per neutral assistant in the stack, the bottom one lowest
        self.out: i64 = 0  # one bit per place with an own assistant
        self.hand: i64 = 0  # a pile, see cards.py
        self.known: i64 = 0  # the cards of the hand that were taken openly

    def has(self, tile: i64) -> bool:
        """Whether the player has a mosque tile."""
        return self.tiles >> tile & 1 != 0

    def stock(self, good: i64) -> i64:
        """How many of a good lie in the cart."""
        return self.goods >> 4 * good & 15

    def room(self, good: i64) -> i64:
        """I19: how many more of a good fit in the cart."""
        return self.capacity - (self.goods >> 4 * good & 15)


class Position(State):
    """The pieces, and where the turn stands. The rules that move them are in the other modules."""

    derived: ClassVar[tuple[str, ...]] = ("reach",)

    def __init__(self) -> None:
        super().__init__()
        self.layout: i64 = 0  # index in board.LAYOUTS
        self.variant: i64 = 0  # 1: neutral assistants
        self.phase: i64 = START
        self.laid: i64 = 0  # places of a random layout that chance has laid
        self.round: i64 = 0  # 0: the game is set up
        self.starter: i64 = 0
        self.seat: i64 = 0  # whose turn it is
        self.governor: i64 = NOWHERE
        self.smuggler: i64 = NOWHERE
        self.neutrals: i64 = 0  # places of the neutral merchants (two players), four bits each
        self.loose: i64 = 0  # neutral assistants at each place, three bits per place
        self.deck: i64 = cards.ALL_CARDS  # a pile; empty only while the discards are empty too
        self.discards: i64 = 0  # the upper ones, see cards.py
        self.deep: i64 = 0  # those under them
        self.small: i64 = 0  # demand tiles plus one, the top lowest, four bits each; 0: not seen yet
        self.large: i64 = 0
        self.post: i64 = 0  # indicators that are down
        self.sultan: i64 = 0  # symbols the next ruby costs; 11: no ruby left
        self.gemstone: i64 = 0  # lira the next ruby costs; 24: no ruby left
        self.carts: i64 = 0  # rubies at the Wainwright
        self.small_rubies: i64 = 0
        self.great_rubies: i64 = 0
        self.tiles_taken: i64 = 0  # of each colour, four bits per colour
        # The turn.
        self.used: i64 = 0
        self.site: i64 = NOWHERE  # the place whose action is open or done
        self.done: i64 = NOWHERE  # the same once it was done, until the first encounter
        self.resume: i64 = MOVE  # the phase to return to after a reward
        self.rolling: i64 = 0  # neutral merchants still to be moved, a bit each
        self.market: i64 = 0  # whose demand tile turns up
        self.dice: i64 = -1  # the throw, see dice.py
        self.named: i64 = 0  # the number named at the Tea House
        self.red: i64 = 0  # 1: the red tile can still be used
        self.good: i64 = 0  # the good in question
        self.wanted: i64 = 0  # the goods that can be sold
        self.sold: i64 = 0
        self.due: i64 = 0  # goods still to be given, cards still to be taken
        self.last: i64 = 0  # the place the last assistant returned from

    def setup(self, players: int, layout: int, variant: int) -> None:
        """I1, I22: everything that chance does not decide."""
        self.players = players
        self.layout = layout
        self.variant = variant
        self.player: list[Player] = [Player() for _ in range(players)]
        if variant:
            for player in self.player:
                player.neutral = 1
        if players == 2:
            self.neutrals = board.SMALL_MOSQUE | board.GREAT_MOSQUE << 4 | board.GEMSTONE_DEALER << 8
        self.sultan = board.FIRST_SULTAN[players]
        self.gemstone = board.FIRST_GEMSTONE[players]
        self.carts = players
        self.small_rubies = board.MOSQUE_RUBIES[players]
        self.great_rubies = board.MOSQUE_RUBIES[players]
        # The place on each field, and the places in reach of each. Never modified, only replaced.
        self.fields: vec[i64] = vec[i64]([NOWHERE] * 16)
        self.reach: vec[i64] = self.fields
        if layout == board.RANDOM:
            self.phase = LAYOUT
        else:
            self.lay([number - 1 for number in board.NUMBERS[layout]])

    def forget_turn(self) -> None:
        """Begin a new turn, so that equal positions have equal keys, however they came about."""
        self.used = 0
        self.site = NOWHERE
        self.done = NOWHERE
        self.resume = MOVE
        self.rolling = 0
        self.market = 0
        self.dice = -1
        self.named = 0
        self.red = 0
        self.good = 0
        self.wanted = 0
        self.sold = 0
        self.due = 0
        self.last = 0

    def lay(self, places: list[int]) -> None:
        """Lay the places, field by field; -1 if there is none yet."""
        self.fields = vec[i64](places)
        if NOWHERE not in places:
            self.reach = board.reach(self.fields)

    def copy_to(self, other: Position) -> None:
        """Copy every field to another position."""
        other.players = self.players
        other.layout = self.layout
        other.variant = self.variant
        other.actor = self.actor
        other.phase = self.phase
        other.laid = self.laid
        other.round = self.round
        other.starter = self.starter
        other.seat = self.seat
        other.governor = self.governor
        other.smuggler = self.smuggler
        other.neutrals = self.neutrals
        other.loose = self.loose
        other.deck = self.deck
        other.discards = self.discards
        other.deep = self.deep
        other.small = self.small
        other.large = self.large
        other.post = self.post
        other.sultan = self.sultan
        other.gemstone = self.gemstone
        other.carts = self.carts
        other.small_rubies = self.small_rubies
        other.great_rubies = self.great_rubies
        other.tiles_taken = self.tiles_taken
        other.used = self.used
        other.site = self.site
        other.done = self.done
        other.resume = self.resume
        other.rolling = self.rolling
        other.market = self.market
        other.dice = self.dice
        other.named = self.named
        other.red = self.red
        other.good = self.good
        other.wanted = self.wanted
        other.sold = self.sold
        other.due = self.due
        other.last = self.last
        other.fields = self.fields
        other.reach = self.reach
        players: list[Player] = []
        for mine in self.player:
            twin = Player()
            twin.place = mine.place
            twin.family = mine.family
            twin.lira = mine.lira
            twin.goods = mine.goods
            twin.capacity = mine.capacity
            twin.rubies = mine.rubies
            twin.tiles = mine.tiles
            twin.stack = mine.stack
            twin.neutral = mine.neutral
            twin.out = mine.out
            twin.hand = mine.hand
            twin.known = mine.known
            players.append(twin)
        other.player = players

    def dump(self) -> list[int]:
        numbers = get_numbers(self, NUMBERS)
        numbers += list(self.fields)
        for player in self.player:
            numbers += get_numbers(player, PLAYER_NUMBERS)
        return numbers

    def load(self, numbers: list[int]) -> None:
        self.setup(numbers[0], numbers[1], numbers[2])
        rest = iter(numbers)
        set_numbers(self, NUMBERS, rest)
        self.lay([next(rest) for _ in range(16)])
        for player in self.player:
            set_numbers(player, PLAYER_NUMBERS, rest)


# The numbers that `dump` writes and `load` reads, in this order.
NUMBERS: Final = numbers_of(Position(), "players", "layout", "variant", "actor")
PLAYER_NUMBERS: Final = numbers_of(Player())
