//! The page of a rule or family: its picture, what it says, whether that is right, and what is like
//! it.

use maud::{Markup, PreEscaped, html};

use crate::evidence::KnownOfRule;
use crate::layout::ColumnHead::{self, Number, Words};
use crate::layout::{Page, SitePart, above, badge, signed, table};
use crate::rules::anchor;
use crate::status::{ProofAnswer, Status, boards};
use crate::tried::position_of_source;
use crate::{Book, ShownRule, Site, board_link};
use deadmove_core::board::Board;
use deadmove_core::files::Shown;
use deadmove_core::position::Position;
use deadmove_core::verdict::Verdict;
use deadmove_engine::judge::Fault;
use deadmove_report::check;
use deadmove_report::command::words as shell_words;
use deadmove_report::numbers::{count, thousands};
use deadmove_report::rule::{Expansion, Sheet, Sketch, signs_svg, svg};
use deadmove_rules::RuleFile;
use deadmove_rules::family::Family;
use deadmove_rules::geometry::Placements;
use deadmove_rules::model::Sizes;
use deadmove_rules::words::{self, family as in_words};
use deadmove_verify::check::RuleVerdict;
use deadmove_verify::confirm::confirm;

/// The width of drawings, so that their words can be read on a phone.
const WIDTH: f64 = 440.0;
/// Members of a family that are listed.
const MEMBERS: usize = 200;

/// The page, and its drawings.
pub fn page(book: &Book<'_>, shown: &ShownRule<'_>, site: &mut Site) -> Result<Page, Fault> {
    let address = shown.page();
    let root = crate::address::root(&address);
    let file = &shown.entry.file;
    let head = file.rule_file.head();
    let family = matches!(file.rule_file, RuleFile::Family(_));
    let position =
        shown.tried.clone().unwrap_or_else(|| Position::start(board_of(head.sizes).into()));
    // The board opens on the line of a source where the rule matches it last.
    let elsewhere = |origin: &Position| {
        let opened = shown.tried.as_ref().filter(|tried| tried.board() == origin.board());
        opened.is_none_or(|opened| !origin.path().starts_with(opened.path()))
    };
    let overview = format!("{root}rules/index.html");
    let group = format!("{overview}#{}", anchor(shown.family));
    let body = html! {
        (above(&[(&overview, "Rules"), (&group, shown.family)]))
        h1 { (head.name) }
        p { (badge(shown.status.key(), &shown.status.words())) @if family { " " span.kind { "family" } }
            @if shown.known.counterexample.is_some() { " " a href="#counterexample" { "see the counterexample" } }
        }
        div.beside {
            div.words {
                @match &file.rule_file {
                    RuleFile::Rule(rule) => p.lead { (words::statement(rule).sentences()) },
                    RuleFile::Family(family) => (family_in_words(family)),
                }
                p { a.button href=(board_link(&root, &position, Some(&shown.entry.relative))) { "Try it on the board" } " "
                    // The script of the page adds the address, with the text of the file.
                    a #change hidden { "Change it in the playground" } }
            }
            div.picture {
                figure {
                    (sheet(&file.rule_file))
                }
                details {
                    summary { "What the signs mean" }
                    figure { (site.drawing(&root, "pictures/signs.svg", signs_svg(WIDTH).document(), "Every sign of the pictures with its meaning.")) }
                }
            }
            (status(shown, family))
        }
        (counterexample(shown, &root, site)?)
        @if let RuleFile::Family(family) = &file.rule_file { (claims(family)) }
        (like(book, shown, &root, &group))
        section {
            h2 { "About the rule" }
            dl {
                dt { "Claims to hold" } dd { (words::sizes(head.sizes)) }
                dt { "Applied" } dd { (words::placements(head.placements)) }
                @for source in &head.sources {
                    dt { "Source" }
                    dd {
                        (source)
                        @if let Some(origin) = position_of_source(source).filter(elsewhere) {
                            " " a href=(board_link(&root, &origin, Some(&shown.entry.relative))) { "See the position" }
                        }
                    }
                }
                @for remark in &head.remarks { dt { "Remark" } dd { (remark) } }
                dt { "File" } dd { code { (shown.entry.relative) } }
            }
            details {
                summary { "The text of the file" }
                pre { code #text { (file.rule_file.write()) } }
            }
        }
    };
    Ok(Page { address, title: head.name.clone(), part: SitePart::Rules, body })
}

/// A board that the rule claims to hold for, on which it is interesting.
fn board_of(sizes: Sizes) -> Board {
    let side = match sizes {
        Sizes::All => 9,
        Sizes::Only(side) | Sizes::From(side) => usize::from(side).clamp(3, 31),
    };
    Board::corner_to_corner(side, side).expect("a board of that size")
}

/// The picture, with its placements if these are not all.
fn sheet(file: &RuleFile) -> Markup {
    let title = &file.head().name;
    let (pictures, placements) = match file {
        RuleFile::Rule(rule) => {
            let some = rule.head.placements != Placements::ALL;
            let placements = some.then(|| Sketch::placements(rule, false));
            (Sketch::of_rule(rule), placements.unwrap_or_default())
        }
        RuleFile::Family(family) => {
            let expansions = family.pictures.iter().filter_map(|p| Expansion::of(family, p).ok());
            (expansions.flat_map(|expansion| expansion.pictures).collect(), Vec::new())
        }
    };
    let placements = &placements;
    let pictures = Sheet::of(title, &pictures);
    PreEscaped(svg(&Sheet { placements, explained: false, width: WIDTH, ..pictures }).element())
}

fn family_in_words(family: &Family) -> Markup {
    let claims: usize = family.cases.iter().map(|case| case.claims.len()).sum();
    html! {
        p.lead {
            "A family of " (count(claims, "claim", "claims")) ": "
            (in_words::parameters(family).join("; ")) "."
        }
        p { "Every claim asks that" }
        ul { @for condition in in_words::pattern(&family.pattern) { li { (condition) } } }
        @for exception in &family.unless {
            p { "No claim applies if also" }
            ul { @for condition in in_words::pattern(exception) { li { (condition) } } }
        }
    }
}

fn claims(family: &Family) -> Markup {
    html! {
        section {
            h2 { "Claims" }
            p { (in_words::SURPLUS) }
            div.wide tabindex="0" role="group" aria-label="Claims" {
                table {
                    thead { tr { th scope="col" { "claim" } th scope="col" { "when" } th scope="col" { "forbids" } } }
                    @for case in &family.cases {
                        tbody {
                            tr { th.case colspan="3" scope="rowgroup" { (in_words::case(case)) } }
                            @if case.claims.is_empty() {
                                tr { td { "–" } td {} td { "nothing" } }
                            }
                            @for claim in &case.claims {
                                tr {
                                    td { (claim.name) }
                                    td { (in_words::claim_condition(claim)) }
                                    td { (in_words::claim_forbids(claim)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The word for a verdict, and the key of the status it is like.
fn verdict(verdict: Option<RuleVerdict>) -> Markup {
    let (key, word) = match verdict {
        Some(RuleVerdict::Sound) => ("sound", "sound"),
        Some(RuleVerdict::Unsound) => ("wrong", "wrong"),
        Some(RuleVerdict::Vacuous) => ("vacuous", "vacuous"),
        Some(RuleVerdict::Unknown) => ("unknown", "open"),
        None => ("contradictory", "contradictory"),
    };
    signed(key, word)
}

fn status(shown: &ShownRule<'_>, family: bool) -> Markup {
    let KnownOfRule { facts, boards: rows, members, .. } = &shown.known;
    let most = if family { "up to " } else { "" };
    let mut heads = vec![
        Words("board"),
        Words("verdict"),
        Number("dead moves it forbids"),
        Number("live moves it forbids"),
    ];
    heads.extend(family.then_some(Number("claims there")));
    html! {
        section.status {
            h2 { "Status" }
            p { (shown.status.sentence(family)) }
            @if shown.known.other_state {
                p { "A report is about a rule of this name with another text, which says nothing about this one." }
            }
            @if let Some(tally) = proof_tally(&facts.proofs) { p { (tally) } }
            @if let Some(side) = facts.stated_wrong {
                p { "Its file says: wrong since " (side) "×" (side) "." }
                @if shown.known.counterexample.is_none() {
                    @let file = shown.entry.file.path.shown();
                    p { "This command shows a counterexample, and makes a report of it:" }
                    pre { code { "deadmove check " (shell_words(&[&file])) " --size " (side) " --json" } }
                }
            }
            @if !rows.is_empty() {
                (table("Verdicts by board", &heads, html! {
                    @for row in rows {
                        tr {
                            th scope="row" { (boards(&[row.side])) }
                            td { (verdict(row.verdict)) }
                            @match row.forbids {
                                Some((dead, live)) => {
                                    td.number { @if dead > 0 { (most) } (thousands(dead)) }
                                    td.number { @if live > 0 { (most) } (thousands(live)) }
                                }
                                None => { td.number { "not counted" } td.number { "not counted" } }
                            }
                            @if family { td.number { (row.claims) } }
                        }
                    }
                }))
            }
            @if !members.is_empty() { (member_table(shown)) }
            @if matches!(shown.status, Status::NotChecked | Status::StatedProved) && rows.is_empty() {
                @let file = shown.entry.file.path.shown();
                p { "These commands make reports about it:" }
                pre { code { "deadmove check " (shell_words(&[&file])) " --size 7 --json\ndeadmove prove " (shell_words(&[&file])) " --json" } }
            }
        }
    }
}

/// What `prove` says about the claims one by one, in a sentence.
fn proof_tally(proofs: &[Option<ProofAnswer>]) -> Option<String> {
    let number =
        |is: fn(&Option<ProofAnswer>) -> bool| proofs.iter().filter(|proof| is(proof)).count();
    let parts = [
        (number(|proof| *proof == Some(ProofAnswer::Proved)), "proved"),
        (number(|proof| *proof == Some(ProofAnswer::Vacuous)), "never matching"),
        (number(|proof| matches!(proof, Some(ProofAnswer::Refuted(_)))), "wrong"),
        (number(|proof| *proof == Some(ProofAnswer::Contradictory)), "contradictory"),
        (number(|proof| *proof == Some(ProofAnswer::Open)), "open"),
        (number(Option::is_none), "not asked about"),
    ];
    let asked = proofs.iter().any(Option::is_some);
    let parts = parts.iter().filter(|(number, _)| *number > 0);
    let parts: Vec<String> = parts.map(|(number, word)| format!("{number} {word}")).collect();
    let claims = count(proofs.len(), "claim", "claims");
    asked.then(|| {
        format!("For every board, {claims}, one for each forbidden move: {}.", parts.join(", "))
    })
}

/// The members of a family with their verdicts.
fn member_table(shown: &ShownRule<'_>) -> Markup {
    let KnownOfRule { boards: rows, members, .. } = &shown.known;
    let sides: Vec<String> = rows.iter().map(|row| boards(&[row.side])).collect();
    let heads = std::iter::once("member").chain(sides.iter().map(String::as_str));
    let heads: Vec<ColumnHead<'_>> = heads.map(Words).collect();
    html! {
        details {
            summary { (count(members.len(), "member", "members")) " of the family, one by one" }
            (table("Verdicts by member", &heads, html! {
                @for (name, verdicts) in members.iter().take(MEMBERS) {
                    tr {
                        th scope="row" { (name) }
                        @for of_board in verdicts {
                            td { @if of_board.is_some() { (verdict(*of_board)) } }
                        }
                    }
                }
            }))
            @if members.len() > MEMBERS {
                p { "And " (members.len() - MEMBERS) " more." }
            }
        }
    }
}

/// A live move that the rule forbids: the board with the rule over it, and its completion.
fn counterexample(shown: &ShownRule<'_>, root: &str, site: &mut Site) -> Result<Markup, Fault> {
    let Some((example, rule)) = &shown.known.counterexample else { return Ok(html! {}) };
    let confirmed = confirm(example, Verdict::Live)?;
    let sketch = check::sketch(&confirmed, rule);
    let svg = check::svg(&confirmed, &rule.head.name, sketch.as_ref());
    let address = format!("pictures/counterexamples/{}.svg", shown.address);
    let board = boards(&[example.size]);
    let steps = count(example.path.len(), "step", "steps");
    let after = confirmed.position.after(example.direction).live_end();
    let alt = format!(
        "The {board} board after {steps}, with the rule over it, the forbidden move to {after}, and \
         a completion that begins with it."
    );
    let link = board_link(root, &confirmed.position, Some(&shown.entry.relative));
    let file = shown.entry.file.path.shown();
    Ok(html! {
        section {
            h2 #counterexample { "Counterexample" }
            p {
                "On " (board) ", after " (steps) ", it forbids the move to " (after)
                ". The line can be completed after this move, so the rule is wrong."
            }
            figure { (site.drawing(root, &address, svg, &alt)) }
            p { a.button href=(link) { "Open it on the board" } }
            pre { code { (check::command(&confirmed, &shell_words(&[&file]))) } }
        }
    })
}

/// The size of a family up to which the page of each rule lists all others, so that pages stay
/// small.
const MOST_LISTED: usize = 20;

/// Rules like it, and those of its folder, which the overview lists at `group`.
fn like(book: &Book<'_>, shown: &ShownRule<'_>, root: &str, group: &str) -> Markup {
    let link =
        |other: &ShownRule<'_>| html! { a href={ (root) (other.page()) } { (other.name()) } };
    let item = |other: &ShownRule<'_>, how: Option<&str>| {
        html! {
            li {
                (link(other))
                @if let Some(how) = how { " " (how) }
                " " (badge(other.status.key(), &other.status.words()))
            }
        }
    };
    let family: Vec<_> = book.rules.iter().filter(|o| o.family == shown.family).collect();
    let others = count(family.len() - 1, "other rule", "other rules");
    let others = format!("{others} of {}", shown.family);
    let here = family.iter().position(|rule| std::ptr::eq(*rule, shown)).expect("its own family");
    let before = here.checked_sub(1).map(|before| family[before]);
    let beside = before.into_iter().chain(family.get(here + 1).copied());
    html! {
        @if !shown.similar.is_empty() {
            section {
                h2 { "Rules like it" }
                p { "By their form; of families this is about some of their members." }
                ul { @for similar in &shown.similar { (item(&book.rules[similar.other], Some(similar.how.words()))) } }
            }
        }
        @if family.len() > 1 {
            section {
                h2 { "The same family" }
                @if family.len() > MOST_LISTED {
                    p {
                        a href=(group) { (others) } ". Next to this one:"
                        @for (at, other) in beside.enumerate() {
                            @if at > 0 { "," } " " (link(other))
                        }
                    }
                } @else {
                    details {
                        summary { (others) }
                        ul {
                            @for (at, other) in family.iter().enumerate() {
                                @if at != here { (item(other, None)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
