//! The JSON of proofs: the writer, and what `site` reads of it.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::countermodel;
use crate::json::SCHEMA;
use deadmove_core::board::{Letters, Move};
use deadmove_core::files::Shown;
use deadmove_core::sealed;
use deadmove_prove::claims::{ClaimVerdict, JudgedClaim};
use deadmove_prove::family::{FamilyProof, Row, RowComparison};
use deadmove_prove::proofs::{JudgedFile, Proofs};
use deadmove_rules::geometry::word;
use deadmove_verify::check::digest;
use deadmove_verify::confirm::Confirmed;

/// A report of `prove`: scripts rely on these keys in this order.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct ProofReport {
    schema: u8,
    #[serde(skip_deserializing)]
    complete: bool,
    /// Boards up to this side were searched for counterexamples.
    pub size: usize,
    /// The largest parameters of families.
    pub max: i64,
    /// Cases for each width of the window.
    pub splits: usize,
    #[serde(skip_deserializing)]
    without: Vec<String>,
    /// One for each rule or member of a family and each move it forbids.
    pub claims: Vec<ProvedClaim>,
    /// The rows of families.
    #[serde(default)]
    pub families: Vec<ProvedRow>,
    /// The families for every choice of their parameters.
    #[serde(default)]
    pub every: Vec<ProvedFamily>,
    #[serde(skip_deserializing)]
    rules: Vec<FileObject>,
    /// How many answers were taken from the state of an earlier run; left out if none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "usize")]
    pub taken_from_state: Option<usize>,
}

/// The result of `prove` on a rule with one of its moves.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct ProvedClaim {
    /// The rule's name.
    pub rule: String,
    /// The rule file.
    pub file: String,
    /// BLAKE3 of the canonical text of the rule with this move alone, in hexadecimal digits.
    #[serde(default)]
    pub digest: String,
    parameters: Option<BTreeMap<String, i64>>,
    #[serde(rename = "move")]
    #[schemars(extend("enum" = ["ahead", "behind", "left", "right"]))]
    direction: String,
    /// The verdict.
    pub verdict: ProofVerdict,
    /// Proved, but it forbids no move of any live position, which is no success.
    pub vacuous: bool,
    #[serde(skip_deserializing)]
    needed: Vec<&'static str>,
    splits: Option<usize>,
    /// Dead moves forbidden on the boards up to 7×7.
    #[serde(skip_deserializing)]
    dead_moves: u64,
    /// Single conditions that can be left out; null if that was not asked, the claim is not proved,
    /// or not all were tried.
    pub weaker: Option<Vec<String>>,
    /// A live position in which the move is live.
    pub counterexample: Option<ProofExample>,
    /// A drawing.
    survives: Option<String>,
}

/// A verdict for all sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProofVerdict {
    /// Wrong on some board.
    Refuted,
    /// Not decided.
    Open,
    /// True on every board.
    Proved,
}

/// A position and a move that refute a claim.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct ProofExample {
    /// The side of the board.
    pub size: usize,
    /// The path to the position.
    pub path: Letters,
    /// The move.
    #[serde(rename = "move")]
    pub direction: Move,
    completion: Option<Letters>,
}

/// The result of `prove` on one move of a family, for one choice of parameters.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct ProvedRow {
    /// The name of the family.
    pub family: String,
    /// Its file.
    pub file: String,
    /// The parameters.
    pub parameters: BTreeMap<String, i64>,
    /// The move.
    #[serde(rename = "move")]
    #[schemars(extend("enum" = ["ahead", "behind", "left", "right"]))]
    pub direction: String,
    /// Surpluses with which the family allows the move.
    pub stated: BTreeSet<i32>,
    /// Those with which it is not refuted.
    pub survives: BTreeSet<i32>,
    #[serde(skip_deserializing)]
    #[schemars(extend("enum" = ["equal", "could be stronger", "not proved"]))]
    comparison: &'static str,
}

/// A family for every choice of its parameters.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct ProvedFamily {
    /// Its name.
    pub family: String,
    /// Its file.
    pub file: String,
    #[serde(skip_deserializing)]
    parameters: Vec<String>,
    /// Whether all its claims are proved.
    pub proved: bool,
    /// The number of members that were proved one by one; the others by induction.
    members: Option<usize>,
    /// The number of their claims that needed the window argument.
    by_window: Option<usize>,
    /// The number of runs of members that were proved by induction.
    runs: Option<usize>,
    /// Why it is not proved.
    why: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
struct FileObject {
    rule: String,
    file: String,
    verdict: &'static str,
}

fn named(parameters: &[(String, i64)]) -> BTreeMap<String, i64> {
    parameters.iter().cloned().collect()
}

/// Proofs as a JSON object, a line. `confirmed` are the counterexamples, in the order of the
/// claims.
pub fn write(proofs: &Proofs, confirmed: &[Option<Confirmed>]) -> String {
    // A run over all rules has 100,000 claims, and ends soon after Ctrl-C all the same.
    let claims = proofs.claims.par_iter().zip(confirmed);
    let families = proofs.families.iter();
    let object = ProofReport {
        schema: SCHEMA,
        complete: proofs.complete,
        size: proofs.size,
        max: proofs.max,
        splits: proofs.splits,
        without: proofs.without.clone(),
        claims: claims.map(|(judged, confirmed)| object(judged, confirmed.as_ref())).collect(),
        families: families
            .clone()
            .flat_map(|family| family.rows().map(|row| row_object(family, row)))
            .collect(),
        every: families.filter_map(every_object).collect(),
        rules: proofs
            .files()
            .into_iter()
            .map(|JudgedFile { name, file, verdict }| FileObject {
                rule: name,
                file,
                verdict: verdict.word(),
            })
            .collect(),
        taken_from_state: (proofs.taken > 0).then_some(proofs.taken),
    };
    sealed::line(&object) + "\n"
}

fn object(judged: &JudgedClaim, confirmed: Option<&Confirmed>) -> ProvedClaim {
    let JudgedClaim { claim, verdict, fired, weaker, .. } = judged;
    let proof = judged.proof();
    let counterexample = match verdict {
        ClaimVerdict::Refuted(example) => Some(ProofExample {
            size: example.size,
            path: Letters(example.path.clone()),
            direction: example.direction,
            completion: confirmed
                .and_then(|confirmed| confirmed.answer.witness())
                .cloned()
                .map(Letters),
        }),
        ClaimVerdict::Proved(_) | ClaimVerdict::Open(_) => None,
    };
    ProvedClaim {
        rule: claim.rule.head.name.clone(),
        file: claim.file.shown(),
        digest: digest(&claim.rule),
        parameters: claim.member.as_ref().map(|member| named(&member.parameters)),
        direction: word(claim.direction).to_owned(),
        verdict: match verdict {
            ClaimVerdict::Proved(_) => ProofVerdict::Proved,
            ClaimVerdict::Refuted(_) => ProofVerdict::Refuted,
            ClaimVerdict::Open(_) => ProofVerdict::Open,
        },
        vacuous: proof.is_some_and(|proof| proof.vacuous),
        needed: proof.map(|proof| proof.argument.needed().to_vec()).unwrap_or_default(),
        splits: proof.map(|proof| proof.argument.splits()),
        dead_moves: *fired,
        weaker: weaker.clone(),
        counterexample,
        survives: match verdict {
            ClaimVerdict::Open(Some(left)) => Some(countermodel::draw(left)),
            ClaimVerdict::Open(None) | ClaimVerdict::Proved(_) | ClaimVerdict::Refuted(_) => None,
        },
    }
}

fn every_object(family: &FamilyProof) -> Option<ProvedFamily> {
    let every = family.every.as_ref()?;
    let settled = every.as_ref().ok();
    Some(ProvedFamily {
        family: family.name.clone(),
        file: family.file.clone(),
        parameters: family.parameters.clone(),
        proved: settled.is_some(),
        members: settled.map(|settled| settled.members),
        by_window: settled.map(|settled| settled.by_window),
        runs: settled.map(|settled| settled.rays),
        why: every.as_ref().err().map(ToString::to_string),
    })
}

fn row_object(family: &FamilyProof, row: &Row) -> ProvedRow {
    ProvedRow {
        family: family.name.clone(),
        file: family.file.clone(),
        parameters: named(&row.parameters),
        direction: word(row.direction).to_owned(),
        stated: row.stated.clone(),
        survives: row.unrefuted.clone(),
        comparison: match row.comparison() {
            RowComparison::Equal => "equal",
            RowComparison::CouldBeStronger(_) => "could be stronger",
            RowComparison::NotProved(_) => "not proved",
        },
    }
}
