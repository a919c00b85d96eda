//! Walks: how many random lines sets of rules complete before they fail, with a plot for each
//! report.

use maud::{Markup, html};

use crate::layout::ColumnHead::{Number, Words};
use crate::layout::{Page, SitePart, table};
use crate::status::boards;
use crate::{Book, Site, stuck};
use deadmove_core::board::Board;
use deadmove_report::numbers::thousands;
use deadmove_report::{stats, stats_plot};
use deadmove_rules::load::Loaded;
use deadmove_search::walk::digest;
use deadmove_search::walk::stats::{Method, SizeSample, Statistics};

/// What the research's own program of 2026 completes with all its rules, by side of the board. From
/// docs/explanation/findings.md, "Walks above 9×9".
const RESEARCH: [(usize, &str); 3] =
    [(11, "no failure in 1,000,000"), (13, "8,758"), (21, "about 9")];

/// The page, and its plots; none without reports.
pub fn page(book: &Book<'_>, site: &mut Site) -> Option<Page> {
    let walks = &book.given.walks;
    let reports = &book.given.reports;
    if walks.is_empty() && reports.milestones.is_empty() && reports.obeyed.is_empty() {
        return None;
    }
    let sections: Vec<Markup> = walks
        .iter()
        .enumerate()
        .map(|(at, statistics)| section(book, at + 1, statistics, site))
        .collect();
    let body = html! {
        h1 { "Walks" }
        p.lead {
            "A walk draws a line by every allowed move with equal chance. It fails where the rules "
            "allow no move, or if so asked, a dead one. The more lines are completed before that, the less the rules miss."
        }
        @for section in &sections { (section) }
        @for report in &reports.milestones { (stuck::milestones(report)) }
        @if !reports.obeyed.is_empty() { (stuck::obeyed(&reports.obeyed)) }
        p {
            strong { "The research" }
            " is the work of those who drew most of the rules by hand. Its figures are of its own "
            "program and all its rules of 2026."
        }
    };
    let (address, title) = ("walks.html".to_owned(), "Walks".to_owned());
    Some(Page { address, title, part: SitePart::Walks, body })
}

/// The set that was walked, found by the digests of its rules for every size.
fn rules(book: &Book<'_>, statistics: &Statistics) -> String {
    let is_of = |files: &[deadmove_rules::load::LoadedFile], row: &SizeSample| {
        let loaded = Loaded { files: files.to_vec(), ..Loaded::default() };
        let board = Board::corner_to_corner(row.size, row.size).ok();
        let claims = board.and_then(|board| loaded.rules_for(&board).ok());
        claims.is_some_and(|claims| !claims.is_empty() && digest(&claims) == row.rules)
    };
    let sizes = &statistics.sizes;
    let mut sets = book.given.sets.iter();
    let set = sets.find(|set| !sizes.is_empty() && sizes.iter().all(|row| is_of(&set.files, row)));
    match (set, sizes.first()) {
        (Some(set), _) => set.name.clone(),
        (None, Some(row)) => {
            format!("rules with the digest {}", row.rules.chars().take(12).collect::<String>())
        }
        (None, None) => "no rules".to_owned(),
    }
}

fn section(book: &Book<'_>, number: usize, statistics: &Statistics, site: &mut Site) -> Markup {
    let name = rules(book, statistics);
    let svg = stats_plot::svg(statistics, &name);
    let picture = format!("pictures/walks/{number}.svg");
    let mut sizes: Vec<&SizeSample> = statistics.sizes.iter().collect();
    sizes.sort_by_key(|row| row.size);
    let research = |side: usize| RESEARCH.iter().find(|(of, _)| *of == side).map(|(_, text)| *text);
    let heads = [
        Words("board"),
        Number("lines per failure"),
        Number("95 % interval"),
        Number("runs"),
        Number("completed"),
        Number("failures"),
        Number("the research"),
    ];
    html! {
        section {
            h2 id={ "walk-" (number) } { (name) }
            p {
                (stats::in_words(statistics.method)) "."
            }
            // On a phone its words would be too small to read, so it keeps its size.
            figure.plot tabindex="0" role="group" aria-label={ "Plot of lines completed by " (name) } {
                (site.drawing("", &picture, svg, "Plot of the table below, on a logarithmic scale."))
            }
            (table(&format!("Lines completed by {name}"), &heads, html! {
                @for row in &sizes { (sample(row, statistics.method, research(row.size))) }
            }))
        }
    }
}

fn sample(row: &SizeSample, method: Method, research: Option<&str>) -> Markup {
    let (mean, interval) = stats::rate(row.sample.rate(method));
    html! {
        tr {
            th scope="row" { (boards(&[row.size])) }
            td.number { (mean) }
            td.number { (interval) }
            td.number { (thousands(row.sample.runs.count())) }
            td.number { (thousands(row.sample.completed)) }
            td.number { (row.sample.failed.len()) }
            td.number { (research.unwrap_or("")) }
        }
    }
}
