//! Converts rules to the form that the checker reads.

use deadmove_checker as checker;

use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{CellTest, Extent, Pattern, RegionTest, Rule, Segment};

/// A rule in the checker's form: the same pattern, exceptions, moves and placements.
pub fn compiled(rule: &Rule) -> checker::Rule {
    let forbids = rule.forbids.iter().map(|forbidden| checker::Forbidden {
        direction: forbidden.direction.letter(),
        unless_in: forbidden.unless_in.clone(),
    });
    checker::Rule {
        name: rule.head.name.clone(),
        placements: rule.head.placements.iter().map(|p| p.index() as u8).collect(),
        pattern: pattern(&rule.pattern),
        unless: rule.unless.iter().map(pattern).collect(),
        forbids: forbids.collect(),
    }
}

fn offset(cell: Offset) -> checker::Offset {
    (cell.right, cell.down)
}

fn pattern(pattern: &Pattern) -> checker::Pattern {
    let test = |test| match test {
        CellTest::Free => checker::Test::Free,
        CellTest::FreeNotEnd => checker::Test::FreeNotEnd,
        CellTest::Drawn => checker::Test::Drawn,
        CellTest::Wall => checker::Test::Wall,
        CellTest::Outside => checker::Test::Outside,
        CellTest::OnBoard => checker::Test::OnBoard,
    };
    let Pattern { cells, segments, forced_lines } = pattern;
    checker::Pattern {
        cells: cells.iter().map(|(&cell, &asked)| (offset(cell), test(asked))).collect(),
        segments: segments.iter().map(segment).collect(),
        lines: forced_lines.iter().map(|&[a, b]| (offset(a), offset(b))).collect(),
    }
}

fn segment(segment: &Segment) -> checker::Segment {
    let tests = segment.tests.iter().map(|&test| match test {
        RegionTest::Even => checker::RegionTest::Even,
        RegionTest::Odd => checker::RegionTest::Odd,
        RegionTest::Surplus { from, to, inside } => {
            checker::RegionTest::Surplus { from, to, inside }
        }
    });
    checker::Segment {
        cells: segment.cells.iter().copied().map(offset).collect(),
        side: segment.side.directions().map(|direction| direction.letter()).collect(),
        extent: match segment.extent {
            Extent::Enclosed => checker::Extent::Enclosed,
            Extent::EnclosedOrEmpty => checker::Extent::EnclosedOrEmpty,
            Extent::Empty => checker::Extent::Empty,
        },
        tests: tests.collect(),
    }
}
