//! What `prove --json` printed.

use super::replay;
use deadmove_report::prove::json::ProofExample;
use deadmove_verify::check::Example;

/// The counterexample of a proof report, if it can be drawn on its board.
pub fn counterexample(example: &ProofExample) -> Option<Example> {
    let &ProofExample { size, ref path, direction, .. } = example;
    replay(size, &path.0, Some(direction)).ok()?;
    Some(Example { size, path: path.0.clone(), direction })
}
