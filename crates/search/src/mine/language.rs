//! What a mined rule can say: conditions on segments near the live end and on single cells, in the
//! orientation in which the forbidden move goes ahead.
//!
//! Conditions are not evaluated on positions here; see [`super::features`].

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use deadmove_core::board::Move;
use deadmove_rules::geometry::{Offset, Placement, Placements};
use deadmove_rules::model::{
    CellTest, Extent, Forbidden, Head, Pattern, RegionTest, Rule, Segment, Side,
};

/// The largest surplus, in both directions, that conditions compare with.
pub const SURPLUS: i8 = 4;

/// Every search considers single cells up to two columns and rows away.
const NARROW_REACH: i16 = 2;

/// Wide searches consider single cells this far to the sides, ahead, and behind.
const WIDE_REACH: (i16, i16, i16) = (3, 5, 2);

/// Everything that conditions can be about.
#[derive(Clone, Debug)]
pub struct Language {
    /// Segments, each cell by cell. The list contains the images of each in all placements.
    pub shapes: Vec<Vec<Offset>>,
    /// What conditions can be about.
    pub features: Vec<Feature>,
    /// `sides[shape]` is the range of `features` about enclosed sides of the shape. The features
    /// about empty sides follow after all of these, in the same order.
    pub sides: Vec<std::ops::Range<usize>>,
    /// The cells around the live end that features about single cells can be about.
    pub neighbourhood: Vec<Offset>,
}

/// One thing that conditions are about. It is absent in some positions, and has a value in others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The region on a side of a segment. Present if the side is enclosed; the value is its
    /// surplus.
    Region {
        /// The number of the segment.
        shape: usize,
        /// Its side.
        side: Side,
    },
    /// A segment with a side on which nothing is free. Present if the end cell is not on the
    /// segment; the value is the surplus of the segment.
    Empty {
        /// The number of the segment.
        shape: usize,
        /// Its side.
        side: Side,
    },
    /// A cell. Present if it is free; the value is 1 for the end cell and else 0.
    Free(Offset),
    /// A cell. Present if it is not free; the value is 0.
    Wall(Offset),
}

/// A test of the value of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Test {
    /// Always passes.
    Any,
    /// It is even.
    Even,
    /// It is odd.
    Odd,
    /// It is at least this.
    AtLeast(i8),
    /// It is at most this.
    AtMost(i8),
}

/// One condition: a feature is present, and its value passes a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition {
    /// The number of the feature.
    pub feature: u32,
    /// For a [`Feature::Region`]: whether the [`Feature::Empty`] of the same side is accepted too.
    pub or_empty: bool,
    /// The test of its value.
    pub test: Test,
}

/// How many features a search considers. The more, the longer it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Enclosed sides, and cells up to two columns and rows away.
    Narrow,
    /// Also sides without free cells, and cells further away.
    Wide,
}

impl Test {
    /// Whether a value passes.
    pub fn holds(self, value: i8) -> bool {
        match self {
            Test::Any => true,
            Test::Even => value % 2 == 0,
            Test::Odd => value % 2 != 0,
            Test::AtLeast(least) => value >= least,
            Test::AtMost(most) => value <= most,
        }
    }
}

impl Language {
    /// All segments of at most `reach` cells that begin next to the live end, also across a corner,
    /// and run straight or turn once.
    pub fn new(reach: usize) -> Language {
        let mut seen = FxHashSet::default();
        let mut shapes: Vec<Vec<Offset>> = Vec::new();
        let starts = (-1..=1).flat_map(|down| (-1..=1).map(move |right| Offset::new(right, down)));
        for start in starts.filter(|&start| start != Offset::LIVE_END) {
            for first in Move::ALL {
                for straight in 1..=reach {
                    let stem = run(start, first, straight);
                    let mut bent = vec![stem.clone()];
                    let turns =
                        Move::ALL.into_iter().filter(|m| *m != first && *m != first.opposite());
                    for second in turns.filter(|_| straight > 1) {
                        for more in 1..=reach - straight {
                            let mut cells = stem.clone();
                            let last = cells[cells.len() - 1];
                            cells.extend(run(last.step(second), second, more));
                            bent.push(cells);
                        }
                    }
                    for cells in bent {
                        if cells.contains(&Offset::LIVE_END) {
                            continue;
                        }
                        let set: BTreeSet<Offset> = cells.iter().copied().collect();
                        if seen.insert(set) {
                            shapes.push(cells);
                        }
                    }
                }
            }
        }
        shapes.sort_by_key(|cells| cells.len());
        let mut features = Vec::new();
        let mut sides = Vec::new();
        for (shape, cells) in shapes.iter().enumerate() {
            let first = features.len();
            let all = (1..15u8).map(|bits| {
                let chosen: Vec<Move> =
                    (0..4).filter(|at| bits >> at & 1 == 1).map(|at| Move::ALL[at]).collect();
                Side::new(&chosen)
            });
            let fits = all.filter(|&side| Segment::check_side(cells, side).is_ok());
            features.extend(fits.map(|side| Feature::Region { shape, side }));
            sides.push(first..features.len());
        }
        let empty: Vec<Feature> = features.iter().filter_map(|&feature| empty(feature)).collect();
        features.extend(empty);
        let (beside, ahead, behind) = WIDE_REACH;
        let neighbourhood: Vec<Offset> = (-ahead..=behind)
            .flat_map(|down| (-beside..=beside).map(move |right| Offset::new(right, down)))
            .filter(|&cell| cell != Offset::LIVE_END && cell != Offset::LIVE_END.step(Move::Up))
            .collect();
        features.extend(neighbourhood.iter().map(|&cell| Feature::Free(cell)));
        features.extend(neighbourhood.iter().map(|&cell| Feature::Wall(cell)));
        Language { shapes, features, sides, neighbourhood }
    }

    /// The number of the first feature about a single cell: first all [`Feature::Free`], then all
    /// [`Feature::Wall`], in the order of `neighbourhood`.
    pub fn first_cell(&self) -> usize {
        2 * self.regions()
    }

    /// How many features are about enclosed sides; they come first in the list.
    pub fn regions(&self) -> usize {
        self.sides.last().map_or(0, |sides| sides.end)
    }

    /// Whether a narrow search considers a feature.
    fn is_narrow(&self, feature: u32) -> bool {
        match self.features[feature as usize] {
            Feature::Free(cell) | Feature::Wall(cell) => {
                cell.right.abs() <= NARROW_REACH && cell.down.abs() <= NARROW_REACH
            }
            Feature::Region { .. } => true,
            Feature::Empty { .. } => false,
        }
    }

    /// All conditions that hold when a feature has a value, the weakest first.
    pub fn conditions(&self, feature: u32, value: i8, width: Width) -> Vec<Condition> {
        if width == Width::Narrow && !self.is_narrow(feature) {
            return Vec::new();
        }
        let with = |test| Condition { feature, or_empty: false, test };
        let or_empty = |feature: u32| move |test| Condition { feature, or_empty: true, test };
        match self.features[feature as usize] {
            Feature::Wall(_) => vec![with(Test::Any)],
            Feature::Free(_) if value == 0 => vec![with(Test::Any), with(Test::AtMost(0))],
            Feature::Free(_) => vec![with(Test::Any)],
            Feature::Region { .. } => {
                let tests = tests(value);
                let mut all: Vec<Condition> = tests.iter().copied().map(with).collect();
                if width == Width::Wide {
                    all.extend(tests.into_iter().map(or_empty(feature)));
                }
                all
            }
            Feature::Empty { .. } => {
                let region = feature - self.regions() as u32;
                let all = tests(value).into_iter().map(or_empty(region));
                std::iter::once(with(Test::Any)).chain(all).collect()
            }
        }
    }

    /// A rule that forbids going ahead when the conditions hold.
    pub fn rule(&self, name: &str, conditions: &[Condition]) -> Rule {
        let mut cells: BTreeMap<Offset, CellTest> = BTreeMap::new();
        let mut segments: Vec<Segment> = Vec::new();
        for condition in conditions {
            match self.features[condition.feature as usize] {
                Feature::Wall(cell) => {
                    cells.insert(cell, CellTest::Wall);
                }
                Feature::Free(cell) => {
                    let test = match condition.test {
                        Test::AtMost(_) => CellTest::FreeNotEnd,
                        _ => CellTest::Free,
                    };
                    let known = cells.entry(cell).or_insert(test);
                    *known = (*known).max(test);
                }
                feature @ (Feature::Region { shape, side } | Feature::Empty { shape, side }) => {
                    let extent = match feature {
                        Feature::Empty { .. } => Extent::Empty,
                        _ if condition.or_empty => Extent::EnclosedOrEmpty,
                        _ => Extent::Enclosed,
                    };
                    let set: BTreeSet<Offset> = self.shapes[shape].iter().copied().collect();
                    let cells = Segment::in_order(&set).expect("shapes turn once at most");
                    let test = region_test(condition.test);
                    let weak = Extent::EnclosedOrEmpty;
                    let same = segments.iter_mut().find(|s| {
                        let joins = s.extent == extent || s.extent == weak || extent == weak;
                        s.cells == cells && s.side == side && joins
                    });
                    match same {
                        Some(segment) => {
                            segment.tests.extend(test);
                            if extent != weak {
                                segment.extent = extent;
                            }
                        }
                        None => segments.push(Segment {
                            cells,
                            side,
                            extent,
                            tests: test.into_iter().collect(),
                        }),
                    }
                }
            }
        }
        // A cell of a segment is free anyway.
        for segment in &segments {
            for cell in &segment.cells {
                if cells.get(cell).is_some_and(|&test| test != CellTest::Wall) {
                    cells.remove(cell);
                }
            }
        }
        for segment in &mut segments {
            segment.tests.sort();
            segment.tests.dedup();
        }
        segments.sort();
        let head = Head { placements: Placements::ALL, ..Head::new(name) };
        let pattern = Pattern { cells, segments, forced_lines: Vec::new() };
        Rule::with_picture(head, pattern, vec![Forbidden::always(Move::Up)])
    }
}

/// The tests that the value of a region passes, the weakest first.
fn tests(value: i8) -> Vec<Test> {
    let mut all = vec![Test::Any, if value % 2 == 0 { Test::Even } else { Test::Odd }];
    all.extend((1 - SURPLUS..=SURPLUS.min(value)).map(Test::AtLeast));
    let most = SURPLUS.min(value.saturating_neg());
    all.extend((1 - SURPLUS..=most).map(|k| Test::AtMost(-k)));
    all
}

/// For a feature about an enclosed side, the one about the same side being empty.
fn empty(feature: Feature) -> Option<Feature> {
    match feature {
        Feature::Region { shape, side } => Some(Feature::Empty { shape, side }),
        _ => None,
    }
}

/// The pattern of a rule in a form that it shares with the mirror image of the rule.
pub fn canonical(rule: &Rule) -> Pattern {
    let placed = |placement| {
        let mut pattern = rule.pattern.placed(placement);
        pattern.segments.sort();
        pattern
    };
    placed(Placement::UPRIGHT).min(placed(Placement::new(0, true)))
}

fn region_test(test: Test) -> Option<RegionTest> {
    let surplus = |from, to| RegionTest::Surplus { from, to, inside: true };
    Some(match test {
        Test::Any => return None,
        Test::Even => RegionTest::Even,
        Test::Odd => RegionTest::Odd,
        Test::AtLeast(k) => surplus(Some(k.into()), None),
        Test::AtMost(k) => surplus(None, Some(k.into())),
    })
}

fn run(from: Offset, direction: Move, cells: usize) -> Vec<Offset> {
    std::iter::successors(Some(from), |cell| Some(cell.step(direction))).take(cells).collect()
}
