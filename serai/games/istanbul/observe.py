"""What a seat may know (I23): everything but the cards in other hands, the order of the draw pile and the
demand tiles that have not turned up yet."""

from __future__ import annotations

from typing import TypedDict

from mypy_extensions import i64

from serai.games.istanbul import board, cards, dice
from serai.games.istanbul import state as at
from serai.games.istanbul.state import Player, Position
from serai.kernel import piles
from serai.kernel.rng import Rng
from serai.kernel.state import OwnHand


class Seat(TypedDict):
    """The public information about a player."""

    rubies: int
    lira: int
    goods: dict[str, int]
    capacity: int
    tiles: list[str]
    merchant: str
    family: str
    stack: list[str]  # own and neutral assistants under the merchant, bottom first
    assistants: list[str]  # the places of assistants left on the board
    supply: int  # the fifth assistant, unavailable until the blue tile
    cards: int
    known: list[str]  # the cards among them that were taken openly


class Market(TypedDict):
    """A market's demand tiles."""

    demand: dict[str, int] | None  # on the top tile
    below: list[dict[str, int] | None]  # the others, from the top; None: not seen yet


class Mosque(TypedDict):
    """What a mosque still has to give."""

    rubies: int
    tiles: dict[str, int | None]  # goods that the next tile of a colour requires; None: no tile left


class Observation(OwnHand):
    """Everything that a seat may know, see `observe`."""

    game: str
    players: int
    layout: str
    variant: str
    actor: int
    phase: str
    round: int
    starter: int
    turn: int  # whose turn it is
    fields: list[str | None]  # the places, row by row; None if not laid yet
    seats: list[Seat]
    governor: str | None
    smuggler: str | None
    neutral_merchants: list[str]
    neutral_assistants: dict[str, int]  # by place
    wainwright: int  # rubies
    post: int  # indicators that are down
    small_market: Market
    large_market: Market
    sultan: dict[str, int]  # price in symbols, and rubies left
    gemstone: dict[str, int]  # price in lira, and rubies left
    small_mosque: Mosque
    great_mosque: Mosque
    discards: list[str]  # top first
    deck: int
    # The current turn.
    site: str | None  # the place whose action is open or done
    done: bool  # it was done, and no encounter has followed
    used: list[str]  # which of governor, smuggler and yellow tile were used
    dice: list[int] | None
    named: int | None
    good: str | None  # the good in question, or that must be paid for
    wanted: dict[str, int] | None  # the goods that can be sold, from the demand tile or a card
    sold: int | None
    due: int | None  # goods still to be given, cards still to be taken


def own(p: Position, seat: int | None) -> OwnHand:
    """What a seat knows besides what everyone does."""
    return {"seat": seat, "hand": names(p.player[seat].hand) if seat is not None else None}


def observe(p: Position, seat: int | None) -> Observation:
    """Everything that a seat (None: a spectator) may know (I23)."""
    phase = p.phase
    rolled = phase == at.DICE
    return {
        **own(p, seat),
        "game": "istanbul",
        "players": p.players,
        "layout": board.LAYOUTS[p.layout],
        "variant": "neutral-assistants" if p.variant else "none",
        "actor": p.actor,
        "phase": at.PHASES[phase],
        "round": p.round,
        "starter": p.starter,
        "turn": p.seat,
        "fields": [_place(place) for place in p.fields],
        "seats": [_seat(player) for player in p.player],
        "governor": _place(p.governor),
        "smuggler": _place(p.smuggler),
        "neutral_merchants": neutral_merchants(p),
        "neutral_assistants": {
            board.PLACES[place]: p.loose >> 3 * place & 7
            for place in range(board.NUM_PLACES)
            if p.loose >> 3 * place & 7
        },
        "wainwright": p.carts,
        "post": p.post,
        "small_market": _market(board.SMALL, p.small),
        "large_market": _market(board.LARGE, p.large),
        "sultan": {"price": p.sultan, "rubies": board.NUM_SYMBOLS + 1 - p.sultan},
        "gemstone": {"price": p.gemstone, "rubies": board.LAST_GEMSTONE + 1 - p.gemstone},
        "small_mosque": _mosque(p, p.small_rubies, board.RED, board.GREEN),
        "great_mosque": _mosque(p, p.great_rubies, board.YELLOW, board.BLUE),
        "discards": [cards.CARDS[kind] for kind in cards.in_order(p.discards, p.deep)],
        "deck": piles.size(p.deck, cards.BITS),
        "site": _place(p.site),
        "done": p.done != at.NOWHERE,
        "used": [name for bit, name in enumerate(("governor", "smuggler", "yellow")) if p.used >> bit & 1],
        "dice": [dice.LOW[p.dice], dice.HIGH[p.dice]] if rolled else None,
        "named": p.named if (rolled or phase == at.ACTION_ROLL) and p.named else None,
        "good": board.GOODS[p.good] if phase == at.SELL or phase == at.SMUGGLER else None,
        "wanted": _goods(p.wanted) if phase == at.SELL else None,
        "sold": p.sold if phase == at.SELL else None,
        "due": p.due if phase == at.ANY or phase == at.CARAVAN or phase == at.CARAVAN_DEAL else None,
    }


def _place(place: i64) -> str | None:
    return board.PLACES[place] if place != at.NOWHERE else None


def _places(mask: i64) -> list[str]:
    return [board.PLACES[place] for place in range(board.NUM_PLACES) if mask >> place & 1]


def _goods(stock: i64) -> dict[str, int]:
    return {board.GOODS[good]: board.held(stock, good) for good in range(board.NUM_GOODS)}


def _seat(player: Player) -> Seat:
    return {
        "rubies": player.rubies,
        "lira": player.lira,
        "goods": _goods(player.goods),
        "capacity": player.capacity,
        "tiles": [board.TILES[tile] for tile in range(4) if player.has(tile)],
        "merchant": board.PLACES[player.place],
        "family": board.PLACES[player.family],
        "stack": ["neutral" if player.neutral >> i & 1 else "own" for i in range(player.stack)],
        "assistants": _places(player.out),
        "supply": 0 if player.has(board.BLUE) else 1,
        "cards": piles.size(player.hand, cards.BITS),
        "known": names(player.known),
    }


def neutral_merchants(p: Position) -> list[str]:
    """I1: the places of the three neutral merchants of the two-player game."""
    if p.players != 2:
        return []
    return [board.PLACES[p.neutrals >> 4 * neutral & 15] for neutral in range(3)]


def _market(market: i64, stack: i64) -> Market:
    tiles = [_tile(market, stack >> 4 * i & 15) for i in range(board.NUM_DEMANDS)]
    return {"demand": tiles[0], "below": tiles[1:]}


def _tile(market: i64, tile: i64) -> dict[str, int] | None:
    return _goods(board.DEMAND[board.NUM_DEMANDS * market + tile - 1]) if tile else None


def _mosque(p: Position, rubies: i64, first: i64, second: i64) -> Mosque:
    return {
        "rubies": rubies,
        "tiles": {board.TILES[first]: _asked(p, first), board.TILES[second]: _asked(p, second)},
    }


def _asked(p: Position, tile: i64) -> int | None:
    goods = board.MOSQUE_TILES[p.players] >> 4 * (p.tiles_taken >> 4 * tile & 15) & 15
    return goods if goods else None


def names(pile: i64) -> list[str]:
    """The cards of a pile by name."""
    return [cards.CARDS[kind] for kind in range(cards.NUM_KINDS) for _ in range(cards.held(pile, kind))]


def deal_again(p: Position, seat: int | None, rng: Rng) -> None:
    """Redeal the cards that the seat cannot see: to the other hands, the rest to the draw pile.

    Cards that a player took openly stay with them.
    """
    unseen = p.deck
    for other, player in enumerate(p.player):
        if other != seat:
            unseen += player.hand - player.known
    for other, player in enumerate(p.player):
        if other != seat:
            dealt = piles.deal(unseen, piles.size(player.hand - player.known, cards.BITS), cards.BITS, rng)
            player.hand = player.known + dealt
            unseen -= dealt
    p.deck = unseen
