"""The conformance kit: what a game must do to work everywhere in Serai. `serai check NAME` runs it.

>>> import serai
>>> from serai.checks import check_all
>>> check_all(serai.game("yspahan"), quick=True, only=["contract"])
[]
"""

from serai.checks.kit import CHECKS as CHECKS
from serai.checks.kit import Fault as Fault
from serai.checks.kit import check_all as check_all
