//! Mining: cheapest sets against plain enumeration, whole searches on small boards, their states,
//! and the sets that are shipped.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use deadmove_core::board::{Board, Move};
use deadmove_core::error::InputError;
use deadmove_core::sealed;
use deadmove_prove::argument::Effort;
use deadmove_prove::claims::{ClaimVerdict, MoveClaim, claims_of, prove};
use deadmove_prove::run::Run;
use deadmove_rules::RuleFile;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::{LoadedRule, load};
use deadmove_rules::model::Rule;
use deadmove_search::lift::{self, Lifted, conditions};
use deadmove_search::mine::cover::cover;
use deadmove_search::mine::lines;
use deadmove_search::mine::minimise::Seed;
use deadmove_search::mine::pool::Pool;
use deadmove_search::mine::search::{MinePlan, Mined, Miner};
use deadmove_search::mine::state::{self, MineStateError, MiningParameters};
use deadmove_verify::check::SetVerdict;
use deadmove_verify::check_live_set::check_whole;
use deadmove_verify::live_set::LiveSet;
use proptest::prelude::*;

pub static NEVER: AtomicBool = AtomicBool::new(false);

pub fn list(size: usize) -> LiveSet {
    LiveSet::build(size, &|_| {}).unwrap()
}

fn plan(rounds: u64) -> MinePlan {
    MinePlan { rounds, walks: 2, seed: 1, most: None, lift: lift::LiftOptions::default() }
}

/// A search by lines that looks three cells far.
fn near(rounds: u64, most: Option<usize>) -> MinePlan {
    let lift = lift::LiftOptions { reach: 3, ..lift::LiftOptions::default() };
    MinePlan { most, lift, ..plan(rounds) }
}

/// A search that has not begun.
fn miner(size: usize, list: Option<&LiveSet>, given: Vec<Rule>, plan: MinePlan) -> Miner<'_> {
    let board = Board::corner_to_corner(size, size).unwrap();
    Miner::new(board.clone(), list, given, plan, Pool::new(board))
}

/// The rules of the best set, or of the set to be tried next.
fn rules(miner: &Miner<'_>) -> Vec<Rule> {
    let chosen = miner.best.as_ref().map_or(&miner.chosen, |best| &best.chosen);
    miner.rules(chosen).into_iter().map(|mined| mined.lifted.rule).collect()
}

fn texts(miner: &Miner<'_>) -> Vec<String> {
    rules(miner).into_iter().map(|rule| RuleFile::Rule(rule).write()).collect()
}

/// The weight of the cheapest choice, by trying all.
fn cheapest(elements: &[u64], weights: &[u32]) -> u32 {
    (0u64..1 << weights.len())
        .filter(|chosen| elements.iter().all(|element| *element == 0 || element & chosen != 0))
        .map(|chosen| (0..weights.len()).filter(|i| chosen >> i & 1 == 1).map(|i| weights[i]).sum())
        .min()
        .expect("all sets cover everything")
}

fn input(error: MineStateError) -> InputError {
    match error {
        MineStateError::Input(error) => error,
        other => panic!("{other:?}"),
    }
}

proptest! {
    #[test]
    fn a_cover_covers_and_is_cheapest(
        elements in prop::collection::vec(0u64..1 << 9, 0..30),
        weights in prop::collection::vec(1u32..20, 9),
    ) {
        let signatures: Vec<Vec<u64>> = elements.iter().map(|&element| vec![element]).collect();
        let chosen = cover(signatures, &weights, 1_000_000);
        let bits: u64 = chosen.iter().map(|at| 1 << at).sum();
        prop_assert!(elements.iter().all(|element| *element == 0 || element & bits != 0));
        let weight: u32 = chosen.iter().map(|&at| weights[at]).sum();
        prop_assert_eq!(weight, cheapest(&elements, &weights));
    }
}

/// Whether the rules forbid all dead moves and no live one.
fn is_complete_and_sound(mined: &Mined) -> bool {
    mined.seen.whole && mined.seen.opens == 0 && mined.seen.live.iter().all(Vec::is_empty)
}

/// Asserts that some rules, at most so many, forbid every dead move of a board.
fn assert_filled_by(size: usize, rounds: u64, most: usize, snapshot: &str) {
    let list = list(size);
    let mut miner = miner(size, Some(&list), Vec::new(), plan(rounds));
    miner.run(&NEVER, &mut |_| {}).unwrap();
    let best = miner.best.as_ref().unwrap();
    assert!(is_complete_and_sound(best));
    assert!(best.chosen.len() <= most, "{} rules on {size}x{size}", best.chosen.len());
    let alone = &best.seen.alone;
    assert!(alone.iter().all(|&moves| moves > 0), "a rule can be left out: {alone:?}");
    insta::assert_snapshot!(snapshot, texts(&miner).join("\n"));
}

#[test]
fn three_rules_fill_5x5() {
    assert_filled_by(5, 1, 3, "mined_5_at_first");
}

#[test]
#[ignore = "five seconds"]
fn three_simpler_rules_fill_5x5_after_two_rounds() {
    assert_filled_by(5, 2, 3, "mined_5");
}

#[test]
fn eight_rules_fill_7x7() {
    assert_filled_by(7, 1, 8, "mined_7_at_first");
}

#[test]
#[ignore = "half a minute"]
fn seven_rules_fill_7x7() {
    assert_filled_by(7, 3, 7, "mined_7");
}

#[test]
fn given_rules_need_no_others_for_what_they_forbid_and_a_second_round_finds_simpler_ones() {
    let list = list(5);
    let mut whole = miner(5, Some(&list), Vec::new(), plan(1));
    whole.run(&NEVER, &mut |_| {}).unwrap();
    let mut given = rules(&whole);
    let dropped = given.pop().unwrap();
    let mut rest = miner(5, Some(&list), given, plan(2));
    rest.run(&NEVER, &mut |_| {}).unwrap();
    assert!(is_complete_and_sound(rest.best.as_ref().unwrap()));
    let found = rules(&rest);
    assert_eq!(found.len(), 1, "{dropped:?} is all that is missing");
    assert!(conditions(&found[0].pattern) < conditions(&dropped.pattern), "{found:?}");
}

/// Runs a search that is stopped after each step and goes on from its file.
fn in_pieces(size: usize, list: Option<&LiveSet>, plan: &MinePlan) -> (Vec<String>, usize) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state");
    let walks = list.is_none().then_some(plan.walks);
    let question =
        MiningParameters { size, reach: plan.lift.reach, walks, seed: plan.seed, start: None };
    for runs in 1..50 {
        let mut piece = miner(size, list, Vec::new(), plan.clone());
        state::read(&file, &question, &mut piece, &NEVER).unwrap();
        let stop = AtomicBool::new(false);
        piece
            .run(&stop, &mut |miner| {
                state::write(&file, &question, miner).unwrap();
                stop.store(true, Ordering::Relaxed);
            })
            .unwrap();
        if piece.rounds == plan.rounds {
            let other = MiningParameters { seed: 2, ..question };
            let mut fresh = miner(size, list, Vec::new(), plan.clone());
            let error = state::read(&file, &other, &mut fresh, &NEVER).unwrap_err();
            assert_eq!(input(error).kind, "checkpoint-differs");
            return (texts(&piece), runs);
        }
    }
    panic!("the search does not get on");
}

#[test]
fn a_search_goes_on_from_its_file_as_if_it_had_not_been_stopped() {
    assert_goes_on(5, Some(&list(5)), &plan(1));
    assert_goes_on(3, Some(&list(3)), &plan(3));
    assert_goes_on(11, None, &near(2, None));
}

#[test]
#[ignore = "five seconds"]
fn a_search_of_three_rounds_goes_on_from_its_file_as_if_it_had_not_been_stopped() {
    assert_goes_on(5, Some(&list(5)), &plan(3));
}

fn assert_goes_on(size: usize, list: Option<&LiveSet>, plan: &MinePlan) {
    let mut whole = miner(size, list, Vec::new(), plan.clone());
    whole.run(&NEVER, &mut |_| {}).unwrap();
    let (pieces, runs) = in_pieces(size, list, plan);
    assert!(runs > 1, "it was stopped: {runs}");
    assert_eq!(pieces, texts(&whole), "{size}x{size}");
}

/// How many of some moves of a board rules forbid.
fn forbidden(size: usize, rules: &[Rule], moves: &[Seed]) -> usize {
    let set = RuleSet::compile(rules, &Board::corner_to_corner(size, size).unwrap());
    let mut matcher = set.matcher();
    let forbids = |seed: &&Seed| {
        let position = &seed.position;
        matcher.forbidden(position.free(), position.live_end()).contains(seed.fatal)
    };
    moves.iter().filter(forbids).count()
}

#[test]
fn of_too_many_rules_those_that_forbid_the_most_are_chosen() {
    let all = |most| {
        let mut miner = miner(11, None, Vec::new(), near(1, most));
        miner.run(&NEVER, &mut |_| {}).unwrap();
        (rules(&miner), miner.pool.moves().to_vec())
    };
    let (whole, moves) = all(None);
    let forbidden = |rules: &[Rule]| forbidden(11, rules, &moves);
    let all_that_can = forbidden(&whole);
    let sets = [1, 2, 3].map(|most| all(Some(most)).0);
    let few = sets.each_ref().map(|rules| forbidden(rules));
    assert!(few.is_sorted() && few[0] < all_that_can, "{few:?} of {all_that_can}");
    let widest = whole.iter().map(|rule| forbidden(std::slice::from_ref(rule))).max().unwrap();
    assert!(few[0] >= widest, "{} or {widest}", few[0]);
    assert_eq!(sets[1].len(), 2);
}

/// The sets that are shipped as complete up to 9×9 and proved for all boards.
const SHIPPED: [(&str, &str); 2] = [("rules/all-sizes", "all_sizes"), ("rules/mined-9", "mined_9")];

/// The claims of a shipped set.
fn shipped(folder: &str) -> Vec<MoveClaim> {
    let folder = deadmove_testing::root().join(folder);
    let loaded = load(&[folder]).unwrap();
    assert!(loaded.errors.is_empty());
    loaded.files.iter().flat_map(|file| claims_of(file, 1).unwrap()).collect()
}

/// The verdict on each rule of the set on a board; the set must be complete and sound there.
fn verdicts(claims: &[MoveClaim], size: usize) -> String {
    let of = |claim: &MoveClaim| LoadedRule { file: claim.file.clone(), rule: claim.rule.clone() };
    let claims: Vec<LoadedRule> = claims.iter().map(of).collect();
    let check = check_whole(&LiveSet::build(size, &|_| {}).unwrap(), &claims);
    assert_eq!(check.set.verdict, SetVerdict::Complete);
    let lines = check.rules.iter().zip(&claims).map(|(result, claim)| {
        assert_eq!(result.forbids_live, Some(0), "{}", claim.rule.head.name);
        let dead = result.forbids_dead.unwrap();
        format!("{:<10} {dead:>10}  {}\n", format!("{:?}", result.verdict), claim.rule.head.name)
    });
    lines.collect()
}

#[test]
fn the_shipped_sets_are_proved_for_every_board_and_complete_on_5x5_and_7x7() {
    for (folder, name) in SHIPPED {
        let claims = shipped(folder);
        for verdict in prove(&claims, Effort::USUAL, &Run::new(&AtomicBool::new(false))) {
            assert!(matches!(verdict, ClaimVerdict::Proved(_)), "{folder}: {verdict:?}");
        }
        insta::assert_snapshot!(format!("{name}_on_5x5"), verdicts(&claims, 5));
        insta::assert_snapshot!(format!("{name}_on_7x7"), verdicts(&claims, 7));
    }
}

#[test]
#[ignore = "a few minutes"]
fn the_shipped_sets_are_complete_on_9x9() {
    for (folder, name) in SHIPPED {
        insta::assert_snapshot!(format!("{name}_on_9x9"), verdicts(&shipped(folder), 9));
    }
}

/// What is known of a search: its moves, its rules, and which moves were lifted.
fn knowledge(miner: &Miner<'_>) -> (usize, Vec<String>, Vec<bool>) {
    let rules = miner.pool.rules().iter();
    let texts = rules.map(|mined| RuleFile::Rule(mined.lifted.rule.clone()).write()).collect();
    (miner.pool.moves().len(), texts, miner.pool.tried().to_vec())
}

#[test]
fn a_step_that_is_stopped_leaves_the_pool_as_it_was() {
    let list = list(7);
    let mut miner = miner(7, Some(&list), Vec::new(), plan(3));
    // After the first step, a thread stops the run while it lifts or checks.
    let first = AtomicBool::new(false);
    let mut before = None;
    miner
        .run(&first, &mut |miner| {
            before = Some(knowledge(miner));
            first.store(true, Ordering::Relaxed);
        })
        .unwrap();
    let mut before = before.unwrap();
    for wait in [20, 60, 200, 600] {
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(wait));
                stop.store(true, Ordering::Relaxed);
            });
            miner.run(&stop, &mut |miner| before = knowledge(miner)).unwrap();
        });
        assert_eq!(knowledge(&miner), before, "stopped after {wait} ms");
    }
}

#[test]
fn moves_that_a_later_rule_forbids_do_not_make_the_unexplained_ones_negative() {
    let mut miner = miner(11, None, Vec::new(), MinePlan { walks: 8, seed: 10, ..near(2, None) });
    miner.run(&NEVER, &mut |_| {}).unwrap();
    let steps = &miner.steps;
    assert!(steps.iter().any(|step| step.unexplained > 0), "reach 3 is not enough: {steps:?}");
    assert!(steps.iter().all(|step| step.unexplained as u64 <= step.missed), "{steps:?}");
    let lifted: Vec<Rule> =
        miner.pool.rules().iter().map(|mined| mined.lifted.rule.clone()).collect();
    let moves = miner.pool.moves();
    let unexplained = moves.len() - forbidden(11, &lifted, moves);
    assert!(unexplained < steps[0].unexplained, "a later rule forbids some: {steps:?}");
}

#[test]
fn a_dead_move_that_is_met_on_several_lines_is_missed_once() {
    let board = Board::corner_to_corner(3, 3).unwrap();
    let once = lines::draw(&board, &[], 1, (1, 0), &NEVER);
    let often = lines::draw(&board, &[], 60, (1, 0), &NEVER);
    let name = |seed: &Seed| (seed.position.free().ones().collect::<Vec<_>>(), seed.fatal);
    let names: Vec<(Vec<usize>, Move)> = often.missed.iter().map(name).collect();
    let different: BTreeSet<&(Vec<usize>, Move)> = names.iter().collect();
    assert_eq!(names.len(), different.len());
    assert!(often.missed.len() >= once.missed.len() && !often.missed.is_empty());
}

#[test]
fn a_rule_of_a_state_that_is_not_proved_is_refused_and_a_stopped_run_takes_no_state() {
    let list = list(5);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state");
    let question = MiningParameters { size: 5, reach: 7, walks: None, seed: 1, start: None };
    let mut whole = miner(5, Some(&list), Vec::new(), plan(1));
    whole.run(&NEVER, &mut |_| {}).unwrap();
    state::write(&file, &question, &whole).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    let read = |text: &str| {
        std::fs::write(&file, text).unwrap();
        state::read(&file, &question, &mut miner(5, Some(&list), Vec::new(), plan(1)), &NEVER)
    };
    assert!(read(&text).unwrap());
    // Nothing is wrong with a state that a stopped run has not proved again.
    let mut other = miner(5, Some(&list), Vec::new(), plan(1));
    let stopped = state::read(&file, &question, &mut other, &AtomicBool::new(true));
    assert!(matches!(stopped, Err(MineStateError::Stopped)), "{stopped:?}");
    // The test of a region is left out of a rule.
    let weaker = text.replacen("enclosed or empty, odd", "enclosed or empty", 1);
    assert_ne!(weaker, text);
    assert_eq!(input(read(&weaker).unwrap_err()).kind, "checkpoint-broken");
    let (content, _) = weaker.rsplit_once(",\"blake3\"").unwrap();
    let error = input(read(&sealed::seal(&format!("{content}}}"))).unwrap_err());
    assert!(error.message.contains("not proved"), "{error}");
}

#[test]
fn a_rule_whose_text_takes_longer_to_prove_than_its_lifting_is_read_from_a_state() {
    // Without the tests of cells that its segments imply, the solver needs more than 50,000
    // conflicts.
    let text = "name lifted\nplacements all\nsource a search on 21x21\n\npicture\n
  ? ? ? a a . ? ? ?
  ? ? ? ? . ? # ? ?
  ? ? ? ? . . ? . #
  ? ? ? ? . ? b b ?
  ? ? ? c c ? b ? ?
  ? ? ? ? c b b ? ?
  ? ? ? ? L b ? ? ?
  ? ? ? ? b b ? ? ?
  ? ? ? ? b ? ? ? ?
  ? ? ? # b ? ? ? ?
  # b b b b ? ? ? ?
  ! b ? ? ? ? ? ? ?
  ? ? # ? ? ? ? ? ?

segment a: upper side enclosed
segment b: right and lower side enclosed or empty, even
segment c: left and lower side enclosed

forbids ahead
";
    let text = text.replace("picture\n\n", "picture\n");
    let RuleFile::Rule(rule) = RuleFile::parse(&text).unwrap() else { panic!("a family") };
    assert!(Lifted::proved(rule.pattern, &lift::LiftOptions::default(), &NEVER).is_some());
}
