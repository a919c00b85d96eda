//! The native part of the Python package `deadmove`: a thin layer over the library.
//!
//! What lives here: Python classes around the types of the library, one concern per module, and
//! what all of them need: [`errors`], [`work`] (long work without the interpreter's lock) and
//! [`read`] (arguments). What does not: anything that decides, checks or draws (the library), and
//! what is nicer to write in Python (`deadmove/*.py`).

mod answer_finding;
mod answers;
mod board_lists;
mod certify;
mod check;
mod check_function;
mod check_program;
mod claim;
mod errors;
mod example;
mod explain;
mod files;
mod judgement;
mod live_sets;
mod minimise;
mod move_verdict;
mod position;
mod position_changes;
mod prove;
mod read;
mod rule;
mod rule_check;
mod rule_set;
mod walk;
mod work;

use pyo3::prelude::*;

/// The native part of `deadmove`. Import `deadmove` instead.
#[pymodule]
mod _deadmove {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::answer_finding::PyAnswerFinding;
    #[pymodule_export]
    use crate::answers::PyAnswerCheck;
    #[pymodule_export]
    use crate::board_lists::{PyLines, PyLivePositions, lines, live_positions};
    #[pymodule_export]
    use crate::certify::{PyCertificate, check_certificate};
    #[pymodule_export]
    use crate::check::PyCheck;
    #[pymodule_export]
    use crate::check_function::check_function;
    #[pymodule_export]
    use crate::check_program::check_program;
    #[pymodule_export]
    use crate::claim::PyClaim;
    #[pymodule_export]
    use crate::example::PyExample;
    #[pymodule_export]
    use crate::explain::{PyExplainedMove, PyExplanation};
    #[pymodule_export]
    use crate::files::{load, load_all};
    #[pymodule_export]
    use crate::judgement::PyJudgement;
    #[pymodule_export]
    use crate::minimise::{PyCandidate, minimise};
    #[pymodule_export]
    use crate::move_verdict::PyMoveVerdict;
    #[pymodule_export]
    use crate::position::PyPosition;
    #[pymodule_export]
    use crate::prove::PyProofs;
    #[pymodule_export]
    use crate::rule::PyRule;
    #[pymodule_export]
    use crate::rule_check::PyRuleCheck;
    #[pymodule_export]
    use crate::rule_set::{PyRuleSet, rules, set_names};
    #[pymodule_export]
    use crate::walk::{PyWalk, PyWalkFailure, walk};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        deadmove::built_in::provide();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
