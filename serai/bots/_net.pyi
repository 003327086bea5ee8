from typing import final

# opinions, first, second, steps_of, most, steps, place, weights
_Parts = tuple[int, int, int, bytes, bytes, bytes, bytes, bytes]

@final
class Evaluator:
    def __new__(cls, /, *parts: *_Parts) -> Evaluator: ...
    def evaluate(self, rows: bytes, /) -> bytes: ...

@final
class Policy:
    def __new__(cls, /, *parts: *_Parts) -> Policy: ...
    def prefer(self, row: bytes, /) -> bytes: ...
