"""The question with every choice in words, or whom the table waits for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from serai.games.morgenland import board, cards, ids
from serai.games.morgenland.observe import Group as Lying
from serai.games.morgenland.observe import Observation, Play
from serai.games.morgenland.page.panels import leaders
from serai.games.morgenland.page.reading import (
    INDEX,
    KIND_OF_CAVE,
    current,
    group_of,
    observation,
    order_in,
    size,
)
from serai.games.morgenland.page.words import Words, words_in
from serai.kernel.state import OVER
from serai.scene import build
from serai.scene.say import Say, mark
from serai.scene.scene import Group, Look, Option, Prompt

FOLD = 10  # more amounts than this are folded by kind


def unasked(look: Look) -> Prompt:
    """The prompt of viewers who are not to choose."""
    seen = observation(look.seen)
    return _over(look, seen) if seen["actor"] == OVER else _wait(look, seen)


def asked(look: Look) -> Prompt:
    """The prompt of the player who is to choose."""
    seen = observation(look.seen)
    options: list[Option] = []
    groups: dict[str, Group] = {}
    if seen["phase"] == "place":
        _place_options(options, groups, look, seen)
    else:
        folded = len(look.legal) > FOLD
        for choice in look.legal:
            option = _option(look, seen, choice)
            if folded:
                kind, _ = ids.split(choice)
                if kind in words_in(look.say).kind:
                    option["group"] = kind
                    groups[kind] = build.group(words_in(look.say).kind[kind], icon=kind)
            options.append(option)
        if options and options[0]["choice"] == ids.PASS:
            options.append(options.pop(0))
    return build.asking(_question(look, seen), _icons(seen), options, groups)


def _question(look: Look, seen: Observation) -> tuple[str, str]:
    phase = seen["phase"]
    if phase in QUESTIONS:
        return QUESTIONS[phase](look, seen)
    play = seen["play"]
    return PLAY_QUESTIONS[phase](look, seen, play) if play is not None else (look.say("Choose"), "")


def _icons(seen: Observation) -> list[str]:
    play = seen["play"]
    if play is not None:
        return [_play_icon(play["play"])]
    if seen["phase"] == "buy" and seen["current"] is not None:
        kind = seen["piles"][INDEX[seen["current"]] - board.FIRST_ROOM]["open"]
        return [f"art-{kind}" if kind else "art-back"]
    return []


def _play_icon(play: str) -> str:
    return f"art-{play}" if play in cards.ARTIFACTS else play


# The viewer is not to choose


def _over(look: Look, seen: Observation) -> Prompt:
    winners = leaders(seen)
    names = [look.names[seat] for seat in winners]
    if len(names) == 1:
        title = look.say("{player} wins", player=names[0])
    else:
        title = look.say("Win shared by {players}", players=", ".join(names))
    most = sum(seen["seats"][winners[0]]["artifacts"].values())
    return build.telling("over", (title, look.say.plural("with {n} artifact", "with {n} artifacts", most)))


def _wait(look: Look, seen: Observation) -> Prompt:
    say = look.say
    if seen["actor"] < 0:
        title = say("The vizier is at work")
    else:
        title = say("{player} is choosing", player=look.names[seen["actor"]])
    return build.telling("wait", (title, _waiting_for(look, seen)), _icons(seen))


WAITING_FOR = {
    "bribe": mark("may bribe the guard"),
    "keep": mark("keeps one of two spell cards"),
    "market": mark("may exchange one treasure for three"),
    "gain": mark("takes treasure"),
    "pay": mark("pays"),
}


def _waiting_for(look: Look, seen: Observation) -> str:
    say = look.say
    words = words_in(say)
    phase = seen["phase"]
    play = seen["play"]
    if phase == "place":
        return say("places a figure, or plays something first")
    if phase == "moment":
        return _moment_name(words, seen)
    if phase == "counter" and play is not None:
        return say("may counter {spell}", spell=words.name[play["play"]])
    if play is not None:
        return words.name[play["play"]]
    if phase == "buy" and seen["current"] is not None:
        return say("may buy {where}", where=words.at[seen["current"]])
    if phase in WAITING_FOR:
        return say(WAITING_FOR[phase])
    return words.at[seen["current"]] if seen["current"] is not None and seen["resolving"] else ""


MOMENTS = {
    "after-vizier": mark("Before figures are placed"),
    "before-city": mark("Before the city is resolved"),
}
PLACED = mark("All figures are placed")


def _moment_name(words: Words, seen: Observation) -> str:
    say = words.say
    moment = seen["moment"]
    if moment == "at-field" and seen["current"] is not None:
        return say("{field}: may play an artifact or a spell", field=words.field[seen["current"]])
    return say(MOMENTS.get(moment or "", PLACED))


# Questions by phase: a title and a detail

Question = Callable[[Look, Observation], tuple[str, str]]


def _ask_place(look: Look, seen: Observation) -> tuple[str, str]:
    left = len(seen["hand"] or [])
    detail = look.say.plural(
        "Your last figure. Fields are resolved along the road.",
        "{n} left. Fields are resolved along the road.",
        left,
    )
    return look.say("Place a figure"), detail


def _ask_moment(look: Look, seen: Observation) -> tuple[str, str]:
    say = look.say
    title = say("Play an artifact or a spell, or pass") if len(look.legal) > 1 else say("Nothing to play now")
    return title, rank_in_words(look, seen) or _moment_name(words_in(say), seen)


def rank_in_words(look: Look, seen: Observation) -> str:
    """The viewer's current rank in the field being resolved, and what it brings."""
    field = seen["current"]
    if field is None or not seen["resolving"]:
        return ""
    words = words_in(look.say)
    group = group_of(seen, field, look.seat)
    if group is None:
        return look.say("{field}: you have no figure here.", field=words.field[field])
    strength = group["strength"] or 0
    if field == "guard":
        guard = seen["guard"] or 0
        if strength >= guard or seen["seats"][group["seat"]]["key"]:
            return look.say("Guard {guard}: you enter.", guard=guard)
        return look.say("Guard {guard}: you are {n} short.", guard=guard, n=guard - strength)
    place = order_in(seen, field).index(group["seat"])
    return look.say(
        "{field}: right now you are {rank} with {n}.",
        field=words.field[field],
        rank=words.rank[place],
        n=strength,
    )


TARGETS = {
    "artifact": mark("{play}: which artifact?"),
    "field": mark("{play}: which field?"),
    "seat": mark("{play}: whose figure?"),
    **dict.fromkeys(("figure", "carpet", "hidden", "double"), mark("{play}: which figure?")),
}


def _ask_target(look: Look, seen: Observation, play: Play) -> tuple[str, str]:
    say = look.say
    words = words_in(say)
    kind, _ = ids.split(look.legal[0] if look.legal[0] != ids.PASS else look.legal[-1])
    name = words.name[play["play"]]
    title = name
    if kind == "field" and play["figure"] is not None:
        title = say("{play}: to which field?", play=name)
    elif kind in TARGETS:
        title = say(TARGETS[kind], play=name)
    return title, words.short[play["copies"] or play["play"]]


def _ask_counter(look: Look, seen: Observation, play: Play) -> tuple[str, str]:
    say = look.say
    words = words_in(say)
    if seen["rider"] is not None:
        title = say("Stop {player}’s Free Rider?", player=look.names[seen["rider"]])
        return title, say("It copies a Counterspell against {spell}.", spell=words.name[play["play"]])
    title = say("{player} casts {spell}", player=look.names[play["seat"]], spell=words.name[play["play"]])
    return title, _aim_in_words(look, seen, play) or words.effect[play["play"]]


def _aim_in_words(look: Look, seen: Observation, play: Play) -> str:
    """What a play is aimed at."""
    words = words_in(look.say)
    parts = []
    if play["figure"] is not None and play["owner"] is not None:
        parts.append(f"{_figure_name(words, play['figure'])} · {look.names[play['owner']]}")
    if play["field"] is not None:
        parts.append(words.field[play["field"]])
    if play["goal"] is not None:
        parts.append(f"→ {words.field[play['goal']]}")
    if play["gives"] is not None:
        parts.append(words.name[play["gives"]])
    return " · ".join(parts)


def _figure_name(words: Words, figure: str) -> str:
    if figure == "carpet":
        return words.name["carpet"]
    if figure == "hidden":
        return words.say("a hidden figure")
    return words.figure[int(figure)]


def _ask_pay(look: Look, seen: Observation) -> tuple[str, str]:
    say = look.say
    bill = seen["bill"] or {"units": 0, "kinds": None}
    words = words_in(say)
    title = say("Pay {treasures}", treasures=words.treasures(bill["units"]))
    if bill["kinds"] is not None:
        detail = say.plural("All of one kind.", "In exactly {n} kinds. Which first?", bill["kinds"])
    elif seen["play"] is None and seen["current"] == "guard":
        detail = say("The guard’s bribe, in any kinds.")
    elif seen["play"] is not None:
        detail = say("{play}: any kinds. Which first?", play=words.name[seen["play"]["play"]])
    else:
        detail = say("Any kinds. Which first?")
    return title, detail


def _ask_gain(look: Look, seen: Observation) -> tuple[str, str]:
    say = look.say
    bill = seen["bill"] or {"units": 0, "kinds": None}
    title = say("Take {treasures}", treasures=words_in(say).treasures(bill["units"]))
    if seen["round"] == 0:
        return title, say("To start with, of any kinds.")
    return title, say("From the bank, of any kinds. Which first?")


def _ask_answer(look: Look, seen: Observation, play: Play) -> tuple[str, str]:
    say = look.say
    words = words_in(say)
    name = play["play"]
    detail = words.effect[name]
    if name == "abracadabra":
        return say("Take any artifact from this pile"), detail
    if name == "mirage":
        return say("Which artifact goes on top?"), detail
    if name == "baksheesh" and play["field"] is not None:
        title = say("Baksheesh {where}: pay, or take a figure back?", where=words.at[play["field"]])
        return title, say("Two treasures for each figure that stays.")
    if name == "sultans-tax":
        return say("Pay the Sultan’s Tax?"), detail
    if name == "barter":
        return say("What do you give away?"), say("Kind by kind; then take as many of any other kinds.")
    return words.name[name], detail


def _ask_keep(look: Look, seen: Observation) -> tuple[str, str]:
    say = look.say
    second = [seat for seat in order_in(seen, "tent") if seat != look.seat]
    if second:
        detail = say("The other one goes to {player}.", player=look.names[second[0]])
    else:
        detail = say("The other one is discarded.")
    return say("Keep one spell card"), detail


def _ask_smuggle(look: Look, seen: Observation) -> tuple[str, str]:
    words = words_in(look.say)
    field = seen["current"] or "tent"
    return look.say("Smuggled in {where}: take it?", where=words.at[field]), _smuggled_gain(look, seen, words)


def _smuggled_gain(look: Look, seen: Observation, words: Words) -> str:
    """What the field gives to a player who is smuggled in: at the Tent, perhaps the second card."""
    field = seen["current"] or "tent"
    return words.gives[field] if order_in(seen, field)[0] == look.seat else look.say("the second card")


def _ask_market(look: Look, seen: Observation) -> tuple[str, str]:
    return look.say("Exchange one treasure for three?"), look.say("Which one do you give away?")


def _ask_bribe(look: Look, seen: Observation) -> tuple[str, str]:
    group = group_of(seen, "guard", look.seat)
    strength = (group["strength"] if group else 0) or 0
    guard = seen["guard"] or 0
    title = look.say("Bribe the guard?")
    return title, look.say("He has {guard}, you have {n}.", guard=guard, n=strength)


def _ask_buy(look: Look, seen: Observation) -> tuple[str, str]:
    words = words_in(look.say)
    field = seen["current"] or "room1"
    kind = seen["piles"][INDEX[field] - board.FIRST_ROOM]["open"]
    name = words.name[kind] if kind else look.say("the artifact")
    price = _price(look, seen, field)
    return look.say("Buy {artifact}?", artifact=name), look.say("It costs {price}.", price=price)


def _price(look: Look, seen: Observation, field: str) -> str:
    group = group_of(seen, field, look.seat)
    if group is None:
        return ""
    return words_in(look.say).price(group["strength"] or 0, size(group))


QUESTIONS: dict[str, Question] = {
    "place": _ask_place,
    "moment": _ask_moment,
    "pay": _ask_pay,
    "gain": _ask_gain,
    "keep": _ask_keep,
    "smuggle": _ask_smuggle,
    "market": _ask_market,
    "bribe": _ask_bribe,
    "buy": _ask_buy,
}
# Phases about the play in hand.
PLAY_QUESTIONS: dict[str, Callable[[Look, Observation, Play], tuple[str, str]]] = {
    "target": _ask_target,
    "counter": _ask_counter,
    "answer": _ask_answer,
}


# Placing: a group for each figure


def _place_options(options: list[Option], groups: dict[str, Group], look: Look, seen: Observation) -> None:
    words = words_in(look.say)
    details = {name: _field_detail(words, seen, name) for name in board.FIELDS}
    rooms = _own_in_rooms(seen, look.seat)
    seat = look.seat or 0
    mine = f"own-{seat}"
    for choice in look.legal:
        kind, number = ids.split(choice)
        if kind != "place":
            options.append(_option(look, seen, choice))
            continue
        figure, index = divmod(number, board.NUM_FIELDS)
        strength = board.STRENGTHS[figure]
        field = board.FIELDS[index]
        key = f"figure-{strength}"
        if key not in groups:
            groups[key] = _figure_group(look.say, strength, seat)
        detail = details[field]
        if index >= board.FIRST_ROOM:
            held, count = rooms[index - board.FIRST_ROOM]
            detail = f"{words.price(held + strength, count + 1)} · {detail}"
        options.append(build.option(choice, words.field[field], detail, mine, group=key, chip=str(strength)))


@cache
def _figure_group(say: Say, strength: int, seat: int) -> Group:
    return build.group(words_in(say).figure[strength], icon=f"own-{seat}", chip=str(strength))


def _own_in_rooms(seen: Observation, seat: int | None) -> list[tuple[int, int]]:
    """Strength and number of the viewer's figures in each room."""
    found = []
    for name in board.FIELDS[board.FIRST_ROOM :]:
        group = group_of(seen, name, seat)
        found.append((0, 0) if group is None else ((group["strength"] or 0), size(group)))
    return found


def _field_detail(words: Words, seen: Observation, name: str) -> str:
    """What can be gained in a field."""
    if name in KIND_OF_CAVE:
        groups = seen["caves"][name]
        if not groups:
            return words.say("no treasure")
        return " · ".join(map(str, groups)) + f" :{KIND_OF_CAVE[name]}:"
    if INDEX[name] >= board.FIRST_ROOM:
        kind = seen["piles"][INDEX[name] - board.FIRST_ROOM]["open"]
        return words.name[kind] if kind else words.say("an artifact")
    return words.caption[name] if name in words.caption else words.say("the way in")


# One choice in words


def _option(look: Look, seen: Observation, choice: int) -> Option:
    kind, index = ids.split(choice)
    return ROWS[kind](look, seen, words_in(look.say), choice, index)


def _pass_option(look: Look, seen: Observation, words: Words, choice: int, index: int) -> Option:
    phase = seen["phase"]
    label, detail = words.pass_, ""
    if phase == "moment":
        detail = _pass_outcome(look, seen)
    elif phase == "counter":
        label, detail = look.say("Let it happen"), ""
    elif phase == "buy":
        label, detail = look.say("Do not buy"), look.say("the next player may")
    elif phase == "market":
        label = look.say("Keep what you have")
    elif phase == "smuggle":
        label = look.say("Decline")
        order = order_in(seen, seen["current"] or "tent")
        if order[0] == look.seat and len(order) > 1:
            detail = look.say("the next player is the strongest")
    elif phase == "target":
        label = look.say("Do nothing more")
    elif phase == "answer":
        label, detail = look.say("That is all"), look.say("now take as many back")
    return build.option(choice, label, detail, "pass", state="quiet")


def _pass_outcome(look: Look, seen: Observation) -> str:
    """What the field being resolved brings as things stand."""
    field = seen["current"]
    if field is None or not seen["resolving"]:
        return ""
    say = look.say
    words = words_in(say)
    order = order_in(seen, field)
    if look.seat not in order:
        return ""
    place = order.index(look.seat)
    rank = words.rank[place]
    if field in KIND_OF_CAVE:
        groups = seen["caves"][field]
        if place < len(groups):
            return say("{rank}: {n}", rank=rank, n=f"{groups[place]} :{KIND_OF_CAVE[field]}:")
        return say("{rank}: nothing", rank=rank)
    if field == "guard":
        return ""
    if INDEX[field] >= board.FIRST_ROOM:
        return say("{rank} to buy", rank=rank)
    if place == 0 or (field == "tent" and place == 1):
        caption = words.caption[field] if place == 0 else say("the second card")
        return say("{rank}: {n}", rank=rank, n=caption)
    return say("{rank}: nothing", rank=rank)


def _buy_option(look: Look, seen: Observation, words: Words, choice: int, index: int) -> Option:
    field = seen["current"] or "room1"
    kind = seen["piles"][INDEX[field] - board.FIRST_ROOM]["open"]
    return build.option(
        choice, look.say("Buy it"), _price(look, seen, field), f"art-{kind}" if kind else "art-back"
    )


def _bribe_option(look: Look, seen: Observation, words: Words, choice: int, index: int) -> Option:
    group = group_of(seen, "guard", look.seat)
    missing = (seen["guard"] or 0) - ((group["strength"] if group else 0) or 0)
    return build.option(
        choice,
        look.say("Bribe"),
        look.say("pay {treasures} and enter", treasures=words.treasures(missing)),
        "baksheesh",
    )


def _leave_option(look: Look, seen: Observation, words: Words, choice: int, index: int) -> Option:
    return build.option(
        choice, look.say("Leave"), look.say("your figures leave the rooms"), "latecomer", state="quiet"
    )


def _pay_option(look: Look, seen: Observation, words: Words, choice: int, index: int) -> Option:
    play = seen["play"]
    detail = ""
    if play is not None and look.seat is not None:
        detail = look.say("pay {treasures}", treasures=words.treasures(tax(seen, play, look.seat)))
    return build.option(choice, look.say("Pay"), detail, "baksheesh")


def tax(seen: Observation, play: Play, seat: int) -> int:
    """What a seat must pay to keep all its taxed figures."""
    if play["play"] == "baksheesh":
        group = group_of(seen, play["field"] or "tent", seat)
        return 2 * size(group) if group else 0
    rooms = board.FIELDS[max(board.FIRST_ROOM, current(seen)) :]
    groups = [group_of(seen, room, seat) for room in rooms]
    return sum(size(group) for group in groups if group)


def _take_option(look: Look, seen: Observation, words: Words, choice: int, index: int) -> Option:
    field = seen["current"] or "tent"
    if seen["phase"] == "smuggle":
        return build.option(choice, look.say("Take it"), _smuggled_gain(look, seen, words), "smuggled-in")
    kind = seen["piles"][INDEX[field] - board.FIRST_ROOM]["open"] or "lamp"
    label = words.name[kind]
    return build.option(choice, label, look.say("the open one"), f"art-{kind}")


def _artifact_option(look: Look, seen: Observation, words: Words, choice: int, index: int) -> Option:
    return _play_option(look, seen, words, choice, cards.ARTIFACTS[index])


def _spell_option(look: Look, seen: Observation, words: Words, choice: int, index: int) -> Option:
    return _play_option(look, seen, words, choice, cards.SPELLS[index])


def _play_option(look: Look, seen: Observation, words: Words, choice: int, name: str) -> Option:
    """An artifact or a spell as an option: to play it, or to name it."""
    phase = seen["phase"]
    play = seen["play"]
    detail = words.short[name]
    if phase == "target" and play is not None:
        detail = (
            look.say("swap it for another")
            if play["play"] == "apprentice"
            else look.say("as if it were yours")
        )
    elif phase == "answer":
        detail = look.say("from below")
    elif name == "lamp" and not seen["spells"]:
        return build.option(
            choice, words.name[name], look.say("you hold no spells"), _play_icon(name), state="quiet"
        )
    return build.option(choice, words.name[name], detail, _play_icon(name))


def _field_option(look: Look, seen: Observation, words: Words, choice: int, index: int) -> Option:
    name = board.FIELDS[index]
    target = _field_target(look, seen, words, name)
    return build.option(choice, words.field[name], target, chip=str(INDEX[name] + 1))


def _seat_option(look: Look, seen: Observation, words: Words, choice: int, index: int) -> Option:
    return build.option(choice, look.names[index], icon=f"figure-{index}", owner=index)


def _field_target(look: Look, seen: Observation, words: Words, name: str) -> str:
    """Details of a target: the viewer's strength there, or what can be gained."""
    play = seen["play"]
    if play is None:
        return _field_detail(words, seen, name)
    mine = group_of(seen, name, look.seat)
    strength = (mine["strength"] if mine else 0) or 0
    kind = play["copies"] or play["play"]
    if kind == "carpet":
        added = 10 - board.CARPET_STRENGTH if seen["reversed"] and name != "guard" else board.CARPET_STRENGTH
        return look.say("you: {old} → {new}", old=strength, new=strength + added)
    if kind in ("latecomer", "teleportation", "apprentice", "mirage", "dragon-flight"):
        return _field_detail(words, seen, name)
    there = [f"{look.names[group['seat']]} {_shown(group)}" for group in seen["fields"][name]]
    return ", ".join(there) or look.say("nobody is there")


def _shown(lying: Lying) -> str:
    """A group in a few characters: strengths, hidden ones as `?`."""
    parts = [str(strength) if strength is not None else "?" for strength in lying["figures"]]
    return "+".join(parts + ["3"] * lying["carpets"])


def _owner(look: Look, seen: Observation) -> int:
    """Whose figures can be chosen."""
    play = seen["play"]
    return play["owner"] if play is not None and play["owner"] is not None else look.seat or 0


def _hidden_option(look: Look, seen: Observation, words: Words, choice: int, index: int) -> Option:
    owner = _owner(look, seen)
    icon = f"figure-{owner}"
    return build.option(choice, look.say("A hidden figure"), look.names[owner], icon, owner=owner)


def _carpet_option(look: Look, seen: Observation, words: Words, choice: int, index: int) -> Option:
    owner = _owner(look, seen)
    detail = look.say("take it back") if seen["phase"] == "answer" else look.names[owner]
    return build.option(choice, words.name["carpet"], detail, "art-carpet", owner=owner)


def _figure_option(look: Look, seen: Observation, words: Words, choice: int, index: int) -> Option:
    return _strength_option(look, seen, words, choice, index, words.figure[board.STRENGTHS[index]])


def _double_option(look: Look, seen: Observation, words: Words, choice: int, index: int) -> Option:
    label = look.say("Double of the {n}", n=board.STRENGTHS[index])
    return _strength_option(look, seen, words, choice, index, label)


def _strength_option(
    look: Look, seen: Observation, words: Words, choice: int, index: int, label: str
) -> Option:
    play = seen["play"]
    owner = _owner(look, seen)
    strength = board.STRENGTHS[index]
    field, is_open = _where(seen, owner, strength)
    detail = words.at[field] if field else ""
    if seen["phase"] == "answer":
        detail = look.say("take it back")
    elif play is not None and "double" in (play["play"], play["copies"]) and field:
        group = group_of(seen, field, owner)
        old = (group["strength"] if group else 0) or 0
        added = 10 - strength if seen["reversed"] and field != "guard" else strength
        detail = look.say("{field}: {old} → {new}", field=words.field[field], old=old, new=old + added)
    return build.option(
        choice, label, detail, f"open-{owner}" if is_open else f"own-{owner}", chip=str(strength)
    )


def _where(seen: Observation, owner: int, strength: int) -> tuple[str, bool]:
    for name, groups in seen["fields"].items():
        for group in groups:
            if group["seat"] == owner and strength in group["figures"]:
                return name, strength in group["open"]
    return "", False


def _amount_option(look: Look, seen: Observation, words: Words, choice: int, index: int) -> Option:
    kind, _ = ids.split(choice)
    gaining = seen["phase"] == "gain"
    stock = seen["bank"][kind] if gaining else seen["seats"][look.seat or 0]["treasures"][kind]
    detail = look.say("{n} in the bank", n=stock) if gaining else look.say("you have {n}", n=stock)
    return build.option(choice, words.heap(kind, index + 1), detail, kind)


ROWS: dict[str, Callable[[Look, Observation, Words, int, int], Option]] = {
    "pass": _pass_option,
    "buy": _buy_option,
    "bribe": _bribe_option,
    "leave": _leave_option,
    "pay": _pay_option,
    "take": _take_option,
    "artifact": _artifact_option,
    "spell": _spell_option,
    "field": _field_option,
    "seat": _seat_option,
    "figure": _figure_option,
    "carpet": _carpet_option,
    "hidden": _hidden_option,
    "double": _double_option,
    **dict.fromkeys(board.KINDS, _amount_option),
}
