//! Words of commands to run next: the same command, and the same position or rules in another one.

use deadmove_core::files::Shown;
use deadmove_core::formats::Input;
use deadmove_core::position::Position;
use deadmove_report::command::{board_and_path, words};
pub use deadmove_terminal::again::{arguments, this_command, with_files};

/// This command without an option that has a value.
pub fn without(option: &str) -> String {
    let mut kept = arguments();
    if let Some(at) = kept.iter().position(|word| word == option) {
        kept.drain(at..(at + 2).min(kept.len()));
    }
    kept.retain(|word| !word.strip_prefix(option).is_some_and(|rest| rest.starts_with('=')));
    words(&kept)
}

/// This command without an option that has several values.
pub fn without_all(option: &str) -> String {
    let mut dropped = false;
    let mut kept = arguments();
    kept.retain(|word| {
        if word.starts_with('-') {
            let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
            dropped = name == option;
        }
        !dropped
    });
    words(&kept)
}

/// The option of a command for a position that it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// `FILE`
    File,
    /// `--position FILE`
    Option,
}

/// The words that give a position to a command: its case file, or board and path.
pub fn position(input: &Input, takes: Takes) -> String {
    // A path file may need a board of the command line, and JSON lines a name that is unique.
    let case = input.source.as_ref().filter(|file| file.extension().is_some_and(|e| e == "case"));
    match (case, takes) {
        (None, _) => board_and_path(&input.position),
        (Some(file), Takes::File) => words(&[file.shown()]),
        (Some(file), Takes::Option) => words(&["--position".to_owned(), file.shown()]),
    }
}

/// A position in words: `the position after 22 steps on 9×9`.
pub fn described(position: &Position) -> String {
    let board = position.board();
    let size = format!("{}×{}", board.width(), board.height());
    match position.path().len() {
        0 => format!("the empty board of {size}"),
        1 => format!("the position after 1 step on {size}"),
        steps => format!("the position after {steps} steps on {size}"),
    }
}
