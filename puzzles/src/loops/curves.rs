//! The end of a game: segments, curves, crossings, points.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::loops::board::{Colour, LoopBoard, Square};

/// Two segments that cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
pub struct CurveCrossing {
    /// The colours of the squares the horizontal segment ends in, left and right.
    pub across: [Colour; 2],
    /// Where.
    pub at: Square,
    /// The same of the vertical segment, top and bottom.
    pub down: [Colour; 2],
    /// Whose point it is.
    pub point: Colour,
}

/// Whose point a crossing is: yellow's if the horizontal pair has equal colours exactly when the
/// vertical pair has.
pub fn by_pairs(across: [Colour; 2], down: [Colour; 2]) -> Colour {
    match (across[0] == across[1]) == (down[0] == down[1]) {
        true => Colour::Yellow,
        false => Colour::Purple,
    }
}

/// Whose point a crossing is: yellow's if the number of yellow squares among the four is even.
pub fn by_parity(across: [Colour; 2], down: [Colour; 2]) -> Colour {
    let yellow = across.iter().chain(&down).filter(|colour| **colour == Colour::Yellow).count();
    if yellow.is_multiple_of(2) { Colour::Yellow } else { Colour::Purple }
}

/// How many crossings are the points of each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
pub struct Points {
    /// Of purple.
    pub purple: usize,
    /// Of yellow.
    pub yellow: usize,
}

/// A board with two squares in each row and column.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
pub struct Final {
    /// The points by [`by_pairs`].
    pub by_pairs: Points,
    /// The points by [`by_parity`].
    pub by_parity: Points,
    /// In reading order.
    pub crossings: Vec<CurveCrossing>,
    /// The squares of each closed curve in the order of the curve, beginning along the row.
    pub curves: Vec<Vec<Square>>,
    /// Row → its two columns. Not in reports.
    #[serde(skip)]
    pub rows: Vec<[usize; 2]>,
    /// Column → its two rows. Not in reports.
    #[serde(skip)]
    pub columns: Vec<[usize; 2]>,
}

impl Final {
    /// The end of a game on a board; none if some row or column does not have exactly two squares.
    pub fn of(board: &LoopBoard) -> Option<Final> {
        let size = board.size;
        let lines = |square: fn(usize, usize) -> Square| -> Option<Vec<[usize; 2]>> {
            let filled = |line, &at: &usize| board.get(square(line, at)).is_some();
            let line = |line| (0..size).filter(|at| filled(line, at)).collect::<Vec<usize>>();
            (0..size).map(|at| line(at).try_into().ok()).collect()
        };
        let rows = lines(|row, column| Square { column, row })?;
        let columns = lines(|column, row| Square { column, row })?;
        let crossings: Vec<CurveCrossing> = board
            .squares()
            .filter_map(|at| {
                let ([left, right], [top, bottom]) = (rows[at.row], columns[at.column]);
                let crosses =
                    left < at.column && at.column < right && top < at.row && at.row < bottom;
                let colour = |column, row| board.get(Square { column, row });
                crosses.then_some(())?;
                let across = [colour(left, at.row)?, colour(right, at.row)?];
                let down = [colour(at.column, top)?, colour(at.column, bottom)?];
                Some(CurveCrossing { across, at, down, point: by_pairs(across, down) })
            })
            .collect();
        let points = |score: fn([Colour; 2], [Colour; 2]) -> Colour| {
            let yellow = |c: &&CurveCrossing| score(c.across, c.down) == Colour::Yellow;
            let yellow = crossings.iter().filter(yellow).count();
            Points { purple: crossings.len() - yellow, yellow }
        };
        let (by_pairs, by_parity) = (points(by_pairs), points(by_parity));
        let curves = curves(&rows, &columns);
        Some(Final { by_pairs, by_parity, crossings, curves, rows, columns })
    }
}

/// Follows each curve along a row, then along a column, until it closes.
fn curves(rows: &[[usize; 2]], columns: &[[usize; 2]]) -> Vec<Vec<Square>> {
    let other = |pair: [usize; 2], one: usize| if pair[0] == one { pair[1] } else { pair[0] };
    let mut seen = vec![false; rows.len()];
    let mut curves = Vec::new();
    for start in 0..rows.len() {
        if seen[start] {
            continue;
        }
        let (mut row, mut column) = (start, rows[start][0]);
        let mut curve = Vec::new();
        while !seen[row] {
            seen[row] = true;
            curve.push(Square { column, row });
            column = other(rows[row], column);
            curve.push(Square { column, row });
            row = other(columns[column], row);
        }
        curves.push(curve);
    }
    curves
}
