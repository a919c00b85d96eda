//! Whether reports contradict each other, also about rules that are not at hand.

use std::collections::BTreeMap;

use super::Reports;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_report::prove::json::{ProofReport, ProofVerdict};
use deadmove_verify::check::{Checked, RuleResult, RuleVerdict};

impl Reports {
    /// Whether two reports contradict each other. Claims of the same name must be the same rule.
    ///
    /// # Errors
    /// If two claims of one name are different rules.
    pub fn contradict(&self) -> Result<bool, InputError> {
        let mut texts: BTreeMap<(&str, &str), &str> = BTreeMap::new();
        let mut verdicts: BTreeMap<(&str, usize), RuleVerdict> = BTreeMap::new();
        let proved = proved(&self.proofs);
        let mut contradict = false;
        for (size, claim, result) in self.checked() {
            let (file, name, digest) = (&*claim.file, &*claim.name, &*claim.digest);
            if *texts.entry((file, name)).or_insert(digest) != digest {
                return Err(changed(file, name));
            }
            contradict |= match (result.verdict, proved.get(&(file, name))) {
                (RuleVerdict::Unsound, proved) => proved.is_some(),
                // It matched, and so is not vacuous.
                (RuleVerdict::Sound, proved) => proved == Some(&true),
                (RuleVerdict::Vacuous | RuleVerdict::Unknown, _) => false,
            };
            if result.verdict != RuleVerdict::Unknown {
                let known = verdicts.entry((digest, size)).or_insert(result.verdict);
                contradict |= *known != result.verdict;
            }
        }
        Ok(contradict)
    }

    fn checked(&self) -> impl Iterator<Item = (usize, &Checked, &RuleResult)> {
        self.checks.iter().flat_map(|check| {
            let claims = check.claims.iter().zip(&check.rules);
            claims.map(|(claim, result)| (check.size, claim, result))
        })
    }
}

/// The rules of which every move is proved, by file and name: true if none of them can match.
fn proved(proofs: &[ProofReport]) -> BTreeMap<(&str, &str), bool> {
    let mut rules: BTreeMap<(&str, &str), Option<bool>> = BTreeMap::new();
    for claim in proofs.iter().flat_map(|report| &report.claims) {
        let proved = claim.verdict == ProofVerdict::Proved;
        let known = rules.entry((&claim.file, &claim.rule)).or_insert(Some(true));
        *known = known.filter(|_| proved).map(|vacuous| vacuous && claim.vacuous);
    }
    rules.into_iter().filter_map(|(rule, vacuous)| Some((rule, vacuous?))).collect()
}

fn changed(file: &str, name: &str) -> InputError {
    let message = format!("the reports are about different rules of the name '{name}' in {file}");
    InputError::new(ErrorKind::ReportDiffers, message)
        .expected("reports of the same state of the rule files")
}
