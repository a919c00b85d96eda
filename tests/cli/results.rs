//! The figures of README.md and docs/ are those of docs/results.toml.
//!
//! A figure is a number with separators of thousands, with a fraction, in percent, or with a unit
//! of time or of memory, outside code. It has to be a value of a `[[result]]`, which names the
//! command that gives it, or of a `[[fact]]`, a limit or a definition with its source. Results
//! marked `again = true` are computed again: their command prints each of their values.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use deadmove_testing::documents::documents;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex::Regex;
use toml_edit::{DocumentMut, Table};

use super::program::{deadmove, repository};

/// An entry of docs/results.toml.
struct Entry {
    about: String,
    values: Vec<String>,
    table: Table,
}

/// The entries of a kind.
fn entries(kind: &str) -> Vec<Entry> {
    let text = fs::read_to_string(repository().join("docs/results.toml")).unwrap();
    let file: DocumentMut = text.parse().expect("docs/results.toml is TOML");
    let tables = file[kind].as_array_of_tables().expect("a list of tables");
    let entry = |table: &Table| {
        let about = table["about"].as_str().expect("a line about the values").to_owned();
        let values = table["values"].as_array().unwrap_or_else(|| panic!("values of {about}"));
        let values = values.iter().map(|value| value.as_str().expect("a string").to_owned());
        Entry { about, values: values.collect(), table: table.clone() }
    };
    tables.iter().map(entry).collect()
}

/// The text of a document without code, links and pictures.
fn prose(text: &str) -> String {
    let mut prose = String::new();
    let mut code = false;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => code = true,
            Event::End(TagEnd::CodeBlock) => code = false,
            Event::Text(part) if !code => prose += &part,
            Event::SoftBreak => prose.push(' '),
            Event::Code(_) | Event::Start(_) | Event::End(_) => prose.push('\n'),
            _ => {}
        }
    }
    prose
}

/// The figures in a text.
fn figures(text: &str) -> BTreeSet<String> {
    let unit = "(?:ns|µs|ms|s|min|minutes?|seconds?|hours?|h|days?|kB|MB|GB|KiB|MiB|GiB)";
    let number = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.:]\d+)?";
    let figure = Regex::new(&format!(r"(?:{number})(?: ?%| {unit}\b)?")).unwrap();
    let found = figure.find_iter(text);
    // Versions, and digits inside words and names of files, are no figures.
    let whole = found.filter(|found| {
        let before = text[..found.start()].chars().next_back();
        let mut after = text[found.end()..].chars();
        let next = after.next();
        let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "_×^-".contains(c));
        let version = |c: Option<char>| {
            c == Some('.') && text[found.end()..].chars().nth(1).is_some_and(|c| c.is_numeric())
        };
        !inside(before) && before != Some('.') && !inside(next) && !version(next)
    });
    let told = |found: &str| {
        found.contains([',', '.', '%']) || found.ends_with(|c: char| c.is_alphabetic())
    };
    whole.map(|found| found.as_str().to_owned()).filter(|found| told(found)).collect()
}

/// The figures of all documents, with the documents they are in.
fn shown() -> BTreeMap<String, BTreeSet<String>> {
    let mut shown: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut pages = documents(&repository().join("docs"));
    pages.push(repository().join("README.md"));
    for page in pages {
        let name = page.strip_prefix(repository()).unwrap().display().to_string();
        for figure in figures(&prose(&fs::read_to_string(&page).unwrap())) {
            shown.entry(figure).or_default().insert(name.clone());
        }
    }
    shown
}

#[test]
fn every_figure_in_a_document_is_a_result_or_a_fact_with_a_source() {
    let known: BTreeSet<String> =
        ["result", "fact"].iter().flat_map(|kind| entries(kind)).flat_map(|e| e.values).collect();
    let shown = shown();
    assert!(shown.len() > 50, "only {} figures were found", shown.len());
    let unknown: Vec<String> = shown
        .iter()
        .filter(|(figure, _)| !known.contains(*figure))
        .map(|(figure, pages)| format!("{figure} ({pages:?})"))
        .collect();
    assert!(unknown.is_empty(), "not in docs/results.toml:\n{}", unknown.join("\n"));
}

#[test]
fn every_result_says_how_it_was_measured_and_is_in_a_document() {
    let pages: String = documents(&repository().join("docs"))
        .into_iter()
        .chain([repository().join("README.md")])
        .map(|page| fs::read_to_string(page).unwrap())
        .collect();
    for (kind, keys) in
        [("result", &["command", "version", "date", "machine"][..]), ("fact", &["source"])]
    {
        for Entry { about, values, table } in entries(kind) {
            let missing: Vec<&&str> = keys.iter().filter(|key| !table.contains_key(key)).collect();
            assert!(missing.is_empty(), "{about}: {missing:?}");
            let unused: Vec<&String> = values.iter().filter(|v| !pages.contains(*v)).collect();
            assert!(unused.is_empty(), "{about}: no document has {unused:?}");
        }
    }
}

#[test]
fn results_that_are_cheap_are_what_their_commands_print() {
    let again =
        |entry: &Entry| entry.table.get("again").is_some_and(|it| it.as_bool() == Some(true));
    let cheap: Vec<Entry> = entries("result").into_iter().filter(again).collect();
    assert!(cheap.len() >= 5);
    for Entry { about, values, table } in cheap {
        let words = shlex::split(table["command"].as_str().unwrap()).unwrap();
        let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        let ran = deadmove(&arguments);
        let printed = ran.stdout().replace('\n', " ");
        for value in values {
            let plain = value.replace(',', "");
            assert!(
                printed.contains(&value) || printed.contains(&plain),
                "{about}: {value}\n{ran}"
            );
        }
    }
}

#[test]
fn figures_are_found_outside_code_and_names() {
    let text = "1,234 of 5 in 3:47 min, 2.5 s or 37 MB, `1,000`, 9×9, v0.1.0, 0.2.2, 12 %, x1.5, 8 s.\n\n\
                ```\n7,777\n```\n";
    let found: Vec<String> = figures(&prose(text)).into_iter().collect();
    assert_eq!(found, ["1,234", "12 %", "2.5 s", "37 MB", "3:47 min", "8 s"]);
}
