//! What the reports say about each rule file: claims are found by the digest of their text, so that
//! a report about another state of a file says nothing about this one.

use std::collections::{BTreeMap, BTreeSet};

use crate::reports::{Reports, counterexample};
use crate::status::{ProofAnswer, RuleStatus};
use deadmove_core::board::Board;
use deadmove_prove::claims::claims_of;
use deadmove_report::prove::json::{ProofReport, ProofVerdict, ProvedClaim};
use deadmove_rules::RuleFile;
use deadmove_rules::load::{LoadedFile, LoadedRule};
use deadmove_rules::model::Rule;
use deadmove_verify::check::{
    Check, Example, RuleResult, RuleVerdict, SetResult, SetVerdict, digest,
};

/// The reports by the digests of the claims they are about.
pub struct Evidence<'r> {
    checked: BTreeMap<&'r str, Vec<(&'r Check, &'r RuleResult)>>,
    sides: BTreeSet<usize>,
    /// The names of all rules and families in the reports.
    names: BTreeSet<&'r str>,
    proofs: Vec<(&'r ProofReport, BTreeMap<&'r str, Vec<&'r ProvedClaim>>)>,
}

/// What is known about a rule file.
#[derive(Clone, Debug, Default)]
pub struct KnownOfRule {
    /// What its status follows from.
    pub facts: RuleStatus,
    /// What `check` says, board by board.
    pub boards: Vec<BoardRow>,
    /// What `check` says about the members of a family, each with its verdicts on the boards above.
    pub members: Vec<(String, Vec<Option<RuleVerdict>>)>,
    /// Whether reports name it, but are about another text.
    pub other_state: bool,
    /// A live move that it forbids, with the rule that forbids it.
    pub counterexample: Option<(Example, Rule)>,
}

/// What `check` says about a file on one board.
#[derive(Clone, Debug)]
pub struct BoardRow {
    /// The side of the board.
    pub side: usize,
    /// The verdict on all claims together; `None` if reports contradict each other.
    pub verdict: Option<RuleVerdict>,
    /// Dead moves, and live moves, that it forbids, if some report has counts. Of a family, the
    /// most of its members: they may share moves.
    pub forbids: Option<(u64, u64)>,
    /// The number of claims.
    pub claims: usize,
}

/// A claim of a file, with its digest.
struct ClaimHere {
    rule: Rule,
    digest: String,
}

fn digested(rule: Rule) -> ClaimHere {
    ClaimHere { digest: digest(&rule), rule }
}

fn square(side: usize) -> Option<Board> {
    Board::corner_to_corner(side, side).ok()
}

impl<'r> Evidence<'r> {
    /// Sorts reports by claims.
    pub fn of(reports: &'r Reports) -> Evidence<'r> {
        let mut checked: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for check in &reports.checks {
            for (claim, result) in check.claims.iter().zip(&check.rules) {
                checked.entry(&*claim.digest).or_default().push((check, result));
            }
        }
        let claims = reports.checks.iter().flat_map(|check| &check.claims);
        let proofs = reports.proofs.iter().flat_map(|report| &report.claims);
        let names = claims.map(|claim| &*claim.name).chain(proofs.map(|claim| &*claim.rule));
        // Members are called "family [D=3] claim".
        let names = names.flat_map(|name| [name, name.split(" [").next().unwrap_or(name)]);
        let by_digest = |report: &'r ProofReport| {
            let mut claims: BTreeMap<&str, Vec<&ProvedClaim>> = BTreeMap::new();
            for claim in &report.claims {
                claims.entry(&*claim.digest).or_default().push(claim);
            }
            (report, claims)
        };
        Evidence {
            checked,
            sides: reports.checks.iter().map(|check| check.size).collect(),
            names: names.collect(),
            proofs: reports.proofs.iter().map(by_digest).collect(),
        }
    }

    /// What is known about a file. A family that cannot be expanded is not known.
    pub fn about(&self, file: &LoadedFile) -> KnownOfRule {
        let mut known = KnownOfRule::default();
        known.facts.stated_wrong = file.rule_file.head().wrong_since.map(usize::from);
        known.facts.every_choice = matches!(file.rule_file, RuleFile::Rule(_));
        let proved = self.proofs_of(file, &mut known);
        self.checks_of(file, &proved, &mut known);
        let here = !known.boards.is_empty() || known.facts.proofs.iter().any(Option::is_some);
        known.other_state = !here && self.names.contains(&*file.rule_file.head().name);
        known
    }

    /// Adds what `prove` says, and returns the rules and members of which every claim is proved:
    /// true if none of them can match.
    fn proofs_of(&self, file: &LoadedFile, known: &mut KnownOfRule) -> BTreeMap<String, bool> {
        let mut claims: Vec<ClaimHere> = Vec::new();
        let mut reports = Vec::new();
        for (report, by_digest) in &self.proofs {
            let Ok(these) = claims_of(file, report.max) else { continue };
            let these: Vec<ClaimHere> =
                these.into_iter().map(|claim| digested(claim.rule)).collect();
            if !these.iter().any(|claim| by_digest.contains_key(&*claim.digest)) {
                continue;
            }
            known.facts.every_choice |= proves_every_choice(report, file, &these);
            reports.push(by_digest);
            // Those for smaller parameters are among those for larger ones.
            if these.len() > claims.len() {
                claims = these;
            }
        }
        let mut whole: BTreeMap<String, Option<bool>> = BTreeMap::new();
        for claim in claims {
            let answers = reports.iter().filter_map(|by| by.get(&*claim.digest)).flatten();
            let answers: Vec<&ProvedClaim> = answers.copied().collect();
            let proved = agreed(&answers);
            let vacuous = match proved {
                Some(ProofAnswer::Proved) => Some(false),
                Some(ProofAnswer::Vacuous) => Some(true),
                _ => None,
            };
            let name = claim.rule.head.name.clone();
            let of_rule = whole.entry(name).or_insert(Some(true));
            *of_rule = of_rule.zip(vacuous).map(|(a, b)| a && b);
            for example in answers.iter().filter_map(|answer| answer.counterexample.as_ref()) {
                known.counterexample(counterexample(example), &claim.rule);
            }
            known.facts.proofs.push(proved);
        }
        whole.into_iter().filter_map(|(name, vacuous)| Some((name, vacuous?))).collect()
    }

    /// Adds what `check` says.
    fn checks_of(
        &self,
        file: &LoadedFile,
        proved: &BTreeMap<String, bool>,
        known: &mut KnownOfRule,
    ) {
        let mut members: BTreeMap<String, BTreeMap<usize, RuleVerdict>> = BTreeMap::new();
        for &side in &self.sides {
            let rules = square(side).and_then(|board| file.rule_file.rules(&board).ok());
            let claims = rules.into_iter().flatten().map(digested);
            let (mut verdicts, mut asked) = (Vec::new(), false);
            let mut forbids: Option<(u64, u64)> = None;
            for claim in claims {
                let answers = self.checked.get(&*claim.digest).into_iter().flatten();
                let answers = answers.filter(|(check, _)| check.size == side);
                let mut own = Vec::new();
                for (check, result) in answers {
                    asked = true;
                    own.push(result.verdict);
                    // A report about a part has no counts of the whole board.
                    if let (true, Some(dead), Some(live)) =
                        (check.complete(), result.forbids_dead, result.forbids_live)
                    {
                        let (d, l) = forbids.unwrap_or_default();
                        forbids = Some((d.max(dead), l.max(live)));
                    }
                    known.counterexample(result.counterexample.clone(), &claim.rule);
                    let name = claim.rule.head.name.clone();
                    let of_member = members.entry(name).or_default();
                    of_member.insert(side, result.verdict);
                    known.facts.contradictory |= match result.verdict {
                        RuleVerdict::Unsound => {
                            let every = known.facts.every_choice && known.all_proved();
                            every || proved.contains_key(&claim.rule.head.name)
                        }
                        RuleVerdict::Sound => proved.get(&claim.rule.head.name) == Some(&true),
                        RuleVerdict::Vacuous | RuleVerdict::Unknown => false,
                    };
                }
                verdicts.push(own);
            }
            if asked {
                let claims = verdicts.len();
                known.facts.boards.insert(side, verdicts);
                let verdict = known.facts.board(side);
                known.boards.push(BoardRow { side, verdict, forbids, claims });
            }
        }
        if matches!(file.rule_file, RuleFile::Family(_)) {
            let sides: Vec<usize> = known.boards.iter().map(|row| row.side).collect();
            let row = |verdicts: BTreeMap<usize, RuleVerdict>| {
                sides.iter().map(|side| verdicts.get(side).copied()).collect()
            };
            known.members = members.into_iter().map(|(name, all)| (name, row(all))).collect();
        }
    }

    /// What complete reports say about a set, board by board: those about exactly these rules.
    pub fn about_set(
        &self,
        reports: &Reports,
        rules: impl Fn(&Board) -> Vec<LoadedRule>,
    ) -> Vec<SetOn> {
        let mut found = Vec::new();
        for check in reports.checks.iter().filter(|check| check.complete()) {
            let Some(board) = square(check.size) else { continue };
            let here: BTreeSet<String> =
                rules(&board).iter().map(|claim| digest(&claim.rule)).collect();
            let there: BTreeSet<String> =
                check.claims.iter().map(|claim| claim.digest.clone()).collect();
            if !here.is_empty() && here == there {
                let wrong = |rule: &&RuleResult| rule.verdict == RuleVerdict::Unsound;
                found.push(SetOn {
                    side: check.size,
                    set: check.set.clone(),
                    wrong: check.rules.iter().filter(wrong).count(),
                    contradictory: false,
                });
            }
        }
        found.sort_by_key(|on| (on.side, on.set.allowed.is_none()));
        // The first of each board has counts, if any has. An engine without counts says nothing
        // about the set.
        found.dedup_by(|next, first| {
            let verdicts = [next.set.verdict, first.set.verdict];
            let decided = !verdicts.contains(&SetVerdict::Unknown);
            let same = next.side == first.side;
            first.contradictory |= same && decided && verdicts[0] != verdicts[1];
            same
        });
        found
    }
}

/// What a report says about a set on one board.
#[derive(Clone, Debug)]
pub struct SetOn {
    /// The side of the board.
    pub side: usize,
    /// The result.
    pub set: SetResult,
    /// How many of its rules are wrong there.
    pub wrong: usize,
    /// Whether another report says the contrary.
    pub contradictory: bool,
}

impl KnownOfRule {
    /// Keeps the simpler counterexample.
    fn counterexample(&mut self, example: Option<Example>, rule: &Rule) {
        let Some(example) = example else { return };
        if self.counterexample.as_ref().is_none_or(|(known, _)| example < *known) {
            self.counterexample = Some((example, rule.clone()));
        }
    }

    fn all_proved(&self) -> bool {
        let proved = |proof: &Option<ProofAnswer>| {
            matches!(proof, Some(ProofAnswer::Proved) | Some(ProofAnswer::Vacuous))
        };
        !self.facts.proofs.is_empty() && self.facts.proofs.iter().all(proved)
    }
}

/// Whether a report says that a family is proved for every choice of its parameters, and is about
/// this state of the file.
fn proves_every_choice(report: &ProofReport, file: &LoadedFile, claims: &[ClaimHere]) -> bool {
    let RuleFile::Family(family) = &file.rule_file else { return true };
    let here: BTreeSet<&str> = claims.iter().map(|claim| claim.digest.as_str()).collect();
    report.every.iter().filter(|every| every.proved && every.family == family.head.name).any(
        |every| {
            let of_file = report.claims.iter().filter(|claim| claim.file == every.file);
            let there: BTreeSet<&str> = of_file.map(|claim| claim.digest.as_str()).collect();
            here == there
        },
    )
}

/// What all answers to one claim say together.
fn agreed(answers: &[&ProvedClaim]) -> Option<ProofAnswer> {
    let one = |answer: &&ProvedClaim| match answer.verdict {
        ProofVerdict::Proved if answer.vacuous => ProofAnswer::Vacuous,
        ProofVerdict::Proved => ProofAnswer::Proved,
        ProofVerdict::Refuted => {
            ProofAnswer::Refuted(answer.counterexample.as_ref().map(|example| example.size))
        }
        ProofVerdict::Open => ProofAnswer::Open,
    };
    let mut all: Vec<ProofAnswer> = answers.iter().map(one).collect();
    all.dedup();
    let decided = |proved: &&ProofAnswer| **proved != ProofAnswer::Open;
    let proved = all.iter().any(|p| matches!(p, ProofAnswer::Proved | ProofAnswer::Vacuous));
    let refuted = all.iter().any(|p| matches!(p, ProofAnswer::Refuted(_)));
    match (proved, refuted) {
        (true, true) => Some(ProofAnswer::Contradictory),
        // The smaller board of two counterexamples.
        (_, true) => all.iter().filter(decided).min_by_key(|p| side(p)).cloned(),
        _ => all.iter().find(decided).or(all.first()).cloned(),
    }
}

fn side(proved: &ProofAnswer) -> usize {
    match proved {
        ProofAnswer::Refuted(Some(side)) => *side,
        _ => usize::MAX,
    }
}
