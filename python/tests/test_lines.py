"""Lists of positions, lines, walks and candidates."""

import gc
import itertools

import pytest

import deadmove as dm


def test_every_live_position_comes_once(program):
    found = [position.path for position in dm.live_positions(5)]
    lines = program("positions", "--size", 5).splitlines()
    assert found == [line.split()[1].replace("-", "") for line in lines]
    assert all(p.judge().verdict == "live" for p in itertools.islice(dm.live_positions(5), 50))


def test_dead_hard_and_random_positions_equal_those_of_the_program(program):
    for options, words in [
        ({"dead": True}, ["--dead"]),
        ({"hard": True}, ["--hard"]),
        ({"random": 20, "seed": 7}, ["--random", 20, "--seed", 7]),
    ]:
        found = [position.path for position in dm.live_positions(5, **options)]
        lines = program("positions", "--size", 5, *words).splitlines()
        assert found == [line.split()[1].replace("-", "") for line in lines] and found
    found = [position.path for position in dm.live_positions(11, random=5, seed=2)]
    lines = program("positions", "--size", 11, "--random", 5, "--seed", 2).splitlines()
    assert found == [line.split()[1].replace("-", "") for line in lines]


def test_an_iterator_that_is_not_used_up_ends_its_thread():
    for _ in range(20):
        positions = dm.live_positions(7)
        next(positions)
        del positions
    gc.collect()
    assert iter(dm.live_positions(3))


@pytest.mark.parametrize(
    "arguments, options",
    [((4,), {}), ((11,), {}), ((0,), {}), ((5,), {"random": 0}), ((-5,), {}), ((5,), {"seed": -1})],
)
def test_positions_of_no_board_are_refused(arguments, options):
    with pytest.raises(dm.InputError):
        dm.live_positions(*arguments, **options)


def test_lines_fill_the_board_and_depend_on_the_seed_alone():
    lines = list(dm.lines(13, seed=1, count=3))
    assert all(line.finished for line in lines) and len(set(lines)) == 3
    assert lines == list(itertools.islice(dm.lines(13, seed=1), 3))
    assert lines[0] != next(dm.lines(13, seed=2))
    assert list(dm.lines(5, count=0)) == []
    for size in (4, 1, 0, -1, 2**70):
        with pytest.raises(dm.InputError):
            dm.lines(size)


def test_a_walk_equals_that_of_the_program(program):
    words = ["--order", "random", "--runs", 200, "--seed", 3, "--limit", 5]
    for name, size in [("rules/near-field", 9), ("mined-9", 7), ("lifted", 11)]:
        row = program.json("walk", name, "--size", size, *words)["sizes"][0]
        walk = dm.walk(dm.rules(name), size, seed=3, runs=200, limit=5)
        assert (walk.runs, walk.completed) == (row["runs"], row["completed"])
        failures = [(failure.run, failure.position.path) for failure in walk.failures]
        assert failures == [(failed["run"], failed["path"]) for failed in row["failed"]]
        assert walk.lines_per_failure == row["mean"]


def test_a_walk_by_rules_that_forbid_every_dead_move_completes_all_lines():
    walk = dm.walk("mined-9", 7, runs=50)
    assert (walk.verdict, walk.completed, walk.failures) == ("completed", 50, [])
    assert walk.first_line.finished and walk.interval[1] is None
    assert walk._repr_svg_().startswith("<svg") and "7×7" in str(walk)
    with pytest.raises(TypeError):
        bool(walk)


def test_a_walk_by_weak_rules_fails_where_no_move_is_allowed():
    rules = dm.rules("rules/edge")
    walk = dm.walk(rules, 9, runs=30)
    assert walk.verdict == "failed" and len(walk.to_dicts()) == len(walk.failures) > 0
    failure = walk.failures[0]
    p = failure.position
    assert not set(p.legal) - set(rules.forbidden(p)) - {
        m for m in p.legal if p.after(m).live_end == p.end
    }
    assert failure.dead_move is None and failure._repr_svg_().startswith("<svg")
    judged = dm.walk(rules, 9, runs=5, stop="dead")
    for failure in judged.failures:
        if failure.dead_move:
            assert failure.position.moves[failure.dead_move].verdict == "dead"


def test_walks_that_make_no_sense_are_refused():
    for options in (
        {"size": 4},
        {"runs": 0},
        {"runs": 10**9},
        {"limit": 0},
        {"stop": "never"},
        {"seed": -1},
        {"rules": "none-there"},
    ):
        with pytest.raises(dm.InputError):
            dm.walk(**{"rules": "mined-9", "size": 5, **options})
    with pytest.raises(TypeError):
        dm.walk(5, 5)
    with pytest.raises(dm.InputError):
        dm.walk("none", 5)


def test_a_dead_move_is_lifted_to_rules_that_forbid_it():
    p = dm.Position("9x9", "RRRRRRRRDDDDDDDLLLLLLU")
    candidates = dm.minimise(p, "L")
    assert candidates
    for candidate in candidates:
        assert candidate.move == "L" and candidate.position == p
        assert "L" in candidate.rule.forbidden(p)
        assert candidate.rule.check(7).verdict in ("sound", "vacuous")
        assert set(candidate.dead_moves) == {5, 7} and candidate.conditions > 0
        assert candidate._repr_svg_().startswith("<svg") and str(candidate)
    assert dm.minimise(p.after("L"), sizes=[5], candidates=1)[0].move == "L"


def test_moves_that_cannot_be_lifted_are_refused():
    p = dm.Position("9x9", "RRRRRRRRDDDDDDDLLLLLLU")
    for call in (
        lambda: dm.minimise(p, "U"),
        lambda: dm.minimise(p, "D"),
        lambda: dm.minimise(p, "X"),
        lambda: dm.minimise(p, ""),
        lambda: dm.minimise(p),
        lambda: dm.minimise(p.after("L"), "U"),
        lambda: dm.minimise(p, "L", sizes=[4]),
        lambda: dm.minimise(p, "L", sizes=[11]),
        lambda: dm.minimise(p, "L", candidates=0),
        lambda: dm.minimise(p, "L", reach=99),
    ):
        with pytest.raises(dm.InputError):
            call()
    for call in (lambda: dm.minimise("9x9"), lambda: dm.minimise(p, "L", sizes=5)):
        with pytest.raises(TypeError):
            call()
