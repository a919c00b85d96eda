//! Rules compared with others, against plain sets of the moves they forbid.

use std::collections::BTreeSet;

use deadmove_core::board::{Board, Move};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::load;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;
use deadmove_search::compare;
use deadmove_verify::live_set::{LiveEntry, LiveSet};
use rayon::iter::ParallelIterator;

/// Moves of positions, transposed ones too.
type MoveSet = BTreeSet<(u128, Move)>;

/// The dead moves of a list that a rule forbids, by a separate matcher.
fn forbidden(live_set: &LiveSet, rule: &Rule) -> MoveSet {
    let side = live_set.grid().side();
    let board = Board::corner_to_corner(side, side).unwrap();
    let set = RuleSet::compile(std::slice::from_ref(rule), &board);
    let mut matcher = set.matcher();
    let mut all = BTreeSet::new();
    for drawn in 1..=live_set.layers() {
        let positions: Vec<LiveEntry> = live_set.layer(drawn).collect();
        let both = |entry: LiveEntry| [Some(entry), live_set.transposed(entry)];
        for entry in positions.into_iter().flat_map(both).flatten() {
            let live = Moves::from_bits(entry.live_moves);
            let moves = matcher.forbidden_in_bits(entry.key.free(), entry.key.live_end());
            all.extend(moves.without(live).iter().map(|direction| (entry.key.0, direction)));
        }
    }
    all
}

#[test]
fn rules_are_alike_exactly_where_plain_sets_of_moves_say_so() {
    let live_set = LiveSet::build(7, &|_| {}).unwrap();
    let rules = |folder: &str| {
        let loaded = load(&[deadmove_testing::root().join("rules").join(folder)]);
        let board = Board::corner_to_corner(7, 7).unwrap();
        let claims = loaded.unwrap().rules_for(&board).unwrap();
        claims.into_iter().map(|claim| claim.rule).collect::<Vec<Rule>>()
    };
    let found = rules("all-sizes");
    let known = compare::claims(&[rules("edge"), rules("near-field")].concat());
    let sets = |rules: &[Rule]| -> Vec<MoveSet> {
        rules.iter().map(|rule| forbidden(&live_set, rule)).collect()
    };
    let (mine, theirs) = (sets(&found), sets(&known));
    let (mut same, mut wider, mut narrower) = (0, 0, 0);
    let all: MoveSet = theirs.iter().flatten().copied().collect();
    for (relation, mine) in compare::on_list(&live_set, &found, &known).iter().zip(&mine) {
        let numbers = |wanted: &dyn Fn(&MoveSet) -> bool| -> Vec<usize> {
            let all = theirs.iter().enumerate();
            let some = all.filter(|(_, set)| !mine.is_empty() && !set.is_empty() && wanted(set));
            some.map(|(at, _)| at).collect()
        };
        assert_eq!(relation.same, numbers(&|theirs| theirs == mine));
        assert_eq!(relation.wider, numbers(&|theirs| mine.is_subset(theirs) && theirs != mine));
        assert_eq!(relation.narrower, numbers(&|theirs| theirs.is_subset(mine) && theirs != mine));
        assert_eq!(relation.forbids, mine.len() as u64);
        assert_eq!(relation.new, mine.difference(&all).count() as u64);
        same += relation.same.len();
        wider += relation.wider.len();
        narrower += relation.narrower.len();
    }
    assert!(
        same > 0 && wider > 0 && narrower > 10,
        "{same} same, {wider} wider, {narrower} narrower"
    );
    let names: BTreeSet<&str> = known.iter().map(|rule| rule.head.name.as_str()).collect();
    let c_shape = ["C-shape (ahead)", "C-shape (right)", "C-shape (behind)"];
    assert!(c_shape.iter().all(|name| names.contains(name)), "{names:?}");
}
