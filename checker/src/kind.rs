//! Which certificates are about other things than boards: they name their kind.

use serde::Deserialize;

use crate::sequences;

#[derive(Deserialize)]
struct Named {
    kind: Option<String>,
}

/// Checks a certificate that names its kind: what it says in a line, and what it leaves open. None
/// if it names none.
pub fn check_by_kind(text: &str) -> Option<Result<(String, Vec<String>), String>> {
    let kind = serde_json::from_str::<Named>(text).ok()?.kind?;
    Some(match kind.as_str() {
        sequences::KIND => sequences::check(text),
        _ => Err(format!("certificates of the kind {kind:?} are not known")),
    })
}
