//! The program `deadmove-checker`: options, output and exit codes; and the digests that it
//! compares.

use std::fs;
use std::path::Path;
use std::process::Command;

use deadmove_checker::{
    BitBoard, Engine, Entry, Example, File, Forbidden, Layer, LiveSet, Manifest, Pattern, Record,
    Rule, SCHEMA, SetClaim, Test, Verdict, file_name, record_name, sha256,
};

/// The exit code, standard output without the folder and the time, and standard error.
fn checker(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadmove-checker"));
    let output = command.args(arguments).output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let lines = text(output.stdout);
    let plain = |line: &str| {
        let line = line.split_once(": ").map_or(line, |(_, rest)| rest);
        line.rsplit_once(" (").map_or(line, |(line, _)| line).to_owned()
    };
    let lines: Vec<String> = lines.lines().map(plain).collect();
    (output.status.code(), lines.join("\n"), text(output.stderr))
}

/// A rule that forbids everything where its pattern matches.
fn rule(name: &str, pattern: Pattern) -> Rule {
    let forbids = ['U', 'D', 'L', 'R'];
    Rule {
        name: name.into(),
        placements: vec![0],
        pattern,
        unless: Vec::new(),
        forbids: forbids.map(|direction| Forbidden { direction, unless_in: Vec::new() }).to_vec(),
    }
}

/// Writes a certificate by list for 3×3, of a rule that forbids everything.
fn certificate(folder: &Path, verdict: Verdict) {
    write(folder, vec![(rule("stay", Pattern::default()), verdict, example("R", "R", "RDLLDRR"))]);
}

fn example(path: &str, forbidden: &str, completion: &str) -> Example {
    let forbidden = forbidden.chars().next().expect("a move");
    Example { path: path.into(), forbidden, completion: completion.into() }
}

/// Writes a certificate by list for 3×3, of a set that is claimed to be complete.
fn write(folder: &Path, claims: Vec<(Rule, Verdict, Example)>) {
    let live = LiveSet::new(BitBoard::new(3).expect("a side with a list"));
    let layer = |drawn| {
        let keys = live.layer(drawn);
        let bytes: Vec<u8> = keys.iter().flat_map(|key| key.to_be_bytes()).collect();
        Layer { positions: keys.len() as u64, sha256: sha256(&bytes) }
    };
    let record = |(rule, verdict, example): &(Rule, Verdict, Example)| {
        let (rule, verdict, example) = (rule.clone(), *verdict, Some(example.clone()));
        let refutations = Vec::new();
        let record = Record { schema: SCHEMA, size: 3, rule, verdict, example, refutations };
        serde_json::to_vec(&record).expect("plain data")
    };
    let records: Vec<Vec<u8>> = claims.iter().map(record).collect();
    let entry = |((rule, verdict, _), record): (&(Rule, Verdict, Example), &Vec<u8>)| {
        let sha256 = Some(sha256(record));
        Entry { file: 0, rule: rule.clone(), verdict: Some(*verdict), sha256 }
    };
    let manifest = Manifest {
        schema: SCHEMA,
        tool: "a test".into(),
        size: 3,
        engine: Engine::List,
        complete: true,
        files: vec![File { path: "a.rule".into(), sha256: sha256(b"a") }],
        count: claims.len(),
        claims: claims.iter().zip(&records).map(entry).collect(),
        set: Some(SetClaim::Complete {}),
        layers: (1..=live.layers()).map(layer).collect(),
    };
    for part in ["files", "claims"] {
        fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    let put = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).expect("a file");
    put(&file_name(0), b"a");
    for (number, record) in records.iter().enumerate() {
        put(&record_name(number), record);
    }
    put("manifest.json", &serde_json::to_vec(&manifest).expect("plain data"));
}

#[test]
fn a_list_is_accepted_rejected_or_checked_by_sampling() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a name");
    certificate(folder.path(), Verdict::Unsound);
    let said = "3×3, rules of 1 file: 0 sound, 1 unsound, 0 vacuous, the set complete; the \
                checker listed all 9 live positions";
    assert_eq!(checker(&[path]), (Some(0), format!("accepted: {said}"), String::new()));
    let sampled = format!(
        "accepted, but partial: {said}; open: 3×3 by sampling: rules checked against 2 of them only"
    );
    for arguments in [&["--sample", "4", path][..], &["--sample", "4", "--seed", "1", path]] {
        assert_eq!(checker(arguments), (Some(3), sampled.clone(), String::new()));
    }
    let all = checker(&["--sample", "1", path]);
    assert_eq!(all, (Some(0), format!("accepted: {said}"), String::new()));
    certificate(folder.path(), Verdict::Sound);
    let why = "rejected: claims/0000.json.z (stay): the example: the completion begins with the \
               forbidden move";
    assert_eq!(checker(&[path]), (Some(1), why.into(), String::new()));
}

#[test]
fn wrong_options_are_usage_errors() {
    let (code, help, complaint) = checker(&["--help"]);
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    assert!(help.contains("--sample N"), "{help}");
    for arguments in [
        &[][..],
        &["--more", "cert"],
        &["--sample", "cert"],
        &["--sample", "0", "cert"],
        &["--sample", "-1", "cert"],
        &["--sample"],
        &["--sample", "5"],
        &["--seed", "5", "cert"],
        &["--sample", "5", "--seed", "x", "cert"],
    ] {
        let (code, out, complaint) = checker(arguments);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(complaint.starts_with("Usage: deadmove-checker"), "{complaint}");
    }
    assert_eq!(checker(&["nowhere"]).0, Some(1));
}

#[test]
fn a_rule_without_all_placements_is_matched_in_both_of_two_mirrored_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a name");
    let all = || (rule("stay", Pattern::default()), Verdict::Unsound, example("R", "R", "RDLLDRR"));
    // One step from the start, and the same mirrored; one of the legal moves is live. The pattern
    // does not match at the start, which is its own mirror image.
    for (start, completion) in [("R", "RDLLDRR"), ("D", "DRUURDD")] {
        let dead = if start == "R" { "D" } else { "R" };
        let pattern = match start {
            "R" => [((0, -1), Test::Outside), ((-1, 0), Test::Drawn), ((0, 2), Test::Free)],
            _ => [((-1, 0), Test::Outside), ((0, -1), Test::Drawn), ((2, 0), Test::Free)],
        };
        let here = rule("here", Pattern { cells: pattern.to_vec(), ..Pattern::default() });
        write(folder.path(), vec![all(), (here, Verdict::Sound, example(start, dead, completion))]);
        let (code, said, _) = checker(&[path]);
        let shown = if start == "R" { "R in #L./.../..." } else { "D in #../L../..." };
        let why = format!("is not sound: it forbids the live move {shown}");
        assert!(code == Some(1) && said.ends_with(&why), "{start}: {said}");
    }
}

#[test]
fn gives_the_digests_of_the_standard() {
    let tests = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
    ];
    for (text, digest) in tests {
        assert_eq!(sha256(text.as_bytes()), digest);
    }
    let million = vec![b'a'; 1_000_000];
    let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
    assert_eq!(sha256(&million), digest);
}
