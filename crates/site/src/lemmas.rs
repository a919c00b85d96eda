//! The five lemmas: a page for each, with a deduction that uses it.

use maud::{Markup, html};

use crate::layout::{Page, SitePart, above};
use crate::{Site, board_link};
use deadmove_core::board::{Board, from_letters};
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limits, Outcome};
use deadmove_engine::judge::{Engine, Fault, judge};
use deadmove_report::{Picture, describe_reason, in_steps, svg};

/// A lemma in words, with a dead position that shows it.
struct LemmaInWords {
    /// Its name in rule files, and in the address of its page.
    key: &'static str,
    name: &'static str,
    says: &'static str,
    contradiction: &'static str,
    why: &'static str,
    /// The side of a square board, and a path on it.
    example: (usize, &'static str),
}

/// Statements and proofs are those of docs/explanation/lemmas.md, shorter.
const LEMMAS: [LemmaInWords; 5] = [
    LemmaInWords {
        key: "degree",
        name: "Degree",
        says: "A cell with exactly as many edges left as it needs uses them all, and a cell that \
               has all it needs uses no other.",
        contradiction: "Fewer edges are left at a cell than it needs, or more are in use.",
        why: "The line enters and leaves every cell once: two edges, and one at either end.",
        example: (5, "RRDLD"),
    },
    LemmaInWords {
        key: "small-loop",
        name: "Small loop",
        says: "An edge that would close a loop of used edges is not used, unless the loop has all \
               cells.",
        contradiction: "Used edges form a loop without all cells.",
        why: "A line that visits every cell once contains no loop.",
        example: (9, "DRURRDLDLLDRDLDRRDRDLLULDDRRRRURDRRULURUUUUULLDRDD"),
    },
    LemmaInWords {
        key: "cut-off",
        name: "Cut-off",
        says: "Cells that are joined to the others by way of one cell at most cannot all be \
               visited.",
        contradiction: "There are such cells, and the end cell is not among them.",
        why: "The line would have to come back through the cell by which it entered them.",
        example: (7, "RRRRDDRRD"),
    },
    LemmaInWords {
        key: "colour",
        name: "Colour",
        says: "In every region the edges that leave it make up for the difference of its black and \
               white cells; if only one choice of these edges can, it is made.",
        contradiction: "The edges that may leave a region cannot make up for the difference.",
        why: "Every step changes the colour, so inside a region black and white cells are visited \
              in turn.",
        example: (9, "RRRRRDDDDLLLL"),
    },
    LemmaInWords {
        key: "two-edge-cut",
        name: "Two-edge cut",
        says: "If only two edges lead out of a region, both are used.",
        contradiction: "Fewer than two edges lead out of a region.",
        why: "With an edge from its end back to its beginning the line is a closed one, which \
              leaves a region and comes back over another edge.",
        example: (
            11,
            "DDDRRRULLUURDRURRRRRDDRUURDDDLLDRRDDLULDLDRRRDLLLLLLULDLDLUURULURRDRRDRUURUULDL",
        ),
    },
];

/// The name and the page of a lemma.
pub fn page_of(key: &str) -> Option<(&'static str, String)> {
    let lemma = LEMMAS.iter().find(|lemma| lemma.key == key)?;
    Some((lemma.name, format!("lemmas/{key}.html")))
}

/// Where the drawing of a lemma is.
pub fn picture_of(key: &str) -> String {
    format!("pictures/lemmas/{key}.svg")
}

/// The pages, and their drawings.
pub fn pages(site: &mut Site) -> Result<Vec<Page>, Fault> {
    let mut pages = vec![overview()];
    for lemma in &LEMMAS {
        pages.push(page(lemma, site)?);
    }
    Ok(pages)
}

fn overview() -> Page {
    let body = html! {
        h1 { "Lemmas" }
        p.lead {
            "Five lemmas decide edges of a position, again and again until nothing changes: the "
            "line must, or cannot, go from a cell to its neighbour. A contradiction proves that the "
            "position is dead."
        }
        p {
            "They read the whole board, and hold on boards of any shape, with any start, end and "
            "blocked cells. That is proved by hand, on their pages in a sentence; every deduction "
            "that is shown here was checked step by step by a program that shares no code with the "
            "one that found it."
        }
        dl.list {
            @for lemma in &LEMMAS {
                dt { a href={ (lemma.key) ".html" } { (lemma.name) } }
                dd { (lemma.says) }
            }
        }
        p {
            "Where the five find nothing, an edge is "
            em { "probed" }
            ": it is supposed to be used, and if that leads to a contradiction, it is not used."
        }
    };
    let (address, title) = ("lemmas/index.html".to_owned(), "Lemmas".to_owned());
    Page { address, title, part: SitePart::Lemmas, body }
}

fn position(lemma: &LemmaInWords) -> Position {
    let (side, path) = lemma.example;
    let board = Board::corner_to_corner(side, side).expect("a board of that size");
    let path = from_letters(path).expect("a path of moves");
    Position::from_path(board.into(), &path).expect("a path on its board")
}

/// Why the position of a lemma is dead, with the number of live steps before.
fn decided(position: &Position) -> Result<(Option<Reason>, Option<usize>), Fault> {
    let judgement = judge(position, Engine::Sat, &Limits::default())?;
    let turning = judgement.turning.live_moves(position.path().len());
    match judgement.answer {
        Outcome::Dead(reason) => Ok((Some(reason), turning)),
        Outcome::Live(_) | Outcome::Unknown(_) => Ok((None, turning)),
    }
}

fn page(lemma: &LemmaInWords, site: &mut Site) -> Result<Page, Fault> {
    let address = format!("lemmas/{}.html", lemma.key);
    let position = position(lemma);
    let (reason, turning_point) = decided(&position)?;
    let example = reason.map(|reason| example(lemma, &position, &reason, turning_point, site));
    let body = html! {
        (above(&[("index.html", "Lemmas")]))
        h1 { (lemma.name) }
        p.lead { (lemma.says) }
        dl {
            dt { "Contradiction" } dd { (lemma.contradiction) }
            dt { "Why it holds" } dd { (lemma.why) }
            dt { "In a rule file" } dd { code { "lemma " (lemma.key) } }
        }
        @if let Some(example) = example { (example) }
    };
    Ok(Page { address, title: lemma.name.to_owned(), part: SitePart::Lemmas, body })
}

fn example(
    lemma: &LemmaInWords,
    position: &Position,
    reason: &Reason,
    turning_point: Option<usize>,
    site: &mut Site,
) -> Markup {
    let svg = svg(&Picture { reason: Some(reason), turning_point, ..Picture::of(position) });
    let picture = picture_of(lemma.key);
    let sentence = describe_reason(reason, position.live_end());
    let steps = match reason {
        Reason::Deduction(deduction) => in_steps(deduction, position.live_end()),
        _ => Vec::new(),
    };
    let alt = "The board with the line, and the cells and edges of the deduction below.";
    html! {
        section {
            h2 { "A dead position" }
            figure { (site.drawing("../", &picture, svg, alt)) }
            @match steps.split_last() {
                None => p { "It is dead: " (sentence) "." },
                Some((last, steps)) => {
                    p { "It is dead. Cells are named by column and row:" }
                    // Each step begins with its number.
                    ul.steps {
                        @for step in steps { li { (step) "." } }
                        li { (last) "." }
                    }
                }
            }
            p { a.button href=(board_link("../", position, Some("lemmas"))) { "Open it on the board" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadmove_core::deduction::{Because, Contradiction};

    /// Whether a reason uses a lemma.
    fn uses(reason: &Reason, key: &str) -> bool {
        let key_of = |because: &Because| match because {
            Because::Degree { .. } => "degree",
            Because::SmallLoop { .. } => "small-loop",
            Because::Colour { .. } => "colour",
            Because::TwoEdgeCut { .. } => "two-edge-cut",
            Because::Probe { .. } => "probe",
        };
        match reason {
            Reason::DeadEnd { .. } => key == "degree",
            Reason::CutOff { .. } => key == "cut-off",
            Reason::Colour { .. } => key == "colour",
            Reason::Deduction(deduction) => {
                let end = match deduction.contradiction {
                    Contradiction::Degree { .. } => "degree",
                    Contradiction::SmallLoop { .. } => "small-loop",
                    Contradiction::CutOff { .. } => "cut-off",
                    Contradiction::Colour { .. } => "colour",
                };
                end == key || deduction.steps.iter().any(|step| key_of(&step.because) == key)
            }
            Reason::Loops { .. } | Reason::Search { .. } => false,
        }
    }

    #[test]
    fn the_position_of_each_lemma_is_dead_by_it() {
        for lemma in &LEMMAS {
            let (reason, turning) = decided(&position(lemma)).unwrap();
            let reason = reason.expect("a dead position");
            assert!(uses(&reason, lemma.key), "{}: {reason:?}", lemma.key);
            assert!(turning.is_some(), "{}", lemma.key);
        }
    }

    #[test]
    fn every_lemma_of_the_language_has_a_page() {
        let mut names: Vec<&str> = deadmove_rules::lemmas::Lemmas::ALL.names().collect();
        let mut pages: Vec<&str> = LEMMAS.iter().map(|lemma| lemma.key).collect();
        names.sort_unstable();
        pages.sort_unstable();
        assert_eq!(names, pages);
    }
}
