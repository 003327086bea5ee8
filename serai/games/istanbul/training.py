"""Training settings of Istanbul's net that differ from the defaults."""

LAYOUTS = ("short", "long", "order", "random")
NEUTRAL = {"variant": "neutral-assistants"}

TRAINING = {
    "hidden": (256, 64),
    "scale": 2.0,
    "memory": 0.9,
    "setups": [
        (0.5, 4, {"layout": "short"}),
        *((0.06, 4, {"layout": layout}) for layout in LAYOUTS[1:]),
        *((0.02, 4, {"layout": layout, **NEUTRAL}) for layout in LAYOUTS),
        *((0.02, players, {"layout": layout}) for layout in LAYOUTS for players in (2, 3, 5)),
        *((0.01, players, {"layout": layout, **NEUTRAL}) for layout in LAYOUTS for players in (2, 3)),
    ],
}
