//! Drawings of candidate countermodels: local situations that no fact excludes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::glyphs::{self, END, FREE, LIVE_END};
use crate::picture::Stroke;
use deadmove_core::board::Move;
use deadmove_prove::argument::CandidateCountermodel;
use deadmove_rules::geometry::Offset;

/// Characters from one cell to the next, to the right and down.
const STEP: (usize, usize) = (4, 2);

/// The cells around the live end with the walls, the line within the window, and where it leaves
/// the window.
pub fn draw(countermodel: &CandidateCountermodel) -> String {
    let view = &countermodel.view;
    let cells = view.cells.iter().chain(&view.outers).chain(&countermodel.walls);
    let cells: Vec<Offset> = cells.copied().chain([Offset::LIVE_END]).collect();
    let range = |along: fn(&Offset) -> i16| {
        let low = cells.iter().map(along).min().unwrap_or(0);
        (low, cells.iter().map(along).max().unwrap_or(0))
    };
    let ((left, right), (top, bottom)) = (range(|c| c.right), range(|c| c.down));
    let width = usize::from(right.abs_diff(left)) * STEP.0 + 1;
    let height = usize::from(bottom.abs_diff(top)) * STEP.1 + 1;
    let mut lines = vec![vec![' '; width]; height];
    let place = |cell: Offset| {
        let (x, y) = (cell.right.abs_diff(left), cell.down.abs_diff(top));
        (usize::from(x) * STEP.0, usize::from(y) * STEP.1)
    };
    // The line: which sides of each cell it uses, and the letter on the way out.
    let mut sides: BTreeMap<Offset, [bool; 4]> = BTreeMap::new();
    let mut gaps: Vec<(Offset, Move, char)> = Vec::new();
    let mut join = |a: Offset, b: Offset, sign: Option<char>| {
        let Some(at) = Move::ALL.iter().position(|&m| a.step(m) == b) else { return };
        let direction = Move::ALL[at];
        sides.entry(a).or_default()[at] = true;
        let back = Move::ALL.iter().position(|&m| m == direction.opposite());
        if let (None, Some(back)) = (sign, back) {
            sides.entry(b).or_default()[back] = true;
        }
        let line = match direction {
            Move::Up | Move::Down => '│',
            Move::Left | Move::Right => '─',
        };
        gaps.push((a, direction, sign.unwrap_or(line)));
    };
    join(Offset::LIVE_END, Offset::LIVE_END.step(countermodel.step), None);
    for &edge in &countermodel.model.edges {
        let (a, b) = view.disc.edges[edge];
        join(view.cells[a], view.cells[b], None);
    }
    for (at, sign) in signs(countermodel) {
        let seen = &view.disc.places[at];
        if let Some(vertex) = seen.vertex {
            join(view.cells[vertex], view.outers[seen.outer], Some(sign));
        }
    }
    for &wall in &countermodel.walls {
        let (x, y) = place(wall);
        lines[y][x] = '█';
    }
    for (at, seen) in view.disc.places.iter().enumerate() {
        let (x, y) = place(view.outers[seen.outer]);
        let known = view.disc.outers[seen.outer].wall;
        lines[y][x] = match (countermodel.model.free[at], known) {
            (true, _) => FREE,
            (false, true) => '█',
            (false, false) => '▒',
        };
    }
    for &cell in &view.cells {
        let (x, y) = place(cell);
        let used = sides.get(&cell).copied().unwrap_or_default();
        let one = used.iter().filter(|&&side| side).count() < 2;
        lines[y][x] = if one { FREE } else { glyphs::line(Stroke::Witness, used) };
    }
    for (cell, direction, sign) in gaps {
        let (x, y) = place(cell);
        match direction {
            Move::Right => lines[y][x + 1..x + STEP.0].fill('─'),
            Move::Left => lines[y][x + 1 - STEP.0..x].fill('─'),
            Move::Up | Move::Down => {}
        }
        let (x, y) = match direction {
            Move::Right => (x + STEP.0 / 2, y),
            Move::Left => (x - STEP.0 / 2, y),
            Move::Down => (x, y + 1),
            Move::Up => (x, y - 1),
        };
        lines[y][x] = sign;
    }
    let (x, y) = place(Offset::LIVE_END);
    lines[y][x] = LIVE_END;
    if let Some(end) = countermodel.end {
        let (x, y) = place(end);
        lines[y][x] = END;
    }
    let mut text = String::new();
    for line in lines {
        let line: String = line.into_iter().collect();
        let _ = writeln!(text, "  {}", line.trim_end());
    }
    text
}

/// The meaning of the signs.
pub const LEGEND: &str = "\
  ◉ live end   █ wall by the rule   ▒ wall here   · free
  ◎ end cell, if it is seen
  a, b, …: the line leaves the picture and comes back at the same letter
  $: it does not come back
";

/// The letters of the ways out: one for each pair, and a sign for the last.
fn signs(countermodel: &CandidateCountermodel) -> Vec<(usize, char)> {
    let letters = ('a'..='z').chain('A'..='Z').cycle();
    let joins = countermodel.model.joins.iter().zip(letters);
    let pairs = joins.flat_map(|(&(p, q), letter)| [(p, letter), (q, letter)]);
    pairs.chain(countermodel.model.last.map(|at| (at, '$'))).collect()
}
