"""Learning from games: the review of a finished one, and puzzles (`serai.analysis.puzzles`).

Knows games only by their protocol; may import kernel, bots and scene, but nothing from the server.
"""

from serai.analysis.game_review import (
    Judgement,
    Review,
    Step,
    TurningPoint,
    examine,
    judge_choice,
    quick_review,
    review,
)

__all__ = [
    "Judgement",
    "Review",
    "Step",
    "TurningPoint",
    "examine",
    "judge_choice",
    "quick_review",
    "review",
]
