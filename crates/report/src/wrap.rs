//! Lines of limited length.

/// Wraps a text at `letters` letters. Words stay whole.
pub(super) fn wrap(text: &str, letters: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("a line was begun");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > letters {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
