//! Rules compared with what is proved: limits and conditions that are stricter than they have to
//! be.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};

use crate::layout::ColumnHead::Words;
use crate::layout::{Page, SitePart, table};
use crate::reports::Reports;
use crate::status::and;
use deadmove_report::numbers::count;
use deadmove_report::prove::json::{ProofReport, ProofVerdict, ProvedRow};
use deadmove_report::prove::runs;
use deadmove_verify::check::AT_THE_LIMIT;
use deadmove_verify::check::{Check, RuleVerdict};

/// The page; none without reports about it.
pub fn page(reports: &Reports) -> Option<Page> {
    let sections = [
        proved_limits(&reports.proofs),
        every_distance(&reports.proofs),
        conditions(&reports.proofs),
        checked_limits(&reports.limits),
    ];
    if sections.iter().all(Option::is_none) {
        return None;
    }
    let title = "Rules compared with what is proved";
    let body = html! {
        h1 { (title) }
        @for section in sections.iter().flatten() { section { (section) } }
    };
    let (address, title) = ("strength.html".to_owned(), title.to_owned());
    Some(Page { address, title, part: SitePart::Rules, body })
}

/// Limits of families that are narrower or wider than what is proved.
fn proved_limits(proofs: &[ProofReport]) -> Option<Markup> {
    let row = |row: &ProvedRow| {
        let values = row.parameters.iter().map(|(name, value)| format!("{name}={value}"));
        let values = values.collect::<Vec<_>>().join(" ");
        (values, row.direction.clone(), runs(&row.stated), runs(&row.survives))
    };
    let (mut asked, mut other) = (BTreeSet::new(), BTreeSet::new());
    for proved in proofs.iter().flat_map(|report| &report.families) {
        let row = (&proved.file, &proved.family, row(proved));
        if proved.stated != proved.survives {
            other.insert(row.clone());
        }
        asked.insert(row);
    }
    let section = html! {
        h2 { "Limits of families" }
        p {
            "Of " (count(asked.len(), "row", "rows")) " of families (a choice of parameters and a "
            "move), all but " (other.len()) " forbid exactly the surpluses with which the move is "
            "proved dead for all sizes."
        }
        @if !other.is_empty() {
            (table("Limits of families", &["family", "", "move", "allowed", "of these not refuted"].map(Words), html! {
                @for (_, family, (parameters, direction, stated, survives)) in &other {
                    tr {
                        th scope="row" { (family) } td { (parameters) } td { (direction) }
                        td { (stated) } td { (survives) }
                    }
                }
            }))
        }
    };
    (!asked.is_empty()).then_some(section)
}

/// Families that are proved for every choice of their parameters.
fn every_distance(proofs: &[ProofReport]) -> Option<Markup> {
    let mut families: BTreeMap<(&str, &str), bool> = BTreeMap::new();
    for family in proofs.iter().flat_map(|report| &report.every) {
        // A stopped run does not invalidate the proof of another report.
        *families.entry((&family.file, &family.family)).or_default() |= family.proved;
    }
    let of = |wanted: bool| {
        let these = families.iter().filter(move |(_, proved)| **proved == wanted);
        these.map(|((_, name), _)| (*name).to_owned()).collect::<Vec<_>>()
    };
    let (proved, others) = (of(true), of(false));
    let section = html! {
        h2 { "Every choice of parameters" }
        @if !proved.is_empty() {
            p {
                "All claims of " (count(proved.len(), "family", "families")) " are proved for every "
                "choice of their parameters: " (and(&proved)) "."
            }
        }
        @if !others.is_empty() {
            p { "Not proved for every choice of parameters: " (and(&others)) "." }
        }
    };
    (!families.is_empty()).then_some(section)
}

/// Conditions without each of which alone all moves of a rule are proved.
fn conditions(proofs: &[ProofReport]) -> Option<Markup> {
    let mut rules: BTreeMap<(&str, &str), Option<Vec<&str>>> = BTreeMap::new();
    let asked = |report: &&ProofReport| report.claims.iter().any(|claim| claim.weaker.is_some());
    for claim in proofs.iter().filter(asked).flat_map(|report| &report.claims) {
        let whole = claim.verdict == ProofVerdict::Proved && !claim.vacuous;
        let weaker = claim.weaker.as_ref().filter(|_| whole);
        let these = weaker.map(|weaker| weaker.iter().map(String::as_str).collect::<Vec<_>>());
        let known = rules.entry((&claim.file, &claim.rule)).or_insert(these.clone());
        match (known, these) {
            (Some(known), Some(these)) => known.retain(|without| these.contains(without)),
            (known, _) => *known = None,
        }
    }
    let proved: Vec<(_, &Vec<&str>)> =
        rules.iter().filter_map(|(rule, without)| Some((rule, without.as_ref()?))).collect();
    let strict = proved.iter().filter(|(_, without)| without.is_empty()).count();
    let section = html! {
        h2 { "Conditions that are not needed" }
        p {
            "Of " (count(proved.len(), "rule and claim", "rules and claims")) " proved for all "
            "sizes, " (strict) " need every condition for that. The others are proved without each "
            "of these alone, not without all together."
        }
        (table("Conditions that are not needed", &["rule", "file", "conditions"].map(Words), html! {
            @for ((file, rule), without) in proved.iter().filter(|(_, without)| !without.is_empty()) {
                tr { th scope="row" { (rule) } td { code { (file) } } td { (without.join("; ")) } }
            }
        }))
    };
    (!rules.is_empty()).then_some(section)
}

/// Whether the limits that rules state for surpluses are the best ones on the boards checked.
fn checked_limits(checks: &[Check]) -> Option<Markup> {
    // By file and claim: whether it is wrong, and whether it is sound, on some board.
    let mut files: BTreeMap<&str, BTreeMap<&str, (bool, bool)>> = BTreeMap::new();
    for check in checks {
        for (claim, result) in check.claims.iter().zip(&check.rules) {
            let claims = files.entry(&claim.file).or_default();
            let name = claim.name.trim_end_matches(AT_THE_LIMIT);
            let (wrong, sound) = claims.entry(name).or_default();
            *wrong |= result.verdict == RuleVerdict::Unsound;
            *sound |= result.verdict == RuleVerdict::Sound;
        }
    }
    let sizes: BTreeSet<usize> = checks.iter().map(|check| check.size).collect();
    let sizes: Vec<usize> = sizes.into_iter().collect();
    let section = html! {
        h2 { "Limits on " (crate::status::boards(&sizes)) }
        p {
            "A claim that forbids a move from some surplus on is compared with the claim at its "
            "limit: with just the next surplus, which it still allows, the same move is forbidden. "
            "Where that is wrong on some board, the limit is the best. Where it is sound, and wrong "
            "nowhere, the limit could be better, as far as these boards show."
        }
        (table("Limits on boards", &["file", "limits", "the best", "could be better"].map(Words), html! {
            @for (file, claims) in &files {
                @let better = claims.iter().filter(|(_, (wrong, sound))| *sound && !wrong);
                tr {
                    th scope="row" { (file) }
                    td.number { (claims.len()) }
                    td.number { (claims.values().filter(|(wrong, _)| *wrong).count()) }
                    td { (better.map(|(name, _)| *name).collect::<Vec<_>>().join("; ")) }
                }
            }
        }))
    };
    (!files.is_empty()).then_some(section)
}
