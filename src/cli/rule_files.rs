//! The rules a command is given: the arguments, loading them, and which errors end the command and
//! which are printed while it continues with the other files.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Once;

use super::general::{Detail, detail};
use super::output::{Failure, complain, stderr, warn};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::verdict::ExitCode;
use deadmove_report::command::words;
use deadmove_report::numbers::count;
use deadmove_rules::load::{KnownWrong, Loaded, LoadedRule, load_with};
use deadmove_rules::places::place;
use deadmove_rules::sets::{NONE, is_none, named_set};
use deadmove_rules::store::built_in;

/// The rules of commands that are about rules.
#[derive(Clone, Debug, clap::Args)]
pub struct RuleArgs {
    /// Rule sets: rule files, folders, set files, or names of sets such as `proved`, each perhaps
    /// with # and the name of one of its rules. `none` is the set without rules; `deadmove rules
    /// sets` lists the others.
    #[arg(value_name = "RULES", required = true)]
    pub rules: Vec<PathBuf>,
    #[command(flatten)]
    wrong: WrongArgs,
}

/// The rules of commands that may be given some: what is known already.
#[derive(Clone, Debug, clap::Args)]
pub struct KnownRuleArgs {
    /// What is known already: rule files, folders, set files, or names of sets such as `proved`.
    #[arg(value_name = "RULES", default_value = NONE)]
    pub rules: Vec<PathBuf>,
    #[command(flatten)]
    wrong: WrongArgs,
}

/// Whether rules that are known to be wrong take part.
#[derive(Clone, Copy, Debug, clap::Args)]
struct WrongArgs {
    /// Also take the rules in folders that are known to be wrong. Those that are named themselves
    /// take part in any case.
    #[arg(long)]
    include_wrong: bool,
}

impl From<KnownRuleArgs> for RuleArgs {
    fn from(args: KnownRuleArgs) -> RuleArgs {
        RuleArgs { rules: args.rules, wrong: args.wrong }
    }
}

impl RuleArgs {
    /// These files and folders.
    pub fn of(rules: Vec<PathBuf>) -> RuleArgs {
        RuleArgs { rules, wrong: WrongArgs { include_wrong: false } }
    }

    /// These and those of one more file or folder, which replace the set without rules.
    pub fn and(mut self, folder: PathBuf) -> RuleArgs {
        self.rules.retain(|path| !is_none(path));
        self.rules.push(folder);
        self
    }

    /// The rules as they were given, as words of a command line.
    pub fn name(&self) -> String {
        let rules: Vec<String> = self.rules.iter().map(|path| path.shown()).collect();
        let wrong = self.wrong.include_wrong.then(|| "--include-wrong".to_owned());
        words(&rules.into_iter().chain(wrong).collect::<Vec<_>>())
    }

    /// Whether this is the set without rules.
    pub fn is_none(&self) -> bool {
        self.rules.iter().all(|path| is_none(path))
    }

    /// Refuses the set without rules, where nothing could be said about it.
    pub fn not_none(&self) -> Result<(), InputError> {
        if self.is_none() {
            let message = "the set `none` has no rules";
            return Err(InputError::new(ErrorKind::NoRules, message).expected("a set with rules"));
        }
        Ok(())
    }

    /// The rule files, and the errors of those that cannot be read.
    pub fn load(&self) -> Result<Loaded, InputError> {
        let wrong =
            if self.wrong.include_wrong { KnownWrong::Include } else { KnownWrong::LeaveOut };
        let loaded = load_with(&self.rules, wrong)?;
        // Some commands load the rules for each of several boards.
        static ONCE: Once = Once::new();
        ONCE.call_once(|| self.say_which(&loaded));
        Ok(loaded)
    }

    /// Says on standard error where sets come from, if that is not plain from the paths of their
    /// rules, and what was left out of folders.
    fn say_which(&self, loaded: &Loaded) {
        let detail = detail();
        if detail == Detail::Quiet {
            return;
        }
        let mut sets: Vec<String> = Vec::new();
        for name in &self.rules {
            let Some(file) = named_set(name) else { continue };
            if detail == Detail::Verbose || built_in(&file).is_some() {
                sets.push(format!("{} ({})", name.shown(), place(&file)));
            }
        }
        if !sets.is_empty() {
            let _ = writeln!(stderr(), "rules: {}", sets.join(", "));
        }
        let folder = self.rules.iter().any(|path| path.is_dir());
        if !loaded.known_wrong.is_empty() && (folder || detail == Detail::Verbose) {
            let left = count(loaded.known_wrong.len(), "rule", "rules");
            warn(&format!("left out: {left} known to be wrong; --include-wrong takes them in"));
        }
    }

    /// The rule files; the first error if one of them cannot be read.
    pub fn load_all(&self) -> Result<Loaded, InputError> {
        let mut loaded = self.load()?;
        if loaded.errors.is_empty() { Ok(loaded) } else { Err(loaded.errors.swap_remove(0)) }
    }

    /// The rule files. Prints an error for each that cannot be read; a failure if none can. The
    /// exit code belongs to the command's own: `Input` if a file could not be read.
    pub fn load_readable(&self) -> Result<(Loaded, ExitCode), Failure> {
        readable(self.load()?)
    }

    /// The rules that apply to a board, if all files can be read: without one of them it would be
    /// another set. No rules only for the set without rules.
    pub fn applicable(
        &self,
        board: &deadmove_core::board::Board,
    ) -> Result<Vec<LoadedRule>, InputError> {
        if self.is_none() { Ok(Vec::new()) } else { self.load_all()?.applicable(board) }
    }
}

/// The rule files that could be read, as [`RuleArgs::load_readable`] returns them.
pub fn readable(mut loaded: Loaded) -> Result<(Loaded, ExitCode), Failure> {
    if loaded.files.is_empty() && !loaded.errors.is_empty() {
        return Err(loaded.errors.swap_remove(0).into());
    }
    let code = print_unreadable(&loaded);
    Ok((loaded, code))
}

/// Prints an error for each file that could not be read; `Input` if there is one, else `Holds`.
pub fn print_unreadable(loaded: &Loaded) -> ExitCode {
    loaded.errors.iter().for_each(complain);
    if loaded.errors.is_empty() { ExitCode::Holds } else { ExitCode::Input }
}
