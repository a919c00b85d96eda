//! One rule file as a sheet: its head, pictures, the statement in words, and placements; for a
//! family its formulae and some expansions.

use std::fmt::Write as _;

use anstyle::Style;

use super::{Sheet, Sketch, draw, draw_small, svg};
use crate::table::{Column, Table};
use crate::wrap::fill;
use deadmove_rules::RuleFile;
use deadmove_rules::family::{Family, FamilyError, TestExpr};
use deadmove_rules::model::{Forbidden, Head, Rule};
use deadmove_rules::words::{self, family as in_words};

/// A family for one choice of parameters.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// "D = 4: for D mod 4 = 0".
    title: String,
    /// "D = 4".
    given: String,
    /// The pattern that all claims share, once for each group of claims that forbid the same moves,
    /// with these moves; once without moves if there is no claim.
    pub pictures: Vec<Sketch>,
    /// Name, condition and consequence of each claim.
    claims: Vec<[String; 3]>,
    /// The rules, one for each claim.
    rules: Vec<Rule>,
}

impl Expansion {
    /// Expands a family.
    ///
    /// # Errors
    /// If the family is impossible for them.
    pub fn of(family: &Family, parameters: &[i64]) -> Result<Expansion, FamilyError> {
        let pattern = family.pattern(parameters)?;
        let case = &family.cases[family.case(parameters)?];
        let rules = family.expand(parameters)?;
        let given: Vec<String> = family
            .parameters
            .iter()
            .zip(parameters)
            .map(|(p, value)| format!("{} = {value}", p.name))
            .collect();
        let claims = case.claims.iter().zip(&rules).map(|(claim, rule)| {
            let condition = in_words::expanded_condition(&pattern.segments, &rule.pattern.segments);
            [claim.name.clone(), condition, words::consequence(&rule.forbids)]
        });
        let given = given.join(", ");
        let mut groups: Vec<(&[Forbidden], Vec<&str>)> = Vec::new();
        for (claim, rule) in case.claims.iter().zip(&rules) {
            match groups.iter_mut().find(|(forbids, _)| *forbids == rule.forbids) {
                Some((_, names)) => names.push(&claim.name),
                None => groups.push((&rule.forbids, vec![&claim.name])),
            }
        }
        let mut pictures: Vec<Sketch> = groups
            .iter()
            .map(|(forbids, names)| {
                Sketch::of(format!("{given}: {}", names.join("; ")), &pattern, forbids)
            })
            .collect();
        if pictures.is_empty() {
            pictures.push(Sketch::of(given.clone(), &pattern, &[]));
        }
        let title = format!("{given} ({})", in_words::case(case));
        let claims = claims.collect();
        Ok(Expansion { title, given, pictures, claims, rules })
    }
}

/// A rule as text. `all` shows placements that coincide with others too; `styled` adds ANSI styles.
pub fn rule_sheet(rule: &Rule, all: bool, styled: bool) -> String {
    let mut text = head(&rule.head, rule.reads_the_whole_board(), styled);
    if rule.reads_the_whole_board() {
        text.push_str(&lines(&words::statement(rule).lines()));
        return text;
    }
    text.push_str(&draw(&Sketch::of_rule(rule), styled));
    text.push('\n');
    text.push_str(&lines(&words::statement(rule).lines()));
    text.push('\n');
    text.push_str(&placements(rule, all, styled));
    text
}

/// A family as text, with expansions. `all` shows the placements of every expanded rule.
pub fn family_sheet(family: &Family, expansions: &[Expansion], all: bool, styled: bool) -> String {
    let mut text = head(&family.head, false, styled);
    text.push_str(&lines(&statement(family)));
    text.push('\n');
    text.push_str(&claims_table(family, styled));
    for expansion in expansions {
        let _ = write!(text, "\n{}\n\n", heading(&expansion.title, styled));
        text.push_str(&draw(&expansion.pictures, styled));
        text.push('\n');
        if expansion.claims.is_empty() {
            text.push_str("Nothing is claimed here.\n");
        }
        for [name, condition, consequence] in &expansion.claims {
            text.push_str(&lines(&[format!("- {name}: {}", if_then(condition, consequence))]));
        }
        for rule in expansion.rules.iter().filter(|_| all) {
            let _ = write!(text, "\n{}, ", rule.head.name);
            text.push_str(&placements(rule, all, styled));
        }
    }
    text
}

fn if_then(condition: &str, consequence: &str) -> String {
    if condition == "always" {
        format!("{consequence}, whatever the region")
    } else {
        format!("if {condition}, then {consequence}")
    }
}

/// A rule file as an SVG document.
pub fn sheet_svg(file: &RuleFile, expansions: &[Expansion], all: bool) -> String {
    let head = file.head();
    match file {
        RuleFile::Rule(rule) => {
            let mut text = words::statement(rule).lines();
            text.push(applied(head, file.reads_the_whole_board()));
            let placements = &Sketch::placements(rule, all);
            let pictures = &Sketch::of_rule(rule);
            svg(&Sheet { text: &text, placements, ..Sheet::of(&head.name, pictures) }).document()
        }
        RuleFile::Family(family) => {
            let mut text = statement(family);
            for expansion in expansions {
                let nothing = expansion.claims.is_empty();
                let end = if nothing { " nothing is claimed." } else { "" };
                text.push(format!("For {}:{end}", expansion.title));
                text.extend(expansion.claims.iter().map(|[name, condition, consequence]| {
                    format!("- {name}: {}", if_then(condition, consequence))
                }));
            }
            text.push(applied(head, file.reads_the_whole_board()));
            let title = match expansions {
                [one] => format!("{}: {}", head.name, one.given),
                _ => head.name.clone(),
            };
            let pictures: Vec<Sketch> =
                expansions.iter().flat_map(|expansion| expansion.pictures.clone()).collect();
            svg(&Sheet { text: &text, ..Sheet::of(&title, &pictures) }).document()
        }
    }
}

fn heading(text: &str, styled: bool) -> String {
    let bold = Style::new().bold();
    if styled { format!("{bold}{text}{bold:#}") } else { text.to_owned() }
}

fn applied(head: &Head, lemmas: bool) -> String {
    if lemmas {
        return "It holds on every board, and reads the whole of it.".to_owned();
    }
    format!(
        "It claims to hold {}, and is applied {}.",
        words::sizes(head.sizes),
        words::placements(head.placements)
    )
}

fn head(head: &Head, lemmas: bool, styled: bool) -> String {
    let mut text = heading(&head.name, styled);
    text.push('\n');
    if let Some(family) = &head.family {
        let _ = writeln!(text, "family: {family}");
    }
    for source in &head.sources {
        text.push_str(&lines(&[format!("source: {source}")]));
    }
    text.push_str(&lines(&[applied(head, lemmas)]));
    if let Some(side) = head.wrong_since {
        text.push_str(&lines(&[format!(
            "It is WRONG: it forbids a live move on {side}×{side}, and takes part only when it is \
             asked for by name."
        )]));
    }
    for remark in &head.remarks {
        text.push_str(&lines(&[format!("remark: {remark}")]));
    }
    text.push('\n');
    text
}

fn placements(rule: &Rule, all: bool, styled: bool) -> String {
    let pictures = Sketch::of_rule(rule);
    let placements = Sketch::placements(rule, all);
    let picture = pictures.first();
    let sketches: Vec<Sketch> =
        placements.iter().filter_map(|&placement| Some(picture?.placed(placement))).collect();
    let claimed = rule.head.placements.iter().count();
    let mut text = format!("placements: {}", sketches.len());
    if claimed > sketches.len() {
        let _ = write!(text, " different of {claimed}; the others coincide with these");
    }
    text.push_str("\n\n");
    text.push_str(&draw_small(&sketches, styled));
    text
}

/// Paragraphs broken into lines; those of a list are indented.
fn lines(paragraphs: &[String]) -> String {
    let mut text = String::new();
    for paragraph in paragraphs {
        let (first, rest) = if paragraph.starts_with("- ") { ("  ", "    ") } else { ("", "") };
        let _ = writeln!(text, "{}", fill(paragraph, first, rest));
    }
    text
}

fn statement(family: &Family) -> Vec<String> {
    let mut text = vec![format!("{}.", in_words::parameters(family).join("; "))];
    text.push("Every claim asks that".to_owned());
    text.extend(words::items(&in_words::pattern(&family.pattern), "."));
    for exception in &family.unless {
        text.push("No claim applies if also".to_owned());
        text.extend(words::items(&in_words::pattern(exception), "."));
    }
    let surplus = |test: &TestExpr| matches!(test, TestExpr::Surplus(..) | TestExpr::Range { .. });
    let mut tests = family.cases.iter().flat_map(|c| &c.claims).flat_map(|c| &c.tests);
    if tests.any(|(_, test)| surplus(test)) {
        text.push(in_words::SURPLUS.to_owned());
    }
    text
}

fn claims_table(family: &Family, styled: bool) -> String {
    let claims = family.cases.iter().flat_map(|case| &case.claims);
    let longest = claims.map(|claim| claim.name.chars().count()).max().unwrap_or(0);
    // The lines that name a case are longer, and alone in their row.
    let claim = Column::left("claim").wide(longest + 2);
    let mut table = Table::new([claim, Column::left("when"), Column::left("forbids")]);
    for case in &family.cases {
        table.row([in_words::case(case), String::new(), String::new()]);
        if case.claims.is_empty() {
            table.row(["  -".into(), String::new(), "nothing".into()]);
        }
        for claim in &case.claims {
            table.row([
                format!("  {}", claim.name),
                in_words::claim_condition(claim),
                in_words::claim_forbids(claim),
            ]);
        }
    }
    table.print(styled)
}
