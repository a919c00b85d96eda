//! Rule files that name lemmas in place of a picture.

use super::statement::{HeadReader, Statement};
use crate::model::Rule;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_encodings::propagation::Lemmas;

/// Whether a file names lemmas.
pub fn is_lemma_file(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| statement.keyword == "lemma")
}

/// Reads a file that names lemmas.
pub fn lemmas(text: &str, statements: &[Statement]) -> Result<Rule, InputError> {
    let mut head = HeadReader::default();
    let mut all = Lemmas::NONE;
    for statement in statements {
        let of_pictures = matches!(statement.keyword, "sizes" | "placements");
        if !of_pictures && head.take(statement)? {
            continue;
        }
        match statement.keyword {
            "lemma" => {
                let tokens = statement.tokens()?;
                let name = statement.text();
                let Some(lemma) = Lemmas::named(name) else {
                    let names = Lemmas::NAMED.map(|(name, _)| name).join(", ");
                    let what = match name {
                        "" => "no lemma is named".to_owned(),
                        _ => format!("'{name}' is not a lemma"),
                    };
                    return Err(tokens
                        .error(ErrorKind::UnknownLemma, what)
                        .expected(names)
                        .did_you_mean(name, Lemmas::NAMED.map(|(name, _)| name)));
                };
                if all.or(lemma) == all {
                    return Err(statement
                        .error(ErrorKind::SaidTwice, format!("the lemma {name} is named twice"))
                        .expected("each lemma once"));
                }
                all = all.or(lemma);
            }
            keyword => {
                let what = format!("'{keyword}' does not belong to a file with lemmas");
                return Err(statement
                    .error(ErrorKind::LemmaWithPicture, what)
                    .expected(
                        "name, family, source, remark and lemma; lemmas hold on every board and \
                         have no picture",
                    )
                    .did_you_mean(keyword, ["name", "family", "source", "remark", "lemma"]));
            }
        }
    }
    Ok(Rule::of_lemmas(head.finish(text)?, all))
}

/// The lines that name the lemmas of a rule.
pub fn lemma_lines(rule: &Rule) -> String {
    rule.lemmas.names().map(|name| format!("lemma       {name}\n")).collect()
}
