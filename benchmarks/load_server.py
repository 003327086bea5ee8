"""Our server as `benchmarks/load.py` measures it: `serai` as it is, without the pause before a choice that is
made for somebody among others (0.4 to 1.2 seconds). That pause is there for people; here it would hide what
the server can do."""

from serai.__main__ import main
from serai.server import playing

playing.MOMENT = (0.0, 0.0)  # type: ignore[misc]

if __name__ == "__main__":
    main()
