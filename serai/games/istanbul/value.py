"""What a position of Istanbul is worth: the turns each seat still needs for its last ruby, guessed by hand.

For each seat a plan is made that takes the cheapest ruby, pays for it, takes the next cheapest and so on.
An action that is open counts as done, if that is better. Who needs the fewest turns is likely to win.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.games.istanbul import board, dice
from serai.games.istanbul import state as at
from serai.games.istanbul.state import Player, Position
from serai.kernel.bits import bit, count

# All in turns.
VISIT: Final = 1.15  # an action at a place, with its share of the ways to the Fountain
FAR: Final = 0.5  # for a place that the next turn cannot reach
FAR_GOODS: Final = 0.15
# By capacity: what it takes to come by one lira.
LIRA: Final[vec[float]] = vec[float]([0.0, 0.0, 0.21, 0.18, 0.16, 0.145])
# By number of goods of a kind that are missing: what it takes to come by them.
SHORT: Final[vec[float]] = vec[float]([0.0, 0.65, 0.85, 1.0, 1.1, 1.2])
JEWEL: Final = 0.85
EXTENSION: Final = 2.6  # for goods that the cart cannot take yet
RISE: Final = 1.0  # of the dealer's price by others, until the next visit
SPARE_GOOD: Final = 0.10  # goods that the plan has no use for
SPARE_LIRA: Final = 0.05
RUBY: Final = 0.3  # a ruby that nobody can take away, beside the turns that it saves
CAPACITY: Final = 0.12  # an extension, for each ruby still to come
# The power of a tile, for each ruby still to come.
POWER: Final[vec[float]] = vec[float]([0.06, 0.08, 0.14, 0.20])
# By kind: a card in the hand, and one that is not known yet.
CARD: Final[vec[float]] = vec[float]([0.35, 0.75, 0.6, 0.5, 0.6, 0.45, 0.5, 0.55, 0.5, 0.4])
SOME_CARD: Final = 0.52
WORST_CARD: Final = 0.35
FEE: Final = 0.4
# By number of assistants in the stack.
STACK: Final[vec[float]] = vec[float]([0.0, 0.56, 0.94, 1.2, 1.35, 1.43, 1.47, 1.5])
OUT_NEAR: Final = 0.15  # an assistant on the board
OUT_FAR: Final = 0.08
FAMILY_AWAY: Final = 0.35
ERRAND: Final = 1.0  # what the family member can do
MEET_MEMBER: Final = 0.6
MEET_SMUGGLER: Final = 0.3
MEET_GOVERNOR: Final = 0.15
NEVER: Final = 1000.0
LAST_CHANCE: Final = 4.0  # for who has no turn left while somebody has the rubies

# By number named at the Tea House: the chance to throw it.
WINS: Final[vec[float]] = vec[float](
    [sum(float(a + b >= named) for a in range(1, 7) for b in range(1, 7)) / 36.0 for named in range(13)]
)


def estimate(p: Position, out: vec[float]) -> None:
    """The share of the win of each seat."""
    goal = board.RUBIES_TO_END[p.players]
    turn = _order(p, p.seat)
    somebody_is_rich = False
    for player in p.player:
        if player.rubies >= goal:
            somebody_is_rich = True
    least = NEVER
    for seat in range(p.players):
        player = p.player[seat]
        if seat == p.seat and (p.phase > at.MOVE or (p.phase == at.DEMAND and p.round)):
            left = _in_turn(p, player)
            moved = True
        else:
            left = to_go(p, player)
            moved = _order(p, seat) < turn
        if moved:
            left += 1.0
            if somebody_is_rich and player.rubies < goal:
                left += LAST_CHANCE
        out[seat] = left
        if left < least:
            least = left
    spread = 0.8 + 0.09 * (least if least > 0.0 else 0.0)
    total = 0.0
    for seat in range(p.players):
        share = exp((least - out[seat]) / spread)
        out[seat] = share
        total += share
    for seat in range(p.players):
        out[seat] /= total


def _order(p: Position, seat: i64) -> i64:
    """How many have their turn earlier in the round."""
    order = seat - p.starter
    return order if order >= 0 else order + p.players


def to_go(p: Position, player: Player) -> float:
    """The turns that a seat needs when no action of its is open."""
    return _plan(
        p,
        _near(p, player.place, player.stack, player.out),
        player.lira,
        player.goods,
        player.capacity,
        player.tiles,
        player.rubies,
        p.sultan,
        p.gemstone,
    ) - _helpers(p, player, player.stack, player.out)


def _near(p: Position, place: i64, stack: i64, out: i64) -> i64:
    """The places where the next turn can act."""
    near = p.reach[place]
    return near if stack else near & (out | bit(board.FOUNTAIN))


def _helpers(p: Position, player: Player, stack: i64, out: i64) -> float:
    """Assistants, cards and the family member."""
    worth = STACK[stack if stack < 7 else 7]
    if out:
        near = count(out & p.reach[player.place])
        worth += OUT_NEAR * float(near) + OUT_FAR * float(count(out) - near)
    hand = player.hand
    kind: i64 = 0
    while hand:
        if hand & 7:
            worth += CARD[kind] * float(hand & 7)
        hand >>= 3
        kind += 1
    if player.family != board.POLICE_STATION:
        worth -= FAMILY_AWAY
    return worth


# The plan


def _plan(
    p: Position,
    near: i64,
    lira: i64,
    goods: i64,
    capacity: i64,
    tiles: i64,
    rubies: i64,
    sultan: i64,
    gemstone: i64,
) -> float:
    """The turns until the last ruby, each time for the cheapest one."""
    missing = board.RUBIES_TO_END[p.players] - rubies
    if missing <= 0:
        tie_break = 0.02 * float(lira) + 0.002 * float(board.total(goods))
        return 2.0 * float(missing) - 1.0 - RUBY * float(rubies) - tie_break
    power = CAPACITY * float(capacity - 2)
    for tile in range(4):
        if tiles >> tile & 1:
            power += POWER[tile]
    turns = -power * float(missing - 1) - RUBY * float(rubies)
    sale = _sale(p, board.SMALL, goods)
    market = bit(board.SMALL_MARKET)
    large = _sale(p, board.LARGE, goods)
    if large > sale:
        sale = large
        market = bit(board.LARGE_MARKET)
    small_rubies = p.small_rubies
    great_rubies = p.great_rubies
    price = float(gemstone)
    while missing > 0:
        per_lira = LIRA[capacity]
        way = VISIT if near & market else VISIT + FAR_GOODS
        # The Gemstone Dealer.
        best = NEVER
        source: i64 = board.GEMSTONE_DEALER
        if price <= 23.0:
            best = VISIT + _money(price - float(lira), per_lira, sale, way)
            if lira >= gemstone and not near >> board.GEMSTONE_DEALER & 1:
                best += FAR
        # The Sultan.
        if sultan <= board.NUM_SYMBOLS:
            cost = _sultan(near, goods, capacity, sultan)
            if cost < best:
                best = cost
                source = board.SULTANS_PALACE
        # The Wainwright.
        if capacity < board.MOST_CAPACITY:
            parts = board.MOST_CAPACITY - capacity
            cost = VISIT * float(parts) + _money(float(board.EXTENSION * parts - lira), per_lira, sale, way)
            if lira >= board.EXTENSION and not near >> board.WAINWRIGHT & 1:
                cost += FAR
            if cost < best:
                best = cost
                source = board.WAINWRIGHT
        # The mosques.
        if small_rubies and tiles & 3 != 3:
            cost = _tile(p, near, goods, capacity, tiles, board.RED)
            cost += _tile(p, near, goods, capacity, tiles, board.GREEN)
            if cost < best:
                best = cost
                source = board.SMALL_MOSQUE
        if great_rubies and tiles & 12 != 12:
            cost = _tile(p, near, goods, capacity, tiles, board.YELLOW)
            cost += _tile(p, near, goods, capacity, tiles, board.BLUE)
            if cost < best:
                best = cost
                source = board.GREAT_MOSQUE
        turns += best
        missing -= 1
        near = board.ALL_PLACES  # where the merchant will be then is not known
        # Pay.
        if source == board.GEMSTONE_DEALER or source == board.WAINWRIGHT:
            cost_in_lira = gemstone
            if source == board.WAINWRIGHT:
                cost_in_lira = board.EXTENSION * (board.MOST_CAPACITY - capacity)
                capacity = board.MOST_CAPACITY
            else:
                gemstone += 1
                price += 1.0 + RISE
            lira -= cost_in_lira
            if lira < 0:
                worth = sale if sale < -lira else -lira
                if way < per_lira * float(worth):
                    goods = 0
                    lira += sale
                    sale = 0
                if lira < 0:
                    lira = 0
        elif source == board.SULTANS_PALACE:
            goods = _less(goods, board.SULTAN_GOODS[sultan])
            sultan += 1
            sale = 0
        elif source == board.SMALL_MOSQUE:
            goods = _less(goods, 0x0011 & ~_spread(tiles))
            tiles |= 3
        else:
            goods = _less(goods, 0x1100 & ~_spread(tiles))
            tiles |= 12
    return turns - SPARE_GOOD * float(board.total(goods)) - SPARE_LIRA * float(lira)


def _money(short: float, per_lira: float, sale: i64, way: float) -> float:
    """What it takes to come by lira: little by little, or by a sale of what is there."""
    if short <= 0.0:
        return 0.0
    bit_by_bit = short * per_lira
    if sale:
        rest = short - float(sale)
        sold = way + (rest * per_lira if rest > 0.0 else 0.0)
        if sold < bit_by_bit:
            return sold
    return bit_by_bit


def _sale(p: Position, market: i64, goods: i64) -> i64:
    """The lira that a market would pay now."""
    return board.PRICE[6 * market + board.total(_sold(p, market, goods))]


def _sold(p: Position, market: i64, goods: i64) -> i64:
    """The goods that a market would take now."""
    top = (p.large if market else p.small) & 15
    if not top or not goods:
        return 0
    return _common(goods, board.DEMAND[board.NUM_DEMANDS * market + top - 1], 5)


def _common(goods: i64, wanted: i64, most: i64) -> i64:
    """What is in both stocks, so many goods at most."""
    sold: i64 = 0
    for good in range(board.NUM_GOODS):
        number = goods >> 4 * good & 15
        asked = wanted >> 4 * good & 15
        if asked < number:
            number = asked
        if number > most:
            number = most
        most -= number
        sold += number << 4 * good
    return sold


def _less(goods: i64, taken: i64) -> i64:
    """A stock without those goods of another that it has."""
    return goods - _common(goods, taken, 20)


def _spread(tiles: i64) -> i64:
    """For each tile a good of its colour."""
    return (tiles & 1) | (tiles & 2) << 3 | (tiles & 4) << 6 | (tiles & 8) << 9


def _missing(near: i64, goods: i64, good: i64, needed: i64, capacity: i64) -> float:
    """What it takes to come by goods of a kind."""
    short = needed - (goods >> 4 * good & 15)
    if short <= 0:
        return 0.0
    cost = JEWEL * float(short) if good == board.JEWELLERY else SHORT[short if short < 5 else 5]
    if needed > capacity:
        cost += EXTENSION * float(needed - capacity)
    place = board.BLACK_MARKET if good == board.JEWELLERY else board.FABRIC_WAREHOUSE + good
    return cost if near >> place & 1 else cost + FAR_GOODS


def _sultan(near: i64, goods: i64, capacity: i64, symbols: i64) -> float:
    """The turns for the Sultan's next ruby."""
    asked = board.SULTAN_GOODS[symbols]
    cost = 0.0
    lacking: i64 = 0
    for good in range(board.NUM_GOODS):
        needed = asked >> 4 * good & 15
        if needed:
            held = goods >> 4 * good & 15
            if held < needed:
                lacking += needed - held
                cost += _missing(near, goods, good, needed, capacity)
    other = symbols - board.total(goods) - lacking
    if other > 0:
        # Who goes to a warehouse for one good brings more.
        cost += 0.25 * float(other) if lacking else 0.5 * float(other)
    elif not lacking and not near >> board.SULTANS_PALACE & 1:
        cost += FAR
    return VISIT + cost


def _tile(p: Position, near: i64, goods: i64, capacity: i64, tiles: i64, tile: i64) -> float:
    """The turns for a mosque tile."""
    if tiles >> tile & 1:
        return 0.0
    needed = board.MOSQUE_TILES[p.players] >> 4 * (p.tiles_taken >> 4 * tile & 15) & 15
    if not needed:
        return NEVER
    cost = _missing(near, goods, tile, needed, capacity)
    if cost == 0.0:
        mosque = board.SMALL_MOSQUE if tile <= board.GREEN else board.GREAT_MOSQUE
        if not near >> mosque & 1:
            cost = FAR
    return VISIT + cost


# In the middle of a turn


def _in_turn(p: Position, player: Player) -> float:
    """The turns that the seat needs whose turn it is."""
    phase = p.phase
    left = to_go(p, player)
    if phase == at.AFTER:
        return left - _meetings(p, player)
    if phase == at.ARRIVE or phase == at.PAY:
        stack = player.stack
        out = player.out
        if phase == at.ARRIVE:
            here = bit(player.place)
            if out & here:
                stack += 1
                out &= ~here
            elif p.loose >> 3 * player.place & 7:
                stack += 1
            elif stack:
                stack -= 1
                out |= here
            else:
                return left
        lira = player.lira
        for seat in range(p.players):
            if seat != p.seat and p.player[seat].place == player.place:
                lira -= board.FEE
        if p.players == 2:
            for neutral in range(3):
                if p.neutrals >> 4 * neutral & 15 == player.place:
                    lira -= board.FEE
        if lira < 0:
            return left
        acted = _acted(p, player, player.place, lira, stack, out) - _meetings(p, player)
        return acted if acted < left else left
    if phase == at.ACTION or phase == at.NEUTRAL_ROLL:
        site = p.site if phase == at.ACTION else player.place
        acted = _acted(p, player, site, player.lira, player.stack, player.out)
        return (acted if acted < left else left) - _meetings(p, player)
    if phase == at.ACTION_ROLL or phase == at.DICE:
        return _thrown(p, player) - _meetings(p, player)
    if phase == at.SELL:
        return _selling(p, player) - _meetings(p, player)
    if phase == at.ANY:
        return _then(
            p, player, player.place, player.lira, player.goods, player.tiles, player.rubies + 1, p.sultan + 1
        )
    if phase == at.GOOD:
        return left - 0.35
    if phase == at.CARAVAN or phase == at.CARAVAN_DEAL:
        return left - SOME_CARD * float(p.due) + WORST_CARD
    if phase == at.DISCARD:
        return left + WORST_CARD
    if phase == at.REWARD_DEAL:
        return left - SOME_CARD
    if phase == at.GOVERNOR_DEAL:
        return left - SOME_CARD + FEE
    if phase == at.GOVERNOR or phase == at.SMUGGLER:
        return left + FEE
    return left


def _meetings(p: Position, player: Player) -> float:
    """Whom the merchant can still meet in this turn."""
    place = player.place
    worth = 0.0
    if p.governor == place and not p.used & at.USED_GOVERNOR:
        worth += MEET_GOVERNOR
    if p.smuggler == place and not p.used & at.USED_SMUGGLER:
        worth += MEET_SMUGGLER
    if place != board.POLICE_STATION:
        for seat in range(p.players):
            if seat != p.seat and p.player[seat].family == place:
                worth += MEET_MEMBER
    return worth


def _then(
    p: Position, player: Player, place: i64, lira: i64, goods: i64, tiles: i64, rubies: i64, sultan: i64
) -> float:
    """The turns to go with other goods, lira, tiles or rubies."""
    return _plan(
        p,
        _near(p, place, player.stack, player.out),
        lira,
        goods,
        player.capacity,
        tiles,
        rubies,
        sultan,
        p.gemstone,
    ) - _helpers(p, player, player.stack, player.out)


def _acted(p: Position, player: Player, site: i64, lira: i64, stack: i64, out: i64) -> float:
    """The turns to go once the action of a place is done."""
    goods = player.goods
    capacity = player.capacity
    tiles = player.tiles
    rubies = player.rubies
    sultan = p.sultan
    gemstone = p.gemstone
    extra = 0.0
    if site == board.WAINWRIGHT:
        if capacity < board.MOST_CAPACITY and lira >= board.EXTENSION:
            lira -= board.EXTENSION
            capacity += 1
            if capacity == board.MOST_CAPACITY:
                rubies += 1
    elif site <= board.FRUIT_WAREHOUSE:
        goods = _filled(goods, site - board.FABRIC_WAREHOUSE, capacity, capacity)
        if player.has(board.GREEN) and lira >= board.FEE:
            extra = 0.2
    elif site == board.POST_OFFICE:
        down = p.post
        goods = _filled(goods, board.FABRIC if down > 0 else board.SPICE, 1, capacity)
        goods = _filled(goods, board.JEWELLERY if down > 2 else board.FRUIT, 1, capacity)
        lira += 2 + (1 if down > 1 else 0) + (1 if down > 3 else 0)
    elif site == board.CARAVANSERAI:
        extra = 2.0 * SOME_CARD - WORST_CARD
    elif site == board.FOUNTAIN:
        stack += count(out)
        out = 0
    elif site == board.BLACK_MARKET:
        goods = _filled(goods, board.JEWELLERY, 2 if player.has(board.RED) else 1, capacity)
        extra = 0.35
    elif site == board.TEA_HOUSE:
        lira += 6 if player.has(board.RED) else 5
    elif site == board.LARGE_MARKET or site == board.SMALL_MARKET:
        market: i64 = board.LARGE if site == board.LARGE_MARKET else board.SMALL
        sold = _sold(p, market, goods)
        lira += board.PRICE[6 * market + board.total(sold)]
        goods -= sold
    elif site == board.POLICE_STATION:
        if player.family == board.POLICE_STATION:
            extra = ERRAND - FAMILY_AWAY
    elif site == board.SULTANS_PALACE:
        if sultan <= board.NUM_SYMBOLS and board.total(goods) >= sultan:
            paid = _common(goods, board.SULTAN_GOODS[sultan], 20)
            if paid == board.SULTAN_GOODS[sultan]:
                goods -= paid
                rubies += 1
                sultan += 1
    elif site == board.GEMSTONE_DEALER:
        if gemstone <= board.LAST_GEMSTONE and lira >= gemstone:
            lira -= gemstone
            gemstone += 1
            rubies += 1
    else:
        first: i64 = board.RED if site == board.SMALL_MOSQUE else board.YELLOW
        tile = _best_tile(p, player, first)
        if tile >= 0:
            goods -= bit(4 * tile)
            tiles |= bit(tile)
            if tile == board.BLUE:
                stack += 1
            if tiles >> first & 3 == 3 and (p.small_rubies if first == board.RED else p.great_rubies):
                rubies += 1
    near = _near(p, player.place, stack, out)
    turns = _plan(p, near, lira, goods, capacity, tiles, rubies, sultan, gemstone)
    return turns - extra - _helpers(p, player, stack, out)


def _filled(goods: i64, good: i64, number: i64, capacity: i64) -> i64:
    """A stock with more goods of a kind, as many as the cart takes."""
    room = capacity - (goods >> 4 * good & 15)
    return goods + ((number if number < room else room) << 4 * good)


def _best_tile(p: Position, player: Player, first: i64) -> i64:
    """The tile of a mosque that can be taken, the second colour first; -1: none."""
    for tile in (first + 1, first):
        if not player.tiles >> tile & 1:
            needed = board.MOSQUE_TILES[p.players] >> 4 * (p.tiles_taken >> 4 * tile & 15) & 15
            if needed and player.goods >> 4 * tile & 15 >= needed:
                return tile
    return -1


def _thrown(p: Position, player: Player) -> float:
    """At the Black Market and the Tea House, before the throw or with it."""
    lira = player.lira
    goods = player.goods
    tiles = player.tiles
    if p.site == board.TEA_HOUSE:
        if p.phase == at.DICE:
            won = dice.SUM[p.dice] >= p.named
            lira += p.named if won else board.LOST_BET
            return _then(p, player, player.place, lira, goods, tiles, player.rubies, p.sultan)
        wins = WINS[p.named]
        if p.red:
            wins = 1.0 - (1.0 - wins) * (1.0 - wins)
        lucky = _then(p, player, player.place, lira + p.named, goods, tiles, player.rubies, p.sultan)
        unlucky = _then(p, player, player.place, lira + board.LOST_BET, goods, tiles, player.rubies, p.sultan)
        return wins * lucky + (1.0 - wins) * unlucky
    jewels: i64 = board.JEWELS[dice.SUM[p.dice]] if p.phase == at.DICE else 1 + p.red
    goods = _filled(goods, board.JEWELLERY, jewels, player.capacity)
    return _then(p, player, player.place, lira, goods, tiles, player.rubies, p.sultan) - 0.35


def _selling(p: Position, player: Player) -> float:
    """In a sale: with all the rest that can be sold, or with nothing more."""
    goods = player.goods
    price = board.PRICE[6 * p.market + p.sold]
    least = NEVER
    if p.sold:
        least = _then(
            p, player, player.place, player.lira + price, goods, player.tiles, player.rubies, p.sultan
        )
    rest = _common(goods, p.wanted & ~(bit(4 * p.good) - 1), 5 - p.sold)
    price = board.PRICE[6 * p.market + p.sold + board.total(rest)]
    more = _then(
        p, player, player.place, player.lira + price, goods - rest, player.tiles, player.rubies, p.sultan
    )
    return more if more < least else least
