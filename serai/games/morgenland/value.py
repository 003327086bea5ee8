"""What a position of Morgenland is worth: artifacts to come, guessed by hand.

For each seat the artifacts it owns are added to what its treasures, spell cards and figures should still
bring; who leads that sum is likely to win, the more surely the fewer artifacts are left in the piles. A
seat's own figures count with their strength, hidden ones of others with what they are on the average, so
that an imagined position is worth much the same whatever lies face down there. A play that waits for its
resolution counts as if it had been resolved; see `pending.py`.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.games.morgenland import board, cards, pending
from serai.games.morgenland import state as at
from serai.games.morgenland.table import Table, reach

# What an artifact is worth beyond being one, while many are left: what it does each round.
USE: Final[vec[float]] = vec[float]([0.02, 0.06, 0.08, 0.04, 0.12, 0.10])
# What an artifact is worth that can still be played this round.
READY: Final[vec[float]] = vec[float]([0.03, 0.04, 0.06, 0.02, 0.05, 0.0])
UNIT: Final = 0.10  # the first treasure
LARGEST: Final = 0.012  # each of the eight first units of the kind one has most of
HANDY: Final = 0.14  # with an open Lamp, so much of a spell's worth besides
FIGURE: Final = 0.02  # a figure in the hand, and each point of its strength
POINT: Final = 0.014
MEAN: Final = 5.0  # strength of a hidden figure
COMING: Final = 0.4  # strength that each figure in a hand will add to a field
SPELL_WON: Final = 0.17
SPELL_LEFT: Final = 0.09  # for the second at the Tent
SECOND_PLAY: Final = 0.06
EXCHANGED: Final = 2.0  # treasures that the Market brings
CAMEL: Final = 0.07
QUARTERS: Final = 4  # money to come is counted in quarters of a unit


def estimate(p: Table, out: vec[float]) -> None:
    """The share of the win of each seat."""
    left = artifacts_to_come(p)
    waiting = p.what >= 0 or len(p.announced) != 0
    if waiting:
        pending.foresee(p)
    best = -1000.0
    for seat in range(p.players):
        worth = artifacts_of(p, seat, left)
        if waiting:
            worth += pending.credit(p, seat, unit_worth(p, seat, left))
        out[seat] = worth
        if worth > best:
            best = worth
    if waiting:
        pending.restore(p)
    spread = 0.2 + 0.2 * sqrt(left)
    total = 0.0
    for seat in range(p.players):
        share = exp((out[seat] - best) / spread)
        out[seat] = share
        total += share
    for seat in range(p.players):
        out[seat] /= total


def artifacts_to_come(p: Table) -> float:
    """How many artifacts will still be bought; in the basic game three of one seat end it."""
    left = float(p.artifacts_left())
    if p.magic:
        return left
    most: i64 = 0
    for player in p.player:
        owned = cards.size(player.owned)
        if owned > most:
            most = owned
    coming = 1.0 + (float(p.players * (3 - most)) * 0.7 if most < 3 else 0.0)
    return coming if coming < left else left


def artifacts_of(p: Table, seat: i64, left: float) -> float:
    """The artifacts of a seat at the end of the game, as far as this position shows."""
    player = p.player[seat]
    unit = unit_worth(p, seat, left)
    money = player.wealth * QUARTERS
    worth = float(cards.size(player.owned))
    if p.magic:
        worth += _uses(p, seat, left) + spells_in_hand(p, seat, left)
    if seat == p.actor or seat == p.questioned:
        if p.phase == at.GAIN:
            worth += unit * float(p.owed)
        elif p.phase == at.PAY:
            worth -= unit * float(p.owed)
            if p.purpose == at.FOR_ROOM and seat == p.actor:
                worth += 1.0
        elif p.phase == at.PRIZE and seat == p.questioned:
            worth += 1.0
    if p.phase > at.TURN_UP:
        for cave in range(p.current, board.NUM_CAVES):
            if p.lying[seat * board.NUM_FIELDS + cave]:
                money += i64(float(QUARTERS) * _cave(p, seat, cave) + 0.5) << 8 * cave
        if p.current < board.GUARD:
            worth += _city(p, seat, left, unit)
        worth += _palace(p, seat, money, unit)
        worth += FIGURE * float(board.SIZE_OF[player.hand]) + POINT * float(board.STRENGTH_OF[player.hand])
    return worth + _treasure(p, money, left)


def unit_worth(p: Table, seat: i64, left: float) -> float:
    """One treasure more or less."""
    enough = 4.0 + 10.0 * left / float(p.players)
    share = enough / (enough + float(board.total(p.player[seat].wealth)))
    return UNIT * share * share


def _treasure(p: Table, money: i64, left: float) -> float:
    """Treasures buy artifacts, as long as there are some; many of one kind can pay a strong figure."""
    total = 0.0
    largest: i64 = 0
    second: i64 = 0
    for kind in range(board.NUM_KINDS):
        have = board.units(money, kind)
        total += float(have)
        if have > largest:
            second = largest
            largest = have
        elif have > second:
            second = have
    total /= float(QUARTERS)
    enough = 4.0 + 10.0 * left / float(p.players)
    if largest > 8 * QUARTERS:
        largest = 8 * QUARTERS
    if second > 8 * QUARTERS:
        second = 8 * QUARTERS
    scale = LARGEST * (left / 4.0 if left < 4.0 else 1.0) / float(QUARTERS)
    return UNIT * total * enough / (total + enough) + scale * (float(largest) + 0.5 * float(second))


def _uses(p: Table, seat: i64, left: float) -> float:
    """What a seat's artifacts do: in rounds to come, and still in this one."""
    player = p.player[seat]
    rounds = left / float(3 * p.players)
    ready = p.phase > at.TURN_UP and p.has_play(seat)
    unplayed = player.owned - player.played
    worth = 0.0
    for kind in range(cards.NUM_ARTIFACTS):
        number = player.owned >> 4 * kind & 15
        if number:
            worth += USE[kind] * rounds * (0.7 + 0.3 * float(number))
            if ready and unplayed >> 4 * kind & 15:
                worth += READY[kind]
    return worth


def spells_in_hand(p: Table, seat: i64, left: float) -> float:
    """Spell cards; an open Lamp makes them ready."""
    player = p.player[seat]
    spells = player.spells
    if not spells:
        return 0.0
    worth = 0.0
    card: i64 = 0
    while spells:
        if spells & 1:
            worth += pending.IN_HAND[card]
        spells >>= 1
        card += 1
    if not player.owned & 15:
        worth *= 0.3
    elif player.played & 15:
        worth *= 1.0 + HANDY
    return worth * (left / 5.0 if left < 5.0 else 1.0)


def ahead(p: Table, seat: i64, rival: i64, field: i64, strength: float) -> float:
    """How likely a rival is the stronger one in a field when it is resolved."""
    figures = p.lying[rival * board.NUM_FIELDS + field]
    player = p.player[rival]
    hidden = figures & ~player.open
    to_come = player.hand
    if not figures and not to_come:
        return 0.0
    lead = -strength
    if figures:
        lead += float(p.strength(rival, field))
    nearer = 0.5 if p.distance(rival) < p.distance(seat) else -0.5
    if not hidden and not to_come:
        return 1.0 if lead + nearer > 0.0 else 0.0
    spread = 1.2
    if hidden:
        number = float(board.SIZE_OF[hidden & board.ALL_FIGURES])
        lead += MEAN * number - float(board.STRENGTH_OF[hidden & board.ALL_FIGURES])
        spread += 0.7 * number
    if to_come and not p.sealed >> field & 1:
        more = float(board.SIZE_OF[to_come])
        lead += COMING * more
        spread += 0.25 * more
    x = (lead + nearer) / spread
    return 0.5 + 0.5 * x / (1.0 + (x if x > 0.0 else -x))


def _cave(p: Table, seat: i64, cave: i64) -> float:
    """The treasures that a seat should get in a cave: between the two groups nearest to its rank."""
    strength = float(p.strength(seat, cave))
    rank = 0.0
    for rival in range(p.players):
        if rival != seat:
            rank += ahead(p, seat, rival, cave, strength)
    groups = p.groups[cave]
    while rank >= 1.0:
        groups >>= 5
        rank -= 1.0
    return float(groups & 31) * (1.0 - rank) + float(groups >> 5 & 31) * rank


def _first(p: Table, seat: i64, field: i64) -> float:
    """How likely a seat is the strongest in a field of the city."""
    if p.refused >> seat & 1 and field == p.current:
        return 0.0
    strength = float(p.strength(seat, field))
    if p.smuggler == seat and p.empty_city >> field & 1:
        strength += 50.0
    if strength <= 0.0:
        return 0.0
    chance = 1.0
    for rival in range(p.players):
        if rival != seat:
            chance *= 1.0 - ahead(p, seat, rival, field, strength)
    return chance


def _city(p: Table, seat: i64, left: float, unit: float) -> float:
    """Spell cards, a second play, treasures, the camel: for who is the strongest."""
    worth = 0.0
    base = seat * board.NUM_FIELDS
    smuggled: i64 = p.empty_city if p.smuggler == seat else 0
    for field in range(p.current if p.current > board.TENT else board.TENT, board.GUARD):
        if not p.lying[base + field] and not smuggled >> field & 1:
            continue
        first = _first(p, seat, field)
        if field == board.TENT:
            prize = (SPELL_WON - SPELL_LEFT) * first
            if p.lying[base + field]:
                prize += SPELL_LEFT * (0.5 + 0.5 * first)
            worth += prize * (left / 6.0 if left < 6.0 else 1.0)
        elif field == board.DJINN:
            player = p.player[seat]
            ready = cards.size((player.owned - player.played) & cards.PLAYABLE)
            if ready + player.plays > 1 and ready:
                worth += SECOND_PLAY * first
        elif field == board.MARKET:
            worth += EXCHANGED * unit * 1.15 * first
        elif seat != p.start:
            worth += CAMEL * first
    return worth


def _palace(p: Table, seat: i64, money: i64, unit: float) -> float:
    """What the rooms should bring, if the guard lets the seat in, less what he is paid."""
    if p.current >= board.NUM_FIELDS:
        return 0.0
    player = p.player[seat]
    hand = player.hand
    base = seat * board.NUM_FIELDS
    rooms: i64 = 0
    for field in range(p.current if p.current > board.FIRST_ROOM else board.FIRST_ROOM, board.NUM_FIELDS):
        if p.lying[base + field]:
            rooms |= 1 << field
    if not rooms and not hand:
        return 0.0
    bribe = 0.0
    enter = 1.0
    if p.current <= board.GUARD and not player.key and not p.admitted >> seat & 1:
        units = float(board.total(money)) / float(QUARTERS)
        if p.phase == at.PAY and p.purpose == at.FOR_BRIBE and seat == p.actor:
            enter = 1.0
        elif cards.held(player.owned - player.played, cards.KEY) and _can_play(p, seat):
            enter = 0.985
        elif p.lying[base + board.GUARD]:
            strength = float(p.strength(seat, board.GUARD))
            if p.guard:
                bribe = float(p.guard) - strength
                if bribe > units:
                    return 0.0
                if bribe < 0.0:
                    bribe = 0.0
            elif strength < 10.0:
                bribe = (10.0 - strength) * (11.0 - strength) * 0.05
                enter = (strength + 0.6 * units) * 0.1
                if enter > 1.0:
                    enter = 1.0
        elif hand:
            number = float(board.SIZE_OF[hand])
            enter = 0.6 if number > 3.0 else 0.2 * number
            bribe = 2.5
        else:
            return 0.0
    gain = 0.0
    bought = 0.0
    purse = money
    for field in range(board.FIRST_ROOM, board.NUM_FIELDS):
        if not rooms >> field & 1:
            continue
        chance = _sale(p, seat, field, purse)
        if chance > 0.0:
            price = p.strength(seat, field)
            bought += chance
            value = 1.0 + _use_of(p, field) - unit * float(price)
            if value > 0.0:
                gain += chance * value
            if chance > 0.3:
                purse = _pay(purse, price * QUARTERS, p.count(seat, field))
    if hand:
        wanted = float(board.total(money)) / float(6 * QUARTERS)
        if wanted > 1.6:
            wanted = 1.6
        if wanted > bought:
            number = float(board.SIZE_OF[hand])
            gain += (wanted - bought) * 0.25 * (1.0 if number > 3.0 else 0.25 * number)
    gain = enter * (gain - unit * bribe)
    return gain if gain > 0.0 else 0.0


def _can_play(p: Table, seat: i64) -> bool:
    """Whether a seat can still play a Key: it has a play, and has not passed in the moment at the guard."""
    if not p.has_play(seat):
        return False
    if p.current < board.GUARD or not p.resolving:
        return True
    if p.phase != at.MOMENT:
        return p.phase < at.PAY
    since = p.asked - 1 - p.distance(seat)
    return (since if since >= 0 else since + p.players) >= p.passes


def _use_of(p: Table, field: i64) -> float:
    """What the open artifact of a room does, besides being one."""
    if not p.magic:
        return 0.0
    room = field - board.FIRST_ROOM
    if not p.open_piles >> room & 1:
        return 0.0
    kind = p.pile[6 * room + p.sizes[room] - 1] & 7
    return USE[kind] if kind < cards.NUM_ARTIFACTS else 0.05


def _sale(p: Table, seat: i64, field: i64, purse: i64) -> float:
    """How likely a seat, once in the palace, can buy in a room: has the price, and no stronger one buys."""
    sold = p.phase == at.PRIZE or (p.phase == at.PAY and p.purpose == at.FOR_ROOM)
    if field == p.current and (sold or p.refused >> seat & 1):
        return 0.0
    room = field - board.FIRST_ROOM
    if not p.sizes[room] or (p.magic and not p.open_piles >> room & 1):
        return 0.0
    price = p.strength(seat, field)
    short = price * QUARTERS - reach(purse, 0, p.count(seat, field), 0)
    chance = 1.0
    if short > 0:
        if p.current >= board.GUARD:
            return 0.0
        chance = 0.45 - 0.06 * float(short)
        if chance < 0.0:
            return 0.0
    elif p.current < board.NUM_CAVES and short > -8:
        chance = 0.7 - 0.0375 * float(short)
    for rival in range(p.players):
        if rival == seat or (p.refused >> rival & 1 and field == p.current):
            continue
        stronger = ahead(p, seat, rival, field, float(price))
        if stronger > 0.0:
            chance *= 1.0 - stronger * _can_buy(p, rival, field)
    return chance


def _can_buy(p: Table, rival: i64, field: i64) -> float:
    """How likely a rival comes into the palace and has the price."""
    player = p.player[rival]
    base = rival * board.NUM_FIELDS
    chance = 1.0
    if p.current <= board.GUARD and not player.key:
        if cards.held(player.owned - player.played, cards.KEY) and _can_play(p, rival):
            chance = 0.985
        elif p.lying[base + board.GUARD]:
            chance = 0.9
        elif player.hand:
            chance = 0.6
        else:
            return 0.0
    elif p.current > board.GUARD and not p.admitted >> rival & 1:
        return 0.0
    figures = p.lying[base + field]
    if not figures:
        return 0.5 * chance
    hidden = figures & ~player.open & board.ALL_FIGURES
    number = p.count(rival, field)
    price = 5 * number if hidden else p.strength(rival, field)
    if hidden and p.current < board.NUM_CAVES:  # the caves will give him some
        price -= 3
    if reach(player.wealth, 0, number, 0) < price:
        return 0.3 * chance if p.current < board.GUARD or hidden else 0.0
    return chance


def _pay(purse: i64, price: i64, kinds: i64) -> i64:
    """The money left after a payment from the largest heaps."""
    while price > 0 and kinds > 0:
        kinds -= 1
        largest: i64 = 0
        which: i64 = 0
        for kind in range(board.NUM_KINDS):
            have = board.units(purse, kind)
            if have > largest:
                largest = have
                which = kind
        part = price - QUARTERS * kinds
        if part > largest:
            part = largest
        if part <= 0:
            break
        price -= part
        purse -= part << 8 * which
    return purse
