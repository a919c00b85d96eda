//! Families in words: their geometry and claims, with the expressions as in the file.

use super::{beside, cells::list, counted, going, letter, region_state, state};
use crate::expr::{Comparison, Expr};
use crate::family::{Family, FamilyCase, FamilyClaim, Parameter, Path, Shape, ShapeKind, TestExpr};
use crate::geometry::word;
use crate::model::{CellTest, Extent, Segment};
use deadmove_core::board::Move;

/// The parameters and names: "D is a whole number from 1 up".
pub fn parameters(family: &Family) -> Vec<String> {
    let range = |p: &Parameter| match p.to {
        Some(to) => format!("{} is a whole number from {} to {to}", p.name, p.from),
        None => format!("{} is a whole number from {} up", p.name, p.from),
    };
    let lets = family.lets.iter().map(|(name, expr)| format!("{name} stands for {expr}"));
    family.parameters.iter().map(range).chain(lets).collect()
}

/// The conditions that all claims share.
pub fn pattern(shapes: &[Shape]) -> Vec<String> {
    let mut segments = 0;
    let mut conditions = Vec::new();
    for shape in shapes {
        let (place, one) = path(&shape.path);
        let when = shape.when.as_ref().map(|when| format!(" (only for {when})"));
        let when = when.unwrap_or_default();
        let (cells, are) = if one { ("the cell", "is") } else { ("the cells", "are") };
        match &shape.kind {
            ShapeKind::Cells(test) => {
                let count = if one { 1 } else { 2 };
                let comma = if one { "" } else { "," };
                let state = state(*test, count);
                conditions.push(format!("{cells} {place}{comma} {are} {state}{when}"));
            }
            ShapeKind::Segment { side, extent, tests } => {
                let letter = letter(segments);
                segments += 1;
                let free = state(CellTest::FreeNotEnd, if one { 1 } else { 2 });
                conditions.push(format!("{cells} {letter}, {place}, {are} {free}{when}"));
                let mut text = region_state(*extent, &beside(*side, letter), letter);
                if !tests.is_empty() {
                    let tests: Vec<String> = tests.iter().map(test).collect();
                    let who = counted(*extent, letter);
                    text.push_str(&format!(", and {who} {}", list(&tests, "and")));
                }
                conditions.push(text);
            }
        }
    }
    conditions
}

/// The place of the cells of a path, and whether it is one cell for all parameters.
fn path(path: &Path) -> (String, bool) {
    let (sideways, side) = &path.sideways;
    let (forward, front) = &path.forward;
    let zero = |expr: &Expr| *expr == Expr::Number(0);
    let amount = |expr: &Expr, direction: Move| format!("{expr} {}", word(direction));
    let first = match (zero(sideways), zero(forward)) {
        (true, true) => "on the live end".to_owned(),
        (true, false) => amount(forward, *front),
        (false, true) => format!("{sideways} to the {}", word(*side)),
        (false, false) => format!("{} and {}", amount(sideways, *side), amount(forward, *front)),
    };
    let steps: Vec<String> = path
        .steps
        .iter()
        .filter(|(_, count)| !zero(count))
        .map(|(directions, count)| {
            let words: Vec<String> = directions.iter().map(|&m| word(m).to_owned()).collect();
            match directions.len() {
                1 => format!("{count} {} {}", steps_word(count), words[0]),
                _ => format!("{count} times one step {}", list(&words, "and one")),
            }
        })
        .collect();
    if steps.is_empty() {
        (first, true)
    } else {
        (format!("from {first} on, then {}", steps.join(", then ")), false)
    }
}

fn steps_word(count: &Expr) -> &'static str {
    if *count == Expr::Number(1) { "step" } else { "steps" }
}

/// A test as a verb phrase: "have a surplus of at least D/4".
fn test(test: &TestExpr) -> String {
    match test {
        TestExpr::Even => "are an even number".to_owned(),
        TestExpr::Odd => "are an odd number".to_owned(),
        TestExpr::Surplus(comparison, k) => {
            format!("have a surplus {} {k}", compared(*comparison))
        }
        TestExpr::Range { range: (from, to), inside } => {
            let inside = if *inside { "in" } else { "outside" };
            format!("have a surplus {inside} the range {from} to {to}")
        }
    }
}

fn compared(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "of exactly",
        Comparison::Different => "other than",
        Comparison::Less => "below",
        Comparison::AtMost => "of at most",
        Comparison::Greater => "above",
        Comparison::AtLeast => "of at least",
    }
}

/// A case in words: "for D mod 4 = 0".
pub fn case(case: &FamilyCase) -> String {
    if case.when.0.is_empty() { "always".to_owned() } else { format!("for {}", case.when) }
}

/// The conditions of a claim in addition to the shared ones: "surplus of a > D/4".
pub fn claim_condition(claim: &FamilyClaim) -> String {
    let tests: Vec<String> = claim
        .tests
        .iter()
        .map(|(segment, asked)| {
            let letter = letter(*segment);
            let of = format!("the region of {letter}");
            match asked {
                TestExpr::Even => format!("{of} is even"),
                TestExpr::Odd => format!("{of} is odd"),
                TestExpr::Surplus(comparison, k) => {
                    format!("surplus of {letter} {} {k}", comparison.sign())
                }
                TestExpr::Range { range: (from, to), inside } => format!(
                    "surplus of {letter} {} {from} to {to}",
                    if *inside { "in" } else { "outside" }
                ),
            }
        })
        .collect();
    if tests.is_empty() { "always".to_owned() } else { list(&tests, "and") }
}

/// What a claim forbids, short: "ahead, right unless in region a".
pub fn claim_forbids(claim: &FamilyClaim) -> String {
    let moves = claim.forbids.iter().map(|forbidden| {
        let regions: Vec<String> =
            forbidden.unless_in.iter().map(|&i| letter(i).to_string()).collect();
        let mut text = going(forbidden.direction).to_owned();
        if !regions.is_empty() {
            text.push_str(&format!(" unless in region {}", list(&regions, "or")));
        }
        text
    });
    let mut text = moves.collect::<Vec<_>>().join(", ");
    if let Some(placements) = claim.placements {
        text.push_str(&format!(" (placed {placements})"));
    }
    text
}

/// The conditions of a claim on the regions for given parameters, in words with numbers. `shared`
/// are the segments of the family's pattern, `expanded` those of the claim's rule.
pub fn expanded_condition(shared: &[Segment], expanded: &[Segment]) -> String {
    let mut parts = Vec::new();
    for (number, (before, after)) in shared.iter().zip(expanded).enumerate() {
        let tests: Vec<String> =
            after.tests[before.tests.len()..].iter().map(|&t| super::region_test(t)).collect();
        if !tests.is_empty() {
            let letter = letter(number);
            let who = match after.extent {
                Extent::Empty => format!("the cells {letter}"),
                _ => format!("the cells of {letter} and its region"),
            };
            parts.push(format!("{who} {}", list(&tests, "and")));
        }
    }
    if parts.is_empty() { "always".to_owned() } else { list(&parts, "and") }
}

/// What the surplus is, for families that count colours.
pub const SURPLUS: &str = "The surplus of a segment is the number of white minus the number of black \
     cells of its region and its own cells; black is the colour of the live end's own cell.";
