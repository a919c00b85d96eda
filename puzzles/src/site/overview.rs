//! The overview: which puzzles there are, and how the claims about them stand.

use deadmove_report::numbers::thousands;
use deadmove_site::layout::{Page, SitePart, above};
use maud::{Markup, html};

use crate::report::Finding;
use crate::site::standing::STANDINGS;

/// A puzzle with a page.
#[derive(Debug)]
pub struct Topic {
    /// The file of its page, in the folder of the overview.
    pub file: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it is about, in a sentence.
    pub about: &'static str,
    /// How its claims stand.
    pub standings: Vec<Finding>,
}

impl Topic {
    /// Its place in the navigation.
    pub fn part(&self) -> SitePart {
        SitePart::Other(self.file, self.name)
    }

    /// Its page.
    pub fn page(&self, content: &Markup) -> Page {
        let (address, title) = (self.file.to_owned(), self.name.to_owned());
        let body = html! {
            (above(&[("index.html", "All puzzles")]))
            h1 { (title) }
            (content)
        };
        Page { address, title, part: self.part(), body }
    }
}

/// The page.
pub fn page(topics: &[Topic]) -> Page {
    let body = html! {
        h1 { "Mazes, sequences and loops" }
        p.lead { "Claims about three puzzles on grids, and how each was decided." }
        @for topic in topics {
            section {
                h2 { a href=(topic.file) { (topic.name) } }
                p { (topic.about) }
                ul {
                    @for (standing, _, word) in STANDINGS {
                        @let number = topic.standings.iter().filter(|one| **one == standing).count();
                        @if number > 0 {
                            li { (standing.signed(&format!("{word}: {}", thousands(number as u64)))) }
                        }
                    }
                }
            }
        }
    };
    let (address, title) = ("index.html".to_owned(), "deadmove-puzzles".to_owned());
    Page { address, title, part: SitePart::Start, body }
}
