//! Rules in the form that the checker reads, and the record of one claim: whether a rule is sound,
//! unsound or vacuous on a board, with proofs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use deadmove_checker::{
    self as checker, Example, Record, Refutation, RuleFormula, RuleQuestion, SCHEMA,
    check_refutation, placements, questions,
};
use rayon::prelude::*;

use super::CheckerRejection;
use super::claim::{QuestionResult, ask};
use super::position_graph::CheckerGraph;
use deadmove_core::budget::Budget;
use deadmove_core::verdict::{Limit, Limits};
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{CellTest, Extent, Pattern, RegionTest, Rule, Segment};

/// Rounds of the search for a live position in which a rule forbids a move: after this many
/// conflicts, the search goes on with the next placement.
const PATIENCE: [Option<u64>; 4] = [Some(100), Some(2_000), Some(40_000), None];

/// The live end, the number of the placement, and the placed rule.
type RuleAtLiveEnd = (usize, u8, checker::Rule);

/// The result for one placement: proofs, or an example.
#[derive(Clone, Debug)]
enum SettledPlacement {
    Refuted(Vec<Refutation>),
    Example(Example),
}

/// One rule on one board.
struct RuleWork<'a> {
    graph: &'a CheckerGraph,
    limits: &'a Limits,
    stop: &'a AtomicBool,
    begun: Instant,
}

/// Certifies a rule on a square board. The time limit is for the rule, the conflict limit for each
/// question. The checker has accepted the record that is returned; there is none if a limit was
/// reached.
pub(crate) fn certify(
    graph: &CheckerGraph,
    rule: &checker::Rule,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Option<Record>, CheckerRejection> {
    let work = RuleWork { graph, limits, stop, begun: Instant::now() };
    let record = match work.decide(rule) {
        Ok((verdict, example, refutations)) => Record {
            schema: SCHEMA,
            size: graph.board().width,
            rule: rule.clone(),
            verdict,
            example,
            refutations,
        },
        Err(_) => return Ok(None),
    };
    match record.check() {
        Ok(()) => Ok(Some(record)),
        Err(why) => Err(CheckerRejection { what: format!("the rule {}", rule.name), why }),
    }
}

impl RuleWork<'_> {
    fn decide(
        &self,
        rule: &checker::Rule,
    ) -> Result<(checker::Verdict, Option<Example>, Vec<Refutation>), Limit> {
        use checker::Verdict::{Sound, Unsound, Vacuous};
        // On large boards the placements of thousands of rules take minutes.
        if self.stop.load(Ordering::Relaxed) {
            return Err(Limit::Stopped);
        }
        let places = placements(&self.graph.source, rule);
        let refutations = match self.live(&places)? {
            SettledPlacement::Example(example) => return Ok((Unsound, Some(example), Vec::new())),
            SettledPlacement::Refuted(refutations) => refutations,
        };
        match self.effect(places)? {
            SettledPlacement::Example(example) => Ok((Sound, Some(example), refutations)),
            SettledPlacement::Refuted(more) => {
                let mut all = [refutations, more].concat();
                all.sort_by_key(|refutation| refutation.question);
                Ok((Vacuous, None, all))
            }
        }
    }

    /// A live move that the rule forbids, in the first placement that has one; or the proofs that
    /// there is none.
    fn live(&self, places: &[RuleAtLiveEnd]) -> Result<SettledPlacement, Limit> {
        let first = AtomicUsize::new(usize::MAX);
        let settled: Vec<Result<SettledPlacement, Limit>> = places
            .par_iter()
            .enumerate()
            .map(|(number, place)| {
                if first.load(Ordering::Relaxed) < number {
                    return Ok(SettledPlacement::Refuted(Vec::new()));
                }
                let asked = questions(&place.2, checker::Verdict::Sound);
                let settled = self.place(place, &asked, self.limits);
                if matches!(settled, Ok(SettledPlacement::Example(_))) {
                    first.fetch_min(number, Ordering::Relaxed);
                }
                settled
            })
            .collect();
        let mut refutations = Vec::new();
        let mut reached = None;
        for settled in settled {
            match settled {
                Ok(SettledPlacement::Example(example)) => {
                    return Ok(SettledPlacement::Example(example));
                }
                Ok(SettledPlacement::Refuted(more)) => refutations.extend(more),
                Err(limit) => reached = Some(limit),
            }
        }
        reached.map_or(Ok(SettledPlacement::Refuted(refutations)), Err)
    }

    /// A live position in which a sound rule forbids a legal move; or the proofs that there is
    /// none, besides the proofs that it is sound. What one round refutes, the next one skips.
    fn effect(&self, mut places: Vec<RuleAtLiveEnd>) -> Result<SettledPlacement, Limit> {
        // In the middle of the board most patterns fit.
        let middle = places.len() / 2;
        places.rotate_left(middle);
        let mut refutations = Vec::new();
        for patience in PATIENCE {
            let limits = self.limits.with_conflicts(patience);
            let look = |place: &RuleAtLiveEnd| {
                let mut others = questions(&place.2, checker::Verdict::Vacuous);
                others.retain(|(m, step)| m != step);
                self.place(place, &others, &limits)
            };
            let refuted = Mutex::new(BTreeMap::new());
            // Any position will do, but the choice must not depend on the number of threads.
            let found =
                places.par_iter().enumerate().find_map_first(|(number, place)| match look(place) {
                    Ok(SettledPlacement::Example(example)) => Some(Ok(example)),
                    Ok(SettledPlacement::Refuted(proofs)) => {
                        refuted.lock().expect("no holder panics").insert(number, proofs);
                        None
                    }
                    Err(Limit::Conflicts) => None,
                    Err(limit) => Some(Err(limit)),
                });
            if let Some(found) = found {
                return found.map(SettledPlacement::Example);
            }
            let refuted = refuted.into_inner().expect("no holder panics");
            let open = (0..places.len()).filter(|number| !refuted.contains_key(number));
            places = open.map(|number| places[number].clone()).collect();
            refutations.extend(refuted.into_values().flatten());
            if places.is_empty() {
                return Ok(SettledPlacement::Refuted(refutations));
            }
            if limits == *self.limits {
                break;
            }
        }
        Err(Limit::Conflicts)
    }

    /// Answers questions about one placement.
    fn place(
        &self,
        (live_end, placement, placed): &RuleAtLiveEnd,
        questions: &BTreeSet<(char, char)>,
        limits: &Limits,
    ) -> Result<SettledPlacement, Limit> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Limit::Stopped);
        }
        let mut refutations = Vec::new();
        let Some(claim) = RuleFormula::new(&self.graph.source, placed, *live_end) else {
            return Ok(SettledPlacement::Refuted(refutations));
        };
        for &(forbidden, step) in questions {
            let Some(units) = claim.assumptions(forbidden, step) else { continue };
            let mut cnf = claim.cnf.clone();
            units.iter().for_each(|&lit| cnf.push([lit]));
            if check_refutation(&cnf, "").is_ok() {
                continue;
            }
            let budget = Budget::stoppable(&limits.since(self.begun)?, self.stop);
            match ask(self.graph, &claim, cnf, placed, *live_end, forbidden, &budget)? {
                QuestionResult::Path(path) => {
                    let (path, completion) = self.split(&path, *live_end);
                    return Ok(SettledPlacement::Example(Example { path, forbidden, completion }));
                }
                QuestionResult::Refuted(lemmas, proof) => {
                    let live_end = self.graph.board().cell(*live_end);
                    let question =
                        RuleQuestion { live_end, placement: *placement, forbidden, step };
                    refutations.push(Refutation { question, lemmas, proof });
                }
            }
        }
        Ok(SettledPlacement::Refuted(refutations))
    }

    /// Splits a path of cells into the steps up to the live end and those after it.
    fn split(&self, path: &[usize], live_end: usize) -> (String, String) {
        let width = self.graph.board().width;
        let letter = |pair: &[usize]| match (pair[0], pair[1]) {
            (a, b) if b == a + 1 => 'R',
            (a, b) if a == b + 1 => 'L',
            (a, b) if b == a + width => 'D',
            _ => 'U',
        };
        let all: String = path.windows(2).map(letter).collect();
        let at = path.iter().position(|&cell| cell == live_end).unwrap_or(0);
        (all[..at].to_owned(), all[at..].to_owned())
    }
}

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

pub(crate) fn offset(cell: Offset) -> checker::Offset {
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
