//! Weakened rules: one condition is left out or made weaker, or as many as possible. A rule that is
//! still proved does not need these conditions.

use std::collections::BTreeSet;

use super::argument::Effort;
use super::claims::MoveClaim;
use super::formula::WindowQuestion;
use super::run::Run;
use deadmove_core::board::Move;
use deadmove_rules::model::{CellTest, Extent, RegionTest, Rule, Segment, Side};
use deadmove_rules::words::letter;

/// A rule weakened in one condition. It forbids at least as much as the original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weaker {
    /// What is left out, as words that follow "without".
    pub without: String,
    /// The rule.
    pub rule: Rule,
}

/// All ways to weaken a rule in one condition.
pub fn weaker(rule: &Rule) -> Vec<Weaker> {
    let mut all = Vec::new();
    let mut add = |without: String, change: &dyn Fn(&mut Rule)| {
        let mut mutant = rule.clone();
        change(&mut mutant);
        if mutant != *rule {
            all.push(Weaker { without, rule: mutant });
        }
    };
    for (&cell, &test) in &rule.pattern.cells {
        let name = test_name(test);
        add(format!("{name} at {cell}"), &|rule| {
            rule.pattern.cells.remove(&cell);
        });
        let (what, less) = match test {
            CellTest::Drawn => ("drawn rather than wall", CellTest::Wall),
            CellTest::Outside => ("outside rather than wall", CellTest::Wall),
            CellTest::FreeNotEnd => ("not the end cell", CellTest::Free),
            CellTest::Free | CellTest::Wall | CellTest::OnBoard => continue,
        };
        add(format!("{what} at {cell}"), &|rule| {
            rule.pattern.cells.insert(cell, less);
        });
    }
    for (number, segment) in rule.pattern.segments.iter().enumerate() {
        let name = format!("region {}", letter(number));
        add(format!("the demand that {name} is not empty"), &|rule| {
            rule.pattern.segments[number].extent = Extent::EnclosedOrEmpty;
        });
        for (at, test) in segment.tests.iter().enumerate() {
            add(format!("the condition on the cells of {name}"), &|rule| {
                rule.pattern.segments[number].tests.remove(at);
            });
            if let &RegionTest::Surplus { from, to, inside } = test {
                let wider = if inside { 1 } else { -1 };
                let test = RegionTest::Surplus {
                    from: from.map(|k| k - wider),
                    to: to.map(|k| k + wider),
                    inside,
                };
                add(format!("the last surplus to either side of the limits of {name}"), &|rule| {
                    rule.pattern.segments[number].tests[at] = test;
                });
            }
        }
        for direction in Move::ALL {
            let fewer: Vec<Move> = segment.side.directions().filter(|&m| m != direction).collect();
            let side = Side::new(&fewer);
            if Segment::check_side(&segment.cells, side).is_ok() {
                add(format!("the cells {} beside {name}", beside(direction)), &|rule| {
                    rule.pattern.segments[number].side = side;
                });
            }
        }
        add(format!("{name}, whose cells stay free"), &|rule| without_segment(rule, number));
    }
    for number in 0..rule.unless.len() {
        add(format!("exception {}", number + 1), &|rule| {
            rule.unless.remove(number);
        });
    }
    add("the exemption of moves into regions".to_owned(), &|rule| {
        rule.forbids.iter_mut().for_each(|forbidden| forbidden.unless_in.clear());
    });
    all
}

/// The single conditions that a proved claim does not need: weakened in one of them, it is still
/// proved. None if a stopped run did not try all its conditions.
pub(crate) fn unneeded(claim: &MoveClaim, effort: Effort, run: &Run<'_>) -> Option<Vec<Weaker>> {
    let mut found = weaker(&claim.rule);
    found.retain(|weaker| is_proved(&weaker.rule, claim.direction, effort, run));
    (!run.stopped()).then_some(found)
}

fn is_proved(rule: &Rule, forbidden: Move, effort: Effort, run: &Run<'_>) -> bool {
    let question = WindowQuestion { rule, forbidden, step: forbidden };
    !run.stopped() && run.refuted(&question, effort, &effort.budget(run.stop)) == Some(true)
}

/// A bound on the steps of weakening, for a surplus that could be loosened again and again.
const STEPS: usize = 500;

/// The weakest rule found by leaving out or weakening the conditions of a proved claim one after
/// the other, as long as it is still proved: whole regions first, single cells last. It forbids
/// all that the claim forbids. None if the run was stopped before the end, or if nothing was
/// weakened.
pub(crate) fn weakest(claim: &MoveClaim, effort: Effort, run: &Run<'_>) -> Option<Rule> {
    let mut rule = claim.rule.clone();
    // What the rule needs, its weaker forms need, too.
    let mut needed = BTreeSet::new();
    for _ in 0..STEPS {
        let next = weaker(&rule).into_iter().rev().find(|weaker| {
            // With fewer directions a region may be another one.
            let skipped = !has_sides_of(&weaker.rule, &rule) || needed.contains(&weaker.without);
            let proved = !skipped && is_proved(&weaker.rule, claim.direction, effort, run);
            if !proved {
                needed.insert(weaker.without.clone());
            }
            proved
        });
        let Some(next) = next else { break };
        if next.rule.pattern.segments.len() < rule.pattern.segments.len() {
            // The regions have other letters now.
            needed.clear();
        }
        rule = next.rule;
    }
    (!run.stopped() && rule != claim.rule).then_some(rule)
}

/// Whether each region of a rule is one of the other rule, with the same side.
fn has_sides_of(rule: &Rule, other: &Rule) -> bool {
    let of = |segment: &Segment| (segment.cells.clone(), segment.side);
    let known: Vec<_> = other.pattern.segments.iter().map(of).collect();
    rule.pattern.segments.iter().all(|segment| known.contains(&of(segment)))
}

/// Removes the conditions on the region; the cells of the segment stay free.
fn without_segment(rule: &mut Rule, number: usize) {
    let segment = rule.pattern.segments.remove(number);
    for forbidden in &mut rule.forbids {
        forbidden.unless_in.retain(|&of| of != number);
        forbidden.unless_in.iter_mut().filter(|of| **of > number).for_each(|of| *of -= 1);
    }
    for cell in segment.cells {
        if !rule.pattern.segments.iter().any(|other| other.cells.contains(&cell)) {
            rule.pattern.cells.entry(cell).or_insert(CellTest::Free);
        }
    }
}

fn test_name(test: CellTest) -> &'static str {
    match test {
        CellTest::Free => "free",
        CellTest::FreeNotEnd => "free, not the end,",
        CellTest::Drawn => "drawn",
        CellTest::Wall => "wall",
        CellTest::Outside => "outside",
        CellTest::OnBoard => "on the board",
    }
}

fn beside(direction: Move) -> &'static str {
    match direction {
        Move::Up => "ahead",
        Move::Down => "behind",
        Move::Left => "on the left",
        Move::Right => "on the right",
    }
}
