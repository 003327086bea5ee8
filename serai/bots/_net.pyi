from typing import final

@final
class Evaluator:
    def __new__(
        cls,
        opinions: int,
        first: int,
        second: int,
        steps_of: bytes,
        most: bytes,
        steps: bytes,
        place: bytes,
        weights: bytes,
        /,
    ) -> Evaluator: ...
    def evaluate(self, rows: bytes, /) -> bytes: ...
