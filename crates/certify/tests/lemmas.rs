//! Certificates that the lemmas refute every dead move, and what the checker rejects.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use deadmove_certify::{compress, lemmas};
use deadmove_checker::verdict::{Exporter, Wanted, check};
use deadmove_checker::{
    LEMMA_MANIFEST, LemmaCounts, LemmaManifest, check_by_lemmas, chunk_name, sha256, unpack,
};
use deadmove_verify::chunks::ChunkRun;
use deadmove_verify::live_set::LiveSet;
use serde_json::Value;

fn certified(folder: &Path, size: usize, stop: bool) -> LemmaManifest {
    let stop = AtomicBool::new(stop);
    let run = ChunkRun::whole(&stop, &|_, _| {});
    lemmas::write(folder, size, &[], &run).unwrap_or_else(|error| panic!("{error:?}"))
}

/// Replaces the reasons of a chunk, with the digest in the manifest.
fn replace(folder: &Path, number: usize, reasons: &Value) {
    let bytes = compress(&reasons.to_string());
    fs::write(folder.join(chunk_name(number)), &bytes).unwrap();
    let file = folder.join(LEMMA_MANIFEST);
    let mut manifest: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    manifest["chunks"][number] = sha256(&bytes).into();
    fs::write(file, manifest.to_string()).unwrap();
}

/// Live positions and their live moves by the program's own list.
fn positions_and_live_moves(size: usize) -> (u64, u64) {
    let list = LiveSet::build(size, &|_| {}).unwrap();
    let slices = (1..=list.layers()).flat_map(|drawn| list.slices(drawn, 1 << 20));
    let counts = slices.map(|slice| {
        list.sweep(
            slice,
            || (0, 0),
            |(positions, live), _, entry| {
                let images = 1 + u64::from(list.transposed(entry).is_some());
                *positions += images;
                *live += images * u64::from(entry.live_moves.count_ones());
            },
            |counts| counts,
            |a, b| (a.0 + b.0, a.1 + b.1),
        )
    });
    counts.fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
}

#[test]
fn every_dead_move_of_5x5_and_7x7_has_a_reason_by_lemmas() {
    for (size, dead) in [(5, 346), (7, 50_058)] {
        let folder = tempfile::tempdir().unwrap();
        let manifest = certified(folder.path(), size, false);
        let counts = check_by_lemmas(folder.path()).unwrap();
        let (positions, live) = positions_and_live_moves(size);
        assert_eq!(counts, LemmaCounts { positions, dead, live, open: 0 });
        let report = check(folder.path(), &Wanted::default(), &mut Exporter::default()).unwrap();
        let found =
            format!("{dead} dead moves of {positions} live positions ({live} moves are live)");
        assert!(report.summary.ends_with(&found), "{}", report.summary);
        assert!(report.open.is_empty() && report.theories == ['D'].into(), "{report:?}");
        // A second run finds everything done.
        assert_eq!(certified(folder.path(), size, false), manifest);
    }
}

#[test]
fn a_stopped_run_is_partial_and_taken_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let chunks = certified(folder.path(), 5, true).chunks.len() as u64;
    assert_eq!(check_by_lemmas(folder.path()).unwrap().open, chunks);
    let open = || {
        let report = check(folder.path(), &Wanted::default(), &mut Exporter::default());
        report.unwrap().open
    };
    assert_eq!(open(), [format!("{chunks} chunks of positions")]);
    // Part of a file, as a killed run leaves it.
    let unfinished = folder.path().join("reasons/.deadmove-x.tmp");
    fs::write(&unfinished, b"[").unwrap();
    certified(folder.path(), 5, false);
    assert_eq!(check_by_lemmas(folder.path()).unwrap().open, 0);
    assert!(open().is_empty());
    assert!(!unfinished.exists());
}

#[test]
fn no_changed_certificate_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = certified(folder.path(), 5, false);
    let reasons = |number: usize| -> Vec<Value> {
        let bytes = fs::read(folder.path().join(chunk_name(number))).unwrap();
        serde_json::from_str(&unpack(bytes).unwrap()).unwrap()
    };
    let mut rejected = 0;
    for number in 0..manifest.chunks.len() {
        let right = reasons(number);
        let mut mutants: Vec<Vec<Value>> = Vec::new();
        if let Some(last) = right.last() {
            let longer = right.iter().chain([last]).cloned().collect();
            mutants.extend([right[1..].to_vec(), longer]);
        }
        for (at, pair) in right.windows(2).enumerate() {
            if pair[0] != pair[1] {
                let mut swapped = right.clone();
                swapped.swap(at, at + 1);
                mutants.push(swapped);
            }
        }
        for mutant in mutants {
            replace(folder.path(), number, &Value::from(mutant));
            // A reason may be right for the position beside it too; otherwise it is rejected.
            rejected += usize::from(check_by_lemmas(folder.path()).is_err());
        }
        replace(folder.path(), number, &Value::from(right));
    }
    assert!(rejected > 100, "{rejected}");
    assert_eq!(check_by_lemmas(folder.path()).unwrap().dead, 346);

    let probe = serde_json::json!([{
        "kind": "deduction",
        "steps": [{"edge": [[1, 1], [2, 1]], "used": true, "because": {
            "kind": "probe",
            "deduction": {"steps": [], "contradiction": {"kind": "degree", "cell": [1, 1]}}
        }}],
        "contradiction": {"kind": "degree", "cell": [1, 1]}
    }]);
    let number = (0..manifest.chunks.len()).find(|&number| !reasons(number).is_empty()).unwrap();
    replace(folder.path(), number, &probe);
    assert!(check_by_lemmas(folder.path()).unwrap_err().contains("a probe"));

    let file = folder.path().join(LEMMA_MANIFEST);
    let text = fs::read_to_string(&file).unwrap();
    for (old, new) in
        [("\"size\":5", "\"size\":7"), ("\"degree\",", ""), ("\"schema\":1", "\"schema\":9")]
    {
        assert!(text.contains(old), "{old}");
        fs::write(&file, text.replacen(old, new, 1)).unwrap();
        assert!(check_by_lemmas(folder.path()).is_err(), "{new}");
    }
    fs::write(&file, text).unwrap();
    fs::write(folder.path().join(chunk_name(number)), b"[]").unwrap();
    assert!(check_by_lemmas(folder.path()).unwrap_err().contains("another digest"));
}

#[test]
fn files_that_are_no_part_of_a_certificate_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    certified(path, 3, false);
    let refused = |words: &str| {
        let why = check_by_lemmas(path).unwrap_err();
        assert!(why.contains(words), "{words}: {why}");
    };
    for foreign in ["notes.txt", "reasons/notes.txt", "reasons/99999.json.z"] {
        fs::write(path.join(foreign), b"[]").unwrap();
        refused("belongs to no chunk of the manifest");
        fs::remove_file(path.join(foreign)).unwrap();
    }
    let (file, chunk) = (path.join(LEMMA_MANIFEST), path.join(chunk_name(0)));
    let (text, bytes) = (fs::read(&file).unwrap(), fs::read(&chunk).unwrap());
    let mut manifest: Value = serde_json::from_slice(&text).unwrap();
    manifest["chunks"][0] = Value::Null;
    fs::write(&file, manifest.to_string()).unwrap();
    refused("belongs to no chunk of the manifest");
    let longer = [&bytes[..], b"more"].concat();
    manifest["chunks"][0] = sha256(&longer).into();
    fs::write(&file, manifest.to_string()).unwrap();
    fs::write(&chunk, &longer).unwrap();
    refused("there are bytes after the compressed text");
    fs::write(&file, &text).unwrap();
    #[cfg(unix)]
    {
        fs::rename(&chunk, path.join("elsewhere")).unwrap();
        std::os::unix::fs::symlink("../elsewhere", &chunk).unwrap();
        fs::rename(path.join("elsewhere"), path.with_extension("elsewhere")).unwrap();
        refused("is a link");
        fs::remove_file(path.with_extension("elsewhere")).unwrap();
        fs::remove_file(&chunk).unwrap();
    }
    fs::write(&chunk, b"no reasons").unwrap();
    certified(path, 3, true);
    assert!(!chunk.exists(), "what is not accepted is not left beside the open chunk");
    fs::write(&chunk, &bytes).unwrap();
    certified(path, 3, false);
    assert_eq!(check_by_lemmas(path).unwrap().open, 0);
}

#[test]
#[ignore = "half an hour of processor time and some GB"]
fn every_dead_move_of_9x9_has_a_reason_by_lemmas() {
    let folder = tempfile::tempdir().unwrap();
    certified(folder.path(), 9, false);
    let counts = check_by_lemmas(folder.path()).unwrap();
    assert_eq!((counts.dead, counts.live, counts.open), (43_529_160, 61_819_804, 0));
}
