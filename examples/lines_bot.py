"""A complete bot that could be in any language: it reads lines of JSON and answers with lines of JSON.

    serai arena yspahan --bots "greedy,cmd:python examples/lines_bot.py" --games 40

The lines are described in docs/how-to/write-a-bot.md. This one builds what it can and otherwise takes the
first choice.
"""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        texts = [choice["text"] for choice in message["legal"]]
        builds = [text for text in texts if text.startswith("build ")]
        print(json.dumps({"choice": (builds or texts)[0]}), flush=True)
    else:
        print(f"a new game of {message['game']} in seat {message['seat']}", file=sys.stderr)
