"""Positions: what they are, how they change, what is refused."""

import copy
import itertools
import pickle

import pytest

import deadmove as dm


def test_a_position_says_where_its_line_is():
    p = dm.Position("4x3", "RRD")
    assert (p.width, p.height, p.board, p.path) == (4, 3, "4x3", "RRD")
    assert (p.start, p.end, p.live_end) == ((1, 1), (4, 3), (3, 2))
    assert p.line == [(1, 1), (2, 1), (3, 1), (3, 2)]
    assert p.free == [(4, 1), (1, 2), (2, 2), (4, 2), (1, 3), (2, 3), (3, 3), (4, 3)]
    assert p.legal == "DLR" and len(p) == 3 and not p.finished
    assert p.is_free((4, 1)) and not p.is_free((1, 1)) and not p.is_free((9, -1))


def test_boards_and_cells_are_given_in_several_ways():
    same = [
        dm.Position("5x5", "R", start=(2, 1), end="4,5", blocked=["3,3", (4, 4)]),
        dm.Position(5, "r", start="2,1", end=(4, 5), blocked=((4, 4), (3, 3))),
        dm.Position((5, 5), " R ", start="(2,1)", end=(4, 5), blocked=iter([(3, 3), (4, 4)])),
    ]
    assert len(set(same)) == 1 and same[0] == same[1] == same[2]
    assert same[0].blocked == [(3, 3), (4, 4)]


def test_steps_are_drawn_and_taken_back():
    p = dm.Position("5x5")
    p.push("RRD")
    assert p.path == "RRD" and p.pop() == "D" and p.path == "RR"
    assert p.after("D").path == "RRD" and p.path == "RR"
    assert p.prefix(1).path == "R"
    with pytest.raises(IndexError):
        p.prefix(3)
    q = dm.Position("5x5")
    with pytest.raises(IndexError):
        q.pop()


def test_a_position_stays_as_it_is_if_one_of_several_steps_cannot_be_drawn():
    p = dm.Position("5x5", "R")
    with pytest.raises(dm.InputError) as error:
        p.push("DL U")
    assert p.path == "R"
    assert error.value.kind == "path-crosses-itself"


def test_copies_change_independently():
    p = dm.Position("5x5", "RR", name="mine")
    for q in (p.copy(), copy.copy(p), copy.deepcopy(p), pickle.loads(pickle.dumps(p))):
        assert q == p and hash(q) == hash(p) and q.name == "mine"
        q.push("D")
        assert q != p and p.path == "RR"
    odd = dm.Position("5x4", "", start=(2, 2), end=(1, 4), blocked=[(5, 1)])
    assert pickle.loads(pickle.dumps(odd)) == odd


def test_the_representation_makes_the_same_position():
    for p in (
        dm.Position("5x5", "RRD"),
        dm.Position("5x4", "D", start=(2, 2), end=(1, 4), blocked=[(5, 1), (5, 2)]),
    ):
        assert eval(repr(p), {"Position": dm.Position}) == p


def test_positions_differ_from_everything_else():
    p = dm.Position("5x5")
    assert p != "5x5" and p != None and p != dm.Position("5x7")  # noqa: E711


@pytest.mark.parametrize(
    "arguments, kind",
    [
        (("0x5",), "board-empty"),
        (("5",), "bad-board"),
        (("",), "bad-board"),
        (("-5x5",), "bad-board"),
        (("9999x9999",), "board-too-large"),
        ((0,), "board-empty"),
        ((10**30,), None),
        ((-3,), None),
        (((5, -5),), None),
        (("5x5", "RX"), "bad-move"),
        (("5x5", "RRRRR"), "path-leaves-board"),
        (("5x5", "RDLU"), "path-crosses-itself"),
    ],
)
def test_boards_and_paths_that_are_none_are_refused(arguments, kind):
    with pytest.raises((dm.InputError, TypeError)) as error:
        dm.Position(*arguments)
    if kind:
        assert error.value.kind == kind and error.value.expected
    assert "panic" not in str(error.value)


@pytest.mark.parametrize(
    "options",
    [
        {"start": (0, 1)},
        {"start": (6, 1)},
        {"end": (1, 1)},
        {"start": "1;1"},
        {"blocked": [(1, 1)]},
        {"blocked": [(9, 9)]},
        {"blocked": ["x"]},
        {"blocked": itertools.repeat((3, 3))},
    ],
)
def test_cells_that_are_none_are_refused(options):
    with pytest.raises(dm.InputError):
        dm.Position("5x5", **options)


@pytest.mark.parametrize(
    "call",
    [
        lambda: dm.Position(),
        lambda: dm.Position(5.5),
        lambda: dm.Position(None),
        lambda: dm.Position([5]),
        lambda: dm.Position("5x5", 7),
        lambda: dm.Position("5x5", start=7),
        lambda: dm.Position("5x5", blocked=7),
        lambda: dm.Position("5x5", blocked=[7]),
        lambda: dm.Position("5x5", colour="red"),
        lambda: dm.Position("5x5").push(7),
        lambda: dm.Position("5x5").is_free("1,1"),
    ],
)
def test_arguments_of_other_types_are_type_errors(call):
    with pytest.raises(TypeError):
        call()


def test_an_error_has_its_place_and_what_was_expected():
    with pytest.raises(dm.InputError) as raised:
        dm.Position("5x5", "RR\nDZ")
    error = raised.value
    assert isinstance(error, ValueError) and isinstance(error, dm.Error)
    assert (error.line, error.column, error.found) == (2, 2, "Z")
    assert "U (up)" in error.expected and error.file is None
    assert "expected" in str(error) and error.what in str(error)


def test_files_are_read(root, tmp_path):
    p = dm.load(root / "cases/reasons/colour.case")
    assert p.name == "colour" and p.judge().reason_kind == "colour"
    assert len(dm.load_all("cases/reasons")) == len(list((root / "cases/reasons").glob("*.case")))
    lines = tmp_path / "two.jsonl"
    lines.write_text('{"n": 5, "path": "R"}\n{"n": 7, "path": "D"}\n')
    assert [q.board for q in dm.load_all(lines)] == ["5x5", "7x7"]
    with pytest.raises(dm.InputError) as error:
        dm.load(lines)
    assert error.value.kind == "several-positions" and error.value.file == str(lines)


def test_files_that_cannot_be_read_are_refused(tmp_path):
    bad = tmp_path / "bad.case"
    bad.write_text("board 5x5\npath RRX\n")
    with pytest.raises(dm.InputError) as error:
        dm.load(bad)
    assert (error.value.file, error.value.line) == (str(bad), 2)
    for missing in (tmp_path / "none", "-", ""):
        with pytest.raises(dm.InputError):
            dm.load(missing)
    with pytest.raises(dm.InputError):
        dm.load_all(tmp_path / "empty" if (tmp_path / "empty").mkdir() is None else "")
    with pytest.raises(TypeError):
        dm.load(5)


def test_a_position_draws_itself():
    p = dm.Position("5x5", "RRD")
    assert "┃" in str(p) or "━" in str(p)
    assert p._repr_svg_().startswith("<svg")
    assert "\x1b" not in str(p)


def test_a_position_becomes_a_dict():
    assert dm.Position("5x5", "R").to_dict() == {
        "name": None,
        "board": "5x5",
        "path": "R",
        "start": (1, 1),
        "end": (5, 5),
        "blocked": [],
        "legal": "DR",
    }
