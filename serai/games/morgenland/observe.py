"""What a seat may know (M21), and redealing the rest.

Hidden are the strengths of figures that lie face down or left the board face down, the spell cards in other
hands and in the draw pile, and artifacts in the piles that the seat has not seen there. The guard, the next
treasure card and artifacts that no one has seen are not in the position at all: chance deals them when they
turn up.
"""

from __future__ import annotations

from typing import TypedDict

from mypy_extensions import i64

from serai.games.morgenland import board, cards, ids
from serai.games.morgenland import state as at
from serai.games.morgenland.mechanics import Mechanics
from serai.games.morgenland.state import Player
from serai.kernel import piles
from serai.kernel.bits import count
from serai.kernel.rng import Rng


class Group(TypedDict):
    """What one player has in a field."""

    seat: int
    figures: list[int | None]  # strengths; None: hidden from the observer
    open: list[int]  # those that everybody sees
    carpets: int
    doubled: list[int]
    strength: int | None  # their effective total; None: not all are seen


class Pile(TypedDict):
    """The artifacts of a palace room."""

    room: str
    size: int
    open: str | None
    below: list[str | None]  # from the top down; None: the observer has not seen it


class Play(TypedDict):
    """A play that is announced or being resolved."""

    play: str
    seat: int
    copies: str | None
    field: str | None
    owner: int | None
    figure: str | None  # a strength, `carpet` or `hidden`
    goal: str | None
    gives: str | None


class Seat(TypedDict):
    """What an observer sees of a player."""

    treasures: dict[str, int]
    artifacts: dict[str, int]
    played: dict[str, int]  # artifacts open this round
    plays_left: int
    key: bool
    hand: int  # figures not placed
    in_hand: list[int]  # those that everybody saw go back to the hand
    out: list[int]  # figures that everybody saw leave
    spells: int
    known_spells: list[str]  # spell cards that the observer gave this player


class Bill(TypedDict):
    """Treasures that the actor is choosing."""

    units: int
    kinds: int | None  # in exactly this many more kinds


class Own(TypedDict):
    """The part of an observation that differs between seats."""

    seat: int | None  # the observer
    fields: dict[str, list[Group]]
    piles: list[Pile]
    seats: list[Seat]
    hand: list[int] | None  # the observer's figures
    out: list[int] | None
    spells: list[str] | None
    drawn: list[str | None]  # at the Tent
    announced: list[Play]
    play: Play | None  # the play in hand


class Observation(Own):
    """Everything that a seat may know, see `observe`."""

    game: str
    mode: str
    players: int
    actor: int
    phase: str
    moment: str
    round: int
    round_limit: int
    start: int
    current: str | None  # the first field not yet resolved
    resolving: bool  # whether it is being resolved
    bank: dict[str, int]
    caves: dict[str, list[int]]
    guard: int | None
    admitted: list[int]
    djinn: int | None
    smuggler: int | None
    smuggled: list[str]  # the city fields they are or could be smuggled into, without those they declined
    sealed: list[str]
    emptied: list[str]  # caves the dragon returned to
    reversed: bool
    openly: list[int]  # seats that place openly
    draw_pile: int
    discards: list[str]
    cards_left: list[int]  # numbers of treasure cards
    rider: int | None  # who counters it with a Free Rider
    bill: Bill | None
    buyer: int | None  # of an artifact that is not revealed yet


def own(t: Mechanics, seat: int | None) -> Own:
    """What a seat knows besides what everyone does."""
    looker: Player | None = None if seat is None else t.player[seat]
    return {
        "seat": seat,
        "fields": {
            board.FIELDS[field]: [
                _group(t, other, field, seat) for other in range(t.players) if t.figures(other, field)
            ]
            for field in range(board.NUM_FIELDS)
        },
        "piles": [_pile(t, room, seat) for room in range(board.NUM_ROOMS)],
        "seats": [_seat(t, other, looker) for other in range(t.players)],
        "hand": _strengths(looker.hand) if looker is not None else None,
        "out": _strengths(_out(t, seat)) if seat is not None else None,
        "spells": _names(looker.spells) if looker is not None else None,
        "drawn": _drawn(t, seat),
        "announced": [_play(t, play, seat) for play in t.announced],
        "play": _play(t, t.pack(), seat) if t.what >= 0 else None,
    }


def observe(t: Mechanics, seat: int | None) -> Observation:
    """Everything that a seat (None: a spectator) may know (M21)."""
    paying = t.phase == at.PAY or t.phase == at.GAIN
    return {
        **own(t, seat),
        "game": "morgenland",
        "mode": "pro" if t.magic else "basic",
        "players": t.players,
        "actor": t.actor,
        "phase": at.PHASES[t.phase],
        "moment": at.MOMENTS[t.moment],
        "round": t.round,
        "round_limit": t.round_limit,
        "start": t.start,
        "current": board.FIELDS[t.current] if t.current < board.NUM_FIELDS else None,
        "resolving": t.resolving != 0,
        "bank": treasures(t.bank),
        "caves": {board.FIELDS[cave]: _groups(t.groups[cave]) for cave in range(board.NUM_CAVES)},
        "guard": t.guard or None,
        "admitted": _members(t.admitted),
        "djinn": t.djinn if t.djinn >= 0 else None,
        "smuggler": t.smuggler if t.smuggler >= 0 else None,
        "smuggled": _fields(t.empty_city),
        "sealed": _fields(t.sealed),
        "emptied": _fields(t.emptied),
        "reversed": t.reversed != 0,
        "openly": _members(t.openly),
        "draw_pile": count(t.draw_pile),
        "discards": _names(t.discards),
        "cards_left": [card + 1 for card in _members(t.cards_left)],
        "rider": t.rider if t.rider >= 0 else None,
        "bill": {"units": t.owed, "kinds": t.kinds if t.kinds >= 0 else None} if paying else None,
        "buyer": t.questioned if t.phase == at.PRIZE else None,
    }


def _groups(groups: i64) -> list[int]:
    found: list[int] = []
    while groups:
        found.append(groups & 31)
        groups >>= 5
    return found


def _group(t: Mechanics, owner: i64, field: i64, seat: int | None) -> Group:
    figures = t.figures(owner, field) & board.ALL_FIGURES
    seen = figures if owner == seat else figures & t.player[owner].open
    strengths: list[int | None] = []
    strengths += _strengths(seen)
    strengths += [None] * count(figures & ~seen)
    return {
        "seat": owner,
        "figures": strengths,
        "open": _strengths(figures & t.player[owner].open),
        "carpets": count(t.figures(owner, field) >> board.FIRST_CARPET),
        "doubled": _strengths(figures & t.player[owner].doubled),
        "strength": t.strength(owner, field) if seen == figures else None,
    }


def _pile(t: Mechanics, room: i64, seat: int | None) -> Pile:
    size = t.sizes[room]
    is_open = t.open_piles >> room & 1
    below: list[str | None] = []
    for place in range(6 * room + size - is_open - 1, 6 * room - 1, -1):
        below.append(cards.ARTIFACTS[t.kind_at(place)] if _knows(t.pile[place], seat) else None)
    return {
        "room": board.FIELDS[board.FIRST_ROOM + room],
        "size": size,
        "open": cards.ARTIFACTS[t.kind_at(t.top(room))] if is_open else None,
        "below": below,
    }


def _knows(artifact: i64, seat: int | None) -> bool:
    """M21: whether a seat knows an artifact in a pile."""
    if seat is None:
        return artifact >> 3 == cards.EVERYBODY
    bit: i64 = seat
    return artifact >> 3 + bit & 1 != 0


def _seat(t: Mechanics, seat: i64, looker: Player | None) -> Seat:
    player = t.player[seat]
    return {
        "treasures": treasures(player.wealth),
        "artifacts": _artifacts(player.owned),
        "played": _artifacts(player.played),
        "plays_left": (2 if t.djinn == seat else 1) - player.plays if t.magic else 0,
        "key": player.key != 0,
        "hand": count(player.hand),
        "in_hand": _strengths(player.hand & player.open),
        "out": _strengths(_out(t, seat) & player.open),
        "spells": count(player.spells),
        "known_spells": _names(looker.knows & player.spells) if looker is not None else [],
    }


def _out(t: Mechanics, seat: i64) -> i64:
    """The figures neither in hand nor on the board."""
    rest = board.ALL_FIGURES & ~t.player[seat].hand
    for field in range(board.NUM_FIELDS):
        rest &= ~t.figures(seat, field)
    return rest


def _drawn(t: Mechanics, seat: int | None) -> list[str | None]:
    if not t.drawn:
        return []
    if seat is not None and seat == drawer(t):
        seen: list[str | None] = []
        seen += _names(t.drawn)
        return seen
    return [None] * count(t.drawn)


def drawer(t: Mechanics) -> i64:
    """The seat that draws spell cards at the Tent."""
    return t.strongest(board.TENT, 0)


def _play(t: Mechanics, play: i64, seat: int | None) -> Play:
    owner = (play >> 15 & 7) - 1
    figure = (play >> 18 & 15) - 1
    field = (play >> 11 & 15) - 1
    goal = (play >> 22 & 15) - 1
    copied = (play >> 8 & 7) - 1
    gift = (play >> 26 & 7) - 1
    name: str | None = None
    if figure >= 0:
        field = t.find(owner, figure)
        seen = owner == seat or t.player[owner].open >> figure & 1
        name = board.FIGURE_NAMES[figure] if seen else "hidden"
    return {
        "play": cards.PLAYS[play & 31],
        "seat": play >> 5 & 7,
        "copies": cards.ARTIFACTS[copied] if copied >= 0 else None,
        "field": board.FIELDS[field] if field >= 0 else None,
        "owner": owner if owner >= 0 else None,
        "figure": name,
        "goal": board.FIELDS[goal] if goal >= 0 else None,
        "gives": cards.ARTIFACTS[gift] if gift >= 0 else None,
    }


def treasures(heap: i64) -> dict[str, int]:
    """The units of each kind in a heap of treasure, by name."""
    return {board.KINDS[kind]: board.units(heap, kind) for kind in range(board.NUM_KINDS)}


def _artifacts(heap: i64) -> dict[str, int]:
    return {
        cards.ARTIFACTS[kind]: cards.held(heap, kind)
        for kind in range(cards.NUM_ARTIFACTS)
        if cards.held(heap, kind)
    }


def _strengths(figures: i64) -> list[int]:
    return [board.STRENGTHS[figure] for figure in range(board.NUM_FIGURES) if figures >> figure & 1]


def _names(spells: i64) -> list[str]:
    return [cards.SPELLS[card] for card in range(cards.NUM_SPELLS) if spells >> card & 1]


def _members(mask: i64) -> list[int]:
    return [index for index in range(15) if mask >> index & 1]


def _fields(mask: i64) -> list[str]:
    return [board.FIELDS[field] for field in range(board.NUM_FIELDS) if mask >> field & 1]


# Redealing what a seat cannot know


def deal_again(t: Mechanics, seat: int | None, rng: Rng) -> None:
    """Redeal everything the seat cannot see."""
    for other in range(t.players):
        if other != seat:
            _deal_figures(t, other, rng)
    if t.magic:
        _deal_spells(t, seat, rng)
        _deal_piles(t, seat, rng)


def _deal_figures(t: Mechanics, owner: i64, rng: Rng) -> None:
    """Each hidden figure becomes a random one that is not seen elsewhere."""
    player = t.player[owner]
    hidden = [figure for figure in range(board.NUM_FIGURES) if not player.open >> figure & 1]
    old = _in_order([_figure_place(t, owner, figure) for figure in hidden], hidden)
    new = _shuffled(hidden, rng)
    player.hand = _renamed(player.hand, old, new)
    for field in range(board.NUM_FIELDS):
        place: i64 = owner * board.NUM_FIELDS + field
        if t.lying[place]:
            t.lying[place] = _renamed(t.lying[place], old, new)
    if t.who == owner and t.figure in old:
        t.figure = new[old.index(t.figure)]
    for index, packed in enumerate(t.announced):
        play: i64 = packed
        figure: int = (play >> 18 & 15) - 1
        if (play >> 15 & 7) - 1 == owner and figure in old:
            renamed: i64 = new[old.index(figure)] + 1
            t.announced[index] = play & ~(15 << 18) | renamed << 18


def _figure_place(t: Mechanics, owner: i64, figure: i64) -> int:
    """Where a figure is, as others can tell: its field, and whether a play is aimed at it."""
    aimed = len(t.announced) + 1
    for index, packed in enumerate(t.announced):
        if (packed >> 15 & 7) - 1 == owner and (packed >> 18 & 15) - 1 == figure:
            aimed = index
            break
    if t.who == owner and t.figure == figure:
        aimed = len(t.announced)
    field: i64 = board.NUM_FIELDS if t.player[owner].hand >> figure & 1 else t.find(owner, figure)
    return 100 * int(field) + aimed


def _in_order(places: list[int], things: list[int]) -> list[int]:
    """Hidden things sorted by where they are, so that redealing does not depend on what they are."""
    keys = [64 * place + thing for place, thing in zip(places, things, strict=True)]  # cheaper than pairs
    keys.sort()
    return [key & 63 for key in keys]


def _deal_spells(t: Mechanics, seat: int | None, rng: Rng) -> None:
    """Redeal other hands and the draw pile; cards that the seat gave away stay where they are.

    Cards are renamed, so that a player who gave a card away still knows the one in its place.
    """
    known: i64 = 0 if seat is None else t.player[seat].knows
    unseen = t.draw_pile
    if seat is None or seat != drawer(t):
        unseen |= t.drawn
    for other, player in enumerate(t.player):
        if other != seat:
            unseen |= player.spells & ~known
    hidden = [card for card in range(cards.NUM_SPELLS) if unseen >> card & 1]
    old = _in_order([_card_place(t, card) for card in hidden], hidden)
    new = _shuffled(hidden, rng)
    t.draw_pile = _renamed(t.draw_pile, old, new)
    t.drawn = _renamed(t.drawn, old, new)
    for other, player in enumerate(t.player):
        if other != seat:
            player.spells = _renamed(player.spells, old, new)
            player.knows = _renamed(player.knows, old, new)


def _card_place(t: Mechanics, card: i64) -> int:
    """Where a spell card is publicly: the pile or the hand, and who gave it away."""
    place = 0 if t.draw_pile >> card & 1 else 1
    giver = len(t.player)
    for seat, player in enumerate(t.player):
        if player.spells >> card & 1:
            place = seat + 2
        if player.knows >> card & 1 and seat < giver:
            giver = seat
    return 100 * place + giver


def _shuffled(items: list[int], rng: Rng) -> list[int]:
    mixed = items.copy()
    for i in range(len(mixed) - 1, 0, -1):
        j: int = rng.below(i + 1)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed


def _renamed(mask: i64, old: list[int], new: list[int]) -> i64:
    """A set with each member replaced by its new name."""
    if not mask:
        return mask
    kept = mask
    renamed: i64 = 0
    for i in range(len(old)):
        was: i64 = old[i]
        if mask >> was & 1:
            now: i64 = new[i]
            kept &= ~(1 << was)
            renamed |= 1 << now
    return kept | renamed


def _deal_piles(t: Mechanics, seat: int | None, rng: Rng) -> None:
    """Redeal artifacts that others have seen in a pile, but the seat has not."""
    for _pass in range(2):
        for room in range(board.NUM_ROOMS):
            for place in range(6 * room, 6 * room + t.sizes[room]):
                artifact = t.pile[place]
                if artifact & 7 == cards.UNSEEN or _knows(artifact, seat):
                    continue
                if _pass == 0:
                    t.pool += cards.ONE[artifact & 7]
                else:
                    kind = piles.draw(t.pool, cards.BITS, rng)
                    t.pool -= cards.ONE[kind]
                    t.pile[place] = artifact & ~7 | kind


def is_secret(t: Mechanics, choice: i64, seat: int | None) -> bool:
    """M21: strengths of hidden figures, spell cards drawn and kept at the Tent, a searched pile."""
    if t.phase == at.SEARCH:
        return seat != t.caster
    if t.phase == at.DRAW:
        return seat != drawer(t)
    if t.phase == at.KEEP:
        return seat != t.actor
    if t.phase == at.DISC:
        return seat != t.who
    if ids.PLACE <= choice < ids.ARTIFACT:
        field = (choice - ids.PLACE) % board.NUM_FIELDS
        return seat != t.actor and (field == board.GUARD or not t.openly >> t.actor & 1)
    if ids.FIGURE <= choice < ids.CARPET:
        owner = t.who if t.who >= 0 else t.actor
        return seat != owner and not t.player[owner].open >> choice - ids.FIGURE & 1
    return False
