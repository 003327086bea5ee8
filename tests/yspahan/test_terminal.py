"""The table on a terminal."""

from serai.games.yspahan import board
from serai.games.yspahan.terminal import board_text
from tests.yspahan.table import day, finish_day, give, load_caravan

TABLE = """\
YSPAHAN  week 1 of 3, day 1 of 7
supervisor on S1

CHEST: bazaar, points, shops             AMPHORA: bazaar, points, shops
  A  6  1[2]W10 2[ ]W8 3[ ]W6              A  4  1[ ]E1/N1
  B  4  1[ ]W4 2[ ]W2                      B  6  1[ ]N3 2[ ]
  C  8  1[ ]N2 2[ ]N4 3[ ] 4[ ]            C 12  1[ ]E3 2[ ]E5 3[ ]E7
SACK: bazaar, points, shops              BARREL: bazaar, points, shops
  A  8  1[ ]W9 2[ ] 3[ ] 4[ ] 5[ ] 6[ ]    A  3  1[3]E1/S1* 2[ ]E2
  B  6  1[ ]W7 2[ ]W5 3[ ] 4[ ] 5[ ]       B  6  1[ ]E4 2[ ]E6 3[ ] 4[ ]
  C  3  1[ ]W3 2[2]W1/S1* 3[ ]S2           C  4  1[ ]S3 2[ ] 3[ ]
  D  4  1[ ]S4 2[ ]S6 3[ ] 4[ ]            D  8  1[ ]S7 2[ ]S5 3[ ] 4[ ] 5[ ]

TOWER                                    CARAVAN
    gold  666                            row 3  [ ][ ][ ]  +0
 amphora  -                              row 2  [3][ ][ ]  +1
   chest  55                             row 1  [1][2][3]  +2
  barrel  -
    sack   +2
  camels  11 +1

> seat 1 (you)   0 points   1 gold  12 camels  2 cards  starts the day
         built: hoist
  seat 2       123 points   2 gold   0 camels  0 cards
  seat 3         0 points   2 gold   0 camels  0 cards
  16 cards to draw; discards: none
  your cards: swap, gold
  seat 1 took barrel: 2 dice of 3"""


def test_the_whole_table() -> None:
    state = day(3, "roll 11 33 55 666 +12", yellow=2, gold=1)
    give(state, 0, hand="swap gold", built="hoist", camels=12)
    give(state, 1, shops="chest.A1 sack.C2", score=123)
    give(state, 2, shops="barrel.A1")
    load_caravan(state, 0, 1, 2, 2)
    state.supervisor = board.STREET.index("S1")
    state.play("take barrel")
    assert board_text(state.observe(0)) == TABLE
    state.play("place barrel.B1")
    spectator = board_text(state.observe(None))
    assert "your cards" not in spectator
    assert "(you)" not in spectator
    assert spectator.endswith("  cubes to place: 2")


def test_a_cube_on_its_way_and_the_end() -> None:
    state = day(3, "roll 111 2 33 555")
    give(state, 1, shops="sack.C2", camels=1)
    state.play("take camels")
    state.play("supervisor W1")
    assert board_text(state.observe(1)).endswith("on its way to the caravan: the cube in sack.C2")
    state.week, state.day = 3, 7
    finish_day(state)
    over = board_text(state.observe(None)).splitlines()
    assert over[0] == "YSPAHAN  the game is over"
    tower = [line.split()[:2] for line in over[14:20]]
    assert tower == [[field, "-"] for field in reversed(board.FIELDS)], "no dice are left over"
