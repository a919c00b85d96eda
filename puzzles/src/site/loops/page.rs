//! The page about the loop game.

use crate::loops::{Colour, GameOutcome, Points, RefereeReport, svg};
use crate::report::loops::{Fact, MoveValue, SolvedGame, winner};
use deadmove_report::numbers::count;
use deadmove_site::address::{distinct, slug};
use deadmove_site::layout::{ColumnHead, table};
use maud::{Markup, html};

use super::LoopsReports;
use crate::report::Finding;
use crate::site::Ready;

/// Makes the page, if there are reports.
pub fn page(reports: &LoopsReports, ready: &mut Ready) {
    let LoopsReports { facts, solved, games } = reports;
    if facts.is_empty() && solved.is_empty() && games.is_empty() {
        return;
    }
    let facts = compare(facts);
    let values = solved.iter().flat_map(|of| of.games.iter().map(|game| (of.size, game)));
    let mut values: Vec<(usize, &SolvedGame)> = values.collect();
    values.sort_by_key(|(size, game)| (*size, game.first.to_string()));
    ready.standings.extend(facts.iter().map(|fact| fact.verdict));
    if ready.standings.contains(&Finding::Contradictory) {
        ready.contradictory.push("claims about the loop game".to_owned());
    }
    let best = best_play(&values, ready);
    let ids = distinct(games.iter().map(|(name, _)| slug(name)));
    let games: Vec<Markup> =
        games.iter().zip(&ids).map(|(game, id)| judged(game, id, ready)).collect();
    let content = html! {
        p.lead {
            "Yellow and purple fill empty squares of n×n in turn, n each, so that in the end every "
            "row and every column has exactly two. The two squares of each row are joined by a "
            "segment, and so are the two of each column: closed curves. Each crossing of two "
            "segments is a point."
        }
        p {
            "The point is yellow's if the two ends of the row have equal colours exactly when the "
            "two of the column have, otherwise purple's. A filling that cannot be completed is "
            em { "dead" } ", and a move that leads to one is not legal."
        }
        @if !facts.is_empty() { (claims(&facts)) }
        @if !values.is_empty() { (best) }
        @if !games.is_empty() {
            section {
                h2 #games { "Games" }
                @for game in &games { (game) }
            }
        }
    };
    let about = "A game in which segments are joined to curves that cross: who wins, and which \
                 moves are legal?";
    ready.add("loops.html", "The loop game", about, content);
}

/// Leaves each claim once, and marks those about which reports contradict each other.
fn compare(facts: &[Fact]) -> Vec<Fact> {
    let mut kept: Vec<Fact> = Vec::new();
    for fact in facts {
        let same = |old: &&mut Fact| (&old.claim, &old.found) == (&fact.claim, &fact.found);
        match kept.iter_mut().find(same) {
            None => kept.push(fact.clone()),
            Some(old) if old.verdict == Finding::Unknown => old.verdict = fact.verdict,
            Some(old) if ![Finding::Unknown, old.verdict].contains(&fact.verdict) => {
                old.verdict = Finding::Contradictory;
            }
            Some(_) => {}
        }
    }
    kept
}

/// What a claim says; none if it is a new one.
fn says(claim: &str) -> Option<(&'static str, &'static str)> {
    Some(match claim {
        "scoring" => (
            "Scoring",
            "A crossing is yellow's exactly if an even number of the four squares in which its \
             segments end is yellow.",
        ),
        "fillings" => (
            "Complete fillings",
            "Two ways of counting the complete fillings of a size find the same number.",
        ),
        "dead-fillings" => (
            "Dead fillings",
            "Listed one by one, the dead fillings of a size have the two shapes of the theorem, \
             and their numbers are as it says.",
        ),
        "dead-filling-theorem" => (
            "Dead-filling theorem",
            "A filling is dead exactly if there are a row and a column without squares, except \
             possibly the one where they cross, and all other rows and columns have two.",
        ),
        _ => return None,
    })
}

fn claims(facts: &[Fact]) -> Markup {
    let mut names: Vec<&str> = facts.iter().map(|fact| fact.claim.as_str()).collect();
    names.sort_by_key(|name| facts.iter().position(|fact| fact.claim == **name));
    names.dedup();
    html! {
        section {
            h2 #claims { "Claims" }
            @for claim in names {
                @let (name, says) = says(claim).unwrap_or((claim, ""));
                h3 { (name) }
                p { (says) }
                ul.steps {
                    @for fact in facts.iter().filter(|fact| fact.claim == claim) {
                        li { (fact.verdict.badge(fact.verdict.in_words())) " " (fact.found) }
                    }
                }
            }
        }
    }
}

/// The values with best play.
fn best_play(values: &[(usize, &SolvedGame)], ready: &mut Ready) -> Markup {
    let mut rows: Vec<(usize, &SolvedGame, Finding)> = Vec::new();
    for &(size, game) in values {
        let same = |last: &&mut (usize, &SolvedGame, Finding)| {
            last.0 == size && last.1.first == game.first
        };
        match rows.last_mut().filter(same) {
            Some((_, last, _)) if last.value == game.value => {
                if last.moves.is_none() {
                    *last = game;
                }
            }
            Some((.., standing)) => *standing = Finding::Contradictory,
            None => rows.push((size, game, Finding::Holds)),
        }
    }
    for (size, _, standing) in &rows {
        ready.standings.push(*standing);
        if *standing == Finding::Contradictory {
            ready.contradictory.push(format!("the loop game on {size}×{size}"));
        }
    }
    let heads = ["board", "begins", "with best play"].map(ColumnHead::Words);
    html! {
        section {
            h2 #best-play { "Best play" }
            p { "Every game was searched to its end, so the values are exact." }
            (table("Values with best play", &heads, html! {
                @for (size, game, standing) in &rows {
                    tr {
                        th scope="row" { (size) "×" (size) }
                        td { (game.first) }
                        td {
                            @match standing {
                                Finding::Holds => (standing.signed(&winner(game.value))),
                                _ => (standing.signed(standing.in_words())),
                            }
                        }
                    }
                }
            }))
            @for (size, game, standing) in &rows {
                @if let (Some(moves), Finding::Holds) = (&game.moves, standing) {
                    (first_moves(*size, game.first, moves))
                }
            }
        }
    }
}

fn first_moves(size: usize, first: Colour, moves: &[MoveValue]) -> Markup {
    let label = format!("First moves on {size}×{size} if {first} begins");
    html! {
        details {
            summary { (label) ": yellow's points less purple's after each" }
            div.wide tabindex="0" role="group" aria-label=(label) {
                table {
                    thead {
                        tr {
                            td {}
                            @for column in 1..=size { th.number scope="col" { (column) } }
                        }
                    }
                    tbody {
                        @for (at, row) in moves.chunks(size).enumerate() {
                            tr {
                                th scope="row" { (at + 1) }
                                @for MoveValue { value, .. } in row { td.number { (value) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn judged((name, report): &(String, RefereeReport), id: &str, ready: &mut Ready) -> Markup {
    let size = report.board.size;
    let (standing, words) = match &report.outcome {
        _ if !report.unmet.is_empty() => (Finding::Refuted, "not as expected".to_owned()),
        GameOutcome::Illegal { number, .. } => {
            (Finding::Refuted, format!("illegal at move {number}"))
        }
        GameOutcome::Unfinished => (Finding::Unknown, "not over".to_owned()),
        GameOutcome::Finished(end) => {
            let value = end.by_pairs.yellow as i32 - end.by_pairs.purple as i32;
            (Finding::Holds, format!("legal and over: {}", winner(value)))
        }
    };
    ready.standings.push(standing);
    let legal = count(report.moves.len(), "legal move", "legal moves");
    let (address, alt) =
        (format!("pictures/game-{id}.svg"), "The board after the last legal move.");
    let picture = ready.draw(address, svg(&report.board), alt);
    html! {
        h3 id={ "game-" (id) } { (name) }
        p { (standing.badge(&words)) " " (size) "×" (size) ", " (report.board.first) " begins, " (legal) "." }
        @match &report.outcome {
            GameOutcome::Illegal { number, square, why } => {
                p {
                    "Move " (number) ", " (report.board.to_move()) " fills " (square.to_string())
                    ", is not legal: " (why.to_string()) "."
                }
            }
            GameOutcome::Unfinished => p { "It is the turn of " (report.board.to_move()) "." },
            GameOutcome::Finished(end) => {
                @let Points { purple, yellow } = end.by_pairs;
                p {
                    "Yellow has " (count(yellow, "point", "points")) ", purple has "
                    (count(purple, "point", "points")) "; "
                    (count(end.curves.len(), "curve", "curves")) "."
                }
            }
        }
        @for unmet in &report.unmet { p { "Not as its file expects: " (unmet) "." } }
        figure { (picture) }
    }
}
