"""The repository, and rules that several tests use."""

from pathlib import Path

import deadmove as dm

ROOT = Path(__file__).resolve().parents[2]

TEXT = """\
name close across left
picture
  + + ? ? ?
  ? . a . ?
  ? ? ? L X
segment a: left and lower side enclosed
forbids ahead, right
"""

#: Forbids a live move soon.
WRONG = """\
name too strict
picture
  . L
forbids left
"""

BLOCKED = [(4, 3), (10, 19), (11, 13), (11, 16), (14, 8), (15, 14), (17, 5), (17, 17)]

#: The frontier engine takes long for it.
SLOW = dm.Position(21, blocked=BLOCKED)
