"""The exceptions of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from ._deadmove import Position


class Error(Exception):
    """What all exceptions of this package have in common."""


class InputError(Error, ValueError):
    """Something given is wrong: a board, a path, a rule, a file, a size, a program.

    `str(error)` says everything in a line.
    """

    #: A word that does not change, such as 'path-crosses-itself'.
    kind: str
    #: What is wrong, in a sentence.
    what: str
    #: The file, if the input has one.
    file: Optional[str]
    #: The line, from 1, if there is a place.
    line: Optional[int]
    #: The column in characters, from 1, if there is a place.
    column: Optional[int]
    #: The characters at fault, if there is a place.
    found: Optional[str]
    #: What would have been right.
    expected: Optional[str]

    def __init__(
        self,
        message: str,
        *,
        kind: str = "",
        what: Optional[str] = None,
        file: Optional[str] = None,
        line: Optional[int] = None,
        column: Optional[int] = None,
        found: Optional[str] = None,
        expected: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.what = message if what is None else what
        self.file = file
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected


class FunctionError(Error, ValueError):
    """A function that was checked raised something, or returned something else than moves.

    What it raised is the `__cause__`.
    """

    #: The position that it was asked about.
    position: Position

    def __init__(self, message: str, *, position: Position) -> None:
        super().__init__(message)
        self.position = position


class LimitReached(Error):
    """A limit was reached before there was a result."""

    #: 'timeout', 'memory', 'conflicts' or 'stopped'.
    limit: str

    def __init__(self, message: str, *, limit: str) -> None:
        super().__init__(message)
        self.limit = limit


class InternalError(Error, RuntimeError):
    """A fault of deadmove itself. Please report it."""
