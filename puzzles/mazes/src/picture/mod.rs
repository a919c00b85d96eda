//! Mazes from pictures: ink and paper, widths of walls and roads, fields.
//!
//! `ink` divides pixels into dark and light ones, `axis` finds the rows and columns of fields, and
//! this module combines the two. A picture that is ambiguous is refused, with a description of what
//! was seen.

mod axis;
mod ink;

use std::path::Path;

pub use axis::{Axis, Widths};
pub use ink::Ink;

use crate::error::MazeError;
use crate::grid::{Grid, Maze};
use crate::openings::Openings;

/// Which pixels are walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Walls {
    /// Those that give a maze; refused if both do.
    #[default]
    Either,
    /// The dark ones.
    Dark,
    /// The light ones.
    Light,
}

/// How a picture is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Which pixels are walls.
    pub walls: Walls,
    /// How wide walls and roads are.
    pub widths: Widths,
    /// Entrance and exit.
    pub openings: Openings,
}

/// A maze and how it was read from a picture.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The maze.
    pub maze: Maze,
    /// The pixel columns of the picture where columns of fields begin, and where the last ends.
    pub columns: Axis,
    /// The same for rows.
    pub rows: Axis,
    /// Whether walls are dark.
    pub dark_walls: bool,
    /// Width and height of the picture.
    pub size: (usize, usize),
}

/// Reads a picture file: PNG, BMP, PBM, PGM or PPM, recognised by its content.
pub fn read_file(file: &Path, options: &Options) -> Result<Reading, MazeError> {
    let bytes = std::fs::read(file).map_err(|error| {
        MazeError::new("file-unreadable", format!("it cannot be read: {error}"))
    })?;
    read(&Ink::decode(&bytes)?, options)
}

/// Whether bytes begin like a picture that can be read.
pub fn is_picture(bytes: &[u8]) -> bool {
    image::guess_format(bytes).is_ok()
}

/// The kinds of errors about given openings, in a grid that could be read.
const ABOUT_OPENINGS: [&str; 3] = ["field-is-wall", "field-outside", "openings-equal"];

/// Reads a picture.
pub fn read(ink: &Ink, options: &Options) -> Result<Reading, MazeError> {
    let try_with = |dark| read_with(ink, dark, options);
    match options.walls {
        Walls::Dark => try_with(true),
        Walls::Light => try_with(false),
        Walls::Either => match (try_with(true), try_with(false)) {
            (Ok(_), Ok(_)) => Err(MazeError::new(
                "walls-unclear",
                "the picture is a maze with dark walls as well as one with light walls",
            )
            .expected("--walls dark or --walls light")),
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

fn read_with(ink: &Ink, dark_walls: bool, options: &Options) -> Result<Reading, MazeError> {
    let (across, down) = ink.bounds(dark_walls);
    let changes_across = ink.changes_across(&across, &down);
    let changes_down = ink.changes_down(&across, &down);
    let columns = Axis::find("column", across, &changes_across, options.widths)?;
    let rows = Axis::find("row", down, &changes_down, options.widths)?;
    let mut grid = Grid::new(columns.fields(), rows.fields())?;
    for row in 0..rows.fields() {
        for column in 0..columns.fields() {
            // No field has a change inside.
            if ink.is_dark(columns.lines[column], rows.lines[row]) != dark_walls {
                grid.set_road(grid.field(column + 1, row + 1), true);
            }
        }
    }
    let (maze, size) = (options.openings.find(grid)?, ink.size());
    Ok(Reading { maze, columns, rows, dark_walls, size })
}
