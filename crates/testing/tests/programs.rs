//! Programs that play shipped rules are judged as these rules are; those that give some answers
//! wrong are caught with exactly these.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use deadmove_core::board::Move;
use deadmove_program::file::Program;
use deadmove_program::question::question;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::load_all;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;
use deadmove_testing::answers::is_flipped;
use deadmove_testing::root;
use deadmove_verify::answers::{Flaw, ProgramAnswers};
use deadmove_verify::check::Check;
use deadmove_verify::check_live_set::check_whole;
use deadmove_verify::check_program::{AskedProgram, ProgramCheck, check, contradiction, truth};
use deadmove_verify::chunks::{ChunkRun, Chunks, Shard};
use deadmove_verify::compare_program::{AnswerSource, compare};
use deadmove_verify::live_set::LiveSet;
use deadmove_verify::live_set::paths::LivePaths;

fn program(words: &[&str]) -> Program {
    let mut program = Program::of_command("answers").unwrap();
    program.words = vec![env!("CARGO_BIN_EXE_answers").to_owned()];
    program.words.extend(words.iter().map(|&word| word.to_owned()));
    program
}

fn ask(live_set: &LiveSet, words: &[&str], (drawings, shard): (usize, Shard)) -> ProgramCheck {
    let program = program(words);
    let asked = AskedProgram { program: &program, guard: None, processes: 2, drawings };
    let run = ChunkRun {
        done: &Chunks::default(),
        shard,
        limit: None,
        stop: &AtomicBool::new(false),
        progress: &|_, _| {},
    };
    check(live_set, asked, &run, &|_, _| {})
}

fn whole(live_set: &LiveSet, words: &[&str]) -> ProgramAnswers {
    let found = ask(live_set, words, (1, Shard::WHOLE));
    assert_eq!(found.ended, None);
    assert!(found.chunks.complete());
    found.answers
}

fn set(name: &str) -> PathBuf {
    root().join("rules").join(name)
}

fn by_rules(live_set: &LiveSet, file: &Path) -> Check {
    let loaded = load_all(&[file.to_owned()]).unwrap();
    check_whole(live_set, &loaded.rules_for(&live_set.board()).unwrap())
}

fn is_judged_as_the_set(size: usize, name: &str) {
    let live_set = LiveSet::build(size, &|_| {}).unwrap();
    let file = set(name);
    let Check { rules, set, .. } = by_rules(&live_set, &file);
    let answers = whole(&live_set, &["set", file.to_str().unwrap()]);
    let counts = &answers.counts;
    assert_eq!(counts.positions, live_set.totals().live_positions);
    assert_eq!(Some(counts.dead_moves), set.dead_moves);
    assert_eq!(Some(counts.allowed), set.allowed);
    // A walk never enters the end cell early, so a program forbids that, too.
    assert_eq!(counts.early_ends, 0);
    assert_eq!(Some(counts.forbidden), set.forbidden.zip(set.early_ends).map(|(a, b)| a + b));
    let unsound = rules.iter().any(|rule| rule.forbids_live != Some(0));
    assert_eq!(counts.live_forbidden > 0, unsound);
    assert_eq!(answers.right(), !unsound && set.allowed == Some(0));
    assert_eq!((counts.unanswered, counts.differing), (0, 0));
}

#[test]
fn a_program_that_plays_a_set_is_judged_as_the_set_on_5x5_and_7x7() {
    for name in ["lifted.set", "mined-9.set", "near-field", "known-wrong.set"] {
        is_judged_as_the_set(5, name);
    }
    for name in ["mined-9.set", "near-field"] {
        is_judged_as_the_set(7, name);
    }
}

#[test]
#[ignore = "asks 53 million questions"]
fn a_program_that_plays_a_set_is_judged_as_the_set_on_9x9() {
    is_judged_as_the_set(9, "mined-9.set");
}

#[test]
fn a_program_that_plays_a_set_answers_as_the_set_and_differs_from_another_where_answers_are_wrong()
{
    let live_set = LiveSet::build(7, &|_| {}).unwrap();
    let file = set("mined-9.set");
    let loaded = load_all(std::slice::from_ref(&file)).unwrap();
    let rules = loaded.rules_for(&live_set.board()).unwrap();
    let rules: Vec<Rule> = rules.into_iter().map(|loaded| loaded.rule).collect();
    let rules = RuleSet::compile(&rules, &live_set.board());
    let [right, wrong] =
        [&["set", file.to_str().unwrap()][..], &["set", file.to_str().unwrap(), "500"]]
            .map(program);
    let [right, wrong] = [&right, &wrong].map(|program| {
        AnswerSource::Program(AskedProgram { program, guard: None, processes: 1, drawings: 1 })
    });
    let differences = |sources| {
        let stop = AtomicBool::new(false);
        let whole = ChunkRun::whole(&stop, &|_, _| {});
        let (compared, chunks, ended) = compare(&live_set, sources, 2, &whole);
        assert!(chunks.complete() && ended.is_none());
        assert_eq!(compared.positions, live_set.totals().live_positions);
        compared.differences.into_iter().map(|found| found.path).collect::<Vec<_>>()
    };
    assert_eq!(differences([right, AnswerSource::Rules(&rules)]), Vec::<Vec<Move>>::new());
    let answers = whole(&live_set, &["set", file.to_str().unwrap(), "500"]);
    let flawed: Vec<_> = answers.findings.into_iter().map(|finding| finding.path).collect();
    assert_eq!(differences([wrong, right]), flawed);
}

/// The flaw of each answer that is given wrong to one drawing of each position.
fn flipped(live_set: &LiveSet, number: u64, complete: &ProgramAnswers) -> Vec<(Vec<Move>, Flaw)> {
    assert!(complete.right(), "the rules give right answers");
    let mut flipped = Vec::new();
    let mut paths = LivePaths::one_each(live_set);
    while let Some((path, entry)) = paths.next() {
        let truth = truth(live_set, entry);
        let first = truth.live.or(truth.dead).iter().next().map(Moves::only);
        if let Some(first) =
            first.filter(|_| is_flipped(&question(&live_set.board(), path), number))
        {
            let flaw =
                Flaw::Wrong { forbids: truth.live.and(first), allows: truth.dead.and(first) };
            flipped.push((path.to_vec(), flaw));
        }
    }
    flipped.sort_by_key(|(path, _)| (path.len(), path.clone()));
    flipped
}

#[test]
fn answers_that_are_given_wrong_are_caught_and_no_others() {
    let live_set = LiveSet::build(7, &|_| {}).unwrap();
    let file = set("mined-9.set");
    let file = file.to_str().unwrap();
    let right = whole(&live_set, &["set", file]);
    for number in [500, 10_000] {
        let wrong = whole(&live_set, &["set", file, &number.to_string()]);
        let expected = flipped(&live_set, number, &right);
        assert!(expected.len() > 1, "{number}");
        let found: Vec<_> =
            wrong.findings.iter().map(|f| (f.path.clone(), f.flaw.clone())).collect();
        assert_eq!(found, expected);
        let of =
            |is: fn(&Flaw) -> bool| expected.iter().filter(|(_, flaw)| is(flaw)).count() as u64;
        let forbids = of(|flaw| matches!(flaw, Flaw::Wrong { forbids, .. } if !forbids.is_empty()));
        let allows = of(|flaw| matches!(flaw, Flaw::Wrong { allows, .. } if !allows.is_empty()));
        assert_eq!((wrong.counts.live_forbidden, wrong.counts.dead_allowed), (forbids, allows));
        assert_eq!(contradiction(&live_set, &wrong), None);
    }
}

#[test]
fn shards_of_a_check_together_are_the_whole() {
    let live_set = LiveSet::build(7, &|_| {}).unwrap();
    let file = set("mined-9.set");
    let words = ["set", file.to_str().unwrap(), "500"];
    let parts = [1, 2].map(|number| ask(&live_set, &words, (1, Shard::new(number, 2).unwrap())));
    let [a, b] = parts;
    assert!(!a.chunks.complete() && !b.chunks.complete());
    assert!(a.chunks.join(&b.chunks).unwrap().complete());
    assert_eq!(a.answers.merge(b.answers), whole(&live_set, &words));
}

#[test]
fn all_drawings_of_every_position_are_asked_about_and_two_answers_to_one_are_found() {
    let live_set = LiveSet::build(5, &|_| {}).unwrap();
    let file = set("mined-9.set");
    let file = file.to_str().unwrap();
    let right = ask(&live_set, &["set", file], (usize::MAX, Shard::WHOLE)).answers;
    assert!(right.right());
    assert_eq!((right.counts.positions, right.counts.questions), (578, 1479));
    let wrong = ask(&live_set, &["set", file, "40"], (usize::MAX, Shard::WHOLE)).answers;
    let differs = |flaw: &Flaw| matches!(flaw, Flaw::Differs { .. });
    let found = wrong.findings.iter().filter(|finding| differs(&finding.flaw)).count();
    assert!(wrong.counts.differing > 0 && found as u64 >= wrong.counts.differing);
    assert_eq!(contradiction(&live_set, &wrong), None);
}
