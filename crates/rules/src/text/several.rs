//! Files with several rules, one after the other, each beginning with its `name` line.

use deadmove_core::error::{ErrorKind, InputError};

/// The most bytes of a single rule.
const LARGEST: usize = 256 << 10;

/// The text of one rule of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The line of the file in which it begins, from 1.
    pub line: usize,
    /// Its lines, from the `name` line to the last one that is not blank. The ends of lines are
    /// always `\n`, and the text does not depend on the other rules of the file.
    pub text: String,
}

/// Splits a file into its rules: there is at least one. The first takes what precedes its name,
/// which is an error that [`parse`](super::parse) reports.
pub fn split_rules(text: &str) -> Vec<RuleText> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut rules: Vec<RuleText> = Vec::new();
    let mut blank = String::new();
    let mut named = false;
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            blank.push('\n');
            continue;
        }
        let names = is_name(line);
        if rules.is_empty() || (names && named) {
            rules.push(RuleText { line: at + 1, text: String::new() });
            blank.clear();
        }
        named |= line.split_whitespace().next() == Some("name");
        let rule = rules.last_mut().expect("there is a first rule");
        rule.text += &std::mem::take(&mut blank);
        rule.text += line;
        rule.text.push('\n');
    }
    if rules.is_empty() {
        rules.push(RuleText { line: 1, text: String::new() });
    }
    rules
}

/// Whether a line begins a rule. The rows of a picture are indented.
fn is_name(line: &str) -> bool {
    !line.starts_with(char::is_whitespace) && line.split_whitespace().next() == Some("name")
}

impl RuleText {
    /// Refuses a text that is too large to be a rule.
    pub(crate) fn fits(&self) -> Result<(), InputError> {
        if self.text.len() <= LARGEST {
            return Ok(());
        }
        let message = format!("this rule has {} bytes", self.text.len());
        Err(InputError::new(ErrorKind::FileTooLarge, message)
            .expected(format!("at most {LARGEST} bytes for each rule"))
            .at(&self.text, 1, 1, 4))
    }

    /// An error in the text as one in the file.
    pub(crate) fn in_file(&self, mut error: InputError) -> InputError {
        if let Some(place) = &mut error.place {
            place.line += self.line - 1;
        }
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<(usize, String)> {
        split_rules(text).into_iter().map(|rule| (rule.line, rule.text)).collect()
    }

    #[test]
    fn a_rule_ends_before_the_next_name_and_its_text_does_not_depend_on_where_it_is() {
        let (one, two) = ("name one\n\npicture\n  name\n  L\n", "name two\nforbids ahead\n");
        let both = [(3, one.to_owned()), (10, two.to_owned())];
        assert_eq!(split(&format!("\n\n{one}\n \n{two}\n\n")), both);
        let crlf = format!("\u{feff}\n\n{one}\n \n{two}").replace('\n', "\r\n");
        assert_eq!(split(&crlf), both);
        assert_eq!(split(&format!("\n\n{one}\n \n{}", two.trim_end())), both);
    }

    #[test]
    fn what_precedes_the_first_name_belongs_to_the_first_rule() {
        let text = "size 9\nname one\nname two\n";
        assert_eq!(
            split(text),
            [(1, "size 9\nname one\n".to_owned()), (3, "name two\n".to_owned())]
        );
        assert_eq!(split(""), [(1, String::new())]);
    }
}
