//! Reasons compared with plain enumeration: a reason is only accepted where no completion exists.

use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};

use deadmove_checker::{
    Because, Board, Cell, Contradiction, Deduction, Reason, Step, check_reason,
};
use proptest::prelude::*;

use crate::naive::{NaivePosition, cells, position_after, subsets};

/// Accepts no reason on any live position reachable on some boards, and many on the others.
fn judge_all(boards: impl Iterator<Item = NaivePosition>) {
    let mut accepted: HashMap<Discriminant<Reason>, usize> = HashMap::new();
    for start in boards {
        start.explore(&mut HashMap::new(), &mut |position, live| {
            for reason in position.accepted_reasons() {
                assert!(!live, "accepted after {:?}: {reason:?}", position.path);
                *accepted.entry(discriminant(&reason)).or_default() += 1;
            }
        });
    }
    assert!(accepted.len() == 3 && accepted.values().all(|&count| count > 1_000), "{accepted:?}");
}

/// Boards of a size with every `every`th end cell, and all starts that no mirroring turns into each
/// other, if these cells may be blocked.
fn boards(
    (width, height): (u16, u16),
    every: usize,
    blocked: &[Cell],
) -> impl Iterator<Item = NaivePosition> {
    let starts = cells(width.div_ceil(2), height.div_ceil(2)).into_iter();
    let ends = cells(width, height).into_iter().step_by(every);
    let pairs = starts.flat_map(move |start| ends.clone().map(move |end| (start, end)));
    pairs.filter_map(move |(start, end)| NaivePosition::start(width, height, start, end, blocked))
}

#[test]
fn no_reason_is_accepted_on_a_live_position_of_boards_up_to_3x4() {
    let sizes = (1..=4).flat_map(|width| (1..=4).map(move |height| (width, height)));
    let sizes = sizes.filter(|&(width, height)| width <= 3 || height <= 2);
    // On 3×4, which takes most of the time, an end of each colour.
    judge_all(sizes.flat_map(|size| boards(size, if size == (3, 4) { 7 } else { 1 }, &[])));
}

/// No reason is accepted on a live position, with every `nth` set of up to three blocked cells.
fn judge_3x3_with_blocked_cells(nth: usize) {
    let all = cells(3, 3);
    let blocked = subsets(&all).filter(|blocked| (1..=3).contains(&blocked.len()));
    let blocked: Vec<Vec<Cell>> = blocked.step_by(nth).collect();
    judge_all(blocked.iter().flat_map(|blocked| boards((3, 3), 1, blocked)));
}

#[test]
fn no_reason_is_accepted_on_a_live_position_of_some_3x3_boards_with_blocked_cells() {
    judge_3x3_with_blocked_cells(4);
}

#[test]
#[ignore = "four seconds"]
fn no_reason_is_accepted_on_a_live_position_of_any_3x3_board_with_blocked_cells() {
    judge_3x3_with_blocked_cells(1);
}

/// Copies of a list, each with one mistake: an item missing, doubled, or added.
fn spoiled<T: Copy + PartialEq>(items: &[T], others: &[T]) -> Vec<Vec<T>> {
    let dropped = (0..items.len()).map(|i| [&items[..i], &items[i + 1..]].concat());
    let doubled = items.iter().map(|item| [items, &[*item]].concat());
    let added = others.iter().filter(|other| !items.contains(other));
    dropped.chain(doubled).chain(added.map(|other| [items, &[*other]].concat())).collect()
}

/// Copies of an accepted reason, each with one detail changed so that the reason is certainly
/// wrong.
fn mutations(position: &NaivePosition, reason: &Reason) -> Vec<Reason> {
    let board = cells(4, 4);
    match reason.clone() {
        Reason::DeadEnd { cell, exits, needed } => {
            let lists = spoiled(&exits, &board).into_iter();
            let mut out: Vec<_> = lists.map(|exits| dead_end(cell, &exits, needed)).collect();
            for needed in (0..5).filter(|&other| other != needed) {
                out.push(dead_end(cell, &exits, needed));
            }
            let drawn = board.iter().filter(|cell| !position.usable().contains(cell));
            out.extend(drawn.map(|&cell| dead_end(cell, &exits, needed)));
            out
        }
        Reason::CutOff { cells, door } => {
            let others = board.iter().copied().map(Some).chain([None]).filter(|&d| d != door);
            let mut out: Vec<_> = others.map(|door| cut_off(&cells, door)).collect();
            for extra in
                board.iter().filter(|cell| !position.free.contains(cell) || cells.contains(cell))
            {
                out.push(cut_off(&[&cells[..], &[*extra]].concat(), door));
            }
            out
        }
        Reason::Colour { region, black, white, needed, crossing } => {
            let counts = (black, white, needed);
            let mut wrong = vec![(black + 1, white, needed), (black, white + 1, needed)];
            wrong.extend([(black + 1, white + 1, needed), (black, white, -needed)]);
            wrong.extend([-3, -2, -1, 1, 2, 3].map(|change| (black, white, needed + change)));
            let wrong = wrong.into_iter().map(|counts| colour(&region, counts, &crossing));
            let mut out: Vec<Reason> = wrong.collect();
            let flipped: Vec<_> = crossing.iter().map(|&(a, b)| (b, a)).collect();
            let inner = [(region[0], region[0]), (region[0], (9, 9))];
            let others = [&flipped[..], &inner[..]].concat();
            for crossing in spoiled(&crossing, &others) {
                out.push(colour(&region, counts, &crossing));
            }
            // A region with another number of cells contradicts the counts.
            for region in spoiled(&region, &board) {
                out.push(colour(&region, counts, &crossing));
            }
            out
        }
        Reason::Deduction(_) | Reason::Loops { .. } => unreachable!("none is tried here"),
    }
}

#[test]
fn every_wrong_detail_of_a_valid_reason_is_rejected() {
    let mut tried = 0;
    for start in boards((3, 3), 3, &[]) {
        start.explore(&mut HashMap::new(), &mut |position, _| {
            for reason in position.accepted_reasons() {
                // Negating a need of 0 changes nothing.
                let wrong = mutations(position, &reason).into_iter().filter(|it| *it != reason);
                for wrong in wrong {
                    assert!(!position.accepts(&wrong), "{wrong:?} after {:?}", position.path);
                    tried += 1;
                }
            }
        });
    }
    assert!(tried > 10_000, "{tried}");
}

#[test]
fn the_order_in_a_list_does_not_matter() {
    let position = position_after(4, 4, (4, 4), "DRURDD");
    let mut tried = 0;
    for mut reason in position.accepted_reasons() {
        match &mut reason {
            Reason::DeadEnd { exits, .. } => exits.reverse(),
            Reason::CutOff { cells, .. } => cells.reverse(),
            Reason::Colour { region, crossing, .. } => {
                region.reverse();
                crossing.reverse();
            }
            Reason::Deduction(_) | Reason::Loops { .. } => unreachable!("none is tried here"),
        }
        assert!(position.accepts(&reason), "{reason:?}");
        tried += 1;
    }
    assert!(tried > 3, "{tried}");
}

fn dead_end(cell: Cell, exits: &[Cell], needed: usize) -> Reason {
    Reason::DeadEnd { cell, exits: exits.to_vec(), needed }
}

fn cut_off(cells: &[Cell], door: Option<Cell>) -> Reason {
    Reason::CutOff { cells: cells.to_vec(), door }
}

fn colour(region: &[Cell], counts: (usize, usize, i64), crossing: &[(Cell, Cell)]) -> Reason {
    let ((black, white, needed), crossing) = (counts, crossing.to_vec());
    Reason::Colour { region: region.to_vec(), black, white, needed, crossing }
}

#[test]
fn the_live_end_of_a_board_filled_off_the_end_cell_is_a_dead_end() {
    let position = position_after(3, 3, (2, 2), "RRDDLLUR");
    assert!(position.is_live());
    let position = position_after(3, 3, (3, 2), "RRDDLLUR");
    assert!(position.accepts(&dead_end((2, 2), &[], 1)));
}

#[test]
fn a_colour_reason_shows_that_a_2x2_board_has_no_path_to_the_opposite_corner() {
    let position = position_after(2, 2, (2, 2), "");
    let whole = position.colour(&position.usable());
    let Reason::Colour { needed, ref crossing, .. } = whole else { unreachable!() };
    assert_eq!((needed, crossing.len()), (-2, 0));
    assert!(position.accepts(&whole));
}

#[test]
fn errors_name_what_is_wrong() {
    let finished = "the position is finished, it cannot be dead";
    let unusable = "is neither free nor the live end";
    let ends = "the live end or the end cell is among the cells";
    let [up, down, left] = [(3, 1), (3, 3), (2, 2)].map(|to| ((3, 2), to));
    let crossed = |crossing: &[(Cell, Cell)]| colour(&[(3, 2)], (1, 0, 2), crossing);
    for (path, reason, why) in [
        ("RRDLLDRR", dead_end((3, 3), &[], 1), finished),
        ("RRDLLDRR", cut_off(&[(3, 3)], None), finished),
        ("RRDLLDRR", colour(&[(3, 3)], (1, 0, 1), &[]), finished),
        // The end cell is drawn too early.
        ("RRDD", cut_off(&[(2, 3), (1, 3), (2, 2), (1, 2)], None), "doors: (3, 3) is not listed"),
        ("RRDD", colour(&[(2, 2)], (1, 0, 2), &[]), "the live end is on the end cell (3,3)"),
        ("RDL", dead_end((9, 9), &[], 2), &format!("(9,9) {unusable}")),
        ("RDL", dead_end((0, 0), &[], 2), &format!("(0,0) {unusable}")),
        ("RDL", dead_end((1, 3), &[(3, 3)], 2), "exits: (1, 2) is not listed"),
        ("RDL", dead_end((1, 3), &[(1, 2), (2, 3), (2, 3)], 2), "exits: one is listed twice"),
        ("RDL", dead_end((1, 3), &[(1, 2)], 2), "exits: (2, 3) is not listed"),
        ("RDL", dead_end((1, 3), &[(1, 2), (2, 3)], 3), "needed exits: there are 2, not 3"),
        ("RDL", dead_end((1, 3), &[(1, 2), (2, 3)], 2), "(1,3) has 2 exits: no dead end"),
        ("RDL", cut_off(&[], None), "no cells are named"),
        ("RDL", cut_off(&[(1, 2)], None), ends),
        ("RDL", cut_off(&[(3, 1), (3, 1)], Some((3, 2))), "a cell is named twice"),
        ("RDL", cut_off(&[(3, 2), (3, 3)], None), ends),
        ("RDL", cut_off(&[(3, 1)], Some((2, 1))), "doors: (2, 1) is listed, but is none"),
        ("RDL", cut_off(&[(3, 2)], Some((3, 1))), "doors: (3, 3) is not listed"),
        // (1,2) is the live end, so (3,2) is black and (3,1) white.
        ("RDL", colour(&[(2, 2)], (1, 0, 2), &[]), &format!("(2,2) {unusable}")),
        ("RDL", colour(&[(3, 1)], (1, 0, 2), &[]), "black cells: there are 0, not 1"),
        ("RDL", colour(&[(3, 1)], (0, 1, 2), &[]), "needed edges: there are -2, not 2"),
        ("RDL", crossed(&[up]), "crossing edges: ((3, 2), (3, 3)) is not listed"),
        ("RDL", crossed(&[left]), "crossing edges: ((3, 2), (2, 2)) is listed, but is none"),
        ("RDL", crossed(&[up, up]), "crossing edges: ((3, 2), (3, 3)) is not listed"),
        ("RDL", crossed(&[down, up]), "the crossing edges can add up to 2, as they must"),
    ] {
        let board = Board::new(3, 3, (1, 1), (3, 3), &[]).unwrap();
        assert_eq!(check_reason(&board, path, &reason), Err(why.into()), "{reason:?}");
    }
    let position = position_after(3, 3, (3, 3), "RRDD");
    let free: Vec<Cell> = position.free.iter().copied().collect();
    assert!(position.accepts(&cut_off(&free, Some((3, 3)))));
}

#[test]
fn a_reason_about_an_illegal_path_is_rejected() {
    let board = Board::new(3, 3, (1, 1), (3, 3), &[]).unwrap();
    let fault = check_reason(&board, "RL", &cut_off(&[(3, 1)], None)).unwrap_err();
    assert_eq!(fault, "step 2 of the path ('L') from (2,1) visits (1,1) a second time");
}

/// A random walk on a board of up to 5×5 with up to four blocked cells.
fn walk() -> impl Strategy<Value = NaivePosition> {
    let cell = || (1_u16..=5, 1_u16..=5);
    let blocked = prop::collection::vec(cell(), 0..=4);
    let turns = prop::collection::vec(0_usize..4, 3..22);
    let parts = (cell(), cell(), cell(), blocked, turns);
    parts.prop_filter_map("a board that holds its cells", |(size, start, end, blocked, turns)| {
        let mut position = NaivePosition::start(size.0, size.1, start, end, &blocked)?;
        for turn in turns {
            let children = position.children();
            if children.is_empty() {
                break;
            }
            position = children[turn % children.len()].clone();
        }
        Some(position)
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn reasons_about_random_regions_hold_only_on_dead_positions(
        position in walk(),
        picks in prop::collection::vec(any::<u32>(), 40),
    ) {
        let usable = position.usable();
        let free: Vec<Cell> = position.free.iter().copied().collect();
        let mut reasons: Vec<Reason> = usable.iter().map(|&cell| position.dead_end(cell)).collect();
        for pick in picks {
            let choose = |from: &[Cell]| -> Vec<Cell> {
                from.iter().enumerate().filter(|(i, _)| pick >> i & 1 == 1).map(|(_, &c)| c).collect()
            };
            reasons.push(position.cut_off(&choose(&free)));
            reasons.push(position.colour(&choose(&usable)));
        }
        reasons.push(position.colour(&usable));
        reasons.retain(|reason| position.accepts(reason));
        prop_assert!(
            reasons.is_empty() || !position.is_live(),
            "{reasons:?} after {:?}", position.path
        );
    }

    #[test]
    fn no_reason_whatever_makes_the_checker_panic(
        position in walk(),
        listed in prop::collection::vec((any::<u16>(), any::<u16>()), 0..4),
        near in prop::collection::vec((0_u16..7, 0_u16..7), 0..4),
        numbers in (any::<usize>(), any::<i64>()),
    ) {
        let cells = [listed.clone(), near].concat();
        let cell = cells.first().copied().unwrap_or((u16::MAX, u16::MAX));
        let crossing = listed.iter().map(|&far| (far, cell)).collect();
        for reason in [
            Reason::DeadEnd { cell, exits: cells.clone(), needed: numbers.0 },
            Reason::CutOff { cells: cells.clone(), door: Some(cell) },
            Reason::Colour {
                region: cells, black: numbers.0, white: numbers.0, needed: numbers.1, crossing,
            },
        ] {
            if position.accepts(&reason) {
                prop_assert!(!position.is_live());
            }
        }
    }
}

#[test]
fn a_deduction_about_cells_off_the_board_is_rejected() {
    let position = position_after(3, 3, (3, 3), "RD");
    for cell in [(0, 1), (1, 0), (0, 0), (4, 1), (3, 65_535)] {
        let step =
            Step { edge: (cell, (1, 1)), used: true, because: Because::Degree { cell: (1, 1) } };
        for contradiction in [
            Contradiction::Degree { cell },
            Contradiction::SmallLoop { chain: vec![cell, (1, 2)] },
            Contradiction::CutOff { cells: vec![cell], door: None },
            Contradiction::CutOff { cells: vec![(1, 2)], door: Some(cell) },
            Contradiction::Colour { region: vec![cell] },
        ] {
            for steps in [vec![], vec![step.clone()]] {
                let contradiction = contradiction.clone();
                assert!(!position.accepts(&Reason::Deduction(Deduction { steps, contradiction })));
            }
        }
    }
}
