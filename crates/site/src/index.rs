//! The start page: what this is, what is settled, and how many rules have which status.

use maud::{Markup, html};

use crate::layout::{Page, SitePart};
use crate::sets::SetShown;
use crate::status::{Status, boards};
use crate::{Book, Site, lemmas};
use deadmove_core::board::{Board, Move};
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Outcome, Verdict};
use deadmove_engine::sat;
use deadmove_hunt::twins::{Twin, Wire};
use deadmove_report::Picture;
use deadmove_report::numbers::count;

/// The set that decides 9×9.
const NINE: &str = "mined-9";
/// How many of its rules are shown.
const SHOWN: usize = 6;
const LEMMA_SHOWN: &str = "A dead position, and the regions in which black and white cells differ.";

/// The page, and its drawing; the pages of the lemmas must have theirs.
pub fn page(book: &Book<'_>, sets: &[SetShown<'_>], site: &mut Site) -> Page {
    let nine = Board::corner_to_corner(9, 9).expect("a board of that size");
    let board = crate::board_link("", &Position::start(nine.into()), None);
    let body = html! {
        h1 { "Which moves are dead?" }
        p.lead {
            "A line is drawn through every cell of a board, one step at a time, from the upper left "
            "corner to the lower right one. A move is "
            strong { "dead" }
            " if the line can no longer be completed after it, else "
            strong { "live" }
            ". A rule names dead moves by what the board looks like around the end of the line."
        }
        p {
            "This site shows rules, whether they are right, and how that is known. "
            a href=(board) { "Open the board" }
            " and draw a line yourself."
        }
        (settled(book, sets))
        (explained(site))
        (infinite(site))
        (counts(book))
    };
    let (address, title) = ("index.html".to_owned(), "deadmove".to_owned());
    Page { address, title, part: SitePart::Start, body }
}

/// The sets that are complete somewhere; without a report about any, what the file of the set that
/// decides 9×9 states.
fn settled(book: &Book<'_>, sets: &[SetShown<'_>]) -> Markup {
    let settled: Vec<(&SetShown<'_>, Vec<usize>)> =
        sets.iter().map(|set| (set, set.settles())).filter(|(_, on)| !on.is_empty()).collect();
    let stated = sets.iter().find(|set| set.name() == NINE);
    html! {
        @if !settled.is_empty() {
            section {
                h2 { "What is settled" }
                p {
                    "These sets forbid every dead move of every live position on these boards, and "
                    "no live one. Whoever follows one of them never gets stuck there."
                }
                ul {
                    @for (set, on) in &settled {
                        li { a href=(set.page()) { (set.name()) } ": complete on " (boards(on)) }
                    }
                }
                @if let Some((set, _)) = settled.first() { (set.pictures(book, "rules/", SHOWN)) }
            }
        } @else if let Some((set, about)) = stated.and_then(|set| Some((set, set.stated()?))) {
            section {
                h2 { "What is settled" }
                p {
                    a href=(set.page()) { (set.name()) } ": " (about)
                    " So its file states; this command makes a certificate of it:"
                }
                pre {
                    code { "deadmove certify " (NINE) " --size 9 --engine list --out certificate" }
                }
                (set.pictures(book, "rules/", SHOWN))
            }
        }
    }
}

/// Why moves are dead: a lemma with its deduction.
fn explained(site: &Site) -> Markup {
    const LEMMA: &str = "colour";
    html! {
        @if let Some(picture) = site.shown(&lemmas::picture_of(LEMMA), LEMMA_SHOWN) {
            section {
                h2 { "Why a move is dead" }
                p {
                    "On boards up to 9×9 every dead move follows from "
                    a href="lemmas/index.html" { "five lemmas" }
                    ": each decides edges that the line must or cannot use, until two of them "
                    "contradict each other. Here cells are counted by colour."
                }
                figure { (picture) }
            }
        }
    }
}

/// Two positions that no rule of a reach tells apart: the one in which the move down is live.
fn infinite(site: &mut Site) -> Markup {
    const REACH: usize = 5;
    let (wire, station) = Wire::for_reach(REACH);
    let notched = wire.position(Twin::Notched(station)).expect("a board of that size");
    let down = notched.after(Move::Down);
    let rest = match sat::solve(&down, &Budget::new(&Limits::default())) {
        Outcome::Live(rest) => rest,
        other => unreachable!("down is live, not {:?}", other.verdict()),
    };
    let witness: Vec<Move> = std::iter::once(Move::Down).chain(rest).collect();
    let verdict = Some(Verdict::Live);
    let picture = Picture { verdict, witness: Some(&witness), ..Picture::of(&notched) };
    let drawn = deadmove_report::svg(&picture);
    let alt = "A wire of free cells in a drawn board, with a completion of the line through it.";
    let side = wire.side();
    html! {
        section {
            h2 { "Do the rules get infinitely complex?" }
            p {
                "If they are to forbid exactly the dead moves, yes. For every distance there are "
                "two positions that no rule tells apart whose cells lie within it of the live "
                "end, and a move that is dead in one and live in the other: the free cells are a "
                "wire that carries one bit past any distance. So no finite set of rules, nor of "
                "families with distances as parameters, is exact on all boards. Below, on "
                (boards(&[side])) ", the move down is live. It is dead if two cells farther than "
                (REACH) " from the live end are drawn."
            }
            p { a href=(crate::board_link("", &notched, None)) { "Open it on the board" } }
            figure { (site.drawing("", "pictures/infinite.svg", drawn, alt)) }
            p { "This command makes such positions, and certificates that they look alike:" }
            pre { code { "deadmove lab twins --reach " (REACH) " --out twins --certificate certified" } }
        }
    }
}

/// How many rules have which status.
fn counts(book: &Book<'_>) -> Markup {
    let number = |key: &str| book.rules.iter().filter(|s| s.status.key() == key).count();
    html! {
        section {
            h2 { "Rules by status" }
            @if book.rules.is_empty() {
                p { "This site was made without rules." }
            } @else {
                ul.counts {
                    @for (key, words) in Status::KEYS.iter().filter(|(key, _)| number(key) > 0) {
                        li {
                            a.{ "is-" (key) } href={ "rules/index.html#status=" (key) } {
                                span.number { (number(key)) }
                                span {
                                    span.sign aria-hidden="true" { (Status::sign(key)) }
                                    " " (words)
                                }
                            }
                        }
                    }
                }
                p {
                    "Of " (count(book.rules.len(), "rule or family", "rules and families")) ". "
                    strong { "Proved" }
                    " means: for every rectangular board from corner to opposite corner, without "
                    "blocked cells. "
                    strong { "Stated to be proved" }
                    ": it is in the set of proved rules, and no report here repeats the proof. "
                    strong { "Sound" }
                    " means: on the boards that are named, it forbids dead moves and no live one. "
                    strong { "Vacuous" }
                    ": it forbids no move of any live position there, so nothing was tested."
                }
            }
        }
    }
}
