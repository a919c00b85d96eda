//! Twins: their lines, their verdicts, every way to cover a room, and their forced lines.

use std::collections::{BTreeMap, BTreeSet};

use deadmove_core::board::{Cell, Move, letters};
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, decide_move, judge};
use deadmove_hunt::twins::{MOST_STATIONS, Twin, Wire};
use deadmove_rules::other_ends;

/// Each position of a wire.
fn twins_of(wire: Wire) -> impl Iterator<Item = Twin> {
    let stations = (0..wire.stations).flat_map(|at| [Twin::Notched(at), Twin::Balanced(at)]);
    std::iter::once(Twin::Closed).chain(stations)
}

#[test]
fn the_lines_of_twins_draw_exactly_the_cells_that_are_not_free() {
    for stations in 1..=MOST_STATIONS {
        let wire = Wire { stations };
        let near = 0..if stations <= 5 { stations } else { 1 };
        for twin in twins_of(wire).filter(|twin| match twin {
            Twin::Closed => true,
            Twin::Notched(at) | Twin::Balanced(at) => near.contains(at) || at + 1 == stations,
        }) {
            let position = wire.position(twin).unwrap();
            let mut free: Vec<Cell> =
                wire.free(twin).into_iter().map(|spot| wire.cell(spot)).collect();
            free.sort_unstable_by_key(|cell| (cell.row, cell.column));
            let board = position.board();
            let cells = (0..board.cells()).map(|index| board.cell(index));
            let left: Vec<Cell> = cells.filter(|&cell| position.is_free(cell)).collect();
            assert_eq!(left, free, "{stations} {twin:?}");
            assert_eq!(position.live_end(), wire.cell((1, -3)));
        }
    }
    assert!(Wire { stations: MOST_STATIONS + 1 }.position(Twin::Closed).is_err());
}

#[test]
fn the_move_down_is_dead_in_one_twin_and_live_in_the_others() {
    for stations in 1..=3 {
        let wire = Wire { stations };
        for twin in twins_of(wire) {
            let position = wire.position(twin).unwrap();
            let verdicts = [Move::Down, Move::Right, Move::Up].map(|direction| {
                let answer = decide_move(&position, direction, Engine::Sat, &Limits::default());
                answer.unwrap().verdict()
            });
            let down = if twin == Twin::Closed { Verdict::Dead } else { Verdict::Live };
            assert_eq!(verdicts, [down, Verdict::Live, Verdict::Dead], "{stations} {twin:?}");
        }
    }
}

#[test]
fn balanced_twins_have_as_many_steps_and_free_cells_of_each_colour() {
    for reach in 0..=60 {
        let (wire, station) = Wire::for_reach(reach);
        assert!(reach <= 6 * station + 5 && (station == 0 || reach > 6 * station - 1));
        let [closed, balanced] =
            [Twin::Closed, Twin::Balanced(station)].map(|twin| wire.position(twin).unwrap());
        assert_eq!(closed.path().len(), balanced.path().len());
        let colours = |twin| wire.free(twin).iter().filter(|(r, c)| (r + c) % 2 == 0).count();
        assert_eq!(colours(Twin::Closed), colours(Twin::Balanced(station)));
    }
}

/// Row and column, as in [`Wire::free`].
type Spot = (i32, i32);

/// Every set of edges that covers a room: each of its cells has two edges, but the start of the
/// line one; edges may lead to the cells around the room; there is no closed loop. Given as the
/// pairs of cells that paths join.
fn covers(
    room: &BTreeSet<Spot>,
    around: &BTreeSet<Spot>,
    start: Option<Spot>,
) -> Vec<Vec<[Spot; 2]>> {
    let joins = |(r, c): Spot| {
        let near = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)];
        near.into_iter().filter(move |other| match room.contains(other) {
            true => *other > (r, c),
            false => around.contains(other),
        })
    };
    let edges: Vec<[Spot; 2]> =
        room.iter().flat_map(|&cell| joins(cell).map(move |other| [cell, other])).collect();
    let needs = |cell: Spot| if Some(cell) == start { 1 } else { 2 };
    let mut used = vec![Vec::new()];
    for (at, edge) in edges.iter().enumerate() {
        let also: Vec<Vec<[Spot; 2]>> =
            used.iter().map(|set| [&set[..], &[*edge]].concat()).collect();
        used.extend(also);
        let degree =
            |set: &[[Spot; 2]], cell| set.iter().filter(|edge| edge.contains(&cell)).count();
        used.retain(|set| {
            edge.iter().filter(|cell| room.contains(cell)).all(|&cell| {
                let is_last = !edges[at + 1..].iter().any(|later| later.contains(&cell));
                let (degree, needs) = (degree(set, cell), needs(cell));
                degree == needs || degree < needs && !is_last
            })
        });
    }
    used.into_iter().filter_map(|set| paths(set, room, start)).collect()
}

/// The ends of the paths that edges form; nothing if there is a closed loop.
fn paths(
    mut edges: Vec<[Spot; 2]>,
    room: &BTreeSet<Spot>,
    start: Option<Spot>,
) -> Option<Vec<[Spot; 2]>> {
    let is_end = |cell: &Spot| Some(*cell) == start || !room.contains(cell);
    let mut paths = Vec::new();
    while let Some(at) = edges.iter().position(|edge| edge.iter().any(is_end)) {
        let edge = edges.swap_remove(at);
        let [first, mut last] = if is_end(&edge[0]) { edge } else { [edge[1], edge[0]] };
        while !is_end(&last) {
            let at = edges.iter().position(|edge| edge.contains(&last))?;
            let [one, other] = edges.swap_remove(at);
            last = if one == last { other } else { one };
        }
        paths.push([first, last]);
    }
    edges.is_empty().then_some(paths)
}

/// The states of the gates left and right of a room, and in how many ways they are possible. A
/// state is the rows of the two crossings, as a line between the live end and the end cell crosses
/// a gate. Neither side may be joined to itself: that would close a loop beyond a gate.
fn states(wire: Wire, twin: Twin, columns: std::ops::Range<i32>, start: Option<Spot>) -> String {
    let free = wire.free(twin).into_iter().filter(|&(r, _)| r < 5);
    let (room, around): (BTreeSet<Spot>, _) = free.partition(|(_, c)| columns.contains(c));
    let mut ways = BTreeMap::new();
    for paths in covers(&room, &around, start) {
        let mut gates = [Vec::new(), Vec::new()];
        for &(r, c) in paths.iter().flatten().filter(|cell| around.contains(cell)) {
            gates[usize::from(c >= columns.end)].push(r);
        }
        gates.iter_mut().for_each(|rows| rows.sort_unstable());
        let (left, right) = (gates[0].len(), gates[1].len());
        let is_right = |&(r, c): &Spot| c >= columns.end && around.contains(&(r, c));
        let leads_through = |[one, other]: &[Spot; 2]| is_right(one) != is_right(other);
        let possible = match start {
            Some(_) => (left, right) == (1, 2) && paths.iter().all(leads_through),
            None if columns.start == 6 * wire.stations as i32 => left == 2,
            None => (left, right) == (2, 2) && paths.iter().all(leads_through),
        };
        if possible {
            *ways.entry(format!("{:?}→{:?}", gates[0], gates[1])).or_insert(0) += 1;
        }
    }
    let ways: Vec<String> = ways.iter().map(|(state, ways)| format!("{state} {ways}")).collect();
    if ways.is_empty() { "nothing".to_owned() } else { ways.join("; ") }
}

#[test]
fn the_rooms_have_exactly_the_states_of_the_table() {
    let wire = Wire { stations: 2 };
    let (near, station, next, last) = (-3..0, 0..6, 6..12, 12..16);
    let (closed, notched) = (Twin::Closed, Twin::Notched(0));
    let mut table = String::new();
    for (name, twin, columns, start) in [
        ("near room after D", closed, near.clone(), Some((2, -3))),
        ("near room after R", closed, near.clone(), Some((1, -2))),
        ("near room after U", closed, near, Some((0, -3))),
        ("station", closed, station.clone(), None),
        ("station before a station", closed, next.clone(), None),
        ("last room", closed, last.clone(), None),
        ("short last room", Twin::Balanced(0), last.clone(), None),
        ("notched station", notched, station, None),
        ("station after a notch", notched, next, None),
        ("last room after a notch", Twin::Notched(1), last.clone(), None),
        ("short last room after a notch", Twin::Balanced(1), last, None),
    ] {
        table += &format!("{name}: {}\n", states(wire, twin, columns, start));
    }
    insta::assert_snapshot!(table, @r"
    near room after D: [0]→[0, 1] 1
    near room after R: [0]→[0, 1] 1; [0]→[1, 2] 1
    near room after U: nothing
    station: [0, 1]→[0, 1] 1; [1, 2]→[0, 1] 4; [1, 2]→[1, 2] 1
    station before a station: [0, 1]→[0, 1] 1; [1, 2]→[0, 1] 4; [1, 2]→[1, 2] 1
    last room: [1, 2]→[] 1
    short last room: [1, 2]→[] 1
    notched station: [0, 1]→[-1, 0] 1; [0, 1]→[0, 1] 1; [1, 2]→[-1, 0] 4; [1, 2]→[0, 1] 4; [1, 2]→[1, 2] 1
    station after a notch: [-1, 0]→[0, 1] 4; [-1, 0]→[1, 2] 1; [-1, 2]→[0, 1] 14; [-1, 2]→[1, 2] 5; [0, 1]→[0, 1] 1; [1, 2]→[0, 1] 4; [1, 2]→[1, 2] 1
    last room after a notch: [-1, 0]→[] 1; [-1, 2]→[] 5; [1, 2]→[] 1
    short last room after a notch: [-1, 0]→[] 1; [-1, 2]→[] 3; [1, 2]→[] 1
    ");
}

/// The ends of the forced lines of a twin, rows and columns counted from those of the notch.
fn forced_lines(wire: Wire, twin: Twin, notch: usize) -> BTreeSet<[Spot; 2]> {
    let position = wire.position(twin).unwrap();
    let origin = wire.cell((0, 6 * notch as i32));
    let spot = |cell: Cell| {
        let along = |to: u16, from: u16| i32::from(to) - i32::from(from);
        (along(cell.row, origin.row), along(cell.column, origin.column))
    };
    let board = position.board();
    let ends = other_ends(&position).into_iter().enumerate();
    let ends = ends.filter_map(|(one, other)| Some([spot(board.cell(one)), spot(other?)]));
    ends.filter(|[one, other]| one < other).collect()
}

#[test]
fn the_forced_lines_of_twins_differ_exactly_at_the_notch_and_in_the_room_after_it() {
    let notched = [[(-1, 5), (0, 4)], [(-1, 7), (-1, 9)]];
    let (bump, last_room) = ([[(0, 6), (0, 8)]], [[(0, 4), (1, 5)], [(1, 7), (2, 7)]]);
    let notched_last = [notched[0], notched[1], [(0, 9), (2, 7)]];
    for stations in 1..=10 {
        let wire = Wire { stations };
        for notch in 0..stations {
            let lines = |twin| forced_lines(wire, twin, notch);
            let (closed, open) = (lines(Twin::Closed), lines(Twin::Notched(notch)));
            let differ = [&closed - &open, &open - &closed];
            let expected = match notch + 1 == stations {
                false => [bump.into(), notched.into()],
                true => [last_room.into(), notched_last.into()],
            };
            assert_eq!(differ, expected, "{notch} of {stations}");
            let last = 6 * (stations - notch) as i32;
            let balanced = lines(Twin::Balanced(notch));
            let mut differ = open.symmetric_difference(&balanced).flatten();
            assert!(differ.all(|&(_, c)| c >= last), "{notch} of {stations}");
        }
    }
}

#[test]
fn the_steps_of_core_and_ribbon_are_those_of_the_document() {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/explanation/infinite.md");
    let document = std::fs::read_to_string(document).unwrap();
    let (_, words) = document.split_once("\ncore ").unwrap();
    let (core, words) = words.split_once("\nribbon ").unwrap();
    let (ribbon, _) = words.split_once("\n```").unwrap();
    let [[before, detour, after], [ribbon, ..]] = [core, ribbon].map(|steps| {
        let mut words = steps.split_whitespace();
        [0, 1, 2].map(|_| words.next().unwrap_or_default())
    });
    let wire = Wire { stations: 2 };
    for (twin, step) in [(Twin::Closed, detour), (Twin::Balanced(1), "LDR")] {
        let path = letters(wire.position(twin).unwrap().path());
        assert!(path.contains(&format!("{before}{step}{after}L{ribbon}L{ribbon}L")), "{twin:?}");
    }
}

#[test]
fn the_lemmas_refute_the_move_in_about_five_steps_for_each_station() {
    for stations in 1..=12 {
        let position = Wire { stations }.position(Twin::Closed).unwrap();
        let judged = judge(&position, Engine::Sat, &Limits::default()).unwrap();
        let (_, down) = judged.moves.iter().find(|(m, _)| *m == Move::Down).unwrap();
        let Some(Reason::Deduction(deduction)) = down.reason() else { panic!("{down:?}") };
        assert_eq!(deduction.steps.len(), 5 * stations + 2 - stations % 2, "{stations}");
    }
}
