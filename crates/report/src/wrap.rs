//! Text in lines of limited length.

use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// The columns of a report.
pub const WIDTH: usize = 80;

/// Words end at blanks only, and stay whole: commands and paths are for copying.
fn options(columns: usize) -> Options<'static> {
    Options::new(columns)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .break_words(false)
}

/// Lines of at most so many columns.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    textwrap::wrap(text, options(columns)).into_iter().map(String::from).collect()
}

/// A text in lines of a report: `first` begins its first line, `rest` the others. The last line has
/// no line break.
pub fn fill(text: &str, first: &str, rest: &str) -> String {
    textwrap::fill(text, options(WIDTH).initial_indent(first).subsequent_indent(rest))
}

/// A text behind a label: the lines after the first begin below the text.
pub(crate) fn hanging(label: &str, text: &str) -> String {
    fill(text, label, &" ".repeat(display_width(label)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_blanks_and_not_at_hyphens() {
        assert_eq!(wrap("one all-sizes three", 9), ["one", "all-sizes", "three"]);
        assert_eq!(wrap("a word-that-is-too-long", 6), ["a", "word-that-is-too-long"]);
        assert_eq!(wrap("", 6), [""]);
    }

    #[test]
    fn a_text_behind_a_label_stays_in_its_column() {
        let text = "word ".repeat(20);
        let lines = hanging("\u{1b}[1mlabel\u{1b}[0m  ", text.trim_end());
        let (first, rest) = lines.split_once('\n').unwrap();
        assert_eq!(display_width(first), 76);
        assert_eq!(rest, format!("       {}", "word ".repeat(6).trim_end()));
    }
}
