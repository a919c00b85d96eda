"""Functions and programs in place of rules."""

import itertools
import sys

import pytest

import deadmove as dm

MINED = dm.rules("mined-9")


def allowed(position):
    """What the mined rules allow, without early ends."""
    forbidden = MINED.forbidden(position)
    early = {
        letter
        for letter in position.legal
        if position.after(letter).live_end == position.end and len(position.free) > 1
    }
    return [letter for letter in position.legal if letter not in forbidden and letter not in early]


def script(tmp_path, text):
    file = tmp_path / "answers.py"
    file.write_text(text)
    return f"{sys.executable} {file}"


def test_a_right_function_is_right():
    check = dm.check(allowed, 5)
    assert check.verdict == "right" and check.complete and check.ended is None
    assert len(check) == 0 and check.examples == [] and check.forbidden == check.dead_moves > 0
    assert check.questions == check.positions - 1  # The complete line.


def test_the_counts_of_a_function_equal_those_of_the_rules():
    check, rules = dm.check(allowed, 7), MINED.check(7)
    assert check.dead_moves == rules.dead_moves
    assert check.allowed == rules.allowed == 0


def test_a_function_that_allows_everything_has_findings():
    check = dm.check(lambda position: position.legal, 5)
    assert check.verdict == "wrong" and check.live_forbidden == 0 < check.dead_allowed
    assert check.allowed + check.early_ends == check.dead_moves
    first = check[0]
    assert first.kind == "wrong" and first.forbids == "" and first.allows and first.fault is None
    assert first.position.moves[first.allows[0]].verdict == "dead"
    [example] = check.examples
    assert example.verdict == "dead" and example._repr_svg_().startswith("<svg")
    assert len(check.to_dicts()) == len(check) == len(list(check)) == len(check.findings)
    assert check.to_dict()["verdict"] == "wrong"
    assert "lambda" in str(check) and "5x5" in repr(check)
    with pytest.raises(TypeError):
        bool(check)
    with pytest.raises(IndexError):
        check[len(check)]


def test_a_function_that_allows_nothing_forbids_live_moves():
    for nothing in ("", "-", [], (), set(), iter(())):
        check = dm.check(lambda position: nothing, 3)
        assert check.verdict == "wrong" and check.live_forbidden > 0 == check.dead_allowed


def test_letters_come_in_several_ways():
    ways = [list, set, tuple, str, str.lower, lambda s: (c for c in s), dict.fromkeys]
    results = {dm.check(lambda p: way(p.legal), 3).dead_allowed for way in ways}  # noqa: B023
    assert len(results) == 1


@pytest.mark.parametrize(
    "nonsense", [None, 7, True, "X", "UU", ["UR"], [7], [None], b"U", object(), float("nan"), "U R"]
)
def test_nonsense_is_an_error_with_the_position(nonsense):
    with pytest.raises(dm.FunctionError) as error:
        dm.check(lambda position: nonsense, 5)
    assert error.value.position.board == "5x5" and error.value.__cause__ is None


def test_an_answer_without_an_end_is_nonsense():
    with pytest.raises(dm.FunctionError):
        dm.check(lambda position: itertools.repeat(position.legal[0]), 5)


def test_a_move_that_is_not_legal_is_an_error():
    with pytest.raises(dm.FunctionError) as error:
        dm.check(lambda position: "UDLR", 5)
    assert "no free cell" in str(error.value)


def test_what_a_function_raises_is_the_cause():
    with pytest.raises(dm.FunctionError) as error:
        dm.check(lambda position: [][0], 5)
    assert isinstance(error.value.__cause__, IndexError)
    assert isinstance(error.value, ValueError)


def test_faults_can_be_counted_and_are_never_right():
    def sometimes(position):
        if len(position) == 4:
            raise RuntimeError("four")
        return allowed(position)

    check = dm.check(sometimes, 5, faults="count")
    assert check.verdict == "unknown" and check.unanswered > 0
    assert sum(check.faults.values()) == check.unanswered
    assert {finding.kind for finding in check} == {"no-answer"}
    assert "four" in check[0].message
    cannot_say = dm.check(lambda position: "? who knows", 3, faults="count")
    assert cannot_say.verdict == "unknown" and set(cannot_say.faults) == {"cannot-say"}


def test_a_function_that_never_answers_is_given_up():
    check = dm.check(lambda position: None, 7, faults="count")
    assert check.verdict == "unknown" and not check.complete and "1000" in check.ended


def test_a_function_may_do_what_it_likes_with_its_position():
    def rough(position):
        answer = "".join(allowed(position))
        while len(position):
            position.pop()
        position.push("R")
        return answer

    assert dm.check(rough, 5).verdict == "right"


def test_exceptions_that_are_no_errors_pass_through():
    def leaves(position):
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        dm.check(leaves, 5, faults="count")


def test_larger_boards_are_checked_along_random_lines():
    check = dm.check(lambda position: position.legal, 11, lines=2, seed=3)
    assert check.positions == 2 * 120 and check.verdict == "wrong"
    assert dm.check(dm.rules("lemmas").forbidden, 11, lines=1, faults="count").complete in (
        True,
        False,
    )


def test_what_is_no_function_or_no_size_is_refused():
    for call in (
        lambda: dm.check(5, 5),
        lambda: dm.check("mined-9", 5),
        lambda: dm.check(MINED, 5),
        lambda: dm.check(allowed, "5"),
        lambda: dm.check(lambda: "U", 5),
    ):
        with pytest.raises((TypeError, dm.FunctionError)):
            call()
    for size in (0, 4, -1, 2**80):
        with pytest.raises(dm.InputError):
            dm.check(allowed, size)
    with pytest.raises(dm.InputError):
        dm.check(allowed, 5, faults="ignore")


RIGHT = """
import sys, deadmove as dm
rules = dm.rules("mined-9")
for line in sys.stdin:
    board, path = line.split()[:2]
    p = dm.Position(board, path.replace("-", ""))
    forbidden = rules.forbidden(p)
    early = [m for m in p.legal if p.after(m).live_end == p.end and len(p.free) > 1]
    print("".join(m for m in p.legal if m not in forbidden and m not in early) or "-", flush=True)
"""

EVERYTHING = """
import sys
for line in sys.stdin:
    print("R", flush=True)
"""


def test_a_program_is_checked_as_by_the_command_line(tmp_path, program):
    right = script(tmp_path, RIGHT)
    check = dm.check_program(right, 5)
    assert check.verdict == "right" and check.complete
    check = dm.check_program(script(tmp_path, EVERYTHING), 3)
    report = program.json("check", "--program", script(tmp_path, EVERYTHING), "--size", 3)
    keys = ["positions", "questions", "live_forbidden", "dead_allowed", "unanswered", "allowed"]
    assert [getattr(check, key) for key in keys] == [report[key] for key in keys]
    assert check.verdict == "wrong"


def test_a_program_that_is_silent_ends_after_its_time(tmp_path):
    silent = script(tmp_path, "import time\ntime.sleep(3600)\n")
    with pytest.raises(dm.InputError) as error:
        dm.check_program(silent, 3, timeout=0.1)
    assert error.value.kind == "program-faulty"


def test_programs_that_do_not_start_are_refused(tmp_path):
    for command in ("no-such-program-at-all", "", '"open', tmp_path / "none.program"):
        with pytest.raises(dm.InputError):
            dm.check_program(command, 5)
    for options in ({"drawings": 0}, {"drawings": 2, "size": 11}, {"timeout": -1}, {"size": 4}):
        with pytest.raises(dm.InputError):
            dm.check_program("true", **{"size": 5, **options})
    with pytest.raises(TypeError):
        dm.check_program(5, 5)
