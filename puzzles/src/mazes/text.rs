//! Mazes as text: a line for each row, a character for each field.

use crate::mazes::grid::{Grid, GridMaze};
use crate::mazes::openings::Openings;
use crate::mazes::solution::{FieldLayer, Solution};
use deadmove_core::error::{ErrorKind, InputError};

const EXPECTED: &str = "# for walls, blanks or . for roads, S and E for entrance and exit";

/// Reads a maze. Openings that are neither given nor marked by S and E are the gaps in the outer
/// wall.
///
/// # Errors
/// If a character or the shape of the text is none of a maze, or its openings are not clear.
pub fn read(text: &str, openings: &Openings) -> Result<GridMaze, InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines: Vec<&str> = text.lines().map(|line| line.trim_end_matches('\r')).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    if lines.len() > 1 && lines[0].is_empty() {
        return Err(InputError::new(ErrorKind::RowEmpty, "the first row is empty")
            .expected(EXPECTED)
            .at(text, 1, 1, 0));
    }
    let width = lines.first().map_or(0, |line| line.chars().count());
    let mut grid = Grid::new(width, lines.len()).map_err(|fault| fault.expected(EXPECTED))?;
    let mut marked = Openings::default();
    for (row, line) in lines.iter().enumerate() {
        let fields = line.chars().count();
        if fields != width {
            let message = format!("the row has {fields} fields, the first one {width}");
            return Err(InputError::new(ErrorKind::RowsUnequal, message)
                .expected("rows of the same length")
                .at(text, row + 1, fields.min(width) + 1, fields.saturating_sub(width)));
        }
        for (column, letter) in line.chars().enumerate() {
            let place = (column + 1, row + 1);
            match letter {
                '#' => continue,
                ' ' | '.' => {}
                'S' | 'E' => {
                    let mark = if letter == 'S' { &mut marked.from } else { &mut marked.to };
                    if let Some((column, row)) = mark.replace(place) {
                        let message =
                            format!("a second {letter}; the first is at ({column},{row})");
                        return Err(InputError::new(ErrorKind::OpeningTwice, message)
                            .expected("one S and one E")
                            .at(text, place.1, place.0, 1));
                    }
                }
                other => {
                    return Err(InputError::new(
                        ErrorKind::FieldUnknown,
                        format!("{other:?} is no field"),
                    )
                    .expected(EXPECTED)
                    .at(text, place.1, place.0, 1));
                }
            }
            grid.set_road(grid.field(place.0, place.1), true);
        }
    }
    let openings = Openings { from: openings.from.or(marked.from), to: openings.to.or(marked.to) };
    openings.find(grid)
}

/// A maze as text that [`read`] accepts.
pub fn write(maze: &GridMaze) -> String {
    rows(maze, |field| if maze.grid.is_road(field) { ' ' } else { '#' })
}

/// A solved maze: `#` wall, `.` filled, `x` left by filling but on no path, `o` on some path, `*`
/// on the shortest one, S and E.
pub fn write_solved(maze: &GridMaze, solution: &Solution) -> String {
    rows(maze, |field| match solution.layer(maze, field) {
        FieldLayer::Wall => '#',
        FieldLayer::Filled => '.',
        FieldLayer::Left => 'x',
        FieldLayer::Exact => 'o',
        FieldLayer::Path => '*',
    })
}

fn rows(maze: &GridMaze, sign: impl Fn(usize) -> char) -> String {
    let grid = &maze.grid;
    let mut text = String::with_capacity((grid.width + 1) * grid.height);
    for row in 1..=grid.height {
        for column in 1..=grid.width {
            text.push(match grid.field(column, row) {
                field if field == maze.entrance => 'S',
                field if field == maze.exit => 'E',
                field => sign(field),
            });
        }
        text.push('\n');
    }
    text
}
