//! The program `deadmove-checker`: how it reports what it accepts or rejects, and the files it
//! exports.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use deadmove_checker::{Cnf, check_proof, file_name, parse_manifest, record_name, sha256};
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A certificate from the fuzzer's seeds.
fn position(name: &str) -> String {
    let file = root().join("fuzz/seeds/judgement").join(format!("accepted-{name}.json"));
    fs::read_to_string(file).unwrap()
}

/// A certificate of two rules that come from the first of two files.
fn rules(folder: &Path) {
    let seeds = root().join("fuzz/seeds");
    let seed = fs::read(seeds.join("manifest/accepted-area-u-5.json")).unwrap();
    let mut manifest = parse_manifest(seed).unwrap();
    for part in ["files", "claims"] {
        fs::create_dir_all(folder.join(part)).unwrap();
    }
    for number in 0..manifest.count {
        let record = format!("record/accepted-area-u-5-{number}.json");
        let record = fs::read(seeds.join(record)).unwrap();
        manifest.claims[number].sha256 = Some(sha256(&record));
        fs::write(folder.join(record_name(number)), record).unwrap();
    }
    let mut other = manifest.files[0].clone();
    other.path = "rules/other.rule".into();
    manifest.files.push(other);
    let rule = fs::read(root().join("rules/area/u.rule")).unwrap();
    for number in 0..2 {
        manifest.files[number].sha256 = sha256(&rule);
        fs::write(folder.join(file_name(number)), &rule).unwrap();
    }
    fs::write(folder.join("manifest.json"), serde_json::to_vec(&manifest).unwrap()).unwrap();
}

/// Leaves some rules open.
fn leave_open(folder: &Path, claims: &[usize]) {
    let mut manifest = parse_manifest(fs::read(folder.join("manifest.json")).unwrap()).unwrap();
    manifest.complete = false;
    for &number in claims {
        (manifest.claims[number].verdict, manifest.claims[number].sha256) = (None, None);
        fs::remove_file(folder.join(record_name(number))).unwrap();
    }
    fs::write(folder.join("manifest.json"), serde_json::to_vec(&manifest).unwrap()).unwrap();
}

/// Runs the program in a folder; returns its exit code and its output.
fn run(folder: &TempDir, arguments: &[&str]) -> (Option<i32>, String) {
    let program = env!("CARGO_BIN_EXE_deadmove-checker");
    let ran = Command::new(program).args(arguments).current_dir(folder.path()).output().unwrap();
    let text = [ran.stdout, ran.stderr].concat();
    (ran.status.code(), String::from_utf8(text).unwrap())
}

fn assert_output(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r"\(\d+\.\d\d s\)", "(TIME)");
    settings.add_filter(r"os error \d+", "os error N");
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn what_is_accepted_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("all")).unwrap();
    for (file, name) in [
        ("all/1.cert", "3x3-into-the-middle-short"),
        ("all/2.cert", "blocked-pair-short"),
        ("all/3.cert", "4x4-proved"),
        ("all/notes.txt", "ring-short"),
    ] {
        fs::write(folder.path().join(file), position(name)).unwrap();
    }
    rules(&folder.path().join("rules"));
    let (code, text) = run(&folder, &["all/1.cert", "all/3.cert", "all", "rules"]);
    assert_eq!(code, Some(0), "{text}");
    assert_output("accepted", &text);
    let (code, text) = run(&folder, &["--show", "all", "rules"]);
    assert_eq!(code, Some(0), "{text}");
    assert_output("shown", &text);
}

#[test]
fn a_verdict_names_the_files_and_statements_that_it_rests_on() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["3x3-into-the-middle-short", "4x4-proved"] {
        fs::write(folder.path().join(format!("{name}.cert")), position(name)).unwrap();
    }
    rules(&folder.path().join("rules"));
    let trust = |path: &str| {
        let (code, text) = run(&folder, &["--trust", path]);
        assert_eq!(code, Some(0), "{text}");
        text
    };
    let short = trust("3x3-into-the-middle-short.cert");
    let mut settings = insta::Settings::clone_current();
    // Lengths change with every line.
    settings.add_filter(r"[ \d]{4}\d src/", "  LINES src/");
    settings.add_filter(r"rests on \d+ lines", "rests on N lines");
    settings.bind(|| assert_output("trust", &short));
    // Only a verdict by a proof rests on the replay of proofs.
    assert!(!short.contains("cnf.rs") && !short.contains(" K1 "));
    let proved = trust("4x4-proved.cert");
    assert!(proved.contains("src/kernel/cnf.rs") && proved.contains(" K1 "), "{proved}");
    let rules = trust("rules");
    assert!(rules.contains(" R6 ") && !rules.contains("live_set.rs"), "{rules}");
}

#[test]
fn what_is_partial_broken_or_misused_is_no_success() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let text = position("3x3-into-the-middle-short");
    let (before, _) = text.split_once("\"turning\":").unwrap();
    put("unknown.cert", &format!("{before}\"turning\":{{\"kind\":\"unknown\"}}}}"));
    put("null.cert", &format!("{before}\"turning\":null}}"));
    put("live.cert", &format!("{before}\"turning\":{{\"kind\":\"live\"}}}}"));
    // Before the first step, and after it, the board is live.
    let live = |witness: &str| format!("{{\"verdict\":\"live\",\"witness\":\"{witness}\"}}");
    let (start, step) = (live("RRDLLDRR"), live("RDLLDRR"));
    let turning = format!("{{\"kind\":\"from-the-start\",\"dead\":{start}}}");
    put("start.cert", &format!("{before}\"turning\":{turning}}}"));
    let turning =
        format!("{{\"kind\":\"point\",\"live\":0,\"witness\":\"RRDLLDRR\",\"fatal\":{step}}}");
    put("point.cert", &format!("{before}\"turning\":{turning}}}"));
    rules(&folder.path().join("partial"));
    leave_open(&folder.path().join("partial"), &[1]);
    rules(&folder.path().join("open"));
    leave_open(&folder.path().join("open"), &[0, 1]);
    fs::remove_dir(folder.path().join("open/claims")).unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    rules(&folder.path().join("stale"));
    put("stale/claims/0002.json.z", "");
    rules(&folder.path().join("nested"));
    fs::create_dir(folder.path().join("nested/older")).unwrap();
    let mut said = String::new();
    for (expected, arguments) in [
        (3, &["unknown.cert"][..]),
        (1, &["null.cert"]),
        (1, &["live.cert"]),
        (1, &["start.cert"]),
        (1, &["point.cert"]),
        (3, &["--export", "formulas", "partial"]),
        (3, &["open"]),
        (1, &["nowhere.cert"]),
        (1, &["empty"]),
        (1, &["stale"]),
        (1, &["nested"]),
        (2, &[]),
        (2, &["--export"]),
        (2, &["--export", "to", "unknown.cert", "null.cert"]),
        (2, &["--unknown"]),
        (2, &["--export", "null.cert", "unknown.cert"]),
        (0, &["--help"]),
    ] {
        let (code, text) = run(&folder, arguments);
        assert_eq!(code, Some(expected), "{arguments:?}: {text}");
        if expected != 2 || arguments.len() == 3 {
            said += &format!("$ {}\n{text}\n", arguments.join(" "));
        }
    }
    assert_output("refused", &said);
}

#[test]
fn refuted_formulas_can_be_exported_for_other_checkers() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.cert"), position("4x4-proved")).unwrap();
    rules(&folder.path().join("rules"));
    for (certificate, proofs) in [("one.cert", 1), ("rules", 1)] {
        let to = format!("{certificate}-out");
        let (code, text) = run(&folder, &["--export", &to, certificate]);
        assert_eq!(code, Some(0), "{text}");
        let names: BTreeSet<String> = fs::read_dir(folder.path().join(&to))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let read = |name: &str| fs::read_to_string(folder.path().join(&to).join(name)).unwrap();
        let formulas: Vec<&str> =
            names.iter().filter_map(|name| name.strip_suffix(".cnf")).collect();
        let mut proved = 0;
        for name in formulas {
            let (cnf, drat) = (read(&format!("{name}.cnf")), read(&format!("{name}.drat")));
            let header = cnf.lines().nth(1).unwrap();
            let counts: Vec<usize> =
                header.split(' ').filter_map(|word| word.parse().ok()).collect();
            assert_eq!(counts[1], cnf.lines().count() - 2, "{name}: {header}");
            assert!(cnf.lines().skip(2).all(|line| line.ends_with(" 0")), "{name}");
            assert!(drat.ends_with("\n0\n") || drat == "0\n", "{name}");
            let lrat = read(&format!("{name}.lrat"));
            assert_eq!(lrat.lines().count(), drat.lines().count(), "{name}");
            let first: usize = lrat.split(' ').next().unwrap().parse().unwrap();
            assert_eq!(first, counts[1] + 1, "{name}");
            proved += usize::from(lrat.lines().count() > 1);
            let clauses = cnf.lines().skip(2).flat_map(|line| {
                let words = line.split(' ').map(|word| word.parse::<i32>().unwrap());
                words.collect::<Vec<_>>()
            });
            let mut formula = Cnf::default();
            clauses.collect::<Vec<_>>().split(|&lit| lit == 0).for_each(|clause| {
                if !clause.is_empty() {
                    formula.push(clause.iter().copied());
                }
            });
            check_proof(&formula, &lrat).unwrap_or_else(|why| panic!("{name}: {why}"));
        }
        assert!(proved >= proofs, "{certificate}: {names:?}");
        let (code, text) = run(&folder, &["--export", &to, certificate]);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains(": accepted: ") && text.contains("not exported: "), "{text}");
    }
}
