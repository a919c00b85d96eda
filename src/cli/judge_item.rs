//! The part of `deadmove judge` that decides one position.

use std::sync::atomic::{AtomicBool, Ordering};

use deadmove_certify::judgement::certificate_unless_stopped;
use deadmove_checker::Judgement as Certificate;
use deadmove_core::budget::Budget;
use deadmove_core::error::InputError;
use deadmove_core::formats::{Input, Item};
use deadmove_core::verdict::Limits;
use deadmove_engine::judge::{Engine, Judgement, judge_within, verdicts_within};

/// The flag of a run that a signal ends at once.
pub static NEVER: AtomicBool = AtomicBool::new(false);

/// The result of one item.
pub enum ItemResult {
    Judged(Box<Judgement>, Option<Box<Certificate>>),
    /// The run was interrupted before this item was decided.
    Left,
    Wrong(InputError),
    Fault(String),
}

/// How each item is judged.
pub struct ItemWork {
    pub engine: Engine,
    pub limits: Limits,
    pub certify: bool,
    /// Whether only verdicts are reported, and compared with nothing.
    pub verdicts_only: bool,
    /// Set when the run is interrupted. One position is interrupted by the signal itself.
    pub stop: &'static AtomicBool,
}

impl ItemWork {
    pub fn judge(&self, item: &Item) -> ItemResult {
        let input = match &item.input {
            Ok(input) => input,
            Err(error) => return ItemResult::Wrong(error.clone()),
        };
        if self.stopped() {
            return ItemResult::Left;
        }
        match self.judge_input(input) {
            Err(fault) => ItemResult::Fault(fault),
            Ok((judgement, certificate)) => {
                let open = is_open(&judgement) || certificate.as_deref().is_some_and(has_open_part);
                if open && self.stopped() {
                    return ItemResult::Left;
                }
                ItemResult::Judged(Box::new(judgement), certificate)
            }
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The judgement and its certificate, if one is asked for; or a fault of deadmove.
    fn judge_input(&self, input: &Input) -> Result<(Judgement, Option<Box<Certificate>>), String> {
        let (position, limits, stop) = (&input.position, &self.limits, self.stop);
        let judge = if self.verdicts_only { verdicts_within } else { judge_within };
        let judgement = judge(position, self.engine, &Budget::stoppable(limits, stop))
            .map_err(|fault| fault.to_string())?;
        let certificate = self
            .certify
            .then(|| certificate_unless_stopped(position, &judgement, limits, stop).map(Box::new));
        let certificate = certificate.transpose().map_err(|fault| fault.to_string())?;
        Ok((judgement, certificate))
    }
}

/// Whether a question of a judgement is open.
pub fn is_open(judgement: &Judgement) -> bool {
    judgement.limit().is_some()
        || judgement.comparison.is_some_and(|comparison| comparison.open > 0)
}

/// Whether a part of a certificate is open: the search with a proof may reach a limit that the one
/// without did not.
pub fn has_open_part(certificate: &Certificate) -> bool {
    certificate.check().is_ok_and(|open| !open.is_empty())
}
