//! The truth about small boards by plain search, to compare the checker with. Uses nothing of
//! deadmove.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The steps of one completion of a path, if there is one. `open` marks the cells that the line
/// still has to visit, row by row; the path is drawn up to `at`.
pub fn completion(open: &mut [bool], width: usize, at: usize, end: usize) -> Option<String> {
    if !open.contains(&true) {
        return (at == end).then(String::new);
    }
    if at == end {
        return None;
    }
    for (letter, next) in neighbours(open.len(), width, at) {
        if open[next] {
            open[next] = false;
            let rest = completion(open, width, next, end);
            open[next] = true;
            if let Some(rest) = rest {
                return Some(format!("{letter}{rest}"));
            }
        }
    }
    None
}

fn neighbours(cells: usize, width: usize, at: usize) -> Vec<(char, usize)> {
    let steps = [
        ('U', at >= width, at.wrapping_sub(width)),
        ('D', at + width < cells, at + width),
        ('L', !at.is_multiple_of(width), at.wrapping_sub(1)),
        ('R', !(at + 1).is_multiple_of(width), at + 1),
    ];
    steps.into_iter().filter(|step| step.1).map(|(letter, _, next)| (letter, next)).collect()
}

/// All lines that fill a square board from corner to corner, as cell numbers.
fn lines(size: usize) -> Vec<Vec<usize>> {
    let mut lines = Vec::new();
    grow(size, &mut vec![0], &mut lines);
    lines
}

fn grow(size: usize, line: &mut Vec<usize>, lines: &mut Vec<Vec<usize>>) {
    let at = line[line.len() - 1];
    if at == size * size - 1 {
        if line.len() == size * size {
            lines.push(line.clone());
        }
        return;
    }
    for (_, next) in neighbours(size * size, size, at) {
        if !line.contains(&next) {
            line.push(next);
            grow(size, line, lines);
            line.pop();
        }
    }
}

/// A square board with all lines that fill it and all live positions on it.
pub struct Small {
    /// The side.
    pub size: usize,
    /// The lines, as cell numbers.
    pub lines: Vec<Vec<usize>>,
    /// The beginnings of the lines.
    pub live: BTreeSet<Vec<usize>>,
}

impl Small {
    fn new(size: usize) -> Small {
        let lines = lines(size);
        let beginnings = |line: &Vec<usize>| {
            let line = line.clone();
            (1..=line.len()).map(move |length| line[..length].to_vec())
        };
        let live = lines.iter().flat_map(beginnings).collect();
        Small { size, lines, live }
    }

    /// The board of this size; only 3×3 and 5×5 exist (no line fills 4×4 from corner to corner).
    pub fn of(size: usize) -> Option<&'static Small> {
        static SMALL: LazyLock<[Small; 2]> = LazyLock::new(|| [Small::new(3), Small::new(5)]);
        SMALL.iter().find(|small| small.size == size)
    }
}

/// Whether some values make all clauses true; at most 8 variables.
pub fn has_solution(clauses: &[Vec<i32>]) -> bool {
    let holds = |values: u32, lit: i32| (values >> (lit.unsigned_abs() - 1) & 1 == 1) == (lit > 0);
    (0..1 << 8).any(|values| clauses.iter().all(|clause| clause.iter().any(|&l| holds(values, l))))
}
