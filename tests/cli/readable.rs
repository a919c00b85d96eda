//! What is printed for a person: it fits into a terminal of 80 columns, has no gaps, and counts as
//! one writes.

use super::program::deadmove;

/// The columns of a report.
const WIDTH: usize = 80;

/// What is counted.
const PLURALS: [&str; 16] = [
    "boards",
    "candidates",
    "cells",
    "claims",
    "conditions",
    "crossings",
    "fillings",
    "lines",
    "moves",
    "patterns",
    "positions",
    "rules",
    "runs",
    "steps",
    "units",
    "lines",
];

/// What is wrong with the output of a command, which has these words. JSON is for programs, and so
/// is what is written for a shell.
pub fn faults(words: &[String], printed: &str) -> Vec<String> {
    let data = ["--json", "schema", "completions", "man"];
    if words.iter().any(|word| data.contains(&word.as_str())) {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for line in printed.lines() {
        if is_too_wide(line) {
            faults.push(format!("more than {WIDTH} columns: {line}"));
        }
        if is_miscounted(line) {
            faults.push(format!("a number is not written as elsewhere: {line}"));
        }
    }
    if printed.contains("\n\n\n") {
        faults.push(format!("two empty lines in a row:\n{printed}"));
    }
    faults
}

/// Whether a line is wider than a report. Commands and paths may be: they are for copying.
fn is_too_wide(line: &str) -> bool {
    let Some((at, _)) = line.char_indices().nth(WIDTH) else { return false };
    // The word in the last column, and what is left of it beyond.
    let begin = line[..at].rfind(' ').map_or(0, |blank| blank + 1);
    let word = line[begin..].split(' ').next().unwrap_or_default();
    !word.contains('/') && !line.contains("deadmove ")
}

/// Whether a line counts one of something as several, or thousands without a comma.
fn is_miscounted(line: &str) -> bool {
    let words: Vec<&str> = line.split([' ', '(', ')', ';', ':', '.']).collect();
    (1..words.len()).any(|at| {
        let number = words[at - 1];
        let several = PLURALS.contains(&words[at].trim_end_matches(','));
        let digits = number.bytes().all(|byte| byte.is_ascii_digit());
        // As in `D - 1 steps`.
        let formula = at > 1 && words[at - 2] == "-";
        several && digits && !formula && (number == "1" || number.len() > 3)
    })
}

#[test]
fn reports_that_the_tour_does_not_show_are_readable_too() {
    let lines = [
        "rules list rules",
        "rules list known-wrong",
        "rules lint rules --verbose",
        "rules show rules/lemmas/colour.rule",
        "rules show rules/area/h.rule --all-placements",
        "check Cargo.toml --size 5",
        "check no-such-set --size 5",
        "check lemmas --sizes 3,5",
        "explain rules --position cases/corpus/9x9-turns-at-25.case --at 25",
        "judge cases/reasons/deduction.case",
        "judge cases/reasons",
        "check rules --size 5 --missed --sound-only --stuck --verbose",
        "check rules/edge --size 5 --missed --top 1",
        "prove rules/area/u.rule --max 2",
        "walk rules/edge --order random --sizes 3,5 --runs 5",
        "walk lemmas --order random --size 3 --limit 9 --runs 2",
    ];
    let mut found = Vec::new();
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let ran = deadmove(&words);
        let printed = format!("{}{}", ran.stdout(), ran.stderr());
        for fault in faults(&[], &printed) {
            found.push(format!("deadmove {line}\n{fault}"));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n\n"));
}

#[test]
fn ascii_pictures_have_no_other_characters_and_json_stays_as_it_is() {
    let lines = [
        "judge cases --verbose",
        "judge cases/reasons/colour.case cases/reasons/deduction.case --verbose",
        "judge --board 15x15 --path RRDD",
        "explain rules --position cases/corpus/9x9-turns-at-25.case --at 25",
        "rules list rules",
        "rules show rules/lemmas/colour.rule",
        "rules show rules/area/h.rule --all-placements",
        "rules lint rules --verbose",
        "check rules --include-wrong --size 5 --missed --stuck",
        "prove rules/area/u.rule rules/near-field/far-straight-left-start-c.rule --max 2",
        "minimise --board 5x5 --path RRDLD --sizes 3",
        "walk rules/edge --order random --sizes 3,5 --runs 5",
        "judge no-such-file",
        "count --board 5x5",
    ];
    for line in lines {
        let words: Vec<&str> = line.split(' ').chain(["--ascii"]).collect();
        let ran = deadmove(&words);
        assert!(ran.code() != Some(70) && ran.to_string().is_ascii(), "{ran}");
    }
    let json = ["check", "lemmas", "--size", "5", "--json", "--ascii"];
    assert_eq!(deadmove(&json).stdout(), deadmove(&json[..5]).stdout());
    insta::assert_snapshot!(deadmove(&["judge", "cases/reasons/colour.case", "--ascii", "-v"]));
}

#[test]
fn only_commands_and_paths_may_cross_the_last_column() {
    let words = |number| "word ".repeat(number).trim_end().to_owned();
    for (line, wide) in [
        (words(17), true),
        (words(16), false),
        (format!("{} folder/file", words(15)), false),
        (format!("deadmove {}", words(17)), false),
    ] {
        assert_eq!(is_too_wide(&line), wide, "{line}");
    }
}

#[test]
fn wrong_numbers_and_gaps_are_found() {
    for line in ["1 of 1 rules", "answer: 1 cells", "(46222 moves)", "1 lines, 2 lines"] {
        assert!(is_miscounted(line), "{line}");
    }
    for line in ["1 rule", "11 rules", "46,222 moves", "n = 1", "D - 1 steps"] {
        assert!(!is_miscounted(line), "{line}");
    }
    assert_eq!(faults(&[], "a\n\nb\n"), [""; 0]);
    assert_eq!(faults(&[], "a\n\n\nb\n").len(), 1);
    assert_eq!(faults(&["--json".to_owned()], "1 rules\n\n\n"), [""; 0]);
}
