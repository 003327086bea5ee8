"""How the net of Yspahan is trained, where it is not as for every game."""

TRAINING = {
    "hidden": (256, 64),
    "scale": 15.0,
    "memory": 0.95,
    "setups": [(0.8, 4, {}), (0.1, 3, {}), (0.1, 2, {})],
}
