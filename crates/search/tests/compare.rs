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

/// All positions of a list, transposed ones too.
fn positions(live_set: &LiveSet) -> Vec<LiveEntry> {
    let both = |entry: LiveEntry| [Some(entry), live_set.transposed(entry)];
    let layers = (1..=live_set.layers()).map(|drawn| live_set.layer(drawn).collect::<Vec<_>>());
    layers.flatten().flat_map(both).flatten().collect()
}

/// The dead moves of some positions that a rule forbids, by a separate matcher.
fn forbidden(positions: &[LiveEntry], board: &Board, rule: &Rule) -> MoveSet {
    let set = RuleSet::compile(std::slice::from_ref(rule), board);
    let mut matcher = set.matcher();
    let mut all = BTreeSet::new();
    for entry in positions {
        let live = Moves::from_bits(entry.live_moves);
        let moves = matcher.forbidden_in_bits(entry.key.free(), entry.key.live_end());
        all.extend(moves.without(live).iter().map(|direction| (entry.key.0, direction)));
    }
    all
}

/// The rules of a folder for a board.
fn rules(folder: &str, size: usize) -> Vec<Rule> {
    let loaded = load(&[deadmove_testing::root().join("rules").join(folder)]);
    let board = Board::corner_to_corner(size, size).unwrap();
    loaded.unwrap().rules_for(&board).unwrap().into_iter().map(|claim| claim.rule).collect()
}

/// What each of the rules drawn by hand claims.
fn known(size: usize) -> Vec<Rule> {
    compare::claims(&[rules("edge", size), rules("near-field", size)].concat())
}

/// Compares one in so many of the found rules with one in so many of the known ones on a board, and
/// both with plain sets. Returns how many pairs are the same, wider and narrower.
fn compared(size: usize, [of_found, of_known]: [usize; 2]) -> [usize; 3] {
    let live_set = LiveSet::build(size, &|_| {}).unwrap();
    let (positions, board) = (positions(&live_set), live_set.board());
    let every = |nth: usize, rules: Vec<Rule>| -> Vec<Rule> {
        rules.into_iter().skip(nth - 1).step_by(nth).collect()
    };
    let (found, known) = (every(of_found, rules("all-sizes", size)), every(of_known, known(size)));
    let sets = |rules: &[Rule]| -> Vec<MoveSet> {
        rules.iter().map(|rule| forbidden(&positions, &board, rule)).collect()
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
    [same, wider, narrower]
}

#[test]
fn rules_are_alike_exactly_where_plain_sets_of_moves_say_so() {
    let [_, wider, narrower] = compared(5, [1, 1]);
    assert!(wider > 0 && narrower > 10, "{wider} wider, {narrower} narrower");
    // These steps leave some pairs of each kind.
    let kinds = compared(7, [5, 7]);
    assert!(kinds.iter().all(|&pairs| pairs > 0), "{kinds:?}");
}

#[test]
#[ignore = "some seconds"]
fn all_rules_are_alike_on_7x7_exactly_where_plain_sets_of_moves_say_so() {
    let [same, wider, narrower] = compared(7, [1, 1]);
    assert!(
        same > 0 && wider > 0 && narrower > 10,
        "{same} same, {wider} wider, {narrower} narrower"
    );
}

#[test]
fn the_claims_of_a_rule_that_forbids_several_moves_are_named_by_the_moves() {
    let known = known(7);
    let names: BTreeSet<&str> = known.iter().map(|rule| rule.head.name.as_str()).collect();
    let c_shape = ["C-shape (ahead)", "C-shape (right)", "C-shape (behind)"];
    assert!(c_shape.iter().all(|name| names.contains(name)), "{names:?}");
}
