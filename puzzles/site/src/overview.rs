//! The overview: which puzzles there are, and how the claims about them stand.

use deadmove_report::numbers::thousands;
use deadmove_site::layout::{Page, Part};
use maud::html;

use crate::standing::Standing;

/// A puzzle with a page.
pub struct Topic {
    /// The file of its page, in the folder of the overview.
    pub file: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it is about, in a sentence.
    pub about: &'static str,
    /// How its claims stand.
    pub standings: Vec<Standing>,
}

impl Topic {
    /// Its page.
    pub fn page(&self, body: maud::Markup) -> Page {
        let (address, title) = (format!("puzzles/{}", self.file), self.name.to_owned());
        Page { address, title, part: Part::Puzzles, body }
    }
}

/// The page.
pub fn page(topics: &[Topic]) -> Page {
    let body = html! {
        h1 { "Other puzzles" }
        p.lead {
            "Three more kinds of claims about grids. They are about no rules, and each is decided by "
            "a program of its own."
        }
        @for topic in topics {
            section {
                h2 { a href=(topic.file) { (topic.name) } }
                p { (topic.about) }
                ul {
                    @for (standing, _, word) in Standing::ALL {
                        @let number = topic.standings.iter().filter(|one| **one == standing).count();
                        @if number > 0 {
                            li { (standing.signed(&format!("{word}: {}", thousands(number as u64)))) }
                        }
                    }
                }
            }
        }
    };
    let (address, title) = (Part::Puzzles.page().0.to_owned(), "Other puzzles".to_owned());
    Page { address, title, part: Part::Puzzles, body }
}
