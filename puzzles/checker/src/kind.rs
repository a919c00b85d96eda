//! Which certificates are about other things than boards: they name their kind.

use serde::Deserialize;

use crate::loops::{DEAD_FILLINGS, DeadFillings};
use crate::sequences;
use deadmove_checker_kernel::Listener;

#[derive(Deserialize)]
struct Named {
    kind: Option<String>,
}

/// Checks a certificate that names its kind: what it says in a line, and what it leaves open. None
/// if it names none. `tell` hears of every formula that was refuted on the way.
pub fn check_by_kind(
    text: &str,
    tell: &mut Listener,
) -> Option<Result<(String, Vec<String>), String>> {
    let kind = serde_json::from_str::<Named>(text).ok()?.kind?;
    Some(match kind.as_str() {
        sequences::KIND => sequences::check(text),
        DEAD_FILLINGS => check_dead_fillings(text, tell),
        _ => Err(format!("certificates of the kind {kind:?} are not known")),
    })
}

fn check_dead_fillings(text: &str, tell: &mut Listener) -> Result<(String, Vec<String>), String> {
    let theorem: DeadFillings = serde_json::from_str(text).map_err(|error| error.to_string())?;
    theorem.check_with(tell)?;
    Ok((theorem.summary(), Vec::new()))
}
