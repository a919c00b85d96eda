"""How long calls take: `python benches/times.py`, after the package is installed.

Times are for a machine without other work. A function of a microsecond should be checked on 7×7 in
2 s, and 100,000 positions of 9×9 judged in 10 s.
"""

import itertools
import time

import deadmove as dm


def timed(what, call):
    begun = time.perf_counter()
    result = call()
    print(f"{time.perf_counter() - begun:8.3f} s  {what}", flush=True)
    return result


def main():
    positions = timed(
        "100,000 random positions of 9×9",
        lambda: list(dm.live_positions(9, random=100_000, seed=1)),
    )
    timed("judge each of them", lambda: [p.judge() for p in positions])
    dead = [p.after(letter) for p in positions[:20_000] for letter in p.legal]
    timed(f"judge {len(dead)} positions a move later", lambda: [p.judge() for p in dead])
    dm.check(lambda position: position.legal, 7)  # The live positions are kept.
    check = timed("check a function on 7×7", lambda: dm.check(lambda position: "", 7))
    print(f"{check.positions:10} positions")
    rules = dm.rules("mined-9")
    timed("check 18 rules on 7×7", lambda: rules.check(7))
    some = list(itertools.islice(dm.live_positions(7), 10_000))
    timed("10,000 times what rules forbid", lambda: [rules.forbidden(p) for p in some])


if __name__ == "__main__":
    main()
