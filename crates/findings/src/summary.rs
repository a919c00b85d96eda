//! The summary, in sentences: which rules fail on which board first, which are right on small
//! boards only, which are strong, and which forbid hardly anything.

use deadmove_report::numbers::{count, thousands};
use std::fmt::Write as _;

use super::ledger::{ClaimRecord, FileEntry, Ledger, by_count};
use super::proofs::{AllSizes, ProofVerdict};
use super::tables::escape;
use deadmove_verify::check::{Check, RuleVerdict, SetVerdict};

/// How many rules a sentence names.
const NAMED: usize = 16;
/// How many rules a ranking lists.
const RANKED: usize = 8;
/// A rule that forbids fewer moves than this is called rare.
const RARE: u64 = 100;

/// The summary.
pub fn summary(ledger: &Ledger, checks: &[Check], all_sizes: &AllSizes) -> String {
    let mut text = String::from("## Summary\n\n");
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
    let _ = writeln!(
        text,
        "{} in {} were held against {}.\n",
        and(&asked),
        count(ledger.files.len(), "file", "files"),
        and(&sizes),
    );
    figures(&mut text, ledger, checks);
    text.push('\n');
    for paragraph in [
        disagreements(ledger),
        first_failures(ledger),
        deceptive(ledger),
        nearly_right(ledger),
        late(ledger),
        strongest(ledger, checks),
        rare(ledger),
        nothing(ledger),
        every_board(ledger, all_sizes),
        open(ledger, all_sizes),
    ]
    .into_iter()
    .flatten()
    {
        let _ = writeln!(text, "- {paragraph}");
    }
    text
}

/// The table of figures per board.
fn figures(text: &mut String, ledger: &Ledger, checks: &[Check]) {
    let columns: String = ledger.sizes.iter().map(|&size| format!(" {} |", board(size))).collect();
    let _ = writeln!(text, "| |{columns}\n| --- |{}", " ---: |".repeat(ledger.sizes.len()));
    let mut line = |name: &str, cell: &dyn Fn(usize) -> String| {
        let cells = ledger.sizes.iter().map(|&size| format!(" {} |", cell(size)));
        let _ = writeln!(text, "| {name} |{}", cells.collect::<String>());
    };
    line("engine", &|size| {
        let mut engines: Vec<&str> = Vec::new();
        for check in checks.iter().filter(|check| check.size == size) {
            if !engines.contains(&check.engine.word()) {
                engines.push(check.engine.word());
            }
        }
        escape(&engines.join(", "))
    });
    let number = |size, verdict| {
        let with = ledger.claims().filter(|(_, claim)| claim.verdict(size) == Some(verdict));
        with.count().to_string()
    };
    line("sound", &|size| number(size, RuleVerdict::Sound));
    line("wrong", &|size| number(size, RuleVerdict::Unsound));
    line("vacuous", &|size| number(size, RuleVerdict::Vacuous));
    line("open", &|size| number(size, RuleVerdict::Unknown));
    let set = |size| {
        let whole = checks.iter().filter(move |check| check.size == size && check.complete());
        let sets = whole.map(|check| &check.set);
        sets.filter(|set| set.allowed.is_some()).min_by_key(|set| set.allowed)
    };
    let figure = |number: Option<u64>| number.map_or_else(|| "not counted".to_owned(), thousands);
    line("dead moves of live positions", &|size| figure(set(size).and_then(|set| set.dead_moves)));
    let wrong = ledger.claims().any(|(_, claim)| claim.is_wrong());
    let all = if wrong { "all rules together, wrong ones included" } else { "all rules together" };
    line(&format!("of these allowed by {all}"), &|size| match set(size) {
        Some(set) if set.verdict == SetVerdict::Complete => "0 (complete)".to_owned(),
        set => figure(set.and_then(|set| set.allowed)),
    });
    if checks.iter().any(|check| !check.complete()) {
        line("run", &|size| {
            let open = ledger.claims().any(|(_, c)| c.verdict(size) == Some(RuleVerdict::Unknown));
            if open { "in part" } else { "whole" }.to_owned()
        });
    }
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

/// Rules by name, families with the number of their claims.
fn names<'a>(claims: impl IntoIterator<Item = (&'a FileEntry, &'a ClaimRecord)>) -> String {
    let mut files: Vec<(&FileEntry, usize)> = Vec::new();
    for (file, _) in claims {
        match files.iter_mut().find(|(known, _)| std::ptr::eq(*known, file)) {
            Some((_, number)) => *number += 1,
            None => files.push((file, 1)),
        }
    }
    let named = files.iter().take(NAMED).map(|(file, number)| match file.family {
        true => format!("{} ({})", escape(&file.name), count(*number, "claim", "claims")),
        false => escape(&file.name),
    });
    let mut text = named.collect::<Vec<_>>().join("; ");
    if files.len() > NAMED {
        let _ = write!(text, "; and {} more files", files.len() - NAMED);
    }
    text
}

fn disagreements(ledger: &Ledger) -> Option<String> {
    let names: Vec<String> = ledger
        .contradictions
        .iter()
        .map(|(name, size)| format!("{} on {}", escape(name), board(*size)))
        .collect();
    (!names.is_empty())
        .then(|| format!("**The reports contradict each other** about {}.", names.join("; ")))
}

fn first_failures(ledger: &Ledger) -> Option<String> {
    let wrong: Vec<_> = ledger.claims().filter(|(_, claim)| claim.is_wrong()).collect();
    let first = |claim: &ClaimRecord| claim.sizes(RuleVerdict::Unsound).first().copied();
    if wrong.is_empty() {
        let known = |claim: &ClaimRecord| {
            claim.by_size.values().all(|known| known.verdict != RuleVerdict::Unknown)
        };
        let open = ledger.claims().filter(|(_, claim)| !known(claim)).count();
        return Some(match open {
            0 => "No rule forbids a move that can be completed.".to_owned(),
            _ => format!("No rule was found to be wrong so far, but {open} are open."),
        });
    }
    let by_size = ledger.sizes.iter().filter_map(|&size| {
        let here: Vec<_> =
            wrong.iter().copied().filter(|(_, claim)| first(claim) == Some(size)).collect();
        (!here.is_empty()).then(|| format!("first on {}: {}", board(size), names(here)))
    });
    Some(format!(
        "**Wrong**: {} a move that can be completed; {}.",
        if wrong.len() == 1 {
            "1 rule or claim forbids".to_owned()
        } else {
            format!("{} rules and claims forbid", wrong.len())
        },
        by_size.collect::<Vec<_>>().join("; ")
    ))
}

fn deceptive(ledger: &Ledger) -> Option<String> {
    let deceptive: Vec<(&FileEntry, &ClaimRecord)> = ledger
        .claims()
        .filter(|(_, claim)| {
            let sound = claim.sizes(RuleVerdict::Sound).into_iter().next();
            let wrong = claim.sizes(RuleVerdict::Unsound).into_iter().next();
            matches!((sound, wrong), (Some(sound), Some(wrong)) if sound < wrong)
        })
        .collect();
    let each = |(_, claim): &(&FileEntry, &ClaimRecord)| {
        let wrong = claim.sizes(RuleVerdict::Unsound)[0];
        let before = claim.sizes(RuleVerdict::Sound);
        let before = before.into_iter().rfind(|&size| size < wrong).expect("sound before");
        let dead = claim.by_size[&before].dead;
        let dead = dead.map(|dead| format!(", where it forbids {} dead moves", thousands(dead)));
        format!(
            "{} holds up to {}{} and fails on {}",
            escape(&claim.name),
            board(before),
            dead.unwrap_or_default(),
            board(wrong)
        )
    };
    let mut parts: Vec<String> = deceptive.iter().take(NAMED).map(each).collect();
    if deceptive.len() > NAMED {
        parts.push(format!("and {} more", deceptive.len() - NAMED));
    }
    (!parts.is_empty()).then(|| format!("**Small boards deceive**: {}.", parts.join("; ")))
}

fn nearly_right(ledger: &Ledger) -> Option<String> {
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
            "{} is wrong about {} of {} moves on {}",
            escape(&claim.name),
            thousands(live),
            thousands(all),
            board(size)
        )
    };
    let parts: Vec<String> = found.iter().take(RANKED).map(each).collect();
    (!parts.is_empty()).then(|| format!("**Nearly right**: {}.", parts.join("; ")))
}

fn late(ledger: &Ledger) -> Option<String> {
    let parts: Vec<String> = ledger
        .sizes
        .iter()
        .skip(1)
        .filter_map(|&size| {
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
            (!here.is_empty())
                .then(|| format!("vacuous before {} and sound there: {}", board(size), names(here)))
        })
        .collect();
    (!parts.is_empty())
        .then(|| format!("**Seen on larger boards only**: {}.", parts.join(". Further ")))
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

fn strongest(ledger: &Ledger, checks: &[Check]) -> Option<String> {
    let size = counted(ledger)?;
    let whole = |check: &&Check| check.size == size && check.complete();
    let all = checks.iter().filter(whole).find_map(|check| check.set.dead_moves)?;
    let ranked = by_count(dead_moves(ledger, size));
    let each = |(dead, (_, claim)): &(u64, (&FileEntry, &ClaimRecord))| {
        format!("{} ({:.1} %)", escape(&claim.name), 100.0 * *dead as f64 / all.max(1) as f64)
    };
    let parts: Vec<String> = ranked.iter().take(RANKED).map(each).collect();
    (!parts.is_empty()).then(|| {
        format!(
            "**Strongest**: of the {} dead moves on {}, {} (a move may be forbidden by several).",
            thousands(all),
            board(size),
            and(&parts)
        )
    })
}

fn rare(ledger: &Ledger) -> Option<String> {
    let size = counted(ledger)?;
    let mut rare = dead_moves(ledger, size);
    rare.retain(|&(dead, (file, _))| dead < RARE && !file.family);
    rare.sort_by_key(|&(dead, _)| dead);
    let each = |(dead, (_, claim)): &(u64, (&FileEntry, &ClaimRecord))| {
        format!("{} ({dead})", escape(&claim.name))
    };
    let mut parts: Vec<String> = rare.iter().take(NAMED).map(each).collect();
    if rare.len() > NAMED {
        parts.push(format!("and {} more", rare.len() - NAMED));
    }
    (!parts.is_empty()).then(|| {
        format!(
            "**Rare**: sound rules with fewer than {RARE} dead moves on {}: {}.",
            board(size),
            parts.join("; ")
        )
    })
}

fn nothing(ledger: &Ledger) -> Option<String> {
    let vacuous: Vec<_> = ledger.claims().filter(|(_, claim)| claim.is_vacuous()).collect();
    (!vacuous.is_empty()).then(|| {
        format!(
            "**Never tried**: {} nothing in any live position of the boards that were asked, so \
             nothing is known about them here: {}.",
            if vacuous.len() == 1 {
                "1 rule or claim forbids".to_owned()
            } else {
                format!("{} rules and claims forbid", vacuous.len())
            },
            names(vacuous)
        )
    })
}

fn every_board(ledger: &Ledger, all_sizes: &AllSizes) -> Option<String> {
    if all_sizes.is_empty() {
        return None;
    }
    let count = |verdict| all_sizes.count(verdict);
    let with = |verdict| {
        let claims = ledger.claims();
        let has = move |(file, claim): &(&FileEntry, &ClaimRecord)| {
            all_sizes.verdict(&file.file, &claim.name) == Some(verdict)
        };
        names(claims.filter(has))
    };
    let open = match count(ProofVerdict::Open) {
        0 => "none is open".to_owned(),
        number => format!("{number} open ({})", with(ProofVerdict::Open)),
    };
    Some(format!(
        "**For every board**, whatever its size: {} rules and claims proved, {} that forbid no \
         move of any live position of any board, {} wrong on some board, {open}.",
        count(ProofVerdict::Proved),
        count(ProofVerdict::Vacuous),
        count(ProofVerdict::Refuted),
    ))
}

fn open(ledger: &Ledger, all_sizes: &AllSizes) -> Option<String> {
    let parts: Vec<String> = ledger
        .sizes
        .iter()
        .filter_map(|&size| {
            let open =
                ledger.claims().filter(|(_, c)| c.verdict(size) == Some(RuleVerdict::Unknown));
            let open: Vec<_> = open.collect();
            if open.is_empty() {
                return None;
            }
            let proved = |(file, claim): &(&FileEntry, &ClaimRecord)| {
                all_sizes.verdict(&file.file, &claim.name) >= Some(ProofVerdict::Proved)
            };
            let (proved, open): (Vec<_>, Vec<_>) = open.into_iter().partition(proved);
            let mut text = format!("on {}: ", board(size));
            text.push_str(&if open.is_empty() { "nothing".to_owned() } else { names(open) });
            if !proved.is_empty() {
                let _ = write!(text, "; besides, proved for every board, {}", names(proved));
            }
            Some(text)
        })
        .collect();
    (!parts.is_empty()).then(|| format!("**Open**: {}.", parts.join(". ")))
}
