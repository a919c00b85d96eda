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
    let mut gaps: Vec<(Offset, Offset, char)> = Vec::new();
    let mut join = |a: Offset, b: Offset, sign: Option<char>| {
        let Some(direction) = Move::ALL.into_iter().find(|&m| a.step(m) == b) else { return };
        sides.entry(a).or_default()[direction as usize] = true;
        if sign.is_none() {
            sides.entry(b).or_default()[direction.opposite() as usize] = true;
        }
        gaps.push((a, b, sign.unwrap_or(if a.down == b.down { '─' } else { '│' })));
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
    for (a, b, sign) in gaps {
        let ((x, y), (u, v)) = (place(a), place(b));
        if y == v {
            lines[y][x.min(u) + 1..x.max(u)].fill('─');
        }
        lines[y.midpoint(v)][x.midpoint(u)] = sign;
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
