//! Theory of rules on every board. Claim: on every rectangular board without blocked cells, from a
//! corner to the opposite corner, a rule forbids no live move. Nothing is claimed about a rule that
//! has no proof, nor that a rule forbids anything.
//!
//! The argument is a refutation by cases. A *scene* is what is known about cells around the live
//! end; at first that is what the pattern of the rule states. There are three ways to continue:
//! split the scene on an unknown cell, which is free in one case and a wall in the other, or on
//! another fact; show that a formula about a window of known cells (`formula`), perhaps with lemmas
//! (`lemma`), has no solution; or go on by steps that are checked one by one (`deduction`).
//!
//! **E1.** If every case is refuted, the rule forbids no live move on any board: a split is
//! exhaustive, and nothing depends on a size, a placement or a corner. (proof:
//! docs/explanation/proofs-for-every-board.md, "Cases")
//!
//! A move is live if a completion begins with it. A solution of the formula would be the part of
//! such a completion, of the board and of the line drawn so far that lies near the live end. The
//! live end may still be the start, and the move may lead to the end cell.
//!
//! A clause that is missing does no harm: there are only more solutions to refute. So what has to
//! be believed is that each clause holds for every completion in every position that fits the
//! scene. Rules are not rotated: the argument works for any direction of the picture on the board.
//!
//! If pattern and move contradict each other, or free cells enclose a known wall, the formula has
//! the empty clause. Each member of a family and each file counts by itself; `placements` of a rule
//! play no part.
//!
//! Forced lines are not used, nor are segments that are not connected with the live end. Without
//! them the formula has more solutions than it should, never fewer.
//!
//! Read besides, in this order: `scene.rs`, `formula/`, `lemma.rs`, `deduction.rs`, `pockets.rs`,
//! `folder.rs`; of the kernel `cnf.rs`, `sum.rs`, `rule.rs`, `binding.rs`.

mod deduction;
mod folder;
mod formula;
mod lemma;
mod pockets;
mod scene;

use serde::{Deserialize, Serialize};

pub use deduction::{SceneFact, SceneReason};
pub(crate) use folder::read_claim;
pub use folder::{
    AllSizes, AllSizesRecord, EveryBoard, MoveProof, check_all_sizes, read_all_sizes,
};
pub use formula::{WindowFormula, WindowRegion};
pub use lemma::{Joined, Lemma};
pub use scene::{LIVE_END, RimPlace, Scene, Window, WindowCell, near};

use self::deduction::DeducedScene;
use crate::kernel::cnf::{Listener, check_refutation};
pub use crate::kernel::rule::step;
use crate::kernel::rule::{Offset, Rule};

/// The most cases that may be open at once; each takes memory for all that is known in it. A search
/// for proofs makes at most 1,000 splits.
const MOST_OPEN: usize = 1_001;

/// A node of the tree of cases. The nodes are in depth-first order: a split, then the subtree in
/// which its cell is free, then the subtree in which it is a wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Case {
    /// Two cases follow: the cell is free, and it is a wall.
    Split {
        /// The cell.
        cell: Offset,
    },
    /// Two cases follow: the fact holds, and the opposite.
    Suppose {
        /// The fact.
        fact: SceneFact,
    },
    /// The fact holds. The same case follows.
    Follows {
        /// The fact.
        fact: SceneFact,
        /// Why its opposite is impossible.
        because: SceneReason,
    },
    /// The case is impossible.
    Impossible {
        /// Why.
        because: SceneReason,
    },
    /// The formula with the lemmas has no solution.
    Refuted {
        /// The lemmas that are added to the formula.
        lemmas: Vec<Lemma>,
        /// In the LRAT format; see `cnf.rs`. Empty if unit propagation is enough.
        proof: String,
    },
}

/// Checks that a tree of cases proves that on no board the rule forbids this move while it is live.
/// `forbidden` is the index of the move in the rule. Calls `listener` for each formula that is
/// refuted.
///
/// # Errors
/// If a case is not refuted.
pub fn check_cases(
    rule: &Rule,
    forbidden: usize,
    cases: &[Case],
    listener: &mut Listener,
) -> Result<(), String> {
    // The scenes that are still to be refuted; the next one is the last.
    let mut open = vec![DeducedScene::of(rule, forbidden)?];
    for (number, case) in cases.iter().enumerate() {
        let fail = |why: String| format!("case {number}: {why}");
        let mut scene = open.pop().ok_or_else(|| fail("nothing is left to refute".into()))?;
        match case {
            Case::Split { cell } => {
                let [free, wall] = scene.scene.split(*cell).map_err(fail)?;
                open.push(DeducedScene { scene: wall, ..scene.clone() });
                open.push(DeducedScene { scene: free, ..scene });
            }
            Case::Suppose { fact } => {
                let [holds, fails] = scene.suppose(*fact).map_err(fail)?;
                open.extend([fails, holds]);
            }
            Case::Follows { fact, because } => {
                scene.follows(*fact, because).map_err(fail)?;
                open.push(scene);
            }
            Case::Impossible { because } => scene.impossible(because).map_err(fail)?,
            Case::Refuted { lemmas, proof } => {
                let forbidden = &rule.forbids[forbidden];
                let formula = WindowFormula::new(rule, forbidden, &scene.scene).map_err(fail)?;
                let mut cnf = formula.cnf.clone();
                for lemma in lemmas {
                    cnf.push(formula.lemma(lemma).map_err(fail)?);
                }
                check_refutation(&cnf, proof).map_err(fail)?;
                let what = format!("move {} case {number}", forbidden.direction);
                listener(&what, &|| cnf.clone(), proof);
            }
        }
        if open.len() > MOST_OPEN {
            return Err(fail(format!("more than {MOST_OPEN} cases are open at once")));
        }
    }
    match open.len() {
        0 => Ok(()),
        left => Err(format!("{left} cases are not refuted")),
    }
}
