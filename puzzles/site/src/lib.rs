//! Pages of the gallery about sequences, mazes and loops, made of their JSON reports.
//!
//! Each module reads the reports of one puzzle and makes its page. Counterexamples are replayed,
//! and games and claims about small mazes judged again, before they are shown. What does not live
//! here: the frame of the pages (`deadmove-site`), and what is printed (`deadmove-puzzles-report`).

mod drawing;
mod loops;
mod mazes;
mod overview;
mod sequences;
mod standing;

use std::path::Path;

use deadmove_core::error::InputError;
use deadmove_site::Ready;
use deadmove_site::reports::{JsonPart, parts};
use serde::Deserialize;
use serde::de::IgnoredAny;

use loops::LoopsReport;
use mazes::MazeReport;
use overview::Topic;
use sequences::SequenceReport;

/// The reports whose pages are here, for a message about what is expected.
pub const KINDS: &str =
    "sequence, maze claims, maze counterexample, loops referee, solve or verify";

/// Reports about the puzzles, in the order in which they were read.
#[derive(Debug, Default)]
pub struct Puzzles {
    sequences: Vec<SequenceReport>,
    mazes: Vec<MazeReport>,
    loops: Vec<LoopsReport>,
}

/// The keys by which kinds of reports are recognised.
#[derive(Deserialize)]
struct Keys {
    schema: Option<u64>,
    perfect: Option<IgnoredAny>,
    lower_mazes: Option<IgnoredAny>,
    before: Option<IgnoredAny>,
    solvable: Option<IgnoredAny>,
    roads: Option<IgnoredAny>,
    no_open_squares: Option<IgnoredAny>,
    claims: Option<IgnoredAny>,
    entrance: Option<IgnoredAny>,
    max: Option<IgnoredAny>,
    outcome: Option<IgnoredAny>,
    games: Option<IgnoredAny>,
}

/// The puzzle that a report is about.
#[derive(Clone, Copy)]
enum Kind {
    Sequence(sequences::Kind),
    Maze(mazes::Kind),
    Loops(loops::Kind),
}

impl Keys {
    fn kind(&self) -> Option<Kind> {
        Some(match self {
            Keys { perfect: Some(_), .. } => Kind::Sequence(sequences::Kind::Verify),
            Keys { lower_mazes: Some(_), .. } => Kind::Sequence(sequences::Kind::Shortest),
            Keys { before: Some(_), solvable: None, .. } => {
                Kind::Sequence(sequences::Kind::Improve)
            }
            Keys { solvable: Some(_), roads: None, .. } => Kind::Sequence(sequences::Kind::Count),
            Keys { no_open_squares: Some(_), .. } => Kind::Maze(mazes::Kind::Search),
            Keys { claims: Some(_), entrance: Some(_), .. } => Kind::Maze(mazes::Kind::Claims),
            // A report of `prove` has a limit.
            Keys { claims: Some(_), max: None, .. } => Kind::Loops(loops::Kind::Verify),
            Keys { outcome: Some(_), .. } => Kind::Loops(loops::Kind::Referee),
            Keys { games: Some(_), .. } => Kind::Loops(loops::Kind::Solve),
            _ => return None,
        })
    }
}

impl Puzzles {
    /// Adds the reports of a file, and says whether they are about a puzzle. If not, nothing is
    /// added.
    pub fn read(&mut self, text: &str, file: &Path) -> Result<bool, InputError> {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        self.add(text, &name).map_err(|error| error.in_file(file))
    }

    fn add(&mut self, text: &str, file: &str) -> Result<bool, InputError> {
        let parts = parts(text)?;
        let kinds = parts.iter().map(|part| kind_of(part)).collect::<Result<Vec<_>, _>>()?;
        if kinds.iter().all(Option::is_none) {
            return Ok(false);
        }
        for (part, kind) in parts.iter().zip(kinds) {
            match kind {
                Some(Kind::Sequence(kind)) => self.sequences.push(sequences::read(kind, part)?),
                Some(Kind::Maze(kind)) => self.mazes.push(mazes::read(kind, part, file)?),
                Some(Kind::Loops(kind)) => self.loops.push(loops::read(kind, part)?),
                None => {
                    return Err(bad("there are reports about puzzles and others in it")
                        .expected("a file for each kind of report"));
                }
            }
        }
        Ok(true)
    }

    /// The pages.
    pub fn pages(&self) -> Ready {
        let mut ready = Ready::default();
        let topics: Vec<Topic> = [
            sequences::page(&self.sequences, &mut ready),
            mazes::page(&self.mazes, &mut ready),
            loops::page(&self.loops, &mut ready),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !topics.is_empty() {
            ready.pages.insert(0, overview::page(&topics));
        }
        ready
    }
}

fn kind_of(part: &JsonPart<'_>) -> Result<Option<Kind>, InputError> {
    let keys: Keys = part.parse()?;
    let kind = keys.kind();
    match keys.schema {
        _ if kind.is_none() => Ok(None),
        Some(1) => Ok(kind),
        Some(schema) => {
            Err(bad(format!("this is a report of schema {schema}")).expected("schema 1"))
        }
        None => Ok(None),
    }
}

/// A report that cannot be read.
fn bad(message: impl Into<String>) -> InputError {
    InputError::new("bad-report", message)
}

/// A report that contradicts itself.
fn contradiction(why: impl Into<String>) -> InputError {
    let message = format!("the report contradicts itself: {}", why.into());
    InputError::new("report-contradiction", message)
}
