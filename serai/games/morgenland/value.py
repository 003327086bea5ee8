"""The hand-written estimate for Morgenland: artifacts owned and to come.

For each seat, the artifacts it owns are added to what its treasures, spell cards and figures should still
bring; the leader is likely to win, and the more surely the fewer artifacts are left in the piles. A seat's
own figures count with their strength, hidden ones of others as a mean over what may lie there, so that an
imagined position is worth much the same whatever lies face down. A pending play counts as resolved; see
`pending.py`.

The sum is made of named parts: see `parts`.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from serai.games.morgenland import board, cards, ids, odds, pending, spells
from serai.games.morgenland import state as at
from serai.games.morgenland.mechanics import Mechanics
from serai.kernel import piles
from serai.kernel.bits import at_most
from serai.kernel.softmax import softmax
from serai.kernel.state import Choices

# The unit is artifacts. The numbers were tuned in many games against slightly different ones.
# What an artifact is worth beyond counting as one, while many are left: its use in each round.
USE: Final[vec[float]] = vec[float]([0.026, 0.08, 0.067, 0.03, 0.1, 0.0])
# What an artifact is worth if it can still be played this round.
READY: Final[vec[float]] = vec[float]([0.075, 0.05, 0.14, 0.014, 0.023, 0.0])
SCROLL_TIE: Final = 0.032  # a Scroll breaks ties at the end
UNIT: Final = 0.092  # the first treasure
FEW: Final = 4.0  # this many treasures are useful even if little is left to buy,
ENOUGH: Final = 6.9  # and this many more for each artifact that a seat can still hope for
LARGEST: Final = 0.034  # each of the first eight units of a seat's largest kind; for the second half that
MOST_OF_A_KIND: Final = 8.0
HANDY: Final = 0.17  # with an open Lamp, this part of a spell's worth in addition
FIGURE: Final = 0.005  # a figure in the hand, and per point of its strength
POINT: Final = 0.010
HOPE: Final = 0.32  # of an artifact that a seat can pay for, without a figure in a room yet
COST: Final = 6.0  # the average price of an artifact, in treasures,
MOST_WANTED: Final = 1.6  # and the most artifacts that a seat can hope for per round
SPELL_WON: Final = 0.08
SPELL_LEFT: Final = 0.06  # for the second strongest at the Tent
SECOND_PLAY: Final = 0.034
EXCHANGED: Final = 2.9  # treasures that the Market brings: two more, and of a useful kind
CAMEL: Final = 0.14
CAMEL_HELD: Final = 0.001  # so that a smuggled player does not give it up for nothing
KEY_WORKS: Final = 0.985  # slightly less than 1: not having to play a Key is better
RIVAL_AT_GUARD: Final = 0.95  # how likely a rival with a figure at the guard gets in,
RIVAL_NOT_YET: Final = 0.9  # and one who can still place a figure there
NOT_YET: Final = 0.42  # the same for the seat itself: less, so that the figure is placed in time,
LATE_BRIBE: Final = 5.3  # and including its cost
SPARE: Final = 0.23  # the part of the treasures that may go to a strong guard
DOUBT: Final = 0.46  # how far income from the caves may fall short, as a fraction
# How far ahead a seat must be to win e times as often: the further, the more is still to come.
# Fitted to thousands of positions, so that a seat wins as often as its share says.
SPREAD: Final = 0.1
SPREAD_MORE: Final = 0.3

# The parts of a seat's worth, in artifacts.
PARTS: Final = ["artifacts", "their use", "spells", "treasures", "city", "palace", "figures in hand", "plays"]
ARTIFACTS: Final = 0
USES: Final = 1
SPELLS: Final = 2
TREASURES: Final = 3
CITY: Final = 4
PALACE: Final = 5
HAND: Final = 6
PLAYS: Final = 7
# The other columns of the desk, which has a row per seat: intermediate results.
MONEY: Final = 8  # five kinds: treasures now, and those expected from the caves
INCOME: Final = 13  # how many of them are still to come
SPENT: Final = 14  # expected payments, in any kind
ENTER: Final = 15  # how likely the guard lets the seat in
KNOWN_TO_ENTER: Final = 16  # the same, as the others see it
BOUGHT: Final = 17  # artifacts expected from the rooms
CHANCE_TO_PAY: Final = 18
TOO_DEAR: Final = 19  # how likely the seat is, to the others, stronger than it can pay for
BRIBE: Final = 20  # what the seat will pay the guard to get in
COLUMNS: Final = 21

# What is seen of a seat in one field, a row per seat.
STRENGTH: Final = 0
COUNT: Final = 1
SEEN: Final = 2  # the strength of the open figures
ROW: Final = 3  # the row of odds for the hidden ones; 0: none
# The same for all fields.
TURN: Final = 4  # distance from the start player
COMING: Final = 5  # the row of odds for figures in the hand only
OPEN: Final = 6  # figures whose place is public
RARE: Final = 7  # there is a Carpet or a Double, or strengths are reversed
FACTS: Final = 8

# The worth of a set of spell cards is looked up seven cards at a time.
SEVEN: Final[vec[float]] = vec[float](
    [
        sum(spells.PLAYS[cards.FIRST_SPELL + first + i].worth() for i in range(7) if some >> i & 1)
        for first in (0, 7, 14)
        for some in range(128)
    ]
)


def estimate(p: Mechanics, out: vec[float]) -> None:
    """The share of the win of each seat."""
    left = artifacts_to_come(p)
    share_out(p, judge(p, left), left, out)


def rate_placings(p: Mechanics, choices: Choices, shares: vec[float], ratings: vec[float]) -> i64:
    """What `estimate` would give the actor after each placing, which are the first of its choices.

    One more figure changes only what its own field and the palace bring; everything else is judged once for
    all figures that go to the same field. Returns how many choices are rated.
    """
    seat = p.actor
    player = p.player[seat]
    hand = player.hand
    if p.openly >> seat & 1 or player.open & hand or not _someone_places_on(p, seat):
        return 0
    left = artifacts_to_come(p)
    start = vec[float]([0.0] * (p.players * COLUMNS))
    for other in range(p.players):
        _possessions(p, other, left, start)
    player.hand = hand & hand - 1  # one less, whichever figure it is
    facts = _facts(p)
    without = [start] * (board.GUARD + 1)  # by field: all judged except that one; last: all before the guard
    known: i64 = 0
    rated: i64 = 0
    while rated < choices.size and choices.items[rated] < ids.ARTIFACT:
        figure = (choices.items[rated] - ids.PLACE) // board.NUM_FIELDS
        field = (choices.items[rated] - ids.PLACE) % board.NUM_FIELDS
        stage = at_most(field, board.GUARD)
        if not known >> stage & 1:
            known |= 1 << stage
            desk = start[:]
            for other in range(board.GUARD):
                if other != stage:
                    _judge_field(p, other, left, facts, desk)
            without[stage] = desk
        desk = without[stage][:]
        place = seat * board.NUM_FIELDS + field
        player.hand = hand & ~(1 << figure)
        p.lying[place] |= 1 << figure
        if field < board.GUARD:
            _judge_field(p, field, left, facts, desk)
        _judge_palace(p, facts, desk)
        _count_treasures(p, left, desk)
        share_out(p, desk, left, shares)
        ratings[rated] = shares[seat]
        p.lying[place] &= ~(1 << figure)
        rated += 1
    player.hand = hand
    return rated


def _someone_places_on(p: Mechanics, seat: i64) -> bool:
    """Whether a figure is left to be placed after the seat's next one."""
    for other in range(p.players):
        if board.SIZE_OF[p.player[other].hand] > (1 if other == seat else 0):
            return True
    return False


def share_out(p: Mechanics, desk: vec[float], left: float, out: vec[float]) -> None:
    """The leader is likely to win, and the more surely the fewer artifacts are left."""
    for seat in range(p.players):
        worth = 0.0
        for place in range(seat * COLUMNS, seat * COLUMNS + MONEY):
            worth += desk[place]
        out[seat] = worth
    softmax(out, p.players, SPREAD + SPREAD_MORE * sqrt(left))


def parts(p: Mechanics, seat: int) -> list[tuple[str, float]]:
    """The parts of a seat's worth, in artifacts."""
    desk = judge(p, artifacts_to_come(p))
    return [(name, desk[seat * COLUMNS + part]) for part, name in enumerate(PARTS)]


def artifacts_to_come(p: Mechanics) -> float:
    """How many artifacts will still be bought; in the basic game three of one seat end it."""
    left = float(p.artifacts_left())
    if p.magic:
        return left
    most: i64 = 0
    for player in p.player:
        owned = piles.size(player.owned, cards.BITS)
        if owned > most:
            most = owned
    coming = 1.0 + (float(p.players * (3 - most)) * 0.7 if most < 3 else 0.0)
    return coming if coming < left else left


def judge(p: Mechanics, left: float) -> vec[float]:
    """The desk with all parts of all seats."""
    desk = vec[float]([0.0] * (p.players * COLUMNS))
    for seat in range(p.players):
        _possessions(p, seat, left, desk)
    if p.what < 0 and not len(p.announced):
        _judge_fields(p, left, desk)
    else:
        kept = pending.keep(p)
        credit = pending.foresee(p)
        _judge_fields(p, left, desk)
        pending.restore(p, kept)
        for seat in range(p.players):
            base = seat * COLUMNS
            desk[base + PLAYS] += credit[2 * seat]
            desk[base + SPENT] -= credit[2 * seat + 1]
    _count_treasures(p, left, desk)
    return desk


def _judge_fields(p: Mechanics, left: float, desk: vec[float]) -> None:
    """What the unresolved fields should bring."""
    if p.phase <= at.TURN_UP or p.current >= board.NUM_FIELDS:
        return
    facts = _facts(p)
    for field in range(p.current, board.GUARD):
        _judge_field(p, field, left, facts, desk)
    if p.djinn >= 0 and _can_use_two(p, p.djinn):
        desk[p.djinn * COLUMNS + CITY] += SECOND_PLAY
    _judge_palace(p, facts, desk)


def _facts(p: Mechanics) -> vec[i64]:
    """Facts about the seats that apply to all fields."""
    facts = vec[i64]([0] * (p.players * FACTS))
    for seat in range(p.players):
        player = p.player[seat]
        row = seat * FACTS
        facts[row + TURN] = p.distance(seat)
        facts[row + COMING] = board.SIZE_OF[player.hand] * odds.WIDTH
        facts[row + OPEN] = player.open
        facts[row + RARE] = p.reversed | player.doubled | player.carpets
    return facts


def _judge_field(p: Mechanics, field: i64, left: float, facts: vec[i64], desk: vec[float]) -> None:
    """A cave, or a field of the city."""
    there = _who_is_in(p, field)
    if field < board.NUM_CAVES:
        if there:
            _look(p, field, facts)
            _cave(p, field, there, facts, desk)
    elif there or (p.smuggler >= 0 and p.empty_city >> field & 1):
        _look(p, field, facts)
        _city(p, field, there, left, facts, desk)


def _judge_palace(p: Mechanics, facts: vec[i64], desk: vec[float]) -> None:
    """The guard and the rooms; then what the figures still in the hands may do."""
    for seat in range(p.players):
        _guard(p, seat, desk)
    for field in range(p.current if p.current > board.FIRST_ROOM else board.FIRST_ROOM, board.NUM_FIELDS):
        there = _who_is_in(p, field)
        if there:
            _look(p, field, facts)
            _room(p, field, there, facts, desk)
    for seat in range(p.players):
        base = seat * COLUMNS
        if p.player[seat].hand:
            _hand(p, seat, desk)
        bought = desk[base + BOUGHT]
        desk[base + SPENT] += desk[base + BRIBE] * (bought if bought < 1.0 else 1.0)


def _who_is_in(p: Mechanics, field: i64) -> i64:
    """The set of seats that have figures in a field."""
    there: i64 = 0
    bit: i64 = 1
    place = field
    for _seat in range(p.players):
        if p.lying[place]:
            there |= bit
        bit <<= 1
        place += board.NUM_FIELDS
    return there


def _possessions(p: Mechanics, seat: i64, left: float, desk: vec[float]) -> None:
    """Artifacts, spell cards, treasures; and the seat's chances with the guard."""
    player = p.player[seat]
    base = seat * COLUMNS
    owned = player.owned
    unplayed: i64 = 0
    if p.magic and p.phase > at.TURN_UP and p.has_play(seat):
        unplayed = owned - player.played
    rounds = left / float(3 * p.players)
    size: i64 = 0
    use = 0.0
    kind: i64 = 0
    while owned:
        number = owned & 15
        if number:
            size += number
            use += USE[kind] * rounds * (0.7 + 0.3 * float(number))
            if unplayed & 15:
                use += READY[kind]
        owned >>= 4
        unplayed >>= 4
        kind += 1
    desk[base + ARTIFACTS] = float(size)
    if seat == p.start and p.round:
        desk[base + CITY] = CAMEL_HELD
    wealth = player.wealth
    place = base + MONEY
    while wealth:
        desk[place] = float(wealth & 255)
        wealth >>= 8
        place += 1
    if p.magic:
        use += SCROLL_TIE * float(player.owned >> 4 * cards.SCROLL)
        desk[base + USES] = use
        if player.spells:
            desk[base + SPELLS] = spells_in_hand(p, seat, left)
    if seat == p.actor or seat == p.questioned:
        if p.phase == at.GAIN:
            desk[base + SPENT] -= float(p.owed)
        elif p.phase == at.PAY:
            desk[base + SPENT] += float(p.owed)
            if p.purpose == at.FOR_ROOM and seat == p.actor:
                desk[base + ARTIFACTS] += 1.0
        elif p.phase == at.PRIZE and seat == p.questioned:
            desk[base + ARTIFACTS] += 1.0


def spells_in_hand(p: Mechanics, seat: i64, left: float) -> float:
    """Spell cards; an open Lamp makes them ready."""
    player = p.player[seat]
    spells = player.spells
    worth = SEVEN[spells & 127] + SEVEN[128 + (spells >> 7 & 127)] + SEVEN[256 + (spells >> 14)]
    if not player.owned & 15:
        worth *= 0.3
    elif player.played & 15:
        worth *= 1.0 + HANDY
    return worth * (left / 5.0 if left < 5.0 else 1.0)


def _look(p: Mechanics, field: i64, facts: vec[i64]) -> None:
    """Note what each seat has in a field."""
    row: i64 = 0
    place = field
    sealed = p.sealed >> field & 1
    for seat in range(p.players):
        figures = p.lying[place]
        coming = facts[row + COMING]
        if sealed or board.TENT <= field < board.GUARD:
            coming = 0
        if figures:
            wood = figures & board.ALL_FIGURES
            hidden = wood & ~facts[row + OPEN]
            strength = board.STRENGTH_OF[wood]
            facts[row + COUNT] = board.SIZE_OF[wood]
            if facts[row + RARE]:
                strength = p.strength(seat, field)
                facts[row + COUNT] = p.count(seat, field)
            facts[row + STRENGTH] = strength
            if hidden:
                strength -= board.STRENGTH_OF[hidden]
                coming += odds.ROWS * odds.WIDTH * board.SIZE_OF[hidden]
            facts[row + SEEN] = strength
        else:
            facts[row + STRENGTH] = 0
            facts[row + SEEN] = 0
        if coming and field >= board.FIRST_ROOM:
            coming += odds.CHEAP
        facts[row + ROW] = coming
        row += FACTS
        place += board.NUM_FIELDS


def _exceeds(facts: vec[i64], rival: i64, strength: i64) -> float:
    """How likely a rival (by row) is stronger than a given strength."""
    rest = strength - facts[rival + SEEN]
    if rest < 0:
        return 1.0
    row = facts[rival + ROW]
    if not row or rest >= odds.WIDTH:
        return 0.0
    return odds.ODDS[row + rest]


def _ahead(facts: vec[i64], row: i64, rival: i64) -> float:
    """How likely a rival is ahead of a seat (by rows): stronger, or equal and nearer to the start player."""
    strength = facts[row + STRENGTH]
    if facts[rival + TURN] < facts[row + TURN]:
        strength -= 1
    return _exceeds(facts, rival, strength)


def _cave(p: Mechanics, cave: i64, there: i64, facts: vec[i64], desk: vec[float]) -> None:
    """The treasures that each seat should get in a cave: each rival ahead of it moves it a group down."""
    groups = p.groups[cave]
    for seat in range(p.players):
        if not there >> seat & 1:
            continue
        first = float(groups & 31)
        second = float(groups >> 5 & 31)
        third = float(groups >> 10 & 31)
        fourth = float(groups >> 15 & 31)
        row = seat * FACTS
        for rival in range(0, len(facts), FACTS):
            if rival != row:
                ahead = _ahead(facts, row, rival)
                first += ahead * (second - first)
                second += ahead * (third - second)
                third += ahead * (fourth - third)
                fourth -= ahead * fourth
        desk[seat * COLUMNS + MONEY + cave] += first
        desk[seat * COLUMNS + INCOME] += first


def _city(p: Mechanics, field: i64, there: i64, left: float, facts: vec[i64], desk: vec[float]) -> None:
    """Spell cards, a second play, treasures, the camel: for the strongest."""
    smuggler: i64 = at.NOBODY
    visits = there
    if p.smuggler >= 0 and p.empty_city >> field & 1:
        smuggler = p.smuggler
        visits |= 1 << smuggler
    for seat in range(p.players):
        if not visits >> seat & 1:
            continue
        first = 1.0
        row = seat * FACTS
        for other in range(p.players):
            rival = other * FACTS
            if other == seat or not visits >> other & 1:
                continue
            if other == smuggler and facts[rival + TURN] < facts[row + TURN]:
                first = 0.0
            elif there >> other & 1 and not (seat == smuggler and facts[row + TURN] < facts[rival + TURN]):
                first *= 1.0 - _ahead(facts, row, rival)
        base = seat * COLUMNS
        if field == board.TENT:
            prize = (SPELL_WON - SPELL_LEFT) * first
            prize += SPELL_LEFT * (0.5 + 0.5 * first)
            desk[base + CITY] += prize * (left / 6.0 if left < 6.0 else 1.0)
        elif field == board.DJINN:
            if _can_use_two(p, seat):
                desk[base + CITY] += SECOND_PLAY * first
        elif field == board.MARKET:
            desk[base + SPENT] -= EXCHANGED * first
        elif seat != p.start:
            desk[base + CITY] += CAMEL * first


def _can_use_two(p: Mechanics, seat: i64) -> bool:
    """Whether a seat has artifacts for two plays in this round, and can still make one of them."""
    player = p.player[seat]
    ready = piles.size((player.owned - player.played) & cards.PLAYABLE, cards.BITS)
    return ready > 0 and ready + player.plays > 1


def _guard(p: Mechanics, seat: i64, desk: vec[float]) -> None:
    """How likely a seat gets into the palace, and what it pays for that."""
    base = seat * COLUMNS
    player = p.player[seat]
    if player.key or p.admitted >> seat & 1:
        desk[base + ENTER] = 1.0
        desk[base + KNOWN_TO_ENTER] = 1.0
    elif p.current > board.GUARD:
        return
    elif p.phase == at.PAY and p.purpose == at.FOR_BRIBE and seat == p.actor:
        desk[base + ENTER] = 1.0
        desk[base + KNOWN_TO_ENTER] = 1.0
    elif player.owned >> 4 * cards.KEY & 15 > player.played >> 4 * cards.KEY & 15 and _can_play(p, seat):
        desk[base + ENTER] = KEY_WORKS
        desk[base + KNOWN_TO_ENTER] = KEY_WORKS
    elif p.lying[seat * board.NUM_FIELDS + board.GUARD]:
        desk[base + KNOWN_TO_ENTER] = RIVAL_AT_GUARD
        _bribe(p, seat, desk)
    elif player.hand:
        number = float(board.SIZE_OF[player.hand])
        desk[base + KNOWN_TO_ENTER] = RIVAL_NOT_YET
        desk[base + ENTER] = NOT_YET * (1.0 if number > 3.0 else number / 3.0)
        desk[base + BRIBE] = LATE_BRIBE


def _bribe(p: Mechanics, seat: i64, desk: vec[float]) -> None:
    """A seat that is too weak for the guard pays the difference, as long as it can spare that."""
    base = seat * COLUMNS
    strength = float(p.strength(seat, board.GUARD))
    bribe = (float(p.guard) if p.guard else 10.0) - strength
    if bribe <= 0.0:
        desk[base + ENTER] = 1.0
        return
    units = -desk[base + SPENT]
    for kind in range(base + MONEY, base + MONEY + board.NUM_KINDS):
        units += desk[kind]
    if p.guard:
        if bribe <= units:
            desk[base + ENTER] = 1.0
            desk[base + BRIBE] = bribe
        return
    spare = SPARE * units
    if bribe > spare:
        bribe = spare
    desk[base + ENTER] = 0.1 * (strength + bribe)
    desk[base + BRIBE] = 0.05 * bribe * (bribe + 1.0)


def _can_play(p: Mechanics, seat: i64) -> bool:
    """Whether a seat can still play a Key: it has a play, and has not passed in the moment at the guard."""
    if not p.has_play(seat):
        return False
    if p.current < board.GUARD or not p.resolving:
        return True
    if p.phase != at.MOMENT:
        return p.phase < at.PAY
    since = p.asked - 1 - p.distance(seat)
    return (since if since >= 0 else since + p.players) >= p.passes


def _room(p: Mechanics, field: i64, there: i64, facts: vec[i64], desk: vec[float]) -> None:
    """The artifact of a room goes to the strongest who gets in and can pay."""
    room = field - board.FIRST_ROOM
    if not p.sizes[room] or (p.magic and not p.open_piles >> room & 1):
        return
    if field == p.current:
        if p.phase == at.PRIZE or (p.phase == at.PAY and p.purpose == at.FOR_ROOM):
            return
        there &= ~p.refused
    for seat in range(p.players):
        row = seat * FACTS
        if there >> seat & 1:
            base = seat * COLUMNS
            most = _reach(desk, base, facts[row + COUNT])
            if facts[row + ROW]:
                desk[base + TOO_DEAR] = _exceeds(facts, row, i64(most + 0.5))
            else:
                desk[base + TOO_DEAR] = 1.0 if float(facts[row + STRENGTH]) > most + 0.01 else 0.0
            doubt = 0.01 + DOUBT * desk[base + INCOME]
            chance = 0.5 + (most + 0.5 - float(facts[row + STRENGTH])) / doubt
            desk[base + CHANCE_TO_PAY] = 0.0 if chance < 0.0 else 1.0 if chance > 1.0 else chance
        elif facts[row + ROW]:
            desk[seat * COLUMNS + TOO_DEAR] = 0.0
    prize = 1.0 + _use_of(p, room)
    for seat in range(p.players):
        base = seat * COLUMNS
        if not there >> seat & 1 or desk[base + CHANCE_TO_PAY] == 0.0:
            continue
        chance = desk[base + CHANCE_TO_PAY] * desk[base + ENTER]
        row = seat * FACTS
        other: i64 = 0
        for rival in range(0, len(facts), FACTS):
            if rival != row:
                ahead = _ahead(facts, row, rival) - desk[other + TOO_DEAR]
                if ahead > 0.0:
                    chance *= 1.0 - ahead * desk[other + KNOWN_TO_ENTER]
            other += COLUMNS
        desk[base + PALACE] += prize * chance
        desk[base + BOUGHT] += chance
        _spend(desk, base, chance * float(facts[seat * FACTS + STRENGTH]), facts[seat * FACTS + COUNT])


def _use_of(p: Mechanics, room: i64) -> float:
    """The use of a room's open artifact, besides counting as one."""
    if not p.magic:
        return 0.0
    kind = p.pile[6 * room + p.sizes[room] - 1] & 7
    return USE[kind] if kind < cards.NUM_ARTIFACTS else 0.05


def _reach(desk: vec[float], base: i64, kinds: i64) -> float:
    """The most that can be paid in a number of kinds."""
    most = 0.0
    used: i64 = 0
    while kinds > 0:
        kinds -= 1
        largest = 0.5
        which: i64 = -1
        for kind in range(board.NUM_KINDS):
            have = desk[base + MONEY + kind]
            if have > largest and not used >> kind & 1:
                largest = have
                which = kind
        if which < 0:
            return 0.0
        used |= 1 << which
        most += largest
    return most


def _spend(desk: vec[float], base: i64, price: float, kinds: i64) -> None:
    """Pay from the largest heaps, leaving a unit for each kind that must still come."""
    while kinds > 0:
        kinds -= 1
        largest = -1.0
        place = base + MONEY
        for kind in range(base + MONEY, base + MONEY + board.NUM_KINDS):
            if desk[kind] > largest:
                largest = desk[kind]
                place = kind
        part = price if kinds == 0 else price * 0.6
        desk[place] -= part
        price -= part


def _hand(p: Mechanics, seat: i64, desk: vec[float]) -> None:
    """Figures not yet placed: what they may bring, and an artifact that they may still buy."""
    hand = p.player[seat].hand
    base = seat * COLUMNS
    number = float(board.SIZE_OF[hand])
    desk[base + HAND] = FIGURE * number + POINT * float(board.STRENGTH_OF[hand])
    wanted = (desk[base + INCOME] + float(board.total(p.player[seat].wealth))) / COST
    if wanted > MOST_WANTED:
        wanted = MOST_WANTED
    if wanted > desk[base + BOUGHT]:
        hope = HOPE * (1.0 if number > 3.0 else 0.25 * number)
        desk[base + HAND] += desk[base + ENTER] * hope * (wanted - desk[base + BOUGHT])


def _count_treasures(p: Mechanics, left: float, desk: vec[float]) -> None:
    """Treasures buy artifacts, as long as there are any; many of one kind can pay for a strong figure."""
    enough = FEW + ENOUGH * left / float(p.players)
    scale = LARGEST * (left / 4.0 if left < 4.0 else 1.0)
    for base in range(0, len(desk), COLUMNS):
        total = -desk[base + SPENT]
        largest = 0.0
        second = 0.0
        for place in range(base + MONEY, base + MONEY + board.NUM_KINDS):
            have = desk[place]
            total += have
            if have > largest:
                second = largest
                largest = have
            elif have > second:
                second = have
        if largest > MOST_OF_A_KIND:
            largest = MOST_OF_A_KIND
        if second > MOST_OF_A_KIND:
            second = MOST_OF_A_KIND
        worth = UNIT * total
        if total > 0.0:
            worth *= enough / (total + enough)
        desk[base + TREASURES] = worth + scale * (largest + 0.5 * second)
