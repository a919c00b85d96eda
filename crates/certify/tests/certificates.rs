//! Certificates state the truth, and the checker accepts them. What it counts is true even without
//! the checks that only reject (`strict/`): manifests that these would refuse go straight to the
//! claims.

use deadmove_testing::random as support;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use deadmove_certify::folder::{Share, plan, write};
use deadmove_certify::{compiled, judgement};
use deadmove_checker::verdict::{Exporter, Wanted, check};
use deadmove_checker::{
    self as checker, Answer, Cnf, Manifest, RuleFormula, SetClaim, Verdict, check_claims,
    check_refutation,
};
use deadmove_core::board::{Board, Move, letters};
use deadmove_core::formats::parse_path;
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_engine::judge::{Engine, judge};
use deadmove_rules::load::{KnownWrong, Loaded, LoadedRule, load_with};
use deadmove_verify::check::RuleVerdict;
use deadmove_verify::check_live_set::check_whole;
use deadmove_verify::live_set::LiveSet;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;

use crate::certificate_list_mutations::{COMPLETE, INCOMPLETE};

static RULES: LazyLock<Loaded> = LazyLock::new(|| {
    load_with(&[deadmove_testing::root().join("rules")], KnownWrong::Include)
        .expect("the shipped rules")
});

fn square(size: usize) -> Board {
    Board::corner_to_corner(size, size).expect("a board")
}

/// Judges and certifies. Returns how many of the answers needed a deduction, and how many a proof.
fn certified(position: &Position, engine: Engine) -> [usize; 2] {
    let limits = Limits::default();
    let judged = judge(position, engine, &limits).expect("no fault");
    let certificate = judgement::certificate(position, &judged, &limits).expect("it is accepted");
    let text = serde_json::to_string(&certificate).expect("plain data");
    let read: checker::Judgement = serde_json::from_str(&text).expect("it is read back");
    assert_eq!(read, certificate);
    assert_eq!(read.check(), Ok(Vec::new()));
    let live = matches!(read.position, Answer::Live { .. });
    assert_eq!(live, judged.answer.witness().is_some());
    let fatal = match &read.turning {
        checker::Turning::Point { fatal, .. } => Some(fatal),
        _ => None,
    };
    let answers = read.moves.iter().map(|(_, answer)| answer).chain([&read.position]).chain(fatal);
    let (mut deductions, mut proofs) = (0, 0);
    for answer in answers {
        let deduced = matches!(answer, Answer::Dead { reason: checker::Reason::Deduction(_) });
        deductions += usize::from(deduced);
        proofs += usize::from(matches!(answer, Answer::DeadBySearch { .. }));
    }
    [deductions, proofs]
}

#[test]
fn every_position_of_the_corpus_has_a_certificate_that_is_accepted() {
    let file = deadmove_testing::root().join("../shared/corpus/positions.jsonl");
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("skipped: {} is not there", file.display());
        return;
    };
    let [deductions, proofs] = text
        .lines()
        .collect::<Vec<_>>()
        .par_iter()
        .map(|line| {
            let recorded: serde_json::Value = serde_json::from_str(line).expect("a corpus line");
            let size = recorded["n"].as_u64().expect("a size") as usize;
            let path = parse_path(recorded["path"].as_str().expect("a path")).expect("moves");
            let position = Position::from_path(Arc::new(square(size)), &path).expect("a path");
            certified(&position, Engine::Sat)
        })
        .reduce(|| [0; 2], |[a, b], [c, d]| [a + c, b + d]);
    assert!(deductions > 100, "only {deductions} of the answers needed a deduction");
    assert_eq!(proofs, 0, "no answer needs a search");
}

#[test]
fn a_search_of_the_frontier_engine_is_certified_by_a_proof() {
    let path = parse_path("RRRRRRRRDDDLDRDLLULLUURDRURULLLLLLLDDDDDDDRURDRU");
    let position = Position::from_path(Arc::new(square(9)), &path.expect("moves"));
    let [_, proofs] = certified(&position.expect("a path"), Engine::Frontier);
    // The position and its two moves.
    assert_eq!(proofs, 3);
}

#[test]
fn whatever_is_dead_can_be_proved_by_the_formula() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let positions = support::walk_positions(&Arc::new(square(7)), 1_000, &mut rng);
    let limits = Limits::default();
    let proofs: usize = positions
        .par_iter()
        .map(|position| {
            let mut judged = judge(position, Engine::Sat, &limits).expect("no fault");
            support::without_short_reasons(position, &mut judged);
            let certificate = judgement::certificate(position, &judged, &limits);
            let certificate = certificate.expect("it is accepted");
            let answers = certificate.moves.iter().map(|(_, answer)| answer);
            let answers = answers.chain([&certificate.position]);
            answers.filter(|answer| matches!(answer, Answer::DeadBySearch { .. })).count()
        })
        .sum();
    println!("{proofs} proofs");
    assert!(proofs > 500, "only {proofs}");
}

#[test]
fn no_true_position_contradicts_the_formula_of_a_rule_that_matches_it() {
    let mut checked = 0;
    for size in [5, 7, 9] {
        let board = square(size);
        let graph = checker::square(size).expect("a size");
        let claims = RULES.rules_for(&board).expect("families that expand");
        let placed: Vec<checker::Rule> = claims
            .iter()
            .flat_map(|claim| {
                // Forbid every move, so that the clauses about the surroundings are also tested
                // where the rule is sound.
                let forbids = "UDLR".chars();
                let forbids =
                    forbids.map(|m| checker::Forbidden { direction: m, unless_in: vec![] });
                let rule = checker::Rule { forbids: forbids.collect(), ..compiled(&claim.rule) };
                rule.placements.iter().map(|&k| rule.placed(k)).collect::<Vec<_>>()
            })
            .collect();
        let mut rng = ChaCha8Rng::seed_from_u64(size as u64);
        let positions = support::live_positions(size as u16, 50, &mut rng);
        checked += positions
            .par_iter()
            .map(|position| matching_formulas(position, &graph, &placed))
            .sum::<usize>();
    }
    println!("{checked} formulas with true labels");
    assert!(checked > 1_000, "only {checked} formulas");
}

/// Checks the true labels of a position on a filling path against the formulas of all placed rules
/// that match there. Returns how many match.
fn matching_formulas(
    position: &Position,
    graph: &checker::Graph,
    placed: &[checker::Rule],
) -> usize {
    let board = position.board();
    if position.is_finished() {
        return 0;
    }
    let judged = judge(position, Engine::Sat, &Limits::default()).expect("no fault");
    let witness = judged.answer.witness().expect("prefixes of filling paths are live");
    let all = [position.path(), witness].concat();
    let whole = Position::from_path(position.shared_board(), &all).expect("a path");
    let mut lits: Vec<i32> = (1..=graph.edges.len() as i32).map(|edge| -edge).collect();
    for pair in whole.line().windows(2) {
        let edge = graph.edge(board.index(pair[0]), board.index(pair[1])).expect("neighbours");
        lits[edge as usize - 1] = edge;
    }
    let free: Vec<bool> = (0..board.cells()).map(|v| position.is_free(board.cell(v))).collect();
    let live_end = board.index(position.live_end());
    let view = checker::View { board: &graph.board, free: &free, live_end };
    let mut checked = 0;
    for placed in placed {
        if !Move::ALL.into_iter().any(|m| placed.forbids(view, m.letter())) {
            continue;
        }
        let formula = RuleFormula::new(graph, placed, live_end).expect("it matches");
        let mut labels = lits.clone();
        labels.extend((0..free.len()).map(|v| formula.drawn(v) * if free[v] { -1 } else { 1 }));
        for region in &formula.regions {
            let open = |v: usize| free[v] && !region.cells.contains(&v);
            let mut inside = vec![false; free.len()];
            let mut stack = region.side.clone();
            while let Some(v) = stack.pop() {
                if open(v) && !std::mem::replace(&mut inside[v], true) {
                    stack.extend(graph.at[v].iter().map(|(w, _)| *w));
                }
            }
            let sign = |v: &usize| if inside[*v] { 1 } else { -1 };
            labels.extend((0..free.len()).map(|v| region.inside(v) * sign(&v)));
        }
        let refuted = refuted(&formula.cnf, &labels);
        assert!(!refuted, "{} after {}", placed.name, letters(position.path()));
        checked += 1;
    }
    checked
}

/// Whether unit propagation refutes a formula in which these literals are true.
pub fn refuted(cnf: &Cnf, lits: &[i32]) -> bool {
    let mut all = cnf.clone();
    lits.iter().for_each(|&lit| all.push([lit]));
    check_refutation(&all, "").is_ok()
}

/// Certifies claims on a board in a new folder. Returns what was accepted, and the verdicts.
fn certify(size: usize, loaded: &Loaded, claims: &[LoadedRule]) -> Vec<Option<Verdict>> {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan(&square(size), &loaded.files, claims);
    let stop = AtomicBool::new(false);
    let manifest = write(folder.path(), plan, &Share::WHOLE, &Limits::default(), &stop, &|_, _| {})
        .unwrap_or_else(|failure| panic!("{failure:?}"));
    assert!(manifest.complete);
    let accepted = checker::check_folder(folder.path(), None).expect("it is accepted");
    assert_eq!(accepted.open, Vec::<String>::new());
    assert_eq!(accepted.verdicts.iter().sum::<usize>(), claims.len());
    manifest.claims.iter().map(|entry| entry.verdict).collect()
}

/// Certifies the claims of which `take` says so, some of them right and some wrong.
fn assert_agrees_with_the_list(size: usize, take: impl Fn(usize, &LoadedRule) -> bool) {
    let board = square(size);
    let mut loaded = RULES.clone();
    let claims = loaded.rules_for(&board).expect("families that expand");
    let claims = claims.into_iter().filter(|claim| claim.rule.head.sizes.contain(&board));
    let claims: Vec<LoadedRule> =
        claims.enumerate().filter(|(n, claim)| take(*n, claim)).map(|(_, claim)| claim).collect();
    loaded.files.retain(|file| claims.iter().any(|claim| claim.file == file.path));
    let list = LiveSet::build(size, &|_| {}).expect("a size with a list");
    let listed = check_whole(&list, &claims).rules;
    let certified = certify(size, &loaded, &claims);
    assert_eq!(listed.len(), certified.len());
    for verdict in [Verdict::Sound, Verdict::Unsound] {
        assert!(certified.contains(&Some(verdict)), "{verdict:?}");
    }
    for ((claim, listed), certified) in claims.iter().zip(listed).zip(certified) {
        let expected = match listed.verdict {
            RuleVerdict::Sound => Verdict::Sound,
            RuleVerdict::Unsound => Verdict::Unsound,
            RuleVerdict::Vacuous => Verdict::Vacuous,
            RuleVerdict::Unknown => panic!("the list decides everything"),
        };
        assert_eq!(certified, Some(expected), "{}", claim.rule.head.name);
    }
}

#[test]
fn rules_on_5x5_are_certified_as_the_list_of_positions_says() {
    assert_agrees_with_the_list(5, |number, claim| {
        let is_wrong = claim.rule.head.wrong_since.is_some_and(|size| size <= 5);
        is_wrong || number % 23 == 0
    });
}

#[test]
#[ignore = "ten seconds of processor time"]
fn every_rule_on_5x5_is_certified_as_the_list_of_positions_says() {
    assert_agrees_with_the_list(5, |_, _| true);
}

#[test]
fn rules_on_7x7_are_certified_as_the_list_of_positions_says() {
    assert_agrees_with_the_list(7, |number, claim| {
        let is_wrong = claim.rule.head.wrong_since.is_some_and(|size| size <= 7);
        // The certificate of this one takes as long as those of all others together.
        let is_costly = claim.rule.head.name == "Future L";
        is_wrong && !is_costly || number % 202 == 0
    });
}

#[test]
#[ignore = "takes a minute"]
fn every_rule_on_7x7_is_certified_as_the_list_of_positions_says() {
    assert_agrees_with_the_list(7, |_, _| true);
}

#[test]
fn a_manifest_that_says_nothing_about_the_set_claims_nothing_about_it() {
    let (folder, manifest) = &*COMPLETE;
    let silent = Manifest { set: None, ..manifest.clone() };
    let refused = check_claims(folder.path(), &silent, None).unwrap_err();
    assert!(refused.contains("nothing about the set"), "{refused}");
}

#[test]
fn a_wrong_number_of_claims_changes_no_count() {
    let (folder, manifest) = &*COMPLETE;
    let counted = Manifest { count: 1000, ..manifest.clone() };
    let accepted = check_claims(folder.path(), &counted, None).unwrap();
    assert_eq!(accepted.verdicts.iter().sum::<usize>(), manifest.claims.len());
}

#[test]
fn a_claim_that_is_listed_twice_is_not_counted_twice() {
    let (folder, manifest) = &*COMPLETE;
    let mut twice = manifest.clone();
    twice.claims.push(manifest.claims[0].clone());
    let refused = check_claims(folder.path(), &twice, None).unwrap_err();
    assert!(refused.contains("are the same"), "{refused}");
}

#[test]
fn rules_without_a_record_take_no_part_in_a_complete_set() {
    let (folder, manifest) = &*COMPLETE;
    for file in 0..manifest.files.len() {
        let mut open = manifest.clone();
        for entry in open.claims.iter_mut().filter(|entry| entry.file == file) {
            entry.sha256 = None;
        }
        // The set is not complete without any one of its files.
        check_claims(folder.path(), &open, None).unwrap_err();
    }
}

#[test]
fn open_rules_take_part_in_a_set_that_is_not_complete() {
    let (folder, manifest) = &*INCOMPLETE;
    let Some(SetClaim::Incomplete { .. }) = manifest.set else { panic!("it is incomplete") };
    // The rules of the complete set forbid the move that shows that the others are not.
    let mut more = manifest.clone();
    let file = more.files.len();
    more.files.push(COMPLETE.1.files[0].clone());
    for entry in &COMPLETE.1.claims {
        let mut entry = entry.clone();
        (entry.file, entry.verdict, entry.sha256) = (file, None, None);
        if !more.claims.iter().any(|known| known.rule == entry.rule) {
            more.claims.push(entry);
        }
    }
    let refused = check_claims(folder.path(), &more, None).unwrap_err();
    assert!(refused.contains("forbids"), "{refused}");
}

#[test]
fn positions_with_other_forced_lines_within_the_reach_have_no_certificate_of_two_positions() {
    let board = Arc::new(square(11));
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, value: String| std::fs::write(folder.path().join(name), value).unwrap();
    // They differ in two cells. In the first, a forced line near the live end ends beside them.
    let before = "DRURDDLLDDDRDLDRRDLLDDRURDRRULURULULU";
    let after = "LURRUUURDDRRRULLURRRDRURDDDLULDLD";
    for (name, way) in checker::VIEWED.into_iter().zip(["U", "RUL"]) {
        let path = parse_path(&[before, way, after].concat()).unwrap();
        let position = Position::from_path(board.clone(), &path).unwrap();
        let judged = judge(&position, Engine::Sat, &Limits::default()).unwrap();
        let certificate = judgement::certificate(&position, &judged, &Limits::default()).unwrap();
        put(name, serde_json::to_string(&certificate).unwrap());
    }
    let checked = |reach: u16| {
        let manifest = checker::ViewsManifest {
            schema: checker::SCHEMA,
            tool: "test".to_owned(),
            direction: 'L',
            reach,
            anchor: vec![(5, 5), (5, 6)],
        };
        put(checker::VIEWS_MANIFEST, serde_json::to_string(&manifest).unwrap());
        check(folder.path(), &Wanted::default(), &mut Exporter::default()).map(|report| report.open)
    };
    assert_eq!(checked(1), Ok(vec![]));
    let why = "the positions have different forced lines within the reach";
    assert_eq!(checked(2), Err(why.to_owned()));
}
