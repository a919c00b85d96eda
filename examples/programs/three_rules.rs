//! Answers deadmove's questions by three easy rules. Put your own into `is_allowed`.
//!
//! `rustc -O three_rules.rs` makes the program.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};

/// Column and row, from 1.
type Cell = (i32, i32);

const STEPS: [(char, Cell); 4] = [('U', (0, -1)), ('D', (0, 1)), ('L', (-1, 0)), ('R', (1, 0))];

struct Position {
    free: BTreeSet<Cell>,
    live_end: Cell,
    end: Cell,
}

fn cell(text: &str) -> Option<Cell> {
    let (column, row) = text.split_once(',')?;
    Some((column.parse().ok()?, row.parse().ok()?))
}

fn read(question: &str) -> Option<Position> {
    let mut words = question.split_whitespace();
    let (width, height) = words.next()?.split_once('x')?;
    let (width, height): (i32, i32) = (width.parse().ok()?, height.parse().ok()?);
    let moves = words.next()?;
    let (mut live_end, mut end) = ((1, 1), (width, height));
    let mut free: BTreeSet<Cell> =
        (1..=height).flat_map(|row| (1..=width).map(move |column| (column, row))).collect();
    for word in words {
        match word.split_once('=')? {
            ("start", start) => live_end = cell(start)?,
            ("end", other) => end = cell(other)?,
            ("blocked", blocked) => {
                for blocked in blocked.split(';') {
                    free.remove(&cell(blocked)?);
                }
            }
            _ => return None,
        }
    }
    free.remove(&live_end);
    for letter in moves.chars().filter(|&letter| letter != '-') {
        let (_, step) = STEPS.into_iter().find(|(known, _)| *known == letter)?;
        live_end = (live_end.0 + step.0, live_end.1 + step.1);
        free.remove(&live_end);
    }
    Some(Position { free, live_end, end })
}

fn near((column, row): Cell) -> impl Iterator<Item = Cell> {
    STEPS.into_iter().map(move |(_, step)| (column + step.0, row + step.1))
}

fn connected(cells: &BTreeSet<Cell>) -> bool {
    let mut stack: Vec<Cell> = cells.first().copied().into_iter().collect();
    let mut seen = BTreeSet::new();
    while let Some(cell) = stack.pop() {
        if seen.insert(cell) {
            stack.extend(near(cell).filter(|next| cells.contains(next)));
        }
    }
    seen.len() == cells.len()
}

/// Whether the rules allow a step to a free cell.
fn is_allowed(free: &BTreeSet<Cell>, to: Cell, end: Cell) -> bool {
    let mut rest = free.clone();
    rest.remove(&to);
    // 1. The end cell comes last.
    if to == end {
        return rest.is_empty();
    }
    // 2. Every cell can be entered and left.
    let can_be_passed = |&cell: &Cell| {
        let ways = near(cell).filter(|next| rest.contains(next) || *next == to).count();
        ways >= if cell == end { 1 } else { 2 }
    };
    // 3. The free cells are connected.
    rest.iter().all(can_be_passed) && connected(&rest)
}

fn answer(question: &str) -> String {
    let Some(position) = read(question) else { return "? no question".to_owned() };
    let (column, row) = position.live_end;
    let allowed = STEPS.into_iter().filter(|(_, step)| {
        let to = (column + step.0, row + step.1);
        position.free.contains(&to) && is_allowed(&position.free, to, position.end)
    });
    let letters: String = allowed.map(|(letter, _)| letter).collect();
    if letters.is_empty() { "-".to_owned() } else { letters }
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", answer(&line?))?;
        out.flush()?;
    }
    Ok(())
}
