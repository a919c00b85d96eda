//! Explanations of real positions with all shipped rules. Skipped where the corpus is not beside
//! the checkout.

use std::collections::BTreeMap;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use deadmove_core::formats::{Input, load, read_batch};
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, judge};
use deadmove_report::explain;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::{LoadedFile, load as load_rules};
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;
use deadmove_verify::explain::{Explanation, explain};
use insta::assert_snapshot;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// One path file of each kind, three unsolved positions, and positions where the program that saved
/// them was wrong.
const PATH_FILES: [&str; 5] =
    ["2024_0701_1", "2024_0604_1", "2023_1007", "2023_1022", "2024_0326_1"];
const POSITIONS: [&str; 5] = [
    "unsolved/2026_0520",
    "unsolved/2026_0519_4",
    "unsolved/2026_0408_2",
    "2023_0927",
    "2024_0619_2",
];

fn corpus() -> Option<PathBuf> {
    let corpus = Path::new(ROOT).join("../shared/corpus");
    if !corpus.is_dir() {
        println!("skipped: {} is not there", corpus.display());
        return None;
    }
    Some(corpus)
}

fn rules_for(input: &Input) -> Vec<Rule> {
    static FILES: LazyLock<Vec<LoadedFile>> =
        LazyLock::new(|| load_rules(&[Path::new(ROOT).join("rules")]).unwrap().all().unwrap());
    let board = input.position.board();
    FILES.iter().flat_map(|file| file.rule_file.rules(board).unwrap()).collect()
}

fn explained(input: &Input, rules: &[Rule]) -> Explanation {
    let judgement = judge(&input.position, Engine::Sat, &Limits::default()).unwrap();
    explain(&input.position, judgement, rules)
}

#[test]
fn explanations_of_corpus_positions_are_readable() {
    let Some(corpus) = corpus() else { return };
    let mut inputs: Vec<Input> = PATH_FILES
        .iter()
        .map(|name| load(&corpus.join("path-files").join(format!("{name}.txt"))).unwrap().remove(0))
        .collect();
    let file = std::fs::File::open(corpus.join("positions.jsonl")).unwrap();
    let positions = read_batch(BufReader::new(file), None).map(|item| item.input.unwrap());
    inputs.extend(positions.filter(|input| POSITIONS.contains(&input.name.as_str())));
    assert_eq!(inputs.len(), 10);
    for input in inputs {
        let rules = rules_for(&input);
        let explanation = explained(&input, &rules);
        let text = explain::text(&input.name, &input.position, &explanation, &rules, false);
        let json = explain::json(&input.name, &input.position, &explanation, (&rules, &[]));
        assert_snapshot!(input.name.replace('/', " "), format!("{text}\n{json}"));
    }
}

/// The rules that forbid a live move of a corpus position, with how often. Each of them is wrong as
/// its source draws it; a new name here is a wrong rule or a wrong reading.
#[test]
fn only_rules_known_to_be_wrong_forbid_live_moves_of_corpus_positions() {
    let Some(corpus) = corpus() else { return };
    let file = std::fs::File::open(corpus.join("positions.jsonl")).unwrap();
    let mut by_size: BTreeMap<u16, Vec<Input>> = BTreeMap::new();
    for item in read_batch(BufReader::new(file), None) {
        let input = item.input.unwrap();
        by_size.entry(input.position.board().width()).or_default().push(input);
    }
    let mut wrong: BTreeMap<String, usize> = BTreeMap::new();
    let mut forbidden = 0;
    for inputs in by_size.values() {
        let rules = rules_for(&inputs[0]);
        let set = RuleSet::compile(&rules, inputs[0].position.board());
        let mut matcher = set.matcher();
        for input in inputs {
            let judgement = judge(&input.position, Engine::Sat, &Limits::default()).unwrap();
            let live: Moves = judgement
                .moves
                .iter()
                .filter(|(_, answer)| answer.verdict() == Verdict::Live)
                .map(|(direction, _)| *direction)
                .collect();
            for found in matcher.matches(&input.position) {
                forbidden += found.moves.len();
                if !found.moves.and(live).is_empty() {
                    *wrong.entry(rules[found.rule].head.name.clone()).or_default() += 1;
                }
            }
        }
    }
    assert!(forbidden > 1000, "the rules hardly match: {forbidden}");
    let lines: Vec<String> =
        wrong.iter().map(|(name, count)| format!("{count:4} {name}")).collect();
    assert_snapshot!("rules that forbid live moves of corpus positions", lines.join("\n"));
}
