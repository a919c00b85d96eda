//! Rules as a table or as JSON lines, and the findings of lint as JSON lines.

use crate::numbers::count;
use anstyle::AnsiColor;
use deadmove_core::files::Shown;
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::{SCHEMA, to_line};
use crate::table::{Column, Table};
use crate::wrap::fill;
use deadmove_rules::RuleFile;
use deadmove_rules::lint::{Diagnostic, Severity};
use deadmove_rules::load::LoadedFile;
use deadmove_rules::model::Sizes;
use deadmove_rules::places::NamedSet;

/// Rules as a table: name, number of placements, sizes, claims of a family (over all its
/// cases), file, and whether the rule is known to be wrong.
pub fn table(files: &[LoadedFile], styled: bool) -> String {
    let mut columns =
        vec![Column::left("name"), Column::right("placements"), Column::left("sizes")];
    let families = files.iter().any(|file| claims(&file.rule_file).is_some());
    if families {
        columns.push(Column::right("claims"));
    }
    columns.push(Column::left("file").below());
    let mut table = Table::new(columns);
    for file in files {
        let head = file.rule_file.head();
        let path = file.path.shown();
        let mut row = vec![
            head.name.clone(),
            match file.rule_file.reads_the_whole_board() {
                true => "-".to_owned(),
                false => head.placements.iter().count().to_string(),
            },
            sizes(head.sizes),
        ];
        if families {
            row.push(claims(&file.rule_file).map_or("-".to_owned(), |count| count.to_string()));
        }
        row.push(match head.wrong_since {
            Some(side) => format!("{path}, wrong since {side}x{side}"),
            None => path.to_string(),
        });
        table.row(row);
    }
    table.print(styled)
}

fn sizes(sizes: Sizes) -> String {
    match sizes {
        Sizes::All => "all".to_owned(),
        Sizes::Only(size) => size.to_string(),
        Sizes::From(size) => format!("from {size}"),
    }
}

fn claims(file: &RuleFile) -> Option<usize> {
    match file {
        RuleFile::Rule(_) => None,
        RuleFile::Family(family) => Some(family.cases.iter().map(|case| case.claims.len()).sum()),
    }
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct ListLine<'a> {
    schema: u8,
    file: String,
    name: &'a str,
    family: Option<&'a str>,
    #[schemars(extend("enum" = ["rule", "family", "lemmas"]))]
    kind: &'static str,
    parameters: Vec<&'a str>,
    placements: Vec<String>,
    sizes: String,
    wrong_since: Option<u16>,
    claims: Option<usize>,
    sources: &'a [String],
}

/// Sets with names as a table, each with its number of rules. Those inside the program are marked.
pub fn sets(sets: &[(NamedSet, usize)], styled: bool) -> String {
    let mut table = Table::of_words(["set", "rules", "about"]);
    for (set, rules) in sets {
        let place = if set.is_built_in() { " (built in)" } else { "" };
        table.row([format!("{}{place}", set.name), rules.to_string(), set.about.clone()]);
    }
    table.print(styled)
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct SetLine<'a> {
    schema: u8,
    name: &'a str,
    file: String,
    about: &'a str,
    rules: usize,
}

/// A set with a name as one line of JSON.
pub fn set_line(set: &NamedSet, rules: usize) -> String {
    to_line(&SetLine {
        schema: SCHEMA,
        name: &set.name,
        file: set.place(),
        about: &set.about,
        rules,
    })
}

/// A rule or family as one line of JSON.
pub fn list_line(file: &LoadedFile) -> String {
    let head = file.rule_file.head();
    let (kind, parameters) = match &file.rule_file {
        RuleFile::Rule(rule) if rule.reads_the_whole_board() => ("lemmas", Vec::new()),
        RuleFile::Rule(_) => ("rule", Vec::new()),
        RuleFile::Family(family) => {
            ("family", family.parameters.iter().map(|p| p.name.as_str()).collect())
        }
    };
    to_line(&ListLine {
        schema: SCHEMA,
        file: file.path.shown(),
        name: &head.name,
        family: head.family.as_deref(),
        kind,
        parameters,
        placements: head.placements.iter().map(|p| p.to_string()).collect(),
        sizes: sizes(head.sizes),
        wrong_since: head.wrong_since,
        claims: claims(&file.rule_file),
        sources: &head.sources,
    })
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct FindingLine<'a> {
    schema: u8,
    file: String,
    #[schemars(extend("enum" = ["error", "warning", "note"]))]
    severity: &'static str,
    kind: &'static str,
    message: &'a str,
}

/// A finding of lint as one line of JSON.
pub fn lint_line(finding: &Diagnostic) -> String {
    to_line(&FindingLine {
        schema: SCHEMA,
        file: finding.file.shown(),
        severity: finding.severity.word(),
        kind: finding.kind,
        message: &finding.message,
    })
}

/// A finding of lint as a line of text. Contains ANSI styles.
pub fn lint_text(finding: &Diagnostic) -> String {
    let colour = match finding.severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Note => AnsiColor::Cyan,
    };
    let style = colour.on_default().bold();
    let word = finding.severity.word();
    let place = format!("{}: {style}{word}{style:#}:", finding.file.shown());
    fill(&format!("{place} {}", finding.message), "", "  ")
}

/// The number of findings of lint, in a line.
pub fn lint_tally(rules: usize, findings: &[Diagnostic]) -> String {
    let number = |severity: Severity, one: &str| {
        let found = findings.iter().filter(|finding| finding.severity == severity).count();
        count(found, one, &format!("{one}s"))
    };
    format!(
        "{}: {}, {}, {}",
        count(rules, "rule", "rules"),
        number(Severity::Error, "error"),
        number(Severity::Warning, "warning"),
        number(Severity::Note, "note")
    )
}
