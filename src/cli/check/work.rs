//! The work of a check on one board: the chunks that are missing, then what else is asked.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::ProgressBar;

use super::Args;
use super::plan::{SizeRun, differs, number_files};
use crate::cli::output::{Failure, OrInternal};
use crate::cli::{lists, progress};
use deadmove_core::board::letters;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_report::check::counted::Counted;
use deadmove_report::check::missed::{Asked, Missed};
use deadmove_report::check::number;
use deadmove_report::check::stuck::Followed;
use deadmove_rules::model::Rule;
use deadmove_verify::check::{Check, CheckEngine, Checked, RuleVerdict};
use deadmove_verify::chunks::ChunkRun;
use deadmove_verify::confirm::confirm;
use deadmove_verify::live_set::LiveSet;
use deadmove_verify::merge::merge;
use deadmove_verify::reachability::{follow, gets_stuck, passes};
use deadmove_verify::uncovered::tally::Tally;
use deadmove_verify::uncovered::{self, Uncovered};
use deadmove_verify::{check_claims, check_live_set};

/// Finds what is asked and not known yet, until all is or `stop` is set.
pub fn work(args: &Args, run: &mut SizeRun, stop: &AtomicBool) -> Result<(), Failure> {
    if run.is_finished(args) || stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    let worker = CheckWorker { args, bar: lists::progress(), stop };
    match run.engine {
        CheckEngine::Sat => worker.check(run, None)?,
        CheckEngine::List => worker.on_live_set(run)?,
    }
    worker.bar.finish_and_clear();
    Ok(())
}

struct CheckWorker<'a> {
    args: &'a Args,
    bar: ProgressBar,
    stop: &'a AtomicBool,
}

impl CheckWorker<'_> {
    fn on_live_set(&self, run: &mut SizeRun) -> Result<(), Failure> {
        let Args { list, more, .. } = self.args;
        let opened = list.open_unless_stopped(run.check.size, &self.bar, self.stop)?;
        let Some(live_set) = opened else { return Ok(()) };
        if !run.check.complete() {
            self.check(run, Some(&live_set))?;
        }
        // Parts of a check exclude the other questions, so only a stopped one is incomplete.
        if run.check.complete() && more.missed {
            self.count_missed(run, &live_set)?;
        }
        if run.check.complete() && more.stuck {
            self.follow(run, &live_set)?;
        }
        Ok(())
    }

    /// Does the requested chunks that are missing.
    fn check(&self, run: &mut SizeRun, live_set: Option<&LiveSet>) -> Result<(), Failure> {
        let SizeRun { board, claims, check: known, .. } = run;
        let earlier = known.chunks.clone();
        let chunks = ChunkRun {
            done: &earlier,
            shard: self.args.part.shard,
            limit: self.args.part.max_chunks,
            stop: self.stop,
            progress: &progress::advance(&self.bar),
        };
        let mut check = match live_set {
            None => {
                progress::phase(&self.bar, "rule");
                let limits = Limits { timeout: self.args.timeout, ..Limits::default() };
                check_claims::check(board, claims, &chunks, &limits)
            }
            Some(live_set) => {
                let total = check_live_set::chunk_count(live_set);
                known.chunks.of_total(total).map_err(|error| self.differs(&error.to_string()))?;
                progress::phase(&self.bar, "chunk");
                check_live_set::check(live_set, claims, &chunks)
            }
        };
        check_live_set::shrink(&mut check, claims).or_internal()?;
        *known = merge(known.clone(), check).map_err(|error| self.differs(&error.to_string()))?;
        Ok(())
    }

    /// Counts the dead moves that the rules allow, and finds their most frequent patterns.
    fn count_missed(&self, run: &mut SizeRun, live_set: &LiveSet) -> Result<(), Failure> {
        let sound_only = self.args.more.sound_only;
        let (rules, claims, left_out) = chosen(run, sound_only);
        let (files, numbers) = number_files(&claims);
        let known = run.counted.take().filter(|counted| counted.tally.layers > 0);
        let known = known.map_or_else(|| Tally::new(files.len()), |counted| counted.tally);
        if known.layers > 0 {
            self.fits(&known, files.len(), live_set)?;
        }
        let layers = live_set.layers();
        progress::layers(&self.bar, "counting, layer", 2 * layers - known.layers);
        let count_layer = |_| self.bar.inc(1);
        let dead = |entry| live_set.dead_moves(entry);
        let tally =
            uncovered::count(live_set, &dead, (&rules, &numbers), known, self.stop, &count_layer);
        let found = if tally.layers < layers {
            None
        } else {
            let top = self.args.more.top;
            uncovered::most_frequent(live_set, &tally, top, self.stop, &count_layer)
        };
        run.counted = Some(Counted { sound_only, tally });
        let Some(found) = found else { return Ok(()) };
        let set = &self.args.rules;
        let asked = Asked {
            wrong: if sound_only { 0 } else { number(&run.check, RuleVerdict::Unsound) },
            paths: set.rules.iter().map(|path| path.shown()).collect(),
            set: set.name(),
            rules: rules.len(),
            left_out,
        };
        run.missed = Some(missed(found, asked, files)?);
        Ok(())
    }

    /// Refuses counts that were read and that the live set shows to be false.
    fn fits(&self, known: &Tally, files: usize, live_set: &LiveSet) -> Result<(), Failure> {
        let what = match known.alone.len() == files {
            true => known.contradiction(live_set),
            false => Some(format!("it has counts for {} files", known.alone.len())),
        };
        what.map_or(Ok(()), |what| Err(self.contradicts(&what)))
    }

    /// Follows the unsound rules.
    fn follow(&self, run: &mut SizeRun, live_set: &LiveSet) -> Result<(), Failure> {
        let wrong = run.claims.iter().zip(&run.check.rules);
        let wrong = wrong.filter(|(_, result)| result.verdict == RuleVerdict::Unsound);
        let rules: Vec<Rule> = wrong.map(|(claim, _)| claim.rule.clone()).collect();
        let known = std::mem::take(&mut run.followed);
        for (rule, reachability) in rules.iter().zip(&known) {
            let path = reachability.first.as_ref();
            if let Some(path) = path.filter(|path| !gets_stuck(live_set, rule, path)) {
                let what = format!("`{}` does not lead to a stuck position", letters(path));
                return Err(self.contradicts(&what));
            }
        }
        let passes = passes(rules.len() - known.len());
        progress::layers(&self.bar, "following, layer", passes * live_set.layers());
        run.followed = follow(live_set, &rules, known, self.stop, &|| self.bar.inc(1));
        let live_positions = live_set.totals().live_positions;
        run.stuck = Some(Followed::of(&run.check, live_positions, &run.followed));
        Ok(())
    }

    fn file(&self) -> Option<&Path> {
        self.args.part.resume.as_deref()
    }

    /// The failure of a check that does not go on with what was known: only a report that was read
    /// can have other chunks.
    fn differs(&self, what: &str) -> Failure {
        match self.file() {
            Some(file) => differs(what, file).into(),
            None => Failure::Internal(what.to_owned()),
        }
    }

    /// The failure of a state that the live set shows to be false.
    fn contradicts(&self, what: &str) -> Failure {
        let message = format!("the report contradicts the live positions: {what}");
        let error = InputError::new(ErrorKind::ReportContradiction, message);
        self.file().into_iter().fold(error, InputError::in_file).into()
    }
}

/// The rules whose allowed moves are counted, and the names of those that are left out.
fn chosen(run: &SizeRun, sound_only: bool) -> (Vec<Rule>, Vec<Checked>, Option<Vec<String>>) {
    let SizeRun { claims, check: Check { claims: checked, rules: results, .. }, .. } = run;
    let mut chosen = (Vec::new(), Vec::new(), sound_only.then(Vec::new));
    for ((claim, checked), result) in claims.iter().zip(checked).zip(results) {
        match &mut chosen.2 {
            Some(left_out) if result.verdict == RuleVerdict::Unsound => {
                left_out.push(checked.name.clone());
            }
            _ => {
                chosen.0.push(claim.rule.clone());
                chosen.1.push(checked.clone());
            }
        }
    }
    chosen
}

/// What was found, with its examples confirmed.
fn missed(found: Uncovered, asked: Asked, files: Vec<String>) -> Result<Missed, Failure> {
    let examples = found.top.iter().map(|group| confirm(&group.example, Verdict::Dead));
    let examples = examples.collect::<Result<Vec<_>, _>>().or_internal()?;
    Ok(Missed::of(found, examples, asked, files))
}
