"""Training settings of Yspahan's net that differ from the defaults."""

TRAINING = {
    "hidden": (256, 64),
    "scale": 15.0,
    "memory": 0.95,
    "setups": [(0.8, 4, {}), (0.1, 3, {}), (0.1, 2, {})],
}
