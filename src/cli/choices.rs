//! Choices of the command line: the words, what they mean, and the values that they stand for.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use deadmove_engine::judge::Engine;
use deadmove_report::tested::AnnotationForm;
use deadmove_search::walk::Stop;
use deadmove_verify::check::CheckEngine;

/// A word, its help, and its value.
pub type Choice<T> = (&'static str, &'static str, T);

/// Reads one of some words.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    choices: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let words = choices.iter().map(|&(word, help, _)| PossibleValue::new(word).help(help));
    PossibleValuesParser::new(words.collect::<Vec<_>>()).map(move |word| {
        choices.iter().find(|choice| choice.0 == word).expect("the parser knows the words").2
    })
}

/// The engines that decide positions.
pub const ENGINES: &[Choice<Engine>] = &[
    ("sat", "Degree flow, colour potentials, cut sets, varisat", Engine::Sat),
    ("frontier", "Dynamic programming along a sweep line", Engine::Frontier),
    (
        "propagate",
        "Lemmas about edges, without search: dead with a deduction, or unknown",
        Engine::Propagate,
    ),
    (
        "strips",
        "Joins the loops of the degree flow by strips of squares: live, or dead by a short reason \
         or by loops that no strip joins, or unknown",
        Engine::Strips,
    ),
    ("both", "The SAT engine, with every answer compared with the frontier engine's", Engine::Both),
    #[cfg(feature = "cadical")]
    ("cadical", "The SAT engine with CaDiCaL in place of varisat", Engine::Cadical),
];

/// How rules are checked on a board.
pub const CHECK_ENGINES: &[Choice<CheckEngine>] = &[
    ("list", "Look at every live position of the board; up to 9×9", CheckEngine::List),
    (
        "sat",
        "Decide every rule by formulae, on boards of any size; no counts, and no verdict on the set",
        CheckEngine::Sat,
    ),
];

/// How annotations are written.
pub const ANNOTATION_FORMS: &[Choice<AnnotationForm>] = &[
    ("plain", "FILE:LINE:COLUMN: error: …, as compilers write it", AnnotationForm::Plain),
    (
        "github",
        "::error file=FILE,line=LINE::…, which a workflow of GitHub shows beside the line",
        AnnotationForm::Github,
    ),
];

/// When a walk has failed.
pub const STOPS: &[Choice<Stop>] = &[
    ("stuck", "No move is allowed, and the path is not finished", Stop::Stuck),
    (
        "dead",
        "One of the allowed moves is dead; every position is judged on arrival, which takes longer",
        Stop::Dead,
    ),
];

/// The order in which allowed moves are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OrderChoice {
    /// Depth first: the leftmost first, seen along the last step; then back, and all others.
    Left,
    /// One line after the other from the start; every allowed move is equally likely.
    Random,
}
