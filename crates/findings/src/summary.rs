//! The summary: short sentences on which rules fail on which board first, which are right on small
//! boards only, which are strong, and which forbid hardly anything.

use deadmove_report::numbers::{count, thousands};
use std::fmt::Write as _;

use super::figures::figures;
use super::ledger::{ClaimRecord, FileEntry, Ledger, by_count};
use super::markdown::{escape, item, paragraph};
use super::pages::{Layout, Section};
use super::proofs::{AllSizes, ProofVerdict};
use deadmove_verify::check::{Check, RuleVerdict};

/// How many rules a sentence names, and how many a list has.
const NAMED: usize = 5;
/// A rule that forbids fewer moves than this is called rare.
const RARE: u64 = 100;

/// A finding: a sentence, and a list below it.
struct Finding {
    sentence: String,
    list: Vec<String>,
}

impl Finding {
    fn of(sentence: impl Into<String>) -> Finding {
        Finding { sentence: sentence.into(), list: Vec::new() }
    }

    /// None if the list is empty.
    fn with_list(sentence: impl Into<String>, list: Vec<String>) -> Option<Finding> {
        (!list.is_empty()).then(|| Finding { sentence: sentence.into(), list })
    }
}

/// The summary.
pub fn summary(ledger: &Ledger, checks: &[Check], all_sizes: &AllSizes, layout: Layout) -> String {
    let claims: Vec<(&FileEntry, &ClaimRecord)> = ledger.claims().collect();
    let sizes: Vec<String> = ledger.sizes.iter().map(|&size| board(size)).collect();
    let rules = claims.iter().filter(|(file, _)| !file.family).count();
    let of_families = claims.len() - rules;
    let mut asked = Vec::new();
    if rules > 0 {
        asked.push(count(rules, "rule", "rules"));
    }
    if of_families > 0 {
        asked.push(count(of_families, "claim of a family", "claims of families"));
    }
    let mut text = paragraph(&format!(
        "{} in {} were checked on {}.",
        and(&asked),
        count(ledger.files.len(), "file", "files"),
        and(&sizes),
    ));
    text.push('\n');
    text.push_str(&figures(ledger, checks));
    text.push('\n');
    let names = Names { address: layout.address(Section::Verdicts, None) };
    for finding in [
        disagreements(ledger),
        first_failures(ledger, &names, &layout.address(Section::Wrong, None)),
        deceptive(ledger, &names),
        nearly_right(ledger),
        late(ledger, &names),
        strongest(ledger, checks),
        rare(ledger, &names),
        nothing(ledger, &names),
        every_board(ledger, all_sizes, &names),
        open(ledger, all_sizes, &names),
    ]
    .into_iter()
    .flatten()
    {
        text.push_str(&item(0, &finding.sentence));
        finding.list.iter().for_each(|line| text.push_str(&item(1, line)));
    }
    text
}

/// A board by its side.
pub fn board(size: usize) -> String {
    format!("{size}×{size}")
}

/// "a, b and c".
pub fn and(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Writes lists of names that refer to the tables of verdicts for the rest.
struct Names {
    address: String,
}

impl Names {
    /// Rules by name, families with the number of their claims; the first few of them.
    fn of<'a>(&self, claims: impl IntoIterator<Item = (&'a FileEntry, &'a ClaimRecord)>) -> String {
        let mut files: Vec<(&FileEntry, usize)> = Vec::new();
        for (file, _) in claims {
            match files.iter_mut().find(|(known, _)| std::ptr::eq(*known, file)) {
                Some((_, number)) => *number += 1,
                None => files.push((file, 1)),
            }
        }
        let named = files.iter().map(|(file, number)| match file.family {
            true => format!("{} ({})", escape(&file.name), count(*number, "claim", "claims")),
            false => escape(&file.name),
        });
        self.first(named.collect(), "more files")
    }

    /// The first few of some parts of a sentence.
    fn first(&self, parts: Vec<String>, more: &str) -> String {
        let mut text = parts[..parts.len().min(NAMED)].join("; ");
        if parts.len() > NAMED {
            let rest = parts.len() - NAMED;
            let _ = write!(text, "; and {rest} {more} (see [verdicts]({}))", self.address);
        }
        text
    }
}

fn disagreements(ledger: &Ledger) -> Option<Finding> {
    let names: Vec<String> = ledger
        .contradictions
        .iter()
        .map(|(name, size)| format!("{} on {}", escape(name), board(*size)))
        .collect();
    (!names.is_empty()).then(|| {
        Finding::of(format!("**The reports contradict each other** about {}.", names.join("; ")))
    })
}

fn first_failures(ledger: &Ledger, names: &Names, pictures: &str) -> Option<Finding> {
    let wrong: Vec<_> = ledger.claims().filter(|(_, claim)| claim.is_wrong()).collect();
    let first = |claim: &ClaimRecord| claim.sizes(RuleVerdict::Unsound).first().copied();
    if wrong.is_empty() {
        let known = |claim: &ClaimRecord| {
            claim.by_size.values().all(|known| known.verdict != RuleVerdict::Unknown)
        };
        let open = ledger.claims().filter(|(_, claim)| !known(claim)).count();
        return Some(Finding::of(match open {
            0 => "No rule forbids a move that can be completed.".to_owned(),
            _ => format!("No rule was found to be wrong so far, but {open} are open."),
        }));
    }
    let by_size = ledger.sizes.iter().filter_map(|&size| {
        let here: Vec<_> =
            wrong.iter().copied().filter(|(_, claim)| first(claim) == Some(size)).collect();
        (!here.is_empty()).then(|| format!("First on {}: {}.", board(size), names.of(here)))
    });
    let forbid = match wrong.len() {
        1 => "1 rule or claim forbids".to_owned(),
        number => format!("{number} rules and claims forbid"),
    };
    let sentence =
        format!("**Wrong**: {forbid} a move that can be completed ([pictures]({pictures})).");
    Finding::with_list(sentence, by_size.collect())
}

fn deceptive(ledger: &Ledger, names: &Names) -> Option<Finding> {
    let deceptive: Vec<&ClaimRecord> = ledger
        .claims()
        .map(|(_, claim)| claim)
        .filter(|claim| {
            let sound = claim.sizes(RuleVerdict::Sound).into_iter().next();
            let wrong = claim.sizes(RuleVerdict::Unsound).into_iter().next();
            matches!((sound, wrong), (Some(sound), Some(wrong)) if sound < wrong)
        })
        .collect();
    let each = |claim: &&ClaimRecord| {
        let wrong = claim.sizes(RuleVerdict::Unsound)[0];
        let before = claim.sizes(RuleVerdict::Sound);
        let before = before.into_iter().rfind(|&size| size < wrong).expect("sound before");
        let dead = claim.by_size[&before].dead;
        let dead = dead.map(|dead| format!(", where it forbids {} dead moves", thousands(dead)));
        format!(
            "{}: sound up to {}{}; wrong on {}",
            escape(&claim.name),
            board(before),
            dead.unwrap_or_default(),
            board(wrong)
        )
    };
    let mut list: Vec<String> =
        deceptive.iter().take(NAMED).map(|claim| format!("{}.", each(claim))).collect();
    if deceptive.len() > NAMED {
        let more = deceptive.len() - NAMED;
        list.push(format!("And {more} more (see [verdicts]({})).", names.address));
    }
    let number = count(deceptive.len(), "rule or claim is", "rules and claims are");
    Finding::with_list(
        format!(
            "**Small boards deceive**: {number} sound on some board and wrong on a larger one."
        ),
        list,
    )
}

fn nearly_right(ledger: &Ledger) -> Option<Finding> {
    let mut found: Vec<(f64, &ClaimRecord, usize, u64, u64)> = ledger
        .claims()
        .filter_map(|(_, claim)| {
            let (&size, known) = claim.by_size.iter().rfind(|(_, known)| {
                known.verdict == RuleVerdict::Unsound && known.live.is_some()
            })?;
            let (live, dead) = (known.live?, known.dead?);
            let share = live as f64 / (live + dead).max(1) as f64;
            (share < 0.1).then_some((share, claim, size, live, live + dead))
        })
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    let each = |&(_, claim, size, live, all): &(f64, &ClaimRecord, usize, u64, u64)| {
        format!(
            "{}: {} of {} moves on {}.",
            escape(&claim.name),
            thousands(live),
            thousands(all),
            board(size)
        )
    };
    let list: Vec<String> = found.iter().take(NAMED).map(each).collect();
    Finding::with_list(
        "**Nearly right**: wrong, but about less than a tenth of the moves that are forbidden.",
        list,
    )
}

fn late(ledger: &Ledger, names: &Names) -> Option<Finding> {
    let list = ledger.sizes.iter().skip(1).filter_map(|&size| {
        let here: Vec<(&FileEntry, &ClaimRecord)> = ledger
            .claims()
            .filter(|(_, claim)| {
                let before = ledger.sizes.iter().take_while(|&&other| other < size);
                let seen = before.filter_map(|&other| claim.verdict(other));
                let mut seen = seen.peekable();
                claim.is_sound()
                    && claim.verdict(size) == Some(RuleVerdict::Sound)
                    && seen.peek().is_some()
                    && seen.all(|verdict| verdict == RuleVerdict::Vacuous)
            })
            .collect();
        (!here.is_empty()).then(|| format!("First on {}: {}.", board(size), names.of(here)))
    });
    Finding::with_list(
        "**Seen on larger boards only**: vacuous on the boards before, and sound.",
        list.collect(),
    )
}

/// The largest board whose moves were counted.
fn counted(ledger: &Ledger) -> Option<usize> {
    let known = ledger.claims().flat_map(|(_, claim)| &claim.by_size);
    known.filter(|(_, known)| known.dead.is_some()).map(|(&size, _)| size).max()
}

/// The sound rules with the dead moves they forbid on `size`.
fn dead_moves(ledger: &Ledger, size: usize) -> Vec<(u64, (&FileEntry, &ClaimRecord))> {
    ledger
        .claims()
        .filter(|(_, claim)| claim.is_sound())
        .filter_map(|(file, claim)| Some((claim.by_size.get(&size)?.dead?, (file, claim))))
        .filter(|&(dead, _)| dead > 0)
        .collect()
}

fn strongest(ledger: &Ledger, checks: &[Check]) -> Option<Finding> {
    let size = counted(ledger)?;
    let whole = |check: &&Check| check.size == size && check.complete();
    let all = checks.iter().filter(whole).find_map(|check| check.set.dead_moves)?;
    let ranked = by_count(dead_moves(ledger, size));
    let each = |(dead, (_, claim)): &(u64, (&FileEntry, &ClaimRecord))| {
        format!("{}: {:.1} %.", escape(&claim.name), 100.0 * *dead as f64 / all.max(1) as f64)
    };
    Finding::with_list(
        format!(
            "**Strongest**: the sound ones that forbid the largest share of the {} dead moves on \
             {}. A move may be forbidden by several.",
            thousands(all),
            board(size)
        ),
        ranked.iter().take(NAMED).map(each).collect(),
    )
}

fn rare(ledger: &Ledger, names: &Names) -> Option<Finding> {
    let size = counted(ledger)?;
    let mut rare = dead_moves(ledger, size);
    rare.retain(|&(dead, (file, _))| dead < RARE && !file.family);
    rare.sort_by_key(|&(dead, _)| dead);
    let each = |(dead, (_, claim)): &(u64, (&FileEntry, &ClaimRecord))| {
        format!("{} ({dead})", escape(&claim.name))
    };
    let parts: Vec<String> = rare.iter().map(each).collect();
    (!parts.is_empty()).then(|| {
        Finding::of(format!(
            "**Rare**: {} fewer than {RARE} dead moves on {}: {}.",
            count(parts.len(), "sound rule forbids", "sound rules forbid"),
            board(size),
            names.first(parts, "more")
        ))
    })
}

fn nothing(ledger: &Ledger, names: &Names) -> Option<Finding> {
    let vacuous: Vec<_> = ledger.claims().filter(|(_, claim)| claim.is_vacuous()).collect();
    let forbid = match vacuous.len() {
        0 => return None,
        1 => "1 rule or claim forbids".to_owned(),
        number => format!("{number} rules and claims forbid"),
    };
    Some(Finding::of(format!(
        "**Never tried**: {forbid} no move of any live position of these boards, so the checks \
         show nothing about them: {}.",
        names.of(vacuous)
    )))
}

fn every_board(ledger: &Ledger, all_sizes: &AllSizes, names: &Names) -> Option<Finding> {
    if all_sizes.is_empty() {
        return None;
    }
    let number = |verdict| all_sizes.count(verdict);
    let open = ledger.claims().filter(|(file, claim)| {
        all_sizes.verdict(&file.file, &claim.name) == Some(ProofVerdict::Open)
    });
    let mut list = vec![
        format!("{} proved.", number(ProofVerdict::Proved)),
        format!("{} forbid no move of any live position.", number(ProofVerdict::Vacuous)),
        format!("{} wrong on some board.", number(ProofVerdict::Refuted)),
    ];
    list.push(match number(ProofVerdict::Open) {
        0 => "None open.".to_owned(),
        number => format!("{number} open: {}.", names.of(open)),
    });
    let sentence = "**For every board from corner to opposite corner, without blocked cells**, \
                    whatever its size, the rules and claims that were asked:";
    Finding::with_list(sentence, list)
}

fn open(ledger: &Ledger, all_sizes: &AllSizes, names: &Names) -> Option<Finding> {
    let list = ledger.sizes.iter().filter_map(|&size| {
        let open = ledger.claims().filter(|(_, c)| c.verdict(size) == Some(RuleVerdict::Unknown));
        let proved = |(file, claim): &(&FileEntry, &ClaimRecord)| {
            all_sizes.verdict(&file.file, &claim.name) >= Some(ProofVerdict::Proved)
        };
        let (proved, open): (Vec<_>, Vec<_>) = open.partition(proved);
        let mut parts = Vec::new();
        if !open.is_empty() {
            parts.push(format!("{}.", names.of(open)));
        }
        if !proved.is_empty() {
            parts.push(format!("Proved for all sizes: {}.", names.of(proved)));
        }
        (!parts.is_empty()).then(|| format!("On {}: {}", board(size), parts.join(" ")))
    });
    Finding::with_list("**Open**: not decided on some board.", list.collect())
}
