"""Judgements: equal to those of the program, with evidence, never a wrong truth value."""

import pytest

import deadmove as dm
from shared import SLOW


def of_program(line):
    return {
        "verdict": line["verdict"],
        "moves": line["moves"],
        "witness": line.get("witness"),
        "reason_kind": (line.get("reason") or {}).get("kind"),
        "turning_point": line.get("turning_point"),
        "fatal_move": line.get("fatal_move"),
    }


def of_python(judgement):
    return {
        "verdict": judgement.verdict,
        "moves": {letter: move.verdict for letter, move in judgement.moves.items()},
        "witness": judgement.witness,
        "reason_kind": judgement.reason_kind,
        "turning_point": judgement.turning_point,
        "fatal_move": judgement.fatal_move,
    }


@pytest.mark.parametrize(
    "folder", ["colour", "corpus", "lemmas", "reasons", "rules", "small", "unsolved"]
)
def test_verdicts_and_evidence_equal_those_of_the_program(program, folder):
    lines = program.lines("judge", f"cases/{folder}")
    expected = {line["name"]: of_program(line) for line in lines}
    found = {p.name: of_python(p.judge()) for p in dm.load_all(f"cases/{folder}")}
    assert found == expected and found


def test_each_engine_gives_the_same_verdicts():
    for p in dm.load_all("cases/small"):
        verdicts = {p.judge(engine=engine).verdict for engine in ("sat", "frontier", "both")}
        assert len(verdicts) == 1
        for engine in ("propagate", "strips"):
            assert p.judge(engine=engine).verdict in verdicts | {"unknown"}
    assert dm.Position("5x5").judge(engine="both").comparison[1] == 0


def test_a_live_position_has_a_witness_that_completes_it():
    p = dm.Position("9x9", "RRRRRRRRDDDDDDDLLLLLLU")
    judgement = p.judge()
    assert judgement.verdict == "live" and p.after(judgement.witness).finished
    assert {letter: move.verdict for letter, move in p.moves.items()} == {
        "U": "live",
        "L": "dead",
        "R": "live",
    }
    for letter, move in p.moves.items():
        assert move.move == letter
        if move.verdict == "live":
            assert move.witness[0] == letter and p.after(move.witness).finished
        else:
            assert move.witness is None and move.reason and move.why


def test_a_dead_position_has_a_reason_and_its_fatal_move():
    p = dm.Position("9x9", "RRRRRRRRDDDDDDDLLLLLLULL")
    judgement = p.judge()
    assert judgement.verdict == "dead" and judgement.witness is None
    assert judgement.reason and judgement.why and judgement.reason_kind
    live, fatal = judgement.turning_point, judgement.fatal_move
    assert p.path[live] == fatal
    assert p.prefix(live).judge().verdict == "live"
    assert p.prefix(live + 1).judge().verdict == "dead"


def test_a_deduction_is_told_step_by_step():
    p = dm.load("cases/reasons/deduction.case")
    judgement = p.judge()
    assert judgement.reason_kind == "deduction"
    assert len(judgement.why) >= 2 and judgement.why[0].startswith("1. ")


def test_a_result_is_neither_true_nor_false():
    p = dm.Position("5x5", "R")
    for result in (p.judge(), p.moves["R"]):
        with pytest.raises(TypeError):
            bool(result)


def test_a_limit_makes_unknown_and_never_a_verdict():
    judgement = SLOW.judge(engine="frontier", timeout=0.01)
    assert judgement.verdict == "unknown" and judgement.limit == "timeout"
    assert judgement.witness is None and judgement.reason is None
    assert set(move.verdict for move in judgement.moves.values()) <= {"unknown"}


def test_a_judgement_without_limits_is_kept_until_the_position_changes():
    p = dm.Position("5x5", "R")
    assert p.judge() is p.judge()
    before = p.judge()
    p.push("R")
    assert p.judge() is not before and before.position.path == "R"


def test_counts_equal_those_of_the_program(program):
    for size, path in [("5x5", ""), ("7x7", ""), ("9x9", "RRDD"), ("6x5", "R")]:
        words = ["count", "--board", size] + (["--path", path] if path else [])
        assert dm.Position(size, path).count() == int(program(*words))
    assert dm.Position("13x13").count() == 17337631013706758184626


def test_a_count_that_reaches_a_limit_is_an_error():
    with pytest.raises(dm.LimitReached) as error:
        dm.Position("25x25").count(timeout=0)
    assert error.value.limit == "timeout"
    with pytest.raises(dm.LimitReached) as error:
        dm.Position("15x15").count(memory=1000)
    assert error.value.limit == "memory"


@pytest.mark.parametrize(
    "options",
    [{"engine": "stats"}, {"engine": ""}, {"timeout": -1}, {"timeout": float("nan")}],
)
def test_options_that_make_no_sense_are_refused(options):
    with pytest.raises(dm.InputError):
        dm.Position("5x5").judge(**options)


def test_options_of_other_types_are_type_errors():
    for options in ({"engine": 5}, {"timeout": "soon"}, {"quick": True}):
        with pytest.raises(TypeError):
            dm.Position("5x5").judge(**options)


def test_judgements_draw_themselves_and_become_dicts():
    for p in (dm.load("cases/reasons/deduction.case"), dm.Position("5x5", "R")):
        judgement = p.judge()
        assert judgement._repr_svg_().startswith("<svg")
        assert "turning point" in str(judgement) and "\x1b" not in str(judgement)
        row = judgement.to_dict()
        assert row["verdict"] == judgement.verdict and row["path"] == p.path
        moves = row["live_moves"] + row["dead_moves"] + row["unknown_moves"]
        assert sorted(moves) == sorted(p.legal)
        for move in judgement.moves.values():
            assert move._repr_svg_().startswith("<svg") and str(move) and repr(move)
