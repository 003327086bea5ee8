"""Playing at the keyboard: people and bots in one terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from serai.bots.bot import Bot, Budget, RandomBot, Situation
from serai.bots.external import BotFault, ProcessBot
from serai.bots.hint import hint
from serai.bots.names import make_bot
from serai.kernel.errors import IllegalMove
from serai.kernel.record import Record
from serai.kernel.rng import Rng
from serai.kernel.state import CHANCE, OVER, Event

HUMAN: Final = "human"
HINT: Final = Budget(seconds=1.0)
SEEDED: Final = "Seed"
SEATED: Final = "Seats"
HELP: Final = """\
a number or a notation   makes that choice
hint                     shows what a strong player would consider
undo                     takes back your last choice
board                    shows the table again
save FILE                saves the game; `serai play --resume FILE` continues it
quit                     saves and leaves"""


class Quit(Exception):
    """The player leaves."""


class Terminal:
    """One game, from the record's position to its end.

    The dice of a choice depend on the seed and the number of the choice alone: who takes a choice back
    and makes it again gets the same dice.
    """

    def __init__(self, record: Record, console: Console, ask: Callable[[str], str], save: Path) -> None:
        self.record = record
        self.console = console
        self.ask = ask
        self.save_path = save
        self.seats = record.tags[SEATED].split(",")
        self.bots: dict[int, Bot] = {
            seat: make_bot(kind, record.game) for seat, kind in enumerate(self.seats) if kind != HUMAN
        }
        self.asked: int | None = None  # whose turn it is, of the bots
        self.state = record.replay()
        self.shown_to: int | None = None

    @property
    def people(self) -> list[int]:
        return [seat for seat, kind in enumerate(self.seats) if kind == HUMAN]

    @property
    def watcher(self) -> int | None:
        """Whose view is shown: that of the only person at the keyboard, else a spectator's."""
        return self.people[0] if len(self.people) == 1 else None

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        try:
            if self.people:
                self.console.print(
                    "Enter a number from the list or the words beside it; help lists other commands."
                )
            while self.state.actor != OVER:
                if self.state.actor in self.people:
                    self.asked = None
                    self._turn()
                elif self.state.actor == CHANCE:
                    self._move(self.state.sample(Rng(self._seed())))
                else:
                    self._move(self._bots_choice(self.state.actor))
        except (Quit, EOFError, KeyboardInterrupt):
            if self._write(self.save_path):
                self.console.print(
                    Text(f"\nContinue with: serai play --resume {self.save_path}"), soft_wrap=True
                )
            return
        finally:
            for bot in self.bots.values():
                if isinstance(bot, ProcessBot):
                    bot.close()
        self._finish()

    def _seed(self) -> str:
        return f"{self.record.tags[SEEDED]} {len(self.record.choices)}"

    def _bots_choice(self, seat: int) -> int:
        """A bot is reset for every turn, so that undone choices leave no trace in it."""
        try:
            if self.asked != seat:
                self._seat_bot(seat)
            return self.bots[seat].choose(Situation(self.state, seat), Budget())
        except BotFault as fault:
            self.console.print(Text(f"{fault}; a random bot takes its place", style="red"))
            self.bots[seat] = RandomBot()
            self._seat_bot(seat)
            return self.bots[seat].choose(Situation(self.state, seat), Budget())

    def _seat_bot(self, seat: int) -> None:
        record = self.record
        self.bots[seat].reset(record.game, record.players, record.options, seat, f"{self._seed()} bot")
        self.asked = seat

    def _move(self, choice: int) -> None:
        """Make a choice and say what happened, as the watcher may know it."""
        actor = self.state.actor
        shown = self.state.seen_text(choice, self.watcher)
        events: list[Event] = []
        self.state.events = events
        self.record.play(self.state, choice)
        self.state.events = None
        who = "chance" if actor == CHANCE else f"seat {actor + 1}"
        points = [f"seat {e.seat + 1} {e.amount:+} ({e.about})" for e in events if e.kind == "points"]
        self.console.print(Text(f"  {who}: {shown}" + (f"   {', '.join(points)}" if points else "")))

    def _turn(self) -> None:
        """Ask a person until a choice is made or taken back."""
        seat = self.state.actor
        if self.shown_to != seat and len(self.people) > 1:
            self.console.clear()
            self.ask(f"Seat {seat + 1}, to the keyboard; press Enter. ")
        self.shown_to = seat
        self._show_board(seat)
        legal = self._show_choices()
        while not self._entry(self.ask(f"seat {seat + 1}> ").strip(), legal):
            pass

    def _entry(self, entry: str, legal: list[int]) -> bool:
        """Carry out what was typed. True when the position is another, or is to be shown again."""
        word, _, rest = entry.partition(" ")
        match word.lower():
            case "":
                return False
            case "board":
                return True
            case "undo":
                return self._undo()
            case "hint" | "h":
                self._hint()
                return False
            case "help" | "?":
                self.console.print(Text(HELP))
                return False
            case "save" if rest.strip():
                self._write(Path(rest.strip()))
                return False
            case "save":
                self.console.print("save needs a file: save FILE")
                return False
            case "quit" | "exit":
                raise Quit
        try:
            self._move(self._choice(entry, legal))
        except IllegalMove as error:
            self.console.print(Text(str(error), style="red"))
            return False
        return True

    def _hint(self) -> None:
        """The best choices, with the share of the win that each promises and what it changes."""
        with self.console.status("thinking"):
            advice = hint(self.state, self.state.actor, HINT)
        for one in advice:
            why = ", ".join(f"{reason.kind} {reason.amount:+.1f}" for reason in one.reasons)
            self.console.print(Text(f"  {one.share:>4.0%}  {one.text}" + (f"   ({why})" if why else "")))

    def _choice(self, entry: str, legal: list[int]) -> int:
        """The choice that a number of the list or a notation names."""
        if not entry.isdecimal():
            return self.state.parse(entry)
        if len(entry) > 4 or not 1 <= int(entry) <= len(legal):
            raise IllegalMove(f"there are choices 1 to {len(legal)}, not {entry}")
        return legal[int(entry) - 1]

    def _undo(self) -> bool:
        """Back to the last position in which a person chose."""
        turns = [
            number for number, (state, _) in enumerate(self.record.states()) if state.actor in self.people
        ]
        if len(turns) < 2:
            self.console.print("nothing to undo")
            return False
        del self.record.choices[turns[-2] :]
        self.state = self.record.replay()
        return True

    def _write(self, path: Path) -> bool:
        """Write the game down; says whether it is."""
        try:
            path = path.expanduser()
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.record.to_text(), encoding="utf-8")
        except (OSError, ValueError, RuntimeError) as error:  # the last two: names no file can have
            reason = error.strerror if isinstance(error, OSError) else error
            self.console.print(Text(f"cannot write {path}: {reason}", style="red"))
            return False
        self.console.print(Text(f"saved {path}"), soft_wrap=True)
        return True

    def _show_board(self, seat: int | None) -> None:
        self.console.print()
        self.console.print(Text(self.record.game.board(self.state.observe(seat))))
        self.console.print()

    def _show_choices(self) -> list[int]:
        legal = self.state.legal()
        entries = [Text(f"{i:>3} {self.state.text(choice)}") for i, choice in enumerate(legal, 1)]
        self.console.print(Columns(entries, column_first=True, padding=(0, 3)))
        return legal

    def _finish(self) -> None:
        self._show_board(self.watcher)
        winners = ", ".join(f"seat {seat + 1}" for seat in self.state.winners())
        scores = " - ".join(map(str, self.state.scores()))
        self.console.print(Text(f"{winners} won, {scores}.", style="bold"))
        self._write(self.save_path)
