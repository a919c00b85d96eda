"""Checks and proofs: equal to those of the program."""

import pytest

import deadmove as dm
from shared import ROOT, TEXT, WRONG

SETS = sorted(path.stem for path in ROOT.glob("rules/*.set"))


def of_program(check):
    def example(found):
        return found and (found["path"], found["move"])

    rules = [
        (
            rule["name"],
            rule["file"],
            rule["digest"],
            rule["verdict"],
            rule["vacuous"],
            rule["placements"],
            rule["matches"],
            rule["forbids_dead"],
            rule["forbids_live"],
            example(rule["counterexample"]),
        )
        for rule in check["rules"]
    ]
    found = check["set"]
    counts = [found[key] for key in ("dead_moves", "forbidden", "allowed", "early_ends")]
    return rules, found["verdict"], counts, example(found["example"]), check["left_out"]


def of_python(check):
    def example(found):
        return found and (found.position.path, found.move)

    rules = [
        (
            rule.name,
            rule.file,
            rule.digest,
            rule.verdict,
            rule.vacuous,
            rule.placements,
            rule.matches,
            rule.forbids_dead,
            rule.forbids_live,
            example(rule.counterexample),
        )
        for rule in check
    ]
    counts = [check.dead_moves, check.forbidden, check.allowed, check.early_ends]
    return rules, check.set_verdict, counts, example(check.missed), check.left_out


@pytest.mark.parametrize("size", [5, 7])
@pytest.mark.parametrize("name", SETS)
def test_a_check_of_every_shipped_set_equals_that_of_the_program(program, name, size):
    expected = program.json("check", name, "--size", size)
    assert of_python(dm.rules(name).check(size)) == of_program(expected)


def test_a_check_of_wrong_rules_equals_that_of_the_program(program):
    expected = program.json("check", "rules", "--include-wrong", "--size", 7)
    check = dm.rules("rules", include_wrong=True).check(7)
    assert of_python(check) == of_program(expected)
    assert check.verdict == "unsound" and check.counterexamples


def test_a_check_by_formulas_equals_that_of_the_program(program):
    expected = program.json("check", "rules/edge", "--size", 11)
    assert of_python(dm.rules("rules/edge").check(11)) == of_program(expected)
    assert dm.rules("rules/edge").check(7, engine="sat").set_verdict == "unknown"


def test_a_wrong_rule_has_a_counterexample_that_is_live():
    check = dm.Rule.parse(WRONG).check(5)
    assert check.verdict == check[0].verdict == "unsound"
    example = check["too strict"].counterexample
    assert example.verdict == "live" and example.position.after(example.witness).finished
    assert example.position.moves[example.move].verdict == "live"
    assert example._repr_svg_().startswith("<svg") and "too strict" in str(example)
    assert example.to_dict()["move"] == example.move
    assert check.set_verdict == "complete" and check.missed is None


def test_an_incomplete_set_has_a_dead_move_that_it_misses():
    check = dm.Rule.parse(TEXT).check(5)
    assert check.set_verdict == "incomplete" and check.verdict == "sound"
    assert check.missed.verdict == "dead" and check.missed.reason
    assert check.missed._repr_svg_().startswith("<svg")


def test_checks_become_rows_and_text():
    check = dm.rules("mined-9").check(5)
    rows = check.to_dicts()
    assert len(rows) == len(check) == len(list(check))
    assert {row["verdict"] for row in rows} <= {"sound", "vacuous"}
    assert "complete:" in str(check) and "5x5" in repr(check)
    for result in (check, check[0]):
        with pytest.raises(TypeError):
            bool(result)


def test_rules_that_forbid_nothing_are_vacuous_and_not_sound():
    only_large = TEXT.replace("picture", "sizes from 7\npicture", 1)
    with pytest.raises(dm.InputError) as error:
        dm.Rule.parse(only_large).check(5)
    assert error.value.kind == "no-rules"
    check = dm.Rule.parse(TEXT).check(3)
    assert check.verdict == "vacuous" and check[0].vacuous


@pytest.mark.parametrize("size", [0, 1, 2, 4, 8, -5, 10**9 + 1, 2**70])
def test_sizes_without_lines_are_refused(size):
    with pytest.raises(dm.InputError):
        dm.rules("mined-9").check(size)


def test_options_that_make_no_sense_are_refused(tmp_path):
    rules = dm.rules("rules/edge")
    for options in ({"engine": "lists"}, {"timeout": -1.0}, {"engine": "list", "size": 11}):
        with pytest.raises(dm.InputError):
            rules.check(**{"size": 5, **options})
    for options in ({"size": "5"}, {"size": 5.0}, {"size": None}, {"progress": 7}):
        with pytest.raises(TypeError):
            rules.check(**{"size": 5, **options})
    with pytest.raises(dm.InputError) as error:
        dm.rules("lemmas").check(11)
    assert error.value.kind == "lemmas-not-here"


def test_the_live_positions_are_kept_in_a_folder(tmp_path):
    dm.rules("mined-9").check(5, cache=tmp_path)
    seen = list(dm.live_positions(3, cache=tmp_path))
    assert len(seen) > 3


def test_progress_is_reported_and_may_stop_the_work():
    seen = []
    dm.rules("rules").check(7, progress=lambda done, total: seen.append((done, total)))
    assert seen and all(done <= total or total == 0 for done, total in seen)

    def fails(done, total):
        raise LookupError("enough")

    with pytest.raises(LookupError):
        dm.rules("proved").prove(progress=fails)


def of_proof(report):
    return [
        (
            claim["rule"],
            claim["file"],
            claim["move"],
            claim["parameters"],
            claim["verdict"],
            claim["vacuous"],
            claim["needed"],
            claim["dead_moves"],
            claim["counterexample"] and claim["counterexample"]["path"],
        )
        for claim in report["claims"]
    ]


def of_proofs(proofs):
    return [
        (
            claim.rule,
            claim.file,
            claim.move,
            claim.parameters,
            claim.verdict,
            claim.vacuous,
            claim.needed,
            claim.dead_moves,
            claim.counterexample and claim.counterexample.position.path,
        )
        for claim in proofs
    ]


@pytest.mark.parametrize("name", ["rules/edge", "mined-9", "rules/near-field"])
def test_proofs_equal_those_of_the_program(program, name):
    report = program.json("prove", name, "--max", 2, "--size", 7)
    proofs = dm.rules(name).prove(max=2, size=7)
    assert of_proofs(proofs) == of_proof(report)
    files = [(file["name"], file["verdict"]) for file in proofs.files]
    assert files == [(file["rule"], file["verdict"]) for file in report["rules"]]


def test_a_proof_covers_each_forbidden_move():
    proofs = dm.Rule.parse(TEXT).prove(size=5)
    assert proofs.verdict == "proved" and [claim.move for claim in proofs] == ["ahead", "right"]
    assert proofs[0].needed and proofs[0].counterexample is None and proofs[0].survives is None
    assert [row["verdict"] for row in proofs.to_dicts()] == ["proved", "proved"]
    assert str(proofs) and repr(proofs[-1])


def test_a_wrong_rule_is_refuted():
    proofs = dm.Rule.parse(WRONG).prove(size=5)
    assert proofs.verdict == proofs[0].verdict == "refuted"
    assert proofs[0].counterexample.verdict == "live"


def test_proofs_that_make_no_sense_are_refused():
    rules = dm.Rule.parse(TEXT)
    for options in ({"max": 0}, {"max": 101}, {"size": 4}, {"size": 99}, {"timeout": -1}):
        with pytest.raises(dm.InputError):
            rules.prove(**options)
    with pytest.raises(dm.InputError):
        dm.rules("lemmas").prove()
    with pytest.raises(dm.InputError):
        dm.rules("none").prove()
    with pytest.raises(TypeError):
        rules.prove(timeout="1")


def test_a_certificate_is_accepted_by_the_checker(tmp_path):
    rule = dm.Rule.parse(TEXT)
    one = rule.certify(tmp_path / "one", 5)
    assert (one.verdict, one.size, one.complete, one.sound) == ("sound", 5, True, 1)
    summary, left_open = dm.check_certificate(tmp_path / "one")
    assert summary and left_open == []
    every = rule.certify(tmp_path / "every")
    assert (every.verdict, every.size, every.open) == ("sound", None, 0)
    assert dm.check_certificate(tmp_path / "every")[1] == []
    wrong = dm.Rule.parse(WRONG)
    assert wrong.certify(tmp_path / "wrong", 5).verdict == "unsound"
    nothing = wrong.certify(tmp_path / "nothing")
    assert (nothing.verdict, nothing.open, nothing.sound) == ("partial", 1, 0)


def test_a_certificate_that_was_changed_is_rejected(tmp_path):
    dm.Rule.parse(TEXT).certify(tmp_path, 5)
    manifest = tmp_path / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"size": 5', '"size": 7'))
    with pytest.raises(dm.InputError) as error:
        dm.check_certificate(tmp_path)
    assert error.value.kind == "certificate-broken"
    with pytest.raises(dm.InputError):
        dm.check_certificate(tmp_path / "nothing")
    with pytest.raises(dm.InputError):
        dm.Rule.parse(WRONG).certify(tmp_path, 5)
