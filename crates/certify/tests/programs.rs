//! Certificates of the answers of programs: what they hold, and that the checker accepts them.
#![cfg(unix)]

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use deadmove_certify::program::write;
use deadmove_certify::require::require_program;
use deadmove_checker::verdict::{Exporter, Report, Wanted, check};
use deadmove_checker::{AnswerManifest, CertifiedProgram};
use deadmove_core::board::{Board, Move};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_program::file::Program;
use deadmove_program::process::AskError;
use deadmove_program::question::question;
use deadmove_rules::moves::Moves;
use deadmove_verify::check_program::{self, AskedProgram};
use deadmove_verify::chunks::ChunkRun;
use deadmove_verify::live_set::LiveSet;
use deadmove_verify::live_set::bits::PackedPosition;
use deadmove_verify::live_set::paths::LivePaths;
use tempfile::TempDir;

fn letters(moves: Moves) -> String {
    if moves.is_empty() { "-".to_owned() } else { moves.iter().map(|m| m.letter()).collect() }
}

/// A shell script that knows the live moves of 5×5. `other`: what it says in place of them about
/// some paths; `NOW` is what a file of this name says.
fn script(other: impl Fn(&[Move], Moves) -> Option<String>) -> TempDir {
    let live_set = LiveSet::build(5, &|_| {}).unwrap();
    let board = live_set.board();
    let mut text = String::from("while read -r q; do case \"$q\" in\n");
    let mut paths = LivePaths::one_each(&live_set);
    while let Some((path, entry)) = paths.next() {
        let live = Moves::from_bits(entry.live_moves);
        let answer = other(path, live).unwrap_or_else(|| letters(live));
        let answer = if answer == "NOW" { "$(cat now)".to_owned() } else { answer };
        writeln!(text, "\"{}\") echo \"{answer}\";;", question(&board, path)).unwrap();
    }
    text += "*) echo \"? unknown\";; esac; done\n";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ours.sh"), text).unwrap();
    fs::write(folder.path().join("ours.program"), "name ours\nrun /bin/sh ours.sh\n").unwrap();
    fs::write(folder.path().join("now"), "? later").unwrap();
    folder
}

/// Certifies the program in a folder into its folder `out`.
fn certify(folder: &TempDir, stop: bool) -> Result<(AnswerManifest, Option<AskError>), InputError> {
    let program = Program::read(&folder.path().join("ours.program")).unwrap();
    let named = CertifiedProgram {
        name: program.name.clone(),
        command: program.command(),
        digest: program.digest().unwrap(),
    };
    let live_set = LiveSet::build(5, &|_| {}).unwrap();
    let asked = AskedProgram { program: &program, guard: None, processes: 2, drawings: 1 };
    let stop = AtomicBool::new(stop);
    let run = run(&stop);
    let written = write(&folder.path().join("out"), named, (&live_set, asked), &run)?;
    // Another program that asks finds the same.
    if !stop.into_inner() {
        let stop = AtomicBool::new(false);
        let known =
            check_program::check(&live_set, asked, &self::run(&stop), &|_, _| {}).answers.counts;
        let counts = written.0.counts;
        assert_eq!((counts.positions, counts.dead_moves), (known.positions, known.dead_moves));
        assert_eq!(counts.unanswered, known.unanswered);
        assert_eq!(
            (counts.live_forbidden, counts.dead_allowed, counts.forbidden),
            (known.live_forbidden, known.dead_allowed, known.forbidden)
        );
    }
    Ok(written)
}

fn run(stop: &AtomicBool) -> ChunkRun<'_> {
    ChunkRun::whole(stop, &|_, _| {})
}

fn checked(folder: &TempDir) -> Result<Report, String> {
    check(&folder.path().join("out"), &Wanted::default(), &mut Exporter::default())
}

fn required(folder: &TempDir, digest: &str, size: usize) -> Option<ErrorKind> {
    let board = Board::corner_to_corner(size, size).unwrap();
    let out = folder.path().join("out");
    require_program(&out, digest, &board).err().map(|error| error.kind)
}

fn digest(folder: &Path) -> String {
    Program::read(&folder.join("ours.program")).unwrap().digest().unwrap()
}

#[test]
fn the_checker_confirms_the_answers_of_a_right_program() {
    let folder = script(|_, _| None);
    let (manifest, ended) = certify(&folder, false).unwrap();
    assert_eq!((manifest.sound, manifest.complete, ended), (Some(true), Some(true), None));
    let report = checked(&folder).unwrap();
    assert!(report.summary.contains(": sound, complete; of 578 live positions, "), "{report:?}");
    assert!(report.open.is_empty());
    // A second run finds everything answered, and asks nothing.
    fs::write(folder.path().join("out/.deadmove-x.tmp"), b"[").unwrap();
    assert_eq!(certify(&folder, false).unwrap().0, manifest);
    assert!(checked(&folder).unwrap().open.is_empty());
}

#[test]
fn one_wrong_answer_is_certified_as_what_it_is_and_in_its_place() {
    for (path, said, words) in [
        ("", "R", ": not sound, complete; of 578 live positions, a live move is forbidden in 1, "),
        ("R", "-", ": not sound, complete; of 578 live positions, a live move is forbidden in 1, "),
        ("D", "-", ": not sound, complete; of 578 live positions, a live move is forbidden in 1, "),
    ] {
        let folder = script(|asked, _| {
            (asked.iter().map(|m| m.letter()).collect::<String>() == path).then(|| said.to_owned())
        });
        certify(&folder, false).unwrap();
        let report = checked(&folder).unwrap();
        assert!(report.summary.contains(words), "{path}: {}", report.summary);
        let digest = digest(folder.path());
        assert_eq!(required(&folder, &digest, 5), Some(ErrorKind::CertificateUnsound));
    }
    // All legal moves are allowed everywhere.
    let live_set = LiveSet::build(5, &|_| {}).unwrap();
    let folder = script(|path, _| {
        let start = PackedPosition::new(live_set.grid().all() & !1, 0);
        let key = path.iter().fold(start, |key, &step| live_set.after(key, step).unwrap());
        Some(letters(Moves::from_bits(live_set.legal_moves(key))))
    });
    let (manifest, _) = certify(&folder, false).unwrap();
    assert_eq!((manifest.sound, manifest.complete), (Some(true), Some(false)));
    assert_eq!((manifest.counts.forbidden, manifest.counts.dead_moves), (0, 346));
    assert!(checked(&folder).unwrap().summary.contains(": sound, not complete; "));
}

#[test]
fn positions_without_an_answer_leave_a_partial_certificate_that_is_continued() {
    let later = |path: &[Move], _| (path.len() == 1).then(|| "NOW".to_owned());
    let folder = script(later);
    let (nothing, _) = certify(&folder, true).unwrap();
    assert_eq!((nothing.counts.unanswered, nothing.counts.forbidden), (577, 0));
    assert_eq!(checked(&folder).unwrap().open, ["577 positions without an answer"]);
    let (some, _) = certify(&folder, false).unwrap();
    assert_eq!((some.sound, some.complete, some.counts.unanswered), (None, None, 2));
    assert_eq!(checked(&folder).unwrap().open, ["2 positions without an answer"]);
    let digest = digest(folder.path());
    assert_eq!(required(&folder, &digest, 5), Some(ErrorKind::CertificatePartial));
    // Both live moves after the first step are to the right or down.
    fs::write(folder.path().join("now"), "RD").unwrap();
    let (whole, _) = certify(&folder, false).unwrap();
    assert_eq!(whole.counts.unanswered, 0);
    assert!(checked(&folder).unwrap().open.is_empty());
}

#[test]
fn only_the_certified_program_on_the_certified_board_has_the_certificate() {
    let folder = script(|_, _| None);
    certify(&folder, false).unwrap();
    let known = digest(folder.path());
    assert_eq!(required(&folder, &known, 5), None);
    assert_eq!(required(&folder, &known, 7), Some(ErrorKind::CertificateOtherSize));
    assert_eq!(required(&folder, &"0".repeat(64), 5), Some(ErrorKind::CertificateOther));
    let answers = folder.path().join("out/answers/07.z");
    let bytes = fs::read(&answers).unwrap();
    fs::write(&answers, &bytes[1..]).unwrap();
    assert_eq!(required(&folder, &known, 5), Some(ErrorKind::CertificateBroken));
    assert_eq!(certify(&folder, false).unwrap_err().kind, ErrorKind::CertificateBroken);
    fs::write(&answers, &bytes).unwrap();
    // Another program does not continue it.
    fs::write(folder.path().join("ours.program"), "name ours\nrun /bin/sh ours.sh x\n").unwrap();
    assert_eq!(certify(&folder, false).unwrap_err().kind, ErrorKind::CertificateOther);
    fs::remove_dir_all(folder.path().join("out")).unwrap();
    assert_eq!(required(&folder, &known, 5), Some(ErrorKind::CertificateOther));
}
