//! `--require`: no long run without a certificate of all its rules, or of its program.

use std::path::PathBuf;

use super::general::is_quiet;
use super::output::warn;
use super::rule_files::RuleArgs;
use deadmove_certify::require::{require, require_program};
use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_program::file::Program;

/// The certificate without which a command does nothing.
#[derive(Debug, clap::Args)]
pub struct RequireArgs {
    /// Run only if this folder, made by `deadmove certify`, certifies the rules on this board, or
    /// with --all-sizes on every board: complete, none unsound, and the same rules, no fewer and no
    /// more. A program must be the one that was certified on this board, sound and complete. The
    /// evidence is not checked here; deadmove-checker does that.
    #[arg(long, value_name = "DIR")]
    require: Option<PathBuf>,
}

impl RequireArgs {
    /// Whether a certificate is required.
    pub fn is_some(&self) -> bool {
        self.require.is_some()
    }

    /// Refuses a program that is not the one of the certificate, if one is required.
    pub fn check_program(&self, program: &Program, board: &Board) -> Result<(), InputError> {
        match &self.require {
            Some(folder) => require_program(folder, &program.digest()?, board),
            None => Ok(()),
        }
    }

    /// Refuses rules that are not those of the certificate, if one is required. Says which of them
    /// differ from it in what has no effect.
    pub fn check(&self, rules: &RuleArgs, board: &Board) -> Result<(), InputError> {
        let Some(folder) = &self.require else { return Ok(()) };
        let loaded = rules.load_all()?;
        let differ = require(folder, &loaded, board)?;
        if !is_quiet() {
            for rule in differ {
                warn(&format!(
                    "{rule}: only remarks, sources or layout differ from what was certified"
                ));
            }
        }
        Ok(())
    }
}
