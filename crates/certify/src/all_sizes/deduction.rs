//! Deductions in the form of the checker, without the steps that are not needed.

use std::collections::BTreeSet;

use deadmove_checker::every_board::{Case, SceneFact, SceneReason, check_cases, near};
use deadmove_checker::{Offset, Rule};
use deadmove_prove::deduction::{PictureFact, PictureReason, PictureStep};

use crate::rule::offset;

/// The steps that the checker may take to find out which are not needed.
const WORK: usize = 20_000;

/// The cases of a deduction, as few as were found to be enough.
pub(super) fn cases(rule: &Rule, forbidden: usize, steps: &[PictureStep]) -> Vec<Case> {
    let all: Vec<Case> = steps.iter().map(case).collect();
    let holds = |cases: &[Case]| check_cases(rule, forbidden, cases, &mut |_, _, _| {}).is_ok();
    let mut rest = all.as_slice();
    let (mut kept, _) = relevant(&mut rest);
    if !holds(&kept) {
        kept = all;
    }
    // Leaves out groups of steps, large ones first.
    let mut work = WORK;
    let mut size = kept.len();
    while size > 1 {
        size = size.div_ceil(2);
        let mut end = kept.len();
        while end > 0 && work > kept.len() {
            let start = end.saturating_sub(size);
            let is_kept = |(at, case): &(usize, &Case)| {
                !(start..end).contains(at) || !matches!(case, Case::Follows { .. })
            };
            let fewer: Vec<Case> =
                kept.iter().enumerate().filter(is_kept).map(|(_, case)| case.clone()).collect();
            if fewer.len() < kept.len() {
                work -= kept.len();
                if holds(&fewer) {
                    kept = fewer;
                }
            }
            end = start;
        }
    }
    kept
}

/// The part of a tree that its contradictions are about, as far as single cells show it, and the
/// cells that matter. Takes the tree off the front.
fn relevant(cases: &mut &[Case]) -> (Vec<Case>, BTreeSet<Offset>) {
    let Some((first, rest)) = cases.split_first() else { return Default::default() };
    *cases = rest;
    match first {
        Case::Follows { fact, because } => {
            let (mut kept, mut cells) = relevant(cases);
            if matters(*fact, &cells) {
                cells.extend(about(because));
                kept.insert(0, first.clone());
            }
            (kept, cells)
        }
        Case::Suppose { .. } | Case::Split { .. } => {
            let fact = match *first {
                Case::Suppose { fact } => fact,
                Case::Split { cell } => SceneFact::Free(cell),
                _ => unreachable!("one of the two"),
            };
            let both = [relevant(cases), relevant(cases)];
            if let Some(one) = both.iter().position(|(_, cells)| !matters(fact, cells)) {
                let [holds, fails] = both;
                return if one == 0 { holds } else { fails };
            }
            let mut kept = vec![first.clone()];
            let mut cells = BTreeSet::new();
            for (of, about) in both {
                kept.extend(of);
                cells.extend(about);
            }
            (kept, cells)
        }
        Case::Impossible { because } => (vec![first.clone()], about(because)),
        Case::Refuted { .. } => (vec![first.clone()], BTreeSet::new()),
    }
}

/// Whether a fact is about these cells, or they are none because all matter.
fn matters(fact: SceneFact, cells: &BTreeSet<Offset>) -> bool {
    let has = |cell: &Offset| cells.contains(cell);
    match fact {
        SceneFact::Used(a, b) | SceneFact::Unused(a, b) => cells.is_empty() || has(&a) || has(&b),
        SceneFact::Free(cell) | SceneFact::Wall(cell) => {
            cells.is_empty() || has(&cell) || near(cell).iter().any(has)
        }
        _ => true,
    }
}

/// The cells at the border of the set that a reason names.
fn about(because: &SceneReason) -> BTreeSet<Offset> {
    match because {
        SceneReason::Cut(cells) => {
            let outside = |cell: &Offset| near(*cell).iter().any(|other| !cells.contains(other));
            cells.iter().copied().filter(outside).collect()
        }
        SceneReason::Wall(cell) => BTreeSet::from([*cell]),
        SceneReason::Known | SceneReason::Colour(_) => BTreeSet::new(),
    }
}

fn case(step: &PictureStep) -> Case {
    match step {
        PictureStep::Split(PictureFact::Free(cell, _)) => Case::Split { cell: offset(*cell) },
        PictureStep::Split(fact) => Case::Suppose { fact: self::fact(*fact) },
        PictureStep::Follows(fact, because) => {
            Case::Follows { fact: self::fact(*fact), because: reason(because) }
        }
        PictureStep::Ends(because) => Case::Impossible { because: reason(because) },
    }
}

fn fact(fact: PictureFact) -> SceneFact {
    match fact {
        PictureFact::Free(cell, true) => SceneFact::Free(offset(cell)),
        PictureFact::Free(cell, false) => SceneFact::Wall(offset(cell)),
        PictureFact::Used(a, b, true) => SceneFact::Used(offset(a), offset(b)),
        PictureFact::Used(a, b, false) => SceneFact::Unused(offset(a), offset(b)),
        PictureFact::End(cell, true) => SceneFact::End(offset(cell)),
        PictureFact::End(cell, false) => SceneFact::NoEnd(offset(cell)),
        PictureFact::Inside(segment, cell, true) => SceneFact::Inside(segment, offset(cell)),
        PictureFact::Inside(segment, cell, false) => SceneFact::NotInside(segment, offset(cell)),
    }
}

fn reason(reason: &PictureReason) -> SceneReason {
    match reason {
        PictureReason::Known => SceneReason::Known,
        PictureReason::Cut(cells) => SceneReason::Cut(cells.iter().copied().map(offset).collect()),
        PictureReason::Colour(segment) => SceneReason::Colour(*segment),
        PictureReason::Wall(cell) => SceneReason::Wall(offset(*cell)),
    }
}
