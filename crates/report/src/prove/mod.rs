//! Proofs for all sizes as tables, and as drawings of candidate countermodels. Their JSON lives in
//! [`json`], the state of an interrupted run in [`state`].

pub mod countermodel;
pub mod json;
pub mod state;

use crate::numbers::{count, thousands};
use crate::table::{Column, Table};
use crate::wrap::{fill, hanging};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use deadmove_prove::EVERY_BOARD;
use deadmove_prove::claims::{ClaimVerdict, JudgedClaim};
use deadmove_prove::family::{FamilyProof, Row, RowComparison};
use deadmove_prove::proofs::{FileVerdict, Proofs};
use deadmove_rules::geometry::word;

/// The order of the table: what is wrong first, then what is not decided.
const ORDER: [&str; 4] = ["REFUTED", "open", "vacuous", "proved"];

/// The table of all plain rules and of the claims of families that are not proved, at most so many
/// rows of it.
pub fn table(proofs: &Proofs, most: usize) -> String {
    let mut text = format!("{EVERY_BOARD}\n");
    if !proofs.complete {
        text.push_str("\nINCOMPLETE: the run was stopped, what it did not come to is open\n");
    }
    let mut table = Table::new([
        Column::left("verdict").wide(9),
        Column::right("splits").wide(6).gap(1),
        Column::right("dead moves").wide(10).gap(1),
        Column::left("claim"),
    ]);
    let mut members: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut results = Vec::new();
    for JudgedClaim { claim, verdict, fired, .. } in &proofs.claims {
        let name = claim.name();
        if claim.member.is_some() {
            let (proved, all) = members.entry(claim.file_name()).or_default();
            *all += 1;
            if matches!(verdict, ClaimVerdict::Proved(_)) {
                *proved += 1;
                continue;
            }
        }
        let (word, splits, name) = match verdict {
            ClaimVerdict::Proved(proof) => {
                let word = if proof.vacuous { "vacuous" } else { "proved" };
                let name = format!("{name} ({})", proof.argument.needed().join(", "));
                (word, proof.argument.splits().to_string(), name)
            }
            ClaimVerdict::Refuted(example) => {
                let name = format!("{name} (wrong on {0}×{0})", example.size);
                ("REFUTED", "-".to_owned(), name)
            }
            ClaimVerdict::Open(_) => ("open", "-".to_owned(), name),
        };
        results.push([word.to_owned(), splits, thousands(*fired), name]);
    }
    results.sort_by_key(|[word, ..]| ORDER.iter().position(|known| known == word));
    let more = results.len().saturating_sub(most);
    let rows_left = !results.is_empty();
    for row in results.into_iter().take(most) {
        table.row(row);
    }
    if rows_left {
        let _ = write!(text, "\n{}", table.print(false));
    }
    if more > 0 {
        let more = count(more, "more claim", "more claims");
        let _ = writeln!(text, "and {more}: --verbose");
    }
    for (family, (proved, all)) in members {
        let _ = writeln!(
            text,
            "\n{family}: {proved} of {}",
            count(all, "claim proved", "claims proved")
        );
    }
    text
}

/// The conditions that claims do not need: each alone can be left out.
pub fn not_needed(proofs: &Proofs) -> String {
    if !proofs.weaken {
        return String::new();
    }
    let mut text =
        String::from("\neach of these alone can be left out, and the claim is proved too:\n");
    let mut any = false;
    for JudgedClaim { claim, weaker, .. } in &proofs.claims {
        if let Some(without) = weaker.as_ref().filter(|without| !without.is_empty()) {
            any = true;
            let line = format!("{}: {}", claim.name(), without.join("; "));
            let _ = writeln!(text, "{}", fill(&line, "  ", "    "));
        }
    }
    if !proofs.complete {
        text.push_str("  not all were tried\n");
    } else if !any {
        text.push_str("  none: every condition is needed for what is proved\n");
    }
    text
}

/// A family: the surpluses it allows beside those that are not refuted, row by row, and whether its
/// claims hold for every choice of parameters.
pub fn family(family: &FamilyProof) -> String {
    let mut text = rows(&family.name, &family.rows().collect::<Vec<_>>());
    let parameters = family.parameters.join(" and ");
    if !family.complete {
        let name = &family.name;
        let _ =
            writeln!(text, "\n{name}: some {parameters} have no row, for lack of time (--timeout)");
    }
    let every = match &family.every {
        None => return text,
        Some(Ok(settled)) => {
            let members = count(settled.members, "member", "members");
            let rest = if settled.rays > 0 { " and the rest by induction" } else { "" };
            let name = &family.name;
            format!("{name}: all claims proved for every {parameters}, {members} one by one{rest}")
        }
        Some(Err(why)) => {
            format!("{}: not proved for every {parameters}: {why}", family.name)
        }
    };
    let _ = writeln!(text, "\n{}", fill(&every, "", "  "));
    text
}

fn rows(name: &str, rows: &[&Row]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{name}: surpluses with which a move is allowed\n\n");
    let mut table = Table::of_words(["", "move", "as stated", "not refuted", ""]);
    for row in rows {
        let values = row.parameters.iter().map(|(name, value)| format!("{name}={value}"));
        table.row([
            values.collect::<Vec<_>>().join(" "),
            word(row.direction).to_owned(),
            runs(&row.stated),
            runs(&row.unrefuted),
            match row.comparison() {
                RowComparison::Equal => "equal".to_owned(),
                RowComparison::CouldBeStronger(more) => format!("could be stronger by {more}"),
                RowComparison::NotProved(wrong) => format!("NOT PROVED for {wrong}"),
            },
        ]);
    }
    for line in table.print(false).lines() {
        let _ = writeln!(text, "  {line}");
    }
    text
}

/// Numbers as runs: `-1..2, 4`, or `none`.
pub fn runs(numbers: &BTreeSet<i32>) -> String {
    let mut runs: Vec<(i32, i32)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let words =
        runs.iter().map(
            |&(first, last)| {
                if first == last { first.to_string() } else { format!("{first}..{last}") }
            },
        );
    let text = words.collect::<Vec<_>>().join(", ");
    if text.is_empty() { "none".to_owned() } else { text }
}

/// The summary of the whole set: which rules are proved.
/// Lists at most so many names of each kind.
pub fn summary(proofs: &Proofs, most: usize) -> String {
    let list = |names: &[&str]| {
        let more = names.len().saturating_sub(most);
        let mut shown = names[..names.len() - more].join("; ");
        if more > 0 {
            let _ = write!(shown, "; and {} more", thousands(more as u64));
        }
        hanging("  ", &shown)
    };
    let files = proofs.files();
    let mut text = String::new();
    let (vacuous, proved): (Vec<_>, Vec<_>) =
        proofs.claims.iter().filter_map(JudgedClaim::proof).partition(|proof| proof.vacuous);
    let (vacuous, proved) = (vacuous.len(), proved.len());
    let claims = count(proofs.claims.len(), "claim", "claims");
    let _ = write!(text, "\n{proved} of {claims} proved");
    if vacuous > 0 {
        let _ = write!(text, ", and {vacuous} without effect");
    }
    text.push('\n');
    if proofs.taken > 0 {
        let answers = count(proofs.taken, "answer is", "answers are");
        let _ = writeln!(text, "{answers} taken from a state, not found in this run");
    }
    let proved_words = if proofs.claims.iter().any(|judged| judged.claim.member.is_some()) {
        format!("proved, families for parameters up to {}", proofs.max)
    } else {
        "proved".to_owned()
    };
    let groups = [
        (FileVerdict::Proved, proved_words.as_str()),
        (FileVerdict::Vacuous, "proved, but no move of any live position is forbidden"),
        (FileVerdict::Refuted, "wrong"),
        (FileVerdict::Open, "open"),
    ];
    for (verdict, words) in groups {
        let names: Vec<&str> =
            files.iter().filter(|f| f.verdict == verdict).map(|f| f.name.as_str()).collect();
        if !names.is_empty() {
            let number = count(names.len(), "file", "files");
            let _ = writeln!(text, "\n{words}: {number}\n{}", list(&names));
        }
    }
    let settled = proofs.families.iter().filter(|family| matches!(family.every, Some(Ok(_))));
    let settled: Vec<&str> = settled.map(|family| family.name.as_str()).collect();
    if !settled.is_empty() {
        let number = count(settled.len(), "family", "families");
        let _ =
            writeln!(text, "\nproved for every choice of parameters: {number}\n{}", list(&settled));
    }
    if !proofs.silent.is_empty() {
        let number = count(proofs.silent.len(), "file", "files");
        let _ = writeln!(
            text,
            "\nclaims nothing for parameters up to {}, and not looked at: {number}\n{}",
            proofs.max,
            list(&proofs.silent.iter().map(String::as_str).collect::<Vec<_>>())
        );
    }
    let silent = proofs
        .claims
        .iter()
        .filter(|judged| judged.fired == 0 && judged.proof().is_some_and(|proof| !proof.vacuous));
    let silent: Vec<String> = silent.map(|judged| judged.claim.name()).collect();
    if !silent.is_empty() {
        let number = count(silent.len(), "claim", "claims");
        let _ = writeln!(
            text,
            "\nforbids nothing on 3×3 to 7×7, rests on the argument alone: {number}\n{}",
            list(&silent.iter().map(String::as_str).collect::<Vec<_>>())
        );
    }
    text
}
