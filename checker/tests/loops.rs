//! Loops that no strip joins: of live positions no edge set is accepted, and of dead ones only with
//! every detail right.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use deadmove_checker::{Cell, Reason, check_reason};

use crate::naive::{NaivePosition, cells};
use crate::true_completions::Random;

type Pieces = (Vec<Cell>, Vec<Vec<Cell>>);
type Change<'a> = &'a dyn Fn(&mut Vec<Cell>, &mut Vec<Vec<Cell>>);

/// All edge sets with loops of a position.
fn edge_sets(position: &NaivePosition) -> Vec<Pieces> {
    let mut usable = position.usable();
    usable.sort_by_key(|&(column, row)| (row, column));
    let mut found = Vec::new();
    choose(position, &usable, 0, &mut BTreeSet::new(), &mut found);
    found
}

/// Decides the edges to the right and down of each cell in turn.
fn choose(
    position: &NaivePosition,
    usable: &[Cell],
    at: usize,
    used: &mut BTreeSet<(Cell, Cell)>,
    found: &mut Vec<Pieces>,
) {
    let Some(&cell) = usable.get(at) else {
        found.extend(Some(pieces(position, usable, used)).filter(|(_, loops)| !loops.is_empty()));
        return;
    };
    let onward = [(cell.0 + 1, cell.1), (cell.0, cell.1 + 1)];
    for choice in 0..4 {
        let chosen = (0..2).filter(|side| choice >> side & 1 == 1).map(|side| onward[side]);
        let chosen: Vec<Cell> = chosen.collect();
        if !chosen.iter().all(|next| usable.contains(next)) {
            continue;
        }
        chosen.iter().for_each(|&next| assert!(used.insert((cell, next))));
        let degree = used.iter().filter(|(a, b)| *a == cell || *b == cell).count();
        if degree as i64 == position.degree(cell) {
            choose(position, usable, at + 1, used, found);
        }
        chosen.iter().for_each(|&next| assert!(used.remove(&(cell, next))));
    }
}

fn pieces(position: &NaivePosition, usable: &[Cell], used: &BTreeSet<(Cell, Cell)>) -> Pieces {
    let mut left: BTreeSet<Cell> = usable.iter().copied().collect();
    let mut from = |start| {
        let (mut piece, mut next) = (Vec::new(), Some(start));
        while let Some(cell) = next {
            left.remove(&cell);
            piece.push(cell);
            let joined = |&&to: &&Cell| used.contains(&(cell, to)) || used.contains(&(to, cell));
            next = left.iter().find(joined).copied();
        }
        (piece, left.first().copied())
    };
    let (path, mut rest) = from(position.live_end);
    let mut loops = Vec::new();
    while let Some(start) = rest {
        let (piece, next) = from(start);
        loops.push(piece);
        rest = next;
    }
    (path, loops)
}

/// Whether the numbers of cells of both colours allow an edge set.
fn is_balanced(position: &NaivePosition) -> bool {
    let colours = position.colour(&position.usable());
    matches!(colours, Reason::Colour { needed: 0, .. })
}

fn reason((path, loops): &Pieces, edge_sets: usize) -> Reason {
    Reason::Loops { path: path.clone(), loops: loops.clone(), edge_sets }
}

/// A position from a drawing with `L`, `e`, `.` and `#`.
fn drawn(rows: &[&str]) -> NaivePosition {
    let (mut ends, mut blocked) = ([(0, 0); 2], Vec::new());
    for (row, line) in (1..).zip(rows) {
        for (column, sign) in (1..).zip(line.chars()) {
            match sign {
                'L' => ends[0] = (column, row),
                'e' => ends[1] = (column, row),
                '#' => blocked.push((column, row)),
                _ => {}
            }
        }
    }
    let (width, height) = (rows[0].len() as u16, rows.len() as u16);
    NaivePosition::start(width, height, ends[0], ends[1], &blocked).unwrap()
}

#[test]
fn no_edge_set_of_a_live_position_is_accepted_and_many_of_dead_ones_are() {
    let mut random = Random(3);
    let mut counts = [0; 3];
    for _ in 0..8_000 {
        let (width, height) = random.choose(&[(4, 4), (5, 4), (4, 5), (6, 3)]);
        let mut all = cells(width, height);
        let ends = [0, 0].map(|_| all.swap_remove(random.below(all.len())));
        let blocked: Vec<Cell> = (0..random.below(6)).map(|_| random.choose(&all)).collect();
        let position = NaivePosition::start(width, height, ends[0], ends[1], &blocked);
        let Some(position) = position.filter(is_balanced) else { continue };
        let is_live = LazyCell::new(|| position.is_live());
        for pieces in edge_sets(&position) {
            let accepted = (1..=4).any(|sets| position.accepts(&reason(&pieces, sets)));
            assert!(!(accepted && *is_live), "{pieces:?} of a live position");
            counts[if *is_live { 2 } else { usize::from(accepted) }] += 1;
        }
    }
    let [rejected, accepted, live] = counts;
    assert!(rejected > 30 && accepted > 20 && live > 1_000, "{counts:?}");
}

/// Live regions of which an edge set has no strip that joins its pieces.
#[test]
fn loops_of_a_region_with_a_hole_or_an_end_inside_are_rejected() {
    for (rows, why) in [
        (&["#Le..", "..#..", ".....", "....."][..], "holes"),
        (&["....L", ".....", "..e..", "#..##", "#..##"], "are usable"),
    ] {
        let position = drawn(rows);
        assert!(position.is_live());
        let sets = edge_sets(&position);
        assert!(!sets.is_empty());
        for pieces in sets {
            let checked = check_reason(&position.board, "", &reason(&pieces, 1));
            assert!(checked.is_err_and(|fault| fault.contains(why)), "{pieces:?}");
        }
    }
}

#[test]
fn every_wrong_detail_of_loops_is_rejected() {
    let rows = ["####...###", "..e.......", "..........", "...L......", "#####...##"];
    let position = drawn(&rows);
    let (mut accepted, mut mutated) = (0, 0);
    for (path, loops) in edge_sets(&position) {
        let accepts = |sets: usize| position.accepts(&reason(&(path.clone(), loops.clone()), sets));
        let Some(sets) = (1..=4).find(|&sets| accepts(sets)) else { continue };
        accepted += usize::from(sets > 1);
        let other = |change: Change<'_>| {
            let mut changed = (path.clone(), loops.clone());
            change(&mut changed.0, &mut changed.1);
            reason(&changed, sets)
        };
        // Where a loop begins and which way it leads says nothing.
        let same = other(&|_, loops| loops[0].rotate_left(1));
        assert!(position.accepts(&same), "{same:?}");
        let same = other(&|_, loops| loops[0].reverse());
        assert!(position.accepts(&same), "{same:?}");
        let mut wrong = vec![
            reason(&(path.clone(), loops.clone()), sets - 1),
            reason(&(path.clone(), loops.clone()), sets + 1),
            other(&|path, _| path.reverse()),
            other(&|path, loops| path.extend(loops.remove(0))),
            other(&|_, loops| loops.extend(loops.clone())),
            other(&|_, loops| loops[0][0] = (11, 2)),
        ];
        for at in 0..path.len() {
            wrong.push(other(&|path, _| path.drain(at..=at).for_each(drop)));
            wrong.push(other(&|path, _| path.insert(at, path[at])));
        }
        for at in 0..loops[0].len() {
            wrong.push(other(&|_, loops| loops[0].drain(at..=at).for_each(drop)));
            let next = (at + 1) % loops[0].len();
            wrong.push(other(&|_, loops| loops[0].swap(at, next)));
        }
        for wrong in wrong {
            assert!(!position.accepts(&wrong), "{wrong:?}");
            mutated += 1;
        }
    }
    assert!(accepted > 2 && mutated > 200, "{accepted} {mutated}");
}
