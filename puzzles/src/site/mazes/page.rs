//! The page about mazes.

use crate::mazes::claims::{ClaimOutcome, MazeClaim};
use crate::mazes::counterexample::FillingClaim;
use crate::mazes::{FieldLayer, GridMaze, check};
use crate::report::maze::found;
use crate::report::maze_json::{ClaimObject, SearchObject};
use deadmove_report::numbers::{count, thousands};
use deadmove_site::address::{distinct, slug};
use deadmove_svg::palette;
use maud::{Markup, html};

use super::{JudgedMaze, MazeReports, Searched, SolvedMaze};
use crate::report::Finding;
use crate::site::Ready;
use crate::site::drawing::{DrawnField, MazeDrawing};

/// The colours of filled fields, and of those that are left though no way uses them.
const FILLED: &str = "#d9d4c8";
const LEFT: &str = "#f2a654";
/// The colour of fields that are reached.
const REACHED: &str = "#a9d6ee";

/// Makes the page, if there are reports.
pub fn page(reports: &MazeReports, ready: &mut Ready) {
    if reports.searches.is_empty() && reports.claims.is_empty() {
        return;
    }
    let ids = distinct(reports.claims.iter().map(|judged| slug(&judged.file)));
    let mut sections: Vec<Markup> = Vec::new();
    for (at, search) in reports.searches.iter().enumerate() {
        sections.push(searched(search, at + 1, ready));
    }
    for (judged, id) in reports.claims.iter().zip(&ids) {
        sections.push(claims(judged, id, ready));
    }
    let content = html! {
        p.lead {
            "A maze has an entrance and an exit. A road with walls on three sides is a dead end: it "
            "is filled, then the next one, until none is left. Every way through the maze remains."
        }
        p {
            "A simple path visits no field twice. Fields are named by column and row, and walls are "
            "fields, too. In drawings the dot is the entrance and the frame is the exit."
        }
        @for section in &sections { (section) }
    };
    let about = "What is true of a maze, and of what remains when its dead ends are filled?";
    ready.add("mazes.html", "Mazes and dead-end filling", about, content);
}

/// What a claim says.
fn says(claim: MazeClaim) -> &'static str {
    match claim {
        MazeClaim::Solvable => "There is a way from the entrance to the exit.",
        MazeClaim::Unique => "There is exactly one simple path from the entrance to the exit.",
        MazeClaim::Perfect => "There is exactly one simple path between any two roads.",
        MazeClaim::Complete => {
            "Every road that filling leaves is on some simple path from the entrance to the exit."
        }
    }
}

/// Claims about a maze.
fn claims(judged: &JudgedMaze, id: &str, ready: &mut Ready) -> Markup {
    ready.standings.extend(judged.claims.iter().map(|of| of.verdict));
    let mut figures = Vec::new();
    if let Some((solved, outcomes)) = &judged.maze {
        for (ClaimObject { claim, .. }, outcome) in judged.claims.iter().zip(outcomes) {
            let Some((picture, caption)) = evidence(solved, outcome) else { continue };
            let title = format!("{}: {}", judged.file, claim.name());
            let address = format!("pictures/{id}-{}.svg", claim.name());
            let alt = format!("The maze, with what refutes that it is {}.", claim.name());
            let picture = ready.draw(address, picture.svg(&title), &alt);
            figures.push(html! {
                figure { (picture) figcaption { "Not " (claim.name()) ": " (caption) } }
            });
        }
    }
    let why = |at: usize| {
        let (solved, outcomes) = judged.maze.as_ref()?;
        let outcome = outcomes.get(at)?;
        Some(match outcome {
            // Their fields are drawn.
            ClaimOutcome::SecondPath(path) => {
                format!("a second path of {}", count(path.len() - 1, "step", "steps"))
            }
            ClaimOutcome::Cycle(cycle) => {
                format!("a cycle of {}", count(cycle.len(), "field", "fields"))
            }
            _ => found(&solved.maze, outcome),
        })
    };
    html! {
        section {
            h2 id=(id) { (judged.file) }
            p {
                @match &judged.maze {
                    Some((SolvedMaze { maze, .. }, _)) => {
                        "A maze of " (maze.grid.width) "×" (maze.grid.height) " fields."
                    }
                    None => "The maze is large: the report has the verdicts, not the maze.",
                }
            }
            dl.claims {
                @for (at, ClaimObject { claim, verdict, .. }) in judged.claims.iter().enumerate() {
                    dt { (verdict.badge(verdict.in_words())) " " (claim.name()) }
                    dd {
                        (says(*claim))
                        @if let Some(why) = why(at) { span.pale { " Found: " (why) "." } }
                    }
                }
            }
            @if !figures.is_empty() { div.figures { @for figure in &figures { (figure) } } }
        }
    }
}

fn place(maze: &GridMaze, field: usize) -> DrawnField {
    let (column, row) = maze.grid.place(field);
    (column - 1, row - 1)
}

fn places(maze: &GridMaze, fields: &[usize]) -> Vec<DrawnField> {
    fields.iter().map(|&field| place(maze, field)).collect()
}

/// The maze with its ends.
fn plain(maze: &GridMaze) -> MazeDrawing {
    let grid = &maze.grid;
    let row =
        |row: usize| (1..=grid.width).map(|column| grid.is_road(grid.field(column, row))).collect();
    MazeDrawing {
        roads: (1..=grid.height).map(row).collect(),
        ends: Some((place(maze, maze.entrance), place(maze, maze.exit))),
        ..MazeDrawing::default()
    }
}

/// The roads with a property.
fn roads(
    maze: &GridMaze,
    is: impl Fn(usize) -> bool,
    colour: &'static str,
) -> Vec<(DrawnField, &'static str)> {
    maze.grid.roads().filter(|&field| is(field)).map(|field| (place(maze, field), colour)).collect()
}

/// What refutes a claim, drawn.
fn evidence(solved: &SolvedMaze, outcome: &ClaimOutcome) -> Option<(MazeDrawing, &'static str)> {
    let SolvedMaze { maze, solution } = solved;
    let mut picture = plain(maze);
    let caption = match outcome {
        ClaimOutcome::NoWay(_) => {
            let reached = check::reached(maze, maze.entrance, None);
            picture.shaded = roads(maze, |field| reached[field], REACHED);
            "the coloured fields are all that the entrance leads to."
        }
        ClaimOutcome::SecondPath(path) => {
            let shortest = solution.path.as_deref().unwrap_or_default();
            picture.ways = vec![
                (places(maze, shortest), palette::BLUE),
                (places(maze, path), palette::VERMILION),
            ];
            "a shortest path, and another one."
        }
        ClaimOutcome::Cycle(cycle) => {
            let closed = cycle.iter().chain(cycle.first()).copied().collect::<Vec<usize>>();
            picture.ways = vec![(places(maze, &closed), palette::VERMILION)];
            "a cycle of roads."
        }
        ClaimOutcome::Unreached(field) => {
            picture.crossed = vec![place(maze, *field)];
            "no way leads to the field with the cross."
        }
        ClaimOutcome::Left { .. } => {
            layers(solved, &mut picture);
            "the orange fields are left, though no simple path uses them; the grey ones are filled."
        }
        _ => return None,
    };
    Some((picture, caption))
}

/// Colours what is filled, and what is left though no way uses it.
fn layers(solved: &SolvedMaze, picture: &mut MazeDrawing) {
    let SolvedMaze { maze, solution } = solved;
    let is = |layer: FieldLayer| move |field: usize| solution.layer(maze, field) == layer;
    picture.shaded = roads(maze, is(FieldLayer::Filled), FILLED);
    picture.shaded.extend(roads(maze, is(FieldLayer::Left), LEFT));
    let shortest = solution.path.as_deref().unwrap_or_default();
    picture.ways = vec![(places(maze, shortest), palette::BLUE)];
}

/// A search among all small mazes.
fn searched((search, counterexample): &Searched, number: usize, ready: &mut Ready) -> Markup {
    let SearchObject { claim, max_fields, mazes, no_open_squares, .. } = search;
    let (says, left) = match claim {
        FillingClaim::Complete => (
            "in every maze, each field that filling leaves is on a simple path",
            "left, and on no simple path.",
        ),
        FillingClaim::Sound => {
            ("in every maze, no field of a simple path is filled", "filled, and on a simple path.")
        }
    };
    let standing = if counterexample.is_some() { Finding::Refuted } else { Finding::Unknown };
    ready.standings.push(standing);
    let kind = if *no_open_squares { " without open 2×2 squares" } else { "" };
    let picture = counterexample.as_ref().map(|(solved, field)| {
        let mut picture = plain(&solved.maze);
        layers(solved, &mut picture);
        picture.crossed = vec![place(&solved.maze, *field)];
        let svg = picture.svg("The smallest maze that refutes the claim");
        let address = format!("pictures/search-{number}.svg");
        let alt = "The maze, with a cross on a field that refutes the claim.";
        ready.draw(address, svg, alt)
    });
    html! {
        section {
            h2 id={ "search-" (number) } { "Filling is " (claim.name()) @if *no_open_squares { ", " (kind.trim()) } }
            p { (standing.badge(standing.in_words())) " The claim: " (says) "." }
            @match picture {
                Some(picture) => {
                    figure {
                        (picture)
                        figcaption {
                            "The smallest maze" (kind) " that refutes it, found after "
                            (thousands(*mazes)) " mazes. The field with the cross is " (left)
                        }
                    }
                }
                None => p {
                    "None of the " (thousands(*mazes)) " mazes" (kind) " of up to " (max_fields)
                    " fields refutes it. That proves nothing about larger ones."
                }
            }
        }
    }
}
