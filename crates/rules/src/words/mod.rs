//! Rules in words: sentences generated from the model, for readers who prefer them to a picture.
//!
//! Everything is worded as seen in the picture, for a live end that heads up. [`family`] has the
//! words for families.

mod cells;
pub mod family;

use std::collections::{BTreeMap, BTreeSet};

use super::geometry::{Offset, Placements};
use super::model::{CellTest, Extent, Forbidden, Pattern, RegionTest, Rule, Segment, Side, Sizes};
use cells::{cells_in_words, list, places, with_verb};
use deadmove_core::board::Move;

/// A rule in words, as parts of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    /// What must hold, all of it.
    pub conditions: Vec<String>,
    /// What follows: "going ahead or right is dead".
    pub consequence: String,
    /// The exceptions, each with all that must hold for it.
    pub exceptions: Vec<Vec<String>>,
    /// Whether colours are counted, so that black and white need an explanation.
    pub colours: bool,
}

/// What "black" and "white" mean, for statements that count colours.
pub const COLOURS: &str =
    "Black is the colour of the live end's own cell, white that of the cells next to it.";

/// A rule in words.
pub fn statement(rule: &Rule) -> Wording {
    if rule.reads_the_whole_board() {
        let names: Vec<&str> = rule.lemmas.names().collect();
        let who = match names.as_slice() {
            [one] => format!("the lemma {one} refutes"),
            several => format!("the lemmas {} refute", several.join(", ")),
        };
        return Wording {
            conditions: Vec::new(),
            consequence: format!("a move that {who} is dead"),
            exceptions: Vec::new(),
            colours: false,
        };
    }
    let patterns = || std::iter::once(&rule.pattern).chain(&rule.unless);
    Wording {
        conditions: conditions(&rule.pattern),
        consequence: consequence(&rule.forbids),
        exceptions: rule.unless.iter().map(conditions).collect(),
        colours: patterns()
            .flat_map(|pattern| &pattern.segments)
            .flat_map(|segment| &segment.tests)
            .any(|test| matches!(test, RegionTest::Surplus { .. })),
    }
}

impl Wording {
    /// The statement as sentences on one line.
    pub fn sentences(&self) -> String {
        let mut text = match self.conditions.as_slice() {
            [] => capitalised(&self.consequence),
            conditions => format!("If {}, then {}", joined(conditions), self.consequence),
        };
        text.push('.');
        for exception in &self.exceptions {
            text.push_str(&format!(" This does not apply if also {}.", joined(exception)));
        }
        if self.colours {
            text.push(' ');
            text.push_str(COLOURS);
        }
        text
    }

    /// The statement with a line for each condition, for reading one by one.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        match self.conditions.as_slice() {
            [] => lines.push(format!("{}.", capitalised(&self.consequence))),
            conditions => {
                lines.push("If".to_owned());
                lines.extend(items(conditions, ","));
                lines.push(format!("then {}.", self.consequence));
            }
        }
        for exception in &self.exceptions {
            lines.push("This does not apply if also".to_owned());
            lines.extend(items(exception, "."));
        }
        if self.colours {
            lines.push(COLOURS.to_owned());
        }
        lines
    }
}

/// Conditions as the lines of a list; `end` ends the last.
pub fn items(conditions: &[String], end: &str) -> Vec<String> {
    let last = conditions.len().saturating_sub(1);
    let end_of = |i: usize| match i {
        _ if i == last => end,
        _ if i + 1 == last => "; and",
        _ => ";",
    };
    conditions.iter().enumerate().map(|(i, text)| format!("- {text}{}", end_of(i))).collect()
}

/// Conditions contain commas, so semicolons separate them.
fn joined(conditions: &[String]) -> String {
    match conditions {
        [one] => one.clone(),
        [one, two] => format!("{one}; and {two}"),
        [most @ .., last] => format!("{}; and {last}", most.join("; ")),
        [] => "nothing else is required".to_owned(),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The letter of a segment.
pub fn letter(segment: usize) -> char {
    char::from(b'a' + (segment % 26) as u8)
}

/// The conditions of a pattern, nearest and simplest first.
pub(crate) fn conditions(pattern: &Pattern) -> Vec<String> {
    let mut by_test: BTreeMap<CellTest, BTreeSet<Offset>> = BTreeMap::new();
    for (&cell, &test) in &pattern.cells {
        by_test.entry(test).or_default().insert(cell);
    }
    let mut conditions: Vec<String> = by_test
        .iter()
        .map(|(test, cells)| format!("{} {}", with_verb(cells), state(*test, cells.len())))
        .collect();
    for (number, segment) in pattern.segments.iter().enumerate() {
        let cells: BTreeSet<Offset> = segment.cells.iter().copied().collect();
        let letter = letter(number);
        conditions.push(match segment.cells.len() {
            1 => format!("the cell {letter} ({}) is free and not the end cell", places(&cells)),
            _ => format!(
                "the cells {letter} ({}) are free, the end cell not among them",
                places(&cells)
            ),
        });
        conditions.push(region(segment, letter));
    }
    for (number, pair) in pattern.forced_lines.iter().enumerate() {
        let cells: BTreeSet<Offset> = pair.iter().copied().collect();
        conditions.push(format!(
            "the cells {} ({}) are the two ends of one forced line",
            number + 1,
            places(&cells)
        ));
    }
    conditions
}

/// The state of cells, after "is" or "are".
pub(crate) fn state(test: CellTest, count: usize) -> &'static str {
    match test {
        CellTest::Free => "free",
        CellTest::FreeNotEnd if count == 1 => "free and not the end cell",
        CellTest::FreeNotEnd => "free, the end cell not among them",
        CellTest::Drawn => "drawn",
        CellTest::Wall => "wall",
        CellTest::Outside => "outside the board",
        CellTest::OnBoard => "on the board",
    }
}

fn region(segment: &Segment, letter: char) -> String {
    let side = beside(segment.side, letter);
    let mut text = region_state(segment.extent, &side, letter);
    let tests: Vec<String> = segment.tests.iter().map(|&test| region_test(test)).collect();
    if !tests.is_empty() {
        let who = counted(segment.extent, letter);
        text.push_str(&format!(", and {who} {}", list(&tests, "and")));
    }
    text
}

/// The state of a side in words; `side` is from [`beside`].
pub(crate) fn region_state(extent: Extent, side: &str, letter: char) -> String {
    match extent {
        Extent::Enclosed => {
            format!("there are free cells {side}, and {letter} cuts them off from the end cell")
        }
        Extent::EnclosedOrEmpty => {
            format!("{letter} cuts the free cells {side}, if there are any, off from the end cell")
        }
        Extent::Empty => format!("there are no free cells {side}"),
    }
}

/// The subject of the tests of a region, before "are an odd number".
pub(crate) fn counted(extent: Extent, letter: char) -> String {
    match extent {
        Extent::Enclosed => format!("together with {letter} they"),
        Extent::EnclosedOrEmpty => format!("the cells of {letter} together with them"),
        Extent::Empty => format!("the cells of {letter}"),
    }
}

/// The side of a segment: "to the left of a", "to the left of and below a".
pub(crate) fn beside(side: Side, letter: char) -> String {
    let words: Vec<String> = side
        .directions()
        .map(|m| match m {
            Move::Left => "to the left of",
            Move::Right => "to the right of",
            Move::Up => "above",
            Move::Down => "below",
        })
        .map(str::to_owned)
        .collect();
    format!("{} {letter}", list(&words, "and"))
}

fn more(k: i32) -> String {
    let (one, other) = if k > 0 { ("white", "black") } else { ("black", "white") };
    let cells = if k.abs() == 1 { "cell" } else { "cells" };
    format!("{} more {one} {cells} than {other}", k.unsigned_abs())
}

/// A test of a region as a verb phrase: "are an odd number", "have at least 2 more …".
pub(crate) fn region_test(test: RegionTest) -> String {
    match test {
        RegionTest::Even => "are an even number".to_owned(),
        RegionTest::Odd => "are an odd number".to_owned(),
        RegionTest::Surplus { from, to, inside } => match (from, to, inside) {
            (Some(a), Some(b), true) if a == b => equal(a, "have"),
            (Some(a), Some(b), false) if a == b => equal(a, "do not have"),
            (Some(k), None, true) => at_least(k),
            (None, Some(k), true) => at_most(k),
            (Some(k), None, false) => at_most(k - 1),
            (None, Some(k), false) => at_least(k + 1),
            (Some(a), Some(b), inside) => format!(
                "have a surplus of white over black cells {}{a} to {b}",
                if inside { "in the range " } else { "outside the range " }
            ),
            (None, None, true) => "are any number".to_owned(),
            (None, None, false) => "are no number at all (this never holds)".to_owned(),
        },
    }
}

fn equal(k: i32, have: &str) -> String {
    match k {
        0 => format!("{have} as many white cells as black"),
        k => format!("{have} exactly {}", more(k)),
    }
}

fn at_least(k: i32) -> String {
    match k {
        1.. => format!("have at least {}", more(k)),
        0 => "have at least as many white cells as black".to_owned(),
        _ => format!("have at most {}", more(k)),
    }
}

fn at_most(k: i32) -> String {
    match k {
        1.. => format!("have at most {}", more(k)),
        0 => "have at most as many white cells as black".to_owned(),
        _ => format!("have at least {}", more(k)),
    }
}

/// A move in words, after "going".
pub(crate) const fn going(m: Move) -> &'static str {
    match m {
        Move::Up => "ahead",
        Move::Down => "back",
        Move::Left => "left",
        Move::Right => "right",
    }
}

/// What a rule forbids: "going ahead is dead, and going right is dead unless …".
pub fn consequence(forbids: &[Forbidden]) -> String {
    let always: Vec<String> = forbids
        .iter()
        .filter(|forbidden| forbidden.unless_in.is_empty())
        .map(|forbidden| going(forbidden.direction).to_owned())
        .collect();
    let mut parts = Vec::new();
    if !always.is_empty() {
        parts.push(format!("going {} is dead", list(&always, "or")));
    }
    for forbidden in forbids.iter().filter(|forbidden| !forbidden.unless_in.is_empty()) {
        let regions: Vec<String> =
            forbidden.unless_in.iter().map(|&i| letter(i).to_string()).collect();
        let cell = cells_in_words(&BTreeSet::from([Offset::LIVE_END.step(forbidden.direction)]));
        parts.push(format!(
            "going {} is dead unless {cell} lies in the region of {}",
            going(forbidden.direction),
            list(&regions, "or")
        ));
    }
    match parts.as_slice() {
        [] => "nothing is dead".to_owned(),
        parts => parts.join(", and "),
    }
}

/// The sizes in words: "on boards whose shorter side is at least 9".
pub fn sizes(sizes: Sizes) -> String {
    match sizes {
        Sizes::All => "on every board".to_owned(),
        Sizes::Only(size) => format!("on {size}x{size} boards only"),
        Sizes::From(size) => format!("on boards whose shorter side is at least {size}"),
    }
}

/// The placements in words: "in 4 placements (upright and mirrored, turned right and mirrored)".
pub fn placements(placements: Placements) -> String {
    if placements == Placements::ALL {
        return "in all 8 placements, turned and mirrored in every way".to_owned();
    }
    match placements.iter().count() {
        1 => format!("in one placement ({placements})"),
        count => format!("in {count} placements ({placements})"),
    }
}
