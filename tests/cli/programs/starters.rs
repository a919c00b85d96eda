//! The starters in all languages.

use std::path::Path;
use std::process::Command;

use super::{answers, built, installed, starter, three_rules};
use crate::program::deadmove;

#[test]
fn the_starters_of_all_languages_give_the_same_answers() {
    let check = |command: &str| {
        let ran = deadmove(&["check", "--program", command, "--size", "5", "--json"]);
        assert_eq!(ran.code(), Some(1), "{ran}");
        answers(&ran)
    };
    let expected = check(three_rules());
    assert_eq!((&expected["live_forbidden"], &expected["dead_allowed"]), (&0.into(), &30.into()));
    let script = |interpreter: &str, file: &str| {
        Some(format!("{} {}", installed(interpreter)?.display(), starter(file).display()))
    };
    let cpp = built("g++", &["-std=c++17"], "three_rules.cpp");
    for (language, command) in [
        ("Python", script("python3", "three_rules.py")),
        ("JavaScript", script("node", "three_rules.js")),
        ("C++", cpp.map(|path| path.display().to_string())),
        ("C#", csharp()),
    ] {
        match command {
            Some(command) => assert_eq!(check(&command), expected, "{language}"),
            None => eprintln!("skipped: the starter in {language}, which is not installed"),
        }
    }
}

/// The C# starter, built by Mono or in a folder of its own by .NET.
fn csharp() -> Option<String> {
    if let Some(mono) = installed("mono")
        && let Some(program) = built("mcs", &["-langversion:7.2"], "ThreeRules.cs")
    {
        return Some(format!("{} {}", mono.display(), program.display()));
    }
    let dotnet = installed("dotnet")?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("three_rules_csharp");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(starter("ThreeRules.cs"), folder.join("ThreeRules.cs")).unwrap();
    let project = "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><OutputType>Exe</OutputType>\
                   <TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>";
    std::fs::write(folder.join("three_rules.csproj"), project).unwrap();
    let mut command = Command::new(&dotnet);
    command.args(["build", "-c", "Release", "--nologo", "-o", "out"]).current_dir(&folder);
    assert!(command.status().unwrap().success(), "the C# starter does not compile");
    Some(format!("{} {}", dotnet.display(), folder.join("out/three_rules.dll").display()))
}
