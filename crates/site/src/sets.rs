//! The sets with names: their rules, and the boards on which they forbid every dead move.

use maud::{Markup, html};

use crate::address::slug;
use crate::evidence::{Evidence, SetOn};
use crate::layout::ColumnHead::{Number, Words};
use crate::layout::{Page, SitePart, above, badge, signed, table};
use crate::rules::card;
use crate::status::{Status, boards};
use crate::{Book, SetEntry, ShownRule, board_link, lemmas};
use deadmove_core::board::Board;
use deadmove_core::position::Position;
use deadmove_report::check::missed::Missed;
use deadmove_report::numbers::{count, thousands};
use deadmove_rules::RuleFile;
use deadmove_rules::load::{Loaded, LoadedFile};
use deadmove_verify::check::SetVerdict;

/// Rules of a set of which its page has pictures, so that pages stay small.
const MOST_PICTURED: usize = 120;

/// A set as the pages show it.
pub struct SetShown<'g> {
    entry: &'g SetEntry,
    /// What reports say about exactly these rules, board by board.
    on: Vec<SetOn>,
}

impl SetShown<'_> {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.entry.name
    }

    /// Its page.
    pub fn page(&self) -> String {
        format!("sets/{}.html", slug(&self.entry.name))
    }

    /// What its file says about it, and nothing where a report is.
    pub fn stated(&self) -> Option<&str> {
        (self.on.is_empty() && !self.entry.about.is_empty()).then_some(&self.entry.about)
    }

    /// The pictures of its first rules, with a way to the pages of rules.
    pub fn pictures(&self, book: &Book<'_>, to_rules: &str, most: usize) -> Markup {
        let shown = self.entry.files.iter().filter_map(|file| book.shown(file));
        cards(shown.take(most), to_rules)
    }

    /// The boards on which it forbids every dead move, and no live one.
    pub fn settles(&self) -> Vec<usize> {
        let settled = |on: &&SetOn| {
            on.set.verdict == SetVerdict::Complete && on.wrong == 0 && !on.contradictory
        };
        self.on.iter().filter(settled).map(|on| on.side).collect()
    }

    /// Whether two reports about it contradict each other.
    pub fn contradictory(&self) -> bool {
        self.on.iter().any(|on| on.contradictory)
    }

    /// What is known, in a few words.
    fn in_short(&self) -> String {
        match (self.settles().as_slice(), self.on.as_slice()) {
            ([], []) => "not checked here".to_owned(),
            ([], on) => {
                let incomplete = on.iter().filter(|on| on.set.verdict == SetVerdict::Incomplete);
                let sides: Vec<usize> = incomplete.map(|on| on.side).collect();
                match sides.as_slice() {
                    [] => "open, or with wrong rules".to_owned(),
                    sides => format!("not complete on {}", boards(sides)),
                }
            }
            (settled, _) => format!("complete on {}", boards(settled)),
        }
    }
}

/// The sets with what reports say about them.
pub fn shown<'g>(book: &Book<'g>, evidence: &Evidence<'_>) -> Vec<SetShown<'g>> {
    let set = |entry: &'g SetEntry| {
        let loaded = Loaded { files: entry.files.clone(), ..Loaded::default() };
        let rules = |board: &Board| loaded.rules_for(board).unwrap_or_default();
        SetShown { entry, on: evidence.about_set(&book.given.reports, rules) }
    };
    book.given.sets.iter().map(set).collect()
}

/// The pages.
pub fn pages(book: &Book<'_>, sets: &[SetShown<'_>]) -> Vec<Page> {
    let mut pages = vec![overview(book, sets)];
    pages.extend(sets.iter().map(|set| page(book, set)));
    pages
}

fn overview(book: &Book<'_>, sets: &[SetShown<'_>]) -> Page {
    let heads = [Words("set"), Number("files"), Words("in the reports"), Words("what it is")];
    let body = html! {
        h1 { "Sets" }
        p.lead {
            "A set is " strong { "complete" } " on a board if its rules together forbid every dead "
            "move of every live position there, and no live one: walks by it never get stuck."
        }
        @if !sets.is_empty() {
            (table("Sets", &heads, html! {
                @for set in sets {
                    tr {
                        th scope="row" { a href={ "../" (set.page()) } { (set.name()) } }
                        td.number { (set.entry.files.len()) }
                        td { (set.in_short()) }
                        td { (set.entry.about) }
                    }
                }
            }))
        }
        @for (size, report) in &book.given.reports.missed { (missed(*size, report)) }
    };
    let (address, title) = ("sets/index.html".to_owned(), "Sets".to_owned());
    Page { address, title, part: SitePart::Sets, body }
}

/// The dead moves that the rules of a report allow.
fn missed(size: usize, report: &Missed) -> Markup {
    let rules = report.asked.paths.join(" + ");
    let sound = if report.asked.left_out.is_some() { ", sound rules only" } else { "" };
    let board = boards(&[size]);
    let square = Board::corner_to_corner(size, size).expect("a checked size");
    let square = std::sync::Arc::new(square);
    html! {
        section {
            h2 { "What " code { (rules) } " allows on " (board) (sound) }
            @if report.allowed == 0 {
                p { "None of the " (thousands(report.dead_moves)) " dead moves." }
            } @else {
                p {
                    (thousands(report.allowed)) " of " (thousands(report.dead_moves)) " dead moves, in "
                    (thousands(report.patterns as u64)) " patterns. The most frequent:"
                }
                ol.patterns {
                    @for group in &report.top {
                        li {
                            p { (thousands(group.count)) " moves" }
                            pre { (group.picture.join("\n")) }
                            @for remark in &group.remarks { p { (remark) } }
                            @if let Ok(position) = Position::from_path(square.clone(), &group.example.path.0) {
                                p { a href=(board_link("../", &position, None)) { "An example on the board" } }
                            }
                        }
                    }
                }
                details {
                    summary { "The characters of the pictures" }
                    pre { (deadmove_report::check::missed::LEGEND) }
                }
            }
        }
    }
}

fn page(book: &Book<'_>, set: &SetShown<'_>) -> Page {
    let SetShown { entry, on } = set;
    let nine = Board::corner_to_corner(9, 9).expect("a board of that size");
    let rows: Vec<(&LoadedFile, Option<&ShownRule<'_>>)> =
        entry.files.iter().map(|file| (file, book.shown(file))).collect();
    let body = html! {
        (above(&[("index.html", "Sets")]))
        h1 { (entry.name) }
        @if !entry.about.is_empty() { p.lead { (entry.about) } }
        (tally(&rows))
        p { a.button href=(board_link("../", &Position::start(nine.into()), Some(&entry.name))) { "Draw lines with it on the board" } }
        section {
            h2 { "Completeness" }
            @if on.is_empty() {
                p { "No report is about exactly these rules. This command makes one:" }
                pre { code { "deadmove check " (deadmove_report::command::words(&[&entry.name])) " --sizes 5,7 --json" } }
            } @else { (completeness(on)) }
        }
        section {
            h2 { "Rules" }
            @let (pictured, others) = rows.split_at(rows.len().min(MOST_PICTURED));
            (cards(pictured.iter().filter_map(|(_, shown)| *shown), "../rules/"))
            @if !others.is_empty() { p { "And " (others.len()) " more:" } }
            ul {
                @for (file, shown) in pictured.iter().filter(|(_, shown)| shown.is_none()).chain(others) {
                    li { (row(file, *shown)) }
                }
            }
        }
    };
    Page { address: set.page(), title: entry.name.clone(), part: SitePart::Sets, body }
}

fn cards<'s>(rules: impl Iterator<Item = &'s ShownRule<'s>>, to_rules: &str) -> Markup {
    html! { ul.cards { @for shown in rules { li.card { (card(shown, to_rules)) } } } }
}

fn tally(rows: &[(&LoadedFile, Option<&ShownRule<'_>>)]) -> Markup {
    let number = |key: &str| {
        rows.iter().filter(|(_, shown)| shown.is_some_and(|s| s.status.key() == key)).count()
    };
    let parts: Vec<String> = Status::KEYS
        .iter()
        .filter(|(key, _)| number(key) > 0)
        .map(|(key, words)| format!("{} {words}", number(key)))
        .collect();
    html! {
        p {
            (count(rows.len(), "rule file", "rule files"))
            @if !parts.is_empty() { ": " (parts.join(", ")) }
            "."
        }
    }
}

fn completeness(on: &[SetOn]) -> Markup {
    let heads = [
        Words("board"),
        Words("the set"),
        Number("dead moves"),
        Number("allowed"),
        Number("wrong rules"),
    ];
    table(
        "Completeness by board",
        &heads,
        html! {
            @for SetOn { side, set, wrong, contradictory } in on {
                tr {
                    th scope="row" { (boards(&[*side])) }
                    td {
                        @match (set.verdict, wrong) {
                            _ if *contradictory => (signed("contradictory", "contradictory reports")),
                            (SetVerdict::Complete, 0) => (signed("proved", "complete")),
                            (SetVerdict::Complete, _) => (signed("wrong", "forbids live moves, too")),
                            (SetVerdict::Incomplete, _) => (signed("sound", "not complete")),
                            (SetVerdict::Unknown, _) => (signed("unknown", "open")),
                        }
                    }
                    td.number { (set.dead_moves.map_or("not counted".to_owned(), thousands)) }
                    td.number { (set.allowed.map_or("not counted".to_owned(), thousands)) }
                    td.number { (wrong) }
                }
            }
        },
    )
}

fn row(file: &LoadedFile, shown: Option<&ShownRule<'_>>) -> Markup {
    let name = &file.rule_file.head().name;
    if let Some(shown) = shown {
        return html! { a href={ "../" (shown.page()) } { (name) } " " (badge(shown.status.key(), &shown.status.words())) };
    }
    let lemma = match &file.rule_file {
        RuleFile::Rule(rule) => rule.lemmas.names().next().and_then(lemmas::page_of),
        RuleFile::Family(_) => None,
    };
    match lemma {
        Some((_, page)) => html! { a href={ "../" (page) } { (name) } " (lemma)" },
        None => html! { (name) },
    }
}
