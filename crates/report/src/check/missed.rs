//! The dead moves that rules allow: patterns as pictures with an example each, and as JSON.

use crate::numbers::{self, count, thousands};
use crate::wrap::{fill, hanging};
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{command, draw, reason};
use deadmove_core::board::{Letters, Move};
use deadmove_core::reason::Reason;
use deadmove_rules::geometry::Offset;
use deadmove_rules::words::letter;
use deadmove_verify::confirm::Confirmed;
use deadmove_verify::surroundings::{Exit, REACH, SurroundingCell, Surroundings};
use deadmove_verify::uncovered::Uncovered;

/// The rules whose allowed moves were counted.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct Asked {
    /// The given files, folders and sets.
    pub paths: Vec<String>,
    /// The same as words of a command line.
    #[serde(skip)]
    pub set: String,
    /// Rules, and claims of families.
    pub rules: usize,
    /// How many of them are unsound on the board.
    #[serde(skip)]
    pub wrong: usize,
    /// Rules that were left out because they are unsound on the board; `None` if unsound rules were
    /// kept.
    pub left_out: Option<Vec<String>>,
}

/// The signs of the pictures, for below the last one.
pub const LEGEND: &str = "\
L live end   X the move   . free   # drawn or outside   E end cell
arrows: out of the window towards the end cell
letters: into a pocket, which the window cuts off from the end cell (white and
black cells counted outside the window; black is L's colour)";

/// The window as lines of characters, in the signs of rule files, with the exits around it.
pub(crate) fn picture(surroundings: &Surroundings) -> Vec<String> {
    let ring = REACH + 1;
    let line = |down: i16| {
        let signs = (-ring..=ring).map(|right| sign(surroundings, Offset::new(right, down)));
        let line: Vec<String> = signs.map(String::from).collect();
        line.join(" ").trim_end().to_owned()
    };
    let lines: Vec<String> = (-ring..=ring).map(line).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
    let last = lines.iter().rposition(|line| !line.is_empty()).unwrap_or(0);
    lines[first..=last].to_vec()
}

fn sign(surroundings: &Surroundings, offset: Offset) -> char {
    let ahead = Offset::LIVE_END.step(Move::Up);
    match surroundings.cell(offset) {
        Some(_) if offset == ahead => 'X',
        Some(SurroundingCell::Free) => '.',
        Some(SurroundingCell::Wall) => '#',
        Some(SurroundingCell::End) => 'E',
        Some(SurroundingCell::LiveEnd) => 'L',
        None => match surroundings.exit(offset) {
            Exit::None => ' ',
            Exit::Pocket(number) => letter(usize::from(number)),
            Exit::Open if offset.down < -REACH => '↑',
            Exit::Open if offset.down > REACH => '↓',
            Exit::Open if offset.right < 0 => '←',
            Exit::Open => '→',
        },
    }
}

/// What the picture cannot show: the colours of the pockets.
pub(crate) fn remarks(surroundings: &Surroundings) -> Vec<String> {
    let pockets = surroundings.pockets().iter().enumerate().map(|(number, &surplus)| {
        let colours = match surplus {
            0 => "as many white as black cells".to_owned(),
            white @ 1.. => format!("{white} more white than black"),
            black => format!("{} more black than white", -i16::from(black)),
        };
        format!("{}: {colours}", letter(number))
    });
    pockets.collect()
}

/// How often a pattern is missed, and whether a rule could forbid it as it is.
pub(crate) fn frequency(count: u64, allowed: u64, live: u64) -> String {
    let share = 100.0 * count as f64 / allowed.max(1) as f64;
    let live = match live {
        0 => "always dead: no live move looks the same".to_owned(),
        1 => "not always dead: 1 live move looks the same".to_owned(),
        live => format!("not always dead: {} live moves look the same", thousands(live)),
    };
    let moves = numbers::count(count as usize, "move", "moves");
    format!("{moves} ({share:.2} %), {live}")
}

/// The section of a check as text.
pub fn text(missed: &Missed, styled: bool) -> String {
    let Missed { asked, allowed, top, examples, .. } = missed;
    let mut text = format!("\n{}\n", fill(&summary(missed), "", ""));
    text.push_str(&which(asked));
    for (number, (group, example)) in top.iter().zip(examples).enumerate() {
        let rank = number + 1;
        let frequency = frequency(group.count, *allowed, group.live);
        let _ = writeln!(text, "\n{}\n", hanging(&format!("{rank}. "), &frequency));
        for line in &group.picture {
            let _ = writeln!(text, "     {line}");
        }
        if !group.remarks.is_empty() {
            let _ = writeln!(text, "\n     {}", group.remarks.join("\n     "));
        }
        let _ = writeln!(text, "\n{}\n  {}", draw(example, styled), command(example, &asked.set));
    }
    if !top.is_empty() {
        let _ = writeln!(text, "\n{LEGEND}");
    }
    text
}

/// How many dead moves some rules allow, and in how many patterns.
fn summary(found: &Missed) -> String {
    let share = 100.0 * found.allowed as f64 / found.dead_moves.max(1) as f64;
    let share_of_top = 100.0 * covered(&found.top) as f64 / found.allowed.max(1) as f64;
    let patterns = count(found.patterns, "pattern", "patterns");
    format!(
        "{} of {} {} allowed by {} ({share:.2} %){}",
        thousands(found.allowed),
        count(found.dead_moves as usize, "dead move", "dead moves"),
        if found.allowed == 1 { "is" } else { "are" },
        count(found.asked.rules, "rule or claim", "rules and claims"),
        match (found.patterns, found.top.len()) {
            (0, _) => String::new(),
            (all, top) if all == top => format!(", in {patterns}"),
            (_, 0) => format!(", in {patterns}"),
            (_, 1) => format!(", in {patterns}; the most frequent has {share_of_top:.2} % of them"),
            (_, top) => format!(
                ", in {patterns}; the {} most frequent have {share_of_top:.2} % of them",
                thousands(top as u64)
            ),
        }
    )
}

/// Which of the rules for the board were counted.
fn which(asked: &Asked) -> String {
    match asked.left_out.as_deref() {
        None if asked.wrong == 0 => String::new(),
        None => "wrong rules count too; --sound-only leaves them out\n".to_owned(),
        Some([]) => "sound rules only: none had to be left out\n".to_owned(),
        Some(names) => {
            let left = count(names.len(), "wrong rule", "wrong rules");
            hanging(&format!("sound rules only: {left} left out: "), &names.join("; ")) + "\n"
        }
    }
}

fn covered(groups: &[MissedGroup]) -> u64 {
    groups.iter().map(|group| group.count).sum()
}

/// The dead moves that rules allow, and which rules: the key `missed` of a report, these keys in
/// this order.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct Missed {
    /// The rules.
    pub asked: Asked,
    /// Dead moves of live positions.
    pub dead_moves: u64,
    forbidden: u64,
    /// Those that no rule forbids.
    pub allowed: u64,
    early_ends: u64,
    /// The number of patterns among these.
    pub patterns: usize,
    /// The most frequent patterns.
    pub top: Vec<MissedGroup>,
    alone: Vec<AloneObject>,
    /// The examples of the patterns, in their order; none if it was read.
    #[serde(skip)]
    examples: Vec<Confirmed>,
}

/// A pattern of moves that are missed.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct MissedGroup {
    /// How many there are.
    pub count: u64,
    live: u64,
    /// The picture, line by line.
    pub picture: Vec<String>,
    /// What the picture cannot show.
    pub remarks: Vec<String>,
    /// The simplest of them.
    pub example: MissedExample,
    #[serde(skip_deserializing)]
    reason: Option<Reason>,
    sentence: Option<String>,
}

/// A position and the move that is missed there.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct MissedExample {
    /// The path to the position.
    pub path: Letters,
    /// The move.
    #[serde(rename = "move")]
    pub direction: Move,
}

#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
struct AloneObject {
    file: String,
    dead_moves: u64,
}

impl Missed {
    /// What was found about the rules that were asked about, with the examples of its patterns.
    /// `files` are the files of the rules, in the order of their numbers.
    pub fn of(
        found: Uncovered,
        examples: Vec<Confirmed>,
        asked: Asked,
        files: Vec<String>,
    ) -> Missed {
        let top = found.top.iter().zip(&examples).map(|(group, example)| MissedGroup {
            count: group.count,
            live: group.live,
            picture: picture(&group.surroundings),
            remarks: remarks(&group.surroundings),
            example: MissedExample {
                path: Letters(group.example.path.clone()),
                direction: group.example.direction,
            },
            reason: example.answer.reason().cloned(),
            sentence: reason(example),
        });
        let alone = files.into_iter().zip(found.alone);
        Missed {
            asked,
            dead_moves: found.dead_moves,
            forbidden: found.dead_moves - found.allowed - found.early_ends,
            allowed: found.allowed,
            early_ends: found.early_ends,
            patterns: found.patterns,
            top: top.collect(),
            alone: alone.map(|(file, dead_moves)| AloneObject { file, dead_moves }).collect(),
            examples,
        }
    }
}
