//! The status of a rule file: one word for what its head and all reports together say about it.
//!
//! Only what was decided about this very text counts: reports name a claim by the digest of its
//! canonical text. Reports about another state of a file say nothing about it.

use std::collections::BTreeMap;

use deadmove_verify::check::RuleVerdict;

/// The status of a rule or family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Two reports, or a report and the file, contradict each other.
    Contradictory,
    /// It forbids a live move of the square board with this side, and perhaps of smaller ones.
    WrongSince(usize),
    /// Every claim is proved for every board from corner to opposite corner.
    ProvedForEveryBoard,
    /// Some of the claims that were asked about are proved. Of a family that may be all of them:
    /// its members with larger parameters were not asked about.
    ProvedInPart {
        /// Proved claims.
        proved: usize,
        /// Claims that were asked about.
        claims: usize,
    },
    /// It forbids dead moves and no live ones on the boards with these sides.
    SoundUpTo(Vec<usize>),
    /// It forbids no move of any live position of the boards with these sides; without sides, of
    /// any board that the claims were asked about for.
    VacuousOn(Vec<usize>),
    /// It was asked about, and nothing was decided.
    Unknown,
    /// The set of proved rules has it; no report here repeats the proof or contradicts it.
    StatedProved,
    /// No report is about it.
    NotChecked,
}

/// What `prove` says about one claim: a rule, or a member of a family, with one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofAnswer {
    /// It holds on every board.
    Proved,
    /// It holds, and the picture occurs in no live position.
    Vacuous,
    /// It is wrong on the board with this side, if the report says where.
    Refuted(Option<usize>),
    /// It is not decided.
    Open,
    /// Two reports contradict each other.
    Contradictory,
}

/// All that is known about a rule file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleStatus {
    /// `status wrong since` in the file.
    pub stated_wrong: Option<usize>,
    /// Whether the set of proved rules has it.
    pub stated_proved: bool,
    /// For each side of a board the verdicts of `check` on the claims of the file there; several
    /// if several reports are about the same claim, none if no report is about it.
    pub boards: BTreeMap<usize, Vec<Vec<RuleVerdict>>>,
    /// The answers of `prove` on the claims of the file; `None` for claims it was not asked about.
    pub proofs: Vec<Option<ProofAnswer>>,
    /// Whether the claims above are all there are: so of a rule, and of a family that is proved for
    /// every choice of its parameters.
    pub every_choice: bool,
    /// Whether a check and a proof of the same claim contradict each other.
    pub contradictory: bool,
}

/// What several verdicts on one claim say together; `None` if they contradict each other.
fn agreed(verdicts: &[RuleVerdict]) -> Option<RuleVerdict> {
    let mut decided = verdicts.iter().filter(|&&verdict| verdict != RuleVerdict::Unknown);
    let first = *decided.next().unwrap_or(&RuleVerdict::Unknown);
    decided.all(|&verdict| verdict == first).then_some(first)
}

impl RuleStatus {
    /// The verdict on all claims of a board together; `None` if reports contradict each other.
    pub fn board(&self, side: usize) -> Option<RuleVerdict> {
        let claims = self.boards.get(&side)?.iter().map(|verdicts| agreed(verdicts));
        let claims: Vec<RuleVerdict> = claims.collect::<Option<_>>()?;
        let any = |verdict| claims.contains(&verdict);
        Some(match () {
            () if any(RuleVerdict::Unsound) => RuleVerdict::Unsound,
            () if any(RuleVerdict::Unknown) => RuleVerdict::Unknown,
            () if any(RuleVerdict::Sound) => RuleVerdict::Sound,
            () if claims.is_empty() => RuleVerdict::Unknown,
            () => RuleVerdict::Vacuous,
        })
    }

    fn sides(&self, verdict: RuleVerdict) -> Vec<usize> {
        let sides = self.boards.keys().copied();
        sides.filter(|&side| self.board(side) == Some(verdict)).collect()
    }

    /// The smallest board on which it is known to be wrong.
    fn wrong_since(&self) -> Option<usize> {
        let refuted = self.proofs.iter().filter_map(|proof| match proof {
            Some(ProofAnswer::Refuted(side)) => *side,
            _ => None,
        });
        let checked = self.sides(RuleVerdict::Unsound);
        refuted.chain(checked).chain(self.stated_wrong).min()
    }

    fn contradict(&self) -> bool {
        let all_proved = self.every_choice && self.proved() == Some(self.proofs.len());
        let sound_where_wrong = self.stated_wrong.is_some_and(|side| {
            all_proved || self.board(side).is_some_and(|verdict| verdict == RuleVerdict::Sound)
        });
        self.contradictory
            || sound_where_wrong
            || (self.stated_proved && self.wrong_since().is_some())
            || self.boards.keys().any(|&side| self.board(side).is_none())
            || self.proofs.contains(&Some(ProofAnswer::Contradictory))
    }

    /// The number of proved claims, if `prove` was asked about any.
    fn proved(&self) -> Option<usize> {
        let asked = self.proofs.iter().any(Option::is_some);
        let proved = |proof: &&Option<ProofAnswer>| {
            matches!(proof, Some(ProofAnswer::Proved) | Some(ProofAnswer::Vacuous))
        };
        asked.then(|| self.proofs.iter().filter(proved).count())
    }

    /// The status that follows from them.
    pub fn status(&self) -> Status {
        if self.contradict() {
            return Status::Contradictory;
        }
        if let Some(side) = self.wrong_since() {
            return Status::WrongSince(side);
        }
        match self.reported() {
            // What is stated is more than reports about some boards or some claims can say.
            Status::ProvedInPart { .. }
            | Status::SoundUpTo(_)
            | Status::VacuousOn(_)
            | Status::Unknown
            | Status::NotChecked
                if self.stated_proved =>
            {
                Status::StatedProved
            }
            reported => reported,
        }
    }

    /// The status that follows from reports of which none is against the rule.
    fn reported(&self) -> Status {
        let claims = self.proofs.len();
        let refuted =
            self.proofs.iter().any(|proof| matches!(proof, Some(ProofAnswer::Refuted(_))));
        match self.proved() {
            Some(proved) if proved > 0 && !refuted => {
                let never = self.proofs.iter().all(|proof| *proof == Some(ProofAnswer::Vacuous));
                return match proved == claims {
                    true if never => Status::VacuousOn(Vec::new()),
                    true if self.every_choice => Status::ProvedForEveryBoard,
                    _ => Status::ProvedInPart { proved, claims },
                };
            }
            _ => {}
        }
        let sound = self.sides(RuleVerdict::Sound);
        if !sound.is_empty() && !refuted {
            return Status::SoundUpTo(sound);
        }
        let asked = self.proved().is_some();
        match self.boards.is_empty() {
            true if asked => Status::Unknown,
            true => Status::NotChecked,
            false if asked || !self.sides(RuleVerdict::Unknown).is_empty() => Status::Unknown,
            false => Status::VacuousOn(self.sides(RuleVerdict::Vacuous)),
        }
    }
}

impl Status {
    /// The statuses of the filter and the counts, each with its key, in their order.
    pub const KEYS: [(&'static str, &'static str); 9] = [
        ("proved", "proved for every board"),
        ("stated", "stated to be proved"),
        ("part", "proved in part"),
        ("sound", "sound on some boards"),
        ("vacuous", "vacuous"),
        ("unknown", "open"),
        ("wrong", "wrong"),
        ("unchecked", "not checked here"),
        ("contradictory", "contradictory reports"),
    ];

    /// The key in classes and filters.
    pub fn key(&self) -> &'static str {
        match self {
            Status::ProvedForEveryBoard => "proved",
            Status::ProvedInPart { .. } => "part",
            Status::SoundUpTo(_) => "sound",
            Status::VacuousOn(_) => "vacuous",
            Status::Unknown => "unknown",
            Status::WrongSince(_) => "wrong",
            Status::StatedProved => "stated",
            Status::NotChecked => "unchecked",
            Status::Contradictory => "contradictory",
        }
    }

    /// A sign for readers who do not see colours.
    pub fn sign(key: &str) -> &'static str {
        match key {
            "proved" => "✓",
            "stated" => "✓",
            "part" => "◐",
            "sound" => "○",
            "vacuous" => "∅",
            "wrong" => "✕",
            "contradictory" => "⚠",
            "unknown" => "?",
            _ => "–",
        }
    }

    /// The status in a few words.
    pub fn words(&self) -> String {
        match self {
            Status::ProvedForEveryBoard => "proved for every board".to_owned(),
            Status::ProvedInPart { proved, claims: 1 } if *proved == 1 => "1 claim proved".into(),
            Status::ProvedInPart { proved, claims } => {
                format!("{proved} of {claims} claims proved")
            }
            Status::SoundUpTo(sides) => format!("sound on {}", boards(sides)),
            Status::VacuousOn(sides) if sides.is_empty() => "never matches".to_owned(),
            Status::VacuousOn(sides) => format!("vacuous on {}", boards(sides)),
            Status::Unknown => "open".to_owned(),
            Status::WrongSince(side) => format!("wrong since {side}×{side}"),
            Status::StatedProved => "stated to be proved".to_owned(),
            Status::NotChecked => "not checked here".to_owned(),
            Status::Contradictory => "contradictory reports".to_owned(),
        }
    }

    /// The status in a sentence.
    pub fn sentence(&self, family: bool) -> String {
        match self {
            Status::ProvedForEveryBoard => "Proved for every board: none refutes it.".to_owned(),
            Status::ProvedInPart { proved, claims } if family && proved == claims => format!(
                "All {claims} claims for small parameters are proved for every board; those for \
                 larger parameters are open."
            ),
            Status::ProvedInPart { proved, claims } => {
                format!(
                    "{proved} of {claims} claims are proved for every board; the others are open."
                )
            }
            Status::SoundUpTo(sides) => format!(
                "On {} it forbids dead moves and no live one. Other boards are open.",
                boards(sides)
            ),
            Status::VacuousOn(sides) if sides.is_empty() && family => {
                "No claim that was asked about forbids a move of any live position of any board."
                    .to_owned()
            }
            Status::VacuousOn(sides) if sides.is_empty() => {
                "It forbids no move of any live position of any board.".to_owned()
            }
            Status::VacuousOn(sides) => format!(
                "It forbids no move of any live position of {}, so nothing was tested there. Other \
                 boards are open.",
                boards(sides)
            ),
            Status::Unknown => "It was checked, and nothing was decided.".to_owned(),
            Status::WrongSince(side) => format!("Wrong: it forbids a live move on {side}×{side}."),
            Status::StatedProved => "The set of proved rules has it: proved for every board from \
                corner to opposite corner. No report that this site is made of repeats the proof."
                .to_owned(),
            Status::NotChecked => "No report that this site is made of is about it.".to_owned(),
            Status::Contradictory => "The reports contradict each other, or the file. One of them \
                is wrong."
                .to_owned(),
        }
    }
}

/// "5×5, 7×7 and 9×9".
pub fn boards(sides: &[usize]) -> String {
    match sides {
        [] => "no board".to_owned(),
        sides => and(&sides.iter().map(|side| format!("{side}×{side}")).collect::<Vec<_>>()),
    }
}

/// "a, b and c".
pub fn and(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use RuleVerdict::{Sound, Unknown, Unsound, Vacuous};

    fn boards(verdicts: &[(usize, &[RuleVerdict])]) -> BTreeMap<usize, Vec<Vec<RuleVerdict>>> {
        let each = |claims: &[RuleVerdict]| claims.iter().map(|&verdict| vec![verdict]).collect();
        verdicts.iter().map(|&(side, claims)| (side, each(claims))).collect()
    }

    fn rule(verdicts: &[(usize, &[RuleVerdict])], proofs: &[Option<ProofAnswer>]) -> RuleStatus {
        RuleStatus {
            boards: boards(verdicts),
            proofs: proofs.to_vec(),
            every_choice: true,
            ..RuleStatus::default()
        }
    }

    fn family(verdicts: &[(usize, &[RuleVerdict])], proofs: &[Option<ProofAnswer>]) -> RuleStatus {
        RuleStatus { every_choice: false, ..rule(verdicts, proofs) }
    }

    const P: Option<ProofAnswer> = Some(ProofAnswer::Proved);
    const V: Option<ProofAnswer> = Some(ProofAnswer::Vacuous);
    const O: Option<ProofAnswer> = Some(ProofAnswer::Open);

    #[test]
    fn a_status_says_no_more_than_the_reports() {
        let table: &[(RuleStatus, Status)] = &[
            (rule(&[], &[None]), Status::NotChecked),
            (RuleStatus::default(), Status::NotChecked),
            (rule(&[(5, &[Sound]), (7, &[Sound])], &[None]), Status::SoundUpTo(vec![5, 7])),
            (rule(&[(5, &[Vacuous]), (7, &[Sound])], &[None]), Status::SoundUpTo(vec![7])),
            (rule(&[(5, &[Vacuous])], &[None]), Status::VacuousOn(vec![5])),
            (rule(&[(5, &[Unknown])], &[None]), Status::Unknown),
            (rule(&[(5, &[Vacuous]), (7, &[Unknown])], &[None]), Status::Unknown),
            (rule(&[(5, &[Sound]), (7, &[Unsound])], &[None]), Status::WrongSince(7)),
            (rule(&[(7, &[Unsound]), (5, &[Unsound])], &[None]), Status::WrongSince(5)),
            (rule(&[], &[P]), Status::ProvedForEveryBoard),
            (rule(&[], &[P, V]), Status::ProvedForEveryBoard),
            (rule(&[], &[V, V]), Status::VacuousOn(vec![])),
            (rule(&[], &[P, O]), Status::ProvedInPart { proved: 1, claims: 2 }),
            (rule(&[], &[P, None]), Status::ProvedInPart { proved: 1, claims: 2 }),
            (rule(&[], &[O, O]), Status::Unknown),
            (rule(&[(5, &[Sound])], &[O]), Status::SoundUpTo(vec![5])),
            (rule(&[(5, &[Vacuous])], &[O]), Status::Unknown),
            (rule(&[], &[P, Some(ProofAnswer::Refuted(Some(11)))]), Status::WrongSince(11)),
            (rule(&[], &[P, Some(ProofAnswer::Refuted(None))]), Status::Unknown),
            (rule(&[(5, &[Unsound])], &[O]), Status::WrongSince(5)),
        ];
        for (facts, expected) in table {
            assert_eq!(facts.status(), *expected, "{facts:?}");
        }
    }

    #[test]
    fn a_family_is_green_only_for_every_choice_of_its_parameters() {
        let table: &[(RuleStatus, Status)] = &[
            (family(&[], &[P, P, P]), Status::ProvedInPart { proved: 3, claims: 3 }),
            (family(&[], &[P, P, P, O, O]), Status::ProvedInPart { proved: 3, claims: 5 }),
            (rule(&[], &[P, P, P]), Status::ProvedForEveryBoard),
            (family(&[(5, &[Sound, Vacuous])], &[]), Status::SoundUpTo(vec![5])),
            (family(&[(5, &[Vacuous, Vacuous])], &[]), Status::VacuousOn(vec![5])),
            (family(&[(5, &[Sound, Unsound])], &[P, O]), Status::WrongSince(5)),
        ];
        for (facts, expected) in table {
            assert_eq!(facts.status(), *expected, "{facts:?}");
        }
        // A member that no report is about leaves the board open.
        let mut missing = family(&[(5, &[Sound])], &[]);
        missing.boards.get_mut(&5).unwrap().push(Vec::new());
        assert_eq!(missing.status(), Status::Unknown);
        assert_eq!(
            RuleStatus { every_choice: true, ..RuleStatus::default() }.status(),
            Status::NotChecked
        );
    }

    #[test]
    fn what_a_file_says_of_itself_is_no_proof_but_a_reproach() {
        let wrong = |facts: RuleStatus| RuleStatus { stated_wrong: Some(9), ..facts };
        assert_eq!(wrong(rule(&[], &[None])).status(), Status::WrongSince(9));
        assert_eq!(wrong(rule(&[(7, &[Sound])], &[None])).status(), Status::WrongSince(9));
        assert_eq!(wrong(rule(&[(7, &[Unsound])], &[None])).status(), Status::WrongSince(7));
        assert_eq!(wrong(rule(&[(9, &[Sound])], &[None])).status(), Status::Contradictory);
        assert_eq!(wrong(rule(&[], &[P])).status(), Status::Contradictory);
    }

    #[test]
    fn the_set_of_proved_rules_says_more_than_reports_about_some_boards_and_nothing_against_them() {
        let stated = |facts: RuleStatus| RuleStatus { stated_proved: true, ..facts }.status();
        assert_eq!(stated(RuleStatus::default()), Status::StatedProved);
        assert_eq!(stated(rule(&[(5, &[Vacuous])], &[None])), Status::StatedProved);
        assert_eq!(stated(rule(&[(5, &[Sound])], &[O])), Status::StatedProved);
        assert_eq!(stated(rule(&[], &[P])), Status::ProvedForEveryBoard);
        assert_eq!(stated(rule(&[(5, &[Unsound])], &[])), Status::Contradictory);
    }

    #[test]
    fn contradictory_reports_have_a_status_of_their_own() {
        let both =
            |a, b| RuleStatus { boards: [(5, vec![vec![a, b]])].into(), ..RuleStatus::default() };
        assert_eq!(both(Sound, Unsound).status(), Status::Contradictory);
        assert_eq!(both(Sound, Vacuous).status(), Status::Contradictory);
        assert_eq!(both(Sound, Unknown).status(), Status::SoundUpTo(vec![5]));
        assert_eq!(both(Unsound, Unknown).status(), Status::WrongSince(5));
        let proofs = rule(&[], &[Some(ProofAnswer::Contradictory)]);
        assert_eq!(proofs.status(), Status::Contradictory);
        let crossed = RuleStatus { contradictory: true, ..rule(&[(5, &[Unsound])], &[P]) };
        assert_eq!(crossed.status(), Status::Contradictory);
    }
}
