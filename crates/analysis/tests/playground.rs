//! What the playground says about rules, compared with what `check` and `prove` say.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use deadmove_analysis::Analysis;
use deadmove_core::board::{Board, letters};
use deadmove_prove::argument::Effort;
use deadmove_prove::proofs::{ProofPlan, claims_of_files, prove_files};
use deadmove_prove::run::Run;
use deadmove_rules::RuleFile;
use deadmove_rules::load::{Loaded, LoadedFile, load_all};
use deadmove_testing::random::{all_rule_files, rule_files};
use deadmove_verify::check::{Example, RuleVerdict, simpler};
use deadmove_verify::check_live_set::{check_whole, shrink};
use deadmove_verify::live_set::LiveSet;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use crate::{analysis, ask};

/// Changes one thing in the text of a rule: a character of a picture, or a word of a condition.
fn changed(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let rows = |line: &&mut String| line.starts_with("  ") && line.len() < 40;
    if rng.random_bool(0.6) {
        let mut rows: Vec<&mut String> = lines.iter_mut().filter(rows).collect();
        let row = rng.random_range(0..rows.len().max(1));
        if let Some(row) = rows.get_mut(row) {
            let mut cells: Vec<String> = row.split_whitespace().map(str::to_owned).collect();
            let at = rng.random_range(0..cells.len());
            if cells[at] != "L" {
                cells[at] = ["?", ".", "!", "#", "+", "="].choose(rng).unwrap().to_string();
            }
            **row = format!("  {}", cells.join(" "));
        }
        return lines.join("\n") + "\n";
    }
    let words = [
        ("odd", "even"),
        ("even", "odd"),
        ("enclosed", "empty"),
        ("left side", "right side"),
        ("lower", "upper"),
        ("ahead", "left"),
        ("right", "ahead"),
        ("left", "behind"),
        (", odd", ""),
    ];
    let last = lines.iter_mut().rev().find(|line| line.starts_with("forbids")).map(|line| {
        let (from, to) = *words.choose(rng).unwrap();
        *line = line.replacen(from, to, 1);
    });
    last.unwrap_or_default();
    for line in lines.iter_mut().filter(|line| line.starts_with("segment")) {
        let (from, to) = *words.choose(rng).unwrap();
        *line = line.replacen(from, to, 1);
    }
    lines.join("\n") + "\n"
}

#[test]
#[ignore = "minutes"]
fn the_playground_says_of_every_shipped_rule_what_check_says_and_proves_what_is_proved() {
    let pictures = |file: &LoadedFile| !file.rule_file.reads_the_whole_board();
    let texts = all_rule_files().into_iter().filter(pictures).map(|file| file.text);
    verdicts_like_check(&texts.collect::<Vec<String>>());
    let proved = load_all(&[deadmove_testing::root().join("rules/proved.set")]).unwrap().files;
    let analysis = analysis();
    for file in proved {
        let answer = ask(&analysis, &json!({"ask": "prove", "text": file.text}));
        assert!(["proved", "vacuous"].contains(&answer["verdict"].as_str().unwrap()), "{answer}");
    }
}

/// Shipped rules with pictures, each changed once, that differ from their origin.
fn mutants(files: &[LoadedFile], count: usize, seed: u64) -> Vec<String> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let plain: Vec<&LoadedFile> =
        files.iter().filter(|file| matches!(file.rule_file, RuleFile::Rule(_))).collect();
    let mut found = Vec::new();
    while found.len() < count {
        let text = &plain.choose(&mut rng).unwrap().text;
        let changed = changed(text, &mut rng);
        if changed != *text && RuleFile::parse(&changed).is_ok() {
            found.push(changed);
        }
    }
    found
}

/// What `check` says about files that are checked together: verdict, dead and live moves, and
/// counterexample of each.
fn checked(files: &[LoadedFile], side: usize) -> Vec<(Value, Option<u64>, Option<u64>, Value)> {
    let loaded = Loaded { files: files.to_vec(), ..Loaded::default() };
    let claims = loaded.rules_for(&Board::corner_to_corner(side, side).unwrap()).unwrap();
    let mut check = check_whole(&LiveSet::build(side, &|_| {}).unwrap(), &claims);
    shrink(&mut check, &claims).unwrap();
    let of_file = |file: &LoadedFile| {
        let own = claims.iter().zip(&check.rules).filter(|(claim, _)| claim.file == file.path);
        let results: Vec<_> = own.map(|(_, result)| result).collect();
        let some = |verdict| results.iter().any(|result| result.verdict == verdict);
        let verdict = match () {
            () if results.is_empty() => "no-claim",
            () if some(RuleVerdict::Unsound) => "wrong",
            () if some(RuleVerdict::Sound) => "sound",
            () => "vacuous",
        };
        let example = results.iter().fold(None, |example: Option<Example>, result| {
            simpler(example, result.counterexample.clone())
        });
        let example = example.map(|Example { size, path, direction }| {
            json!({"size": size, "path": letters(&path), "move": direction.to_string()})
        });
        let dead = results.iter().map(|result| result.forbids_dead).sum();
        let live = results.iter().map(|result| result.forbids_live).sum();
        (json!(verdict), dead, live, json!(example))
    };
    files.iter().map(of_file).collect()
}

/// The texts as files of different names.
fn files_of(texts: &[String]) -> Vec<LoadedFile> {
    let file = |(at, text): (usize, &String)| LoadedFile::parse(&*format!("{at}.rule"), text);
    texts.iter().enumerate().map(|each| file(each).unwrap()).collect()
}

fn on_boards(analysis: &Analysis, text: &str) -> Value {
    ask(analysis, &json!({"ask": "rule", "text": text}))["boards"].clone()
}

#[test]
fn the_verdicts_of_the_playground_are_those_of_check_for_shipped_and_80_changed_rules() {
    changed_verdicts_like_check(3, 80, 15);
}

#[test]
#[ignore = "ten seconds"]
fn the_verdicts_of_the_playground_are_those_of_check_for_shipped_and_500_changed_rules() {
    changed_verdicts_like_check(1, 500, 50);
}

/// Compares the verdicts on one in so many shipped rules, and so many changed ones. These are no
/// mere copies: each verdict occurs more often than `each`.
fn changed_verdicts_like_check(one_in: usize, changed: usize, each: usize) {
    let shipped = rule_files();
    let some = shipped.iter().step_by(one_in);
    let mut texts: Vec<String> = some.map(|file| file.text.clone()).collect();
    texts.extend(mutants(&shipped, changed, 47));
    let seen = verdicts_like_check(&texts);
    let often = |verdict: &&str| seen[&format!("{verdict:?}")] > each;
    assert!(["wrong", "sound", "vacuous"].iter().all(often), "{seen:?}");
}

/// Compares the verdicts on rules; how often each occurs.
fn verdicts_like_check(texts: &[String]) -> BTreeMap<String, usize> {
    let files = files_of(texts);
    let analysis = analysis();
    let answers: Vec<Value> = texts.iter().map(|text| on_boards(&analysis, text)).collect();
    let mut seen = BTreeMap::<String, usize>::new();
    for (at, side) in [5, 7].into_iter().enumerate() {
        for ((text, answers), expected) in texts.iter().zip(&answers).zip(checked(&files, side)) {
            let board = &answers[at];
            let (verdict, dead, live, example) = expected;
            *seen.entry(verdict.to_string()).or_default() += 1;
            let counts = verdict != "no-claim";
            assert_eq!(board["verdict"], verdict, "{side} {text}");
            if counts {
                assert_eq!(board["dead"], json!(dead), "{side} {text}");
                assert_eq!(board["live"], json!(live), "{side} {text}");
            }
            assert_eq!(board["counterexample"], example, "{side} {text}");
        }
    }
    seen
}

#[test]
fn the_playground_proves_what_prove_proves_and_leaves_open_what_that_leaves_open() {
    // The proof of a rule of the other folders takes a second.
    let folders = ["7-grid", "edge", "lifted", "near-field"];
    let mut shipped = rule_files();
    shipped.retain(|file| folders.iter().any(|name| file.path.parent().unwrap().ends_with(name)));
    let plain = shipped.iter().filter(|file| matches!(file.rule_file, RuleFile::Rule(_)));
    let is_wrong = |file: &LoadedFile| match &file.rule_file {
        RuleFile::Rule(rule) => rule.head.wrong_since.is_some(),
        _ => false,
    };
    let some = plain.enumerate().filter(|(at, file)| at % 12 == 0 || is_wrong(file));
    let mut texts: Vec<String> = some.map(|(_, file)| file.text.clone()).collect();
    texts.extend(mutants(&shipped, 6, 48));
    let seen: BTreeSet<&str> = thread::scope(|scope| {
        let halves = [0, 1].map(|half| texts.iter().skip(half).step_by(2).cloned());
        let halves = halves.map(|half| half.collect::<Vec<_>>());
        let halves = halves.map(|half| scope.spawn(move || proofs_like_prove(&half)));
        halves.into_iter().flat_map(|half| half.join().expect("they agree")).collect()
    });
    assert!(seen.contains("proved") && seen.len() > 1, "{seen:?}");
}

fn proofs_like_prove(texts: &[String]) -> BTreeSet<&'static str> {
    let mut seen = BTreeSet::new();
    let analysis = analysis();
    let plan = ProofPlan {
        max: 8,
        size: 11,
        timeout: Some(Duration::from_secs(60)),
        effort: Effort::USUAL,
        without: Vec::new(),
        weaken: false,
        weakest: false,
    };
    let stop = AtomicBool::new(false);
    for (text, file) in texts.iter().zip(files_of(texts)) {
        let loaded = Loaded { files: vec![file], ..Loaded::default() };
        let claims = claims_of_files(&loaded, plan.max).unwrap();
        let proofs = prove_files(&loaded, claims, &plan, &Run::new(&stop), &|_, _| {}).unwrap();
        let answer = ask(&analysis, &json!({"ask": "prove", "text": text}));
        let verdict = proofs.files()[0].verdict.word();
        assert_eq!(answer["verdict"], verdict, "{text}");
        seen.insert(verdict);
    }
    seen
}

#[test]
fn a_larger_board_is_judged_by_formulas_as_by_the_list() {
    let analysis = analysis();
    let files = rule_files();
    for file in files.iter().step_by(23) {
        let question =
            json!({"ask": "beyond", "text": file.text, "size": 7, "part": 1, "parts": 1});
        let board = ask(&analysis, &question);
        assert_eq!(
            board["verdict"],
            on_boards(&analysis, &file.text)[1]["verdict"],
            "{}",
            file.text
        );
    }
}

#[test]
fn a_broken_rule_is_answered_with_the_place_in_it() {
    let text = "name one\n\npicture\n  . L %\n\nforbids right\n";
    for question in ["rule", "prove", "adds"] {
        let answer = ask(&analysis(), &json!({"ask": question, "text": text, "own": [text]}));
        let error = &answer["error"];
        assert_eq!((&error["line"], &error["column"]), (&json!(4), &json!(7)), "{answer}");
        assert_eq!(error["kind"], "unknown-character", "{answer}");
    }
    let answer =
        ask(&analysis(), &json!({"ask": "beyond", "text": text, "size": 9, "part": 3, "parts": 2}));
    assert!(answer["error"]["message"].as_str().unwrap().contains("part 3 of 2"), "{answer}");
}

#[test]
fn a_rule_adds_what_no_rule_of_another_name_forbids() {
    let analysis = analysis();
    let path = deadmove_testing::root().join("rules/near-field/close-across-left.rule");
    let text = std::fs::read_to_string(path).unwrap();
    let adds = |rules: &str, own: &[String]| {
        let question = json!({"ask": "adds", "text": text, "rules": rules, "own": own});
        ask(&analysis, &question)["boards"].clone()
    };
    // The set has this rule alone, so all that it forbids is new.
    let all = on_boards(&analysis, &text);
    let alone = adds("one", &[]);
    for at in [0, 1] {
        assert_eq!(alone[at]["dead"], all[at]["dead"]);
    }
    let example = &alone[1]["example"];
    let question = json!({
        "ask": "match", "n": example["size"], "path": example["path"], "own": [text],
    });
    let matched = ask(&analysis, &question);
    let forbids = matched["matches"][0]["forbids"].as_str().unwrap();
    assert!(forbids.contains(example["move"].as_str().unwrap()), "{example} {matched}");
    // The same rule under another name leaves nothing to add.
    let twin = text.replacen("close across left", "a twin", 1);
    let beside = adds("one", &[twin]);
    assert_eq!((&beside[0]["dead"], &beside[1]["dead"]), (&json!(0), &json!(0)));
}

#[test]
fn a_dead_move_is_lifted_to_rules_that_are_proved_and_match_it() {
    let analysis = analysis();
    let position = json!({"n": 9, "path": "RRRRRRRRDDDDDDDLLLLLLU"});
    let with = |more: Value| {
        let mut all = position.clone();
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask(&analysis, &all)
    };
    let lifted = with(json!({"ask": "lift", "move": "L"}));
    let rules = lifted["rules"].as_array().unwrap();
    assert!(!rules.is_empty(), "{lifted}");
    for rule in rules {
        let matched = with(json!({"ask": "match", "own": [rule]}));
        assert!(matched["matches"][0]["forbids"].as_str().unwrap().contains('L'), "{matched}");
        let proof = ask(&analysis, &json!({"ask": "prove", "text": rule}));
        assert_eq!(proof["verdict"], "proved", "{rule}");
    }
    // The source that `prove` checks: the position with the dead move.
    let text = rules[0].as_str().unwrap();
    let source = "source      deadmove minimise --board 9x9 --path RRRRRRRRDDDDDDDLLLLLLUL\n";
    assert!(text.contains(source), "{text}");
    let none = with(json!({"ask": "lift", "move": "X"}));
    assert_eq!(none["error"]["message"], "`X` is no move");
}
