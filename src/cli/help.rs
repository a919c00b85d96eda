//! What the help shows beside the arguments: commands in groups, and examples.

use clap::Command;
use clap::builder::StyledStr;

/// What the help says first.
const INTRODUCTION: &str = "\
A line is drawn through every cell of a board, from a start to an end cell. A
position is live if the line can still be completed, dead if not; deadmove says
which, with a completion or a reason that a person can check.";

/// The commands in groups, in the order of the help.
pub const GROUPS: [(&str, &[&str]); 6] = [
    ("Positions", &["judge", "count", "positions", "board"]),
    ("Rules", &["check", "explain", "prove", "compare", "rules"]),
    ("Walks", &["walk", "pass"]),
    ("Finding rules", &["minimise", "mine"]),
    ("Evidence", &["certify", "merge", "site"]),
    ("Research", &["lab"]),
];

/// Two examples of each command. Tests run them from the root of the repository.
pub const EXAMPLES: [(&str, [&str; 2]); 21] = [
    (
        "judge",
        ["deadmove judge cases/", "deadmove judge --board 9x9 --path RRRRRRRRDDDDDDDLLLLLLU"],
    ),
    ("count", ["deadmove count --board 7x7", "deadmove count --board 7x7 --path RRDD"]),
    (
        "positions",
        [
            "deadmove positions --size 5 --drawings all --json",
            "deadmove positions --size 21 --random 10 --dead --hard -o dead.txt",
        ],
    ),
    (
        "lab",
        [
            "deadmove lab milestones rules/milestones.txt",
            "deadmove lab hunt boards --cells 20 --out hunted",
        ],
    ),
    ("board", ["deadmove board", "deadmove board rules/near-field --port 8000"]),
    (
        "check",
        [
            "deadmove check rules/area rules/edge --size 5,7",
            "deadmove check known-wrong --size 7 --missed --stuck",
        ],
    ),
    (
        "explain",
        [
            "deadmove explain proved --board 7x7 --path RRDDLLD",
            "deadmove explain lemmas --position cases/lemmas/gate.case",
        ],
    ),
    ("prove", ["deadmove prove rules/edge", "deadmove prove rules/area/u.rule --max 4"]),
    (
        "compare",
        [
            "deadmove compare all-sizes --with rules/edge --size 7",
            "deadmove compare mined-9 --with lifted-9 --size 13 --walks 20",
        ],
    ),
    (
        "rules",
        ["deadmove rules sets", "deadmove rules show rules/near-field/far-straight-left.rule"],
    ),
    (
        "walk",
        [
            "deadmove walk all-sizes --size 7",
            "deadmove walk mined-9 --order random --sizes 11,13 --runs 100 -o lines.svg",
        ],
    ),
    (
        "pass",
        [
            "deadmove pass mined-9 --size 7 --out out/pass-7",
            "deadmove pass all-sizes --board 5x7 --out out/pass-5x7 --keep-going",
        ],
    ),
    (
        "minimise",
        [
            "deadmove minimise --position cases/corpus/7x7-turns-at-16.case",
            "deadmove minimise rules/edge --position cases/corpus/7x7-turns-at-16.case --out found",
        ],
    ),
    ("mine", ["deadmove mine --size 5", "deadmove mine --size 7 --rounds 1 --out mined"]),
    (
        "certify",
        [
            "deadmove certify rules/edge --size 7 --out cert",
            "deadmove certify lemmas --size 5 --out lemmas-cert",
        ],
    ),
    ("merge", ["deadmove merge 1.json 2.json", "deadmove merge 1.json 2.json --json"]),
    ("site", ["deadmove site --out site", "deadmove site check.json prove.json --out site"]),
    ("completions", ["deadmove completions bash", "deadmove completions zsh"]),
    ("guard", ["deadmove guard ./my-program", "deadmove guard python3 my_program.py"]),
    ("man", ["deadmove man", "deadmove man --out man"]),
    ("schema", ["deadmove schema", "deadmove schema check"]),
];

/// Shows the commands in groups, and the examples of each.
pub fn with_groups_and_examples(mut cli: Command) -> Command {
    let heading = anstyle::Style::new().bold().underline();
    let literal = anstyle::Style::new().bold();
    let mut groups = String::new();
    for (group, names) in GROUPS {
        groups += &format!("{heading}{group}:{heading:#}\n");
        for name in names {
            let about = cli.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(StyledStr::to_string).unwrap_or_default();
            let about = short(&about);
            groups += &format!("  {literal}{name:<11}{literal:#} {about}\n");
        }
        groups.push('\n');
    }
    for (name, examples) in EXAMPLES {
        let lines: String = examples.iter().map(|example| format!("\n  {example}")).collect();
        let text = format!("{heading}Examples:{heading:#}{lines}");
        // Not every system has every command.
        if cli.find_subcommand(name).is_none() {
            continue;
        }
        cli = cli.mut_subcommand(name, |command| command.after_help(text));
    }
    cli.help_template(format!(
        "{{about-with-newline}}\n{INTRODUCTION}\n\n{{usage-heading}} {{usage}}\n\n{groups}{heading}Options:{heading:#}\n\
         {{options}}{{after-help}}"
    ))
}

/// What a command is about, up to a colon or semicolon: a line of the list of commands.
fn short(about: &str) -> &str {
    about.split([':', ';']).next().unwrap_or(about)
}
