//! Random rules: their text, the compiled matcher beside the naive one, and rules and positions
//! that are turned and mirrored together.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::thread;

use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::position::Position;
use deadmove_rules::RuleFile;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::family::Parameter;
use deadmove_rules::geometry::{Offset, Placement, Placements};
use deadmove_rules::load::{Loaded, LoadedFile, LoadedRule};
use deadmove_rules::matcher::Match;
use deadmove_rules::model::{Forbidden, Rule, Sizes};
use deadmove_rules::moves::Moves;
use deadmove_testing::naive::Naive;
use deadmove_testing::random::{rule, rule_files, walk_positions};
use fixedbitset::FixedBitSet;
use proptest::collection::vec;
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Random rules without forced lines, which are only defined in live positions.
fn plain_rule() -> impl Strategy<Value = Rule> {
    rule().prop_filter("no forced lines", |rule| {
        let mut patterns = rule.unless.iter().chain([&rule.pattern]);
        patterns.all(|pattern| pattern.forced_lines.is_empty())
    })
}

/// Positions of a board that is not square, with blocked cells.
fn positions(seed: u64) -> Vec<Position> {
    let board = Board::new(6, 5, Some((1, 1)), Some((6, 2)), &[(3, 3), (6, 5)]).expect("a board");
    walk_positions(&Arc::new(board), 40, &mut ChaCha8Rng::seed_from_u64(seed))
}

/// The place of a cell after a board with these sides is turned and mirrored, from (1, 1) on.
fn turn((width, height): (u16, u16), by: Placement, cell: Cell) -> (usize, usize) {
    // Around the middle of the board, in half cells.
    let from_middle = |at: u16, side: u16| 2 * at as i16 - side as i16 - 1;
    let turned = |at: Offset| by.offset(at);
    let sides = turned(Offset::new(width as i16, height as i16));
    let at = turned(Offset::new(from_middle(cell.column, width), from_middle(cell.row, height)));
    let place = |at: i16, side: i16| ((at + side.abs() + 1) / 2) as usize;
    (place(at.right, sides.right), place(at.down, sides.down))
}

/// A position turned and mirrored: its board, free cells and live end.
fn turned(position: &Position, by: Placement) -> (Board, FixedBitSet, Cell) {
    let board = position.board();
    let sides = (board.width(), board.height());
    let place = |cell: Cell| turn(sides, by, cell);
    let blocked: Vec<(usize, usize)> = board.blocked_cells().map(place).collect();
    let size = by.offset(Offset::new(sides.0 as i16, sides.1 as i16));
    let [width, height] = [size.right, size.down].map(|side| usize::from(side.unsigned_abs()));
    let ends = [board.start(), board.end()].map(|cell| Some(place(cell)));
    let other = Board::new(width, height, ends[0], ends[1], &blocked).expect("a board");
    let cell = |cell: Cell| {
        let (column, row) = place(cell);
        Cell::new(column as u16, row as u16)
    };
    let mut free = FixedBitSet::with_capacity(other.cells());
    free.extend(position.free().ones().map(|i| other.index(cell(board.cell(i)))));
    let live_end = cell(position.live_end());
    (other, free, live_end)
}

/// The rule as its picture looks in one placement.
fn twin(rule: &Rule, by: Placement) -> Rule {
    let forbids = rule.forbids.iter().map(|forbidden| Forbidden {
        direction: by.direction(forbidden.direction),
        unless_in: forbidden.unless_in.clone(),
    });
    let unless = rule.unless.iter().map(|exception| exception.placed(by)).collect();
    let placed = Rule::with_picture(rule.head.clone(), rule.pattern.placed(by), forbids.collect());
    Rule { unless, ..placed }
}

/// A board of any size, square or not, standard or with other ends and blocked cells.
fn any_board(rng: &mut ChaCha8Rng) -> Board {
    let (width, height) = (rng.random_range(5..=51), rng.random_range(5..=51));
    let height = if rng.random() { width } else { height };
    if rng.random() {
        return Board::corner_to_corner(width, height).expect("a board");
    }
    let mut cell = || (rng.random_range(1..=width), rng.random_range(1..=height));
    let [start, end] = [cell(), cell()];
    let blocked: Vec<_> = (0..width * height / 40).map(|_| cell()).collect();
    let [start, end] = [start, end].map(Some);
    Board::new(width, height, start, end, &blocked)
        .or_else(|_| Board::new(width, height, Some((1, 1)), Some((width, 2)), &[]))
        .expect("a board")
}

/// A shipped rule, or a member of a shipped family with small parameters.
fn any_shipped_rule(files: &[LoadedFile], rng: &mut ChaCha8Rng) -> Option<Rule> {
    let mut rules = match &files.choose(rng)?.rule_file {
        RuleFile::Rule(rule) => vec![rule.clone()],
        RuleFile::Family(family) => {
            let value = |p: &Parameter| rng.random_range(p.from..=p.to.unwrap_or(p.from + 4));
            let parameters: Vec<i64> = family.parameters.iter().map(value).collect();
            family.expand(&parameters).expect("a member")
        }
    };
    rules.retain(|rule| rule.pattern.forced_lines.is_empty());
    (!rules.is_empty()).then(|| rules.swap_remove(rng.random_range(0..rules.len())))
}

#[test]
fn the_naive_matcher_agrees_on_ten_thousand_positions_of_all_sizes_and_shapes() {
    let halves = [0, 1].map(|first| thread::spawn(move || agree_on_five_thousand(first)));
    let matches: usize = halves.map(|half| half.join().expect("they agree")).iter().sum();
    // Not agreement on nothing.
    assert!(matches > 300, "{matches}");
}

/// Compares the matchers, with every second seed from the first on, and counts what matches.
fn agree_on_five_thousand(first: u64) -> usize {
    let files = rule_files();
    let (mut positions, mut matches) = (0, 0);
    for seed in (first..).step_by(2) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let board = Arc::new(any_board(&mut rng));
        let rules: Vec<Rule> = (0..3).filter_map(|_| any_shipped_rule(&files, &mut rng)).collect();
        let placed = |rule: &Rule| RuleSet::placements_of(rule).into_iter().map(|(at, _)| at);
        let placements: Vec<Vec<_>> = rules.iter().map(|rule| placed(rule).collect()).collect();
        let set = RuleSet::compile(&rules, &board);
        let mut matcher = set.matcher();
        let walk = walk_positions(&board, 1, &mut rng);
        for position in walk.sample(&mut rng, 50) {
            let naive = Naive::new(&board, |cell| position.is_free(cell), position.live_end());
            let mut expected = Vec::new();
            for (number, rule) in rules.iter().enumerate() {
                expected.extend(placements[number].iter().filter_map(|&placement| {
                    let moves = naive.forbidden(rule, placement)?.into_iter().collect();
                    Some(Match { rule: number, placement, moves })
                }));
            }
            assert_eq!(matcher.matches(position), expected, "seed {seed}");
            matches += expected.len();
            positions += 1;
        }
        if positions >= 5_000 {
            break;
        }
    }
    matches
}

#[test]
fn the_rules_that_can_match_a_position_have_all_its_matches() {
    let loaded = Loaded { files: rule_files(), ..Loaded::default() };
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let matches = |rules: &[LoadedRule], position: &Position| {
        let plain: Vec<Rule> = rules.iter().map(|rule| rule.rule.clone()).collect();
        let found = RuleSet::compile(&plain, position.board()).matcher().matches(position);
        assert_eq!(RuleSet::matches(&plain, position), found);
        let named = |m: Match| (rules[m.rule].rule.head.name.clone(), m.placement, m.moves);
        found.into_iter().map(named).collect::<Vec<_>>()
    };
    let mut found = 0;
    for (width, height) in [(5, 5), (9, 9), (8, 13)] {
        let board = Arc::new(Board::corner_to_corner(width, height).expect("a board"));
        let all = loaded.rules_for(&board).expect("families that expand");
        for position in walk_positions(&board, 1, &mut rng).sample(&mut rng, 10) {
            let some = loaded.rules_at(position).expect("families that expand");
            assert!(some.len() < all.len());
            let expected = matches(&all, position);
            assert_eq!(matches(&some, position), expected);
            assert!(are_those_that_can_match(&some, &all, position));
            found += expected.len();
        }
    }
    assert!(found > 0);
}

/// Whether some rules are those of all whose cells are as wanted in some placement.
fn are_those_that_can_match(some: &[LoadedRule], all: &[LoadedRule], position: &Position) -> bool {
    let can_match = |rule: &&Rule| {
        rule.head.placements.iter().any(|placement| rule.pattern.cells_hold(placement, position))
    };
    let all = all.iter().map(|rule| &rule.rule);
    some.iter().map(|rule| &rule.rule).eq(all.filter(can_match))
}

const WITH_EVERYTHING: &str = "
name        with everything
family      test
placements  upright
parameter   h from 0
let n = floor(h/2)
parameter   v from 1 to 4
let sum = n + v

free not end at (0 left, v ahead)
free from (1 right, 0 ahead), right n
wall at (h+1 left, 0 ahead) when h < 3
on board at (1 right, h ahead) when h > 0 and v < 3
segment a from (0 left, v ahead), ahead h: left side enclosed or empty
outside at (0 left, sum+2 behind)
drawn at (0 left, 1 behind) when v < 3

unless
wall at (1 left, v ahead)

case v < 3
  claim few: always forbids ahead
  claim own: always forbids ahead, left placed turned left and mirrored
case v >= 3
  claim many: always forbids right

picture for h = 0, v = 1
  ? a ?
  # L .
  ? + ?
  ? ? ?
  ? = ?
";

#[test]
fn a_family_with_every_kind_of_line_has_the_same_members_at_a_position() {
    let file = LoadedFile::parse("test.rule", WITH_EVERYTHING);
    let files = vec![file.unwrap_or_else(|error| panic!("{error}"))];
    let loaded = Loaded { files, ..Loaded::default() };
    let mut found = [0; 3];
    for position in positions(0).iter().chain(&positions(1)) {
        let all = loaded.rules_for(position.board()).expect("a family that expands");
        let some = loaded.rules_at(position).expect("a family that expands");
        assert!(are_those_that_can_match(&some, &all, position));
        for (count, claim) in found.iter_mut().zip(["few", "own", "many"]) {
            *count += some.iter().filter(|rule| rule.rule.head.name.ends_with(claim)).count();
        }
    }
    assert!(found.iter().all(|&count| count > 0), "{found:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn every_rule_survives_writing_and_reading(rule in rule()) {
        let file = RuleFile::Rule(rule);
        let text = file.write();
        let again = RuleFile::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!(&again, &file);
        prop_assert_eq!(again.write(), text);
    }

    #[test]
    fn the_matcher_finds_exactly_the_placements_that_match_by_definition(
        rule in plain_rule(),
        seed: u64,
    ) {
        for position in positions(seed) {
            let board = position.board();
            let naive = Naive::new(board, |cell| position.is_free(cell), position.live_end());
            let by_definition: BTreeSet<(Placement, Moves)> = RuleSet::placements_of(&rule)
                .into_iter()
                .filter_map(|(at, _)| Some((at, naive.forbidden(&rule, at)?.into_iter().collect())))
                .collect();
            let set = RuleSet::compile(std::slice::from_ref(&rule), board);
            let found = set.matcher().matches(&position);
            let found: BTreeSet<_> = found.into_iter().map(|m| (m.placement, m.moves)).collect();
            prop_assert_eq!(found, by_definition);
        }
    }

    #[test]
    fn one_position_is_matched_as_by_a_set_for_all(rules in vec(rule(), 1..5), seed: u64) {
        for position in positions(seed) {
            let set = RuleSet::compile(&rules, position.board());
            prop_assert_eq!(RuleSet::matches(&rules, &position), set.matcher().matches(&position));
        }
    }

    #[test]
    fn a_turned_rule_forbids_the_turned_moves_in_turned_positions(
        mut rule in plain_rule(),
        turns in 0u8..4,
        mirrored: bool,
        seed: u64,
    ) {
        let by = Placement::new(turns, mirrored);
        rule.head.sizes = Sizes::All;
        rule.head.placements = [Placement::UPRIGHT].into_iter().collect::<Placements>();
        let twin = twin(&rule, by);
        for position in positions(seed) {
            let (board, free, live_end) = turned(&position, by);
            let upright = RuleSet::compile(std::slice::from_ref(&rule), position.board());
            let forbidden = upright.matcher().forbidden(position.free(), position.live_end());
            let other = RuleSet::compile(std::slice::from_ref(&twin), &board);
            let expected: Moves = forbidden.iter().map(|m: Move| by.direction(m)).collect();
            prop_assert_eq!(other.matcher().forbidden(&free, live_end), expected);
        }
    }
}
