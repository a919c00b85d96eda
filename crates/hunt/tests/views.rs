//! Views: what rules see of positions, and the least boards on which they see too little.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use deadmove_core::board::{Board, Move, from_letters};
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, judge};
use deadmove_hunt::twins::{Twin, Wire};
use deadmove_hunt::views::{ViewComparison, compare, fingerprint};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::{Forbidden, Head, Pattern, Rule};
use deadmove_testing::claims::Seen;
use deadmove_testing::random::{live_positions, rule};
use deadmove_verify::live_set::bits::PackedPosition;
use deadmove_verify::live_set::{LiveEntry, LiveSet};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;

fn of_path(size: usize, path: &str) -> Position {
    let board = Board::corner_to_corner(size, size).unwrap().into();
    Position::from_path(board, &from_letters(path).unwrap()).unwrap()
}

fn twin_pair(wire: Wire, other: Twin) -> [Position; 2] {
    [Twin::Closed, other].map(|twin| wire.position(twin).unwrap())
}

#[test]
fn twins_look_the_same_to_rules_up_to_their_reach_and_not_farther() {
    // How far all segments are compared, for one kind of twins or the other.
    let kinds = [(6, true, 6), (6, false, 6), (12, false, 12), (16, true, 10), (30, false, 10)];
    kinds.into_par_iter().for_each(|(reach, notched, exact)| {
        let (wire, station) = Wire::for_reach(reach);
        let other = if notched { Twin::Notched(station) } else { Twin::Balanced(station) };
        let [closed, other] = twin_pair(wire, other);
        let compared = compare([&closed, &other], if exact == 12 { 200_000 } else { 40_000 });
        let sees = 6 * station as u16 + 6;
        assert_eq!((compared.same, compared.not_found), (exact, sees), "{wire:?}");
        // The first cell of the notch.
        let difference = compared.difference.unwrap();
        assert_eq!((difference.holds_in, kind_of(&difference.rule)), (1, "cell"));
    });
}

#[test]
fn positions_that_differ_at_a_known_reach_are_told_apart_there() {
    for (size, one, other, same, kind) in [
        (7, "RR", "RD", 0, "cell"),
        // The line around the corner on the left comes two columns nearer.
        (7, "RRRRD", "RRD", 1, "forced line"),
        // The same drawing one row lower: the rim of the board is farther.
        (7, "RRRRRRDLLLD", "DRURDRURDRURDDLLLD", 2, "cell"),
        (5, "RRRRDL", "DRURDRURDDL", 1, "cell"),
        (9, "RDLDRRUURRRRDRURDDDDDDDLULLL", "RDLDRRUURDRURRRRDDDDDDDLULLL", 3, "forced line"),
    ] {
        let positions = [of_path(size, one), of_path(size, other)];
        let compared = compare([&positions[0], &positions[1]], u64::MAX);
        assert_eq!((compared.same, compared.not_found), (same, same), "{one} {other}");
        assert_eq!(kind_of(&compared.difference.unwrap().rule), kind, "{one} {other}");
    }
    let drawn = of_path(7, "RRRRRRDLLLD");
    let nothing = ViewComparison { same: 4, not_found: 4, difference: None };
    assert_eq!(compare([&drawn, &drawn], u64::MAX), nothing);
}

#[test]
fn the_pairs_found_for_reach_4_to_9_look_the_same_although_a_move_is_dead_in_one() {
    for ((side, reach, dead), before, ways, after) in [
        (
            (13, 4, Move::Left),
            "RRDLLDDDDDDDDDDDRRULURULUUURDDRDDDDRUUU",
            ["RUL", "U"],
            "ULURUULDLLURULURRDRUULURRRDLDRRRULURRRDLDRRUURDDDLLDDRURDDLDRDDDL",
        ),
        (
            (23, 6, Move::Up),
            concat!(
                "RRDRURRRRRRRRRRRRRRRRRRRDLLLLLLLDLULDLULDLULLLLDRRRDRRRDRURDRURURRRRRRDLLLDRRRDL",
                "DRDLDRDLDRDLDRDLDRDLLULURULURULURULURUULDLDLDRDLDRDLDRDLDRDRDRRRDLLLDLDRRURRDLDR",
                "DLLULDLULDLLLLLLLLLLLLLLLLURRRRRRRRRRRRRRRURUURULULULDLDLDLLLLLLLLLLLDRRRRRRRRRR",
                "RRURURDDLDLLLLLLLLLLLLLLUUURRRRRRRRRRRURURURRULLLDLDLDLLLLLLLLLLUUUUUUUURRRDLLDR",
                "RDRRULURRDRDLDLLLLULDDRRRRRRURU",
            ),
            ["URD", "R"],
            "RDLDLDLLLLLLLDRRRRRRRRURURURRRRULURULURURURUULDLDLDLULLLULLLULLLUULDLLLULDDRDLDRR",
        ),
        (
            (29, 9, Move::Down),
            concat!(
                "RRRRRRRRRRRRRRRRRDRURRRRRRRRRRDLLLLLLLLLDLDLULULLLLLLLLLLLLLLLLDRRRRRRRRRRRRRRRD",
                "RDRDRURURURRRRRRRRDLLLLLLLDLDLDLDLULULULULLLLDLULLLLLLLLLDDDDDRRRRDRRDLLLULLLDDD",
                "DRRRRRULLLLUURDRRRRDRRULURULULLULLLLURRRRRDRRDRDRDLDRRURULULULULLULLLLLLURRRRRRR",
                "DRRDRDRDRD",
            ),
            ["DRU", "R"],
            concat!(
                "RULULULULURRDRDRDRDRRRURURURURRRRRRDLLLDRRRDLDRDLDRDLDRDLDRDLLULURULURULURUULDLD",
                "LDRDLDRDLLULURULURURURUULDLDLDLDLDRDLDRDRDRRRDRDRRRDLLLDRRRDLLLDLLURUUULULLDRDRD",
                "LDLLDLULDDRRRURDRRRRURRDLDRDLLULLLDLULLLDLULDDRRRURDRRRURDRRRDLLDRRDLLLLURULLLDR",
                "DLLLURULLLDRDLLLURULLDDLLLLLLLLLLLLLLUURDRRRRRRRRRRRRUURRUULDLLDDLLLLLLLLLLULLUR",
                "RRDRRRRRRRRUURRURRRUULDLLLDLLDDLLLLLLULLLLURRRRRDRRRRUURRURRRURRRURDRRULULLLDLLL",
                "DLLLDLLLDRDLLULLLLLLURRRRRRURRRURRRURRRURRRRULULDLLLDLLLDLLLDLLLDLLLLLURULURR",
            ),
        ),
    ] {
        let pair = ways.map(|way| of_path(side, &[before, way, after].concat()));
        let verdicts = pair.each_ref().map(|position| {
            let judged = judge(position, Engine::Sat, &Limits::default()).unwrap();
            judged.moves.iter().find(|(m, _)| *m == dead).map(|(_, answer)| answer.verdict())
        });
        assert_eq!(verdicts, [Some(Verdict::Dead), Some(Verdict::Live)], "{side}");
        assert_eq!(compare([&pair[0], &pair[1]], 100_000).same, reach, "{side}");
    }
}

/// Which condition a rule has that tells positions apart.
fn kind_of(rule: &Rule) -> &'static str {
    let Pattern { cells, segments, .. } = &rule.pattern;
    match (cells.is_empty(), segments.is_empty()) {
        (false, _) => "cell",
        (_, true) => "forced line",
        _ if rule.forbids[0].unless_in.is_empty() => "region",
        _ => "exempt move",
    }
}

/// How far the cells that a rule names are from the live end.
fn reach(rule: &Rule) -> u16 {
    let cells = [&rule.pattern].into_iter().chain(&rule.unless).flat_map(Pattern::all_cells);
    cells.map(|c| c.right.unsigned_abs().max(c.down.unsigned_abs())).max().unwrap_or(0)
}

/// Pairs of live positions of 7×7 with one live end, and how far they look the same.
fn pairs() -> Vec<([Position; 2], ViewComparison)> {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let positions = &live_positions(7, 400, &mut rng);
    let with = |at: usize| positions[..at].iter().map(move |other| (&positions[at], other));
    let pairs = (0..positions.len()).flat_map(with);
    let pairs = pairs.filter(|(a, b)| a.live_end() == b.live_end() && a.free() != b.free());
    pairs.map(|(a, b)| ([a.clone(), b.clone()], compare([a, b], 100_000))).collect()
}

#[test]
fn what_tells_positions_apart_is_a_rule_that_matches_one_of_them() {
    let mut kinds = BTreeMap::new();
    for ([one, other], compared) in pairs() {
        let difference = compared.difference.unwrap();
        let rule = difference.rule;
        assert_eq!(compared.same, compared.not_found);
        assert_eq!(reach(&rule), compared.same + 1);
        let set = RuleSet::compile(std::slice::from_ref(&rule), one.board());
        let found = [&one, &other].map(|position| set.matcher().matches(position));
        let kind = kind_of(&rule);
        let matches = found.each_ref().map(Vec::len);
        match kind {
            "exempt move" => assert_ne!(found[0], found[1]),
            _ => assert_eq!(matches, [1 - difference.holds_in, difference.holds_in]),
        }
        *kinds.entry(kind).or_insert(0) += 1;
    }
    let kinds: Vec<(&str, i32)> = kinds.into_iter().collect();
    assert_eq!(kinds, [("cell", 1323), ("forced line", 53), ("region", 95)]);
}

#[test]
fn rules_within_the_reach_decide_alike() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut within, mut beyond) = (0, 0);
    for ([one, other], compared) in pairs().into_iter().filter(|(_, found)| found.same > 1) {
        let free = one.free().ones().fold(0, |bits, cell| bits | 1u128 << cell);
        let seen = Seen { side: 7, free, at: one.board().index(one.live_end()) };
        for _ in 0..200 {
            let pattern = seen.picture(&mut rng, 3);
            let forbids = Move::ALL.map(Forbidden::always).to_vec();
            let rule = Rule::with_picture(Head::new("seen"), pattern, forbids);
            let set = RuleSet::compile(std::slice::from_ref(&rule), one.board());
            let alike = set.matcher().matches(&one) == set.matcher().matches(&other);
            match reach(&rule) <= compared.same {
                true => within += usize::from(!rule.pattern.segments.is_empty()),
                false => beyond += usize::from(!alike),
            }
            assert!(alike || reach(&rule) > compared.same, "{rule:#?}");
        }
    }
    assert!(within > 100 && beyond > 100, "{within} {beyond}");
}

proptest! {
    #[test]
    fn random_rules_within_the_reach_of_twins_decide_alike(
        rule in rule().prop_filter("of the reach", |rule| reach(rule) <= 5),
        balanced in any::<bool>(),
    ) {
        let other = if balanced { Twin::Balanced(0) } else { Twin::Notched(0) };
        let [closed, other] = twin_pair(Wire { stations: 1 }, other);
        let set = RuleSet::compile(&[rule], closed.board());
        prop_assert_eq!(set.matcher().matches(&closed), set.matcher().matches(&other));
    }
}

/// The free cells within a reach of the live end, at most 4, and how far the rim is, as a number
/// that is another one for another window, but for chance.
fn window(key: PackedPosition, side: i32, reach: i32) -> u64 {
    let (row, column) = (key.live_end() as i32 / side, key.live_end() as i32 % side);
    let mut bits: u128 = 0;
    for r in row - reach..=row + reach {
        for c in column - reach..=column + reach {
            let inside = (0..side).contains(&r) && (0..side).contains(&c);
            bits = bits << 1 | u128::from(inside && key.free() >> (r * side + c) & 1 == 1);
        }
    }
    let rim = [row, column, side - 1 - row, side - 1 - column];
    let bits = rim.into_iter().fold(bits, |bits, far| bits << 3 | far.min(reach) as u128);
    let mut hasher = DefaultHasher::new();
    bits.hash(&mut hasher);
    hasher.finish()
}

/// Live positions and their live moves, those of each group by a key together, if the moves of a
/// group differ. Entering the end cell early counts as live: no rule has to forbid it.
fn told_apart_by_moves<K: Ord + Copy + Send>(
    mut all: Vec<(K, LiveEntry)>,
    by_moves: impl Fn(&LiveEntry) -> u8 + Sync,
) -> Vec<(K, LiveEntry)> {
    all.par_sort_unstable_by_key(|(key, entry)| (*key, entry.key));
    let groups = all.chunk_by(|(one, _), (other, _)| one == other);
    let differs = |group: &&[(K, LiveEntry)]| {
        group.iter().any(|(_, entry)| by_moves(entry) != by_moves(&group[0].1))
    };
    groups.filter(differs).flatten().copied().collect()
}

/// Live positions of a square board that rules of a reach cannot tell apart although they differ
/// in a live move: how many have equal cells within the reach, how many look the same, and two of
/// them.
fn undecidable(set: &LiveSet, reach: u16) -> (usize, usize, Option<[Position; 2]>) {
    let side = set.grid().side() as i32;
    let moves = |entry: &LiveEntry| entry.live_moves | set.early_end(entry.key).bits();
    let keyed = |entry: LiveEntry| (window(entry.key, side, reach.into()), entry);
    // Windows first, since all positions do not fit into memory with their keys.
    let mut windows: Vec<(u64, u8)> = Vec::new();
    for drawn in 1..set.layers() {
        let entries = set.layer(drawn).flat_map_iter(|entry| set.both(entry));
        windows.par_extend(entries.map(|entry| (keyed(entry).0, moves(&entry))));
    }
    windows.par_sort_unstable();
    windows.dedup();
    let several = windows.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[0].0);
    let several: HashSet<u64> = several.collect();
    drop(windows);
    let mut alike: Vec<(u64, LiveEntry)> = Vec::new();
    for drawn in 1..set.layers() {
        let entries = set.layer(drawn).flat_map_iter(|entry| set.both(entry)).map(keyed);
        alike.par_extend(entries.filter(|(window, _)| several.contains(window)));
    }
    let equal_cells = alike.len();
    let board = Arc::new(set.board());
    let position = |entry: &LiveEntry| {
        Position::from_path(board.clone(), &set.path_to(entry.key)).expect("a live position")
    };
    for turning in [false, true] {
        alike.par_iter_mut().for_each(|(key, entry)| {
            *key = fingerprint(&position(entry), reach, turning);
        });
        alike = told_apart_by_moves(alike, moves);
    }
    let two = alike.chunk_by(|one, other| one.0 == other.0).next().map(|group| {
        let other = group.iter().find(|(_, entry)| moves(entry) != moves(&group[0].1));
        [&group[0].1, &other.expect("moves that differ").1].map(position)
    });
    (equal_cells, alike.len(), two)
}

/// Compares the numbers of [`undecidable`] for a side and a reach, and the two positions.
fn assert_undecidable(side: usize, reach: u16, numbers: (usize, usize)) {
    let set = LiveSet::build(side, &|_| ()).unwrap();
    let (equal_cells, alike, two) = undecidable(&set, reach);
    assert_eq!((equal_cells, alike), numbers, "{side} {reach}");
    if let Some([one, other]) = two {
        assert!(compare([&one, &other], u64::MAX).same >= reach, "{side} {reach}");
    }
}

#[test]
fn sides_5_and_7_are_the_least_whose_moves_rules_of_reach_1_and_2_cannot_tell_apart() {
    assert_undecidable(3, 1, (0, 0));
    assert_undecidable(5, 1, (279, 6));
    assert_undecidable(5, 2, (0, 0));
    assert_undecidable(7, 2, (3296, 14));
    assert_undecidable(7, 3, (0, 0));
}

#[test]
#[ignore = "minutes and gigabytes"]
fn side_9_is_the_least_whose_moves_rules_of_reach_3_but_not_4_cannot_tell_apart() {
    assert_undecidable(9, 3, (788_368, 3_204));
    assert_undecidable(9, 4, (14_390, 0));
}
