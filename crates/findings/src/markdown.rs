//! Markdown: text of others made safe, prose wrapped, headings raised.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// Columns of a line of prose.
const WIDTH: usize = 100;
/// Stands for a space at which a line must not end.
const GLUE: &str = "\u{a0}";

/// A text of others, for prose and for cells of tables.
///
/// Only what Markdown would read as markup is escaped: `far_0` and `S [D=1]` stay readable.
pub fn escape(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut safe = String::new();
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let after = letters.peek().copied().unwrap_or(' ');
        let markup = match letter {
            '\\' | '|' | '*' | '`' | '<' | '~' | '&' | '$' => true,
            '#' | '>' => before == ' ',
            '_' => !(before.is_alphanumeric() && after.is_alphanumeric()),
            '[' => safe.is_empty(),
            ']' => "([".contains(after),
            _ => false,
        };
        if markup {
            safe.push('\\');
        }
        safe.push(letter);
        before = letter;
    }
    safe
}

/// A paragraph, in lines of at most 100 columns.
pub fn paragraph(text: &str) -> String {
    fill(text, "", "")
}

/// An item of a list. Items of lists within lists have a depth above 0.
pub fn item(depth: usize, text: &str) -> String {
    let indent = "  ".repeat(depth);
    fill(text, &format!("{indent}- "), &format!("{indent}  "))
}

fn fill(text: &str, first: &str, others: &str) -> String {
    let mut words = text.split(' ');
    let mut glued = words.next().unwrap_or_default().to_owned();
    for word in words {
        glued.push_str(if opens_a_block(word) { GLUE } else { " " });
        glued.push_str(word);
    }
    let options = Options::new(WIDTH)
        .initial_indent(first)
        .subsequent_indent(others)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let mut lines = textwrap::fill(&glued, options).replace(GLUE, " ");
    lines.push('\n');
    lines
}

/// Whether a line that begins with the word would be a list or a heading.
fn opens_a_block(word: &str) -> bool {
    let number = word.trim_end_matches(['.', ')']);
    let numbered = number.len() < word.len() && number.bytes().all(|byte| byte.is_ascii_digit());
    numbered || word == "+" || word.bytes().all(|byte| byte == b'-' || byte == b'=')
}

/// The text with every heading one level higher.
pub fn raised(text: &str) -> String {
    let mut code = false;
    let mut raised = String::new();
    for line in text.split_inclusive('\n') {
        code ^= line.starts_with("```");
        raised.push_str(if code { line } else { line.strip_prefix("#").unwrap_or(line) });
    }
    raised
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_markup_is_escaped() {
        for plain in ["far across right_0", "S [D=1] one door", "Square 4 x 2_2", "a-b (c), 2"] {
            assert_eq!(escape(plain), plain);
        }
        assert_eq!(escape("_a_ *b* [c](d) #e f#"), r"\_a\_ \*b\* [c\](d) \#e f#");
        assert_eq!(escape("[x] a|b `c` <d>\te"), r"\[x] a\|b \`c\` \<d> e");
    }

    #[test]
    fn no_wrapped_line_begins_a_list_or_a_heading() {
        let words = "a long word and another - 1. 2) --- === + ".repeat(20);
        for line in paragraph(&words).lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
            let first = line.split(' ').next().unwrap();
            assert!(first.chars().all(char::is_alphabetic), "{line}");
        }
    }

    #[test]
    fn items_continue_below_their_text() {
        let text = item(1, &"words ".repeat(20));
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("  - words") && lines[1].starts_with("    words"), "{text}");
    }

    #[test]
    fn headings_are_raised_and_pictures_are_not() {
        let text = "## A\n\n```text\n## .\n```\n\n### B\n";
        assert_eq!(raised(text), "# A\n\n```text\n## .\n```\n\n## B\n");
    }
}
