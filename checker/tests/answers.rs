//! Certificates of the answers of a program: what is counted, and what is refused.

use std::fs;
use std::path::Path;

use deadmove_checker::verdict::{Exporter, Report, Wanted, check};
use deadmove_checker::{
    ANSWER_MANIFEST, AnswerManifest, BitBoard, CertifiedCounts, CertifiedProgram, LiveSet,
    NO_ANSWER, SCHEMA, answers_name, sha256,
};
use serde_json::Value;
use tempfile::TempDir;

/// The moves that are right, a byte for each listed position, layer by layer; and their counts.
fn right_answers(side: usize) -> (Vec<Vec<u8>>, CertifiedCounts) {
    let live = LiveSet::new(BitBoard::new(side).unwrap());
    let mut counts = CertifiedCounts::default();
    let mut moves = |key| {
        let mut alive = 0;
        for (at, next) in live.grid.after(key).into_iter().enumerate() {
            match next {
                Some(next) if live.contains(next) => alive |= 1 << at,
                Some(_) => {
                    (counts.dead_moves, counts.forbidden) =
                        (counts.dead_moves + 1, counts.forbidden + 1)
                }
                None => {}
            }
        }
        counts.positions += 1;
        alive
    };
    let mut byte = |key| {
        let other = live.grid.transposed(key);
        moves(key) | if other == key { 0 } else { moves(other) << 4 }
    };
    let layers =
        (1..=live.layers()).map(|drawn| live.layer(drawn).into_iter().map(&mut byte).collect());
    (layers.collect(), counts)
}

fn pack(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 6)
}

/// A certificate in a new folder, consistent in everything but perhaps the answers and counts.
fn certificate(side: usize, layers: &[Vec<u8>], counts: CertifiedCounts) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("answers")).unwrap();
    let mut digests = Vec::new();
    for (drawn, bytes) in (1..).zip(layers) {
        let packed = pack(bytes);
        digests.push(sha256(&packed));
        fs::write(folder.path().join(answers_name(drawn)), packed).unwrap();
    }
    let [sound, complete] = counts.verdicts();
    let manifest = AnswerManifest {
        schema: SCHEMA,
        tool: "a test".to_owned(),
        size: side,
        program: CertifiedProgram {
            name: "ours".to_owned(),
            command: "./ours --all".to_owned(),
            digest: "0".repeat(64),
        },
        sound,
        complete,
        counts,
        layers: digests,
    };
    let text = serde_json::to_string(&manifest).unwrap();
    fs::write(folder.path().join(ANSWER_MANIFEST), text).unwrap();
    folder
}

fn checked(folder: &Path) -> Result<Report, String> {
    check(folder, &Wanted::default(), &mut Exporter::default())
}

fn refused(folder: &TempDir, words: &str) {
    let why = checked(folder.path()).unwrap_err();
    assert!(why.contains(words), "{words}: {why}");
}

/// Changes the manifest of a folder.
fn edit(folder: &TempDir, change: impl FnOnce(&mut Value)) {
    let file = folder.path().join(ANSWER_MANIFEST);
    let mut manifest: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    change(&mut manifest);
    fs::write(file, manifest.to_string()).unwrap();
}

#[test]
fn right_answers_are_accepted_and_nothing_is_said_of_the_program_itself() {
    for (side, positions, dead_moves) in [(3, 16, 6), (5, 578, 346), (7, 66_452, 50_058)] {
        let (layers, counts) = right_answers(side);
        assert_eq!((counts.positions, counts.dead_moves), (positions, dead_moves));
        let report = checked(certificate(side, &layers, counts).path()).unwrap();
        let digest = "0".repeat(64);
        let summary = format!(
            "{side}×{side}, the answers that the certificate holds for `./ours --all` (digest \
             {digest}): sound, complete; of {positions} live positions, a live move is forbidden \
             in 0, a dead one allowed in 0; whether the program gives these answers is not checked"
        );
        assert_eq!(report.summary, summary);
        assert!(report.open.is_empty() && report.theories == ['A'].into());
    }
}

#[test]
fn no_changed_answer_is_accepted_with_the_counts_of_right_ones() {
    let (right, counts) = right_answers(5);
    let whole = certificate(5, &right, counts);
    let mut kinds = [0; 4];
    for drawn in 1..=right.len() {
        let layer = &right[drawn - 1];
        let old = sha256(&pack(layer));
        for index in (0..layer.len()).step_by(41) {
            for change in [1, 2, 4, 8, 0x10, 0x40] {
                let mut changed = layer.clone();
                changed[index] ^= change;
                let packed = pack(&changed);
                fs::write(whole.path().join(answers_name(drawn)), &packed).unwrap();
                refused(&whole, "it has another digest than the manifest says");
                edit(&whole, |manifest| manifest["layers"][drawn - 1] = sha256(&packed).into());
                let why = checked(whole.path()).unwrap_err();
                let kind = ["amount to", "not legal", "two answers"];
                let kind = kind.iter().position(|words| why.contains(words));
                kinds[kind.unwrap_or(3)] += 1;
                edit(&whole, |manifest| manifest["layers"][drawn - 1] = old.as_str().into());
            }
        }
        fs::write(whole.path().join(answers_name(drawn)), pack(layer)).unwrap();
    }
    let [counted, not_legal, two, other] = kinds;
    assert!(counted > 10 && not_legal > 10 && two > 0 && other == 0, "{kinds:?}");
    assert!(checked(whole.path()).is_ok());
}

#[test]
fn wrong_answers_are_confirmed_as_what_they_are() {
    let (mut layers, counts) = right_answers(5);
    // Two moves are live at the start; nothing is allowed there.
    assert_eq!(std::mem::take(&mut layers[0][0]), 0b1010);
    let counts = CertifiedCounts { live_forbidden: 1, ..counts };
    let report = checked(certificate(5, &layers, counts).path()).unwrap();
    assert!(report.summary.contains(": not sound, complete; "), "{}", report.summary);
    assert!(report.open.is_empty());
    let claimed = certificate(5, &layers, counts);
    edit(&claimed, |manifest| manifest["sound"] = true.into());
    refused(&claimed, "its verdicts do not follow from its counts");
}

#[test]
fn positions_without_an_answer_are_open_and_leave_no_claim() {
    let (mut layers, counts) = right_answers(5);
    layers[0][0] = NO_ANSWER;
    refused(&certificate(5, &layers, counts), "amount to");
    let counts = CertifiedCounts { unanswered: 1, ..counts };
    assert_eq!(counts.verdicts(), [None, None]);
    let report = checked(certificate(5, &layers, counts).path()).unwrap();
    assert_eq!(report.open, ["1 positions without an answer"]);
    assert!(report.summary.contains(": perhaps sound, perhaps complete; "), "{}", report.summary);
    // One that is known to be wrong is known to be unsound, whatever is missing.
    let wrong = CertifiedCounts { live_forbidden: 1, ..counts };
    assert_eq!(wrong.verdicts(), [Some(false), None]);
}

#[test]
fn every_count_and_verdict_of_the_manifest_is_compared() {
    let (layers, counts) = right_answers(5);
    let whole = || certificate(5, &layers, counts);
    for key in
        ["positions", "unanswered", "live_forbidden", "dead_allowed", "dead_moves", "forbidden"]
    {
        let folder = whole();
        edit(&folder, |manifest| {
            let count = manifest["counts"][key].as_u64().unwrap();
            manifest["counts"][key] = (count + 1).into();
        });
        assert!(checked(folder.path()).is_err(), "{key}");
    }
    for (key, value, words) in [
        ("sound", Value::Null, "verdicts"),
        ("complete", false.into(), "verdicts"),
        ("schema", 2.into(), "schema 2"),
        ("size", 7.into(), "layers"),
        ("size", 4.into(), "odd sides"),
        ("size", 1_000_000_007.into(), "odd sides"),
        ("layers", Value::from(Vec::<String>::new()), "layers"),
        ("program", serde_json::json!({"name": "", "command": "", "digest": "0"}), "digest"),
        ("more", 1.into(), "unknown field"),
    ] {
        let folder = whole();
        edit(&folder, |manifest| manifest[key] = value);
        refused(&folder, words);
    }
}

#[test]
fn damaged_missing_and_superfluous_files_are_refused() {
    let (layers, counts) = right_answers(5);
    let whole = certificate(5, &layers, counts);
    for drawn in [1, 12, 25] {
        let file = whole.path().join(answers_name(drawn));
        let bytes = fs::read(&file).unwrap();
        for at in (0..bytes.len()).step_by(9) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            fs::write(&file, damaged).unwrap();
            refused(&whole, "it has another digest");
            // Truncated, with the digest of what is left.
            fs::write(&file, &bytes[..at]).unwrap();
            edit(&whole, |m| m["layers"][drawn - 1] = sha256(&bytes[..at]).into());
            refused(&whole, "it cannot be decompressed");
            edit(&whole, |m| m["layers"][drawn - 1] = sha256(&bytes).into());
        }
        fs::remove_file(&file).unwrap();
        refused(&whole, "it cannot be read");
        for (content, words) in [
            (pack(&layers[drawn - 1][1..]), "bytes for"),
            (pack(&vec![0; layers[drawn - 1].len() + 1]), "bytes for"),
            (pack(&vec![0; 1 << 20]), "bytes for"),
            ([&bytes[..], b"more"].concat(), "there are bytes after"),
            (layers[drawn - 1].clone(), "it cannot be decompressed"),
        ] {
            fs::write(&file, &content).unwrap();
            edit(&whole, |m| m["layers"][drawn - 1] = sha256(&content).into());
            refused(&whole, words);
        }
        fs::write(&file, &bytes).unwrap();
        edit(&whole, |m| m["layers"][drawn - 1] = sha256(&bytes).into());
    }
    assert!(checked(whole.path()).is_ok());
    for foreign in ["notes.txt", "answers/26.z", "manifest.json", "lemmas.json"] {
        fs::write(whole.path().join(foreign), b"{}").unwrap();
        let why = checked(whole.path()).unwrap_err();
        let both = why.contains("it has both a ");
        assert!(both || why.contains("belongs to no layer of the manifest"), "{why}");
        fs::remove_file(whole.path().join(foreign)).unwrap();
    }
}
