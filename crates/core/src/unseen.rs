//! Characters that a reader does not see, but that change what he sees: a name with one of them can
//! look like another name, or like more lines of a report.

use crate::error::{ErrorKind, InputError};

/// Whether a character is a control character, changes the direction of what follows, or separates
/// lines or paragraphs.
pub fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}')
        || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with such characters as `\u202e`, which is also their form in JSON.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match is_unseen(letter) {
            true => out.push_str(&format!("\\u{:04x}", u32::from(letter))),
            false => out.push(letter),
        }
    }
    out
}

/// Refuses a text file with such a character, other than a tab.
///
/// # Errors
/// At the first of them.
pub fn refuse(text: &str) -> Result<(), InputError> {
    for (number, line) in text.lines().enumerate() {
        let Some(column) = line.chars().position(|letter| is_unseen(letter) && letter != '\t')
        else {
            continue;
        };
        return Err(InputError::new(ErrorKind::ControlCharacter, "this character cannot be seen")
            .expected("letters, digits, signs, blanks and tabs")
            .at(text, number + 1, column + 1, 1));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_change_direction_or_lines_are_escaped_and_letters_are_not() {
        assert_eq!(
            escaped("a\u{202e}b\u{2028}c\u{85}d\u{7}\n"),
            "a\\u202eb\\u2028c\\u0085d\\u0007\\u000a"
        );
        assert_eq!(escaped("Größe 9×9, עברית, 漢字"), "Größe 9×9, עברית, 漢字");
        for letter in "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{2066}\u{2067}\u{2068}\u{2069}\u{2029}".chars() {
            assert!(is_unseen(letter), "{letter:?}");
        }
    }
}
