//! Programs in place of rules: what the tests share.
#![cfg(unix)]

mod certify;
mod check;
mod faults;
mod mine;
mod starters;
mod walk;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

use super::program::{Folder, Ran, deadmove, repository};

/// The file of a command in `PATH`, for deadmove runs without one in these tests.
fn installed(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

fn starter(file: &str) -> PathBuf {
    repository().join("examples/programs").join(file)
}

fn built(compiler: &str, arguments: &[&str], file: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let program = folder.join(format!("three_rules_{compiler}"));
    let compiler = installed(compiler)?;
    let mut command = Command::new(&compiler);
    match compiler.ends_with("mcs") {
        true => command.arg(format!("-out:{}", program.display())),
        false => command.arg("-o").arg(&program),
    };
    command.args(arguments).arg(starter(file));
    assert!(command.status().unwrap().success(), "{file} does not compile");
    Some(program)
}

/// The Rust starter.
fn three_rules() -> &'static str {
    static BUILT: OnceLock<String> = OnceLock::new();
    BUILT.get_or_init(|| {
        let program = built("rustc", &["-Copt-level=1", "--edition=2024"], "three_rules.rs");
        program.expect("rustc is installed").to_str().unwrap().to_owned()
    })
}

/// A shell script as a command.
fn shell(script: &str) -> String {
    format!("/bin/sh -c '{script}'")
}

fn answers(ran: &Ran) -> Value {
    let mut report: Value = serde_json::from_str(ran.stdout()).unwrap_or_else(|_| panic!("{ran}"));
    let keys = report.as_object_mut().unwrap();
    for key in ["program", "blake3"] {
        assert!(keys.remove(key).is_some(), "{key}");
    }
    report
}

/// A folder with a program file of the Rust starter.
fn with_program_file() -> Folder {
    let text = format!("name Three rules\nrun {}\nabout As they are given.\n", three_rules());
    Folder::new(&[("ours.program", &text)])
}

/// A folder with a program that is right on 5×5, whatever path it is asked about.
pub fn with_right_program() -> Folder {
    let ran = deadmove(&["positions", "--size", "5", "--drawings", "all", "--json"]);
    let mut script = String::from("while read -r q; do case $q in\n");
    for line in ran.stdout().lines() {
        let position: Value = serde_json::from_str(line).unwrap();
        let letters = |key: &str| match position[key].as_str().unwrap() {
            "" => "-".to_owned(),
            letters => letters.to_owned(),
        };
        script += &format!("\"5x5 {}\") echo {};;\n", letters("path"), letters("live"));
    }
    script += "*) echo \"? another board\";; esac; done\n";
    let program = "name Right\nrun /bin/sh right.sh\n";
    Folder::new(&[("right.sh", &script), ("right.program", program)])
}
