//! The shipped rules, random positions and random rules.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::generate::hamiltonian_path;
use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_core::reason::{Reason, SearchEngine};
use deadmove_engine::judge::{EngineAnswer, Judgement};
use deadmove_rules::geometry::{Offset, Placement, Placements};
use deadmove_rules::load::{KnownWrong, Loaded, LoadedFile, load_with};
use deadmove_rules::model::{
    CellTest, Extent, Forbidden, Head, Pattern, RegionTest, Rule, Segment, Side, Sizes,
};
use proptest::prelude::*;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// The shipped rules with pictures, in the order of their files; those of `rules/lifted`, which are
/// alike, sampled.
pub fn rule_files() -> Vec<LoadedFile> {
    let mut files = all_rule_files();
    files.retain(|file| !file.rule_file.reads_the_whole_board());
    crate::sample_of_lifted(&mut files, |file| &file.path);
    files
}

/// All shipped rules, those that name lemmas among them.
pub fn all_rule_files() -> Vec<LoadedFile> {
    let rules = crate::root().join("rules");
    let all = load_with(&[rules.clone(), rules.join("lemmas")], KnownWrong::Include);
    all.and_then(Loaded::all).unwrap_or_else(|error| panic!("{error}"))
}

/// Positions on random filling paths: all of them are live.
pub fn live_positions(size: u16, count: usize, rng: &mut impl Rng) -> Vec<Position> {
    let board =
        Arc::new(Board::corner_to_corner(usize::from(size), usize::from(size)).expect("a board"));
    let mut positions = Vec::new();
    while positions.len() < count {
        let path = hamiltonian_path(usize::from(size), usize::from(size), rng.random());
        for _ in 0..20 {
            let length = rng.random_range(0..path.len());
            positions.push(Position::from_path(board.clone(), &path[..length]).expect("a path"));
        }
    }
    positions
}

/// Replaces the reasons of dead answers in a judgement by a search, so that its certificate has to
/// prove them.
pub fn without_short_reasons(position: &Position, judgement: &mut Judgement) {
    let hide = |position: &Position, answer: &mut EngineAnswer| {
        // There is a formula only for positions whose end cell is free.
        if answer.reason().is_some() && position.is_free(position.board().end()) {
            *answer = EngineAnswer::Dead(Reason::Search { engine: SearchEngine::Sat, cut_sets: 0 });
        }
    };
    hide(position, &mut judgement.answer);
    for (direction, answer) in &mut judgement.moves {
        hide(&position.after(*direction), answer);
    }
}

/// Positions on random walks that only avoid themselves: mostly dead ones.
pub fn walk_positions(board: &Arc<Board>, count: usize, rng: &mut impl Rng) -> Vec<Position> {
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::start(board.clone());
        loop {
            positions.push(position.clone());
            let moves: Vec<Move> = position.legal_moves().collect();
            // Preferring cells with few free neighbours fills more of the board before the walk is
            // stuck.
            let room = |m: &Move| position.after(*m).legal_moves().count();
            let Some(&m) = (if rng.random_bool(0.7) {
                moves.iter().min_by_key(|m| room(m))
            } else {
                moves.choose(rng)
            }) else {
                break;
            };
            if position.live_end() == board.end() {
                break;
            }
            position = position.after(m);
        }
    }
    positions
}

fn offset() -> impl Strategy<Value = Offset> {
    prop_oneof![
        6 => (-2i16..=2, -2i16..=2),
        3 => (-4i16..=4, -4i16..=4),
        1 => (-8i16..=8, -8i16..=8),
    ]
    .prop_map(|(right, down)| Offset::new(right, down))
    .prop_filter("not the live end", |c| *c != Offset::LIVE_END)
}

fn cell_test() -> impl Strategy<Value = CellTest> {
    prop::sample::select(CellTest::ALL.to_vec())
}

fn region_test() -> impl Strategy<Value = RegionTest> {
    let surplus = |from, to, inside| RegionTest::Surplus { from, to, inside };
    prop_oneof![
        Just(RegionTest::Even),
        Just(RegionTest::Odd),
        (-3i32..=3).prop_map(RegionTest::surplus_is),
        (-3i32..=3).prop_map(move |k| surplus(Some(k), None, true)),
        (-3i32..=3).prop_map(move |k| surplus(None, Some(k), true)),
        (-3i32..=0, 0i32..=3, any::<bool>()).prop_map(move |(a, b, inside)| surplus(
            Some(a),
            Some(b),
            inside
        )),
    ]
}

fn segment() -> impl Strategy<Value = Segment> {
    let start = (-2i16..=2, -2i16..=2).prop_map(|(x, y)| Offset::new(x, y));
    let steps = prop::collection::vec(any::<bool>(), 0..5);
    let extent = prop::sample::select(vec![
        Extent::Enclosed,
        Extent::Enclosed,
        Extent::EnclosedOrEmpty,
        Extent::Empty,
    ]);
    let tests = prop::collection::vec(region_test(), 0..=2).prop_filter("not both", |tests| {
        !(tests.contains(&RegionTest::Even) && tests.contains(&RegionTest::Odd))
    });
    (start, any::<(bool, bool)>(), steps, 1usize..16, extent, tests).prop_filter_map(
        "cells and a side",
        |(start, (right, down), steps, sides, extent, tests)| {
            let mut cells = BTreeSet::from([start]);
            let mut cell = start;
            for sideways in steps {
                cell = cell.step(match (sideways, right, down) {
                    (true, true, _) => Move::Right,
                    (true, false, _) => Move::Left,
                    (false, _, true) => Move::Down,
                    (false, _, false) => Move::Up,
                });
                cells.insert(cell);
            }
            if cells.contains(&Offset::LIVE_END) {
                return None;
            }
            let cells = Segment::in_order(&cells).ok()?;
            // The first side from a random one on that fits.
            let side = (0..16).map(|i| (sides + i) % 16).find_map(|bits| {
                let directions: Vec<Move> =
                    Move::ALL.into_iter().filter(|&m| bits >> m as usize & 1 == 1).collect();
                let side = Side::new(&directions);
                Segment::check_side(&cells, side).ok().map(|()| side)
            })?;
            Some(Segment { cells, side, extent, tests })
        },
    )
}

fn pattern() -> impl Strategy<Value = Pattern> {
    let cells = prop::collection::btree_map(offset(), cell_test(), 0..4);
    (
        cells,
        prop::collection::vec(segment(), 0..=2),
        prop::option::weighted(0.1, (offset(), offset())),
    )
        .prop_map(|(mut cells, segments, line): (BTreeMap<_, _>, Vec<Segment>, _)| {
            let covered: BTreeSet<Offset> =
                segments.iter().flat_map(|s| s.cells.iter().copied()).collect();
            cells.retain(|cell, _| !covered.contains(cell));
            let mut forced_lines = Vec::new();
            if let Some((one, other)) = line
                && one != other
            {
                cells.remove(&one);
                cells.remove(&other);
                forced_lines.push([one.min(other), one.max(other)]);
            }
            Pattern { cells, segments, forced_lines }
        })
}

fn text() -> impl Strategy<Value = String> {
    "[A-Za-zé0-9(][A-Za-z0-9 ,:#'ü.-]{0,20}[A-Za-z0-9)]"
}

/// Random rules.
pub fn rule() -> impl Strategy<Value = Rule> {
    let placements = prop::collection::btree_set(0u8..8, 1..=8).prop_map(|numbers| {
        numbers.into_iter().map(|n| Placement::new(n / 2, n % 2 == 1)).collect::<Placements>()
    });
    let sizes = prop_oneof![
        8 => Just(Sizes::All),
        1 => (1u16..30).prop_map(Sizes::Only),
        1 => (1u16..30).prop_map(Sizes::From)
    ];
    let texts = || prop::collection::vec(text(), 0..=2);
    let wrong_since = prop::option::weighted(0.1, 1u16..30);
    let texts = (texts(), texts());
    let head = (text(), prop::option::of(text()), sizes, placements, wrong_since, texts).prop_map(
        |(name, family, sizes, placements, wrong_since, (sources, remarks))| Head {
            name,
            family,
            sizes,
            placements,
            wrong_since,
            sources,
            remarks,
        },
    );
    let forbids = prop::collection::btree_map(
        prop::sample::select(Move::ALL.to_vec()),
        prop::collection::btree_set(0usize..2, 0..=1),
        1..=4,
    );
    let unless = prop::collection::vec(pattern(), 0..=1);
    (head, pattern(), unless, forbids).prop_filter_map(
        "a forbidden cell that can be free",
        |(head, pattern, unless, forbids)| {
            let forbids: Vec<Forbidden> = forbids
                .into_iter()
                .map(|(direction, unless_in)| Forbidden {
                    direction,
                    unless_in: unless_in
                        .into_iter()
                        .filter(|&i| i < pattern.segments.len())
                        .collect(),
                })
                .collect();
            let never_free = |f: &Forbidden| {
                let test = pattern.cells.get(&Offset::LIVE_END.step(f.direction));
                matches!(test, Some(CellTest::Wall | CellTest::Drawn | CellTest::Outside))
            };
            (!forbids.iter().any(never_free))
                .then(|| Rule { unless, ..Rule::with_picture(head, pattern, forbids) })
        },
    )
}
