//! Writes rules and families as text; reading the text gives back the same rule.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::lemma::lemma_lines;
use super::picture::draw;
use super::segment::SIDES;
use crate::RuleFile;
use crate::family::{Family, FamilyClaim, Path, Shape, ShapeKind, TestExpr};
use crate::geometry::{Offset, word};
use crate::model::{
    CellTest, Extent, Forbidden, Head, Pattern, RegionTest, Rule, Segment, Side, Sizes,
};
use crate::words::letter;
use deadmove_core::board::Move;

/// The text of a rule file.
pub fn write(file: &RuleFile) -> String {
    match file {
        RuleFile::Rule(rule) => write_rule(rule),
        RuleFile::Family(family) => family_text(family),
    }
}

// Writing into a String cannot fail, so the results of write! are dropped below.

fn head_text(out: &mut String, head: &Head, placed: bool) {
    let mut line = |key: &str, value: &dyn fmt::Display| {
        let _ = writeln!(out, "{key:<12}{value}");
    };
    line("name", &head.name);
    if let Some(family) = &head.family {
        line("family", family);
    }
    match head.sizes {
        Sizes::All => {}
        Sizes::Only(size) => line("sizes", &size),
        Sizes::From(size) => line("sizes", &format_args!("from {size}")),
    }
    if placed {
        line("placements", &head.placements);
    }
    if let Some(side) = head.wrong_since {
        line("status", &format_args!("wrong since {side}x{side}"));
    }
    head.sources.iter().for_each(|source| line("source", source));
    head.remarks.iter().for_each(|remark| line("remark", remark));
}

/// The text of a file with one rule; reading it gives back the same rule.
pub fn write_rule(rule: &Rule) -> String {
    let mut out = String::new();
    head_text(&mut out, &rule.head, !rule.reads_the_whole_board());
    out.push('\n');
    if rule.reads_the_whole_board() {
        out.push_str(&lemma_lines(rule));
        return out;
    }
    pattern_text(&mut out, "picture", &rule.pattern, &rule.forbids);
    for exception in &rule.unless {
        out.push('\n');
        pattern_text(&mut out, "unless picture", exception, &[]);
    }
    let _ = writeln!(out, "\nforbids {}", moves_text(&rule.forbids));
    out
}

fn pattern_text(out: &mut String, heading: &str, pattern: &Pattern, forbids: &[Forbidden]) {
    let (marks, in_words) = draw(pattern);
    let _ = writeln!(out, "{heading}");
    out.push_str(&rows(marks, forbids));
    if !pattern.segments.is_empty() {
        out.push('\n');
    }
    for (number, (segment, in_words)) in pattern.segments.iter().zip(in_words).enumerate() {
        let _ = write!(out, "segment {}", letter(number));
        if in_words {
            out.push_str(&cells_text(segment));
        }
        let _ = write!(out, ": {} side {}", side_text(segment.side), extent_text(segment.extent));
        for test in &segment.tests {
            let _ = write!(out, ", {}", test_text(*test));
        }
        out.push('\n');
    }
}

/// The rows of a picture, indented, with a cross for every forbidden cell that is not tested.
pub fn rows(mut marks: BTreeMap<Offset, char>, forbids: &[Forbidden]) -> String {
    marks.insert(Offset::LIVE_END, 'L');
    for forbidden in forbids {
        marks.entry(Offset::LIVE_END.step(forbidden.direction)).or_insert('X');
    }
    let range = |along: fn(&Offset) -> i16| {
        marks.keys().map(along).fold((0, 0), |(low, high), v| (v.min(low), v.max(high)))
    };
    let (left, right) = range(|c| c.right);
    let (top, bottom) = range(|c| c.down);
    let size = |low: i16, high: i16| usize::from(high.abs_diff(low)) + 1;
    let mut grid = vec![vec!['?'; size(left, right)]; size(top, bottom)];
    for (cell, mark) in marks {
        let (row, column) = (cell.down.abs_diff(top), cell.right.abs_diff(left));
        grid[usize::from(row)][usize::from(column)] = mark;
    }
    let mut out = String::new();
    for row in grid {
        out.push(' ');
        for mark in row {
            out.push(' ');
            out.push(mark);
        }
        out.push('\n');
    }
    out
}

fn cells_text(segment: &Segment) -> String {
    let mut runs: Vec<(Move, usize)> = Vec::new();
    for pair in segment.cells.windows(2) {
        let step = Move::ALL.into_iter().find(|&m| pair[0].step(m) == pair[1]);
        match (runs.last_mut(), step) {
            (Some((last, count)), Some(step)) if *last == step => *count += 1,
            (_, Some(step)) => runs.push((step, 1)),
            (_, None) => {}
        }
    }
    let mut out = format!(" {} {}", if runs.is_empty() { "at" } else { "from" }, segment.cells[0]);
    for (step, count) in runs {
        let _ = write!(out, ", {} {count}", word(step));
    }
    out
}

fn side_text(side: Side) -> String {
    let words: Vec<&str> =
        SIDES.iter().filter(|(_, m)| side.contains(*m)).map(|(word, _)| *word).collect();
    words.join(" and ")
}

fn extent_text(extent: Extent) -> &'static str {
    match extent {
        Extent::Enclosed => "enclosed",
        Extent::EnclosedOrEmpty => "enclosed or empty",
        Extent::Empty => "empty",
    }
}

/// A region test in the words of a rule file.
pub fn test_text(test: RegionTest) -> String {
    let bound = |k: Option<i32>, infinite: i32| k.unwrap_or(infinite);
    match test {
        RegionTest::Even => "even".into(),
        RegionTest::Odd => "odd".into(),
        RegionTest::Surplus { from: Some(k), to: None, inside: true } => format!("surplus >= {k}"),
        RegionTest::Surplus { from: None, to: Some(k), inside: true } => format!("surplus <= {k}"),
        RegionTest::Surplus { from: Some(a), to: Some(b), inside } if a == b => {
            format!("surplus {} {a}", if inside { "=" } else { "!=" })
        }
        RegionTest::Surplus { from, to, inside } => format!(
            "surplus {}in {}..{}",
            if inside { "" } else { "not " },
            // No board has as many cells as these bounds, so they stand for "none".
            bound(from, -1_000_000),
            bound(to, 1_000_000)
        ),
    }
}

fn moves_text(forbids: &[Forbidden]) -> String {
    let moves: Vec<String> = forbids
        .iter()
        .map(|forbidden| {
            let regions: Vec<String> =
                forbidden.unless_in.iter().map(|&i| letter(i).to_string()).collect();
            if regions.is_empty() {
                word(forbidden.direction).to_owned()
            } else {
                format!("{} unless in region {}", word(forbidden.direction), regions.join(" or "))
            }
        })
        .collect();
    moves.join(", ")
}

fn family_text(family: &Family) -> String {
    let mut out = String::new();
    head_text(&mut out, &family.head, true);
    for parameter in &family.parameters {
        let _ = write!(out, "parameter   {} from {}", parameter.name, parameter.from);
        if let Some(to) = parameter.to {
            let _ = write!(out, " to {to}");
        }
        out.push('\n');
    }
    for (name, expr) in &family.lets {
        let _ = writeln!(out, "let {name} = {expr}");
    }
    out.push('\n');
    shapes_text(&mut out, &family.pattern);
    for exception in &family.unless {
        out.push_str("\nunless\n");
        shapes_text(&mut out, exception);
    }
    for case in &family.cases {
        let always = if case.when.0.is_empty() { "always" } else { "" };
        let _ = writeln!(out, "\ncase {always}{}", case.when);
        for claim in &case.claims {
            let _ = writeln!(out, "  claim {}", claim_text(claim));
        }
    }
    for parameters in &family.pictures {
        let given: Vec<String> = family
            .parameters
            .iter()
            .zip(parameters)
            .map(|(p, value)| format!("{} = {value}", p.name))
            .collect();
        let _ = writeln!(out, "\npicture for {}", given.join(", "));
        if let Ok(pattern) = family.pattern(parameters) {
            out.push_str(&rows(draw(&pattern).0, &[]));
        }
    }
    out
}

fn shapes_text(out: &mut String, shapes: &[Shape]) {
    let mut segments = 0;
    for shape in shapes {
        match &shape.kind {
            ShapeKind::Cells(test) => {
                let name = match test {
                    CellTest::Free => "free",
                    CellTest::FreeNotEnd => "free not end",
                    CellTest::Drawn => "drawn",
                    CellTest::Wall => "wall",
                    CellTest::Outside => "outside",
                    CellTest::OnBoard => "on board",
                };
                let _ = write!(out, "{name} {}", path_text(&shape.path));
                if let Some(when) = &shape.when {
                    let always = if when.0.is_empty() { "always" } else { "" };
                    let _ = write!(out, " when {always}{when}");
                }
            }
            ShapeKind::Segment { side, extent, tests } => {
                let _ = write!(
                    out,
                    "segment {} {}: {} side {}",
                    letter(segments),
                    path_text(&shape.path),
                    side_text(*side),
                    extent_text(*extent)
                );
                for test in tests {
                    let _ = write!(out, ", {}", test_expr_text(test, ""));
                }
                segments += 1;
            }
        }
        out.push('\n');
    }
}

fn path_text(path: &Path) -> String {
    let ((sideways, side), (forward, front)) = (&path.sideways, &path.forward);
    let mut out = format!(
        "{} ({sideways} {}, {forward} {})",
        if path.steps.is_empty() { "at" } else { "from" },
        word(*side),
        word(*front)
    );
    for (directions, count) in &path.steps {
        let words: Vec<&str> = directions.iter().map(|&m| word(m)).collect();
        let _ = write!(out, ", {} {count}", words.join(" and "));
    }
    out
}

fn test_expr_text(test: &TestExpr, of: &str) -> String {
    match test {
        TestExpr::Even => "even".into(),
        TestExpr::Odd => "odd".into(),
        TestExpr::Surplus(comparison, k) => format!("surplus{of} {} {k}", comparison.sign()),
        TestExpr::Range { range: (from, to), inside } => {
            format!("surplus{of} {}in {from}..{to}", if *inside { "" } else { "not " })
        }
    }
}

fn claim_text(claim: &FamilyClaim) -> String {
    let tests: Vec<String> = claim
        .tests
        .iter()
        .map(|(segment, test)| match test {
            TestExpr::Even | TestExpr::Odd => {
                format!("{} {}", letter(*segment), test_expr_text(test, ""))
            }
            _ => test_expr_text(test, &format!(" of {}", letter(*segment))),
        })
        .collect();
    let tests = if tests.is_empty() { "always".to_owned() } else { tests.join(" and ") };
    let mut out = format!("{}: {tests} forbids {}", claim.name, moves_text(&claim.forbids));
    if let Some(placements) = claim.placements {
        let _ = write!(out, " placed {placements}");
    }
    out
}
