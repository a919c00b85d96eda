//! Whether one rule follows from another by its form: wherever the first matches, the second
//! matches too and forbids at least as much. The answer yes is always right; some cases are missed.

use std::collections::BTreeMap;
use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::geometry::Offset;
use crate::model::{CellTest, Extent, Pattern, RegionTest, Rule, Segment, Sizes};
use crate::moves::Moves;
use crate::placed::PlacedRule;

/// Surpluses up to this far beyond every bound that occurs are tried.
const FURTHER: i32 = 3;

/// A rule in its placements, with bits for conditions on cells. Some conditions share a bit.
pub struct PlacedForms {
    rules: Vec<PlacedRule>,
    /// For each, the conditions that follow from its pattern.
    known: Vec<u128>,
    /// For each, those that its pattern has.
    wanted: Vec<u128>,
}

impl PlacedForms {
    /// Of a rule in these placements.
    pub fn of(rules: Vec<PlacedRule>) -> PlacedForms {
        let bit = |cell: Offset, test: CellTest| 1 << (FxBuildHasher.hash_one((cell, test)) >> 57);
        let known = |rule: &PlacedRule| {
            let conditions = knowledge(&rule.pattern).into_iter();
            union_of(conditions.flat_map(|(cell, test)| {
                let weaker = CellTest::ALL.into_iter().filter(move |&one| test_follows(test, one));
                weaker.map(move |weaker| bit(cell, weaker))
            }))
        };
        let wanted = |rule: &PlacedRule| {
            let segments = rule.pattern.segments.iter().flat_map(|segment| &segment.cells);
            let segments = segments.map(|&cell| (cell, CellTest::FreeNotEnd));
            let cells = rule.pattern.cells.iter().map(|(&cell, &test)| (cell, test));
            union_of(cells.chain(segments).map(|(cell, test)| bit(cell, test)))
        };
        let (known, wanted) =
            (rules.iter().map(known).collect(), rules.iter().map(wanted).collect());
        PlacedForms { rules, known, wanted }
    }
}

fn union_of(bits: impl Iterator<Item = u128>) -> u128 {
    bits.fold(0, |all, bit| all | bit)
}

/// Whether `rule` is implied by `other`, in each of its placements by one of the other's.
pub fn implied(
    rule: &Rule,
    placed: &PlacedForms,
    other: &Rule,
    other_placed: &PlacedForms,
) -> bool {
    let by_one = |(one, known): (&PlacedRule, &u128)| {
        // Most pairs of rules differ in some cell.
        let mut weaker = other_placed.wanted.iter().zip(&other_placed.rules);
        weaker.any(|(wanted, weaker)| wanted & !known == 0 && follows(one, weaker))
    };
    sizes_within(rule.head.sizes, other.head.sizes)
        && placed.rules.iter().zip(&placed.known).all(by_one)
}

fn sizes_within(inner: Sizes, outer: Sizes) -> bool {
    match (inner, outer) {
        (_, Sizes::All) => true,
        (Sizes::Only(a), Sizes::Only(b)) => a == b,
        (Sizes::Only(a) | Sizes::From(a), Sizes::From(b)) => a >= b,
        _ => false,
    }
}

fn follows(one: &PlacedRule, weaker: &PlacedRule) -> bool {
    let same_region = |a: u32, b: u32| {
        let (a, b) = (&one.pattern.segments[a as usize], &weaker.pattern.segments[b as usize]);
        a.cells == b.cells && a.side == b.side
    };
    one.moves.without(weaker.moves) == Moves::NONE
        && weaker
            .exempt
            .iter()
            .filter(|(moves, _)| one.moves.and(*moves) == *moves)
            .all(|&(moves, b)| one.exempt.iter().any(|&(m, a)| m == moves && same_region(a, b)))
        && pattern_follows(&one.pattern, &weaker.pattern)
        && weaker.unless.iter().all(|exception| excepted(one, exception))
}

/// Whether `one` cannot match where an exception of the other rule does.
fn excepted(one: &PlacedRule, exception: &Pattern) -> bool {
    let Some(both) = union(&one.pattern, exception) else { return true };
    one.unless.iter().any(|own| pattern_follows(&both, own))
}

/// Whether every condition of `weaker` follows from those of `one`.
pub fn pattern_follows(one: &Pattern, weaker: &Pattern) -> bool {
    let known = knowledge(one);
    let Pattern { cells, segments, forced_lines } = weaker;
    cells.iter().all(|(cell, &test)| known.get(cell).is_some_and(|&own| test_follows(own, test)))
        && segments
            .iter()
            .all(|segment| one.segments.iter().any(|own| segment_follows(own, segment)))
        && forced_lines.iter().all(|pair| one.forced_lines.contains(pair))
}

/// The conditions of a pattern on single cells, including those of segments and forced lines.
pub fn knowledge(pattern: &Pattern) -> BTreeMap<Offset, CellTest> {
    let mut known = pattern.cells.clone();
    for &cell in pattern.forced_lines.iter().flatten() {
        known.entry(cell).or_insert(CellTest::Free);
    }
    for &cell in pattern.segments.iter().flat_map(|segment| &segment.cells) {
        known.insert(cell, CellTest::FreeNotEnd);
    }
    known
}

/// Whether a cell that passes one test passes the other.
pub fn test_follows(one: CellTest, weaker: CellTest) -> bool {
    use CellTest::*;
    one == weaker
        || matches!(
            (one, weaker),
            (FreeNotEnd, Free) | (Free | FreeNotEnd | Drawn, OnBoard) | (Drawn | Outside, Wall)
        )
}

/// Whether no cell can pass both tests.
pub fn exclude(one: CellTest, other: CellTest) -> bool {
    use CellTest::*;
    let free = |test| matches!(test, Free | FreeNotEnd);
    let wall = |test| matches!(test, Wall | Drawn | Outside);
    let on_board = |test| matches!(test, Free | FreeNotEnd | Drawn | OnBoard);
    (free(one) && wall(other))
        || (wall(one) && free(other))
        || (one == Outside && on_board(other))
        || (on_board(one) && other == Outside)
}

/// The conditions of both patterns; `None` if their cells contradict each other.
pub fn union(one: &Pattern, other: &Pattern) -> Option<Pattern> {
    let (known, more) = (knowledge(one), knowledge(other));
    let clash =
        more.iter().any(|(cell, &test)| known.get(cell).is_some_and(|&own| exclude(own, test)));
    if clash {
        return None;
    }
    let mut both = one.clone();
    for (&cell, &test) in &more {
        match known.get(&cell) {
            Some(&own) if test_follows(own, test) => {}
            _ => {
                both.cells.insert(cell, test);
            }
        }
    }
    let Pattern { cells: _, segments, forced_lines } = other;
    both.segments.extend(segments.iter().cloned());
    both.forced_lines.extend(forced_lines);
    Some(both)
}

fn segment_follows(one: &Segment, weaker: &Segment) -> bool {
    let extent = one.extent == weaker.extent || weaker.extent == Extent::EnclosedOrEmpty;
    extent
        && one.cells == weaker.cells
        && one.side == weaker.side
        && surpluses(one.tests.iter().chain(&weaker.tests)).all(|surplus| {
            !RegionTest::all_hold(&one.tests, surplus)
                || RegionTest::all_hold(&weaker.tests, surplus)
        })
}

/// Enough surpluses to distinguish tests: around and beyond all bounds.
pub fn surpluses<'a>(tests: impl Iterator<Item = &'a RegionTest>) -> impl Iterator<Item = i32> {
    let bounds = tests.flat_map(|test| match *test {
        RegionTest::Surplus { from, to, .. } => [from, to],
        RegionTest::Even | RegionTest::Odd => [None, None],
    });
    // Only values near the bounds matter; far bounds are clamped to keep the range short.
    let (low, high) = bounds
        .flatten()
        .map(|bound| bound.clamp(-10_000, 10_000))
        .fold((0, 0), |(low, high), bound| (low.min(bound), high.max(bound)));
    low - FURTHER..=high + FURTHER
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Side;
    use deadmove_core::board::Move;

    /// The states a cell can be in, and the tests that hold there.
    const STATES: [(&str, &[CellTest]); 5] = [
        ("free end", &[CellTest::Free, CellTest::OnBoard]),
        ("free", &[CellTest::Free, CellTest::FreeNotEnd, CellTest::OnBoard]),
        ("drawn", &[CellTest::Drawn, CellTest::Wall, CellTest::OnBoard]),
        ("blocked", &[CellTest::Wall, CellTest::OnBoard]),
        ("outside", &[CellTest::Outside, CellTest::Wall]),
    ];

    #[test]
    fn cell_tests_follow_and_exclude_each_other_as_the_states_of_a_cell_say() {
        for one in CellTest::ALL {
            for other in CellTest::ALL {
                let follows =
                    STATES.iter().all(|(_, hold)| !hold.contains(&one) || hold.contains(&other));
                assert_eq!(test_follows(one, other), follows, "{one:?} then {other:?}");
                let together =
                    STATES.iter().any(|(_, hold)| hold.contains(&one) && hold.contains(&other));
                assert_eq!(exclude(one, other), !together, "{one:?} and {other:?}");
            }
        }
    }

    #[test]
    fn the_bits_reject_only_rules_that_do_not_follow() {
        let (at, beside) = (Offset::new(1, 1), Offset::new(1, 0));
        let segment = Segment {
            cells: vec![beside, at],
            side: Side::new(&[Move::Right]),
            extent: Extent::Empty,
            tests: Vec::new(),
        };
        let none = Pattern { cells: BTreeMap::new(), segments: vec![], forced_lines: vec![] };
        let mut patterns = vec![
            Pattern { segments: vec![segment.clone()], ..none.clone() },
            Pattern { forced_lines: vec![[at, beside]], ..none.clone() },
        ];
        for test in CellTest::ALL {
            let cells = BTreeMap::from([(at, test)]);
            patterns.push(Pattern { cells: cells.clone(), ..none.clone() });
            patterns.push(Pattern { cells, segments: vec![segment.clone()], ..none.clone() });
        }
        let placed = |pattern| PlacedRule {
            pattern,
            unless: Vec::new(),
            moves: Moves::NONE,
            exempt: Vec::new(),
        };
        let forms = PlacedForms::of(patterns.iter().cloned().map(placed).collect());
        let mut rejected = 0;
        for (one, known) in patterns.iter().zip(&forms.known) {
            for (weaker, wanted) in patterns.iter().zip(&forms.wanted) {
                let reject = wanted & !known != 0;
                assert!(!reject || !pattern_follows(one, weaker), "{one:?} then {weaker:?}");
                rejected += usize::from(reject);
            }
        }
        assert!(rejected > patterns.len(), "{rejected}");
    }
}
