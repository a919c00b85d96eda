//! Mazes from pictures: ink and paper, widths of walls and roads, fields.
//!
//! `ink` divides pixels into dark, light and coloured ones, `axis` finds the rows and columns of
//! fields, and this module combines the two. A picture that is ambiguous is refused, with a
//! description of what was seen.

mod axis;
mod ink;

use clap::ValueEnum;

pub use axis::{Axis, Widths};
pub use ink::Ink;

use crate::mazes::grid::{Grid, GridMaze};
use crate::mazes::openings::Openings;
use deadmove_core::error::{ErrorKind, InputError};

/// Which pixels are walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Walls {
    /// The dark ones.
    Dark,
    /// The light ones.
    Light,
}

/// How a picture is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureOptions {
    /// Which pixels are walls. None: those that give a maze; refused if both do.
    pub walls: Option<Walls>,
    /// How wide walls and roads are.
    pub widths: Widths,
    /// Entrance and exit.
    pub openings: Openings,
}

/// A maze and how it was read from a picture.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The maze.
    pub maze: GridMaze,
    /// The pixel columns of the picture where columns of fields begin, and where the last ends.
    pub columns: Axis,
    /// The same for rows.
    pub rows: Axis,
    /// Whether walls are dark.
    pub dark_walls: bool,
    /// Width and height of the picture.
    pub size: (usize, usize),
    /// How many pixels are roads because their colour is neither that of walls nor that of roads.
    pub coloured: usize,
}

/// Whether bytes begin like a picture that can be read.
pub fn is_picture(bytes: &[u8]) -> bool {
    image::guess_format(bytes).is_ok()
}

/// The kinds of errors about given openings, in a grid that could be read.
const ABOUT_OPENINGS: [ErrorKind; 3] =
    [ErrorKind::FieldIsWall, ErrorKind::FieldOutside, ErrorKind::OpeningsEqual];

/// Reads a picture.
///
/// # Errors
/// If no grid of walls fits the picture, or its openings are not clear.
pub fn read(ink: &Ink, options: &PictureOptions) -> Result<Reading, InputError> {
    let try_with = |dark| read_with(ink, dark, options);
    match options.walls {
        Some(walls) => try_with(walls == Walls::Dark),
        None => match (try_with(true), try_with(false)) {
            (Ok(dark), Ok(light)) => match (open_to_roads(&dark), open_to_roads(&light)) {
                // A mark between four walls is no entrance.
                (true, false) if dark.coloured > 0 => Ok(dark),
                (false, true) if dark.coloured > 0 => Ok(light),
                _ => Err(InputError::new(
                    ErrorKind::WallsUnclear,
                    "the picture is a maze with dark walls as well as one with light walls",
                )
                .expected("--walls dark or --walls light")),
            },
            // Except for the openings, the picture is a maze with dark walls. So it is ambiguous,
            // and not read as a maze with light walls.
            (Err(fault), Ok(_)) if ABOUT_OPENINGS.contains(&fault.kind) => {
                Err(fault.expected("another opening, or --walls light"))
            }
            (Err(_), Ok(reading)) => Ok(reading),
            (dark, Err(_)) => dark,
        },
    }
}

fn read_with(ink: &Ink, dark_walls: bool, options: &PictureOptions) -> Result<Reading, InputError> {
    let (across, down) = ink.bounds(dark_walls);
    let changes_across = ink.changes_across(dark_walls, &across, &down);
    let changes_down = ink.changes_down(dark_walls, &across, &down);
    let columns = Axis::find("column", across, &changes_across, options.widths)?;
    let rows = Axis::find("row", down, &changes_down, options.widths)?;
    let mut grid = Grid::new(columns.fields(), rows.fields())?;
    for row in 0..rows.fields() {
        for column in 0..columns.fields() {
            // No field has a change inside.
            if !ink.is_wall(dark_walls, columns.lines[column], rows.lines[row]) {
                grid.set_road(grid.field(column + 1, row + 1), true);
            }
        }
    }
    let (size, coloured) = ((ink.width, ink.height), ink.coloured());
    let marks = match options.openings == Openings::default() && coloured > 0 {
        true => marks(ink, &grid, &columns, &rows),
        false => None,
    };
    let maze = match marks {
        None => options.openings.find(grid)?,
        Some((from, to)) => {
            let gaps = options.openings.find(grid.clone());
            gaps.or_else(|_| GridMaze::new(grid, from, to))?
        }
    };
    Ok(Reading { maze, columns, rows, dark_walls, size, coloured })
}

/// The places of two fields with a colour, if they are the only ones: the entrance and the exit.
fn marks(
    ink: &Ink,
    grid: &Grid,
    columns: &Axis,
    rows: &Axis,
) -> Option<(PictureCell, PictureCell)> {
    let is_mark = |&field: &usize| {
        let (column, row) = grid.place(field);
        let mut across = columns.lines[column - 1]..columns.lines[column];
        across.any(|x| (rows.lines[row - 1]..rows.lines[row]).any(|y| ink.is_coloured(x, y)))
    };
    let marked: Vec<usize> = grid.roads().filter(is_mark).take(3).collect();
    match marked[..] {
        [from, to] => Some((grid.place(from), grid.place(to))),
        _ => None,
    }
}

/// Whether a road leads from the entrance and from the exit.
fn open_to_roads(reading: &Reading) -> bool {
    let grid = &reading.maze.grid;
    let leads = |field: usize| grid.around(field).iter().any(|&next| grid.is_road(next));
    leads(reading.maze.entrance) && leads(reading.maze.exit)
}

/// A column and a row, from 1.
type PictureCell = (usize, usize);
