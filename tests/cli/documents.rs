//! Every command that README.md, docs/tutorial.md, docs/explanation/for-sceptics.md, infinite.md
//! there and the pages of docs/how-to show, in order, in a folder with the files of a clone.
//! `src/cli/tests/grammar.rs` parses those of all documents.
//!
//! Commands are the lines of fenced blocks that begin with `deadmove`, `cargo run --release --` or
//! `mkdir -p`, with or without `$ ` before them. Blocks marked `text`, `toml` or `yaml` are not
//! run. A command ends with exit code 0, or with N if its line ends in `# exit code N`; README.md
//! has no such line.
//!
//! Output for a person is readable, as `readable.rs` says.
//!
//! The output of a command stands below it if it has a `$ `, or in a block marked `output`. There,
//! a line `…` stands for any number of lines, and a line that ends in ` …` for one that begins so.
//!
//! After a change of the output,
//!
//! ```text
//! UPDATE_DOCUMENTS=1 cargo test -p deadmove --test cli documents::
//! ```
//!
//! writes the output of today into the blocks that differ. It shows as many lines before and after
//! a line `…` as the document shows now. Read the difference before you commit it.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::ops::Range;
use std::path::Path;

use deadmove_checker::verdict::{Exporter, Wanted, check};
use deadmove_testing::documents::documents;

use super::program::{Folder, command, deadmove, repository};
use super::readable;

/// What stands for lines that are not shown.
const CUT: &str = "…";

/// The longest line of a document.
const WIDTH: usize = 100;

/// A command of a document.
struct Shown {
    /// The index of its line.
    line: usize,
    /// Its words, without comments.
    words: Vec<String>,
    /// The exit code that the document states.
    code: i32,
    /// The lines of its output; `None` if the document does not show it.
    output: Option<Range<usize>>,
}

/// The command in a line, without the prompt. `None` for lines that are not run.
fn command_of(line: &str) -> Option<&str> {
    let begins = ["deadmove ", "cargo run --release ", "mkdir -p "];
    begins.iter().any(|begin| line.starts_with(begin)).then_some(line)
}

/// The commands of a document, in order.
fn commands(lines: &[&str]) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut fence: Option<&str> = None;
    let mut open = false;
    for (line, text) in lines.iter().enumerate() {
        if let Some(marked) = text.strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(marked) };
            open = fence == Some("output");
            if open {
                found.last_mut().expect("a command").output = Some(line + 1..line + 1);
            }
            continue;
        }
        if fence.is_none_or(|marked| ["text", "toml", "yaml"].contains(&marked)) {
            continue;
        }
        let prompted = text.strip_prefix("$ ");
        if let (true, None) = (open, prompted) {
            let output = found.last_mut().and_then(|shown| shown.output.as_mut());
            output.expect("a command with output is open").end = line + 1;
        } else if let Some(words) = command_of(prompted.unwrap_or(text)) {
            open = prompted.is_some();
            let code = words.split_once("# exit code ").map_or(0, |(_, code)| {
                code.split([' ', ',', ':']).next().unwrap_or(code).parse().expect("an exit code")
            });
            let words = shlex::split(words).expect("words as a shell reads them");
            let output = open.then_some(line + 1..line + 1);
            found.push(Shown { line, words, code, output });
        }
    }
    found
}

/// Runs a command in the folder. Returns its exit code and what it printed.
fn run(folder: &Folder, words: &[String]) -> (i32, String) {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["mkdir", "-p", path] => {
            fs::create_dir_all(folder.path().join(path)).unwrap();
            (0, String::new())
        }
        ["cargo", "run", "--release", "-p", "deadmove-checker", "--", paths @ ..] => {
            checked(folder.path(), paths)
        }
        ["cargo", "run", "--release", "--", arguments @ ..] => started(folder.path(), arguments),
        ["deadmove", arguments @ ..] => started(folder.path(), arguments),
        _ => panic!("no way to run {words:?}"),
    }
}

/// Runs the program, with `< FILE` and `> FILE` as a shell does.
fn started(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let file_after = |sign: &str| {
        let at = arguments.iter().position(|word| *word == sign)?;
        Some((at, folder.join(arguments[at + 1])))
    };
    let (input, output) = (file_after("<"), file_after(">"));
    let end = [&input, &output].into_iter().flatten().map(|(at, _)| *at).min();
    let mut command = command(folder, &arguments[..end.unwrap_or(arguments.len())]);
    if let Some((_, path)) = input {
        command.stdin(File::open(path).unwrap());
    }
    let ran = command.output().expect("the program starts");
    let mut text = String::from_utf8(ran.stdout).expect("output is UTF-8");
    if let Some((_, path)) = output {
        fs::write(path, std::mem::take(&mut text)).unwrap();
    }
    text += std::str::from_utf8(&ran.stderr).expect("messages are UTF-8");
    (ran.status.code().expect("an exit code"), text)
}

/// What the independent checker says about certificates. Its program is of another package, so
/// that nobody builds it for this test; these are its exit codes.
fn checked(folder: &Path, paths: &[&str]) -> (i32, String) {
    let (mut code, mut text) = (0, String::new());
    let (paths, folder_of_export) = match paths {
        ["--export", to, paths @ ..] => (paths, Some(folder.join(to))),
        ["--show" | "--trust", paths @ ..] => (paths, None),
        paths => (paths, None),
    };
    if let Some(folder) = &folder_of_export {
        fs::create_dir(folder).unwrap();
    }
    for path in paths {
        let exporter = &mut Exporter { folder: folder_of_export.clone(), failed: None };
        let (found, said) = match check(&folder.join(path), &Wanted::default(), exporter) {
            Ok(accepted) if accepted.open.is_empty() => (0, accepted.summary),
            Ok(accepted) => (3, accepted.summary),
            Err(why) => (1, why),
        };
        code = if code == 1 || found == 1 { 1 } else { code.max(found) };
        text += &format!("{path}: {said}\n");
    }
    (code, text)
}

/// Whether a line of a document stands for a line of the output.
fn fits(shown: &str, line: &str) -> bool {
    let line = line.trim_end();
    let begins = shown.strip_suffix(CUT).and_then(|begin| begin.strip_suffix(' '));
    shown == line || begins.is_some_and(|begin| line.starts_with(begin))
}

/// Whether the lines of a document stand for those of the output.
fn all_fit(shown: &[&str], output: &[&str]) -> bool {
    match shown.split_first() {
        None => output.is_empty(),
        Some((&CUT, rest)) => (0..=output.len()).any(|skipped| all_fit(rest, &output[skipped..])),
        Some((first, rest)) => output
            .split_first()
            .is_some_and(|(line, output)| fits(first, line) && all_fit(rest, output)),
    }
}

/// The output as the document shows it: as many lines before the first `…` and after the last one.
fn cut_like(shown: &[&str], output: &[&str]) -> Vec<String> {
    let before = shown.iter().position(|line| *line == CUT).unwrap_or(output.len());
    let after = shown.iter().rev().position(|line| *line == CUT).unwrap_or(0);
    let mut lines: Vec<String> = output.iter().map(|line| narrow(line)).collect();
    if before + after < lines.len() {
        lines.splice(before..lines.len() - after, [CUT.to_owned()]);
    }
    lines
}

/// A line cut at a blank so that it is not wider than a document.
fn narrow(line: &str) -> String {
    let line = line.trim_end();
    match line.char_indices().nth(WIDTH) {
        None => line.to_owned(),
        Some(_) => {
            let end = line.char_indices().nth(WIDTH - 2).map_or(line.len(), |(at, _)| at);
            let kept = line[..end].rsplit_once(' ').map_or(&line[..end], |(kept, _)| kept);
            format!("{} {CUT}", kept.trim_end())
        }
    }
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(fs::copy(entry.path(), to).unwrap()),
        }
    }
}

/// Runs the commands of a document. With `UPDATE_DOCUMENTS` it writes their output into it.
fn check_document(name: &str) -> usize {
    let folder = Folder::new(&[]);
    for part in ["cases", "examples", "rules"] {
        copy(&repository().join(part), &folder.path().join(part));
    }
    let path = repository().join(name);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let commands = commands(&lines);
    let update = std::env::var_os("UPDATE_DOCUMENTS").is_some();
    let (mut faults, mut changes) = (Vec::new(), Vec::new());
    for shown in &commands {
        let (code, printed) = run(&folder, &shown.words);
        let place = format!("{name}:{}: {}", shown.line + 1, lines[shown.line]);
        if code != shown.code {
            faults.push(format!("{place}\nexit code {code}, expected {}\n{printed}", shown.code));
        }
        // The checker prints a line for each certificate.
        if shown.words[0] == "deadmove" {
            let unreadable = readable::faults(&shown.words, &printed).into_iter();
            faults.extend(unreadable.map(|fault| format!("{place}\n{fault}")));
        }
        let Some(range) = &shown.output else { continue };
        let (is, output) = (&lines[range.clone()], printed.lines().collect::<Vec<_>>());
        if all_fit(is, &output) {
            continue;
        }
        match update {
            true => changes.push((range.clone(), cut_like(is, &output))),
            false => faults.push(format!("{place}\nprints something else:\n{printed}")),
        }
    }
    if !changes.is_empty() {
        let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
        for (range, output) in changes.into_iter().rev() {
            lines.splice(range, output);
        }
        fs::write(&path, lines.join("\n") + "\n").unwrap();
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    commands.len()
}

#[test]
fn every_command_of_the_readme_ends_with_exit_code_0_and_prints_what_it_shows() {
    assert!(check_document("README.md") >= 7);
    let text = fs::read_to_string(repository().join("README.md")).unwrap();
    assert!(commands(&text.lines().collect::<Vec<_>>()).iter().all(|shown| shown.code == 0));
}

#[test]
fn every_command_of_the_tutorial_does_what_the_page_says() {
    assert!(check_document("docs/tutorial.md") >= 12);
}

#[test]
fn every_command_for_sceptics_does_what_the_page_says() {
    assert!(check_document("docs/explanation/for-sceptics.md") >= 5);
}

#[test]
fn every_command_of_the_theorem_does_what_the_page_says() {
    assert!(check_document("docs/explanation/infinite.md") >= 8);
}

#[test]
fn every_command_of_the_how_to_pages_does_what_the_page_says() {
    let mut run = 0;
    for page in documents(&repository().join("docs/how-to")) {
        run += check_document(page.strip_prefix(repository()).unwrap().to_str().unwrap());
    }
    assert!(run >= 18, "{run}");
}

#[test]
fn each_command_of_the_help_is_in_the_reference() {
    let text = fs::read_to_string(repository().join("docs/reference/command-line.md")).unwrap();
    let help = deadmove(&["--help"]);
    let listed =
        help.stdout().split("\nUsage:").nth(1).unwrap().split("\nOptions:").next().unwrap();
    let names = listed.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: BTreeSet<&str> = names.filter(|name| !name.is_empty()).collect();
    assert!(names.len() >= 15, "{listed}");
    for name in names {
        assert!(text.contains(&format!("\n| `{name}` |")), "{name}");
    }
}

#[test]
fn lines_that_are_cut_stand_for_what_is_left_out() {
    let output = ["one", "two", "three and more", "four"];
    for shown in [&["one", "…", "four"][..], &["…", "three …", "…"], &["one", "two", "…"], &["…"]]
    {
        assert!(all_fit(shown, &output), "{shown:?}");
    }
    for shown in [&["one", "four"][..], &["…", "three"], &["two", "…"], &["one", "…", "five"], &[]]
    {
        assert!(!all_fit(shown, &output), "{shown:?}");
    }
    assert_eq!(cut_like(&["1", "…", "4"], &output), ["one", "…", "four"]);
    assert_eq!(cut_like(&["1", "2"], &output), output);
    assert_eq!(narrow(&"ab ".repeat(50)), format!("{}{CUT}", "ab ".repeat(32)));
}

#[test]
fn commands_are_found_with_their_exit_codes_and_output() {
    let text = "deadmove outside\n```\n$ deadmove a 'b c' # exit code 1: why\nx\ndeadmove y\n\
                $ cargo run --release -- d\n```\n```text\ndeadmove not\n```\n```\ndeadmove e\n```\n\
                ```output\ndeadmove f\n```";
    let lines: Vec<&str> = text.lines().collect();
    let found = commands(&lines);
    let words = |at: usize| found[at].words.join("|");
    assert_eq!(found.len(), 3);
    assert_eq!((words(0).as_str(), found[0].code), ("deadmove|a|b c", 1));
    assert_eq!(found[0].output, Some(3..5));
    assert_eq!((found[1].code, found[1].output.clone()), (0, Some(6..6)));
    assert_eq!((words(2).as_str(), found[2].output.clone()), ("deadmove|e", Some(14..15)));
}

/// The pictures of positions in the documents, and the cases that they show.
const PICTURES: [(&str, &str); 3] = [
    ("docs/pictures/dead.svg", "cases/corpus/9x9-turns-at-25.case"),
    ("docs/pictures/deduction.svg", "cases/reasons/deduction.case"),
    ("docs/pictures/missed-by-lemmas.svg", "cases/lemmas/inner-end-9x6.case"),
];

#[test]
fn the_pictures_of_the_documents_are_what_the_program_draws() {
    let made = Folder::new(&[]);
    let twins = made.deadmove(&["lab", "twins", "--reach", "5", "--out", "twins"]);
    assert_eq!(twins.code(), Some(0), "{twins}");
    let notched = made.path().join("twins/notched.case");
    let made = [("docs/pictures/infinite.svg", notched.to_str().unwrap())];
    for (picture, case) in PICTURES.into_iter().chain(made) {
        let drawn = deadmove(&["judge", case, "-o", "-"]);
        let file = repository().join(picture);
        if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
            fs::write(&file, drawn.stdout()).unwrap();
        }
        let kept = fs::read_to_string(&file).unwrap();
        assert!(kept == drawn.stdout(), "{picture} differs from `deadmove judge {case} -o -`");
    }
}

#[test]
fn every_option_of_the_checker_in_a_document_is_one_that_it_reads() {
    let arguments = repository().join("checker/src/bin/deadmove-checker/arguments.rs");
    let arguments = fs::read_to_string(arguments).unwrap();
    let shown = deadmove_testing::documents::commands("deadmove-checker");
    assert!(shown.len() > 15, "only {} commands were found", shown.len());
    for command in shown {
        for option in command.words.iter().filter(|word| word.starts_with("--")) {
            assert!(arguments.contains(&format!("\"{option}\"")), "{}: {option}", command.place);
        }
    }
}
