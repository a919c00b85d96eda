//! Which questions the theory of rules on one board, by proofs, has to refute.

use std::collections::BTreeSet;

use deadmove_checker::{Pattern, Rule, Verdict, placements, questions, square};

/// A rule of which no two placements are equal.
fn rule(numbers: &[u8]) -> Rule {
    let text = r#"{"name":"a test","placements":[],
     "pattern":{"cells":[[[1,0],"wall"],[[2,1],"free"]],"segments":[],"lines":[]},
     "unless":[],"forbids":[{"move":"U","unless_in":[]},{"move":"L","unless_in":[]}]}"#;
    Rule { placements: numbers.to_vec(), ..serde_json::from_str(text).unwrap() }
}

#[test]
fn only_equal_placements_and_rules_with_all_below_the_diagonal_are_left_unasked() {
    let graph = square(5).unwrap();
    for numbers in [&[0][..], &[3, 5], &[1, 2, 3, 4, 5, 6, 7], &[0, 1, 2, 3, 4, 5, 6, 7]] {
        let rule = rule(numbers);
        let found = placements(&graph, &rule);
        let expected: BTreeSet<(usize, u8)> = (0..25)
            .filter(|cell| numbers.len() < 8 || cell % 5 >= cell / 5)
            .flat_map(|cell| numbers.iter().map(move |&number| (cell, number)))
            .collect();
        assert_eq!(found.len(), expected.len());
        for (live_end, number, placed) in found {
            assert!(expected.contains(&(live_end, number)));
            assert_eq!(placed, rule.placed(number));
        }
    }
    // Equal placements are asked once.
    let equal = Rule { pattern: Pattern::default(), forbids: Vec::new(), ..rule(&[0, 1, 2, 3]) };
    assert_eq!(placements(&graph, &equal).len(), 25);
}

#[test]
fn a_sound_rule_is_asked_about_the_forbidden_moves_and_a_vacuous_one_about_each_step() {
    let rule = rule(&[0]);
    assert_eq!(questions(&rule, Verdict::Sound), [('U', 'U'), ('L', 'L')].into());
    let steps = ['U', 'D', 'L', 'R'];
    let all = ['U', 'L'].into_iter().flat_map(|letter| steps.map(|step| (letter, step)));
    assert_eq!(questions(&rule, Verdict::Vacuous), all.collect());
}
