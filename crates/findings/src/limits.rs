//! Whether the limits that rules state for surpluses are the best ones.

use deadmove_report::numbers::count;
use std::fmt::Write as _;

use super::ledger::{ClaimRecord, FileEntry, Ledger};
use super::markdown::{escape, paragraph};
use super::summary::board;
use super::tables::{head, listed, row};
use deadmove_verify::check::RuleVerdict;

/// A table of the limits by family and size, and the limits that could be better.
pub fn limits(ledger: &Ledger) -> String {
    if ledger.files.is_empty() {
        return String::new();
    }
    let mut text = paragraph(
        "A claim that forbids a move from some surplus on is compared with the claim at its limit: \
         with just the next surplus, which it still allows, the same move is forbidden. Where that \
         is wrong, the limit cannot be better. Where it is sound, it could be, as far as that \
         board shows; the other limits are not met by any live position there.",
    );
    text.push('\n');
    head(&mut text, "limits", &ledger.sizes, "", "");
    for file in &ledger.files {
        let name = format!("{} ({})", file.name, count(file.claims.len(), "limit", "limits"));
        row(&mut text, &name, ledger, |size| tally(&file.claims, size));
        text.push('\n');
    }
    for file in &ledger.files {
        let better: Vec<&ClaimRecord> =
            file.claims.iter().filter(|claim| claim.is_sound()).collect();
        let settled = |claim: &&ClaimRecord| claim.is_wrong() || claim.is_sound();
        let met: Vec<&ClaimRecord> = file.claims.iter().filter(settled).collect();
        let best = file.claims.iter().filter(|claim| claim.is_wrong()).count();
        let met = count(met.len(), "limit that is met", "limits that are met");
        let is = if best == 1 { "is" } else { "are" };
        let mut sentence =
            format!("**{}**: {best} of {met} {is} the best on some board", escape(&file.name));
        if !better.is_empty() {
            let _ = write!(
                sentence,
                "; on no board asked so far was anything lost by one more: {}",
                escape(&listed_short(&better, file))
            );
        }
        let _ = write!(text, "\n{}", paragraph(&format!("{sentence}.")));
    }
    if let (Some(&first), Some(&last)) = (ledger.sizes.first(), ledger.sizes.last())
        && first != last
    {
        let _ = writeln!(text, "\nBoards asked: {} to {}.", board(first), board(last));
    }
    text
}

fn listed_short(claims: &[&ClaimRecord], file: &FileEntry) -> String {
    listed(claims, file).replace(deadmove_verify::limits::AT_THE_LIMIT, "")
}

/// How many limits are the best, could be better, or are undecided on one board.
fn tally(claims: &[ClaimRecord], size: usize) -> String {
    let words = [
        (RuleVerdict::Unsound, "best"),
        (RuleVerdict::Sound, "could be better"),
        (RuleVerdict::Unknown, "open"),
    ];
    let parts = words.into_iter().filter_map(|(verdict, word)| {
        let number = claims.iter().filter(|claim| claim.verdict(size) == Some(verdict)).count();
        (number > 0).then(|| format!("{number} {word}"))
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "–".to_owned() } else { parts.join(", ") }
}
