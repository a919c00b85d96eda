//! The overview of the rules: a card for each, with filters.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};

use crate::address::slug;
use crate::layout::{Page, SitePart, badge};
use crate::status::Status;
use crate::{Book, ShownRule};
use deadmove_report::numbers::count;
use deadmove_report::rule::{Expansion, Sketch, picture_svg};
use deadmove_rules::{RuleFile, words};

/// The overview. `strength`: whether there is the page of that name.
pub fn pages(book: &Book<'_>, strength: bool) -> Vec<Page> {
    let mut families: BTreeMap<&str, Vec<&ShownRule<'_>>> = BTreeMap::new();
    for shown in &book.rules {
        families.entry(shown.family).or_default().push(shown);
    }
    let mut families: Vec<_> = families.into_iter().collect();
    // 7-grid before 13-grid.
    let number = |family: &str| {
        let digits: String = family.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u64>().unwrap_or(u64::MAX)
    };
    families.sort_by_key(|(family, _)| (number(family), *family));
    let body = html! {
        h1 { "Rules" }
        p {
            "A rule says: when the board around the live end looks like this, these moves are dead. "
            (count(book.rules.len(), "rule or family", "rules and families")) "."
        }
        @if strength {
            p { a href="../strength.html" { "Limits and conditions compared with what is proved" } }
        }
        (filters(book, &families))
        nav.families aria-label="Families" {
            ul {
                @for (family, rules) in &families {
                    li { a href={ "#" (anchor(family)) } { (family) } " " span.pale { (rules.len()) } }
                }
            }
        }
        p #found.found role="status" aria-live="polite" hidden {}
        @for (family, rules) in &families {
            section.family id=(anchor(family)) data-family=(family) {
                h2 { (family) }
                ul.cards {
                    @for shown in rules {
                        li.card data-status=(shown.status.key()) data-words=(in_words(shown)) {
                            (card(shown, ""))
                        }
                    }
                }
            }
        }
    };
    let address = "rules/index.html".to_owned();
    vec![Page { address, title: "Rules".to_owned(), part: SitePart::Rules, body }]
}

/// The anchor of a family on the overview.
pub fn anchor(family: &str) -> String {
    format!("family-{}", slug(family))
}

fn filters(book: &Book<'_>, families: &[(&str, Vec<&ShownRule<'_>>)]) -> Markup {
    let has = |key: &str| book.rules.iter().any(|shown| shown.status.key() == key);
    html! {
        // Without scripts nothing would happen, so a script shows it.
        form #filters.filters role="search" aria-label="Filter the rules" hidden {
            label for="q" { "Search" }
            input #q type="search" autocomplete="off" placeholder="name or words of the rule";
            label for="status" { "Status" }
            select #status {
                option value="" { "all" }
                @for (key, words) in Status::KEYS.iter().filter(|(key, _)| has(key)) {
                    option value=(key) { (Status::sign(key)) " " (words) }
                }
            }
            label for="family" { "Family" }
            select #family {
                option value="" { "all" }
                @for (family, _) in families { option value=(family) { (family) } }
            }
            button #all type="button" { "Show all" }
        }
    }
}

/// What the card of a rule shows. `to_rules` is the way to the folder of rules.
pub fn card(shown: &ShownRule<'_>, to_rules: &str) -> Markup {
    let file = &shown.entry.file.rule_file;
    let picture = card_picture(file).map(|sketch| PreEscaped(picture_svg("", &sketch).element()));
    let family = matches!(file, RuleFile::Family(_));
    html! {
        a href={ (to_rules) (shown.address) ".html" } {
            span.picture { @if let Some(picture) = picture { (picture) } }
            span.name { (shown.name()) }
        }
        @if family { " " span.kind { "family" } }
        (badge(shown.status.key(), &shown.status.words()))
    }
}

/// What a rule says, for the search, without what black and white mean, the same for all rules.
fn in_words(shown: &ShownRule<'_>) -> String {
    match &shown.entry.file.rule_file {
        RuleFile::Rule(rule) => {
            words::statement(rule).sentences().replace(words::COLOURS, "Colours.")
        }
        RuleFile::Family(family) => words::family::pattern(&family.pattern).join(" "),
    }
}

/// The picture of a rule, or of a family for the first parameters that its file shows.
fn card_picture(file: &RuleFile) -> Option<Sketch> {
    match file {
        RuleFile::Rule(rule) => Sketch::of_rule(rule).into_iter().next(),
        RuleFile::Family(family) => {
            let expansion = Expansion::of(family, family.pictures.first()?).ok()?;
            expansion.pictures.first().cloned()
        }
    }
}
