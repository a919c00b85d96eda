//! The content of the picture of a rule, computed once for the terminal and for SVG.
//!
//! It is independent of characters, colours and coordinates.

use std::collections::{BTreeMap, BTreeSet};

use deadmove_core::board::Move;
use deadmove_rules::geometry::{Offset, Placement};
use deadmove_rules::matcher::Match;
use deadmove_rules::model::{CellTest, Forbidden, Pattern, Rule, Side};

/// A pattern around the live end in one placement, and the moves that are forbidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// The title above the picture.
    pub title: String,
    pub(crate) signs: BTreeMap<Offset, Sign>,
    /// The segments, by number.
    pub(crate) segments: Vec<SketchSegment>,
    /// Forbidden cells; true if forbidden in every region.
    pub(crate) forbidden: BTreeMap<Offset, bool>,
}

/// A segment: its cells from end to end, and the side of its region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SketchSegment {
    pub cells: Vec<Offset>,
    pub side: Side,
}

impl SketchSegment {
    /// The sides of its cells on which its region lies.
    pub fn sides(&self) -> impl Iterator<Item = (Offset, Move)> + '_ {
        let sides =
            self.cells.iter().flat_map(|&cell| self.side.directions().map(move |m| (cell, m)));
        sides.filter(|&(cell, direction)| !self.cells.contains(&cell.step(direction)))
    }
}

/// What a picture shows in a cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sign {
    LiveEnd,
    Test(CellTest),
    /// Numbers of the segments, and the side of the first.
    Segments(Vec<usize>, Side),
    /// Number of the forced line, from 0.
    Forced(usize),
    /// No condition, but the move there is forbidden.
    Untested,
}

impl Sketch {
    /// The picture of a pattern as drawn.
    pub(crate) fn of(title: impl Into<String>, pattern: &Pattern, forbids: &[Forbidden]) -> Sketch {
        let mut signs = BTreeMap::from([(Offset::LIVE_END, Sign::LiveEnd)]);
        let Pattern { cells, segments: _, forced_lines } = pattern;
        for (&cell, &test) in cells {
            signs.insert(cell, Sign::Test(test));
        }
        for (number, pair) in forced_lines.iter().enumerate() {
            for &cell in pair {
                signs.insert(cell, Sign::Forced(number));
            }
        }
        for (number, segment) in pattern.segments.iter().enumerate() {
            for &cell in &segment.cells {
                match signs.get_mut(&cell) {
                    Some(Sign::Segments(numbers, _)) => numbers.push(number),
                    Some(Sign::Forced(_)) => {}
                    _ => {
                        signs.insert(cell, Sign::Segments(vec![number], segment.side));
                    }
                }
            }
        }
        let mut forbidden = BTreeMap::new();
        for forbids in forbids {
            let cell = Offset::LIVE_END.step(forbids.direction);
            forbidden.insert(cell, forbids.unless_in.is_empty());
            signs.entry(cell).or_insert(Sign::Untested);
        }
        let segments = pattern.segments.iter();
        let segments = segments.map(|s| SketchSegment { cells: s.cells.clone(), side: s.side });
        Sketch { title: title.into(), signs, segments: segments.collect(), forbidden }
    }

    /// The pictures of a rule: its own, and those of its exceptions. Lemmas have none.
    pub fn of_rule(rule: &Rule) -> Vec<Sketch> {
        if rule.reads_the_whole_board() {
            return Vec::new();
        }
        let exceptions = rule.unless.iter().map(|pattern| Sketch::of("unless", pattern, &[]));
        std::iter::once(Sketch::of("picture", &rule.pattern, &rule.forbids))
            .chain(exceptions)
            .collect()
    }

    /// A picture with every sign once, for a legend.
    pub(super) fn of_all_signs() -> Sketch {
        let tests = CellTest::ALL.map(Sign::Test);
        let side = Side::new(&[Move::Up]);
        let others = [Sign::LiveEnd, Sign::Segments(vec![0], side), Sign::Forced(0)];
        let signs = others.into_iter().chain(tests);
        let at = |column| Offset::new(column, 0);
        let segment = SketchSegment { cells: vec![at(1)], side };
        Sketch {
            title: String::new(),
            signs: (0..).map(at).zip(signs).collect(),
            segments: vec![segment],
            forbidden: BTreeMap::from([(at(3), true), (at(4), false)]),
        }
    }

    /// The placements of a rule. Those that lay the rule on the board in the same way, as those of
    /// a symmetric picture, count once unless `all` are wanted. Lemmas have none.
    pub fn placements(rule: &Rule, all: bool) -> Vec<Placement> {
        if rule.reads_the_whole_board() {
            return Vec::new();
        }
        let different: BTreeSet<usize> = deadmove_rules::compile::RuleSet::placements_of(rule)
            .iter()
            .map(|(placement, _)| placement.index())
            .collect();
        let placements = rule.head.placements.iter();
        placements.filter(|placement| all || different.contains(&placement.index())).collect()
    }

    /// A rule as it matches a position, to be drawn over the board, with the moves it forbids;
    /// `None` for lemmas, which read all of it.
    pub fn of_match(rule: &Rule, found: &Match) -> Option<Sketch> {
        if rule.reads_the_whole_board() {
            return None;
        }
        let mut sketch = Sketch::of("", &rule.pattern, &[]).placed(found.placement);
        for direction in found.moves.iter() {
            let cell = Offset::LIVE_END.step(direction);
            sketch.forbidden.insert(cell, true);
            sketch.signs.entry(cell).or_insert(Sign::Untested);
        }
        Some(Sketch { title: format!("{} ({})", rule.head.name, found.placement), ..sketch })
    }

    /// The picture in a placement, with the placement as its title.
    pub(super) fn placed(&self, placement: Placement) -> Sketch {
        let turned = |side: Side| {
            Side::new(&side.directions().map(|m| placement.direction(m)).collect::<Vec<Move>>())
        };
        let signs = self.signs.iter().map(|(&cell, sign)| {
            let sign = match sign {
                Sign::Segments(numbers, side) => Sign::Segments(numbers.clone(), turned(*side)),
                other => other.clone(),
            };
            (placement.offset(cell), sign)
        });
        let segments = self.segments.iter().map(|segment| SketchSegment {
            cells: segment.cells.iter().map(|&cell| placement.offset(cell)).collect(),
            side: turned(segment.side),
        });
        Sketch {
            title: placement.to_string(),
            signs: signs.collect(),
            segments: segments.collect(),
            forbidden: self.forbidden.iter().map(|(&c, &all)| (placement.offset(c), all)).collect(),
        }
    }

    /// Left, right, top and bottom of the cells shown, all inclusive.
    pub(crate) fn bounds(&self) -> (i16, i16, i16, i16) {
        self.signs.keys().fold((0, 0, 0, 0), |(left, right, top, bottom), cell| {
            (left.min(cell.right), right.max(cell.right), top.min(cell.down), bottom.max(cell.down))
        })
    }

    /// Columns and rows of the cells shown.
    pub(super) fn size(&self) -> (f64, f64) {
        let (left, right, top, bottom) = self.bounds();
        (f64::from(right - left + 1), f64::from(bottom - top + 1))
    }

    pub(super) fn sign(&self, right: i16, down: i16) -> Option<&Sign> {
        self.signs.get(&Offset::new(right, down))
    }
}

/// The signs that pictures use with their meaning, each once, for a legend.
pub(crate) fn meanings(sketches: &[Sketch]) -> Vec<(Sign, String)> {
    let mut found: BTreeSet<Sign> = BTreeSet::new();
    for sign in sketches.iter().flat_map(|sketch| sketch.signs.values()) {
        match sign {
            Sign::Segments(numbers, _) => {
                for &number in numbers {
                    found.insert(Sign::Segments(vec![number], Side::default()));
                }
            }
            Sign::Untested => {}
            other => {
                found.insert(other.clone());
            }
        }
    }
    found
        .into_iter()
        .map(|sign| {
            let meaning = match &sign {
                Sign::LiveEnd => "live end".to_owned(),
                Sign::Test(CellTest::Free) => "free".to_owned(),
                Sign::Test(CellTest::FreeNotEnd) => "free, not the end cell".to_owned(),
                Sign::Test(CellTest::Drawn) => "drawn".to_owned(),
                Sign::Test(CellTest::Wall) => "wall: drawn, blocked or outside".to_owned(),
                Sign::Test(CellTest::Outside) => "outside the board".to_owned(),
                Sign::Test(CellTest::OnBoard) => "on the board".to_owned(),
                Sign::Segments(numbers, _) => format!(
                    "segment {}",
                    numbers.first().map_or(' ', |&n| deadmove_rules::words::letter(n))
                ),
                Sign::Forced(number) => format!("ends of forced line {}", number + 1),
                Sign::Untested => String::new(),
            };
            (sign, meaning)
        })
        .collect()
}
