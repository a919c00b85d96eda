//! Mining, checked against other implementations: features, cheapest sets, whole searches on small
//! boards, and explanations of dead moves.

use deadmove_testing::random as support;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_engine::judge::{Engine, Turning, judge};
use deadmove_prove::argument::Effort;
use deadmove_prove::claims::{ClaimVerdict, MoveClaim, claims_of, prove};
use deadmove_prove::run::Run;
use deadmove_rules::RuleFile;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::{LoadedRule, load};
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;
use deadmove_search::lift;
use deadmove_search::mine::cover::cover;
use deadmove_search::mine::examples::Examples;
use deadmove_search::mine::features::{FeatureExtractor, rows_of};
use deadmove_search::mine::language::{Condition, Language, Width};
use deadmove_search::mine::minimise::{self, Seed, minimise};
use deadmove_search::mine::pool::Pool;
use deadmove_search::mine::same;
use deadmove_search::mine::search::{Miner, Options};
use deadmove_search::mine::state::{self, MiningParameters};
use deadmove_testing::naive::Naive;
use deadmove_verify::check::SetVerdict;
use deadmove_verify::check_live_set::check_whole;
use deadmove_verify::live_set::bits::Key;
use deadmove_verify::live_set::{Entry, LiveSet};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::iter::ParallelIterator;

fn live_sets(size: usize) -> Vec<LiveSet> {
    (3..=size).step_by(2).map(|n| LiveSet::build(n, &|_| {}).unwrap()).collect()
}

const OPTIONS: Options = Options { conditions: 4, proved: false, rounds: 2, seed: 1 };

/// Runs a search to its end.
fn mine<'l>(language: &'l Language, size: usize, options: Options) -> Miner<'l> {
    let examples = Examples::read(language, live_sets(size));
    let mut miner = Miner::new(examples, Vec::new(), Pool::default(), options);
    miner.run(&AtomicBool::new(false), &|_| {}, &|_| {});
    miner
}

fn texts(miner: &Miner<'_>) -> Vec<String> {
    let best = miner.best.as_ref().expect("a set");
    best.rules.iter().map(|entry| RuleFile::Rule(entry.rule.clone()).write()).collect()
}

fn key(position: &Position) -> Key {
    let board = position.board();
    let free = position.free().ones().fold(0, |cells, cell| cells | 1 << cell);
    Key::new(free, board.index(position.live_end()))
}

#[test]
fn both_readers_of_features_agree() {
    let language = Language::new(5);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for size in [5, 7, 9, 11] {
        let extractor = FeatureExtractor::new(size, &language);
        let mut present = 0;
        for position in support::live_positions(size as u16, 40, &mut rng) {
            for direction in position.legal_moves() {
                let fast = extractor.rows(key(&position), direction);
                assert_eq!(fast, rows_of(&language, &position, direction), "{position:?}");
                let regions = |row: &Vec<(u32, i8)>| {
                    row.iter().filter(|(at, _)| (*at as usize) < language.first_cell()).count()
                };
                present += fast.iter().map(regions).sum::<usize>();
            }
        }
        assert!(present > 100, "the test is about something: {present}");
    }
}

#[test]
fn a_rule_forbids_a_move_exactly_where_its_conditions_hold_in_a_view() {
    let language = Language::new(4);
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut fired = 0;
    for position in support::live_positions(7, 120, &mut rng) {
        let free = |cell| position.is_free(cell);
        let naive = Naive::new(position.board(), free, position.live_end());
        for direction in position.legal_moves() {
            let views = rows_of(&language, &position, direction);
            let all: Vec<Condition> = views
                .iter()
                .flatten()
                .flat_map(|&(feature, value)| language.conditions(feature, value, Width::Wide))
                .collect();
            // Pairs of conditions from both views: some hold in the same view, others do not.
            for at in (0..all.len()).step_by(all.len() / 7 + 1) {
                let other = all[(at * 31 + 17) % all.len()];
                let conditions = [all[at], other];
                let holds = |row: &Vec<(u32, i8)>| {
                    conditions.iter().all(|condition| {
                        row.iter().any(|&(feature, value)| {
                            let empty = condition.feature + language.regions() as u32;
                            let there = feature == condition.feature
                                || condition.or_empty && feature == empty;
                            there && condition.test.holds(value)
                        })
                    })
                };
                let rule = language.rule("pair", &conditions);
                let forbidden: BTreeSet<Move> = rule
                    .head
                    .placements
                    .iter()
                    .filter_map(|placement| naive.forbidden(&rule, placement))
                    .flatten()
                    .collect();
                let expected = views.iter().any(holds);
                assert_eq!(forbidden.contains(&direction), expected, "{rule:#?} {position:?}");
                fired += usize::from(expected);
            }
        }
    }
    assert!(fired > 100, "the test is about something: {fired}");
}

/// The weight of the cheapest choice, by trying all.
fn cheapest(elements: &[u64], weights: &[u32]) -> u32 {
    (0u64..1 << weights.len())
        .filter(|chosen| elements.iter().all(|element| *element == 0 || element & chosen != 0))
        .map(|chosen| (0..weights.len()).filter(|i| chosen >> i & 1 == 1).map(|i| weights[i]).sum())
        .min()
        .expect("all sets cover everything")
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

/// Asserts that some rules, at most so many, forbid every dead move of a board.
fn assert_filled_by(size: usize, most: usize) {
    let language = Language::new(6);
    let miner = mine(&language, size, OPTIONS);
    let best = miner.best.as_ref().unwrap();
    assert!(best.is_complete_and_sound());
    assert!(best.rules.len() <= most, "{} rules on {size}x{size}", best.rules.len());
    let alone = &best.seen.alone;
    assert!(alone.iter().all(|&moves| moves > 0), "a rule can be left out: {alone:?}");
    insta::assert_snapshot!(format!("mined_{size}"), texts(&miner).join("\n"));
}

#[test]
fn three_rules_fill_5x5() {
    assert_filled_by(5, 3);
}

#[test]
#[ignore = "a few seconds"]
fn at_most_eight_rules_fill_7x7() {
    assert_filled_by(7, 8);
}

#[test]
fn only_proved_rules_are_taken_if_that_is_asked() {
    let language = Language::new(6);
    let miner = mine(&language, 5, Options { proved: true, ..OPTIONS });
    let best = miner.best.as_ref().unwrap();
    assert!(best.is_complete_and_sound());
    assert!(best.rules.iter().all(|entry| entry.proved.is_some()));
}

#[test]
fn given_rules_need_no_others_for_what_they_forbid() {
    let language = Language::new(6);
    let whole = mine(&language, 5, OPTIONS);
    let mut given: Vec<Rule> =
        whole.best.unwrap().rules.into_iter().map(|entry| entry.rule).collect();
    let dropped = given.pop().unwrap();
    let examples = Examples::read(&language, live_sets(5));
    let mut miner = Miner::new(examples, given.clone(), Pool::default(), OPTIONS);
    miner.run(&AtomicBool::new(false), &|_| {}, &|_| {});
    let best = miner.best.unwrap();
    assert!(best.is_complete_and_sound());
    assert_eq!(best.rules.len(), 1, "{dropped:?} is all that is missing");
}

#[test]
fn a_search_goes_on_from_its_file_as_if_it_had_not_been_stopped() {
    let language = Language::new(5);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state");
    let question =
        MiningParameters { size: 5, reach: 5, conditions: 4, proved: false, seed: 1, start: None };
    let options = Options { rounds: 3, ..OPTIONS };
    let whole = mine(&language, 5, options);
    // Stop at the first save, then at each following one, until the search is done.
    let mut runs = 0;
    let last = loop {
        let examples = Examples::read(&language, live_sets(5));
        let mut miner = state::read(&file, &question, examples, Vec::new(), options).unwrap();
        let stop = AtomicBool::new(false);
        miner.run(&stop, &|_| {}, &|miner| {
            state::write(&file, &question, miner).unwrap();
            stop.store(true, Ordering::Relaxed);
        });
        runs += 1;
        assert!(runs < 50, "the search gets on");
        if miner.rounds == options.rounds {
            break miner;
        }
    };
    assert!(runs > 3, "it was stopped: {runs}");
    assert_eq!(texts(&last), texts(&whole));
    let other = MiningParameters { seed: 2, ..question };
    let examples = Examples::read(&language, live_sets(5));
    let error = state::read(&file, &other, examples, Vec::new(), options).err().unwrap();
    assert_eq!(error.kind, "checkpoint-differs");
}

const MINIMISE: fn() -> minimise::Options = || minimise::Options {
    lift: lift::Options::default(),
    conditions: 4,
    candidates: 3,
    rejected: Vec::new(),
    known: false,
    beyond: Vec::new(),
    limits: Limits::default(),
};

/// The dead move that killed a line.
fn seed(size: usize, path: &str) -> Seed {
    let board = Board::corner_to_corner(size, size).unwrap();
    let path: Vec<Move> = path.chars().map(|c| Move::from_letter(c).unwrap()).collect();
    let position = Position::from_path(board.into(), &path).unwrap();
    let judgement = judge(&position, Engine::Sat, &Limits::default()).unwrap();
    let Turning::Point { live, fatal, .. } = judgement.turning else { panic!("a dead line") };
    Seed { position: position.prefix(live), fatal }
}

#[test]
fn a_candidate_forbids_its_move_and_no_live_one() {
    let language = Language::new(6);
    let mut examples = Examples::read(&language, live_sets(7));
    let seeds = [
        seed(9, "RRRRRRRRDDDLDRDLLULLDRDLLU"),
        seed(5, "RRDDLL"),
        seed(21, "RRRRRRDDDDDLLDLDDDLDDDDRRRRRU"),
    ];
    let stop = AtomicBool::new(false);
    let explained = minimise(&mut examples, &seeds, &[], &MINIMISE(), &stop).unwrap();
    for (seed, explained) in seeds.iter().zip(&explained) {
        assert!(!explained.suggestions.is_empty(), "{seed:?}");
        let position = &seed.position;
        let free = |cell| position.is_free(cell);
        let naive = Naive::new(position.board(), free, position.live_end());
        for suggestion in &explained.suggestions {
            let rule = &suggestion.rule;
            let mut placements = rule.head.placements.iter();
            let forbids = placements.any(|placement| {
                naive.forbidden(rule, placement).is_some_and(|moves| moves.contains(&seed.fatal))
            });
            assert!(forbids, "{rule:?}");
        }
    }
}

#[test]
fn a_move_that_a_rule_forbids_already_and_a_rejected_pattern_are_not_brought_again() {
    let language = Language::new(6);
    let mut examples = Examples::read(&language, live_sets(5));
    let seeds = [seed(5, "RRDDLL")];
    let stop = AtomicBool::new(false);
    let first = minimise(&mut examples, &seeds, &[], &MINIMISE(), &stop).unwrap();
    let rule = first[0].suggestions[0].rule.clone();
    let known = minimise(&mut examples, &seeds, std::slice::from_ref(&rule), &MINIMISE(), &stop);
    let known = known.unwrap();
    assert_eq!((known[0].known.as_slice(), known[0].suggestions.len()), (&[0][..], 0));
    let pattern = deadmove_search::mine::language::canonical(&rule);
    let options = minimise::Options { rejected: vec![pattern.clone()], ..MINIMISE() };
    let without = minimise(&mut examples, &seeds, &[], &options, &stop).unwrap();
    let patterns = without[0].suggestions.iter();
    assert!(patterns.clone().count() > 0);
    assert!(
        patterns.clone().all(|s| deadmove_search::mine::language::canonical(&s.rule) != pattern)
    );
}

/// The sets that are shipped as complete up to 9×9 and proved for all boards.
const SHIPPED: [(&str, &str); 2] = [("rules/all-sizes", "all_sizes"), ("rules/mined-9", "mined_9")];

/// Moves of listed positions.
type MoveSet = BTreeSet<(u128, Move)>;

/// The dead moves of a list that a rule forbids, by a separate matcher.
fn forbidden(live_set: &LiveSet, rule: &Rule) -> MoveSet {
    let side = live_set.grid().side();
    let board = Board::corner_to_corner(side, side).unwrap();
    let set = RuleSet::compile(std::slice::from_ref(rule), &board);
    let mut matcher = set.matcher();
    let mut all = BTreeSet::new();
    for drawn in 1..=live_set.layers() {
        let positions: Vec<Entry> = live_set.layer(drawn).collect();
        for entry in positions {
            let live = Moves::from_bits(entry.live_moves);
            let moves = matcher.forbidden_in_bits(entry.key.free(), entry.key.live_end());
            all.extend(moves.without(live).iter().map(|direction| (entry.key.0, direction)));
        }
    }
    all
}

#[test]
fn rules_are_alike_exactly_where_plain_sets_of_moves_say_so() {
    let live_set = live_sets(7).pop().unwrap();
    let rules = |folder: &str| {
        let loaded = load(&[deadmove_testing::root().join("rules").join(folder)]);
        let board = Board::corner_to_corner(7, 7).unwrap();
        let claims = loaded.unwrap().rules_for(&board).unwrap();
        claims.into_iter().map(|claim| claim.rule).collect::<Vec<Rule>>()
    };
    let found = rules("all-sizes");
    let known = same::claims(&[rules("edge"), rules("near-field")].concat());
    let sets = |rules: &[Rule]| -> Vec<MoveSet> {
        rules.iter().map(|rule| forbidden(&live_set, rule)).collect()
    };
    let (mine, theirs) = (sets(&found), sets(&known));
    let (mut same, mut covers) = (0, 0);
    for (likeness, mine) in same::compare(&live_set, &found, &known).iter().zip(&mine) {
        let numbers = |wanted: &dyn Fn(&MoveSet) -> bool| -> Vec<usize> {
            let all = theirs.iter().enumerate();
            all.filter(|(_, set)| !set.is_empty() && wanted(set)).map(|(at, _)| at).collect()
        };
        assert_eq!(likeness.same, numbers(&|theirs| theirs == mine));
        assert_eq!(likeness.covers, numbers(&|theirs| theirs.is_subset(mine) && theirs != mine));
        same += likeness.same.len();
        covers += likeness.covers.len();
    }
    assert!(same > 0 && covers > 10, "{same} same, {covers} covered");
    let names: BTreeSet<&str> = known.iter().map(|rule| rule.head.name.as_str()).collect();
    let c_shape = ["C-shape (ahead)", "C-shape (right)", "C-shape (behind)"];
    assert!(c_shape.iter().all(|name| names.contains(name)), "{names:?}");
}

/// The claims of rule files whose dead moves the candidates for some dead lines forbid too, on the
/// largest board of `lists`.
fn reproduced(
    live_sets: Vec<LiveSet>,
    lines: &[(usize, &str)],
    files: &[&str],
) -> BTreeSet<String> {
    let language = Language::new(6);
    let mut examples = Examples::read(&language, live_sets);
    let seeds: Vec<Seed> = lines.iter().map(|&(size, path)| seed(size, path)).collect();
    let root = deadmove_testing::root().join("rules");
    let paths: Vec<PathBuf> = files.iter().map(|file| root.join(file)).collect();
    let board = Board::corner_to_corner(9, 9).unwrap();
    let known = load(&paths).unwrap().rules_for(&board).unwrap();
    let known = same::claims(&known.into_iter().map(|claim| claim.rule).collect::<Vec<Rule>>());
    let stop = AtomicBool::new(false);
    let explained = minimise(&mut examples, &seeds, &[], &MINIMISE(), &stop).unwrap();
    let all = explained.into_iter().flat_map(|explained| explained.suggestions);
    let found: Vec<Rule> = all.map(|suggestion| suggestion.rule).collect();
    let like = same::compare(examples.live_sets.last().unwrap(), &found, &known);
    let numbers = like.iter().flat_map(|like| like.same.iter().chain(&like.covers));
    numbers.map(|&at| known[at].head.name.clone()).collect()
}

#[test]
fn dead_lines_bring_back_c_shape_far_straight_and_close_straight() {
    let lines =
        [(7, "RRRRRD"), (7, "RRDDDRDD"), (9, "RRRRRRRRDDDDDDDLLLLLLLUUURRDLDRRRRRUUUUULLLLDRD")];
    insta::assert_debug_snapshot!(reproduced(live_sets(7), &lines, &["edge", "near-field"]));
}

#[test]
#[ignore = "needs 3 GB and a few minutes"]
fn stuck_lines_of_9x9_bring_back_the_rules_that_the_research_drew_for_them() {
    let lines = [
        "RRRRRRRRDDDDDDDLLLLLLLURRRRURDRUULURUULDLULLLLLDRDLDRRU",
        "RRRRRRRRDDDDDDDLLLLURURDRUULURUULDLULLLLLDDDDDRRULUUURR",
        "RRRRRRRRDDDDDDDLLLLURURDRUUUUULDLULLLLLDDDDDRRULUUURR",
        "RRRRRRRRDDDDDLDRDLLULURURULURULLDLULDLULLDRDLDDR",
    ];
    let files = [
        "9-grid/double-area-c-shape.rule",
        "9-grid/double-c-shape.rule",
        "9-grid/double-c-shape-rotated.rule",
        "9-grid/double-c-shape-start-c.rule",
        "9-grid/triple-area.rule",
    ];
    insta::assert_debug_snapshot!(reproduced(live_sets(9), &lines.map(|line| (9, line)), &files));
}

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
#[ignore = "needs 3 GB and a few minutes"]
fn the_shipped_sets_are_complete_on_9x9() {
    for (folder, name) in SHIPPED {
        insta::assert_snapshot!(format!("{name}_on_9x9"), verdicts(&shipped(folder), 9));
    }
}
