//! The documents of the repository, and the commands that they show.

use std::fs;
use std::path::{Path, PathBuf};

/// A command in a document.
#[derive(Clone, Debug)]
pub struct Shown {
    /// `FILE:LINE` in the repository.
    pub place: String,
    /// The words, without comments, redirections and what follows a pipe. Names for values, such as
    /// `RULES` or `I/K`, are replaced by values.
    pub words: Vec<String>,
    /// Whether it may lack arguments: it is a name in a sentence, not a line to run.
    pub mentioned: bool,
}

/// All Markdown files below a folder, but for hidden folders and `target`.
pub fn documents(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            found.extend(documents(&path));
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The commands of a program in all documents: lines of fenced blocks, and code in sentences.
pub fn commands(program: &str) -> Vec<Shown> {
    let begin = format!("{program} ");
    let mut found = Vec::new();
    for path in documents(crate::root()) {
        let text = fs::read_to_string(&path).expect("a text file");
        let name = path.strip_prefix(crate::root()).expect("a path below").display().to_string();
        let mut fenced = false;
        let mut spans = Spans::default();
        for (number, line) in text.lines().enumerate() {
            let place = || format!("{name}:{}", number + 1);
            if line.starts_with("```") {
                fenced = !fenced;
            } else if fenced {
                let from = line.find(&begin).filter(|&at| starts_a_command(&line[..at]));
                let Some(from) = from else { continue };
                // Blanks separate a command from a remark behind it.
                let command = line[from..].split("   ").next().unwrap_or_default();
                found.extend(shown(place(), command, false));
            } else {
                for code in spans.of(line) {
                    if code.starts_with(&begin) {
                        found.extend(shown(place(), &code, true));
                    }
                }
            }
        }
    }
    found
}

/// Whether a command can begin after this part of a line.
fn starts_a_command(before: &str) -> bool {
    let before = before.trim_end();
    before.is_empty()
        || ["$", "$(", "&&", "|", "run:", "-p", "'", "while", "do", "parallel"]
            .iter()
            .any(|end| before.ends_with(end))
        || before.ends_with("set -- ")
}

/// Code between backquotes, which a line may break.
#[derive(Default)]
struct Spans {
    open: Option<String>,
}

impl Spans {
    /// The code that ends in a line.
    fn of(&mut self, line: &str) -> Vec<String> {
        let mut ended = Vec::new();
        if line.trim().is_empty() {
            self.open = None;
        }
        for (number, part) in line.split('`').enumerate() {
            if number > 0 {
                match self.open.take() {
                    Some(code) => ended.push(code.trim().to_owned()),
                    None => self.open = Some(String::new()),
                }
            }
            if let Some(code) = &mut self.open {
                code.push_str(if number == 0 { part.trim_start() } else { part });
            }
        }
        if let Some(code) = &mut self.open {
            code.push(' ');
        }
        ended
    }
}

/// The words of a command; `None` for one that leaves words out.
fn shown(place: String, command: &str, mentioned: bool) -> Option<Shown> {
    // The end of a command inside another one: `$(…)`, or an argument in quotes.
    let quoted = command.matches('\'').count() % 2 == 1;
    let command = command.trim_end_matches(')');
    let command = if quoted { command.rsplit_once('\'').expect("a quote").0 } else { command };
    let mut words = Vec::new();
    for word in shlex::split(command).unwrap_or_else(|| panic!("{place}: {command}")) {
        if ["|", "<", ">", "||", "&&", ";", "&"].contains(&word.as_str()) {
            break;
        }
        if word.starts_with('>') {
            break;
        }
        if word.contains('…') || word == "COMMAND" || word == "=" || word.starts_with("\"$@") {
            return None;
        }
        words.push(match word.trim_end_matches(';') {
            "N" => "7".to_owned(),
            "I/K" => "1/2".to_owned(),
            "WxH" => "7x7".to_owned(),
            "LINE" | "MOVES" | "PATH" => "RRDD".to_owned(),
            "R" => "4".to_owned(),
            "SHELL" => "bash".to_owned(),
            "NAME" => "check".to_owned(),
            "$@" => return None,
            word => word.replace("{}", "1").replace("$shard", "1"),
        });
    }
    if words.get(1).is_some_and(|word| word == "--") {
        // `cargo run -p PROGRAM -- ARGUMENTS`
        words.remove(1);
    }
    (words.len() > 1).then_some(Shown { place, words, mentioned })
}

/// What a parser says about a command of a document.
pub enum Read {
    /// It can be run.
    Whole,
    /// Arguments are missing.
    Cut,
    /// It cannot be read, and why.
    Not(String),
}

/// The commands of a program in all documents that its parser cannot read, each with its place, and
/// how many there are in all. A sentence may name a command without its arguments.
pub fn unreadable(program: &str, read: impl Fn(&[String]) -> Read) -> (Vec<String>, usize) {
    let shown = commands(program);
    let fault = |command: &Shown| {
        let why = match read(&command.words) {
            Read::Cut if !command.mentioned => "arguments are missing".to_owned(),
            Read::Not(why) => why,
            Read::Whole | Read::Cut => return None,
        };
        Some(format!("{}: {}\n{why}", command.place, command.words.join(" ")))
    };
    (shown.iter().filter_map(fault).collect(), shown.len())
}
