//! For the tests of the import: a normal form in which rules are compared, and the catalogue.

use std::collections::BTreeSet;

use deadmove_core::board::Move;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::{CellTest, Extent, RegionTest, Rule};

pub mod catalogue;

/// Columns to the right and rows down from the live end.
pub type At = (i32, i32);

/// The conditions of a rule in one placement, in board directions.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Normal {
    pub cells: BTreeSet<(At, &'static str)>,
    pub regions: BTreeSet<Region>,
    pub forced_lines: BTreeSet<BTreeSet<At>>,
    pub forbids: BTreeSet<At>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Region {
    pub cells: BTreeSet<At>,
    pub side: BTreeSet<At>,
    pub may_be_empty: bool,
    pub tests: BTreeSet<String>,
}

impl Normal {
    /// A side with a free cell cannot be empty, so it does not matter whether it might be.
    pub fn settle_empty_sides(&mut self) {
        let tested = self.cells.iter().filter(|(_, test)| test.starts_with("free")).map(|c| c.0);
        let segments = self.regions.iter().flat_map(|region| region.cells.iter().copied());
        let ends = self.forced_lines.iter().flatten().copied();
        let free: BTreeSet<At> = tested.chain(segments).chain(ends).collect();
        let regions = std::mem::take(&mut self.regions);
        self.regions = regions
            .into_iter()
            .map(|mut region| {
                let beside = |c: &At| {
                    region.side.iter().map(move |d| (c.0 + d.0, c.1 + d.1)).collect::<Vec<_>>()
                };
                let side: Vec<At> = region
                    .cells
                    .iter()
                    .flat_map(beside)
                    .filter(|c| !region.cells.contains(c))
                    .collect();
                region.may_be_empty &= !side.iter().any(|c| free.contains(c));
                region
            })
            .collect();
    }
}

fn step(m: Move) -> At {
    match m {
        Move::Up => (0, -1),
        Move::Down => (0, 1),
        Move::Left => (-1, 0),
        Move::Right => (1, 0),
    }
}

/// A rule in all its placements.
pub fn normal_placements(rule: &Rule) -> BTreeSet<Normal> {
    assert!(rule.unless.is_empty());
    RuleSet::placements_of(rule)
        .into_iter()
        .map(|(_, placed)| {
            assert!(placed.exempt.is_empty());
            let at = |c: deadmove_rules::geometry::Offset| (i32::from(c.right), i32::from(c.down));
            let cells = placed.pattern.cells.iter().map(|(&c, test)| {
                let word = match test {
                    CellTest::Free => "free",
                    CellTest::FreeNotEnd => "free, not end",
                    CellTest::Drawn => "drawn",
                    CellTest::Wall => "wall",
                    CellTest::Outside => "outside",
                    CellTest::OnBoard => "on board",
                };
                (at(c), word)
            });
            let regions = placed.pattern.segments.iter().map(|segment| Region {
                cells: segment.cells.iter().map(|&c| at(c)).collect(),
                side: segment.side.directions().map(step).collect(),
                may_be_empty: match segment.extent {
                    Extent::Enclosed => false,
                    Extent::EnclosedOrEmpty => true,
                    Extent::Empty => panic!("no drawing asks for an empty side"),
                },
                tests: segment
                    .tests
                    .iter()
                    .map(|test| match test {
                        RegionTest::Even => "even".to_owned(),
                        RegionTest::Odd => "odd".to_owned(),
                        RegionTest::Surplus { from, to, inside: false } if from == to => {
                            format!("surplus is not {}", from.expect("a bound"))
                        }
                        other => panic!("no drawing asks for {other:?}"),
                    })
                    .collect(),
            });
            let lines = placed
                .pattern
                .forced_lines
                .iter()
                .map(|pair| pair.iter().map(|&c| at(c)).collect());
            let moves = Move::ALL.into_iter().filter(|&m| placed.moves.contains(m)).map(step);
            let mut normal = Normal {
                cells: cells.collect(),
                regions: regions.collect(),
                forced_lines: lines.collect(),
                forbids: moves.collect(),
            };
            normal.settle_empty_sides();
            normal
        })
        .collect()
}
