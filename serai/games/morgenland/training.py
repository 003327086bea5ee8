"""Training settings of Morgenland's net that differ from the defaults."""

TRAINING = {
    "hidden": (192, 64),
    "scale": 2.0,
    "memory": 0.88,
    "greedy": 0.45,
    "follow": 1.0,  # most turns are a single choice, so this costs little
    "followed": 2,
    "setups": [
        (0.7, 4, {}),
        (0.1, 3, {}),
        (0.1, 5, {}),
        (0.05, 4, {"game": "basic"}),
        (0.025, 3, {"game": "basic"}),
        (0.025, 5, {"game": "basic"}),
    ],
    "left_out": {"announced": 16},  # more than two pending plays are rare
}
