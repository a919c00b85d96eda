//! How a maze is read: from text or a picture, with the options that say where its walls are.

use std::path::Path;

use clap::ValueEnum;
use deadmove_puzzles::mazes::picture::{self, Reading, Walls, Widths};
use deadmove_puzzles::mazes::{GridMaze, Openings, text};

use super::within;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_core::files::Shown;
use deadmove_core::formats::MAX_FILE_BYTES;
use deadmove_report::command::words;

/// How a maze is read.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Reading")]
pub struct ReadingArgs {
    /// The entrance, if it is not the first of two gaps in the outer wall.
    #[arg(long, value_name = "C,R")]
    from: Option<String>,
    /// The exit.
    #[arg(long, value_name = "C,R")]
    to: Option<String>,
    /// Which pixels are walls. Default: those that give a maze.
    #[arg(long, value_enum)]
    walls: Option<Walls>,
    /// How wide walls are, in pixels. Default: as seen.
    #[arg(long, value_name = "PIXELS", requires = "road", value_parser = within(1..=10_000))]
    wall: Option<usize>,
    /// How wide roads are, in pixels. Default: as seen.
    #[arg(long, value_name = "PIXELS", requires = "wall", value_parser = within(1..=10_000))]
    road: Option<usize>,
    /// Take every strip of the picture between two changes as a row or column of fields, whatever
    /// its width.
    #[arg(long, conflicts_with = "wall")]
    strips: bool,
}

/// How the names of pictures end.
const PICTURES: [&str; 6] = ["png", "bmp", "pbm", "pgm", "ppm", "pnm"];

impl ReadingArgs {
    /// A maze and the options that say how it is read, as words of a command line.
    pub fn words(&self, file: &Path) -> String {
        let mut given = vec![file.shown()];
        let mut add = |option: &str, value: Option<String>| {
            if let Some(value) = value {
                given.extend([option.to_owned(), value]);
            }
        };
        add("--from", self.from.clone());
        add("--to", self.to.clone());
        let walls = self.walls.and_then(|walls| walls.to_possible_value());
        add("--walls", walls.map(|walls| walls.get_name().to_owned()));
        add("--wall", self.wall.map(|pixels| pixels.to_string()));
        add("--road", self.road.map(|pixels| pixels.to_string()));
        if self.strips {
            given.push("--strips".to_owned());
        }
        words(&given)
    }
}

/// Reads a maze, and how it was seen if it was a picture.
pub fn load(file: &Path, args: &ReadingArgs) -> Result<(GridMaze, Option<Reading>), InputError> {
    let place = |text: &Option<String>, option: &str| {
        text.as_deref().map(|text| place(text, option)).transpose()
    };
    let openings = Openings { from: place(&args.from, "--from")?, to: place(&args.to, "--to")? };
    let bytes = files::read_at_most(file, MAX_FILE_BYTES)?;
    let seen = |fault: InputError| fault.in_file(file);
    let widths = match (args.wall, args.road) {
        (Some(wall), Some(road)) => Widths::Given { wall, road },
        _ if args.strips => Widths::Strips,
        _ => Widths::Found,
    };
    // Bytes that are no text are a picture, if anything.
    let named = file
        .extension()
        .is_some_and(|ending| PICTURES.iter().any(|picture| ending.eq_ignore_ascii_case(picture)));
    let text = match named || picture::is_picture(&bytes) {
        true => None,
        false => files::text(bytes.clone(), file).ok(),
    };
    match text {
        Some(_) if args.walls.is_some() || widths != Widths::Found => {
            let message = "a maze as text has no pixels";
            let error = InputError::new(ErrorKind::OptionsForPictures, message).in_file(file);
            Err(error.expected("no --walls, --wall, --road, --strips"))
        }
        Some(text) => {
            let maze = text::read(&text, &openings).map_err(seen)?;
            Ok((maze, None))
        }
        None => {
            let ink = picture::Ink::decode(&bytes).map_err(seen)?;
            let options = picture::PictureOptions { walls: args.walls, widths, openings };
            let reading = picture::read(&ink, &options).map_err(seen)?;
            Ok((reading.maze.clone(), Some(reading)))
        }
    }
}

/// A field, column,row, given on the command line.
pub fn place(text: &str, option: &str) -> Result<(usize, usize), InputError> {
    let numbers = text
        .split_once(',')
        .and_then(|(column, row)| Some((column.trim().parse().ok()?, row.trim().parse().ok()?)));
    numbers.ok_or_else(|| {
        InputError::new(ErrorKind::FieldUnclear, format!("{option}: {text:?} is no field"))
            .expected("column,row from 1, for example 120,44")
    })
}
