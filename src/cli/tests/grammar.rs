//! The grammar of the command line, as tests over the definitions of the arguments.
//! `docs/reference/command-line.md` states it for people. Every command of this program that a
//! document shows is one that it can read.

use std::collections::BTreeMap;

use clap::error::ErrorKind;
use clap::{Arg, Command, CommandFactory};
use deadmove_testing::documents::{Read, unreadable};

use crate::cli::help::{EXAMPLES, GROUPS};
use crate::cli::{Cli, help};

/// All commands that do something, with their names from the program on.
fn commands() -> Vec<(String, Command)> {
    fn collect(name: &str, command: &Command, found: &mut Vec<(String, Command)>) {
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            collect(&format!("{name} {}", sub.get_name()), sub, found);
        }
        if !command.is_subcommand_required_set() {
            found.push((name.to_owned(), command.clone()));
        }
    }
    let mut found = Vec::new();
    let mut cli = Cli::command();
    cli.build();
    collect("deadmove", &cli, &mut found);
    assert!(found.len() > 20);
    found
}

fn value_name(arg: &Arg) -> Option<String> {
    let takes_values = arg.get_num_args().is_none_or(|number| number.takes_values());
    let name = arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
    name.filter(|_| takes_values)
}

/// The options that mean the same wherever they are, with the names of their values.
const OPTIONS: [(&str, Option<&str>); 25] = [
    ("blocked", Some("C,R")),
    ("board", Some("WxH")),
    ("cache", Some("DIR")),
    ("certificate", Some("PATH")),
    ("color", Some("WHEN")),
    ("end", Some("C,R")),
    ("frontier-memory", Some("MIB")),
    ("include-wrong", None),
    ("json", None),
    ("memory", Some("MIB")),
    ("out", Some("DIR")),
    ("output", Some("FILE")),
    ("path", Some("MOVES")),
    ("position", Some("FILE")),
    ("quiet", None),
    ("resume", Some("FILE")),
    ("runs", Some("N")),
    ("seed", Some("N")),
    ("shard", Some("I/K")),
    ("size", Some("N")),
    ("sizes", Some("N,N…")),
    ("start", Some("C,R")),
    ("table-memory", Some("MIB")),
    ("threads", Some("N")),
    ("timeout", Some("SECONDS")),
];

#[test]
fn an_option_means_the_same_in_every_command() {
    let known = BTreeMap::from(OPTIONS);
    for (name, command) in commands() {
        for arg in command.get_arguments() {
            let Some(long) = arg.get_long() else { continue };

            if let Some(expected) = known.get(long) {
                let value = value_name(arg);
                let several = long == "size" && value.as_deref() == Some("N[,N…]");
                assert!(several || value.as_deref() == *expected, "{name} --{long}");
            }
        }
    }
}

#[test]
fn there_is_one_word_for_one_thing() {
    let gone = ["checkpoint", "save", "svg", "proof", "time", "jobs", "into", "rules", "known"];
    for (name, command) in commands() {
        for arg in command.get_arguments() {
            let Some(long) = arg.get_long() else { continue };
            // What is positional there are reports.
            let of_site = name == "deadmove site" && long == "rules";
            assert!(of_site || !gone.contains(&long), "{name} --{long}");
            if let Some(short) = arg.get_short() {
                assert!("ohVqv".contains(short), "{name} -{short}");
                assert_eq!(short == 'o', long == "output", "{name} -{short}");
            }
            match value_name(arg).as_deref() {
                Some("SECONDS") => {
                    assert!(["timeout", "save-every"].contains(&long), "{name} --{long}");
                }
                Some("DIR") => {
                    assert!(
                        ["out", "cache", "require", "cases"].contains(&long),
                        "{name} --{long}"
                    );
                }
                Some("RULES") => assert!(of_site || long == "with", "{name}"),
                _ => {}
            }
        }
    }
}

#[test]
fn rules_are_positional_in_every_command_that_takes_them() {
    let mut with_rules = Vec::new();
    for (name, command) in commands() {
        let rules = command.get_arguments().find(|arg| arg.get_id() == "rules");
        if let Some(rules) = rules {
            assert!(rules.is_positional(), "{name}");
            assert_eq!(value_name(rules).as_deref(), Some("RULES"), "{name}");
            let wrong = command.get_arguments().any(|arg| arg.get_id() == "include_wrong");
            assert!(wrong, "{name} has no --include-wrong");
            with_rules.push(name.trim_start_matches("deadmove ").to_owned());
        }
    }
    let expected = [
        "board",
        "explain",
        "check",
        "certify",
        "prove",
        "compare",
        "walk",
        "pass",
        "minimise",
        "mine",
        "rules list",
        "rules lint",
    ];
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    assert_eq!(sorted(with_rules), sorted(expected.map(str::to_owned).to_vec()));
}

#[test]
fn the_help_lists_every_command_in_one_group() {
    let mut listed: Vec<&str> =
        GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    let cli = Cli::command();
    let shown = cli.get_subcommands().filter(|command| !command.is_hide_set());
    let mut commands: Vec<&str> = shown.map(Command::get_name).collect();
    commands.retain(|name| *name != "help");
    listed.sort_unstable();
    commands.sort_unstable();
    assert_eq!(listed, commands);
}

#[test]
fn the_list_of_commands_fits_80_columns() {
    let help = help::with_groups_and_examples(Cli::command()).render_help().to_string();
    let (_, list) = help.split_once("\nPositions:").unwrap();
    let list = list.split("\nOptions:").next().unwrap();
    assert!(list.lines().count() > 20);
    assert!(help.lines().count() <= 60, "{help}");
    let wide: Vec<&str> = help.lines().filter(|line| line.chars().count() > 80).collect();
    assert_eq!(wide, Vec::<&str>::new());
}

#[test]
fn every_command_has_two_examples_that_can_be_read() {
    let mut named: Vec<&str> = EXAMPLES.iter().map(|(name, _)| *name).collect();
    let cli = Cli::command();
    let mut commands: Vec<&str> =
        cli.get_subcommands().map(Command::get_name).filter(|name| *name != "help").collect();
    named.sort_unstable();
    commands.sort_unstable();
    assert_eq!(named, commands);
    for (name, examples) in EXAMPLES {
        for example in examples {
            let words = shlex::split(example).unwrap();
            assert_eq!(words[..2], ["deadmove", name], "{example}");
            Cli::command().try_get_matches_from(words).unwrap_or_else(|e| panic!("{example}: {e}"));
        }
    }
}

#[test]
fn every_command_in_a_document_can_be_read() {
    let (faults, shown) = unreadable("deadmove", |words| {
        let Err(error) = Cli::command().try_get_matches_from(words) else { return Read::Whole };
        match error.kind() {
            ErrorKind::DisplayHelp
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
            | ErrorKind::MissingRequiredArgument
            | ErrorKind::MissingSubcommand => Read::Cut,
            _ => Read::Not(error.to_string()),
        }
    });
    assert!(shown > 100, "only {shown} commands were found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
