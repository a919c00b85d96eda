//! Checks certificates about sequences and loops; `kind` in a certificate selects how.
//!
//! This crate shares no code with the searches whose claims it checks. What does not live here:
//! certificates about positions and rules (`deadmove-checker`).

pub mod loops;
pub mod sequences;

use serde::Deserialize;

use deadmove_checker::Listener;
use loops::{DEAD_FILLINGS, DeadFillings};

#[derive(Deserialize)]
struct KindField {
    kind: String,
}

/// Checks a certificate. Returns what it says, in one line, and what it leaves open. `listener` is
/// called for every refuted formula.
///
/// # Errors
/// If it is rejected: why.
pub fn check(text: &str, listener: &mut Listener) -> Result<(String, Vec<String>), String> {
    let field: KindField = serde_json::from_str(text)
        .map_err(|error| format!("it is no certificate about a puzzle: {error}"))?;
    match field.kind.as_str() {
        sequences::KIND => sequences::check(text),
        DEAD_FILLINGS => {
            let theorem: DeadFillings =
                serde_json::from_str(text).map_err(|error| error.to_string())?;
            theorem.check_with(listener)?;
            Ok((theorem.summary(), Vec::new()))
        }
        kind => Err(format!("certificates of the kind {kind:?} are not known")),
    }
}
