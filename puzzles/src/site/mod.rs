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

use crate::report::Finding;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_report::json::SCHEMA;
use deadmove_site::Site;
use deadmove_site::layout::{Maker, Page, SitePart, drawing};
use deadmove_site::reports::parts;
use maud::Markup;
use serde::Deserialize;
use serde::de::IgnoredAny;

use loops::LoopsReports;
use mazes::MazeReports;
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
    mazes: MazeReports,
    loops: LoopsReports,
}

/// Pages without their frame.
#[derive(Debug, Default)]
struct Ready {
    pages: Vec<Page>,
    /// SVG, each with its path in the site.
    drawings: BTreeMap<String, String>,
    /// What contradictory reports are about.
    contradictory: Vec<String>,
    /// How the claims of the page that is being made stand.
    standings: Vec<Finding>,
    topics: Vec<Topic>,
}

impl Ready {
    /// Adds a drawing. Returns its place in a page, where `alt` says what it shows.
    fn draw(&mut self, address: String, svg: String, alt: &str) -> Markup {
        let markup = drawing("", &address, &svg, alt);
        self.drawings.insert(address, svg);
        markup
    }

    /// Adds the page of a puzzle, whose file, name and topic (a sentence) these are.
    fn add(&mut self, file: &'static str, name: &'static str, about: &'static str, body: Markup) {
        let topic = Topic { file, name, about, standings: std::mem::take(&mut self.standings) };
        self.pages.push(topic.page(&body));
        self.topics.push(topic);
    }
}

/// The keys of a report, with what is needed of their values.
#[derive(Deserialize)]
struct PuzzleKeys {
    schema: Option<u64>,
    #[serde(flatten)]
    others: BTreeMap<String, Option<IgnoredAny>>,
}

impl Puzzles {
    /// Adds the reports of a file.
    ///
    /// # Errors
    /// If the text is no report of these puzzles.
    pub fn read(&mut self, text: &str, file: &Path) -> Result<(), InputError> {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        self.add(text, &name).map_err(|error| error.in_file(file))
    }

    fn add(&mut self, text: &str, file: &str) -> Result<(), InputError> {
        for part in parts(text)? {
            let keys: PuzzleKeys = part.parse()?;
            if let Some(schema) = keys.schema.filter(|&schema| schema != u64::from(SCHEMA)) {
                return Err(bad(format!("this is a report of schema {schema}"))
                    .expected(format!("schema {SCHEMA}")));
            }
            let has = |key: &str| matches!(keys.others.get(key), Some(Some(_)));
            if keys.schema.is_none() {
                return Err(foreign());
            } else if has("perfect") {
                self.sequences.push(sequences::verified(part.parse()?)?);
            } else if has("lower_mazes") {
                self.sequences.push(sequences::bounds(part.parse()?)?);
            } else if has("at_least") {
                self.sequences.push(sequences::repaired(part.parse()?)?);
            } else if has("before") {
                self.sequences.push(sequences::shortened(part.parse()?)?);
            } else if has("solvable") && !has("roads") {
                self.sequences.push(sequences::counted(&part.parse()?)?);
            } else if has("no_open_squares") {
                self.mazes.searches.push(mazes::search(part.parse()?)?);
            } else if has("claims") && has("entrance") {
                self.mazes.claims.push(mazes::claims(part.parse()?, file)?);
            } else if has("claims") && !has("max") {
                // A report of `prove` has a limit.
                self.loops.facts.extend(loops::facts(part.parse()?)?);
            } else if has("outcome") {
                self.loops.games.push(loops::game(part.parse()?)?);
            } else if has("games") {
                self.loops.solved.push(loops::solved(part.parse()?)?);
            } else {
                return Err(foreign());
            }
        }
        Ok(())
    }

    /// The site.
    pub fn site(&self) -> Site {
        let mut ready = Ready::default();
        sequences::page(&self.sequences, &mut ready);
        mazes::page(&self.mazes, &mut ready);
        loops::page(&self.loops, &mut ready);
        let parts: Vec<SitePart> = ready.topics.iter().map(Topic::part).collect();
        ready.pages.push(overview::page(&ready.topics));
        let mut site = Site { contradictory: ready.contradictory, ..Site::default() };
        for (path, svg) in ready.drawings {
            site.add(&path, svg);
        }
        site.frame(&ready.pages, &parts, &MAKER);
        site
    }
}

/// A report about something else.
fn foreign() -> InputError {
    bad("this is no report about a puzzle").expected(KINDS)
}

/// A report that cannot be read.
fn bad(message: impl Into<String>) -> InputError {
    InputError::new(ErrorKind::BadReport, message)
}

/// A report that contradicts itself.
fn contradiction(why: impl Into<String>) -> InputError {
    let message = format!("the report contradicts itself: {}", why.into());
    InputError::new(ErrorKind::ReportContradiction, message)
}
