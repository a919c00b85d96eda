//! `--require`: rules are used only with a certificate of all of them.

use std::path::Path;

use super::general::is_quiet;
use super::output::warn;
use super::rule_files::RuleArgs;
use deadmove_certify::require::Use;
use deadmove_core::error::InputError;

/// Refuses rules that are not those of a certificate, if one is given. Says which of them differ
/// from it in what has no effect.
pub fn require(
    certificate: Option<&Path>,
    rules: &RuleArgs,
    of: Use<'_>,
) -> Result<(), InputError> {
    let Some(folder) = certificate else { return Ok(()) };
    let loaded = rules.load_all()?;
    let differ = deadmove_certify::require::require(folder, &loaded, of)?;
    if !is_quiet() {
        for rule in differ {
            warn(&format!(
                "{rule}: only remarks, sources or layout differ from what was certified"
            ));
        }
    }
    Ok(())
}
