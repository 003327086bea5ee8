"""The hand-written estimate for Istanbul: each seat's share of the win.

Each seat has a worth: the sum of its rubies and of everything that brings the next ones sooner. A seat that
is ahead by 1 is e (about 2.7) times as likely to win. The numbers in the tables were fitted to the winners of
many games between greedy players, with two to five players and on all layouts. In the middle of a turn, an
action that is still possible counts as done, if that is better.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.games.istanbul import board, dice
from serai.games.istanbul import state as at
from serai.games.istanbul.state import Player, Position
from serai.kernel.bits import at_most, bit, count
from serai.kernel.softmax import softmax

# fmt: off
# Many tables are indexed by stage, a row or a number each: the rubies missing, from 1 to 4 or more; the first
# (0) is for a seat that has them all. A table marked "Late" has a second row for seats that miss one ruby.

# By rubies missing; 7: more than needed.
RUBY: Final[vec[float]] = vec[float]([17.37, 12.13, 8.08, 5.07, 2.59, -0.04, -2.59, 19.04])
# By stage and extensions of the cart: its capacity, without the ruby for the third.
CAPACITY: Final[vec[float]] = vec[float]([
    0.0, 0.0, 0.0, 0.0,
    0.37, 0.08, 0.26, 0.19,
    0.19, 0.28, 0.49, 0.16,
    0.07, 0.10, 0.61, 0.53,
    -0.07, 0.06, 0.21, 0.59,
])
# By colour of tile and stage: its ability, without the progress towards the ruby for two.
POWER: Final[vec[float]] = vec[float]([
    0.0, 0.08, 0.26, 0.32, 0.38,
    0.0, 0.12, 0.09, 0.18, 0.30,
    0.0, -0.31, -0.23, -0.09, -0.12,
    0.0, 0.12, 0.14, 0.02, 0.0,
])
# One of two tiles of a mosque, while there is a ruby for both; by extensions that the other one needs
# first, 3: it is out of reach. Late.
HALF: Final[vec[float]] = vec[float]([
    1.49, -0.11, 0.11, 0.0,
    0.59, 0.0, 0.0, 0.0,
])
# By goods that the tile of its colour requires (0: taken, 1: none left), a line each, and number of goods
# held: goods from a warehouse, then jewellery.
GOODS: Final[vec[float]] = vec[float]([
    0.0, 0.14, 0.22, 0.28, 0.20, 0.22,  0.0, 0.21, 0.39, 0.43, 0.56, 0.62,
    0.0, 0.07, 0.11, 0.16, 0.20, 0.22,  0.0, 0.22, 0.39, 0.50, 0.56, 0.62,
    0.0, 0.22, 0.37, 0.12, 0.21, 0.45,  0.0, 0.23, 0.43, 0.79, 0.90, 0.95,
    0.0, 0.19, 0.32, 0.07, 0.38, 0.40,  0.0, 0.22, 0.38, 0.80, 0.84, 0.90,
    0.0, 0.29, 0.39, 0.17, 0.36, 0.40,  0.0, 0.27, 0.43, 0.56, 0.84, 0.90,
    0.0, 0.07, 0.13, 0.18, 0.22, 0.40,  0.0, 0.22, 0.39, 0.56, 0.67, 0.90,
])
# By goods missing for the Sultan's next ruby. Late.
SULTAN: Final[vec[float]] = vec[float]([
    0.45, 0.50, 0.35, 0.22, 0.19, 0.15, 0.12, 0.09, 0.15, 0.02, 0.0,
    0.80, 0.39, 0.22, 0.06, -0.10, -0.06, -0.04, 0.08, 0.45, 0.02, 0.0,
])
# By stage: one lira, up to MOST_LIRA.
LIRA: Final[vec[float]] = vec[float]([0.270, 0.108, 0.097, 0.100, 0.090])
# By lira missing for the Gemstone Dealer's next ruby, up to 12. Late.
GEM: Final[vec[float]] = vec[float]([
    0.41, 0.47, 0.45, 0.38, 0.36, 0.34, 0.31, 0.24, 0.27, 0.27, 0.26, 0.26, 0.18,
    -0.12, 0.37, 0.37, 0.32, 0.18, 0.17, 0.24, 0.20, 0.28, 0.36, 0.35, 0.36, 0.60,
])
# The same once the goods are sold. Late.
SOLD: Final[vec[float]] = vec[float]([
    0.35, 0.36, 0.38, 0.35, 0.32, 0.35, 0.27, 0.18, 0.26, 0.35, 0.32, 0.28, 0.37,
    0.74, 0.45, 0.37, 0.31, 0.28, 0.30, 0.11, 0.11, 0.08, 0.05, -0.13, -0.13, -0.39,
])
# By extensions, then by extensions that can be paid for.
EXTEND: Final[vec[float]] = vec[float]([
    0.0, 0.07, 0.03, 0.06,
    0.0, 0.16, 0.08, -0.45,
    0.0, 0.31, 0.34, -0.21,
    0.0, 0.0, 0.0, 0.0,
])
# By stage: one lira that a market would pay for the goods; more if it is in reach of the next turn.
SALE: Final[vec[float]] = vec[float]([0.0, -0.007, 0.033, 0.019, 0.009])
SALE_NEAR: Final[vec[float]] = vec[float]([0.0, 0.004, 0.003, 0.008, 0.004])
# By stage: none, one or more places in reach of the next turn where a ruby could be taken at once.
RUBY_NEAR: Final[vec[float]] = vec[float]([
    0.0, 0.0, 0.0,
    0.37, 1.04, 1.33,
    -0.10, 0.56, 0.83,
    0.03, 0.31, 0.59,
    0.03, 0.26, 0.44,
])
RUBY_FAR: Final[vec[float]] = vec[float]([0.0, 0.22, 0.37, 0.13, 0.12])
# An extension, a tile of the Small and of the Great Mosque, if the next turn could bring it.
GAIN: Final[vec[float]] = vec[float]([-0.02, 0.13, 0.06])
# By room for goods at the best warehouse in reach of the next turn.
FILL: Final[vec[float]] = vec[float]([0.04, 0.08, 0.11, 0.04, 0.01, 0.07])
# Post Office and Black Market, if in reach of the next turn.
NEAR: Final[vec[float]] = vec[float]([0.10, 0.04])
# By assistants on the board, if the Fountain is in reach of the next turn.
CALL: Final[vec[float]] = vec[float]([0.0, 0.02, -0.03, -0.02, 0.05, 0.18])
# Governor, smuggler, another seat's family member, if the next turn can meet them.
FIGURE: Final[vec[float]] = vec[float]([-0.07, 0.01, 0.03])
# By assistants under the merchant.
STACK: Final[vec[float]] = vec[float]([-0.16, 0.03, 0.21, 0.33, 0.41, 0.44, 0.47, 0.50])
# An assistant on the board: out of reach of the next turn, or in reach.
OUT: Final[vec[float]] = vec[float]([0.09, 0.05])
# By kind of card. Late.
CARD: Final[vec[float]] = vec[float]([
    0.12, 0.47, 0.02, 0.36, 0.07, 0.38, 0.17, 0.13, -0.10, 0.0,
    0.03, 0.44, -0.02, 0.14, -0.03, 0.05, -0.01, 0.20, -0.13, 0.04,
])
# The family member is away; it is at the Police Station, and that is in reach of the next turn.
FAMILY: Final[vec[float]] = vec[float]([-0.14, 0.08])
# By rubies missing: has had its turn in this round; then, has no turn left while another seat has all rubies.
MOVED: Final[vec[float]] = vec[float]([
    -0.22, -0.64, -0.61, -0.53, -0.45, -0.50, -0.59, -0.22,
    0.57, -10.10, -10.08, -10.08, -10.08, -10.08, -10.08, 0.0,
])
# By rubies missing, while another seat has all: one turn is left.
LAST: Final[vec[float]] = vec[float]([0.0, -0.59, -3.62, -10.08, -10.08, -10.08, -10.08, 0.0])
# fmt: on

# The parts of a seat's worth, each with its fields.
PARTS: Final[dict[str, tuple[str, ...]]] = {
    "rubies": ("rubies",),
    "cart": ("capacity",),
    "tiles": ("tiles",),
    "goods": ("goods",),
    "lira": ("lira",),
    "cards": ("hand",),
    "family": ("family",),
    "assistants": ("stack", "out"),
    "place": ("place",),
}
MOST_LIRA: Final = 40
# Once the Gemstone Dealer has no ruby, lira are only good for extensions, and these for all other rubies.
SOLD_OUT: Final = 1.5
SOME_CARD: Final = 0.17  # a card that is not known yet
WORST_CARD: Final = 0.04
# What the rest of the turn gives or costs.
BUY: Final = 0.05
ANY_GOOD: Final = 0.15
FEE: Final = 0.12
MEET_MEMBER: Final = 0.28
MEET_SMUGGLER: Final = 0.1
MEET_GOVERNOR: Final = 0.08

# By number named at the Tea House: the probability of rolling it.
WINS: Final[vec[float]] = vec[float](
    [sum(float(a + b >= named) for a in range(1, 7) for b in range(1, 7)) / 36.0 for named in range(13)]
)

# A stock as an index into tables: 0 to 5 of each good.
STOCKS: Final = 1296


def stock_index(goods: i64) -> i64:
    """The index of a stock in the tables: its numbers of goods in base six."""
    return (goods & 15) + 6 * (goods >> 4 & 15) + 36 * (goods >> 8 & 15) + 216 * (goods >> 12 & 15)


def _common(goods: i64, wanted: i64, most: i64) -> i64:
    """The intersection of two stocks, limited to a number of goods."""
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


def _stocks() -> list[int]:
    """The stock of each index."""
    six = range(6)
    return [a | b << 4 | c << 8 | d << 12 for d in six for c in six for b in six for a in six]


def _sales() -> list[int]:
    """For each demand tile and stock: the lira from a sale."""
    return [
        board.PRICE[6 * (tile // board.NUM_DEMANDS) + board.total(_common(goods, board.DEMAND[tile], 5))]
        for tile in range(2 * board.NUM_DEMANDS)
        for goods in _stocks()
    ]


def _lacks() -> list[int]:
    """For each price of the Sultan and stock: the goods missing."""
    found = []
    for symbols in range(board.NUM_SYMBOLS + 1):
        asked = board.SULTAN_GOODS[symbols]
        named = board.total(asked)
        for goods in _stocks():
            there = board.total(_common(goods, asked, 20))
            lack = named - there
            other = symbols - named - (board.total(goods) - there)
            found.append(lack + (other if other > 0 else 0))
    return found


SALES: Final[vec[i64]] = vec[i64](_sales())
LACKS: Final[vec[i64]] = vec[i64](_lacks())


def estimate(p: Position, out: vec[float]) -> None:
    """The share of the win of each seat."""
    goal = board.RUBIES_TO_END[p.players]
    rich = False
    for player in p.player:
        if player.rubies >= goal:
            rich = True
    in_turn = p.phase > at.MOVE or (p.phase == at.DEMAND and p.round != 0)
    turn = _order(p, p.seat)
    for seat in range(p.players):
        if in_turn and seat == p.seat:
            over = not rich or p.phase >= at.AFTER  # the last turn still counts before its action
            worth = _in_turn(p, p.player[seat]) + _moved(p.player[seat], goal, rich, over)
        else:
            worth = worth_of(p, p.player[seat]) + _moved(p.player[seat], goal, rich, _order(p, seat) < turn)
        out[seat] = worth
    softmax(out, p.players, 1.0)


def _order(p: Position, seat: i64) -> i64:
    """How many seats have their turn earlier in the round."""
    order = seat - p.starter
    return order if order >= 0 else order + p.players


def _moved(player: Player, goal: i64, rich: bool, moved: bool) -> float:
    """The correction for a seat that has had its turn in this round: one turn less to come."""
    missing = goal - player.rubies
    if missing < 0:
        missing = 7
    v = 0.0
    if moved:
        v += MOVED[missing + 8 if rich else missing]
    elif rich:
        v += LAST[missing]
    return v


def worth_of(p: Position, player: Player) -> float:
    """The worth of a seat that is not in the middle of an action."""
    return _worth(
        p,
        player,
        player.lira,
        player.goods,
        player.capacity,
        player.tiles,
        player.rubies,
        player.stack,
        player.out,
        p.sultan,
        p.gemstone,
    )


def _worth(
    p: Position,
    player: Player,
    lira: i64,
    goods: i64,
    capacity: i64,
    tiles: i64,
    rubies: i64,
    stack: i64,
    out: i64,
    sultan: i64,
    gemstone: i64,
) -> float:
    """The worth of a seat with these things."""
    v = 0.0
    missing = board.RUBIES_TO_END[p.players] - rubies
    capped = at_most(lira, MOST_LIRA)
    if missing <= 0:  # lira break ties
        v += RUBY[0 if missing == 0 else 7]
        v += LIRA[0] * float(capped)
        return v
    v += RUBY[missing]
    stage = at_most(missing, 4)
    late: i64 = 1 if missing == 1 else 0
    reach = p.reach[player.place]
    near = reach
    if not stack:
        near &= out | bit(board.FOUNTAIN)
    extended = capacity - 2
    v += CAPACITY[4 * stage + extended]
    if gemstone > board.LAST_GEMSTONE:
        v += SOLD_OUT * float(extended)
        useful = board.EXTENSION * (3 - extended)
        if capped > useful:
            capped = useful
    # The mosques.
    ruby_at: i64 = 0
    gain_at: i64 = 0
    stacks = board.MOSQUE_TILES[p.players]
    taken = p.tiles_taken
    ready: i64 = 0
    needs: i64 = 0
    for tile in range(board.NUM_GOODS):
        held = goods >> 4 * tile & 15
        need: i64 = 0
        if tiles >> tile & 1:
            v += POWER[5 * tile + stage]
        else:
            need = stacks >> 4 * (taken >> 4 * tile & 15) & 15
            if not need:
                need = 1
            elif held >= need:
                ready |= bit(tile)
            needs |= need << 4 * tile
        if held:
            v += GOODS[12 * need + (6 if tile == board.JEWELLERY else 0) + held]
    for great in range(2):
        mosque: i64 = board.GREAT_MOSQUE if great else board.SMALL_MOSQUE
        owned = tiles >> 2 * great & 3
        ready_here = ready >> 2 * great & 3
        if p.great_rubies if great else p.small_rubies:
            if owned == 1:
                v += HALF[4 * late + _far_tile(needs >> 8 * great + 4 & 15, capacity)]
            elif owned == 2:
                v += HALF[4 * late + _far_tile(needs >> 8 * great & 15, capacity)]
        else:
            owned = 0
        if ready_here and owned:
            ruby_at |= bit(mosque)
        elif ready_here:
            gain_at |= bit(mosque)
    # Lira, and what the markets would pay.
    v += LIRA[stage] * float(capped)
    sale: i64 = 0
    if goods:
        index = stock_index(goods)
        if p.small & 15:
            sale = SALES[STOCKS * ((p.small & 15) - 1) + index]
            sale_near: i64 = 0
            if near >> board.SMALL_MARKET & 1:
                sale_near = sale
            large: i64 = 0
            if p.large & 15:
                large = SALES[STOCKS * ((p.large & 15) + board.NUM_DEMANDS - 1) + index]
            if large > sale:
                sale = large
            if large > sale_near and near >> board.LARGE_MARKET & 1:
                sale_near = large
            v += SALE[stage] * float(sale)
            v += SALE_NEAR[stage] * float(sale_near)
        if sultan <= board.NUM_SYMBOLS:
            lack = LACKS[STOCKS * sultan + index]
            v += SULTAN[11 * late + lack]
            if not lack:
                ruby_at |= bit(board.SULTANS_PALACE)
    # The Gemstone Dealer.
    if gemstone <= board.LAST_GEMSTONE:
        short = gemstone - lira
        if short <= 0:
            short = 0
            ruby_at |= bit(board.GEMSTONE_DEALER)
        v += GEM[13 * late + at_most(short, 12)]
        short -= sale
        if short < 0:
            short = 0
        v += SOLD[13 * late + at_most(short, 12)]
    # The Wainwright.
    if extended < 3:
        parts = lira // board.EXTENSION
        if parts:
            v += EXTEND[4 * extended + at_most(parts, 3)]
            if extended == 2:
                ruby_at |= bit(board.WAINWRIGHT)
            else:
                gain_at |= bit(board.WAINWRIGHT)
    # What can be taken at once.
    if ruby_at:
        within = count(ruby_at & near)
        v += RUBY_NEAR[3 * stage + at_most(within, 2)]
        if ruby_at & ~near:
            v += RUBY_FAR[stage]
    gain_at &= near
    if gain_at:
        if gain_at >> board.WAINWRIGHT & 1:
            v += GAIN[0]
        if gain_at >> board.SMALL_MOSQUE & 1:
            v += GAIN[1]
        if gain_at >> board.GREAT_MOSQUE & 1:
            v += GAIN[2]
    fill: i64 = 0
    for good in range(board.JEWELLERY):
        if near >> (board.FABRIC_WAREHOUSE + good) & 1:
            room = capacity - (goods >> 4 * good & 15)
            if room > fill:
                fill = room
    v += FILL[fill]
    if near >> board.POST_OFFICE & 1:
        v += NEAR[0]
    if near >> board.BLACK_MARKET & 1:
        v += NEAR[1]
    # Whom the next turn could meet.
    if p.governor >= 0:
        if near >> p.governor & 1:
            v += FIGURE[0]
        if p.smuggler >= 0 and near >> p.smuggler & 1:
            v += FIGURE[1]
    near &= ~bit(board.POLICE_STATION)
    for other in p.player:
        if near >> other.family & 1 and other is not player:
            v += FIGURE[2]
    # Assistants, cards and the family member.
    v += STACK[at_most(stack, 7)]
    if out:
        if reach >> board.FOUNTAIN & 1:
            number = count(out)
            v += CALL[at_most(number, 5)]
        beside = count(out & reach)
        v += OUT[0] * float(beside)
        v += OUT[1] * float(count(out) - beside)
    hand = player.hand
    kind: i64 = 0
    while hand:
        if hand & 7:
            v += CARD[10 * late + kind] * float(hand & 7)
        hand >>= 3
        kind += 1
    if player.family != board.POLICE_STATION:
        v += FAMILY[0]
    elif reach >> board.POLICE_STATION & 1:
        v += FAMILY[1]
    return v


def parts(p: Position, seat: int) -> list[tuple[str, float]]:
    """The worth of a seat by parts: how much each adds to those before it."""
    twin = p.clone()
    assert isinstance(twin, Position)
    player = p.player[seat]
    bare = Player()
    bare.stack = 0
    twin.player[seat] = bare
    found: list[tuple[str, float]] = []
    before = 0.0
    for name, fields in PARTS.items():
        for field in fields:
            setattr(bare, field, getattr(player, field))
        now = worth_of(twin, bare)
        found.append((name, now - before))
        before = now
    return found


def _far_tile(need: i64, capacity: i64) -> i64:
    """The extensions that a mosque tile needs first; 3: there is no such tile, or it is out of reach."""
    if need == 1:
        return 3
    if need <= capacity:
        return 0
    return at_most(need - capacity, 3)


# In the middle of a turn


def _in_turn(p: Position, player: Player) -> float:
    """The worth of the seat whose turn it is."""
    phase = p.phase
    if phase == at.ARRIVE or phase == at.PAY:
        return _arrived(p, player)
    if phase == at.ACTION or phase == at.NEUTRAL_ROLL:
        site = p.site if phase == at.ACTION else player.place
        acted = _acted(p, player, site, player.lira, player.stack, player.out)
        left = worth_of(p, player)
        return (acted if acted > left else left) + _meetings(p, player)
    if phase == at.ACTION_ROLL or phase == at.DICE:
        return _thrown(p, player) + _meetings(p, player)
    if phase == at.SELL:
        return _selling(p, player) + _meetings(p, player)
    if phase == at.ANY:
        return _with(p, player, player.lira, player.goods, player.rubies + 1, p.sultan + 1)
    left = worth_of(p, player)
    if phase == at.AFTER:
        return left + _meetings(p, player)
    if phase == at.GOOD:
        return left + ANY_GOOD
    if phase == at.CARAVAN or phase == at.CARAVAN_DEAL:
        return left + SOME_CARD * float(p.due) - WORST_CARD
    if phase == at.DISCARD:
        return left - WORST_CARD
    if phase == at.REWARD_DEAL:
        return left + SOME_CARD
    if phase == at.GOVERNOR_DEAL:
        return left + SOME_CARD - FEE
    if phase == at.GOVERNOR or phase == at.SMUGGLER:
        return left - FEE
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


def _arrived(p: Position, player: Player) -> float:
    """Before the assistant and the payment: the better of going on and ending the turn."""
    left = worth_of(p, player)
    stack = player.stack
    out = player.out
    if p.phase == at.ARRIVE:
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
    acted = _acted(p, player, player.place, lira, stack, out) + _meetings(p, player)
    return acted if acted > left else left


def _with(p: Position, player: Player, lira: i64, goods: i64, rubies: i64, sultan: i64) -> float:
    """The worth with other lira, goods or rubies."""
    return _worth(
        p,
        player,
        lira,
        goods,
        player.capacity,
        player.tiles,
        rubies,
        player.stack,
        player.out,
        sultan,
        p.gemstone,
    )


def _acted(p: Position, player: Player, site: i64, lira: i64, stack: i64, out: i64) -> float:
    """The worth once the action of a place is done."""
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
            extra = BUY
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
        extra = ANY_GOOD
    elif site == board.TEA_HOUSE:
        lira += 6 if player.has(board.RED) else 5
    elif site == board.LARGE_MARKET or site == board.SMALL_MARKET:
        market: i64 = board.LARGE if site == board.LARGE_MARKET else board.SMALL
        top = (p.large if market else p.small) & 15
        sold = _common(goods, board.DEMAND[board.NUM_DEMANDS * market + top - 1], 5)
        lira += board.PRICE[6 * market + board.total(sold)]
        goods -= sold
    elif site == board.POLICE_STATION:
        if player.family == board.POLICE_STATION:
            return _errand(p, player, lira, stack, out)
    elif site == board.SULTANS_PALACE:
        if sultan <= board.NUM_SYMBOLS and not LACKS[STOCKS * sultan + stock_index(goods)]:
            goods = _supplied(goods, sultan)
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
    return _worth(p, player, lira, goods, capacity, tiles, rubies, stack, out, sultan, gemstone) + extra


def _errand(p: Position, player: Player, lira: i64, stack: i64, out: i64) -> float:
    """The best that the family member can do, among its usual errands."""
    best = -1000.0
    for site in range(board.NUM_PLACES):
        if ERRANDS >> site & 1:
            acted = _acted(p, player, site, lira, stack, out)
            if acted > best:
                best = acted
    return best + FAMILY[0]


ERRANDS: Final = board.ALL_PLACES & ~(
    1 << board.POLICE_STATION
    | 1 << board.POST_OFFICE
    | 1 << board.CARAVANSERAI
    | 1 << board.FOUNTAIN
    | 1 << board.TEA_HOUSE
)


def _filled(goods: i64, good: i64, number: i64, capacity: i64) -> i64:
    """A stock with more goods of a kind, as many as fit in the cart."""
    room = capacity - (goods >> 4 * good & 15)
    return goods + (at_most(number, room) << 4 * good)


def _supplied(goods: i64, symbols: i64) -> i64:
    """A stock after paying the Sultan; "any good" is taken from the largest."""
    goods -= board.SULTAN_GOODS[symbols]
    for _ in range(board.SULTAN_ANY[symbols]):
        most: i64 = 0
        for good in range(board.NUM_GOODS):
            if goods >> 4 * good & 15 > goods >> 4 * most & 15:
                most = good
        goods -= bit(4 * most)
    return goods


def _best_tile(p: Position, player: Player, first: i64) -> i64:
    """A tile of a mosque that can be taken, preferring the second colour; -1: none."""
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
    if p.site == board.TEA_HOUSE:
        if p.phase == at.DICE:
            won = dice.SUM[p.dice] >= p.named
            return _with(
                p, player, lira + (p.named if won else board.LOST_BET), goods, player.rubies, p.sultan
            )
        wins = WINS[p.named]
        if p.red:
            wins = 1.0 - (1.0 - wins) * (1.0 - wins)
        lucky = _with(p, player, lira + p.named, goods, player.rubies, p.sultan)
        unlucky = _with(p, player, lira + board.LOST_BET, goods, player.rubies, p.sultan)
        return wins * lucky + (1.0 - wins) * unlucky
    jewels: i64 = board.JEWELS[dice.SUM[p.dice]] if p.phase == at.DICE else 1 + p.red
    goods = _filled(goods, board.JEWELLERY, jewels, player.capacity)
    return _with(p, player, lira, goods, player.rubies, p.sultan) + ANY_GOOD


def _selling(p: Position, player: Player) -> float:
    """During a sale: either sell everything else that can be sold, or nothing more."""
    goods = player.goods
    rest = _common(goods, p.wanted & ~(bit(4 * p.good) - 1), 5 - p.sold)
    price = board.PRICE[6 * p.market + p.sold + board.total(rest)]
    more = _with(p, player, player.lira + price, goods - rest, player.rubies, p.sultan)
    if p.sold:
        price = board.PRICE[6 * p.market + p.sold]
        less = _with(p, player, player.lira + price, goods, player.rubies, p.sultan)
        if less > more:
            return less
    return more
