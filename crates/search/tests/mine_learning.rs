//! The parts of mining that small boards hardly need, and what each of them adds.

use deadmove_rules::model::Extent;
use deadmove_search::mine::examples::Examples;
use deadmove_search::mine::features::Row;
use deadmove_search::mine::language::{Condition, Feature, Language, Width};
use deadmove_search::mine::learn::{Effort, learn};
use deadmove_verify::live_set::LiveSet;

fn live_sets(size: usize) -> Vec<LiveSet> {
    (3..=size).step_by(2).map(|n| LiveSet::build(n, &|_| {}).unwrap()).collect()
}

const EFFORT: Effort = Effort {
    conditions: 2,
    nodes: 20_000,
    candidates: 4,
    beyond: 0,
    greedy: false,
    width: Width::Narrow,
};

/// Both views of some known dead moves.
fn rows(examples: &Examples<'_>, every: usize) -> Vec<Row> {
    let moves = examples.moves.iter().step_by(every);
    moves
        .flat_map(|&(live_set, key, direction)| examples.extractors[live_set].rows(key, direction))
        .collect()
}

fn holds_for_no_live_move(examples: &Examples<'_>, conditions: &[Condition]) -> bool {
    examples.live.all(conditions).iter().all(|&word| word == 0)
}

#[test]
fn conditions_added_one_by_one_explain_moves_that_need_more_than_the_limit() {
    let language = Language::new(2);
    let examples = Examples::read(&language, live_sets(7));
    let all = examples.all_dead();
    let mut found = 0;
    for row in rows(&examples, 921) {
        let few = Effort { conditions: 1, ..EFFORT };
        let without = learn(&language, &row, &examples.live, &examples.dead, &all, &few);
        let greedy = Effort { greedy: true, ..few };
        let with = learn(&language, &row, &examples.live, &examples.dead, &all, &greedy);
        if !without.is_empty() {
            assert_eq!(with, without, "what a search finds is better");
            continue;
        }
        for candidate in with {
            assert!(candidate.conditions.len() > 1 && candidate.covers > 0);
            assert!(holds_for_no_live_move(&examples, &candidate.conditions));
            // None of them is redundant.
            for at in 0..candidate.conditions.len() {
                let mut fewer = candidate.conditions.clone();
                fewer.remove(at);
                assert!(!holds_for_no_live_move(&examples, &fewer));
            }
            found += 1;
        }
    }
    assert!(found > 1, "{found}");
}

#[test]
fn a_wide_search_finds_rules_with_empty_sides_and_a_narrow_one_never_does() {
    let language = Language::new(2);
    let examples = Examples::read(&language, live_sets(7));
    let all = examples.all_dead();
    let is_empty = |condition: &Condition| {
        let feature = language.features[condition.feature as usize];
        condition.or_empty || matches!(feature, Feature::Empty { .. })
    };
    let mut empty = 0;
    for row in rows(&examples, 5_999) {
        let learned = |width| {
            let effort = Effort { candidates: 600, width, ..EFFORT };
            learn(&language, &row, &examples.live, &examples.dead, &all, &effort)
        };
        assert!(learned(Width::Narrow).iter().all(|c| !c.conditions.iter().any(is_empty)));
        for candidate in learned(Width::Wide) {
            assert!(holds_for_no_live_move(&examples, &candidate.conditions));
            let rule = language.rule("wide", &candidate.conditions);
            let said = rule.pattern.segments.iter().any(|s| s.extent != Extent::Enclosed);
            let asked = candidate.conditions.iter().any(is_empty);
            assert!(asked || !said);
            empty += usize::from(said);
        }
    }
    assert!(empty > 100, "{empty}");
}

#[test]
fn cells_further_away_are_for_wide_searches_only() {
    let language = Language::new(2);
    let asked = |width| {
        let cells = language.first_cell()..language.features.len();
        cells.flat_map(|at| language.conditions(at as u32, 0, width)).count()
    };
    // 25 cells without the live end and the one ahead; 56 without these: free, free and not the end
    // cell, wall.
    assert_eq!((asked(Width::Narrow), asked(Width::Wide)), (3 * 23, 3 * 54));
}
