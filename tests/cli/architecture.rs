//! The invariants of docs/explanation/architecture.md that manifests and sources show.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::{Dependency, DependencyKind, MetadataCommand, TargetKind};

use deadmove_core::error::ErrorKind;

use super::program::repository;

/// The packages of the workspace: folder, and what they depend on outside of tests.
fn packages() -> Vec<(PathBuf, Vec<Dependency>)> {
    let root = repository();
    let mut metadata = MetadataCommand::new();
    metadata.manifest_path(root.join("Cargo.toml")).no_deps();
    let packages = metadata.exec().expect("cargo describes the workspace").packages.into_iter();
    let packages = packages.map(|package| {
        let folder = package.manifest_path.parent().expect("a folder");
        let folder = folder.strip_prefix(root).expect("a folder of the workspace").into();
        let dependencies = package.dependencies.into_iter();
        (folder, dependencies.filter(|of| of.kind == DependencyKind::Normal).collect())
    });
    packages.collect()
}

/// Folder of each crate below the root → the names of its dependencies.
fn manifests() -> BTreeMap<String, BTreeSet<String>> {
    let below = packages().into_iter().filter(|(folder, _)| folder != Path::new(""));
    let names = below.map(|(folder, dependencies)| {
        let names = dependencies.into_iter().map(|dependency| dependency.name).collect();
        (folder.to_str().expect("a name").to_owned(), names)
    });
    names.collect()
}

/// What the program depends on.
fn of_the_program() -> Vec<Dependency> {
    let root = packages().into_iter().find(|(folder, _)| folder == Path::new(""));
    root.expect("the package of the root").1
}

/// The code map: folder of a crate → crates it may depend on, without the common prefix.
fn code_map() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(repository().join("docs/explanation/architecture.md")).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
        let [folder, _, depends] = cells[..] else { panic!("a row of three cells: {row}") };
        let depends = depends.split_whitespace().map(str::to_owned).collect();
        (folder.trim_matches('`').to_owned(), depends)
    })
    .collect()
}

fn ours(names: &BTreeSet<String>) -> BTreeSet<String> {
    names.iter().filter_map(|name| name.strip_prefix("deadmove-")).map(str::to_owned).collect()
}

#[test]
fn crates_depend_on_each_other_as_the_code_map_says() {
    let found: BTreeMap<_, _> =
        manifests().into_iter().map(|(folder, names)| (folder, ours(&names))).collect();
    assert_eq!(found, code_map());
}

#[test]
fn no_dependency_leads_back() {
    let folder_of: BTreeMap<String, String> = manifests()
        .into_keys()
        .map(|folder| {
            let name = match folder.as_str() {
                "puzzles/checker" => "puzzles-checker",
                other => other.rsplit('/').next().unwrap(),
            };
            (name.to_owned(), folder)
        })
        .collect();
    let map = code_map();
    let mut settled = BTreeSet::new();
    while settled.len() < map.len() {
        let ready = |(name, folder): &(&String, &String)| {
            !settled.contains(*name) && map[*folder].iter().all(|below| settled.contains(below))
        };
        let next: Vec<String> =
            folder_of.iter().filter(ready).map(|(name, _)| name.clone()).collect();
        assert!(!next.is_empty(), "a cycle above {settled:?}");
        settled.extend(next);
    }
}

#[test]
fn the_checker_shares_no_code_with_what_it_checks() {
    for folder in ["checker", "puzzles/checker"] {
        let names = &manifests()[folder];
        assert!(ours(names).iter().all(|name| name == "checker"), "{folder}");
        assert!(!names.contains("varisat"), "{folder}");
    }
}

#[test]
fn nothing_else_knows_the_puzzles() {
    for (folder, names) in manifests().into_iter().filter(|(name, _)| !name.starts_with("puzzles"))
    {
        assert!(ours(&names).iter().all(|name| !name.starts_with("puzzles")), "{folder}");
    }
    assert!(of_the_program().iter().all(|dependency| !dependency.name.contains("puzzles")));
}

#[test]
fn one_crate_knows_the_solvers() {
    for (folder, names) in manifests() {
        let solvers = ["varisat", "rustsat", "rustsat-cadical"];
        let knows = solvers.iter().any(|solver| names.contains(*solver));
        assert_eq!(knows, folder == "crates/solver", "{folder}");
    }
}

#[test]
fn only_programs_parse_arguments_and_show_progress() {
    for (folder, names) in manifests() {
        for name in ["clap", "indicatif", "ctrlc", "deadmove-terminal"] {
            let allowed = folder == "crates/terminal" || folder == "puzzles";
            assert!(allowed || !names.contains(name), "{folder} depends on {name}");
        }
    }
    for name in ["clap", "indicatif", "deadmove-terminal"] {
        let of_the_program = of_the_program();
        let found = of_the_program.iter().find(|dependency| dependency.name == name);
        assert!(found.is_some_and(|dependency| dependency.optional), "{name}");
    }
}

#[test]
fn domain_types_are_not_serialisable() {
    for folder in [
        "encodings",
        "crates/engine",
        "crates/matching",
        "crates/prove",
        "crates/rules",
        "crates/solver",
        "crates/verify",
    ] {
        assert!(!manifests()[folder].contains("serde"), "{folder} depends on serde");
    }
}

#[test]
fn reports_know_no_exit_codes_and_do_not_print() {
    for folder in ["crates/report/src", "crates/site/src", "puzzles/src/report", "puzzles/src/site"]
    {
        let sources = sources(&repository().join(folder));
        assert!(!sources.is_empty(), "no sources in {folder}");
        for (file, text) in sources {
            for word in ["ExitCode", "print!", "println!", "eprint!", "eprintln!"] {
                assert!(!text.contains(word), "{} has {word}", file.display());
            }
        }
    }
}

fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found
}

/// Whether a source or one of its modules, which are in `folder`, has a part for tests.
fn has_tests(source: &Path, folder: &Path) -> bool {
    let text = fs::read_to_string(source).unwrap();
    // A module for tests may be anywhere.
    text.contains("#[cfg(test)]")
        || text.lines().filter_map(|line| line.split_once("mod ")?.1.strip_suffix(';')).any(
            |name| {
                let module = folder.join(name);
                let places = [module.with_extension("rs"), module.join("mod.rs")];
                let file = places.iter().find(|file| file.exists());
                has_tests(file.unwrap_or_else(|| panic!("no module {name} in {source:?}")), &module)
            },
        )
}

#[test]
fn a_target_is_built_for_tests_exactly_if_its_sources_have_some() {
    let mut metadata = MetadataCommand::new();
    metadata.manifest_path(repository().join("Cargo.toml")).no_deps();
    let packages = metadata.exec().expect("cargo describes the workspace").packages;
    for target in packages.iter().flat_map(|package| &package.targets) {
        let kinds = [TargetKind::Lib, TargetKind::Bin, TargetKind::CDyLib];
        if target.kind.iter().any(|kind| kinds.contains(kind)) {
            let source = target.src_path.as_std_path();
            let folder = source.parent().expect("a folder");
            assert_eq!(target.test, has_tests(source, folder), "{source:?}");
        }
    }
}

/// All sources of libraries and of the command line.
fn all_sources() -> String {
    let root = repository();
    let mut folders = vec![root.join("src"), root.join("puzzles/src")];
    let entries = fs::read_dir(root.join("crates")).unwrap();
    folders.extend(entries.map(|entry| entry.unwrap().path().join("src")));
    let all = folders.iter().flat_map(|folder| sources(folder));
    all.map(|(_, text)| text).collect()
}

#[test]
fn every_kind_of_error_is_used() {
    let all = all_sources();
    let rest = all.split("ErrorKind::").skip(1);
    let used: BTreeSet<&str> =
        rest.filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next()).collect();
    for kind in ErrorKind::ALL {
        assert!(used.contains(&*format!("{kind:?}")), "{kind:?} is used nowhere");
    }
}

/// The types that sources outside of tests define.
fn types_of(folder: &str) -> Vec<String> {
    let ends = |c: char| !c.is_alphanumeric() && c != '_';
    let name = |line: &str| {
        // Types of traits are in blocks.
        let line = if line.contains("type ") { line } else { line.trim_start() };
        let line = match line.strip_prefix("pub") {
            Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
            Some(rest) => rest.trim_start(),
            None => line,
        };
        let rest = ["struct ", "enum ", "trait ", "type "]
            .iter()
            .find_map(|kind| line.strip_prefix(kind))?;
        rest.split(ends).next().map(str::to_owned)
    };
    let all = sources(&repository().join(folder)).into_iter();
    let of = |text: &str| {
        let product = text.split("#[cfg(test)]\nmod").next().unwrap_or_default();
        product.lines().filter_map(name).collect::<Vec<_>>()
    };
    all.flat_map(|(_, text)| of(&text)).collect()
}

#[test]
fn a_type_has_a_name_of_its_own_except_in_the_checkers() {
    let (checkers, ours): (Vec<_>, Vec<_>) =
        packages().into_iter().partition(|(folder, _)| folder.ends_with("checker"));
    let count = |packages: &[(PathBuf, Vec<Dependency>)]| {
        let mut counts = BTreeMap::<String, usize>::new();
        for (folder, _) in packages.iter().filter(|(folder, _)| !folder.ends_with("testing")) {
            let folder = folder.join("src");
            types_of(folder.to_str().unwrap())
                .into_iter()
                .for_each(|name| *counts.entry(name).or_default() += 1);
        }
        counts
    };
    let (ours, checkers) = (count(&ours), count(&checkers));
    assert!(ours.len() > 800 && checkers.len() > 80, "{} and {}", ours.len(), checkers.len());
    // Deductions are about cells in reports, and about vertices in encodings.
    let known = ["Args", "Because", "Contradiction", "Deduction", "Step"];
    let twice = ours.iter().filter(|(name, count)| **count > 1 && !known.contains(&name.as_str()));
    let twice: Vec<_> = twice.collect();
    assert!(twice.is_empty(), "{twice:?}");
    let shared = checkers.keys().filter(|name| ours.contains_key(*name)).count();
    assert!(shared < 60, "{shared} names occur both in a checker and elsewhere");
}

#[test]
fn no_comment_is_wider_than_100_columns() {
    let wide: Vec<String> = packages()
        .iter()
        .flat_map(|(folder, _)| ["src", "tests", "benches"].map(|part| folder.join(part)))
        .filter(|folder| repository().join(folder).is_dir())
        .flat_map(|folder| sources(&repository().join(folder)))
        .flat_map(|(file, text)| {
            let lines = text.lines().enumerate();
            let wide = lines.filter(|(_, line)| {
                let is_table = line.contains("// |") || line.contains("//! |");
                line.trim_start().starts_with("//") && line.chars().count() > 100 && !is_table
            });
            wide.map(|(at, _)| format!("{}:{}", file.display(), at + 1)).collect::<Vec<_>>()
        })
        .collect();
    assert!(wide.is_empty(), "{wide:#?}");
}
