//! Proofs that a rule forbids no live move on any board: rectangular, without blocked cells, from a
//! corner to the opposite one, whatever its size.
//!
//! The argument is a refutation by cases. A *scene* is what is known about cells around the live end;
//! at first that is what the pattern of the rule says. Either a cell that is not known is looked at in
//! both cases, free and wall, or a formula about a window of known cells (`formula`) has no
//! solution, perhaps with lemmas (`lemma`). No size, no placement and no corner appears in it, so it holds for all.
//!
//! Forced lines are not used, nor are segments that do not hang together with the live end: the
//! formula then has more solutions than it should, never fewer.

mod folder;
mod formula;
mod lemma;
mod scene;

use serde::{Deserialize, Serialize};

pub use folder::{
    AllSizes, AllSizesEntry, AllSizesRecord, EveryBoard, MoveProof, check_all_sizes, is_all_sizes,
    read_all_sizes,
};
pub use formula::{Formula, Region};
pub use lemma::Lemma;
pub use scene::{LIVE_END, Place, Scene, Seen, Window, near};

pub use crate::rule::step;
use crate::rule::{Offset, Rule};
use deadmove_checker_kernel::{Units, check_proof};

/// A node of the tree of cases, in the order in which one meets them: a split, then all of the case
/// in which its cell is free, then all of the case in which it is a wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Case {
    /// Both cases of a cell are looked at.
    Split {
        /// The cell, free or a wall.
        cell: Offset,
    },
    /// The scene is impossible: a wall is enclosed by free cells.
    Impossible,
    /// The formula with the lemmas has no solution.
    Refuted {
        /// What is added to the formula.
        lemmas: Vec<Lemma>,
        /// In the LRAT format; see [`check_proof`]. Empty if unit propagation is enough.
        proof: String,
    },
}

/// Checks that a tree of cases proves: on no board does the rule forbid this move and is it live.
/// Moves are numbered as in the rule.
pub fn check_cases(rule: &Rule, forbidden: usize, cases: &[Case]) -> Result<(), String> {
    let forbidden = rule.forbids.get(forbidden).ok_or("there is no such forbidden move")?;
    let to = step(LIVE_END, forbidden.direction);
    // What is still to be refuted, the next at the end.
    let mut open: Vec<Scene> = Scene::of(&rule.pattern, to).into_iter().collect();
    for (number, case) in cases.iter().enumerate() {
        let fail = |why: String| format!("case {number}: {why}");
        let scene = open.pop().ok_or_else(|| fail("nothing is left to refute".into()))?;
        match case {
            Case::Split { cell } => {
                let [free, wall] = scene.split(*cell).map_err(fail)?;
                open.extend([wall, free]);
            }
            Case::Impossible => {
                if scene.window().map_err(fail)?.is_some() {
                    return Err(fail("it is not impossible".into()));
                }
            }
            Case::Refuted { lemmas, proof } => {
                let formula = Formula::new(rule, forbidden, &scene).map_err(fail)?;
                let formula = formula.ok_or_else(|| fail("it is impossible".into()))?;
                let mut cnf = formula.cnf.clone();
                for lemma in lemmas {
                    cnf.push(formula.lemma(lemma).map_err(fail)?);
                }
                if !proof.is_empty() {
                    check_proof(&cnf, proof).map_err(fail)?;
                } else if !Units::new(&cnf).refute(&[]) {
                    return Err(fail("there is no proof, and unit propagation does not do".into()));
                }
            }
        }
    }
    match open.len() {
        0 => Ok(()),
        left => Err(format!("{left} cases are not refuted")),
    }
}
