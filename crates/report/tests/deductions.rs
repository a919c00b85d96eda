//! Deductions as text and as pictures: of the example in docs/explanation/lemmas.md, and of five
//! positions from one person's collection.

use std::path::Path;

use deadmove_core::formats::{Input, load, read_batch};
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limits, Outcome};
use deadmove_engine::expectation::Unmet;
use deadmove_engine::judge::{Engine, judge};
use deadmove_report::judgement::{full, move_verdicts, picture};
use deadmove_report::svg::svg;
use insta::{assert_snapshot, with_settings};

/// Compares text and picture of a dead position with the snapshots of this name.
fn assert_shown(name: &str, input: &Input) {
    let judgement = judge(&input.position, Engine::Sat, &Limits::default()).unwrap();
    assert!(matches!(judgement.answer, Outcome::Dead(Reason::Deduction(_))), "{name}");
    let text = full(input, &judgement, &Unmet::default(), false);
    let verdicts = move_verdicts(&judgement);
    let drawing = svg(&picture(&input.position, &judgement, &verdicts));
    with_settings!({ omit_expression => true }, {
        assert_snapshot!(format!("{name}_text"), text);
        assert_snapshot!(format!("{name}_svg"), drawing);
    });
}

#[test]
fn the_example_of_the_readme_is_shown_step_by_step() {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/reasons/deduction.case");
    assert_shown("example", &load(&case).unwrap().remove(0));
}

#[test]
fn five_deductions_of_real_positions_are_shown_step_by_step() {
    let file = deadmove_testing::root().join("../shared/corpus/positions.jsonl");
    let Ok(text) = std::fs::read(&file) else {
        println!("skipped: no corpus");
        return;
    };
    let chosen = [
        ("one_colour_step", "2023_1005"),
        ("a_two_edge_cut", "2024_0623"),
        ("three_causes", "2024_0611_3"),
        ("four_steps", "2026_0410_6"),
        ("two_edge_cuts_and_colour", "9_1261580"),
    ];
    let inputs: Vec<Input> = read_batch(&text[..], None).map(|item| item.input.unwrap()).collect();
    for (name, of) in chosen {
        let input = inputs.iter().find(|input| input.name == of).expect("a position of that name");
        assert_shown(name, input);
    }
}
