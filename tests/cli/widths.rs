//! The width of what is printed for a person: it fits into a terminal of 80 columns.

use super::program::deadmove;

/// The columns of a report.
const WIDTH: usize = 80;

/// The lines of an output that are wider than a report. Commands and paths may be: they are for
/// copying. So may JSON and what is written for a shell.
pub fn too_wide<'a>(words: &[String], printed: &'a str) -> Vec<&'a str> {
    let data = ["--json", "schema", "completions", "man"];
    if words.iter().any(|word| data.contains(&word.as_str())) {
        return Vec::new();
    }
    let crosses = |line: &&str| {
        // The word in the last column, and what is left of it beyond.
        let Some((at, _)) = line.char_indices().nth(WIDTH) else { return false };
        let begin = line[..at].rfind(' ').map_or(0, |blank| blank + 1);
        let word = line[begin..].split(' ').next().unwrap_or_default();
        !word.contains('/') && !line.contains("deadmove ")
    };
    printed.lines().filter(crosses).collect()
}

#[test]
fn reports_that_the_tour_does_not_show_fit_into_80_columns_too() {
    let lines = [
        "rules list rules",
        "rules list known-wrong",
        "rules lint rules --verbose",
        "rules show rules/lemmas/colour.rule",
        "rules show rules/area/h.rule --all-placements",
        "check rules --size 5 --verbose",
        "check Cargo.toml --size 5",
        "check no-such-set --size 5",
        "check lemmas --sizes 3,5",
        "explain rules --position cases/corpus/9x9-turns-at-25.case --at 25",
        "judge cases/reasons/deduction.case",
        "judge cases/reasons",
        "missed rules --size 5 --sound-only",
        "missed rules/edge --size 5 --top 1",
        "obey rules --size 5",
        "prove rules/area/u.rule --max 4",
        "stats rules/edge --sizes 3,5 --runs 5",
        "stats lemmas --sizes 3 --limit 9 --runs 2",
        "loops verify --max-size 3",
    ];
    let mut faults = Vec::new();
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let ran = deadmove(&words);
        let printed = format!("{}{}", ran.stdout(), ran.stderr());
        for wide in too_wide(&[], &printed) {
            faults.push(format!("deadmove {line}\n{wide}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn only_commands_and_paths_may_cross_the_last_column() {
    let prose = "word ".repeat(17);
    let fits = "word ".repeat(16);
    let path = format!("{}folder/file", "word ".repeat(15));
    let command = format!("deadmove {prose}");
    let printed = [prose.trim_end(), fits.trim_end(), &path, &command].join("\n");
    assert_eq!(too_wide(&[], &printed), [prose.trim_end()]);
    assert_eq!(too_wide(&["--json".to_owned()], &printed), [""; 0]);
}
