//! The page about sequences.

use crate::report::sequence::{RepairedSequence, SequenceVerdict, moves};
use crate::sequences::maze::{GridMoves, Maze};
use crate::sequences::moves::letters;
use deadmove_core::board::Move;
use deadmove_report::numbers::{count, thousands};
use deadmove_svg::palette;
use maud::{Markup, html};

use super::known::{KnownOfSize, sizes};
use super::{Says, SequenceReport};
use crate::report::Finding;
use crate::site::Ready;
use crate::site::drawing::{MazeDrawing, sheet};

/// Makes the page, if there are reports.
pub fn page(reports: &[SequenceReport], ready: &mut Ready) {
    if reports.is_empty() {
        return;
    }
    let mut sections = Vec::new();
    for known in sizes(reports) {
        if known.contradictory {
            ready.contradictory.push(format!("sequences for {}", shown(known.grid)));
        }
        sections.push(size(&known, ready));
    }
    let listed: Vec<&SequenceReport> = reports.iter().filter(|report| report.listed).collect();
    let content = html! {
        p.lead {
            "A maze is a grid of free fields and walls. A sequence of moves is executed from the "
            "upper left field; a move against a wall or the edge does nothing. It solves the maze "
            "if it visits the lower right field."
        }
        p {
            "The mazes of a size are all that have a way from the upper left to the lower right "
            "field. Up, down, left and right are u, d, l and r."
        }
        @for section in &sections { (section) }
        @if !listed.is_empty() {
            section {
                h2 #listed { "Mazes of a file" }
                p { "These claims are about a list of mazes, not about all of a size." }
                @for (at, report) in listed.iter().enumerate() {
                    (single(report, &format!("listed-{}", at + 1), false, ready))
                }
            }
        }
    };
    let about = "Which sequence of moves solves every solvable maze of a size, and how short can it \
                 be?";
    ready.add("sequences.html", "Sequences that solve every maze", about, content);
}

fn shown(grid: &GridMoves) -> String {
    format!("{}×{}", grid.width, grid.height)
}

/// What the reports say about all mazes of a size.
fn size(known: &KnownOfSize<'_>, ready: &mut Ready) -> Markup {
    let id = known.grid.to_string();
    let standing = known.standing();
    ready.standings.extend(standing);
    let pieces: Vec<Markup> = known
        .others
        .iter()
        .enumerate()
        .map(|(at, report)| {
            let id = format!("{id}-{}", at + 1);
            single(report, &id, known.contradictory, ready)
        })
        .collect();
    html! {
        section {
            h2 id=(id) { (shown(known.grid)) }
            @if let Some(number) = known.mazes {
                p { (count(number as usize, "maze has", "mazes have")) " a way." }
            }
            @if let Some(standing) = standing {
                (bounds((known.lower, known.best, known.hard), standing, known.grid, &id, ready))
            }
            @for piece in &pieces { (piece) }
        }
    }
}

/// How long a shortest sequence is.
fn bounds(
    (lower, best, hard): (usize, Option<&[Move]>, &[Maze]),
    standing: Finding,
    grid: &GridMoves,
    id: &str,
    ready: &mut Ready,
) -> Markup {
    let upper = best.map(<[Move]>::len);
    let words = match (standing, upper) {
        (Finding::Holds, Some(upper)) => format!("shortest: {}", moves(upper)),
        (Finding::Unknown, Some(upper)) => match lower {
            0 => format!("shortest: at most {}", moves(upper)),
            _ => format!("shortest: {lower} to {}", moves(upper)),
        },
        (Finding::Unknown, None) => format!("shortest: at least {}", moves(lower)),
        (standing, _) => standing.in_words().to_owned(),
    };
    let means = match standing {
        Finding::Holds => "A sequence of this length solves all of them, and no shorter one does.",
        Finding::Contradictory => "Reports contradict each other. One of them is wrong.",
        _ => "What lies between the bounds is not decided.",
    };
    let picture = (!hard.is_empty()).then(|| {
        let mazes: Vec<MazeDrawing> = hard.iter().map(|maze| plain(grid, *maze)).collect();
        let svg = sheet(&mazes, "Mazes that no shorter sequence solves together");
        ready.draw(format!("pictures/{id}-bound.svg"), svg, "The mazes, each from the upper left.")
    });
    html! {
        p { (standing.badge(&words)) " " (means) }
        @if let Some(best) = best {
            p { "The shortest that is known, " (moves(best.len())) ":" }
            (sequence(&letters(best), &[]))
        }
        @if let Some(picture) = picture {
            details {
                summary {
                    "The lower bound: " (count(hard.len(), "maze", "mazes"))
                    ", which no sequence of fewer than " (moves(lower)) " solves together"
                }
                figure { (picture) }
            }
        }
    }
}

/// What a report says about a single sequence, or about the mazes of a file.
fn single(report: &SequenceReport, id: &str, contradictory: bool, ready: &mut Ready) -> Markup {
    let of = match report.listed {
        true => {
            let mazes = count(report.mazes.unwrap_or_default() as usize, "maze", "mazes");
            format!("{mazes} of a file, {}", shown(&report.grid))
        }
        false => format!("all solvable mazes of {}", shown(&report.grid)),
    };
    let none = report.mazes == Some(0);
    let known = |standing: Finding| match contradictory {
        true => Finding::Contradictory,
        false if none => Finding::Vacuous,
        false => standing,
    };
    let standing = known(match &report.says {
        // The number stands above.
        Says::Counted => return html! {},
        Says::Verified(of) => match of.verdict {
            SequenceVerdict::Solves => Finding::Holds,
            SequenceVerdict::Fails => Finding::Refuted,
            SequenceVerdict::Unknown => Finding::Unknown,
        },
        Says::Bounds(of) if of.upper != Some(of.lower) => Finding::Unknown,
        Says::Repaired(of) if of.sequence.is_none() => Finding::Unknown,
        Says::Bounds(_) | Says::Repaired(_) | Says::Shortened(_) => Finding::Holds,
    });
    ready.standings.push(standing);
    let badge = standing.badge(standing.in_words());
    match &report.says {
        Says::Verified(verified) => {
            let goal = if verified.perfect { "end on the goal" } else { "visit the goal" };
            let says = match verified.verdict {
                SequenceVerdict::Solves => format!("Its moves {goal} of {of}."),
                SequenceVerdict::Fails => {
                    format!("Its moves do not {goal} of {of}; not of this one:")
                }
                SequenceVerdict::Unknown => {
                    format!("Whether its moves {goal} of {of} is not decided.")
                }
            };
            html! {
                h3 id=(id) { "A sequence of " (moves(verified.length)) }
                (sequence(&verified.sequence, &[]))
                p { (badge) " " (says) }
                @if let Some(unsolved) = &verified.unsolved {
                    (picture(report, unsolved.number, id, ready))
                }
            }
        }
        Says::Repaired(RepairedSequence {
            before, at_least, inserted, sequence: whole, ..
        }) => html! {
            h3 id=(id) { "A sequence of " (moves(before.len())) " to be repaired" }
            @match (inserted, whole) {
                (Some(inserted), Some(whole)) => {
                    p {
                        (badge) " With " (moves(inserted.len())) " put in, and not with fewer, it "
                        "solves " (of) "."
                    }
                    (sequence(whole, inserted))
                }
                _ => {
                    p {
                        (badge) " At least " (moves(*at_least)) " have to be put in for it to solve "
                        (of) "."
                    }
                    (sequence(before, &[]))
                }
            }
        },
        Says::Bounds(bounds) => {
            let lengths = (bounds.lower, report.moves.as_deref(), report.shown.as_slice());
            html! {
                h3 id=(id) { "A shortest sequence for " (of) }
                (self::bounds(lengths, standing, &report.grid, id, ready))
            }
        }
        Says::Shortened(shortened) => html! {
            h3 id=(id) { "A sequence of " (moves(shortened.before)) " to be shortened" }
            p {
                (badge) " " (moves(shortened.length)) " solve " (of)
                ". Whether fewer do is not said."
            }
            (sequence(&shortened.sequence, &[]))
        },
        Says::Counted => html! {},
    }
}

/// The letters of a sequence; those that were put in are marked.
fn sequence(letters: &str, inserted: &[usize]) -> Markup {
    html! {
        p {
            code {
                @for (number, step) in (1..).zip(letters.chars()) {
                    @if inserted.contains(&number) { ins { (step) } } @else { (step) }
                }
            }
        }
    }
}

fn plain(grid: &GridMoves, maze: Maze) -> MazeDrawing {
    let rows = maze.rows(grid);
    let roads = rows.iter().map(|row| row.chars().map(|sign| sign == '.').collect());
    MazeDrawing { roads: roads.collect(), ..MazeDrawing::default() }
}

/// A maze that a sequence does not solve, with the way that it takes.
fn picture(report: &SequenceReport, number: Option<usize>, id: &str, ready: &mut Ready) -> Markup {
    let (grid, maze) = (&report.grid, report.shown[0]);
    let place = |field: usize| (field % grid.width, field / grid.width);
    let moves = report.moves.as_deref().unwrap_or_default();
    let way: Vec<_> = maze.trace(grid, moves).into_iter().map(place).collect();
    let last = way[moves.len()];
    let picture = MazeDrawing {
        ends: Some(((0, 0), place(grid.goal()))),
        ways: vec![(way, palette::BLUE)],
        ..plain(grid, maze)
    };
    let svg = picture.svg("A maze that the sequence does not solve, with its way");
    let address = format!("pictures/{id}.svg");
    let alt = format!(
        "The maze; the way from the upper left field ends in column {}, row {}.",
        last.0 + 1,
        last.1 + 1
    );
    let picture = ready.draw(address, svg, &alt);
    html! {
        figure {
            (picture)
            figcaption {
                @if let Some(number) = number { "Maze " (thousands(number as u64)) " of the file. " }
                "The line is the way of the sequence, from the dot to its end. The frame is the goal."
            }
        }
    }
}
