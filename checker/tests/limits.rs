//! The program `deadmove-checker` on hostile certificates: it ends within its limits of memory and
//! time, and never accepts.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use deadmove_checker::{LARGEST, file_name, record_name, sha256};
use tempfile::TempDir;

use super::measured::{self, Ran};

/// The default of `--memory` and what a thread may add before it is stopped, in KiB.
const MOST_KIB: u64 = 1_000_000;

fn run(folder: &TempDir, arguments: &[&str]) -> Ran {
    measured::run(env!("CARGO_BIN_EXE_deadmove-checker").as_ref(), folder.path(), arguments)
}

/// Runs the program, which must end within its limits with this exit code and these words. Returns
/// what it says.
fn expect(folder: &TempDir, arguments: &[&str], code: i32, words: &str) -> String {
    let ran = run(folder, arguments);
    assert_eq!(ran.code, Some(code), "{}", ran.text);
    assert!(ran.text.contains(words), "{}", ran.text);
    assert!(ran.memory < MOST_KIB, "{} KiB: {}", ran.memory, ran.text);
    // Twice the limit, for a machine with other work.
    assert!(ran.time < Duration::from_secs(20), "{:?}: {}", ran.time, ran.text);
    ran.text
}

/// A rule as JSON.
fn rule(cells: &str, segments: &str) -> String {
    format!(
        r#"{{"name":"a test","placements":[0],"pattern":{{"cells":[{cells}],"segments":[{segments}],
        "lines":[]}},"unless":[],"forbids":[{{"move":"U","unless_in":[]}}]}}"#
    )
}

/// A certificate of a rule with one file. `size` is as in the manifest; without a record the claim
/// is open.
fn certificate(folder: &Path, size: &str, rule: &str, record: Option<&str>) {
    for part in ["files", "claims"] {
        fs::create_dir_all(folder.join(part)).unwrap();
    }
    fs::write(folder.join(file_name(0)), "a").unwrap();
    let digest = record.map_or("null".into(), |record| {
        fs::write(folder.join(record_name(0)), record).unwrap();
        format!("\"{}\"", sha256(record.as_bytes()))
    });
    let verdict = match (size, record) {
        ("\"all\"", _) => "",
        (_, None) => r#""verdict":null,"#,
        (_, Some(_)) => r#""verdict":"vacuous","#,
    };
    let manifest = format!(
        r#"{{"schema":1,"tool":"a test","size":{size},"complete":{},
        "files":[{{"path":"a.rule","sha256":"{}"}}],"count":1,
        "claims":[{{"file":0,"rule":{rule},{verdict}"sha256":{digest}}}]}}"#,
        record.is_some(),
        sha256(b"a")
    );
    fs::write(folder.join("manifest.json"), manifest).unwrap();
}

/// A certificate of a position with one dead move and no evidence but this answer.
fn position(side: usize, answer: &str) -> String {
    format!(
        r#"{{"schema":1,"tool":"a test","board":{{"width":{side},"height":{side},"start":[1,1],
        "end":[{side},{side}],"blocked":[]}},"path":"","position":{answer},
        "moves":[["D",{{"verdict":"unknown"}}],["R",{{"verdict":"unknown"}}]],
        "turning":{{"kind":"unknown"}}}}"#
    )
}

#[test]
fn cells_of_an_open_claim_are_bounded() {
    for size in ["5", "\"all\""] {
        let folder = tempfile::tempdir().unwrap();
        let far = r#"[[32767,-32768],"free"],[[-32768,32767],"free"]"#;
        certificate(&folder.path().join("open"), size, &rule(far, ""), None);
        expect(&folder, &["open"], 1, "a cell is too far away");
        expect(&folder, &["--show", "open"], 1, "a cell is too far away");
        let wide = r#"[[900,-900],"free"],[[-900,900],"free"]"#;
        certificate(&folder.path().join("wide"), size, &rule(wide, ""), None);
        expect(&folder, &["--show", "wide"], 3, "(900, -900) is .");
    }
}

#[test]
fn potentials_of_any_width_on_a_large_board_stay_in_the_limits() {
    let folder = tempfile::tempdir().unwrap();
    let side = 1023;
    // Row by row, from left to right and back. Each row but the last has two edges at each cell but
    // the last one.
    let mut flow = Vec::new();
    for row in 0..side {
        let first = row * (2 * side - 1);
        let last_row = row + 1 == side;
        let right = |column: usize| first + 1 + if last_row { column } else { 2 * column };
        flow.extend((0..side - 1).map(right));
        if !last_row {
            flow.push(first + if row % 2 == 0 { 2 * side - 1 } else { 2 });
        }
    }
    let flow: Vec<String> = flow.iter().map(usize::to_string).collect();
    let answer = format!(
        r#"{{"verdict":"dead-by-search","flow":[{}],"widest":2147483647,"cut_sets":[],"proof":""}}"#,
        flow.join(",")
    );
    fs::write(folder.path().join("wide.cert"), position(side, &answer)).unwrap();
    let limits = ["--memory", "300", "--time", "4", "wide.cert", "wide.cert"];
    let text = expect(&folder, &limits, 3, "not decided: it takes more than ");
    assert!(text.contains("; 1 more not looked at"), "{text}");
}

#[test]
fn thousands_of_segments_on_the_largest_board_stay_in_the_limits() {
    let folder = tempfile::tempdir().unwrap();
    let segment = r#"{"cells":[[0,-1]],"side":"L","extent":"enclosed","tests":[]}"#;
    let rule = rule("", &vec![segment; 2_000].join(","));
    let record = format!(
        r#"{{"schema":1,"size":99,"rule":{rule},"verdict":"vacuous","example":null,
        "refutations":[]}}"#
    );
    certificate(folder.path(), "99", &rule, Some(&record));
    expect(&folder, &["."], 3, "not decided: it takes more than ");
}

#[test]
fn a_proof_with_thousands_of_nested_splits_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let rule = rule("", "");
    let cells = (0..43_500).map(|at| (at % 900 + 2, at / 900 + 2));
    let splits = cells.map(|(x, y)| format!(r#"{{"kind":"split","cell":[{x},{y}]}}"#));
    let splits: Vec<String> = splits.collect();
    let record = format!(
        r#"{{"schema":1,"size":"all","rule":{rule},"proofs":[{{"move":"U","cases":[{}]}}]}}"#,
        splits.join(",")
    );
    certificate(folder.path(), "\"all\"", &rule, Some(&record));
    expect(&folder, &["."], 1, "more than 1001 cases are open at once");
}

#[test]
fn files_that_are_a_byte_too_large_are_refused_plain_and_compressed() {
    let folder = tempfile::tempdir().unwrap();
    let large = File::create(folder.path().join("large.cert")).unwrap();
    large.set_len(LARGEST as u64 + 1).unwrap();
    expect(&folder, &["large.cert"], 1, "it has more than 256 MiB");
    let zeros = miniz_oxide::deflate::compress_to_vec_zlib(&vec![b' '; LARGEST + 1], 1);
    fs::write(folder.path().join("packed.cert"), zeros).unwrap();
    expect(&folder, &["packed.cert"], 1, "it cannot be decompressed");
}

#[test]
fn many_small_parts_in_one_file_stay_in_the_limits() {
    let folder = tempfile::tempdir().unwrap();
    let sets = format!("[]{}", ",[]".repeat(10_000_000));
    let answer = format!(
        r#"{{"verdict":"dead-by-search","flow":null,"widest":1,"cut_sets":[{sets}],"proof":""}}"#
    );
    fs::write(folder.path().join("many.cert"), position(5, &answer)).unwrap();
    let arguments = ["--memory", "150", "many.cert"];
    expect(&folder, &arguments, 3, "not decided: it takes more than 150 MiB");
}

#[cfg(unix)]
#[test]
fn devices_and_named_pipes_are_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str| {
        certificate(&folder.path().join(name), "5", &rule("", ""), None);
        let file = folder.path().join(name).join(file_name(0));
        fs::remove_file(&file).unwrap();
        file
    };
    std::os::unix::fs::symlink("/dev/zero", put("device")).unwrap();
    assert!(Command::new("mkfifo").arg(put("pipe")).status().unwrap().success());
    for name in ["device", "pipe"] {
        expect(&folder, &[name], 1, "files/0000.rule: it cannot be read: it is not a regular file");
    }
    expect(&folder, &["/dev/zero"], 1, "it is not a regular file");
    fs::write(put("copy"), "a").unwrap();
    expect(&folder, &["copy"], 3, "accepted, but partial");
}

#[test]
fn the_list_of_9x9_needs_flags_that_are_named_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = r#"{"schema":1,"tool":"a test","size":9,
        "lemmas":["degree","small-loop","cut-off","colour","two-edge-cut"],"chunks":[]}"#;
    fs::write(folder.path().join("lemmas.json"), manifest).unwrap();
    let needs = "takes about 1600 MiB and up to 600 s; allow it with --memory 1600 --time 600";
    let ran = run(&folder, &["."]);
    assert_eq!(ran.code, Some(3), "{}", ran.text);
    assert!(ran.text.contains(needs), "{}", ran.text);
    let ran = run(&folder, &["--memory", "1600", "--time", "600", "nowhere"]);
    assert_eq!(ran.code, Some(1), "{}", ran.text);
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_no_success() {
    let folder = tempfile::tempdir().unwrap();
    certificate(folder.path(), "5", &rule("", ""), None);
    for arguments in [&["--help"][..], &["."]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let ran = Command::new(env!("CARGO_BIN_EXE_deadmove-checker"))
            .args(arguments)
            .current_dir(folder.path())
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(ran.status.code(), Some(3));
        let said = String::from_utf8(ran.stderr).unwrap();
        assert!(said.starts_with("the result cannot be written: "), "{said}");
    }
}

#[test]
fn a_claim_that_is_listed_twice_is_refused() {
    for size in ["5", "\"all\""] {
        let folder = tempfile::tempdir().unwrap();
        certificate(folder.path(), size, &rule("", ""), None);
        expect(&folder, &["."], 3, "accepted, but partial");
        let file = folder.path().join("manifest.json");
        let manifest = fs::read_to_string(&file).unwrap();
        let (before, claim) = manifest.split_once("\"claims\":[").unwrap();
        let claim = claim.strip_suffix("]}").unwrap();
        let before = before.replace("\"count\":1", "\"count\":2");
        fs::write(&file, format!("{before}\"claims\":[{claim},{claim}]}}")).unwrap();
        expect(&folder, &["."], 1, "claims 0 and 1 are the same: \"a test\"");
    }
}

#[test]
fn a_rule_file_that_is_named_twice_is_refused() {
    for size in ["5", "\"all\""] {
        let folder = tempfile::tempdir().unwrap();
        certificate(folder.path(), size, &rule("", ""), None);
        let file = folder.path().join("manifest.json");
        let manifest = fs::read_to_string(&file).unwrap();
        let (before, rest) = manifest.split_once("\"files\":[").unwrap();
        let (named, claims) = rest.split_once(']').unwrap();
        fs::write(&file, format!("{before}\"files\":[{named},{named}]{claims}")).unwrap();
        let copy = folder.path().join("files");
        fs::copy(copy.join("0000.rule"), copy.join("0001.rule")).unwrap();
        expect(&folder, &["."], 1, "manifest.json: it names the file a.rule twice");
    }
}

#[test]
fn a_folder_with_certificates_of_two_kinds_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    certificate(folder.path(), "5", &rule("", ""), None);
    fs::write(folder.path().join("lemmas.json"), "{}").unwrap();
    expect(&folder, &["."], 1, "it has both a manifest.json and a lemmas.json");
}

#[test]
fn names_cannot_change_how_a_line_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let name = "a\u{202e}b\u{2028}c\u{200b}d\u{9b}e é";
    let rule = rule("", "").replace("a test", name);
    certificate(folder.path(), "5", &rule, None);
    let escaped = r"a\u{202e}b\u{2028}c\u{200b}d\u{9b}e é";
    let ran = run(&folder, &["--show", "."]);
    assert_eq!(ran.code, Some(3), "{}", ran.text);
    let line = |begin: &str| ran.text.lines().any(|line| line.contains(begin));
    assert!(line(&format!("open: {escaped}")) && line(&format!("name {escaped}")), "{}", ran.text);
    assert!(!ran.text.contains('\u{202e}') && !ran.text.contains('\u{2028}'), "{}", ran.text);
}
