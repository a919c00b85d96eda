//! Lines of letters that have a style each, before they are printed.

use anstyle::Style;

use crate::wrap::WIDTH;

/// A line with a line break and without trailing blanks. `styled` adds ANSI styles.
pub(crate) fn print<S: Copy + Into<Style>>(line: &[(char, S)], styled: bool) -> String {
    let end = line.iter().rposition(|(letter, _)| *letter != ' ').map_or(0, |last| last + 1);
    let mut text = String::new();
    for run in line[..end].chunk_by(|a, b| a.1.into() == b.1.into()) {
        let style: Style = if styled { run[0].1.into() } else { Style::new() };
        let letters: String = run.iter().map(|(letter, _)| letter).collect();
        text.push_str(&format!("{style}{letters}{style:#}"));
    }
    text.push('\n');
    text
}

/// Entries of a legend side by side, in lines of limited length. `blank` is the style between them.
pub(crate) fn in_lines<S: Copy>(
    entries: impl IntoIterator<Item = Vec<(char, S)>>,
    blank: S,
) -> Vec<Vec<(char, S)>> {
    let mut lines: Vec<Vec<(char, S)>> = Vec::new();
    for entry in entries {
        match lines.last_mut() {
            Some(line) if line.len() + 3 + entry.len() <= WIDTH => {
                line.extend([(' ', blank); 3]);
                line.extend(entry);
            }
            _ => lines.push(entry),
        }
    }
    lines
}
