"""Is a partly drawn line still completable? Are rules about that right?

A line is drawn through every cell of a board, one step at a time. A *position* is live if the line
can still be completed, dead if not. A *rule* is a picture around the end of the line, and the moves
that it forbids there. This package decides both, with evidence.

>>> import deadmove as dm
>>> p = dm.Position("9x9", "RRRRRRRRDDDDDDDLLLLLLU")
>>> p.judge().verdict
'live'
>>> {letter: move.verdict for letter, move in p.moves.items()}
{'U': 'live', 'L': 'dead', 'R': 'live'}

Rules are read by the name of a set, from files, or from text:

>>> rules = dm.rules("mined-9")
>>> rules.check(5).verdict
'sound'

Results are plain objects. In a notebook they draw themselves, `str` is a drawing for a terminal,
`to_dict` and `to_dicts` are for pandas. None of them is true or false: what is unknown, vacuous or
partial must not pass for success, so compare `verdict`.

Long work takes `progress=True` (a bar by tqdm) or a function of two numbers, and Ctrl-C stops it.
"""

from __future__ import annotations

from os import PathLike
from typing import Callable, Iterable, Literal, Optional, Union

from . import _deadmove
from ._deadmove import (
    AnswerCheck,
    AnswerFinding,
    Candidate,
    Certificate,
    Check,
    Claim,
    Example,
    ExplainedMove,
    Explanation,
    Judgement,
    Lines,
    LivePositions,
    MoveVerdict,
    Position,
    Proofs,
    Rule,
    RuleCheck,
    RuleSet,
    Walk,
    WalkFailure,
    __version__,
    check_certificate,
    check_program,
    lines,
    live_positions,
    load,
    load_all,
    minimise,
    rules,
    set_names,
)
from ._errors import Error, FunctionError, InputError, InternalError, LimitReached
from ._progress import Progress

__all__ = [
    "AnswerCheck",
    "AnswerFinding",
    "Candidate",
    "Certificate",
    "Check",
    "Claim",
    "Error",
    "Example",
    "ExplainedMove",
    "Explanation",
    "FunctionError",
    "InputError",
    "InternalError",
    "Judgement",
    "LimitReached",
    "Lines",
    "LivePositions",
    "MoveVerdict",
    "Position",
    "Progress",
    "Proofs",
    "Rule",
    "RuleCheck",
    "RuleSet",
    "Walk",
    "WalkFailure",
    "__version__",
    "check",
    "check_certificate",
    "check_program",
    "lines",
    "live_positions",
    "load",
    "load_all",
    "minimise",
    "rules",
    "set_names",
    "walk",
]


def check(
    function: Callable[[Position], Iterable[str]],
    size: int,
    *,
    faults: Literal["raise", "count"] = "raise",
    lines: int = 100,
    seed: int = 1,
    cache: Optional[Union[str, "PathLike[str]"]] = None,
    progress: Progress = None,
) -> AnswerCheck:
    """Compares a function, which says what moves it allows in a position, with the truth.

    It is asked about every live position of the standard board of this size, up to 9; on larger
    boards about the positions of random lines, `lines` of them from `seed` on. It returns letters,
    such as "UR", or several one by one; empty means that no move is allowed.

    A function that raises, or returns anything else, ends the check with FunctionError. With
    faults="count" it goes on, and the verdict is at best 'unknown'.

    >>> def everything(position):
    ...     return position.legal
    >>> check(everything, 5).verdict
    'wrong'
    """
    if not callable(function):
        raise TypeError("check takes a function of a position; rules have a method check")
    return _deadmove.check_function(
        function, size, faults=faults, lines=lines, seed=seed, cache=cache, progress=progress
    )


def walk(
    rules: Union[RuleSet, str, "PathLike[str]"],
    size: int,
    *,
    seed: int = 0,
    runs: int = 1000,
    limit: int = 1,
    stop: Literal["stuck", "dead"] = "stuck",
    progress: Progress = None,
) -> Walk:
    """Lets rules draw random lines on the standard board of this size.

    Of the moves that they allow, all are equally likely. A run ends where the rules fail, or after
    `limit` completed lines. `stop` is what counts as a failure: 'stuck', where no move is allowed,
    or 'dead', also where an allowed move is dead. Results depend only on rules, size and seed.

    >>> walk("mined-9", 5, runs=10).completed
    10
    """
    if not isinstance(rules, RuleSet):
        rules = _deadmove.rules(rules)
    return _deadmove.walk(
        rules, size, seed=seed, runs=runs, limit=limit, stop=stop, progress=progress
    )
