"""Moments (M18): plays are announced, perhaps countered, and then resolved in player order."""

from __future__ import annotations

from mypy_extensions import i64

from serai.games.morgenland import cards, ids, plays
from serai.games.morgenland import state as at
from serai.games.morgenland.mechanics import Mechanics
from serai.games.morgenland.spells import PLAYS
from serai.kernel.state import CHANCE, Choices


class Moments(Mechanics):
    """Adds the announcing and resolving of plays."""

    def _end_moment(self) -> None:
        """All have passed: continue the round."""
        raise NotImplementedError

    def _begin_moment(self, moment: i64) -> None:
        """M18."""
        self.moment = moment
        self.stirred = 0
        self._ask_all()

    def _ask_all(self) -> None:
        self.asked = 0
        self.passes = 0
        self._ask_on()

    def _ask_on(self) -> None:
        """M18: in player order, again and again, until all players pass in a row."""
        while self.passes < self.players:
            seat = self.seat_at(self.asked)
            if self._could_play(seat):
                self.ask(at.MOMENT, seat)
                return
            self._step_on()
        if self.stirred:
            self.stirred = 0
            self._resolve_next()
        else:
            self._end_moment()

    def _step_on(self) -> None:
        self.passes += 1
        self.asked += 1
        if self.asked >= self.players:
            self.asked = 0

    def _could_play(self, seat: i64) -> bool:
        """M18: whether a seat may have a play, judging by public information."""
        player = self.player[seat]
        if (player.owned - player.played) & cards.PLAYABLE and self.has_play(seat):
            return True
        return player.spells != 0 and player.lamp_is_open()

    def _offer_plays(self, out: Choices, seat: i64) -> None:
        """M16, M17."""
        player = self.player[seat]
        if self.has_play(seat):
            unplayed = self.unplayed(seat) & cards.PLAYABLE
            for kind in range(cards.SCROLL):
                if cards.held(unplayed, kind) and PLAYS[kind].possible(self, seat):
                    out.add(ids.ARTIFACT + kind)
        if player.spells and player.lamp_is_open():
            spells = player.spells
            card: i64 = 0
            while spells:
                if spells & 1 and PLAYS[cards.FIRST_SPELL + card].possible(self, seat):
                    out.add(ids.SPELL + card)
                spells >>= 1
                card += 1

    def _announce_or_pass(self, choice: i64) -> None:
        if choice == ids.PASS:
            self._step_on()
            self._ask_on()
        else:
            self._announce(choice)

    # Announcing a play

    def _announce(self, choice: i64) -> None:
        """M16, M17, M18: the play is spent; then its targets are named."""
        self.what = choice - ids.ARTIFACT
        self.caster = self.actor
        self.namer = self.actor
        self.stirred = 1
        if self.what < cards.FIRST_SPELL:
            self._spend_artifact(self.caster, self.what)
        else:
            self._spend_spell(self.caster, self.what - cards.FIRST_SPELL)
        self._name_on()

    def _spend_artifact(self, seat: i64, kind: i64) -> None:
        """M16: it lies open until the end of the round."""
        player = self.player[seat]
        player.played += cards.ONE[kind]
        player.plays += 1
        self.tell("play", seat, 1, cards.ARTIFACTS[kind])

    def _spend_spell(self, seat: i64, card: i64) -> None:
        """M17: the discard pile is open, so who knew the card no longer matters."""
        self.player[seat].spells &= ~(1 << card)
        self.tell("spell", seat, -1, cards.SPELLS[card])
        self._discard(card)

    def _discard(self, card: i64) -> None:
        self.discards |= 1 << card
        for player in self.player:
            player.knows &= ~(1 << card)

    def _name(self, choice: i64) -> None:
        """M18, M20: name a target, or forgo revenge for an eye."""
        if choice == ids.PASS:
            self._go_on()
        elif plays.name_target(self, choice):
            self._name_on()
        else:
            self.ask(at.DISC, CHANCE)

    def _name_on(self) -> None:
        """Ask for the next target; a single option is taken without asking."""
        self.ask(at.TARGET, self.namer)
        out = self._gather()
        while out.size == 1:
            if not plays.name_target(self, out.items[0]):
                self.ask(at.DISC, CHANCE)
                return
            out = self._gather()
        if out.size:
            return
        if self.effecting:
            self._go_on()
        elif self.what < cards.FIRST_SPELL:
            self._accept()
        else:
            self.counter_asked = 0
            self.rider = at.NOBODY
            self._ask_counter()

    # Counterspells

    def _ask_counter(self) -> None:
        """M16, M18: players are asked at once, in player order."""
        for step in range(self.counter_asked, self.players):
            if self._could_counter(self.seat_at(step)):
                self.counter_asked = step
                self.ask(at.COUNTER, self.seat_at(step))
                return
        self.counter_asked = self.players
        if self.rider >= 0:
            self._void()
        else:
            self._accept()

    def _could_counter(self, seat: i64) -> bool:
        """M18, M20: judging by public information. A Free Rider can copy an open Counterspell."""
        if seat == (self.rider if self.rider >= 0 else self.caster):
            return False
        if cards.held(self.unplayed(seat), cards.COUNTERSPELL) and self.has_play(seat):
            return True
        return (
            self.rider < 0
            and self.player[seat].spells != 0
            and self.player[seat].lamp_is_open()
            and cards.held(self.opened_by_others(seat), cards.COUNTERSPELL) != 0
            and not self.discards >> cards.FREE_RIDER & 1
        )

    def _offer_counter(self, out: Choices) -> None:
        seat = self.actor
        player = self.player[seat]
        out.add(ids.PASS)
        if cards.held(self.unplayed(seat), cards.COUNTERSPELL) and self.has_play(seat):
            out.add(ids.ARTIFACT + cards.COUNTERSPELL)
        if (
            player.spells >> cards.FREE_RIDER & 1
            and player.lamp_is_open()
            and cards.held(self.opened_by_others(seat), cards.COUNTERSPELL)
        ):
            out.add(ids.SPELL + cards.FREE_RIDER)

    def _counter(self, choice: i64) -> None:
        """M16: the spell has no effect. M20: a Free Rider is a spell that can be countered itself."""
        seat = self.actor
        if choice == ids.PASS:
            self.counter_asked += 1
            self._ask_counter()
        elif choice == ids.SPELL + cards.FREE_RIDER:
            self._spend_spell(seat, cards.FREE_RIDER)
            self.rider = seat
            self.counter_asked = 0
            self._ask_counter()
        else:
            self._spend_artifact(seat, cards.COUNTERSPELL)
            if self.rider >= 0:  # the Free Rider is void: ask again about the first spell, from its player on
                self.counter_asked = self.distance(self.rider)
                self.rider = at.NOBODY
                self._ask_counter()
            else:
                self._void()

    def _void(self) -> None:
        """M16."""
        self.tell("countered", self.caster, 1, cards.PLAYS[self.what])
        self._announced()

    # Resolving plays

    def _accept(self) -> None:
        """M18: it waits for its resolution; in the player's placement turn it resolves at once."""
        if self.moment == at.OWN_TURN:
            self._begin_effect()
        else:
            self.announced.append(self.pack())
            self._announced()

    def _announced(self) -> None:
        """M18: continue the moment, or the placement turn."""
        plays.clear(self)
        if self.moment == at.OWN_TURN:
            self.ask(at.PLACE, self.turn)
        else:
            self._step_on()
            self.passes = 0
            self._ask_on()

    def _resolve_next(self) -> None:
        """M18: in player order, each player's plays in the order they were announced; then ask again."""
        for step in range(self.players):
            seat = self.seat_at(step)
            for index in range(len(self.announced)):
                play: i64 = self.announced[index]
                if play >> 5 & 7 == seat:
                    del self.announced[index]
                    self.unpack(play)
                    self._begin_effect()
                    return
        self._ask_all()

    def _begin_effect(self) -> None:
        self.namer = self.caster
        self.effecting = 1
        self.step = 0
        self.tell("effect", self.caster, 1, cards.PLAYS[self.what])
        self._go_on()

    def _go_on(self) -> None:
        """M17: each play is resolved completely before the next."""
        if PLAYS[self.what].effect(self):
            self.effecting = 0
            plays.clear(self)
            if self.moment == at.OWN_TURN:
                self.ask(at.PLACE, self.turn)
            else:
                self._resolve_next()
