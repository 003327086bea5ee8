"""The fields of a position, named once: where `__init__` sets them.

Copying and serialising are derived from these names (`State.clone`, `dump`, `load`). A game that must be fast
may write its own; `serai.kernel.check.check_fields` makes sure that they forget no field.

A field is a number, a string, True, False, None, a list, tuple or dict of these, or an object of a class that
is listed in the state's `pieces`, with fields of its own. `__init__`, which takes no arguments, sets all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

# Fields of every position that are not copied: a buffer, and the list of events.
PASSING: Final = frozenset(("_buffer", "events"))

# A value is written as its kind, then its content.
NONE, BOOL, INT, TEXT, LIST, TUPLE, DICT, PIECE = range(8)


def names_of(thing: object) -> list[str]:
    """The names of an object's fields, sorted.

    Compiled classes list them in `__mypyc_attrs__`; others have them in the object.

    >>> from serai.kernel.state import State
    >>> names_of(State())
    ['actor', 'players']
    """
    compiled: tuple[str, ...] = getattr(type(thing), "__mypyc_attrs__", ())
    names = {*compiled, *getattr(thing, "__dict__", ())}
    return sorted(name for name in names if name not in PASSING and hasattr(thing, name))


def numbers_of(blank: object, *first: str) -> tuple[str, ...]:
    """The names of a new object's numeric fields, in the order of `__init__`, with some moved to the front.

    >>> from serai.kernel.state import State
    >>> numbers_of(State(), "actor")
    ('actor', 'players')
    """
    names: list[str] = [*getattr(type(blank), "__mypyc_attrs__", ()), *getattr(blank, "__dict__", ())]
    rest = [name for name in dict.fromkeys(names) if name not in first and name not in PASSING]
    return (*first, *(name for name in rest if isinstance(getattr(blank, name, None), int)))


def get_numbers(thing: object, names: tuple[str, ...]) -> list[int]:
    """The values of these fields."""
    return [int(getattr(thing, name)) for name in names]


def set_numbers(thing: object, names: tuple[str, ...], numbers: Iterator[int]) -> None:
    """Set these fields to the next numbers."""
    for name in names:
        setattr(thing, name, next(numbers))


@cache
def fields_of(kind: Any) -> tuple[str, ...]:
    """The names of a class's fields. Raises `TypeError` if `__init__` does not set them all."""
    blank = kind()
    known: tuple[str, ...] = getattr(kind, "__mypyc_attrs__", ())
    missing = [name for name in known if not hasattr(blank, name)]
    if missing:
        raise TypeError(f"{kind.__name__}.__init__ does not set {', '.join(missing)}")
    return tuple(names_of(blank))


def checked_fields(thing: object) -> tuple[str, ...]:
    """The names of an object's fields. Raises `TypeError` if some were not set by `__init__`: a copy would
    lack them."""
    kind: Any = type(thing)
    names = fields_of(kind)
    late = [name for name in getattr(thing, "__dict__", ()) if name not in names and name not in PASSING]
    if late:
        raise TypeError(f"{kind.__name__}.__init__ does not set {', '.join(late)}")
    return names


def copied(value: Any) -> Any:
    """An independent copy of a field's value."""
    kind = type(value)
    if kind is int or value is None or kind is str or kind is bool or kind is tuple:
        return value
    if kind is list:
        return [item if type(item) is int else copied(item) for item in value]
    if kind is dict:
        return {key: copied(item) for key, item in value.items()}
    return copy_fields(value, kind())


def copy_fields(thing: Any, twin: Any) -> Any:
    """Copy the fields of an object to a new one."""
    for name in checked_fields(thing):
        setattr(twin, name, copied(getattr(thing, name)))
    return twin


def write_fields(thing: Any, pieces: tuple[type, ...], out: list[int]) -> None:
    """Append all fields of an object to a list of numbers."""
    for name in checked_fields(thing):
        try:
            _write(getattr(thing, name), pieces, out)
        except TypeError as error:
            raise TypeError(f"{type(thing).__name__}.{name}: {error}") from error


def _write(value: Any, pieces: tuple[type, ...], out: list[int]) -> None:
    if value is None:
        out.append(NONE)
    elif isinstance(value, bool):
        out += (BOOL, int(value))
    elif isinstance(value, int):
        out += (INT, int(value))
    elif isinstance(value, str):
        out += (TEXT, len(value), *map(ord, value))
    elif isinstance(value, list | tuple):
        out += (LIST if isinstance(value, list) else TUPLE, len(value))
        for item in value:
            _write(item, pieces, out)
    elif isinstance(value, dict):
        out += (DICT, len(value))
        for key in sorted(value):  # equal positions must be written identically
            _write(key, pieces, out)
            _write(value[key], pieces, out)
    elif type(value) in pieces:
        out.append(PIECE + pieces.index(type(value)))
        write_fields(value, pieces, out)
    else:
        raise TypeError(f"{value!r} is no number, text, list, tuple, dict, or object of a class in `pieces`")


def read_fields(thing: Any, pieces: tuple[type, ...], numbers: Iterator[int]) -> None:
    """Set all fields of a new object from what `write_fields` wrote."""
    kind: Any = type(thing)
    for name in fields_of(kind):
        setattr(thing, name, _read(pieces, numbers))


def _read(pieces: tuple[type, ...], numbers: Iterator[int]) -> Any:
    kind = next(numbers)
    if kind == NONE:
        return None
    if kind == BOOL:
        return next(numbers) == 1
    if kind == INT:
        return next(numbers)
    if kind >= PIECE:
        piece = pieces[kind - PIECE]()
        read_fields(piece, pieces, numbers)
        return piece
    size = next(numbers)
    if kind == TEXT:
        return "".join(chr(next(numbers)) for _ in range(size))
    if kind == DICT:
        return {_read(pieces, numbers): _read(pieces, numbers) for _ in range(size)}
    items = [_read(pieces, numbers) for _ in range(size)]
    return items if kind == LIST else tuple(items)
