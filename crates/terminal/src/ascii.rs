//! `--ascii`: an ASCII form of every sign that pictures and reports are made of, for consoles and
//! fonts without them. Letters in names stay.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};

static ON: AtomicBool = AtomicBool::new(false);

/// From now on, text is printed in ASCII.
pub(crate) fn turn_on() {
    ON.store(true, Ordering::Relaxed);
}

/// Whether text is printed in ASCII.
pub(crate) fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// Signs and their forms, which differ where signs of one picture do. Nearly all have one letter,
/// because columns stay aligned.
const FORMS: [(&str, &str); 36] = [
    // The cells of a board.
    ("●", "S"),
    ("◉", "@"),
    ("◎", "E"),
    ("◆", "T"),
    ("█", "#"),
    ("·", "."),
    // The path, the path from the fatal move on, and the witness. Frames are as light as that.
    ("━", "="),
    ("┃", "H"),
    ("┏┓┗┛", "+"),
    ("═║╔╗╚╝", "*"),
    ("─╴", "-"),
    ("│", "|"),
    ("╭╮", ","),
    ("╰╯", "'"),
    ("┌┐└┘├┤┬┴┼", "+"),
    // Reasons.
    ("▒", "%"),
    ("◌", "D"),
    ("■", "B"),
    ("□", "W"),
    ("✕×", "x"),
    ("╳", "X"),
    ("┄", "~"),
    ("┆", ":"),
    // Moves: live, dead, unknown. The small arrows are segments of rules.
    ("▲▴", "^"),
    ("▼▾", "v"),
    ("◄◂", "<"),
    ("►▸", ">"),
    ("△", "A"),
    ("▽", "V"),
    ("◁", "("),
    ("▷", ")"),
    ("↑", "n"),
    ("↓", "u"),
    ("←", "{"),
    ("→", "}"),
    ("↕", "I"),
];

/// Signs of rules and of sentences.
const OTHERS: [(&str, &str); 3] = [("░", "\""), ("…", "..."), ("±", "+-")];

/// The text as it is printed: with `--ascii`, in ASCII.
pub(crate) fn printed(text: &str) -> Cow<'_, str> {
    if is_on() { in_ascii(text).into() } else { text.into() }
}

fn in_ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        let form = |&&(signs, _): &&(&str, &str)| !letter.is_ascii() && signs.contains(letter);
        match FORMS.iter().chain(&OTHERS).find(form) {
            Some((_, form)) => out.push_str(form),
            None => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_ascii_forms_and_letters_of_names_stay() {
        assert_eq!(in_ascii("●━━┓ 9×9 …\n   ◉▷ Größe"), "S==+ 9x9 ...\n   @) Größe");
    }

    #[test]
    fn every_sign_stands_once_and_only_those_of_a_kind_share_a_form() {
        let all = || FORMS.iter().chain(&OTHERS);
        let mut signs: Vec<char> = all().flat_map(|(signs, _)| signs.chars()).collect();
        signs.sort_unstable();
        assert!(signs.is_sorted_by(|a, b| a < b));
        assert!(all().all(|(_, form)| form.is_ascii()));
    }
}
