//! What all pages share: the head with its policy, the navigation, the footer, and the links
//! between pages.

use maud::{DOCTYPE, Markup, html};

use crate::address::root;
use crate::status::Status;

/// What pages may load: files of the site, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; base-uri 'none'; form-action 'none'";

/// The parts of the site, in the order of the navigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SitePart {
    /// The start page.
    Start,
    /// The board, a page of its own.
    Board,
    /// Rules and families.
    Rules,
    /// Sets of rules.
    Sets,
    /// The lemmas.
    Lemmas,
    /// Walks.
    Walks,
    /// Positions whose dead moves were lifted.
    Unsolved,
    /// A part of a site that is not about rules: its address and name.
    Other(&'static str, &'static str),
}

impl SitePart {
    /// Its address in the site, and its name.
    pub(crate) fn page(self) -> (&'static str, &'static str) {
        match self {
            SitePart::Start => ("index.html", "Start"),
            SitePart::Board => ("board.html", "Board"),
            SitePart::Rules => ("rules/index.html", "Rules"),
            SitePart::Sets => ("sets/index.html", "Sets"),
            SitePart::Lemmas => ("lemmas/index.html", "Lemmas"),
            SitePart::Walks => ("walks.html", "Walks"),
            SitePart::Unsolved => ("unsolved/index.html", "Unsolved positions"),
            SitePart::Other(address, name) => (address, name),
        }
    }
}

/// A page before its frame is around it.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its address in the site.
    pub address: String,
    /// Its title.
    pub title: String,
    /// The part it belongs to.
    pub part: SitePart,
    /// Everything below the navigation.
    pub body: Markup,
}

/// The program that makes a site.
#[derive(Clone, Copy, Debug)]
pub struct Maker {
    /// Its name, which is also that of the site.
    pub program: &'static str,
    /// What the site is made from.
    pub from: &'static str,
}

/// The page as HTML. The navigation has the `parts`.
pub(crate) fn framed(page: &Page, parts: &[SitePart], maker: &Maker) -> String {
    let Page { address, title, part, body } = page;
    let root = root(address);
    let Maker { program, from } = maker;
    let start = *part == SitePart::Start;
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) @if !start { " – " (program) } }
                link rel="stylesheet" href={ (root) "assets/style.css" };
                script src={ (root) "assets/gallery.js" } defer {}
            }
            body {
                a.skip href="#content" { "Skip to the content" }
                header.top {
                    a.home href={ (root) "index.html" } aria-current=[start.then_some("page")] { (program) }
                    nav aria-label="Parts of the site" {
                        ul {
                            @for other in parts {
                                @let (to, name) = other.page();
                                @let here = (*other == *part).then_some(if to == address { "page" } else { "true" });
                                li { a href={ (root) (to) } aria-current=[here] { (name) } }
                            }
                        }
                    }
                }
                main #content tabindex="-1" { (body) }
                footer {
                    p {
                        "Made by "
                        code { (program) " site" }
                        " from " (from) ". Every counterexample on it was replayed when it was made."
                    }
                }
            }
        }
    }
    .into_string()
}

/// The head of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnHead<'a> {
    /// Of words.
    Words(&'a str),
    /// Of numbers.
    Number(&'a str),
}

/// A table that scrolls by itself where the page is too narrow for it.
pub fn table(label: &str, heads: &[ColumnHead<'_>], rows: Markup) -> Markup {
    html! {
        div.wide tabindex="0" role="group" aria-label=(label) {
            table {
                thead {
                    tr {
                        @for head in heads {
                            @match head {
                                ColumnHead::Words(head) => th scope="col" { (head) },
                                ColumnHead::Number(head) => th.number scope="col" { (head) },
                            }
                        }
                    }
                }
                tbody { (rows) }
            }
        }
    }
}

/// A drawing in a file of its own, on paper that stays light.
pub fn drawing(root: &str, address: &str, svg: &str, alt: &str) -> Markup {
    let (width, height) = size(svg);
    html! {
        img.drawing src={ (root) (address) } alt=(alt) loading="lazy" width=(width) height=(height);
    }
}

/// Width and height of an SVG document, rounded.
fn size(svg: &str) -> (u32, u32) {
    let side = |name: &str| {
        let value = svg.split_once(&format!(" {name}=\""))?.1.split('"').next()?;
        value.parse::<f64>().ok()
    };
    let rounded = |name| side(name).unwrap_or(1.0).round().max(1.0) as u32;
    (rounded("width"), rounded("height"))
}

/// Words with the sign and the colour of a status: proved, part, sound, vacuous, unknown, wrong,
/// unchecked or contradictory.
pub fn signed(key: &str, words: &str) -> Markup {
    html! {
        span.{ "is-" (key) } { span.sign aria-hidden="true" { (Status::sign(key)) } " " (words) }
    }
}

/// [`signed`] words as a badge.
pub fn badge(key: &str, words: &str) -> Markup {
    html! {
        span.badge.{ "is-" (key) } {
            span.sign aria-hidden="true" { (Status::sign(key)) }
            " " (words)
        }
    }
}

/// A path of links above a title.
pub fn above(links: &[(&str, &str)]) -> Markup {
    html! {
        nav.above aria-label="Above this page" {
            @for (to, name) in links { a href=(to) { (name) } " / " }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_drawing_is_that_of_its_root_element() {
        let svg = r#"<svg viewBox="0 0 4 5" width="120.4" height="48"><rect width="7"/></svg>"#;
        assert_eq!(size(svg), (120, 48));
        assert_eq!(size("<svg/>"), (1, 1));
    }
}
