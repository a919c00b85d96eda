//! The pages of deadmove: the gallery, a static site made of rules and reports, and the board in
//! the browser ([`board`]). Plain data in, files out.
//!
//! Each module makes a part of the site; `layout` puts the frame around its pages. Everything can
//! be read without scripts, offline, and from a folder: links are relative, and nothing is loaded
//! from elsewhere. [`reports`] reads the JSON of other commands back. What does not live here:
//! reading files and writing them (`src/cli/site.rs`), and the drawings (`deadmove-report`).

pub mod address;
pub mod board;
mod evidence;
mod index;
pub mod layout;
mod lemmas;
mod link;
pub mod reports;
mod rule;
mod rules;
mod sets;
mod similar;
mod status;
mod strength;
mod stuck;
mod tried;
mod unsolved;
mod walks;

use std::collections::{BTreeMap, BTreeSet};

use deadmove_core::error::InputError;
use deadmove_core::position::Position;
use deadmove_core::unseen::{escaped, is_unseen};
use deadmove_engine::judge::Fault;
use deadmove_rules::load::LoadedFile;
use deadmove_rules::origin::Origin;
use deadmove_search::walk::stats::Statistics;

use evidence::{Evidence, KnownOfRule};
use layout::{Maker, Page, SitePart, drawing, framed};
use maud::Markup;
use similar::Similar;

pub use link::board_link;
use reports::Reports;
use status::Status;

/// Why there is no site.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// A report is wrong.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The engine contradicts a report.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// What the site is made of.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// The rules.
    pub rules: Vec<RuleEntry>,
    /// The sets with names.
    pub sets: Vec<SetEntry>,
    /// The reports of `check`, `prove`, `milestones` and `minimise`.
    pub reports: Reports,
    /// The reports of `stats`.
    pub walks: Vec<Statistics>,
    /// The engine of the board: the WebAssembly module of `deadmove-wasm`.
    pub engine: Option<Vec<u8>>,
    /// The rules that can be chosen on the board, as JSON; empty for none.
    pub board_rules: String,
}

/// A rule file with its place in the folder of rules.
#[derive(Clone, Debug)]
pub struct RuleEntry {
    /// The path in the folder of rules, such as `near-field/side-back.rule`.
    pub relative: String,
    /// The file.
    pub file: LoadedFile,
}

/// A set of rules that has a name.
#[derive(Clone, Debug)]
pub struct SetEntry {
    /// Its name.
    pub name: String,
    /// What its file says about it.
    pub about: String,
    /// Its rule files.
    pub files: Vec<LoadedFile>,
}

/// The files of a site.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// Each with its path in the site.
    pub files: BTreeMap<String, Vec<u8>>,
    /// What reports contradict each other about.
    pub contradictory: Vec<String>,
}

/// A rule file as the pages show it.
struct ShownRule<'g> {
    entry: &'g RuleEntry,
    /// The folder, by which the overview groups rules.
    family: &'g str,
    /// Its address without the folder `rules` and the ending.
    address: String,
    known: KnownOfRule,
    status: Status,
    similar: Vec<Similar>,
    /// A position that it matches.
    tried: Option<Position>,
}

impl ShownRule<'_> {
    fn name(&self) -> &str {
        &self.entry.file.rule_file.head().name
    }

    fn page(&self) -> String {
        format!("rules/{}.html", self.address)
    }
}

/// All that pages are made of.
struct Book<'g> {
    given: &'g Given,
    rules: Vec<ShownRule<'g>>,
}

impl<'g> Book<'g> {
    /// What is shown about the rule of a file.
    fn shown(&self, file: &LoadedFile) -> Option<&ShownRule<'g>> {
        self.rules.iter().find(|shown| shown.entry.file.path == file.path)
    }
}

/// The set whose rules are proved.
const PROVED: &str = "proved";

/// Makes the site.
///
/// # Errors
/// If a report is wrong, or the engine contradicts it.
pub fn make(given: &Given) -> Result<Site, SiteError> {
    let evidence = Evidence::of(&given.reports);
    let pictured: Vec<&RuleEntry> =
        given.rules.iter().filter(|entry| !entry.file.rule_file.reads_the_whole_board()).collect();
    let relative: Vec<&str> = pictured.iter().map(|entry| entry.relative.as_str()).collect();
    let addresses = address::of_files(&relative);
    let mut similar = similar::among(&pictured);
    let mut tried = tried::positions(&pictured);
    let proved = given.sets.iter().filter(|set| set.name == PROVED).flat_map(|set| &set.files);
    let proved: BTreeSet<&Origin> = proved.map(|file| &file.path).collect();
    let rules = pictured.into_iter().zip(addresses).enumerate().map(|(at, (entry, address))| {
        let mut known = evidence.about(&entry.file);
        known.facts.stated_proved = proved.contains(&entry.file.path);
        let status = known.facts.status();
        let folder = entry.relative.rsplit_once(['/', '\\']);
        ShownRule {
            entry,
            family: folder.map_or("rules", |(folder, _)| folder),
            address,
            known,
            status,
            similar: std::mem::take(&mut similar[at]),
            tried: tried[at].take(),
        }
    });
    let book = Book { given, rules: rules.collect() };
    let mut site = Site::default();
    let mut parts = vec![SitePart::Board];
    let mut pages = Vec::new();
    let sets = sets::shown(&book, &evidence);
    let strength = strength::page(&given.reports);
    if !book.rules.is_empty() {
        parts.push(SitePart::Rules);
        pages.extend(rules::pages(&book, strength.is_some()));
        for shown in &book.rules {
            pages.push(rule::page(&book, shown, &mut site)?);
        }
    }
    pages.extend(strength);
    if !sets.is_empty() || !given.reports.missed.is_empty() {
        parts.push(SitePart::Sets);
        pages.extend(sets::pages(&book, &sets));
    }
    parts.push(SitePart::Lemmas);
    pages.extend(lemmas::pages(&mut site)?);
    if let Some(page) = walks::page(&book, &mut site) {
        parts.push(SitePart::Walks);
        pages.push(page);
    }
    let unsolved = unsolved::pages(&given.reports.minimised, &mut site)?;
    if !unsolved.is_empty() {
        parts.push(SitePart::Unsolved);
        pages.extend(unsolved);
    }
    pages.push(index::page(&book, &sets, &mut site));
    site.frame(&pages, &parts, &MAKER);
    let links: Vec<(&str, &str)> = parts.iter().map(|part| part.page()).collect();
    let rules = book.rules.iter().map(|shown| (shown.entry.relative.clone(), shown.page()));
    let addresses: BTreeMap<String, String> = rules.collect();
    let engine = given.engine.as_deref();
    for (path, content) in board::files(engine, &given.board_rules, &addresses, &links) {
        site.files.insert(path, content);
    }
    let rules = book.rules.iter().filter(|shown| shown.status == Status::Contradictory);
    let rules = rules.map(|shown| shown.name().to_owned());
    let sets = sets.iter().filter(|set| set.contradictory()).map(|set| set.name().to_owned());
    site.contradictory = rules.chain(sets).collect();
    Ok(site)
}

/// Who makes this site, for its frame.
const MAKER: Maker = Maker { program: "deadmove", from: "rules and reports" };

impl Site {
    /// Adds pages in their frame, with what they load.
    pub fn frame(&mut self, pages: &[Page], parts: &[SitePart], maker: &Maker) {
        for page in pages {
            self.add(&page.address, framed(page, parts, maker));
        }
        let style = include_str!("../assets/style.css");
        self.add("assets/style.css", format!("{style}{}", deadmove_report::rule::STYLE));
        self.add("assets/gallery.js", include_str!("../assets/gallery.js"));
    }

    /// Adds a drawing, and shows it on a page whose way to the root is `root`.
    pub(crate) fn drawing(&mut self, root: &str, address: &str, svg: String, alt: &str) -> Markup {
        let shown = drawing(root, address, &svg, alt);
        self.add(address, svg);
        shown
    }

    /// Shows a drawing that a page has added.
    pub(crate) fn shown(&self, address: &str, alt: &str) -> Option<Markup> {
        let svg = std::str::from_utf8(self.files.get(address)?).ok()?;
        Some(drawing("", address, svg, alt))
    }

    /// Adds a text. Characters that would change what a reader sees are spelt out.
    pub fn add(&mut self, path: &str, text: impl Into<String>) {
        let mut text = text.into();
        let unseen = |letter: char| is_unseen(letter) && !matches!(letter, '\n' | '\t');
        if text.contains(unseen) {
            let lines = text.split_inclusive(['\n', '\t']).map(|part| {
                let end = part.trim_end_matches(['\n', '\t']);
                escaped(end) + &part[end.len()..]
            });
            text = lines.collect();
        }
        self.files.insert(path.to_owned(), text.into_bytes());
    }
}
