//! Rule files as text: reading with errors that name line and column, and writing.
//!
//! The language is defined in `docs/reference/rule-language.md`.

mod check_family;
mod expr;
mod lemma;
mod parse;
mod parse_family;
mod picture;
mod segment;
mod several;
mod statement;
mod tokens;
mod write;

pub use parse::parse;
pub use picture::draw;
pub use several::{RuleText, split_rules};
pub use write::{rows, test_text, write, write_rule};
