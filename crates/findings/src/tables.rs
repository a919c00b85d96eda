//! The verdicts as tables: one per folder, and one per family for the claims that differ.

use deadmove_report::numbers::{count, thousands};
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::ledger::{ClaimRecord, FileEntry, Ledger};
use super::markdown::{escape, item, paragraph};
use super::pages::{Layout, Section};
use super::proofs::AllSizes;
use deadmove_verify::check::RuleVerdict;

/// The meaning of the words in the cells.
const LEGEND: [&str; 5] = [
    "**wrong**: it forbids a move that can be completed; the link shows one.",
    "sound: it forbids dead moves and no live one.",
    "vacuous: it forbids no move of any live position.",
    "open: not decided. An empty cell: not asked there. –: vacuous or not asked.",
    "dead moves: those that it forbids on the largest board where they were counted.",
];

/// The meaning of the column for all sizes.
const ALL_SIZES: &str = "\
    all sizes: what `prove` says about every board from corner to opposite corner, without \
    blocked cells, however large. Of families it counts the claims for the parameters that were \
    asked for.";

/// Links to the sections of the wrong rules, by the names of the rules.
type Links<'a> = BTreeMap<&'a str, String>;

/// All tables, with links to the sections of the wrong rules.
pub fn verdicts(
    ledger: &Ledger,
    numbers: &BTreeMap<&str, usize>,
    all_sizes: &AllSizes,
    layout: Layout,
) -> String {
    let link = |number: &usize| layout.address(Section::Wrong, Some(&format!("wrong-{number}")));
    let wrong = &numbers.iter().map(|(name, number)| (*name, link(number))).collect();
    let mut text: String = LEGEND.iter().map(|meaning| item(0, meaning)).collect();
    if !all_sizes.is_empty() {
        text.push_str(&item(0, ALL_SIZES));
    }
    let (more, more_rule) = match all_sizes.is_empty() {
        true => (" dead moves |", " ---: |"),
        false => (" all sizes | dead moves |", " --- | ---: |"),
    };
    let mut folder = None;
    let mut families: Vec<&FileEntry> = Vec::new();
    for file in &ledger.files {
        if folder != Some(file.folder()) {
            family_tables(&mut text, ledger, &families, wrong);
            families.clear();
            folder = Some(file.folder());
            let title = if file.folder().is_empty() { "Rules" } else { file.folder() };
            let _ = write!(text, "\n### {title}\n\n");
            head(&mut text, "rule", &ledger.sizes, more, more_rule);
        }
        let name = if file.family {
            families.push(file);
            format!("{} ({})", file.name, count(file.claims.len(), "claim", "claims"))
        } else {
            file.name.clone()
        };
        row(&mut text, &name, ledger, |size| match (file.family, file.claims.as_slice()) {
            (false, [rule]) => cell(rule, size, wrong),
            (_, claims) => tally(claims, size),
        });
        if !all_sizes.is_empty() {
            let _ = write!(text, " {} |", all_sizes.cell(file));
        }
        let _ = writeln!(text, " {} |", strength(&file.claims));
    }
    family_tables(&mut text, ledger, &families, wrong);
    text
}

/// The head of a table with a column for each size.
pub fn head(text: &mut String, what: &str, sizes: &[usize], more: &str, more_rule: &str) {
    let names: String = sizes.iter().map(|size| format!(" {size}×{size} |")).collect();
    let rules = " --- |".repeat(sizes.len());
    let _ = writeln!(text, "| {what} |{names}{more}\n| --- |{rules}{more_rule}");
}

/// A row with a cell for each size, left open at its end.
pub fn row(text: &mut String, name: &str, ledger: &Ledger, cell: impl Fn(usize) -> String) {
    let cells: String = ledger.sizes.iter().map(|&size| format!(" {} |", cell(size))).collect();
    let _ = write!(text, "| {} |{cells}", escape(name));
}

fn cell(claim: &ClaimRecord, size: usize, wrong: &Links) -> String {
    match claim.verdict(size) {
        None => String::new(),
        Some(RuleVerdict::Unsound) => match wrong.get(claim.name.as_str()) {
            Some(address) => format!("[**wrong**]({address})"),
            None => "**wrong**".to_owned(),
        },
        Some(verdict) => word(verdict).to_owned(),
    }
}

/// The word for a verdict.
pub fn word(verdict: RuleVerdict) -> &'static str {
    match verdict {
        RuleVerdict::Sound => "sound",
        RuleVerdict::Unsound => "**wrong**",
        RuleVerdict::Vacuous => "vacuous",
        RuleVerdict::Unknown => "open",
    }
}

/// The number of claims of a family with each verdict.
fn tally(claims: &[ClaimRecord], size: usize) -> String {
    let order =
        [RuleVerdict::Unsound, RuleVerdict::Sound, RuleVerdict::Vacuous, RuleVerdict::Unknown];
    let parts = order.into_iter().filter_map(|verdict| {
        let number = claims.iter().filter(|claim| claim.verdict(size) == Some(verdict)).count();
        (number > 0).then(|| format!("{number} {}", word(verdict)))
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// Dead moves that rules forbid on the largest board with counts; claims of a family may share
/// some.
fn strength(claims: &[ClaimRecord]) -> String {
    let counted = claims.iter().flat_map(|claim| &claim.by_size);
    let sizes = counted.filter(|(_, known)| known.dead.is_some()).map(|(&size, _)| size);
    let Some(size) = sizes.max() else { return String::new() };
    let dead = claims.iter().filter_map(|claim| claim.by_size.get(&size)?.dead);
    match claims.len() {
        1 => thousands(dead.sum()),
        _ => match dead.max().unwrap_or(0) {
            0 => "0".to_owned(),
            dead => format!("up to {}", thousands(dead)),
        },
    }
}

/// For each family its claims: those with the same verdicts share a row, wrong ones have a row
/// each.
fn family_tables(text: &mut String, ledger: &Ledger, families: &[&FileEntry], wrong: &Links) {
    let (never, families): (Vec<&FileEntry>, Vec<&FileEntry>) =
        families.iter().partition(|family| family.claims.iter().all(|claim| claim.is_vacuous()));
    if !never.is_empty() {
        let names: Vec<String> = never.iter().map(|family| escape(&family.name)).collect();
        let sentence = format!(
            "No claim of these families forbids a move of a live position on these boards: {}.",
            names.join("; ")
        );
        let _ = write!(text, "\n{}", paragraph(&sentence));
    }
    for family in families {
        let mut alike: BTreeMap<Vec<Option<u8>>, Vec<&ClaimRecord>> = BTreeMap::new();
        for claim in family.claims.iter().filter(|claim| !claim.is_wrong()) {
            // Claims too large for the board are not checked on it. Those that were checked and
            // matched nowhere are treated alike.
            let verdicts = ledger.sizes.iter().map(|&size| match claim.verdict(size) {
                None | Some(RuleVerdict::Vacuous) => None,
                Some(RuleVerdict::Sound) => Some(0),
                Some(_) => Some(1),
            });
            alike.entry(verdicts.collect()).or_default().push(claim);
        }
        let nowhere = alike.remove(&vec![None; ledger.sizes.len()]);
        let _ = write!(text, "\n**{}**, claim by claim\n\n", escape(&family.name));
        head(text, "claims", &ledger.sizes, "", "");
        for claim in family.claims.iter().filter(|claim| claim.is_wrong()) {
            let name = format!("{}, for {}", claim.short, given(&claim.parameters));
            row(text, &name, ledger, |size| cell(claim, size, wrong));
            text.push('\n');
        }
        for (verdicts, claims) in alike.iter().rev() {
            row(text, &listed(claims, family), ledger, |size| {
                let at = ledger.sizes.iter().position(|&other| other == size);
                match at.and_then(|at| verdicts[at]) {
                    Some(0) => "sound".to_owned(),
                    Some(_) => "open".to_owned(),
                    None => "–".to_owned(),
                }
            });
            text.push('\n');
        }
        if let Some(claims) = nowhere {
            let claims = escape(&listed(&claims, family));
            let sentence = format!("Nothing to forbid on any of these boards: {claims}.");
            let _ = write!(text, "\n{}", paragraph(&sentence));
        }
    }
}

fn given(parameters: &str) -> String {
    parameters.replace(' ', ", ").replace('=', " = ")
}

/// Claims with the parameters they are listed for: "one door for D = 1; now left for D = 3, 4".
pub fn listed(claims: &[&ClaimRecord], family: &FileEntry) -> String {
    let mut order: Vec<&str> = Vec::new();
    let mut by_name: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for claim in claims {
        let parameters = by_name.entry(&claim.short).or_insert_with(|| {
            order.push(&claim.short);
            Vec::new()
        });
        parameters.push(&claim.parameters);
    }
    // Claims that are listed for the same parameters share them.
    let mut parts: Vec<(String, Vec<&str>)> = Vec::new();
    for name in order {
        let here = by_name.remove(name).unwrap_or_default();
        let all = family.claims.iter().filter(|claim| claim.short == name);
        let all: Vec<&str> = all.map(|claim| claim.parameters.as_str()).collect();
        let given = together(&here, &all);
        match parts.iter_mut().find(|(known, _)| *known == given) {
            Some((_, names)) => names.push(name),
            None => parts.push((given, vec![name])),
        }
    }
    let text: Vec<String> =
        parts.iter().map(|(given, names)| format!("{} {given}", names.join(", "))).collect();
    text.join("; ")
}

/// `D=1`, `D=5` as "for D = 1, 5"; several parameters as "for (h, v) = (2, 3), (2, 4)". If they are
/// most of `all`, the exceptions are named instead.
fn together(parameters: &[&str], all: &[&str]) -> String {
    let pairs = |text: &str| -> Vec<(String, String)> {
        let words = text.split(' ').filter_map(|word| word.split_once('='));
        words.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    };
    let names: Vec<String> =
        parameters.first().map_or_else(Vec::new, |p| pairs(p).into_iter().map(|p| p.0).collect());
    let one = |parts: Vec<String>| match parts.as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    };
    let values = |parameters: &[&str]| {
        let values = parameters.iter().map(|p| one(pairs(p).into_iter().map(|p| p.1).collect()));
        values.collect::<Vec<_>>().join(", ")
    };
    let others: Vec<&str> = all.iter().copied().filter(|p| !parameters.contains(p)).collect();
    let name = one(names);
    match (others.len(), parameters.len()) {
        (0, 1) | (0, 2) => format!("for {name} = {}", values(parameters)),
        (0, _) => format!("for every {name} asked"),
        (few, many) if 2 * few <= many => {
            format!("for every {name} asked but {}", values(&others))
        }
        _ => format!("for {name} = {}", values(parameters)),
    }
}
