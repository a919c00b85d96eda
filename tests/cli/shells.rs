//! `deadmove completions` and `deadmove man`: what shells and manual readers take.

use std::process::{Command, Stdio};

use super::program::{Folder, deadmove};

/// The commands that the help of a command lists.
fn listed(command: &[&str]) -> Vec<String> {
    let help = deadmove(&[command, &["--help"]].concat());
    let text = help.stdout();
    // The program lists its commands in groups, each under a title.
    let begins = |line: &&str| match command.is_empty() {
        true => line.ends_with(':'),
        false => *line == "Commands:",
    };
    let commands = text
        .lines()
        .skip_while(|line| !begins(line))
        .take_while(|line| !["Arguments:", "Options:"].contains(line))
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .filter_map(|line| line.split_whitespace().next());
    commands.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// Every command with the commands above it, such as `rules` and `rules list`.
fn commands() -> Vec<Vec<String>> {
    let mut all = Vec::new();
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(command) = open.pop() {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        for name in listed(&words) {
            open.push([&command[..], &[name]].concat());
        }
        all.push(command);
    }
    all
}

/// Runs another program on a text; nothing if it is not installed.
fn with(program: &str, arguments: &[&str], file: &std::path::Path) -> Option<(bool, String)> {
    let ran = Command::new(program).args(arguments).arg(file).stdin(Stdio::null()).output();
    let ran = match ran {
        Ok(ran) => ran,
        Err(_) => {
            eprintln!("skipped: {program} is not installed");
            return None;
        }
    };
    Some((ran.status.success(), String::from_utf8_lossy(&ran.stderr).into_owned()))
}

#[test]
fn every_shell_gets_a_script_that_knows_every_command() {
    let names = listed(&[]);
    assert!(names.len() > 15 && names.contains(&"judge".to_owned()), "{names:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = deadmove(&["completions", shell]);
        assert_eq!((ran.stderr(), ran.code()), ("", Some(0)), "{shell}");
        for name in &names {
            assert!(ran.stdout().contains(name.as_str()), "{shell} does not know {name}");
        }
    }
    assert_eq!(deadmove(&["completions", "tcsh"]).code(), Some(2));
}

#[test]
fn the_script_for_bash_is_accepted_by_bash() {
    let folder = Folder::new(&[("deadmove.bash", deadmove(&["completions", "bash"]).stdout())]);
    if let Some(result) = with("bash", &["-n"], &folder.path().join("deadmove.bash")) {
        assert_eq!(result, (true, String::new()));
    }
}

#[test]
fn every_command_has_a_manual_page_that_is_formatted_without_warnings() {
    let folder = Folder::new(&[]);
    let ran = folder.deadmove(&["man", "--out", "pages"]);
    assert_eq!((ran.stderr(), ran.code()), ("", Some(0)));
    assert!(ran.stdout().ends_with(" pages are written into pages\n"), "{ran}");
    let commands = commands();
    assert!(commands.len() > 25, "{commands:?}");
    let written = std::fs::read_dir(folder.path().join("pages")).unwrap().count();
    assert_eq!(written, commands.len());
    for command in &commands {
        let name = ["deadmove"].into_iter().chain(command.iter().map(String::as_str));
        let name = name.collect::<Vec<_>>().join("-");
        let page = folder.read(&format!("pages/{name}.1"));
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{page}");
        let file = folder.path().join(format!("pages/{name}.1"));
        let arguments = ["-Kutf8", "-man", "-Tutf8", "-ww", "-z"];
        match with("groff", &arguments, &file) {
            Some(result) => assert_eq!(result, (true, String::new()), "{name}"),
            None => return,
        }
    }
}

#[test]
fn the_printed_page_names_the_pages_that_are_written() {
    let folder = Folder::new(&[]);
    folder.deadmove(&["man", "--out", "pages"]);
    assert_eq!(deadmove(&["man"]).stdout(), folder.read("pages/deadmove.1"));
}
