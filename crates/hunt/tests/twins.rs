//! Twins: their lines, their verdicts, every way to cover a room, and their forced lines.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use deadmove_core::board::{Cell, Move, letters};
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, judge};
use deadmove_hunt::twins::{MOST_STATIONS, Twin, Wire};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::load;
use deadmove_rules::model::Rule;
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
fn the_move_down_is_dead_in_one_twin_and_live_in_the_others_up_to_reach_66() {
    for stations in 1..=11 {
        let wire = Wire { stations };
        let last = [Twin::Closed, Twin::Notched(stations - 1), Twin::Balanced(stations - 1)];
        let twins = if stations <= 3 { twins_of(wire).collect() } else { last.to_vec() };
        let engine = if wire.side() <= 75 { Engine::Both } else { Engine::Frontier };
        for twin in twins {
            let position = wire.position(twin).unwrap();
            let judged = judge(&position, engine, &Limits::default()).unwrap();
            let verdicts =
                judged.moves.iter().map(|(direction, of_move)| (*direction, of_move.verdict()));
            let down = if twin == Twin::Closed { Verdict::Dead } else { Verdict::Live };
            let expected =
                [(Move::Up, Verdict::Dead), (Move::Down, down), (Move::Right, Verdict::Live)];
            assert_eq!(verdicts.collect::<Vec<_>>(), expected, "{stations} {twin:?}");
        }
    }
}

#[test]
fn twins_of_reach_1_to_60_are_made_in_a_second_and_balanced_ones_have_equal_numbers() {
    let begun = Instant::now();
    let mut made = Vec::new();
    for reach in 1..=60 {
        let (wire, station) = Wire::for_reach(reach);
        assert!(reach <= 6 * station + 6 && (station == 0 || reach > 6 * station));
        let twins = [Twin::Closed, Twin::Notched(station), Twin::Balanced(station)];
        made.push(twins.map(|twin| (wire.free(twin), wire.position(twin).unwrap())));
    }
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    for [(closed, one), _, (balanced, other)] in made {
        assert_eq!(one.path().len(), other.path().len());
        let even = |free: &[Spot]| free.iter().filter(|(r, c)| (r + c) % 2 == 0).count();
        assert_eq!((closed.len(), even(&closed)), (balanced.len(), even(&balanced)));
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
/// state is the rows of the two crossings, counted from the first row of the gate, as a line
/// between the live end and the end cell crosses a gate. Neither side may be joined to itself: that
/// would close a loop beyond a gate.
fn states(wire: Wire, twin: Twin, first: i32, start: Option<Spot>) -> String {
    let columns = first..first + if first == 6 * wire.stations as i32 { 4 } else { 3 };
    let free = wire.free(twin).into_iter().filter(|&(r, _)| r < 5);
    let (room, around): (BTreeSet<Spot>, _) = free.partition(|(_, c)| columns.contains(c));
    let mut ways = BTreeMap::new();
    for paths in covers(&room, &around, start) {
        let mut gates = [Vec::new(), Vec::new()];
        for &(r, c) in paths.iter().flatten().filter(|cell| around.contains(cell)) {
            let right = c >= columns.end;
            gates[usize::from(right)].push(r + (first + if right { 3 } else { 0 }) / 3);
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
    let (closed, notched) = (Twin::Closed, Twin::Notched(0));
    let mut table = String::new();
    for (name, twin, first, start) in [
        ("near room after D", closed, -3, Some((2, -3))),
        ("near room after R", closed, -3, Some((1, -2))),
        ("near room after U", closed, -3, Some((0, -3))),
        ("rectangle", closed, 3, None),
        ("rectangle before the last room", closed, 9, None),
        ("last room", closed, 12, None),
        ("short last room", Twin::Balanced(0), 12, None),
        ("notched rectangle", notched, 3, None),
        ("notched rectangle before the last room", Twin::Notched(1), 9, None),
        ("rectangle after a notch", notched, 6, None),
        ("last room after a notch", Twin::Notched(1), 12, None),
        ("short last room after a notch", Twin::Balanced(1), 12, None),
    ] {
        table += &format!("{name}: {}\n", states(wire, twin, first, start));
    }
    insta::assert_snapshot!(table, @r"
    near room after D: [-1]→[0, 1] 1
    near room after R: [-1]→[0, 1] 1; [-1]→[1, 2] 1
    near room after U: nothing
    rectangle: [0, 1]→[0, 1] 1; [0, 2]→[0, 2] 1; [1, 2]→[0, 1] 2; [1, 2]→[1, 2] 1
    rectangle before the last room: [0, 1]→[0, 1] 1; [0, 2]→[0, 2] 1; [1, 2]→[0, 1] 2; [1, 2]→[1, 2] 1
    last room: [1, 2]→[] 1
    short last room: [1, 2]→[] 1
    notched rectangle: [0, 1]→[-1, 0] 1; [0, 1]→[0, 1] 1; [1, 2]→[-1, 0] 2; [1, 2]→[0, 1] 2; [1, 2]→[1, 2] 1
    notched rectangle before the last room: [0, 1]→[-1, 0] 1; [0, 1]→[0, 1] 1; [1, 2]→[-1, 0] 2; [1, 2]→[0, 1] 2; [1, 2]→[1, 2] 1
    rectangle after a notch: [-1, 0]→[0, 1] 2; [-1, 0]→[1, 2] 1; [-1, 2]→[0, 1] 4; [-1, 2]→[1, 2] 3; [0, 1]→[0, 1] 1; [0, 2]→[0, 2] 1; [1, 2]→[0, 1] 2; [1, 2]→[1, 2] 1
    last room after a notch: [-1, 0]→[] 1; [-1, 2]→[] 5; [1, 2]→[] 1
    short last room after a notch: [-1, 0]→[] 1; [-1, 2]→[] 3; [1, 2]→[] 1
    ");
}

/// The ends of the forced lines of a twin, rows and columns counted so that the notch is in row −1,
/// columns 1 and 2.
fn forced_lines(wire: Wire, twin: Twin, notch: usize) -> BTreeSet<[Spot; 2]> {
    let position = wire.position(twin).unwrap();
    let notch = notch as i32;
    let origin = wire.cell((-2 - 2 * notch, 6 * notch + 3));
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
    let [d2, left] = [(-1, 2), (1, 0)];
    for stations in 1..=10 {
        let wire = Wire { stations };
        for notch in 0..stations {
            let lines = |twin| forced_lines(wire, twin, notch);
            let closed = lines(Twin::Closed);
            let [notched, balanced] = [Twin::Notched(notch), Twin::Balanced(notch)].map(lines);
            let expected: [BTreeSet<[Spot; 2]>; 2] = if notch + 1 < stations {
                [[[(0, 1), left], [(-1, 4), (0, 3)]].into(), [[d2, left]].into()]
            } else {
                [
                    [[left, (1, 2)], [(1, 4), (2, 4)]].into(),
                    [[d2, left], [(-1, 4), (-1, 6)], [(0, 6), (2, 4)]].into(),
                ]
            };
            assert_eq!([&closed - &notched, &notched - &closed], expected, "{notch} {stations}");
            // Without the two far cells, only lines of the last room change.
            let mut far = notched.symmetric_difference(&balanced).flatten();
            let last_room = 6 * (stations - notch) as i32 - 3;
            assert!(far.all(|&(_, c)| c >= last_room), "{notch} of {stations}");
        }
    }
}

/// The six cells of block i of the document, those of the notch first.
fn block(i: i32) -> [Spot; 6] {
    [(-3, 4), (-3, 5), (-3, 6), (-2, 6), (-2, 5), (-2, 4)].map(|(r, c)| (r - 2 * i, c + 6 * i))
}

#[test]
fn twins_differ_only_in_two_cells_that_lead_to_their_block() {
    let are_neighbours =
        |one: Spot, other: Spot| (one.0 - other.0).abs() + (one.1 - other.1).abs() == 1;
    for stations in 2..=10 {
        let free = |twin| BTreeSet::from_iter(Wire { stations }.free(twin));
        let closed = free(Twin::Closed);
        for i in 0..stations - 1 {
            let (notch, beside) = (&block(i as i32)[..2], &block(i as i32)[2..]);
            let notched = free(Twin::Notched(i));
            assert!(notched.symmetric_difference(&closed).eq(&BTreeSet::from_iter(notch.to_vec())));
            assert!(beside.iter().all(|cell| closed.contains(cell)));
            assert!(beside.windows(2).all(|pair| are_neighbours(pair[0], pair[1])));
            let leads = |&&cell: &&Spot| notch.iter().any(|&one| are_neighbours(one, cell));
            assert!(closed.iter().filter(leads).all(|cell| beside.contains(cell)));
        }
    }
}

#[test]
fn no_row_column_or_two_neighbouring_diagonals_meet_more_than_two_blocks() {
    let lines: [fn(Spot) -> i32; 4] = [|(r, _)| r, |(_, c)| c, |(r, c)| r + c, |(r, c)| r - c];
    for (line, width, at_most) in [(0, 1, 1), (1, 1, 1), (2, 2, 2), (3, 2, 1)] {
        let meets = |i: i32, at: i32| {
            block(i).iter().any(|&cell| (at..at + width).contains(&lines[line](cell)))
        };
        let most = (-500..500).map(|at| (0..50).filter(|&i| meets(i, at)).count()).max();
        assert_eq!(most, Some(at_most), "{line}");
    }
}

#[test]
fn the_steps_of_the_core_are_those_of_the_document() {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/explanation/infinite.md");
    let document = std::fs::read_to_string(document).unwrap();
    let (_, words) = document.split_once("```text\nUURD").expect("the steps of the core");
    let (words, _) = words.split_once("\n```").unwrap();
    let words: Vec<&str> = words.split_whitespace().collect();
    let &[first, before, detour, after, last] = &words[..] else { panic!("{words:?}") };
    let wire = Wire { stations: 2 };
    for (twin, detour) in [(Twin::Closed, detour), (Twin::Balanced(1), "LDR")] {
        let path = letters(wire.position(twin).unwrap().path());
        let columns = format!("{}L{}", "D".repeat(10), "U".repeat(10));
        let core = format!("UURD{first}{columns}{before}{detour}{after}{columns}{last}L");
        assert!(path.contains(&core), "{core} {path}");
    }
}

#[test]
fn the_lemmas_refute_the_move_in_four_steps_for_each_station_and_two() {
    let steps = (1..=12).map(|stations| {
        let position = Wire { stations }.position(Twin::Closed).unwrap();
        let judged = judge(&position, Engine::Sat, &Limits::default()).unwrap();
        let (_, down) = judged.moves.iter().find(|(m, _)| *m == Move::Down).unwrap();
        let Some(Reason::Deduction(deduction)) = down.reason() else { panic!("{down:?}") };
        deduction.steps.len()
    });
    assert_eq!(steps.collect::<Vec<usize>>(), (1..=12).map(|n| 4 * n + 2).collect::<Vec<usize>>());
}

#[test]
fn of_the_sets_here_only_the_lemmas_forbid_the_move_down() {
    let folder = deadmove_testing::root().join("rules");
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let sets: BTreeSet<_> =
        files.filter(|path| path.extension().is_some_and(|e| e == "set")).collect();
    let mut forbids_down = String::new();
    for set in sets {
        let loaded = load(std::slice::from_ref(&set)).unwrap();
        let stations = [1, 2, 3, 6, 12].into_iter().filter(|&stations| {
            let position = Wire { stations }.position(Twin::Closed).unwrap();
            let rules = loaded.rules_at(&position).unwrap();
            let rules: Vec<Rule> = rules.into_iter().map(|loaded| loaded.rule).collect();
            let set = RuleSet::compile(&rules, position.board());
            let mut matcher = set.matcher();
            matcher.forbidden(position.free(), position.live_end()).contains(Move::Down)
        });
        let stations: Vec<usize> = stations.collect();
        let name = set.file_stem().unwrap().display();
        forbids_down += &format!("{name}: {stations:?}\n");
    }
    insta::assert_snapshot!(forbids_down, @r"
    all-sizes: []
    by-the-research: []
    known-wrong: []
    lemmas: [1, 2, 3, 6, 12]
    lifted-9: []
    lifted: []
    mined-9: []
    proved: []
    staircase: []
    ");
}
