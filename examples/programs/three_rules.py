#!/usr/bin/env python3
"""Answers deadmove's questions by three easy rules. Put your own into `allowed`."""

import sys

STEPS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}


def cell(text):
    column, row = text.split(",")
    return int(column), int(row)


def read(question):
    """The free cells, the live end and the end cell of a question."""
    board, moves, *others = question.split()
    width, height = map(int, board.split("x"))
    more = dict(other.split("=") for other in others)
    live_end = cell(more.get("start", "1,1"))
    end = cell(more.get("end", f"{width},{height}"))
    free = {(c, r) for c in range(1, width + 1) for r in range(1, height + 1)}
    free -= {cell(blocked) for blocked in more.get("blocked", "").split(";") if blocked}
    free.discard(live_end)
    for move in moves.strip("-"):
        live_end = (live_end[0] + STEPS[move][0], live_end[1] + STEPS[move][1])
        free.discard(live_end)
    return free, live_end, end


def near(at):
    return [(at[0] + right, at[1] + down) for right, down in STEPS.values()]


def connected(cells):
    seen, stack = set(), list(cells)[:1]
    while stack:
        at = stack.pop()
        if at not in seen:
            seen.add(at)
            stack += [next for next in near(at) if next in cells]
    return len(seen) == len(cells)


def is_allowed(free, to, end):
    """Whether the rules allow a step to a free cell."""
    rest = free - {to}
    # 1. The end cell comes last.
    if to == end:
        return not rest
    # 2. Every cell can be entered and left.
    for at in rest:
        ways = sum(next in rest or next == to for next in near(at))
        if ways < (1 if at == end else 2):
            return False
    # 3. The free cells are connected.
    return connected(rest)


def allowed(question):
    free, live_end, end = read(question)
    letters = ""
    for letter, (right, down) in STEPS.items():
        to = (live_end[0] + right, live_end[1] + down)
        if to in free and is_allowed(free, to, end):
            letters += letter
    return letters or "-"


for line in sys.stdin:
    print(allowed(line), flush=True)
