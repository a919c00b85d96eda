//! Finds what looks wrong in rule files without deciding whether a rule is true: contradictions,
//! rules that repeat others, and mistakes in names and sources.
//!
//! Only the model is used; no board is searched for live positions. Of a family, its rules on a
//! square board of side [`BOARD`] are examined.

mod implied;
mod single;

use std::collections::BTreeMap;

use implied::PlacedForms;
use rustc_hash::FxHashSet;

use super::RuleFile;
use super::load::LoadedFile;
use super::model::{Head, Rule};
use super::origin::Origin;
use super::placed::PlacedRule;
use deadmove_core::board::Board;
use deadmove_core::files::Shown;

/// Families are compared by their rules that fit on square boards of this size.
pub const BOARD: u16 = 9;

/// One message about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule that it is about.
    pub file: Origin,
    /// How serious it is.
    pub severity: Severity,
    /// A stable kebab-case word for scripts.
    pub kind: &'static str,
    /// One sentence.
    pub message: String,
}

/// How serious a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The rule contradicts itself: it can never match, or forbids what is never a move.
    Error,
    /// Most likely a mistake.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// The word for it: "error", "warning", "note".
    pub const fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// Two files of which one repeats rules of the other, by their form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The index of the file whose rules follow from those of the other.
    pub file: usize,
    /// The index of the other file; it may be the same.
    pub of: usize,
    /// Whether the rules mean the same; otherwise the other ones say more.
    pub equal: bool,
    /// How many rules of the file follow.
    pub rules: usize,
}

/// A diagnostic without its file: severity, kind, sentence.
type Remark = (Severity, &'static str, String);

/// A plain rule of a file, with its placements.
struct PlainRule {
    file: usize,
    rule: Rule,
    placed: PlacedForms,
}

/// Examines rule files, each alone and all together; the diagnostics in the order of the files.
pub fn lint(files: &[LoadedFile]) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<(usize, Remark)> = Vec::new();
    let mut plain: Vec<PlainRule> = Vec::new();
    for (number, file) in files.iter().enumerate() {
        diagnostics.extend(about_head(file.rule_file.head(), &file.path).map(|r| (number, r)));
        let rules = rules_of(&file.rule_file);
        let mut remarks: Vec<Remark> = Vec::new();
        for rule in &rules {
            for (severity, kind, message) in single::look_at(rule) {
                // One example of each kind is enough for a family.
                if !remarks
                    .iter()
                    .any(|(_, known, text)| *known == kind && (rules.len() > 1 || *text == message))
                {
                    let of = if matches!(file.rule_file, RuleFile::Family(_)) {
                        format!("{}: {message}", rule.head.name)
                    } else {
                        message
                    };
                    remarks.push((severity, kind, of));
                }
            }
        }
        diagnostics.extend(remarks.into_iter().map(|remark| (number, remark)));
        plain.extend(rules.into_iter().map(|rule| placed(number, rule)));
    }
    diagnostics.extend(same_names(files));
    diagnostics.extend(repeated(files, &plain));
    diagnostics.sort_by_key(|(number, (severity, ..))| (*number, *severity));
    diagnostics
        .into_iter()
        .map(|(number, (severity, kind, message))| Diagnostic {
            file: files[number].path.clone(),
            severity,
            kind,
            message,
        })
        .collect()
}

/// The files whose rules repeat rules of other files, each pair once.
pub fn repetitions(files: &[LoadedFile]) -> Vec<Repetition> {
    let of_file = |(number, file): (usize, &LoadedFile)| {
        rules_of(&file.rule_file).into_iter().map(move |rule| placed(number, rule))
    };
    let plain: Vec<PlainRule> = files.iter().enumerate().flat_map(of_file).collect();
    let pairs = repeating_pairs(&plain).into_iter();
    pairs.map(|((file, of, equal), (rules, ..))| Repetition { file, of, equal, rules }).collect()
}

fn placed(file: usize, rule: Rule) -> PlainRule {
    let placed: FxHashSet<_> = rule.head.placements.iter().map(|p| canonical(&rule, p)).collect();
    PlainRule { file, rule, placed: PlacedForms::of(placed.into_iter().collect()) }
}

/// The plain rules of a file, without regard to its sizes; of a family those that fit on a board of
/// side [`BOARD`].
fn rules_of(file: &RuleFile) -> Vec<Rule> {
    if file.reads_the_whole_board() {
        // There is no picture to look at.
        return Vec::new();
    }
    let board = Board::corner_to_corner(BOARD.into(), BOARD.into()).expect("a board of that size");
    file.expand(&board).unwrap_or_default()
}

/// A placed rule with its segments in ascending order, so that rules that list them differently
/// compare equal.
fn canonical(rule: &Rule, placement: super::geometry::Placement) -> PlacedRule {
    let mut placed = PlacedRule::new(rule, placement);
    let mut order: Vec<usize> = (0..placed.pattern.segments.len()).collect();
    order.sort_by_key(|&i| &placed.pattern.segments[i]);
    for (_, segment) in &mut placed.exempt {
        let new = order.iter().position(|&old| old == *segment as usize);
        *segment = new.unwrap_or_default() as u32;
    }
    placed.exempt.sort_unstable();
    placed.pattern.segments.sort();
    for exception in &mut placed.unless {
        exception.segments.sort();
    }
    placed.unless.sort();
    placed
}

fn about_head<'a>(head: &'a Head, path: &'a Origin) -> impl Iterator<Item = Remark> + 'a {
    let source = head.sources.iter().all(|source| source.trim().is_empty()).then(|| {
        (Severity::Warning, "source-missing", "it does not say where it comes from".to_owned())
    });
    let stem =
        path.file().file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let (file, name) = (words_of(&stem), words_of(&head.name));
    let (short, long) = (file.concat(), name.concat());
    let begins = long.starts_with(&short) || short.starts_with(&long);
    let fits = begins || within(&file, &name) || within(&name, &file);
    let differs = (!fits && path.slug().is_none()).then(|| {
        let better = name.join("-");
        (
            Severity::Note,
            "file-name",
            format!(
                "the file is not named after the rule '{}'; '{better}.rule' would be",
                head.name
            ),
        )
    });
    source.into_iter().chain(differs)
}

/// The words of a name in lower case. Every digit is one word, so that "corner 2,3" and "corner23"
/// agree.
fn words_of(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    for letter in text.to_lowercase().chars() {
        match words.last_mut() {
            Some(word) if open && letter.is_alphabetic() => word.push(letter),
            _ if letter.is_alphanumeric() => words.push(letter.to_string()),
            _ => {}
        }
        open = letter.is_alphabetic();
    }
    words
}

/// Whether the words of one name occur in the other in the same order.
fn within(short: &[String], long: &[String]) -> bool {
    let mut long = long.iter();
    !short.is_empty() && short.iter().all(|word| long.any(|other| other == word))
}

fn same_names(files: &[LoadedFile]) -> Vec<(usize, Remark)> {
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let name = file.rule_file.head().name.as_str();
        match first.get(name) {
            Some(&other) => found.push((
                number,
                (
                    Severity::Warning,
                    "name-twice",
                    format!("'{name}' is also the name in {}", files[other].path.shown()),
                ),
            )),
            None => {
                first.insert(name, number);
            }
        }
    }
    found
}

/// The file of some rules, the file they repeat, and whether they mean the same → the number of
/// these rules, and the indices of one of them and of the rule it repeats.
type Pairs = BTreeMap<(usize, usize, bool), (usize, usize, usize)>;

/// Redundant rules: equal to an earlier one, or implied by another.
fn repeating_pairs(plain: &[PlainRule]) -> Pairs {
    let mut pairs = Pairs::new();
    for (i, rule) in plain.iter().enumerate() {
        let mut implied_by = None;
        for (j, other) in plain.iter().enumerate().filter(|&(j, _)| j != i) {
            let one_way = implied::implied(&rule.rule, &rule.placed, &other.rule, &other.placed);
            if !one_way {
                continue;
            }
            let both = implied::implied(&other.rule, &other.placed, &rule.rule, &rule.placed);
            // Of two equal rules, only the later one is reported.
            if both && j > i {
                continue;
            }
            if both {
                implied_by = Some((j, true));
                break;
            }
            implied_by = implied_by.or(Some((j, false)));
        }
        if let Some((j, equal)) = implied_by {
            let entry = pairs.entry((rule.file, plain[j].file, equal)).or_insert((0, i, j));
            entry.0 += 1;
        }
    }
    pairs
}

/// One remark for each pair of files.
fn repeated(files: &[LoadedFile], plain: &[PlainRule]) -> Vec<(usize, Remark)> {
    repeating_pairs(plain)
        .into_iter()
        .map(|((file, other, equal), (count, i, j))| {
            let (severity, kind, verb) = if equal {
                (Severity::Warning, "duplicate", "means the same as")
            } else {
                (Severity::Note, "implied", "is implied by")
            };
            let (rule, by) = (&plain[i].rule.head.name, &plain[j].rule.head.name);
            let place = if other == file {
                String::new()
            } else {
                format!(" in {}", files[other].path.shown())
            };
            let who = match &files[file].rule_file {
                RuleFile::Rule(_) => "it".to_owned(),
                RuleFile::Family(_) => format!("'{rule}'"),
            };
            let more =
                if count > 1 { format!(" ({} more like this)", count - 1) } else { String::new() };
            (file, (severity, kind, format!("{who} {verb} '{by}'{place}{more}")))
        })
        .collect()
}
