//! The JSON of proofs: the writer. `site` has its own reader.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::countermodel;
use crate::json::SCHEMA;
use deadmove_core::board::{Letters, Move};
use deadmove_prove::claims::{ClaimVerdict, MoveClaim};
use deadmove_prove::family::{Row, RowComparison};
use deadmove_prove::proofs::{FamilyProof, Proofs};
use deadmove_rules::geometry::word;
use deadmove_rules::load::LoadedRule;
use deadmove_verify::check::Checked;
use deadmove_verify::confirm::Confirmed;

/// The JSON object: scripts rely on these keys in this order.
#[derive(JsonSchema, Serialize)]
pub(crate) struct ProofsObject<'p> {
    schema: u8,
    complete: bool,
    size: usize,
    max: i64,
    splits: usize,
    without: &'p [String],
    claims: Vec<ClaimObject<'p>>,
    families: Vec<RowObject<'p>>,
    every: Vec<EveryObject<'p>>,
    rules: Vec<FileObject>,
}

#[derive(JsonSchema, Serialize)]
struct ClaimObject<'p> {
    rule: &'p str,
    file: String,
    digest: String,
    parameters: Option<BTreeMap<&'p str, i64>>,
    #[serde(rename = "move")]
    #[schemars(extend("enum" = ["ahead", "behind", "left", "right"]))]
    direction: &'static str,
    #[schemars(extend("enum" = ["proved", "refuted", "open"]))]
    verdict: &'static str,
    /// Proved, but it forbids no move of any live position, which is no success.
    vacuous: bool,
    needed: &'p [&'static str],
    splits: Option<usize>,
    /// Dead moves forbidden on the boards up to 7×7.
    dead_moves: u64,
    /// Single conditions that can be left out; null if that was not asked, the claim is not proved,
    /// or not all were tried.
    weaker: Option<&'p [String]>,
    counterexample: Option<CounterexampleObject>,
    /// A drawing.
    survives: Option<String>,
}

#[derive(JsonSchema, Serialize)]
struct CounterexampleObject {
    size: usize,
    path: Letters,
    #[serde(rename = "move")]
    direction: Move,
    completion: Option<Letters>,
}

#[derive(JsonSchema, Serialize)]
struct RowObject<'p> {
    family: &'p str,
    file: &'p str,
    parameters: BTreeMap<&'p str, i64>,
    #[serde(rename = "move")]
    #[schemars(extend("enum" = ["ahead", "behind", "left", "right"]))]
    direction: &'static str,
    stated: Vec<i32>,
    survives: Vec<i32>,
    #[schemars(extend("enum" = ["equal", "could be stronger", "not proved"]))]
    comparison: &'static str,
}

/// A family for every choice of its parameters.
#[derive(JsonSchema, Serialize)]
struct EveryObject<'p> {
    family: &'p str,
    file: &'p str,
    parameters: &'p [String],
    proved: bool,
    /// The number of members that were proved one by one; the others by induction.
    members: Option<usize>,
    /// The number of their claims that needed the window argument.
    by_window: Option<usize>,
    /// The number of runs of members that were proved by induction.
    runs: Option<usize>,
    /// Why it is not proved.
    why: Option<String>,
}

#[derive(JsonSchema, Serialize)]
struct FileObject {
    rule: String,
    file: String,
    verdict: &'static str,
}

fn named(parameters: &[(String, i64)]) -> BTreeMap<&str, i64> {
    parameters.iter().map(|(name, value)| (name.as_str(), *value)).collect()
}

/// Proofs as a JSON object, a line. `confirmed` are the counterexamples, in the order of the
/// claims.
pub fn write(proofs: &Proofs, confirmed: &[Option<Confirmed>]) -> String {
    let claims = proofs.claims.iter().zip(&proofs.verdicts).zip(&proofs.fired).zip(confirmed);
    let families = proofs.families.iter();
    let object = ProofsObject {
        schema: SCHEMA,
        complete: proofs.complete,
        size: proofs.size,
        max: proofs.max,
        splits: proofs.splits,
        without: &proofs.without,
        claims: claims
            .enumerate()
            .map(|(at, (((claim, verdict), &fired), confirmed))| {
                let weaker = proofs.weaker.as_ref().and_then(|all| all[at].as_deref());
                object(claim, verdict, fired, weaker, confirmed.as_ref())
            })
            .collect(),
        families: families
            .clone()
            .flat_map(|family| family.rows().map(|row| row_object(family, row)))
            .collect(),
        every: families.filter_map(every_object).collect(),
        rules: proofs
            .files()
            .into_iter()
            .map(|(rule, file, verdict)| FileObject { rule, file, verdict: verdict.word() })
            .collect(),
    };
    let mut text = serde_json::to_string(&object).expect("plain data is serialisable");
    text.push('\n');
    text
}

fn object<'p>(
    claim: &'p MoveClaim,
    verdict: &'p ClaimVerdict,
    fired: u64,
    weaker: Option<&'p [String]>,
    confirmed: Option<&Confirmed>,
) -> ClaimObject<'p> {
    let checked = Checked::of(&LoadedRule { file: claim.file.clone(), rule: claim.rule.clone() });
    let proof = match verdict {
        ClaimVerdict::Proved(proof) => Some(proof),
        ClaimVerdict::Refuted(_) | ClaimVerdict::Open(_) => None,
    };
    let counterexample = match verdict {
        ClaimVerdict::Refuted(example) => Some(CounterexampleObject {
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
    ClaimObject {
        rule: &claim.rule.head.name,
        file: checked.file,
        digest: checked.digest,
        parameters: claim.parameters.as_deref().map(named),
        direction: word(claim.direction),
        verdict: match verdict {
            ClaimVerdict::Proved(_) => "proved",
            ClaimVerdict::Refuted(_) => "refuted",
            ClaimVerdict::Open(_) => "open",
        },
        vacuous: proof.is_some_and(|proof| proof.vacuous),
        needed: proof.map_or(&[], |proof| &proof.needed),
        splits: proof.map(|proof| proof.splits),
        dead_moves: fired,
        weaker,
        counterexample,
        survives: match verdict {
            ClaimVerdict::Open(Some(left)) => Some(countermodel::draw(left)),
            ClaimVerdict::Open(None) | ClaimVerdict::Proved(_) | ClaimVerdict::Refuted(_) => None,
        },
    }
}

fn every_object(family: &FamilyProof) -> Option<EveryObject<'_>> {
    let every = family.every.as_ref()?;
    let settled = every.as_ref().ok();
    Some(EveryObject {
        family: &family.name,
        file: &family.file,
        parameters: &family.parameters,
        proved: settled.is_some(),
        members: settled.map(|settled| settled.members),
        by_window: settled.map(|settled| settled.by_window),
        runs: settled.map(|settled| settled.rays),
        why: every.as_ref().err().map(ToString::to_string),
    })
}

fn row_object<'p>(family: &'p FamilyProof, row: &'p Row) -> RowObject<'p> {
    RowObject {
        family: &family.name,
        file: &family.file,
        parameters: named(&row.parameters),
        direction: word(row.direction),
        stated: row.stated.iter().copied().collect(),
        survives: row.unrefuted.iter().copied().collect(),
        comparison: match row.comparison() {
            RowComparison::Equal => "equal",
            RowComparison::CouldBeStronger(_) => "could be stronger",
            RowComparison::NotProved(_) => "not proved",
        },
    }
}
