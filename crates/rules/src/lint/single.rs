//! What looks wrong in one rule: conditions that exclude each other, moves that are never
//! forbidden, patterns that fit on no board, loose segments.

use std::collections::BTreeSet;

use super::implied::{exclude, knowledge, pattern_follows, surpluses, union};
use super::{Remark, Severity, canonical};
use crate::geometry::{Offset, Placement};
use crate::model::{CellTest, Extent, Pattern, RegionTest, Rule, Segment, Sizes};
use crate::words::{going, letter};

/// All remarks about a rule.
pub fn look_at(rule: &Rule) -> Vec<Remark> {
    let mut found = Vec::new();
    contradictions(&rule.pattern, "", Severity::Error, &mut found);
    never_forbidden(rule, &mut found);
    exceptions(rule, &mut found);
    too_large(rule, &mut found);
    even_size(rule, &mut found);
    loose_segments(&rule.pattern, &mut found);
    coinciding(rule, &mut found);
    found
}

fn is_wall(test: CellTest) -> bool {
    matches!(test, CellTest::Wall | CellTest::Drawn | CellTest::Outside)
}

/// Conditions of a pattern that no position meets at once. `whose` begins the sentences.
fn contradictions(pattern: &Pattern, whose: &str, severity: Severity, found: &mut Vec<Remark>) {
    let mut say = |kind, message: String| found.push((severity, kind, format!("{whose}{message}")));
    for (number, segment) in pattern.segments.iter().enumerate() {
        let letter = letter(number);
        for cell in &segment.cells {
            if pattern.cells.get(cell).is_some_and(|&test| exclude(test, CellTest::FreeNotEnd)) {
                say("segment-not-free", format!("the cell {cell} of segment {letter} is not free"));
            }
        }
        if !surpluses(segment.tests.iter())
            .any(|surplus| RegionTest::all_hold(&segment.tests, surplus))
        {
            say("impossible-tests", format!("no region passes all tests of segment {letter}"));
        }
        sealed(pattern, segment, letter, &mut say);
        for (other, earlier) in pattern.segments[..number].iter().enumerate() {
            disagreeing(segment, earlier, [letter, self::letter(other)], &mut say);
        }
    }
    for cell in pattern.forced_lines.iter().flatten() {
        if pattern.cells.get(cell).is_some_and(|&test| is_wall(test)) {
            say("forced-line-not-free", format!("the end {cell} of a forced line is not free"));
        }
    }
}

/// A side whose cells are all wall although a region must be enclosed there, or a free cell on a
/// side that must be empty.
fn sealed(
    pattern: &Pattern,
    segment: &Segment,
    letter: char,
    say: &mut impl FnMut(&'static str, String),
) {
    let known = knowledge(pattern);
    let side = segment.side_cells();
    let wall = |cell: &Offset| {
        *cell == Offset::LIVE_END || known.get(cell).is_some_and(|&test| is_wall(test))
    };
    let free =
        |cell: &&Offset| matches!(known.get(cell), Some(CellTest::Free | CellTest::FreeNotEnd));
    if segment.extent == Extent::Enclosed && side.iter().all(wall) {
        say(
            "side-walled-up",
            format!("no cell beside segment {letter} can be free, so nothing is enclosed there"),
        );
    }
    if segment.extent == Extent::Empty
        && let Some(cell) = side.iter().find(free)
    {
        say(
            "side-not-empty",
            format!("the cell {cell} beside segment {letter} is free, so that side is not empty"),
        );
    }
}

/// Two segments with the same region and conditions that exclude each other.
fn disagreeing(
    one: &Segment,
    other: &Segment,
    letters: [char; 2],
    say: &mut impl FnMut(&'static str, String),
) {
    let cells = |segment: &Segment| segment.cells.iter().copied().collect::<BTreeSet<_>>();
    if one.side != other.side || cells(one) != cells(other) {
        return;
    }
    let tests: Vec<_> = one.tests.iter().chain(&other.tests).copied().collect();
    let states = [one.extent, other.extent];
    let states_differ = states.contains(&Extent::Enclosed) && states.contains(&Extent::Empty);
    if states_differ
        || !surpluses(tests.iter()).any(|surplus| RegionTest::all_hold(&tests, surplus))
    {
        let [one, other] = letters;
        say(
            "segments-disagree",
            format!("segments {other} and {one} have one region, and it cannot meet both lines"),
        );
    }
}

/// Forbidden moves that are never moves where the rule matches, or always exempt.
fn never_forbidden(rule: &Rule, found: &mut Vec<Remark>) {
    let known = knowledge(&rule.pattern);
    for forbidden in &rule.forbids {
        let cell = Offset::LIVE_END.step(forbidden.direction);
        let going = going(forbidden.direction);
        let test = known.get(&cell).copied();
        if test.is_some_and(is_wall) {
            let message = format!("going {going} is forbidden, but that cell is never free");
            found.push((Severity::Error, "forbidden-not-free", message));
        }
        for &number in &forbidden.unless_in {
            let segment = &rule.pattern.segments[number];
            let letter = letter(number);
            if segment.cells.contains(&cell) {
                let message = format!(
                    "going {going} enters segment {letter} itself, so 'unless in region {letter}' \
                     changes nothing"
                );
                found.push((Severity::Note, "exemption-idle", message));
            } else if segment.extent == Extent::Empty {
                let message = format!(
                    "the region of {letter} is empty, so 'unless in region {letter}' changes \
                     nothing"
                );
                found.push((Severity::Note, "exemption-idle", message));
            } else if segment.side_cells().contains(&cell) {
                let message = format!(
                    "going {going} is never forbidden: that cell is beside segment {letter}, so if it \
                     is free it lies in its region"
                );
                found.push((Severity::Error, "always-exempt", message));
            }
        }
    }
}

fn exceptions(rule: &Rule, found: &mut Vec<Remark>) {
    for (number, exception) in rule.unless.iter().enumerate() {
        let which = if rule.unless.len() > 1 {
            format!("exception {}", number + 1)
        } else {
            "the exception".to_owned()
        };
        contradictions(exception, &format!("in {which}: "), Severity::Warning, found);
        if pattern_follows(&rule.pattern, exception) {
            let message = format!("{which} matches wherever the rule does, so it never applies");
            found.push((Severity::Error, "always-excepted", message));
        } else if union(&rule.pattern, exception).is_none() {
            let message = format!("{which} contradicts the picture and never matches");
            found.push((Severity::Warning, "exception-idle", message));
        }
    }
}

/// The number of columns or rows of a board before and behind the live end.
#[derive(Clone, Copy)]
struct Room {
    before: i32,
    behind: i32,
}

impl Room {
    fn holds(self, at: i16) -> bool {
        (-self.before..=self.behind).contains(&i32::from(at))
    }
}

/// The rooms to try along one axis. Limited room helps only cells that must lie outside (at
/// distances `outside`), so on boards of any size it is enough to try unlimited room and the
/// largest room that leaves such a cell outside.
fn rooms(sizes: Sizes, outside: impl Iterator<Item = i32>) -> Vec<Room> {
    let least = match sizes {
        Sizes::Only(size) => {
            let last = i32::from(size) - 1;
            return (0..=last).map(|before| Room { before, behind: last - before }).collect();
        }
        Sizes::All => 1,
        Sizes::From(size) => i32::from(size),
    };
    let unlimited = i32::from(u16::MAX);
    let (mut before, mut behind) = (BTreeSet::from([unlimited]), BTreeSet::from([unlimited]));
    for at in outside {
        match at {
            1.. => behind.insert(at - 1),
            ..0 => before.insert(-at - 1),
            0 => false,
        };
    }
    let pairs =
        before.iter().flat_map(|&before| behind.iter().map(move |&behind| Room { before, behind }));
    pairs.filter(|room| room.before + room.behind + 1 >= least).collect()
}

/// A rule for boards that no line fills.
fn even_size(rule: &Rule, found: &mut Vec<Remark>) {
    if let Sizes::Only(size) = rule.head.sizes
        && size % 2 == 0
    {
        let message = format!("no line fills a board of {size}×{size} from corner to corner");
        found.push((Severity::Warning, "even-size", message));
    }
}

/// Whether the pattern fits on no board of its sizes, for any cell of the live end.
fn too_large(rule: &Rule, found: &mut Vec<Remark>) {
    let known = knowledge(&rule.pattern);
    let rooms = |along: fn(&Offset) -> i16| {
        let outside = |(cell, &test): (&Offset, &CellTest)| {
            (test == CellTest::Outside).then(|| i32::from(along(cell)))
        };
        rooms(rule.head.sizes, known.iter().filter_map(outside))
    };
    let (across, down) = (rooms(|cell| cell.right), rooms(|cell| cell.down));
    let fits = |columns: Room, rows: Room| {
        known.iter().all(|(cell, &test)| {
            let inside = columns.holds(cell.right) && rows.holds(cell.down);
            match test {
                CellTest::Outside => !inside,
                CellTest::Wall => true,
                _ => inside,
            }
        })
    };
    if !across.iter().any(|&columns| down.iter().any(|&rows| fits(columns, rows))) {
        let message = match rule.head.sizes {
            Sizes::Only(size) => format!("the pattern does not fit on a {size}x{size} board"),
            _ => "the pattern fits on no board: its conditions inside and outside the board \
                  contradict each other"
                .to_owned(),
        };
        found.push((Severity::Error, "fits-nowhere", message));
    }
}

/// Segments that touch neither the live end nor any other cell of the picture, not even at a
/// corner.
fn loose_segments(pattern: &Pattern, found: &mut Vec<Remark>) {
    let mut cells = pattern.all_cells();
    cells.insert(Offset::LIVE_END);
    for (number, segment) in pattern.segments.iter().enumerate() {
        let touches = segment.cells.iter().any(|cell| {
            cells.iter().any(|other| {
                !segment.cells.contains(other)
                    && cell.right.abs_diff(other.right) <= 1
                    && cell.down.abs_diff(other.down) <= 1
            })
        });
        if !touches {
            let message =
                format!("segment {} is not next to anything in the picture", letter(number));
            found.push((Severity::Warning, "loose-segment", message));
        }
    }
}

fn coinciding(rule: &Rule, found: &mut Vec<Remark>) {
    let mut seen = Vec::new();
    let mut twins: Vec<(Placement, Placement)> = Vec::new();
    for placement in rule.head.placements.iter() {
        let placed = canonical(rule, placement);
        match seen.iter().find(|(_, known)| *known == placed) {
            Some(&(first, _)) => twins.push((placement, first)),
            None => seen.push((placement, placed)),
        }
    }
    if let Some((twin, first)) = twins.first() {
        let count = rule.head.placements.iter().count();
        let message = format!(
            "{} of the {count} placements coincide with others, for example '{twin}' with \
             '{first}'",
            twins.len()
        );
        found.push((Severity::Note, "placements-coincide", message));
    }
}
