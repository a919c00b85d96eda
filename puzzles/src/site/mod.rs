//! Pages of the gallery about sequences, mazes and loops, made of their JSON reports.
//!
//! Each module reads the reports of one puzzle and makes its page. Counterexamples are replayed,
//! and games and claims about small mazes judged again, before they are shown. What does not live
//! here: the frame of the pages (`deadmove-site`), and what is printed (`crate::report`).

mod drawing;
mod loops;
mod mazes;
mod overview;
mod sequences;
mod standing;

use std::collections::BTreeMap;
use std::path::Path;

use deadmove_core::error::InputError;
use deadmove_site::Site;
use deadmove_site::layout::{Maker, Page, Part};
use deadmove_site::reports::{JsonPart, parts};
use serde::Deserialize;
use serde::de::IgnoredAny;

use loops::LoopsReport;
use mazes::MazeReport;
use overview::Topic;
use sequences::SequenceReport;

/// The reports whose pages are here.
const KINDS: &str = "what sequence, maze claims, maze counterexample, loops referee, solve or \
                     verify printed with --json";

/// Who makes the site.
const MAKER: Maker = Maker { program: "deadmove-puzzles", from: "reports" };

/// Reports about the puzzles, in the order in which they were read.
#[derive(Debug, Default)]
pub struct Puzzles {
    sequences: Vec<SequenceReport>,
    mazes: Vec<MazeReport>,
    loops: Vec<LoopsReport>,
}

/// Pages without their frame.
#[derive(Debug, Default)]
struct Ready {
    pages: Vec<Page>,
    /// SVG, each with its path in the site.
    drawings: BTreeMap<String, String>,
    /// What contradictory reports are about.
    contradictory: Vec<String>,
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
    /// Adds the reports of a file.
    pub fn read(&mut self, text: &str, file: &Path) -> Result<(), InputError> {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        self.add(text, &name).map_err(|error| error.in_file(file))
    }

    fn add(&mut self, text: &str, file: &str) -> Result<(), InputError> {
        for part in parts(text)? {
            match kind_of(&part)? {
                Kind::Sequence(kind) => self.sequences.push(sequences::read(kind, &part)?),
                Kind::Maze(kind) => self.mazes.push(mazes::read(kind, &part, file)?),
                Kind::Loops(kind) => self.loops.push(loops::read(kind, &part)?),
            }
        }
        Ok(())
    }

    /// The site.
    pub fn site(&self) -> Site {
        let mut ready = Ready::default();
        let topics = [
            sequences::page(&self.sequences, &mut ready),
            mazes::page(&self.mazes, &mut ready),
            loops::page(&self.loops, &mut ready),
        ];
        let topics: Vec<Topic> = topics.into_iter().flatten().collect();
        let parts: Vec<Part> = topics.iter().map(Topic::part).collect();
        ready.pages.push(overview::page(&topics));
        let mut site = Site { contradictory: ready.contradictory, ..Site::default() };
        for (path, svg) in ready.drawings {
            site.add(&path, svg);
        }
        site.frame(&ready.pages, &parts, &MAKER);
        site
    }
}

fn kind_of(part: &JsonPart<'_>) -> Result<Kind, InputError> {
    let keys: Keys = part.parse()?;
    match (keys.kind(), keys.schema) {
        (Some(kind), Some(1)) => Ok(kind),
        (Some(_), Some(schema)) => {
            Err(bad(format!("this is a report of schema {schema}")).expected("schema 1"))
        }
        _ => Err(bad("this is no report about a puzzle").expected(KINDS)),
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
