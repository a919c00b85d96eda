//! Unsolved positions: an overview, and a page for each with the rule that would have helped drawn
//! over the board.

mod words;

use maud::{Markup, html};

use crate::address::{distinct, slug};
use crate::layout::ColumnHead::{Number, Words};
use crate::layout::{Page, SitePart, above, signed, table};
use crate::reports::{DeadMove, ProvedRule, Rescue, Unsolved, positions};
use crate::status::boards;
use crate::{Site, board_link};
use deadmove_core::board::Move;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::Verdict;
use deadmove_engine::judge::Fault;
use deadmove_report::minimise::MinimiseReport;
use deadmove_report::numbers::count;
use deadmove_report::rule::{Sheet, Sketch, picture_svg, svg};
use deadmove_report::{Picture, describe_reason, in_steps};
use deadmove_rules::text::write_rule;
use deadmove_rules::words::statement;
use words::{moves, saved, short_reason, situation, size};

/// A position with the address of its page.
struct ShownPosition {
    unsolved: Unsolved,
    /// Without the folder and the ending.
    address: String,
}

impl ShownPosition {
    fn page(&self) -> String {
        format!("unsolved/{}.html", self.address)
    }

    /// Where a drawing of one of its dead moves is.
    fn picture(&self, what: &str, dead: &DeadMove) -> String {
        format!("pictures/unsolved/{}-{}-{what}.svg", self.address, dead.direction.letter())
    }
}

/// The pages, and their drawings; none without reports.
pub fn pages(reports: &[MinimiseReport], site: &mut Site) -> Result<Vec<Page>, Fault> {
    let all = positions(reports)?;
    if all.is_empty() {
        return Ok(Vec::new());
    }
    // The overview is in the same folder.
    let wanted = all.iter().map(|unsolved| match slug(&unsolved.name) {
        name if name.eq_ignore_ascii_case("index") => "index-1".to_owned(),
        name => name,
    });
    let addresses = distinct(wanted.collect::<Vec<_>>());
    let all = all.into_iter().zip(addresses);
    let all: Vec<ShownPosition> =
        all.map(|(unsolved, address)| ShownPosition { unsolved, address }).collect();
    let mut pages = vec![overview(&all, site)];
    for (at, shown) in all.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &all[before]);
        pages.push(page(shown, before, all.get(at + 1), site));
    }
    Ok(pages)
}

fn overview(all: &[ShownPosition], site: &mut Site) -> Page {
    let live = all.iter().filter(|shown| shown.unsolved.is_live()).count();
    let saved =
        |is: fn(&Rescue) -> bool| all.iter().filter(|shown| is(&shown.unsolved.rescue())).count();
    let helped = saved(|rescue| matches!(rescue, Rescue::Saved(_)));
    let fine = saved(|rescue| *rescue == Rescue::NotNeeded);
    let heads = [
        Words("position"),
        Words("board"),
        Words("verdict"),
        Number("live steps"),
        Words("dead moves"),
        Words("why"),
        Words("rule"),
        Words("saved"),
    ];
    let body = html! {
        h1 { "Unsolved positions" }
        p.lead {
            "Positions that a program saved because its rules did not decide them. For each: which "
            "move is dead, why, and a rule that forbids it."
        }
        p {
            "Each rule is lifted from one dead move: of all that holds around the end of the line, "
            "it keeps what a proof needs. So it is proved for every board before it has been tried on "
            "any."
        }
        p {
            (count(all.len(), "position", "positions")) ": " (live) " live, " (all.len() - live)
    " dead. In " (helped) " the rules would have saved the line"
            @if fine > 0 { ", in " (fine) " no dead move was allowed" } "."
        }
        ul.cards {
            @for shown in all { (card(shown, site)) }
        }
        (table("Positions", &heads, html! { @for shown in all { (row(shown)) } }))
    };
    let (address, title) = ("unsolved/index.html".to_owned(), "Unsolved positions".to_owned());
    Page { address, title, part: SitePart::Unsolved, body }
}

/// The rule for the first dead move of a position, in small.
fn card(shown: &ShownPosition, site: &mut Site) -> Markup {
    let ShownPosition { unsolved, address } = shown;
    let rule = unsolved.shown().iter().find_map(|dead| Some((dead, dead.rule.as_ref()?)));
    let sketch = rule.and_then(|(dead, rule)| Some((dead, Sketch::of_rule(&rule.rule).pop()?)));
    let picture = sketch.map(|(dead, sketch)| {
        let svg = picture_svg(&unsolved.name, &sketch).document();
        site.drawing("../", &shown.picture("card", dead), svg, "")
    });
    html! {
        li.card {
            a href={ (address) ".html" } {
                span.picture { @if let Some(picture) = picture { (picture) } }
                span.name { (unsolved.name) }
            }
            (rescue(&unsolved.rescue()))
        }
    }
}

fn row(shown: &ShownPosition) -> Markup {
    let ShownPosition { unsolved, address } = shown;
    let dead = unsolved.shown();
    html! {
        tr {
            th scope="row" { a href={ (address) ".html" } { (unsolved.name) } }
            td { (board(unsolved)) }
            td { (if unsolved.is_live() { "live" } else { "dead" }) }
            td.number { (unsolved.position.path().len()) }
            td { (moves(&directions(dead))) }
            td { @for (at, dead) in dead.iter().enumerate() { @if at > 0 { "; " } (short_reason(&dead.reason)) } }
            td {
                @for (at, dead) in dead.iter().enumerate() {
                    @if at > 0 { "; " }
                    (dead.rule.as_ref().map_or_else(|| "none".to_owned(), size))
                }
            }
            td { (rescue(&unsolved.rescue())) }
        }
    }
}

fn directions(dead: &[DeadMove]) -> Vec<Move> {
    dead.iter().map(|dead| dead.direction).collect()
}

fn board(unsolved: &Unsolved) -> String {
    let board = unsolved.position.board();
    match board.width() == board.height() {
        true => boards(&[board.width().into()]),
        false => format!("{}×{}", board.width(), board.height()),
    }
}

/// Whether the rules would have saved the line, with a sign.
fn rescue(rescue: &Rescue) -> Markup {
    match rescue {
        Rescue::Saved(_) => signed("proved", "saved"),
        Rescue::NotNeeded => signed("vacuous", "not needed"),
        Rescue::Missed(_) => signed("wrong", "no rule"),
        Rescue::Stuck => signed("wrong", "stuck"),
        Rescue::Unrecorded => signed("unknown", "not recorded"),
    }
}

fn page(
    shown: &ShownPosition,
    before: Option<&ShownPosition>,
    next: Option<&ShownPosition>,
    site: &mut Site,
) -> Page {
    let unsolved = &shown.unsolved;
    let sections: Vec<Markup> =
        unsolved.shown().iter().map(|dead| section(shown, dead, site)).collect();
    let others = directions(&unsolved.dead[unsolved.shown().len()..]);
    let body = html! {
        (above(&[("index.html", "Unsolved positions")]))
        h1 { (unsolved.name) }
        p.lead { (situation(unsolved)) }
        p { strong { "Would the rule have saved the line? " } (saved(unsolved)) }
        p {
            a.button href=(board_link("../", &unsolved.position, None)) { "Open it on the board" }
        }
        @for section in &sections { (section) }
        @if !others.is_empty() {
            p { "Also dead, but not allowed: " (moves(&others)) "." }
        }
        nav aria-label="Other positions" {
            @if let Some(before) = before {
                p { "Before: " a href={ (before.address) ".html" } { (before.unsolved.name) } }
            }
            @if let Some(next) = next {
                p { "Next: " a href={ (next.address) ".html" } { (next.unsolved.name) } }
            }
        }
    };
    Page { address: shown.page(), title: unsolved.name.clone(), part: SitePart::Unsolved, body }
}

/// A dead move: the board with the rule, the rule, and the deduction.
fn section(shown: &ShownPosition, dead: &DeadMove, site: &mut Site) -> Markup {
    let unsolved = &shown.unsolved;
    let step = dead.direction;
    html! {
        section {
            h2 { (step) " is dead" }
            div.pair {
                (on_the_board(shown, dead, site))
                (after_it(shown, dead, site))
            }
            (why(unsolved, dead))
            @match &dead.rule {
                Some(rule) => (the_rule(shown, dead, rule, site)),
                None => p { "No rule was found that forbids it." },
            }
        }
    }
}

/// The board before the move, with the rule over it.
fn on_the_board(shown: &ShownPosition, dead: &DeadMove, site: &mut Site) -> Markup {
    let unsolved = &shown.unsolved;
    let sketch = dead.rule.as_ref().and_then(|rule| Sketch::of_match(&rule.rule, &rule.found));
    let step = dead.direction;
    let live = unsolved.live.iter().map(|(step, _)| (*step, Verdict::Live));
    let verdicts: Vec<(Move, Verdict)> = live.chain([(step, Verdict::Dead)]).collect();
    let picture = Picture {
        name: Some("Before the move"),
        verdict: Some(Verdict::Live),
        move_verdicts: &verdicts,
        rule: sketch.as_ref(),
        ..Picture::of(&unsolved.position)
    };
    let svg = deadmove_report::svg(&picture);
    let steps = count(unsolved.position.path().len(), "step", "steps");
    let alt = format!(
        "The {} board after {steps}, with the dead move {step}{}.",
        board(unsolved),
        if sketch.is_some() { " and the rule that forbids it" } else { "" }
    );
    html! { figure { (site.drawing("../", &shown.picture("board", dead), svg, &alt)) } }
}

fn the_rule(shown: &ShownPosition, dead: &DeadMove, rule: &ProvedRule, site: &mut Site) -> Markup {
    let svg = svg(&Sheet::of("The rule", &Sketch::of_rule(&rule.rule))).document();
    let address = shown.picture("rule", dead);
    let alt = "Picture of the rule. The sentences beside it say the same.";
    html! {
        h3 { "A rule that forbids it" }
        div.beside {
            div.words {
                p {
                    (signed("proved", "proved"))
                    " for every board; "
                    (size(rule)) "."
                }
                p { (statement(&rule.rule).sentences()) }
                details {
                    summary { "The text of the rule" }
                    pre { code { (write_rule(&rule.rule)) } }
                }
            }
            div.picture { figure { (site.drawing("../", &address, svg, alt)) } }
        }
    }
}

/// The board after the move, with the reason why it is dead.
fn after_it(shown: &ShownPosition, dead: &DeadMove, site: &mut Site) -> Markup {
    let after = shown.unsolved.position.after(dead.direction);
    let picture = Picture {
        name: Some("After the move"),
        verdict: Some(Verdict::Dead),
        reason: Some(&dead.reason),
        ..Picture::of(&after)
    };
    let svg = deadmove_report::svg(&picture);
    let alt = format!("The board after {}, with the reason why it is dead.", dead.direction);
    html! { figure { (site.drawing("../", &shown.picture("reason", dead), svg, &alt)) } }
}

/// Why the position after the move is dead, in words.
fn why(unsolved: &Unsolved, dead: &DeadMove) -> Markup {
    let live_end = unsolved.position.after(dead.direction).live_end();
    html! {
        h3 { "Why it is dead" }
        p { (describe_reason(&dead.reason, live_end)) "." }
        @if let Reason::Deduction(deduction) = &dead.reason {
            details {
                summary {
                    (count(deduction.steps.len(), "step", "steps"))
                    " of the deduction, with all cells"
                }
                ul.steps { @for step in in_steps(deduction, live_end) { li { (step) } } }
            }
        }
    }
}
