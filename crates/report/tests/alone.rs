//! Drawings that are looked at without the report: what they say by themselves.

use deadmove_core::board::{Board, Move};
use deadmove_core::formats::{load, parse_path, parse_position};
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, judge};
use deadmove_report::rule::{Expansion, sheet_svg};
use deadmove_report::{Picture, check, judgement, svg};
use deadmove_rules::RuleFile;
use deadmove_verify::check::Example;
use deadmove_verify::confirm::confirm;

/// The texts of an SVG in one line.
fn words(svg: &str) -> String {
    let texts = svg.split("</text>").filter_map(|part| part.rsplit('>').next());
    texts.map(str::trim).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_live_position_without_a_name_has_a_title_and_says_why_moves_are_dead() {
    let board = Board::corner_to_corner(7, 7).unwrap();
    let position = parse_position(board.into(), "RRRRRRDDDDLLLLU").unwrap();
    let judgement = judge(&position, Engine::Sat, &Limits::default()).unwrap();
    let verdicts = judgement::move_verdicts(&judgement);
    let notes = judgement::dead_moves(&position, &judgement);
    let picture = judgement::picture(&position, &judgement, &verdicts);
    let drawing = svg(&Picture { notes: &notes, ..picture });
    assert!(drawing.contains(r##"font-weight="bold" fill="#222222">7×7 board, live</text>"##));
    let why = "U and L are dead, colour: 5 black and 4 white cells: at least 2 more of the line's \
               steps out of them must leave black cells than white ones, and only 1 of the 2 edges \
               out starts at a black one";
    assert!(words(&drawing).contains(why), "{}", words(&drawing));
}

#[test]
fn a_dead_position_says_nothing_about_single_moves() {
    let file = deadmove_testing::root().join("cases/reasons/colour.case");
    let position = load(&file).unwrap().remove(0).position;
    let judgement = judge(&position, Engine::Sat, &Limits::default()).unwrap();
    assert_eq!(judgement::dead_moves(&position, &judgement), [""; 0]);
}

#[test]
fn a_dead_move_that_no_rule_forbids_is_drawn_with_its_reason() {
    let example = Example { size: 5, path: parse_path("DR").unwrap(), direction: Move::Down };
    let example = confirm(&example, Verdict::Dead).unwrap();
    let drawing = check::svg(&example, "No rule of a.set forbids D, which is dead", None);
    let reason = "dead end: cell (2,1) needs 2 ways in or out and has only (3,1)";
    assert!(words(&drawing).contains(reason), "{}", words(&drawing));
}

#[test]
fn the_legend_shows_a_counted_cell_in_the_colours_of_the_board() {
    let file = deadmove_testing::root().join("cases/reasons/deduction.case");
    let position = load(&file).unwrap().remove(0).position;
    let judgement = judge(&position, Engine::Sat, &Limits::default()).unwrap();
    let drawing = svg(&judgement::picture(&position, &judgement, &[]));
    assert!(words(&drawing).contains("cell of the region that a step names"));
    // The shade of cells that the reason does not mark: here it marks all of them.
    assert!(!drawing.contains("#e8f1fa"), "{drawing}");
}

#[test]
fn a_family_is_drawn_with_its_parameters_and_the_moves_that_its_claims_forbid() {
    let file = deadmove_testing::root().join("rules/area/u.rule");
    let file = deadmove_testing::rule_file(&file);
    let RuleFile::Family(family) = &file else { panic!("a family") };
    let drawing = sheet_svg(&file, &[Expansion::of(family, &[4]).unwrap()], false);
    let words = words(&drawing);
    assert!(words.starts_with("U, small area: D = 4 D = 4: now white; now black"), "{words}");
    assert!(words.contains("D = 4: later white; later black"), "{words}");
    assert!(words.contains("forbidden forbidden unless in a region"), "{words}");
}

#[test]
fn placements_of_a_rule_repeat_its_shapes_with_the_classes_that_give_them_their_colours() {
    let file = deadmove_testing::root().join("rules/near-field/close-across-left.rule");
    let drawing = sheet_svg(&deadmove_testing::rule_file(&file), &[], false);
    let live_ends = drawing.matches("<circle class=\"live\" r=\"10\"/>").count();
    assert_eq!(live_ends, 1 + 1 + 8, "in the picture, its legend and 8 placements");
    assert!(!drawing.contains("<use") && !drawing.contains(" id="), "{drawing}");
}
