//! Compiled rules as text: the picture and the words of `docs/reference/rule-language.md`, so that
//! a person can compare a compiled rule with its rule file.

use std::collections::BTreeMap;
use std::fmt;

use crate::kernel::rule::{Extent, Offset, Pattern, RegionTest, Rule, Test};

/// The most signs of a picture; cells that are farther apart are listed.
const LARGEST_PICTURE: usize = 10_000;

/// A text in one line, as it is written. Names come from the certificate; with line breaks, or with
/// signs that reverse the direction or have no width, they could imitate what the checker prints.
pub fn escaped(text: &str) -> String {
    let hidden = |sign: char| {
        sign.is_control()
            || matches!(sign, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}')
            || matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(sign, '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
            || matches!(sign, '\u{e0000}'..='\u{e007f}')
    };
    let mut plain = String::new();
    for sign in text.chars() {
        match hidden(sign) {
            true => plain.extend(sign.escape_unicode()),
            false => plain.push(sign),
        }
    }
    plain
}

/// A rule as it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a>(pub &'a Rule);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = self.0;
        let numbers: Vec<String> = rule.placements.iter().map(u8::to_string).collect();
        writeln!(f, "name {}\nplacements {}", escaped(&rule.name), numbers.join(" "))?;
        pattern(f, &rule.pattern)?;
        for exception in &rule.unless {
            writeln!(f, "unless")?;
            pattern(f, exception)?;
        }
        for forbidden in &rule.forbids {
            write!(f, "forbids {}", side(&forbidden.direction.to_string(), "behind", "ahead"))?;
            let regions = forbidden.unless_in.iter().map(|&k| letter(k).to_string());
            let regions: Vec<String> = regions.collect();
            match regions.is_empty() {
                true => writeln!(f)?,
                false => writeln!(f, " unless in region {}", regions.join(" or "))?,
            }
        }
        Ok(())
    }
}

fn letter(segment: usize) -> char {
    ('a'..='z').nth(segment % 26).expect("26 letters")
}

/// Directions in words.
fn side(letters: &str, down: &str, up: &str) -> String {
    let word = |letter| match letter {
        'U' => up.to_owned(),
        'D' => down.to_owned(),
        'L' => "left".to_owned(),
        _ => "right".to_owned(),
    };
    letters.chars().map(word).collect::<Vec<_>>().join(" and ")
}

/// The tested cells as a picture, then everything that the picture has no room for. Where a cell is
/// on a segment and is tested too, the picture shows the test; all cells of segments are listed
/// below it, as (right, down) from L.
fn pattern(f: &mut fmt::Formatter<'_>, pattern: &Pattern) -> fmt::Result {
    let mut marks: BTreeMap<Offset, char> = BTreeMap::from([((0, 0), 'L')]);
    let mut also = Vec::new();
    for (number, segment) in pattern.segments.iter().enumerate() {
        marks.extend(segment.cells.iter().map(|&cell| (cell, letter(number))));
    }
    for &(cell, test) in &pattern.cells {
        let mark = match test {
            Test::Free => '.',
            Test::FreeNotEnd => '!',
            Test::Drawn => '+',
            Test::Wall => '#',
            Test::Outside => '=',
            Test::OnBoard => '@',
        };
        if let Some(other @ ('.' | '!' | '+' | '#' | '=' | '@' | 'L')) = marks.insert(cell, mark) {
            also.push((cell, other));
        }
    }
    let range = |along: fn(&Offset) -> i16| {
        let values = || marks.keys().map(along);
        values().min().unwrap_or(0)..=values().max().unwrap_or(0)
    };
    let (columns, rows) = (range(|cell| cell.0), range(|cell| cell.1));
    if columns.len().saturating_mul(rows.len()) > LARGEST_PICTURE {
        for (cell, mark) in &marks {
            writeln!(f, "{cell:?} is {mark}")?;
        }
    } else {
        for down in rows {
            let row = columns.clone().map(|right| marks.get(&(right, down)).unwrap_or(&'?'));
            let row: Vec<String> = row.map(char::to_string).collect();
            writeln!(f, "  {}", row.join(" "))?;
        }
    }
    for (cell, mark) in also {
        writeln!(f, "{cell:?} is also {mark}")?;
    }
    for (number, segment) in pattern.segments.iter().enumerate() {
        let extent = match segment.extent {
            Extent::Enclosed => "enclosed",
            Extent::EnclosedOrEmpty => "enclosed or empty",
            Extent::Empty => "empty",
        };
        let side = side(&segment.side, "lower", "upper");
        write!(f, "segment {} at {:?}: {side} side {extent}", letter(number), segment.cells)?;
        for test in &segment.tests {
            let bound = |bound: Option<i32>| bound.map_or("…".to_owned(), |k| k.to_string());
            match test {
                RegionTest::Even => write!(f, ", even")?,
                RegionTest::Odd => write!(f, ", odd")?,
                RegionTest::Surplus { from, to, inside } => {
                    let not = if *inside { "" } else { "not " };
                    write!(f, ", surplus {not}in {}..{}", bound(*from), bound(*to))?;
                }
            }
        }
        writeln!(f)?;
    }
    for (a, b) in &pattern.lines {
        writeln!(f, "a forced line joins {a:?} and {b:?}")?;
    }
    Ok(())
}
