"""What lies on the table of Morgenland."""

from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from serai.games.morgenland import board, cards, treasure
from serai.kernel.fields import get_numbers, numbers_of, set_numbers
from serai.kernel.state import State

# What is asked of the actor.
START: Final = 0  # chance: who starts
CARD: Final = 1  # chance: the treasure card
TURN_UP: Final = 2  # chance: the top artifact of a pile
PLACE: Final = 3  # a figure, or a play before it
MOMENT: Final = 4  # a play, or pass
TARGET: Final = 5  # the target of a play
DISC: Final = 6  # chance: which of several hidden figures
COUNTER: Final = 7  # a Counterspell?
PAY: Final = 8  # treasures to the bank
GAIN: Final = 9  # treasures from the bank
ANSWER: Final = 10  # a question of a spell when it resolves
SEARCH: Final = 11  # chance: the artifacts of a pile that is searched
DRAW: Final = 12  # chance: a spell card
KEEP: Final = 13  # which of two spell cards to keep
SMUGGLE: Final = 14  # smuggled in: take what the field gives?
MARKET: Final = 15  # exchange a treasure?
GUARD: Final = 16  # chance: the guard
BRIBE: Final = 17  # bribe the guard?
BUY: Final = 18  # buy the artifact?
PRIZE: Final = 19  # chance: the artifact bought unseen
DONE: Final = 20
PHASES: Final = (
    "start",
    "card",
    "turn-up",
    "place",
    "moment",
    "target",
    "disc",
    "counter",
    "pay",
    "gain",
    "answer",
    "search",
    "draw",
    "keep",
    "smuggle",
    "market",
    "guard",
    "bribe",
    "buy",
    "prize",
    "done",
)

# The moments in which plays are announced (M18).
AFTER_VIZIER: Final = 0
OWN_TURN: Final = 1
AFTER_PLACING: Final = 2
BEFORE_CITY: Final = 3
AT_FIELD: Final = 4
MOMENTS: Final = ("after-vizier", "own-turn", "after-placing", "before-city", "at-field")

# What continues once treasures are paid or gained.
FOR_STOCK: Final = 0
FOR_EFFECT: Final = 1
FOR_MARKET: Final = 2
FOR_BRIBE: Final = 3
FOR_ROOM: Final = 4

NOBODY: Final = -1
NOTHING: Final = -1


@mypyc_attr(acyclic=True)  # only numbers, so the garbage collector need not track it
class Player:
    """What one seat has."""

    def __init__(self) -> None:
        self.wealth: i64 = 0  # treasures
        self.owned: i64 = 0  # artifacts
        self.played: i64 = 0  # the ones that lie open this round
        self.plays: i64 = 0  # the number of plays that counts as (M16)
        self.hand: i64 = 255  # figures not placed
        self.open: i64 = 0  # figures whose place is public
        self.doubled: i64 = 0  # figures with a Double
        self.carpets: i64 = 0  # laid this round
        self.key: i64 = 0  # enters the palace by a Key
        self.spells: i64 = 0
        self.knows: i64 = 0  # spell cards given to others at the Tent

    def lamp_is_open(self) -> bool:
        """M17."""
        return self.played & 15 != 0


class Position(State):
    """The pieces, and where the round stands. The rules that move them are in `table.py` and `rules.py`."""

    derived: ClassVar[tuple[str, ...]] = ("deck",)  # unless the table has a deck of its own

    def __init__(self) -> None:
        super().__init__()
        self.magic: i64 = 1  # the pro game
        self.phase: i64 = START
        self.round: i64 = 0
        self.round_limit: i64 = 0  # M22: the game ends after this many rounds; 0: no limit
        self.start: i64 = 0  # the owner of the camel
        self.cards_left: i64 = 0  # treasure cards, a bit each
        self.bank: i64 = board.ALL_UNITS
        self.pool: i64 = 0  # unseen artifacts in the piles
        self.open_piles: i64 = 0  # a bit for each pile whose top artifact lies open
        self.draw_pile: i64 = 0  # spell cards
        self.discards: i64 = 0
        self.drawn: i64 = 0  # the cards drawn at the Tent
        # The round.
        self.turn: i64 = 0  # whose placement turn it is; while piles turn up, which pile
        self.current: i64 = 0  # the first field not yet resolved
        self.resolving: i64 = 0  # whether it is being resolved
        self.city_begun: i64 = 0  # the moment before the city is over
        self.empty_city: i64 = 0  # city fields in which nothing was placed, without those a smuggler declined
        self.sealed: i64 = 0  # fields that Close Sesame closed
        self.emptied: i64 = 0  # caves to which the dragon returned
        self.reversed: i64 = 0  # The Last Shall Be First
        self.openly: i64 = 0  # seats that place openly
        self.guard: i64 = 0  # the guard's strength; 0: not revealed
        self.admitted: i64 = 0  # seats that the guard let in
        self.djinn: i64 = NOBODY  # the seat that may play two artifacts
        self.smuggler: i64 = NOBODY
        self.refused: i64 = 0  # seats that have had their chance in the current room
        # The moment.
        self.moment: i64 = AFTER_VIZIER
        self.asked: i64 = 0  # how far from the start player the next one to ask sits
        self.passes: i64 = 0  # in a row
        self.stirred: i64 = 0  # whether something was announced
        # The play in hand: being announced, or resolving.
        self.what: i64 = NOTHING
        self.caster: i64 = NOBODY
        self.copied: i64 = NOTHING  # the artifact a Free Rider uses
        self.field: i64 = NOTHING
        self.who: i64 = NOBODY
        self.figure: i64 = NOTHING
        self.goal: i64 = NOTHING
        self.gift: i64 = NOTHING  # the artifact the Apprentice gives
        self.namer: i64 = NOBODY  # who names its targets
        self.effecting: i64 = 0  # it is being resolved
        self.step: i64 = 0  # the progress of its effect
        self.questioned: i64 = NOBODY  # whom its effect asks
        self.cursor: i64 = 0
        self.counter_asked: i64 = 0  # how far from the start player the next one to ask sits
        self.rider: i64 = NOBODY  # who counters with a Free Rider
        # Treasures being chosen.
        self.owed: i64 = 0
        self.kinds: i64 = -1  # in exactly this many more kinds; -1: any
        self.next_kind: i64 = 0  # the lowest kind that may still come
        self.more_of: i64 = NOTHING  # the kind before it, if more of it may follow
        self.banned: i64 = 0  # kinds that are not allowed
        self.purpose: i64 = FOR_STOCK
        self.announced: list[int] = []  # pending plays, packed

    def setup(self, players: int, magic: bool = True, deck: list[int] | None = None) -> None:
        """M1, M2: artifacts in face-down piles, spell cards, treasure cards; a Lamp each in the pro game."""
        self.players = players
        self.magic = 1 if magic else 0
        self.player: list[Player] = [Player() for _ in range(players)]
        self.lying: vec[i64] = vec[i64]([0] * (players * board.NUM_FIELDS))  # figures, by seat and field
        self.groups: vec[i64] = vec[i64]([0] * board.NUM_CAVES)  # treasures, five bits per group
        self.pile: vec[i64] = vec[i64]([cards.UNSEEN] * 30)  # six places per room, from the bottom up
        self.own_cards: i64 = 0 if deck is None else 1
        self.deck: vec[i64] = vec[i64](treasure.standard(players) if deck is None else deck)
        self.cards_left = (1 << treasure.NUM_CARDS) - 1
        if magic:
            for player in self.player:
                player.owned = cards.ONE[cards.LAMP]
            self.pool = players * 0x111110
            self.draw_pile = cards.ALL_SPELLS
            self.sizes: vec[i64] = vec[i64]([5 if room < players else 0 for room in range(5)])
        else:
            self.pool = 0x555555
            self.sizes = vec[i64]([6] * 5)

    def copy_to(self, other: Position) -> None:
        """Copy every field to another position."""
        other.players = self.players
        other.actor = self.actor
        other.magic = self.magic
        other.phase = self.phase
        other.round = self.round
        other.round_limit = self.round_limit
        other.start = self.start
        other.cards_left = self.cards_left
        other.bank = self.bank
        other.pool = self.pool
        other.open_piles = self.open_piles
        other.draw_pile = self.draw_pile
        other.discards = self.discards
        other.drawn = self.drawn
        other.turn = self.turn
        other.current = self.current
        other.resolving = self.resolving
        other.city_begun = self.city_begun
        other.empty_city = self.empty_city
        other.sealed = self.sealed
        other.emptied = self.emptied
        other.reversed = self.reversed
        other.openly = self.openly
        other.guard = self.guard
        other.admitted = self.admitted
        other.djinn = self.djinn
        other.smuggler = self.smuggler
        other.refused = self.refused
        other.moment = self.moment
        other.asked = self.asked
        other.passes = self.passes
        other.stirred = self.stirred
        other.what = self.what
        other.caster = self.caster
        other.copied = self.copied
        other.field = self.field
        other.who = self.who
        other.figure = self.figure
        other.goal = self.goal
        other.gift = self.gift
        other.namer = self.namer
        other.effecting = self.effecting
        other.step = self.step
        other.questioned = self.questioned
        other.cursor = self.cursor
        other.counter_asked = self.counter_asked
        other.rider = self.rider
        other.owed = self.owed
        other.kinds = self.kinds
        other.next_kind = self.next_kind
        other.more_of = self.more_of
        other.banned = self.banned
        other.purpose = self.purpose
        if self.announced:
            other.announced = self.announced.copy()
        other.lying = self.lying[:]
        other.groups = self.groups[:]
        other.pile = self.pile[:]
        other.sizes = self.sizes[:]
        other.own_cards = self.own_cards
        other.deck = self.deck  # never modified
        players: list[Player] = []
        for mine in self.player:
            twin = Player()
            twin.wealth = mine.wealth
            twin.owned = mine.owned
            twin.played = mine.played
            twin.plays = mine.plays
            twin.hand = mine.hand
            twin.open = mine.open
            twin.doubled = mine.doubled
            twin.carpets = mine.carpets
            twin.key = mine.key
            twin.spells = mine.spells
            twin.knows = mine.knows
            players.append(twin)
        other.player = players

    def dump(self) -> list[int]:
        numbers = get_numbers(self, NUMBERS)
        numbers += [*self.lying, *self.groups, *self.pile, *self.sizes]
        for player in self.player:
            numbers += get_numbers(player, PLAYER_NUMBERS)
        numbers += [len(self.announced), *self.announced]
        if self.own_cards:
            numbers += [*self.deck]
        return numbers

    def load(self, numbers: list[int]) -> None:
        rest = iter(numbers)
        self.setup(next(rest))
        set_numbers(self, NUMBERS[1:], rest)
        self.lying = vec[i64]([next(rest) for _ in range(self.players * board.NUM_FIELDS)])
        self.groups = vec[i64]([next(rest) for _ in range(board.NUM_CAVES)])
        self.pile = vec[i64]([next(rest) for _ in range(30)])
        self.sizes = vec[i64]([next(rest) for _ in range(board.NUM_ROOMS)])
        for player in self.player:
            set_numbers(player, PLAYER_NUMBERS, rest)
        self.announced = [next(rest) for _ in range(next(rest))]
        deck = list(rest)
        if deck:
            self.own_cards = 1
            self.deck = vec[i64](deck)


# The numbers that `dump` writes and `load` reads, in this order.
NUMBERS: Final = numbers_of(Position(), "players", "actor")
PLAYER_NUMBERS: Final = numbers_of(Player())
