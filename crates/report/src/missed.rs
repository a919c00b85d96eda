//! Dead moves that a rule set allows: patterns as pictures with an example each, and as JSON.

use crate::numbers::{self, count, thousands};
use crate::wrap::{fill, hanging};
use crate::{forms, mirror};
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::check::{command, draw, reason};
use crate::json::SCHEMA;
use deadmove_core::board::{Move, letters};
use deadmove_core::reason::Reason;
use deadmove_rules::geometry::Offset;
use deadmove_rules::words::letter;
use deadmove_verify::confirm::Confirmed;
use deadmove_verify::surroundings::{Exit, REACH, Surroundings, WindowCell};
use deadmove_verify::uncovered::{Group, Uncovered};

/// The rules that were checked.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Asked {
    /// The given files, folders and sets.
    pub paths: Vec<String>,
    /// The same as words of a command line.
    #[serde(skip)]
    pub set: String,
    /// The files with rules for the board, in the order of their numbers.
    #[serde(skip)]
    pub files: Vec<String>,
    /// Rules, and claims of families.
    pub rules: usize,
    /// Rules that were left out because they are unsound on the board; `None` if unsound rules were
    /// kept.
    pub left_out: Option<Vec<String>>,
}

/// The signs of the pictures, for below the last one.
pub const LEGEND: &str = "\
L live end   X the move   . free   # drawn or outside   E end cell   ? any
arrows: out of the window towards the end cell
letters: into a pocket, which the window cuts off from the end cell (white and
black cells counted outside the window; black is L's colour)";

/// The window as lines of characters, in the signs of rule files, with the exits around it.
pub fn picture(surroundings: &Surroundings) -> Vec<String> {
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
        Some(WindowCell::Free) => '.',
        Some(WindowCell::Wall) => '#',
        Some(WindowCell::End) => 'E',
        Some(WindowCell::Untested) => '?',
        Some(WindowCell::LiveEnd) => 'L',
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

/// What the picture cannot show: a move that ends the line early, and the colours of the pockets.
pub fn remarks(surroundings: &Surroundings) -> Vec<String> {
    let pockets = surroundings.pockets().iter().enumerate().map(|(number, &surplus)| {
        let colours = match surplus {
            0 => "as many white as black cells".to_owned(),
            white @ 1.. => format!("{white} more white than black"),
            black => format!("{} more black than white", -i16::from(black)),
        };
        format!("{}: {colours}", letter(number))
    });
    let early = surroundings.is_early_end();
    let move_remark = early.then(|| "X is the end cell, and other cells are free".to_owned());
    move_remark.into_iter().chain(pockets).collect()
}

/// How often a pattern is missed, and whether a rule could forbid it as it is.
pub fn frequency(count: u64, allowed: u64, live: u64) -> String {
    let share = 100.0 * count as f64 / allowed.max(1) as f64;
    let live = match live {
        0 => "always dead: no live move looks the same".to_owned(),
        1 => "not always dead: 1 live move looks the same".to_owned(),
        live => format!("not always dead: {} live moves look the same", thousands(live)),
    };
    let moves = numbers::count(count as usize, "move", "moves");
    format!("{moves} ({share:.2} %), {live}")
}

/// The report as text. `examples` are those of the patterns, in their order.
pub fn text(missed: &Uncovered, asked: &Asked, examples: &[Confirmed], styled: bool) -> String {
    let size = missed.size;
    let mut text = format!("{size}×{size}, every live position\n\n");
    let share = 100.0 * missed.allowed as f64 / missed.dead_moves.max(1) as f64;
    let share_of_top = 100.0 * covered(&missed.top) as f64 / missed.allowed.max(1) as f64;
    let patterns = count(missed.patterns, "pattern", "patterns");
    let found = format!(
        "{} of {} {} allowed by {} ({share:.2} %){}",
        thousands(missed.allowed),
        count(missed.dead_moves as usize, "dead move", "dead moves"),
        if missed.allowed == 1 { "is" } else { "are" },
        count(asked.rules, "rule or claim", "rules and claims"),
        match (missed.patterns, missed.top.len()) {
            (0, _) => String::new(),
            (all, top) if all == top => format!(", in {patterns}"),
            (_, 0) => format!(", in {patterns}"),
            (_, 1) => format!(", in {patterns}; the most frequent has {share_of_top:.2} % of them"),
            (_, top) => format!(
                ", in {patterns}; the {} most frequent have {share_of_top:.2} % of them",
                thousands(top as u64)
            ),
        }
    );
    let _ = writeln!(text, "{}", fill(&found, "", ""));
    let _ = writeln!(text, "{}", which(asked));
    for (number, (group, example)) in missed.top.iter().zip(examples).enumerate() {
        let rank = number + 1;
        let frequency = frequency(group.count, missed.allowed, group.live);
        let _ = writeln!(text, "\n{}\n", hanging(&format!("{rank}. "), &frequency));
        for line in picture(&group.surroundings) {
            let _ = writeln!(text, "     {line}");
        }
        let remarks = remarks(&group.surroundings);
        if !remarks.is_empty() {
            let _ = writeln!(text, "\n     {}", remarks.join("\n     "));
        }
        let _ = writeln!(text, "\n{}\n  {}", draw(example, styled), command(example, &asked.set));
    }
    if !missed.top.is_empty() {
        let _ = writeln!(text, "\n{LEGEND}");
    }
    text
}

/// Which of the rules for the board were checked.
fn which(asked: &Asked) -> String {
    match asked.left_out.as_deref() {
        None => "all rules, whether sound or not (--sound-only leaves out the others)".to_owned(),
        Some([]) => "sound rules only: none had to be left out".to_owned(),
        Some(names) => format!(
            "sound rules only: {} left out, unsound on this board",
            count(names.len(), "rule or claim", "rules and claims")
        ),
    }
}

fn covered(groups: &[Group]) -> u64 {
    groups.iter().map(|group| group.count).sum()
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct MissedObject<'a> {
    schema: u8,
    size: usize,
    #[schemars(extend("enum" = ["list"]))]
    engine: &'static str,
    complete: bool,
    asked: &'a Asked,
    dead_moves: u64,
    forbidden: u64,
    allowed: u64,
    patterns: usize,
    top: Vec<GroupObject<'a>>,
    alone: Vec<AloneObject<'a>>,
}

#[derive(JsonSchema, Serialize)]
struct GroupObject<'a> {
    count: u64,
    live: u64,
    picture: Vec<String>,
    remarks: Vec<String>,
    example: ExampleObject,
    #[serde(serialize_with = "mirror::json")]
    #[schemars(with = "Option<forms::Reason>")]
    reason: Option<&'a Reason>,
    sentence: Option<String>,
}

#[derive(JsonSchema, Serialize)]
struct ExampleObject {
    #[schemars(with = "forms::Path")]
    path: String,
    #[serde(rename = "move")]
    #[serde(serialize_with = "mirror::json")]
    #[schemars(with = "forms::Move")]
    direction: Move,
}

#[derive(JsonSchema, Serialize)]
struct AloneObject<'a> {
    file: &'a str,
    dead_moves: u64,
}

/// The report as a JSON object. `examples` are those of the patterns, in their order.
pub fn json(missed: &Uncovered, asked: &Asked, examples: &[Confirmed]) -> String {
    let top = missed.top.iter().zip(examples).map(|(group, example)| GroupObject {
        count: group.count,
        live: group.live,
        picture: picture(&group.surroundings),
        remarks: remarks(&group.surroundings),
        example: ExampleObject {
            path: letters(&group.example.path),
            direction: group.example.direction,
        },
        reason: example.answer.reason(),
        sentence: reason(example),
    });
    let alone = asked.files.iter().zip(&missed.alone);
    let object = MissedObject {
        schema: SCHEMA,
        size: missed.size,
        engine: "list",
        complete: true,
        asked,
        dead_moves: missed.dead_moves,
        forbidden: missed.dead_moves - missed.allowed,
        allowed: missed.allowed,
        patterns: missed.patterns,
        top: top.collect(),
        alone: alone.map(|(file, &dead_moves)| AloneObject { file, dead_moves }).collect(),
    };
    serde_json::to_string(&object).expect("plain data is serialisable")
}
