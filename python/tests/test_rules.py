"""Rules and sets of them: reading, matching, explaining."""

import pytest

import deadmove as dm
from shared import TEXT, WRONG


def test_every_shipped_set_is_found_by_its_name(root):
    names = {path.stem for path in (root / "rules").glob("*.set")}
    assert names <= set(dm.set_names())
    for name in names:
        rules = dm.rules(name)
        assert len(rules) == len(rules.names) == len(list(rules)) > 0


def test_sets_are_found_without_the_repository(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert len(dm.rules("mined-9")) == 18


def test_rules_come_from_files_folders_and_texts(root, tmp_path):
    file = tmp_path / "mine.rule"
    file.write_text(TEXT)
    parsed = dm.Rule.parse(TEXT)
    one = dm.rules(file)
    assert one.names == [parsed.name] == ["close across left"]
    assert one[0] == parsed and hash(one[0]) == hash(parsed)
    assert one[0].file_name == str(file)
    both = dm.rules("rules/edge", parsed, one, root / "rules/edge")
    assert len(both) == len(dm.rules("rules/edge")) + 2
    assert both["close across left"] == parsed


def test_a_rule_is_the_set_of_itself():
    rule = dm.Rule.parse(TEXT)
    assert isinstance(rule, dm.RuleSet)
    assert len(rule) == 1 and rule[0] == rule and rule.names == [rule.name]
    assert rule.check(5).verdict == dm.rules(rule).check(5).verdict == "sound"


def test_two_texts_never_share_a_place():
    assert dm.Rule.parse(TEXT).file_name != dm.Rule.parse(TEXT).file_name


def test_rules_that_are_known_to_be_wrong_take_part_only_if_they_are_asked_for():
    usual, with_wrong = dm.rules("rules"), dm.rules("rules", include_wrong=True)
    assert len(with_wrong) == len(usual) + len(usual.known_wrong) > len(usual)
    wrong = usual.known_wrong[0]
    assert wrong.wrong_since and wrong.name not in usual.names
    assert dm.rules(wrong.file_name).names == [wrong.name]


def test_a_rule_says_what_it_is():
    rule = dm.Rule.parse(TEXT)
    assert rule.statement and not rule.is_family and rule.wrong_since is None
    assert "board" in rule.sizes and rule.sources == [] and rule.remarks == []
    assert dm.Rule.parse(rule.text) == rule
    family = dm.rules("rules/area/c.rule")[0]
    assert family.is_family and family.statement
    assert dm.rules("lemmas")[0].reads_the_whole_board


def test_rules_draw_themselves():
    for rule in (dm.Rule.parse(TEXT), dm.rules("rules/area/c.rule")[0], dm.rules("lemmas")[0]):
        assert rule._repr_svg_().startswith("<svg")
        assert rule.name in str(rule) and rule.name in repr(rule)
    assert "close across left" in str(dm.rules("rules/near-field"))
    assert dm.rules("mined-9").to_dicts()[0]["name"] == dm.rules("mined-9").names[0]


@pytest.mark.parametrize("text", ["", "name x", "nonsense", TEXT.replace("forbids", "forbid")])
def test_texts_that_are_no_rule_are_refused_with_their_place(text):
    with pytest.raises(dm.InputError) as error:
        dm.Rule.parse(text)
    assert error.value.kind


@pytest.mark.parametrize("name", ["mined-99", "rules/none-there.rule", "", "README.md", "."])
def test_rules_that_are_not_there_are_refused(name):
    with pytest.raises(dm.InputError):
        dm.rules(name) if name != "." else dm.rules("cases")


def test_a_broken_file_is_named(tmp_path):
    (tmp_path / "good.rule").write_text(TEXT)
    (tmp_path / "bad.rule").write_text(TEXT.replace("picture", "pictures"))
    with pytest.raises(dm.InputError) as error:
        dm.rules(tmp_path)
    assert error.value.file.endswith("bad.rule") and error.value.line == 2


def test_arguments_of_other_types_are_type_errors():
    rules = dm.rules("mined-9")
    calls = [
        lambda: dm.rules(5),
        lambda: dm.rules(None),
        lambda: dm.Rule.parse(5),
        lambda: dm.Rule(),
        lambda: dm.RuleSet(),
        lambda: rules.forbidden("R"),
        lambda: rules.explain(None),
        lambda: rules[1.5],
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()
    with pytest.raises(IndexError):
        rules[18]
    with pytest.raises(KeyError):
        rules["nobody"]
    assert rules[-1] == rules[17]


def test_no_rules_forbid_nothing():
    assert len(dm.rules("none")) == 0
    assert dm.rules("none").forbidden(dm.Position("9x9", "RR")) == ""


def test_what_rules_forbid_equals_what_the_program_explains(program):
    rules = dm.rules("proved")
    for p in dm.load_all("cases/corpus")[:12] + dm.load_all("cases/small"):
        if not p.path or repr(p) != f"Position('{p.board}', '{p.path}')":
            continue
        expected = program.json("explain", "proved", "--board", p.board, "--path", p.path)
        explanation = rules.explain(p)
        found = {
            letter: (move.verdict, move.forbidden_by)
            for letter, move in explanation.moves.items()
        }
        named = {
            letter: (move["verdict"], list({by["rule"]: 1 for by in move["forbidden_by"]}))
            for letter, move in expected["moves"].items()
        }
        assert found == named
        forbidden = "".join(letter for letter, (_, by) in found.items() if by)
        assert rules.forbidden(p) == forbidden


def test_an_explanation_says_whether_the_rules_are_right():
    p = dm.Position("5x5", "RRD")
    strict = dm.Rule.parse(WRONG).explain(p)
    assert strict.verdict == "wrong"
    assert "over-forbidden" in {move.status for move in strict.moves.values()}
    assert dm.rules("lemmas").explain(p).verdict == "right"
    for explanation in (strict, dm.rules("none").explain(p)):
        assert explanation._repr_svg_().startswith("<svg") and str(explanation)
        assert [row["move"] for row in explanation.to_dicts()] == list(explanation.moves)
        with pytest.raises(TypeError):
            bool(explanation)
