#!/usr/bin/env python3
"""Compare deadmove with other solvers on the same positions, in one run.

Reads positions as JSON lines (the batch input of `deadmove judge --jsonl`), lets every solver
decide each of them, checks that the verdicts agree, and prints times per board size and verdict.
Exit code 0: all verdicts agree; 1: some differ; 2: bad input or a command that failed.
"""

import argparse
import json
import multiprocessing
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from solvers import SOLVERS

STEPS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}
DEADMOVE = "cargo run --release --quiet --example time_positions --"


@dataclass
class Position:
    """Cells are (column, row), counted from 1."""

    name: str
    size: tuple
    free: set
    live_end: tuple
    end: tuple


@dataclass
class Result:
    """A solver's verdict ("live", "dead", "unknown"), its time in milliseconds, and how much of that
    was native code; None where all of it is."""

    verdict: str
    milliseconds: float
    native: float | None = None


class InputError(Exception):
    """Invalid input from the user."""


def read_position(record, number):
    width, height = record.get("width", record.get("n")), record.get("height", record.get("n"))
    if not (isinstance(width, int) and isinstance(height, int) and width > 0 and height > 0):
        raise InputError("expected n, or width and height, as positive integers")
    start = tuple(record.get("start") or (1, 1))
    end = tuple(record.get("end") or (width, height))
    free = {(column, row) for column in range(1, width + 1) for row in range(1, height + 1)}
    free -= {tuple(cell) for cell in record.get("blocked") or []}
    if start not in free or end not in free:
        raise InputError("start or end is outside or blocked")
    free.remove(start)
    live_end = start
    for step, letter in enumerate(record["path"], start=1):
        if letter not in STEPS:
            raise InputError(f"step {step} ({letter!r}) is none of U, D, L, R")
        live_end = (live_end[0] + STEPS[letter][0], live_end[1] + STEPS[letter][1])
        if live_end not in free:
            raise InputError(f"step {step} ({letter}) leads to {live_end}, which is not free")
        free.remove(live_end)
    name = str(record.get("name", f"line {number}"))
    return Position(name, (width, height), free, live_end, end)


def read_positions(file):
    positions = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            positions.append(read_position(json.loads(line), number))
        except InputError as error:
            raise InputError(f"{file}:{number}: {error}") from error
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise InputError(f"{file}:{number}: {type(error).__name__}: {error}") from error
    return positions


def serve(solver, limit, pipe):
    """Solves the positions from the pipe. A tiny first position warms up the imports."""
    solve = SOLVERS[solver]
    solve(Position("warm-up", (2, 1), {(2, 1)}, (1, 1), (2, 1)), limit)
    pipe.send(None)
    while True:
        position = pipe.recv()
        begin = time.perf_counter()
        verdict, native = solve(position, limit)
        pipe.send(Result(verdict, 1000 * (time.perf_counter() - begin), 1000 * native))


class Worker:
    """One solver in a separate process, which is replaced when it exceeds the limit."""

    def __init__(self, solver, limit):
        self.solver, self.limit = solver, limit
        self.start()

    def start(self):
        self.pipe, other = multiprocessing.Pipe()
        arguments = (self.solver, self.limit, other)
        self.process = multiprocessing.Process(target=serve, args=arguments, daemon=True)
        self.process.start()
        other.close()
        self.pipe.recv()

    def stop(self):
        self.process.kill()
        self.process.join()

    def solve(self, position):
        self.pipe.send(position)
        # Half a second more, so that a solver that keeps the limit itself can report it.
        if self.pipe.poll(self.limit + 0.5):
            result = self.pipe.recv()
            if result.milliseconds <= 1000 * self.limit:
                return result
        else:
            self.stop()
            self.start()
        return Result("unknown", 1000 * self.limit, 1000 * self.limit)


def run_deadmove(command, file, positions):
    """Runs deadmove's own timer, which prints {"name", "verdict", "micros"} for each position."""
    call = [*shlex.split(command), str(file)]
    try:
        output = subprocess.run(call, stdout=subprocess.PIPE, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise InputError(f"{shlex.join(call)}: {error}") from error
    try:
        records = [json.loads(line) for line in output.splitlines() if line.strip()]
        names = [str(record["name"]) for record in records]
        results = [Result(r["verdict"], r["micros"] / 1000) for r in records]
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{shlex.join(call)}: unexpected output: {error!r}") from error
    if names != [position.name for position in positions]:
        raise InputError(f"{shlex.join(call)}: its names are not those of {file}, in order")
    return results


def percentile(times, percent):
    """The nearest-rank percentile; an unknown counts as the limit that it reached."""
    times = sorted(times)
    return times[max(0, -(-len(times) * percent // 100) - 1)]


def agreed_verdict(results):
    """The verdict of all solvers that have one; None if they differ, "unknown" if none has."""
    verdicts = {result.verdict for result in results} - {"unknown"}
    if len(verdicts) > 1:
        return None
    return verdicts.pop() if verdicts else "unknown"


def table(positions, columns):
    """Lines of a Markdown table: one per board size and verdict."""
    groups = {}
    for i, position in enumerate(positions):
        verdict = agreed_verdict([results[i] for results in columns.values()])
        groups.setdefault((position.size, verdict or "differ"), []).append(i)
    base = "deadmove" if "deadmove" in columns else None
    peers = [name for name in columns if name != base]
    heads = ["board", "verdict", "count"]
    for name in columns:
        heads += [f"{name} median ms"] + ["of it native"] * (name != base) + ["p90 ms", "timeouts"]
    if base:
        heads += [f"{name}/{base} median" for name in peers] + [f"{name}/{base} p90" for name in peers]
    lines = [heads, ["---"] * 3 + ["---:"] * (len(heads) - 3)]
    for (size, verdict), members in sorted(groups.items()):
        cells = [f"{size[0]}x{size[1]}", verdict, str(len(members))]
        times = {}
        for name, results in columns.items():
            group = [results[i] for i in members]
            whole = [result.milliseconds for result in group]
            times[name] = [percentile(whole, 50), percentile(whole, 90)]
            cells.append(f"{times[name][0]:.3f}")
            if name != base:
                cells.append(f"{percentile([result.native for result in group], 50):.3f}")
            cells.append(f"{times[name][1]:.3f}")
            cells.append(str(sum(result.verdict == "unknown" for result in group)))
        if base:
            for which in (0, 1):
                ratios = [times[name][which] / max(times[base][which], 1e-6) for name in peers]
                cells += [f"{ratio:.1f}" for ratio in ratios]
        lines.append(cells)
    return ["| " + " | ".join(line) + " |" for line in lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("file", type=Path, help="positions as JSON lines")
    parser.add_argument(
        "--deadmove",
        default=DEADMOVE,
        metavar="COMMAND",
        help="deadmove's timer, a path or a command; FILE is appended; 'none' leaves it out "
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--limit", type=float, default=20, metavar="SECONDS",
        help="per position and solver (default: %(default)s)",
    )
    parser.add_argument(
        "--peers", nargs="+", choices=SOLVERS, default=list(SOLVERS), help="which to run"
    )
    parser.add_argument("--raw", type=Path, help="also write every single result as JSON lines")
    arguments = parser.parse_args()

    positions = read_positions(arguments.file)
    if not positions:
        raise InputError(f"{arguments.file}: no positions")
    columns = {}
    if arguments.deadmove != "none":
        columns["deadmove"] = run_deadmove(arguments.deadmove, arguments.file, positions)
    for solver in arguments.peers:
        worker = Worker(solver, arguments.limit)
        columns[solver] = [worker.solve(position) for position in positions]
        worker.stop()

    if arguments.raw:
        with arguments.raw.open("w", encoding="utf-8") as raw:
            for i, position in enumerate(positions):
                times = {name: vars(results[i]) for name, results in columns.items()}
                raw.write(json.dumps({"name": position.name, **times}) + "\n")
    print("\n".join(table(positions, columns)))
    differ = 0
    for i, position in enumerate(positions):
        results = {name: column[i] for name, column in columns.items()}
        if agreed_verdict(results.values()) is None:
            differ += 1
            said = ", ".join(f"{name}: {result.verdict}" for name, result in results.items())
            print(f"VERDICTS DIFFER on {position.name}: {said}", file=sys.stderr)
    print(f"\n{len(positions)} positions, limit {arguments.limit:g} s, {differ} verdicts differ")
    return 1 if differ else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (InputError, OSError, UnicodeDecodeError) as error:
        sys.exit(print(f"peers.py: {error}", file=sys.stderr) or 2)
