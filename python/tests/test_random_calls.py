"""10,000 random calls: each gives a result or an exception that is allowed, never a panic."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import deadmove as dm

#: What may be raised; TypeError for other types.
ALLOWED = (dm.InputError, dm.LimitReached, TypeError, IndexError, KeyError)

numbers = st.one_of(st.integers(-3, 12), st.integers(), st.booleans())
junk = st.one_of(
    st.none(),
    numbers,
    st.floats(),
    st.text(max_size=12),
    st.binary(max_size=4),
    st.lists(numbers, max_size=3),
    st.tuples(numbers, numbers),
)
sizes = st.one_of(
    st.builds("{}x{}".format, st.integers(0, 8), st.integers(0, 8)), st.integers(1, 8), junk
)
paths = st.one_of(st.text("UDLR", max_size=12), st.text("UDLRx \n", max_size=8), junk)
cells = st.one_of(st.tuples(st.integers(0, 8), st.integers(0, 8)), junk)
rule_lines = st.lists(
    st.sampled_from(
        [
            "name one",
            "picture",
            "  . L X",
            "  + + ? ? ?",
            "  ? . a . ?",
            "  ? ? ? L X",
            "segment a: left and lower side enclosed",
            "forbids right",
            "forbids ahead, right",
            "sizes from 5",
            "lemma degree",
            "",
            "\x00",
        ]
    ),
    max_size=8,
).map("\n".join)


def attempt(call, *arguments, **options):
    """The result, or None after an exception that is allowed."""
    try:
        return call(*arguments, **options)
    except ALLOWED as error:
        assert "panic" not in str(error).lower()
        return None


def boards(draw):
    options = {}
    for name in ("start", "end"):
        if draw(st.integers(0, 3)) == 0:
            options[name] = draw(cells)
    if draw(st.integers(0, 3)) == 0:
        options["blocked"] = draw(st.one_of(st.lists(cells, max_size=3), junk))
    return attempt(dm.Position, draw(sizes), draw(paths), **options)


@settings(max_examples=8000, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_random_positions_are_judged_drawn_and_changed(data):
    p = boards(data.draw)
    if p is None:
        return
    assert eval(repr(p), {"Position": dm.Position}) == p
    if len(p.free) > 64:
        return
    attempt(p.push, data.draw(paths))
    judgement = attempt(p.judge, engine=data.draw(st.sampled_from(["sat", "propagate", "x"])))
    if judgement is not None:
        assert set(judgement.moves) == set(p.legal)
        if judgement.verdict == "live" and judgement.witness is not None:
            assert p.after(judgement.witness).finished
        assert str(judgement) and judgement._repr_svg_() and judgement.to_dict()
        for move in judgement.moves.values():
            assert (move.verdict == "dead") == bool(move.why)
    assert str(p) and p._repr_svg_() and p.copy() == p
    attempt(p.prefix, data.draw(numbers))
    attempt(p.is_free, data.draw(cells))
    attempt(p.judge, timeout=data.draw(st.one_of(st.just(0.01), junk)))


@settings(max_examples=1500, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(rule_lines, junk), st.one_of(st.sampled_from([3, 5]), st.integers(-9, 9)))
def test_random_rules_are_read_matched_and_checked(text, size):
    rule = attempt(dm.Rule.parse, text)
    if rule is None:
        return
    assert dm.Rule.parse(rule.text) == rule and str(rule) and rule._repr_svg_()
    check = attempt(rule.check, min(size, 5))
    if check is not None:
        assert check.verdict in ("sound", "unsound", "vacuous")
        for example in check.counterexamples:
            assert example.position.moves[example.move].verdict == "live"
    assert set(attempt(rule.forbidden, dm.Position("5x5", "RRD"))) <= set("UDLR")


@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@given(junk, junk, st.integers(1, 4))
def test_random_arguments_of_functions_are_refused_or_answered(first, second, small):
    attempt(dm.rules, first)
    attempt(dm.load_all, second) if not isinstance(second, (int, bool)) else None
    attempt(dm.lines, first, seed=second)
    attempt(dm.minimise, first, second)
    attempt(dm.walk, first, second)
    try:
        dm.check(lambda position: first, 3, faults=second)
    except (*ALLOWED, dm.FunctionError):
        pass
    attempt(dm.check_certificate, first) if not isinstance(first, (int, bool)) else None
    attempt(dm.Position("3x3").count, timeout=first, memory=second)
