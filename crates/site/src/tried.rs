//! For each rule a position that it matches, to try it in.

use std::sync::Arc;

use deadmove_core::board::Board;
use deadmove_core::formats::parse_position;
use deadmove_core::position::Position;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::Rule;
use deadmove_verify::random_lines::hamiltonian_paths;

use crate::RuleEntry;

/// The boards on which positions are sought, smallest first, and the lines drawn on each.
const SIDES: [usize; 5] = [5, 7, 9, 11, 13];
const LINES: usize = 20;

/// A position for each rule file in which it forbids a move: the last one on the line that its
/// source names, or one on a random line. None if none of those lines has one.
pub fn positions(entries: &[&RuleEntry]) -> Vec<Option<Position>> {
    let sources = |entry: &&RuleEntry| {
        entry.file.rule_file.head().sources.iter().find_map(|source| in_source(entry, source))
    };
    let mut found: Vec<Option<Position>> = entries.iter().map(sources).collect();
    for side in SIDES {
        let board = Arc::new(Board::corner_to_corner(side, side).expect("a board of that size"));
        let mut owners = Vec::new();
        let mut rules: Vec<Rule> = Vec::new();
        for (at, entry) in entries.iter().enumerate().filter(|(at, _)| found[*at].is_none()) {
            // A family that is impossible here has no rules.
            rules.extend(entry.file.rule_file.rules(&board).unwrap_or_default());
            owners.resize(rules.len(), at);
        }
        let set = RuleSet::compile(&rules, &board);
        let mut matcher = set.matcher();
        for line in hamiltonian_paths(side, side, 1).take(LINES) {
            let mut position = Position::start(Arc::clone(&board));
            for step in line {
                for matched in matcher.matches(&position) {
                    let place = &mut found[owners[matched.rule]];
                    if place.is_none() && !matched.moves.is_empty() {
                        *place = Some(position.clone());
                    }
                }
                position = position.after(step);
            }
        }
    }
    found
}

/// The position of a source that is a command with `--board` and `--path`.
pub fn position_of_source(source: &str) -> Option<Position> {
    let after = |option: &str| source.split_whitespace().skip_while(|word| *word != option).nth(1);
    let (width, height) = after("--board")?.split_once('x')?;
    let board = Board::corner_to_corner(width.parse().ok()?, height.parse().ok()?).ok()?;
    parse_position(board.into(), after("--path")?).ok()
}

/// The last position that a rule matches on the line of its source.
fn in_source(entry: &RuleEntry, source: &str) -> Option<Position> {
    let whole = position_of_source(source)?;
    let set = RuleSet::compile(&entry.file.rule_file.rules(whole.board()).ok()?, whole.board());
    let mut matcher = set.matcher();
    let mut forbids = |position: &Position| {
        matcher.matches(position).iter().any(|matched| !matched.moves.is_empty())
    };
    (0..=whole.path().len()).rev().map(|steps| whole.prefix(steps)).find(|at| forbids(at))
}
