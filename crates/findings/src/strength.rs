//! Rules that are wrong as drawn, weaker than they could be, or have conditions they do not need.

use deadmove_report::numbers::count;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::ledger::Ledger;
use super::markdown::{escape, item, paragraph};
use super::proofs::{AllSizes, ProofReport, ProofVerdict, ProvedRow};
use super::read::Reports;
use deadmove_report::prove::runs;

/// The section; empty without reports of proofs.
pub fn section(reports: &Reports, ledger: &Ledger, all_sizes: &AllSizes) -> String {
    if reports.proofs.is_empty() {
        return String::new();
    }
    let mut text = String::new();
    wrong(&mut text, ledger, all_sizes);
    limits(&mut text, reports);
    every(&mut text, reports);
    conditions(&mut text, reports);
    text
}

/// Wrong as drawn.
fn wrong(text: &mut String, ledger: &Ledger, all_sizes: &AllSizes) {
    let checked = ledger.claims().filter(|(_, claim)| claim.is_wrong());
    let checked: BTreeSet<String> = checked.map(|(_, claim)| claim.name.clone()).collect();
    let proved = all_sizes.named(ProofVerdict::Refuted);
    let all: Vec<String> = checked.union(&proved).map(|name| escape(name)).collect();
    text.push_str(&match all.len() {
        0 => "**Wrong as drawn**: none that was looked at.\n".to_owned(),
        number => paragraph(&format!(
            "**Wrong as drawn**, a live move is forbidden on some board: {}: {}.",
            count(number, "rule or claim", "rules and claims"),
            all.join("; ")
        )),
    });
}

/// Limits of families that are narrower or wider than what is proved.
fn limits(text: &mut String, reports: &Reports) {
    let all = reports.proofs.iter().flat_map(|report| &report.families);
    let mut rows: BTreeMap<(&str, &str), BTreeSet<LimitRow>> = BTreeMap::new();
    let mut asked: BTreeSet<(&str, LimitRow)> = BTreeSet::new();
    for row in all {
        asked.insert((&row.file, limit_row(row)));
        if row.stated != row.survives {
            rows.entry((&row.file, &row.family)).or_default().insert(limit_row(row));
        }
    }
    if asked.is_empty() {
        return;
    }
    let sentence = format!(
        "**Limits**: of {} of families (a choice of parameters and a move), all but {} forbid \
         exactly the surpluses with which the move is proved dead for all sizes.",
        count(asked.len(), "row", "rows"),
        rows.values().map(BTreeSet::len).sum::<usize>()
    );
    let _ = write!(text, "\n{}", paragraph(&sentence));
    if !rows.is_empty() {
        text.push_str("\n| family | | move | allowed | of these not refuted |\n");
        text.push_str("| --- | --- | --- | --- | --- |\n");
    }
    for ((_, family), lines) in rows {
        for (parameters, direction, stated, survives) in lines {
            let family = escape(family);
            let _ =
                writeln!(text, "| {family} | {parameters} | {direction} | {stated} | {survives} |");
        }
    }
}

/// Families for every choice of their parameters.
fn every(text: &mut String, reports: &Reports) {
    let all = reports.proofs.iter().flat_map(|report| &report.every);
    let mut families: BTreeMap<(&str, &str), bool> = BTreeMap::new();
    for family in all {
        // A stopped run does not invalidate the proof of another report.
        *families.entry((&family.file, &family.family)).or_default() |= family.proved;
    }
    let of = |wanted: bool| {
        let these = families.iter().filter(move |(_, proved)| **proved == wanted);
        these.map(|((_, name), _)| escape(name)).collect::<Vec<_>>()
    };
    let (proved, others) = (of(true), of(false));
    if !proved.is_empty() {
        let number = count(proved.len(), "family", "families");
        let sentence = format!(
            "**Every distance**: all claims of {number} are proved for every choice of their \
             parameters: {}.",
            proved.join("; ")
        );
        let _ = write!(text, "\n{}", paragraph(&sentence));
    }
    if !others.is_empty() {
        let sentence = format!("Not proved for every choice of parameters: {}.", others.join("; "));
        let _ = write!(text, "\n{}", paragraph(&sentence));
    }
}

/// Parameters, move, surpluses as stated, and those that survive.
type LimitRow = (String, String, String, String);

fn limit_row(row: &ProvedRow) -> LimitRow {
    let values = row.parameters.iter().map(|(name, value)| format!("{name}={value}"));
    let values = values.collect::<Vec<_>>().join(" ");
    (values, row.direction.clone(), runs(&row.stated), runs(&row.survives))
}

/// Conditions that plain rules and claims of families do not need: without each of them alone, all
/// moves of the rule are proved.
fn conditions(text: &mut String, reports: &Reports) {
    let mut rules: BTreeMap<(&str, &str), Option<Vec<&str>>> = BTreeMap::new();
    let asked = |report: &&ProofReport| report.claims.iter().any(|claim| claim.weaker.is_some());
    for claim in reports.proofs.iter().filter(asked).flat_map(|report| &report.claims) {
        let whole = claim.verdict == ProofVerdict::Proved && !claim.vacuous;
        let weaker = claim.weaker.as_ref().filter(|_| whole);
        let these = weaker.map(|weaker| weaker.iter().map(String::as_str).collect::<Vec<_>>());
        let known = rules.entry((&claim.file, &claim.rule)).or_insert(these.clone());
        match (known, these) {
            (Some(known), Some(these)) => known.retain(|without| these.contains(without)),
            (known, _) => *known = None,
        }
    }
    if rules.is_empty() {
        return;
    }
    let asked = rules.values().flatten().count();
    let strict = rules.values().flatten().filter(|without| without.is_empty()).count();
    let sentence = format!(
        "**Stronger than needed**: of {} proved for all sizes, {strict} need every condition for \
         that. The others are proved without each of these alone, not without all together:",
        count(asked, "rule and claim", "rules and claims")
    );
    let _ = writeln!(text, "\n{}", paragraph(&sentence));
    for ((file, rule), without) in rules {
        if let Some(without) = without.filter(|without| !without.is_empty()) {
            let without: Vec<String> = without.iter().map(|what| escape(what)).collect();
            let file = file.replace('`', "'");
            let line = format!("{} (`{file}`): {}", escape(rule), without.join("; "));
            text.push_str(&item(0, &line));
        }
    }
}
