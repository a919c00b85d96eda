//! Certificates that are not about boards have a field `kind`; it selects how they are checked.

use serde::Deserialize;

use crate::loops::{DEAD_FILLINGS, DeadFillings};
use crate::sequences;
use deadmove_checker_kernel::cnf::Listener;

#[derive(Deserialize)]
struct KindField {
    kind: Option<String>,
}

/// Checks a certificate with a field `kind`; `None` if it has none. Returns what it says, in one
/// line, and what it leaves open. `listener` is called for every refuted formula.
pub fn check_by_kind(
    text: &str,
    listener: &mut Listener,
) -> Option<Result<(String, Vec<String>), String>> {
    let kind = serde_json::from_str::<KindField>(text).ok()?.kind?;
    Some(match kind.as_str() {
        sequences::KIND => sequences::check(text),
        DEAD_FILLINGS => check_dead_fillings(text, listener),
        _ => Err(format!("certificates of the kind {kind:?} are not known")),
    })
}

/// The letter of the theory of such a certificate in `checker/README.md`.
pub fn letter_of(text: &str) -> char {
    let kind = serde_json::from_str::<KindField>(text).ok().and_then(|field| field.kind);
    if kind.is_some_and(|kind| kind == DEAD_FILLINGS) { 'G' } else { 'S' }
}

fn check_dead_fillings(
    text: &str,
    listener: &mut Listener,
) -> Result<(String, Vec<String>), String> {
    let theorem: DeadFillings = serde_json::from_str(text).map_err(|error| error.to_string())?;
    theorem.check_with(listener)?;
    Ok((theorem.summary(), Vec::new()))
}
